use super::*;

fn repeats(multiplicities: Vec<u64>) -> Repeats {
    let decks = multiplicities.iter().sum::<u64>() as f64;
    let ln_orders = (1..=52).map(|card| f64::from(card).ln()).sum();
    let counts = DeckCounts {
        decks,
        different: multiplicities.len() as f64,
        ln_orders,
        zeros: 0,
    };
    Repeats {
        counts,
        multiplicities,
        recurrences: None,
    }
}

fn p_value(multiplicities: Vec<u64>) -> f64 {
    let repeats = repeats(multiplicities);
    repeats.by_birthdays()
}

/// Counts of random draws by a linear congruential generator are accepted: 1000 draws of 5000 states, 20,000 of
/// 256, and 3000 of 1000. Rejected are counts in which all decks occur twice, or a few decks occur three times.
#[test]
fn birthdays_have_a_law() {
    for (states, draws) in [(5000u64, 1000), (256, 20_000), (1000, 3000)] {
        let (mut counts, mut state) = (vec![0; states as usize], 7u64);
        for _ in 0..draws {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            counts[((state >> 33) % states) as usize] += 1;
        }
        counts.retain(|&count| count > 0);
        assert!(p_value(counts) > 1e-3, "{states} {draws}");
    }
    assert!(p_value(vec![2; 500]) < 1e-9);
    assert!(p_value([vec![1; 100_000], vec![3; 50]].concat()) < 1e-9);
}

#[test]
fn cycles_and_restarts() {
    let of = |same, others, distances| {
        let mut recurrences = Recurrences::default();
        (recurrences.same, recurrences.restarts, recurrences.others) = (same, 2, others);
        recurrences.distances = distances;
        let recurrences = Some(recurrences);
        // The last deck came again more often than those before it, except in a period.
        let counts = [vec![2; 499], vec![if same + others > 0 { 3 } else { 2 }]].concat();
        Repeats {
            recurrences,
            ..repeats(counts)
        }
        .cycle()
        .map(|(cause, _)| cause)
    };
    assert_eq!(of(0, 0, Some([500, 500])), Some(Cause::Period));
    assert_eq!(of(0, 0, Some([400, 500])), Some(Cause::Restarted));
    assert_eq!(of(0, 1, Some([500, 500])), None);
    assert_eq!(of(1, 0, Some([500, 500])), None);
    assert_eq!(of(0, 0, None), None);
}

/// Processes with one seed, which made 300, 250 and 20 decks; and decks that are not of processes.
#[test]
fn streams_with_one_seed() {
    let of = |counts: Vec<u64>, same| {
        let mut recurrences = Recurrences::default();
        (recurrences.others, recurrences.same) = (5, same);
        Repeats {
            recurrences: Some(recurrences),
            ..repeats(counts)
        }
        .cycle()
        .map(|(cause, _)| cause)
    };
    let processes = [vec![3; 20], vec![2; 230], vec![1; 50]].concat();
    assert_eq!(of(processes.clone(), 100), Some(Cause::Restarted));
    assert_eq!(of(processes.clone(), 270), None);
    assert_eq!(of(processes.into_iter().rev().collect(), 100), None);
    assert_eq!(of([vec![200], vec![1; 300]].concat(), 0), None);
}

/// Repeats soon after the first occurrence are rejected. Repeats spread over all ages are accepted.
#[test]
fn ages_are_equally_likely() {
    let of = |ages| {
        let mut recurrences = Recurrences::default();
        recurrences.ages = ages;
        Repeats {
            recurrences: Some(recurrences),
            ..repeats(vec![2; 500])
        }
        .by_ages()
    };
    let mut recent = [0; 16];
    recent[15] = 500;
    assert!(of(recent) < 1e-9 && of([31; 16]) > 0.9);
    // 40 repeats are enough.
    recent[15] = 40;
    assert!(of(recent) < 1e-9);
}

/// Decks of five cards, of which 300 of 400 repeat the previous deck. With 3100 other decks, all 120 orders are too
/// frequent for the test.
#[test]
fn repeats_of_the_deck_before() {
    let of = |decks: f64, different: usize, same: f64| {
        let mut repeats = repeats(vec![1; different]);
        (repeats.counts.decks, repeats.counts.ln_orders) = (decks, f64::ln(120.0));
        repeats.of_the_deck_before(same)
    };
    // 100 random orders are 68 different ones on average.
    assert!(of(400.0, 68, 300.0).unwrap() > 0.2);
    assert!(of(400.0, 40, 300.0).unwrap() < 0.01);
    assert_eq!(of(4000.0, 120, 900.0), None);
}

/// The 120 orders of five cards, half of them 10 times and half 20 times, computed by hand.
#[test]
fn random_orders_do_not_count_as_repeats() {
    let mut repeats = repeats([vec![10; 60], vec![20; 60]].concat());
    repeats.counts.ln_orders = f64::ln(120.0);
    // (60·100 + 60·400)/1800 − 1800/120 = 5/3.
    assert!((repeats.inflation() - 5.0 / 3.0 * 120.0 / 119.0).abs() < 1e-9);
}
