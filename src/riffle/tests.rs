//! Tests of riffled decks in which cards look alike.

use faro_sample::shuffle::Seed;
use faro_sample::zoo::{RandomShuffle, Riffle};
use num_bigint::BigUint;

use super::{ManyKinds, Mixing, RepeatedCards, TwoKinds};
use crate::distribution::Law;

fn packets(riffles: u32) -> BigUint {
    BigUint::from(1u32) << riffles
}

/// Assaf, Diaconis and Soundararajan, "A rule of thumb for riffle shuffling" (2011), 5 to 10 riffles.
#[test]
fn separation_of_repeated_cards() {
    let decks = [
        (
            vec![26, 26],
            [".5085", ".3166", ".1786", ".0951", ".0491", ".0250"],
        ),
        (
            vec![13; 4],
            [".8838", ".6831", ".4469", ".2595", ".1404", ".0731"],
        ),
        (
            [vec![4; 9], vec![16]].concat(),
            [".9987", ".9702", ".8341", ".5961", ".3657", ".2039"],
        ),
    ];
    for (composition, known) in decks {
        let deck = RepeatedCards::new(&composition).unwrap();
        for (riffles, known) in (5..).zip(known) {
            let found = deck.separation(&packets(riffles)).to_f64();
            assert_eq!(
                format!("{found:.4}"),
                format!("0{known}"),
                "{composition:?} {riffles}"
            );
        }
    }
}

/// Returns the probabilities of the arrangements of a sorted deck, by adding the probabilities of the orders.
fn arranged(composition: &[usize], packets: usize) -> Vec<f64> {
    let kinds: Vec<usize> = (0..composition.len())
        .flat_map(|kind| vec![kind; composition[kind]])
        .collect();
    let law = Law::new(
        &RandomShuffle::Riffle(Riffle::Packets(packets as u32)),
        kinds.len(),
    )
    .unwrap();
    let mut chances: std::collections::BTreeMap<Vec<usize>, f64> = Default::default();
    for rank in 0..law.orders() {
        let deck = law
            .deck(rank)
            .into_iter()
            .map(|card| kinds[card as usize])
            .collect();
        *chances.entry(deck).or_default() += law.chance(rank).to_f64();
    }
    chances.into_values().collect()
}

/// One riffle of A A B gives AAB, ABA and BAA with the probabilities 5/8, 2/8 and 1/8. One riffle of A A B B
/// C gives ABABC in 3 of 32 ways, and in a random deck it has probability 1/30.
#[test]
fn worked_numbers() {
    let (deck, two_kinds) = (
        RepeatedCards::new(&[2, 1]).unwrap(),
        TwoKinds::new(2, 1).unwrap(),
    );
    assert_eq!(
        deck.total_variation(&2u32.into()).unwrap().to_string(),
        "7/24"
    );
    let found = two_kinds
        .total_variation(2, 1, &Seed::from(0), |_| true)
        .unwrap();
    assert!((found.value - 7.0 / 24.0).abs() < 1e-15);
    let many = ManyKinds::new(&[2, 2, 1]).unwrap();
    assert!((many.excess(&[0, 1, 0, 1, 2], &2u32.into()) - (90.0 / 32.0 - 1.0)).abs() < 1e-14);
    let suits = ManyKinds::new(&[13; 4]).unwrap();
    let found = suits
        .total_variation(&128u32.into(), 1000, &Seed::from(1), ONE, |_| true)
        .unwrap();
    assert!((found.value - 0.0192).abs() < 4.0 * found.standard_error.unwrap());
}

#[test]
fn all_arrangements_of_small_decks() {
    for (composition, packets) in [
        (vec![2, 1], 2),
        (vec![1, 3], 2),
        (vec![3, 3], 4),
        (vec![2, 1, 2], 3),
        (vec![1; 5], 4),
    ] {
        let chances = arranged(&composition, packets);
        let uniform = 1.0 / chances.len() as f64;
        let parts: Vec<u32> = composition.iter().map(|&count| count as u32).collect();
        let separation = chances
            .iter()
            .map(|chance| 1.0 - chance / uniform)
            .fold(0.0, f64::max);
        let found = RepeatedCards::new(&parts)
            .unwrap()
            .separation(&packets.into())
            .to_f64();
        assert!(
            (found - separation).abs() < 1e-12,
            "{composition:?} {packets}: {found} {separation}"
        );
        let variation: f64 = chances
            .iter()
            .map(|chance| (chance - uniform).max(0.0))
            .sum();
        let found = RepeatedCards::new(&parts)
            .unwrap()
            .total_variation(&packets.into())
            .unwrap()
            .to_f64();
        assert!(
            (found - variation).abs() < 1e-12,
            "{composition:?} {packets}: {found} {variation}"
        );
        if let [first, second] = parts[..] {
            let found = TwoKinds::new(first, second)
                .unwrap()
                .total_variation(packets as u32, 1, &Seed::from(0), |_| true)
                .unwrap();
            assert!(
                (found.value - variation).abs() < 1e-12 && found.standard_error.is_none(),
                "{composition:?}"
            );
        }
    }
}

/// The estimate and the exact sum agree within four standard errors. The seed is fixed.
#[test]
fn estimates_are_near() {
    let small = TwoKinds::new(8, 8)
        .unwrap()
        .total_variation(8, 1, &Seed::from(0), |_| true)
        .unwrap();
    assert!(small.standard_error.is_none());
    let estimate = TwoKinds::new(26, 26)
        .unwrap()
        .total_variation(32, 20_000, &Seed::from(1), |_| true)
        .unwrap();
    let again = TwoKinds::new(26, 26)
        .unwrap()
        .total_variation(32, 80_000, &Seed::from(2), |_| true)
        .unwrap();
    let error = estimate
        .standard_error
        .unwrap()
        .hypot(again.standard_error.unwrap());
    assert!(
        error < 0.01 && (estimate.value - again.value).abs() < 4.0 * error,
        "{estimate:?} {again:?}"
    );
}

const ONE: std::num::NonZero<usize> = std::num::NonZero::<usize>::MIN;

/// With few cards, all orders are enumerated by their rising sequences, in fractions.
#[test]
fn decks_of_many_kinds_gone_through() {
    for composition in [
        &[1][..],
        &[5],
        &[2, 3],
        &[1, 1, 1, 1, 1],
        &[2, 2, 1],
        &[1, 3, 2, 2],
        &[3, 1, 4],
        &[2, 2, 2, 2],
        &[6, 1, 1],
    ] {
        let (deck, exact) = (
            ManyKinds::new(composition).unwrap(),
            RepeatedCards::new(composition).unwrap(),
        );
        for packets in [1u32, 2, 3, 4, 7, 64, 1 << 20] {
            let found = deck
                .total_variation(&packets.into(), 4, &Seed::from(0), ONE, |_| true)
                .unwrap();
            let variation = exact.total_variation(&packets.into()).unwrap().to_f64();
            assert!(
                (found.value - variation).abs() < 1e-14,
                "{composition:?} {packets}: {found:?} {variation}"
            );
            assert_eq!(found.standard_error, None);
        }
    }
}

/// The probability of an arrangement is in proportion to its number of labellings. The inverse shuffle labels
/// each position with a packet, and the cards sorted by label are sorted by kind.
#[test]
fn ratios_are_counts_of_marks() {
    let (composition, packets) = ([2u32, 1, 2, 1], 4u32);
    let deck = ManyKinds::new(&composition).unwrap();
    for arrangement in [
        [0u32, 0, 1, 2, 2, 3],
        [3, 2, 2, 1, 0, 0],
        [2, 0, 3, 1, 0, 2],
        [0, 2, 0, 2, 3, 1],
    ] {
        let sorts = |word: &u32| {
            let mut marked: Vec<(u32, u32)> = (0..6)
                .map(|place| {
                    (
                        word / packets.pow(place) % packets,
                        arrangement[place as usize],
                    )
                })
                .collect();
            marked.sort_by_key(|&(mark, _)| mark);
            marked.is_sorted_by_key(|&(_, kind)| kind)
        };
        let count = (0..packets.pow(6)).filter(sorts).count() as f64;
        let (chance, uniform) = (count / f64::from(packets).powi(6), 1.0 / 180.0); // 6!/(2! 2!)
        let found = deck.excess(&arrangement, &packets.into());
        assert!(
            (found + 1.0 - chance / uniform).abs() < 1e-13,
            "{arrangement:?}: {found} {count}"
        );
    }
}

/// The kinds in reversed order have the least ratio Q/U, 1 minus the separation.
#[test]
fn the_rarest_arrangement_of_whole_packs() {
    for composition in [
        vec![13; 4],
        vec![4; 13],
        [vec![4; 9], vec![16]].concat(),
        vec![26, 26],
        vec![8; 13],
    ] {
        let (deck, exact) = (
            ManyKinds::new(&composition).unwrap(),
            RepeatedCards::new(&composition).unwrap(),
        );
        let kinds = (0..).zip(&composition);
        let mut reversed: Vec<u32> = kinds
            .flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize))
            .collect();
        reversed.reverse();
        for riffles in [5, 7, 10, 20, 40] {
            let separation = exact.separation(&packets(riffles)).to_f64();
            let found = -deck.excess(&reversed, &packets(riffles));
            assert!(
                (found / separation - 1.0).abs() < 1e-9,
                "{composition:?} {riffles}: {found} {separation}"
            );
        }
    }
}

/// Estimates agree with exact sums, which another method gives for two kinds, within four standard errors.
/// The seeds are fixed. After few riffles both halves of the mixture contribute.
#[test]
fn estimates_of_many_kinds_are_near() {
    let (deck, exact) = (
        ManyKinds::new(&[12, 12]).unwrap(),
        TwoKinds::new(12, 12).unwrap(),
    );
    for riffles in [1, 2, 3, 5, 8, 12] {
        let expected = exact
            .total_variation(1 << riffles, 400_000, &Seed::from(9), |_| true)
            .unwrap();
        let found = deck
            .total_variation(&packets(riffles), 20_000, &Seed::from(1), ONE, |_| true)
            .unwrap();
        let error = found
            .standard_error
            .unwrap()
            .hypot(expected.standard_error.unwrap());
        assert!(
            error < 0.01 * expected.value && (found.value - expected.value).abs() < 4.0 * error,
            "{found:?} {expected:?}"
        );
    }
}

#[test]
fn estimates_do_not_depend_on_threads() {
    let deck = ManyKinds::new(&[13; 4]).unwrap();
    let found = |threads: usize| {
        let threads = std::num::NonZero::new(threads).unwrap();
        deck.total_variation(&packets(6), 3000, &Seed::from(5), threads, |_| true)
            .unwrap()
    };
    assert_eq!(found(1), found(3));
    assert_eq!(
        deck.total_variation(&packets(6), 3000, &Seed::from(5), ONE, |_| false),
        None
    );
}

/// After many riffles the law differs from uniform by a term in 1/a, so that distances halve with each
/// riffle, with all digits. The estimates use the same uniform decks, so that they halve too.
#[test]
fn distances_of_many_kinds_halve() {
    let deck = ManyKinds::new(&[4; 13]).unwrap();
    let found = |riffles| {
        deck.total_variation(&packets(riffles), 400, &Seed::from(2), ONE, |_| true)
            .unwrap()
    };
    let (before, after) = (found(200), found(201));
    assert!(
        (before.value / after.value - 2.0).abs() < 1e-9 && before.value < 1e-57,
        "{before:?} {after:?}"
    );
}

/// Cards that are all alike have one arrangement.
#[test]
fn one_kind_is_always_mixed() {
    let deck = ManyKinds::new(&[26]).unwrap();
    for riffles in 1..6 {
        let found = deck.total_variation(&packets(riffles), 4, &Seed::from(1), ONE, |_| true);
        assert_eq!(found.unwrap().value, 0.0);
    }
}

#[test]
fn refused_compositions() {
    use crate::Error::{NoCardsOfKind, TooManyAlike, TooManyCards};
    let refused = |composition: &[u32]| ManyKinds::new(composition).err();
    assert_eq!(refused(&[]), Some(NoCardsOfKind));
    assert_eq!(refused(&[3, 0]), Some(NoCardsOfKind));
    assert_eq!(
        refused(&[260, 261]),
        Some(TooManyCards {
            given: 521,
            at_most: 520
        })
    );
    assert_eq!(refused(&[130; 4]), Some(TooManyAlike));
    assert_eq!(refused(&[52; 4]), None); // four packs
}

/// With fifty-two kinds of one card each, arrangements are orders, whose total variation is known exactly.
#[test]
fn estimates_of_as_many_kinds_as_cards() {
    let (deck, mixing) = (ManyKinds::new(&[1; 52]).unwrap(), Mixing::new(52).unwrap());
    for riffles in 4..=9 {
        let exact = mixing.after_riffles(riffles).unwrap().total_variation;
        let packets = packets(riffles);
        let found = deck
            .total_variation(&packets, 10_000, &Seed::from(3), ONE, |_| true)
            .unwrap();
        let error = found.standard_error.unwrap();
        assert!(
            error < 0.01 && (found.value - exact).abs() < 4.0 * error,
            "{riffles}: {found:?} {exact}"
        );
    }
}

/// Sums and samples of two kinds stop when the caller asks for it.
#[test]
fn computations_of_two_kinds_can_be_stopped() {
    let deck = TwoKinds::new(26, 26).unwrap();
    assert_eq!(
        deck.total_variation(32, 20_000, &Seed::from(1), |_| false),
        None
    );
    let mut drawn = 0;
    let found = deck.total_variation(32, 20_000, &Seed::from(1), |samples| {
        drawn += samples;
        drawn < 10_000
    });
    assert!(
        found.is_none() && (10_000..20_000).contains(&drawn),
        "{drawn}"
    );
}
