//! The distance of riffled decks from random ones: published tables, all orders of small decks,
//! and floating point against fractions.

use crate::support::all_permutations;
use faro::riffle::{Distance, ExactDistance, ExactMixing, Magnitude, Mixing};
use faro_math::number::Fraction;
use num_bigint::BigUint;
use num_traits::One;

fn packets(riffles: u32) -> BigUint {
    BigUint::one() << riffles
}

/// Bayer and Diaconis, "Trailing the dovetail shuffle to its lair" (1992), k = 1..10, and further
/// digits and rows by exact fractions; bits: Trefethen and Trefethen, "How many shuffles to
/// randomize a deck of cards?" (2000).
#[test]
fn fifty_two_cards() {
    let rows = [
        ("1.0000000000", "1.0000000000", "173.581003"),
        ("1.0000000000", "1.0000000000", "121.581100"),
        ("1.0000000000", "1.0000000000", "69.873538"),
        ("0.9999995334", "1.0000000000", "27.271233"),
        ("0.9237329294", "1.0000000000", "7.945220"),
        ("0.6135495966", "1.0000000000", "2.072719"),
        ("0.3340609995", "0.9999945573", "0.523879"),
        ("0.1671586419", "0.9961774377", "0.131331"),
        ("0.0854201934", "0.9315277671", "0.032855"),
        ("0.0429455489", "0.7321138617", "0.008215"),
        ("0.0215023759", "0.4794958077", "0.002054"),
        ("0.0107548935", "0.2775418922", "0.000513"),
        ("0.0053779101", "0.1497335429", "0.000128"),
        ("0.0026890130", "0.0778224924", "0.000032"),
    ];
    let mixing = Mixing::new(52).unwrap();
    for (riffles, (variation, separation, bits)) in (1..).zip(rows) {
        let row = mixing.after_riffles(riffles).unwrap();
        assert_eq!(
            format!("{:.10}", row.total_variation),
            variation,
            "{riffles}"
        );
        assert_eq!(format!("{:.10}", row.separation), separation, "{riffles}");
        assert_eq!(format!("{:.6}", row.kl_bits), bits, "{riffles}");
    }
}

/// Returns the probability of every order after one a-shuffle, times a^n: the number of ways to label the cards of
/// the shuffled deck with packets that give this order.
fn counted(cards: usize, packets: usize) -> Vec<f64> {
    let orders = all_permutations(cards);
    let mut counts = vec![0.0; orders.len()];
    for mut word in 0..packets.pow(cards as u32) {
        let marks: Vec<usize> = (0..cards)
            .map(|_| {
                let mark = word % packets;
                word /= packets;
                mark
            })
            .collect();
        let mut from: Vec<u32> = (0..cards as u32).collect();
        from.sort_by_key(|&place| marks[place as usize]);
        counts[orders
            .iter()
            .position(|order| order.images() == from)
            .unwrap()] += 1.0;
    }
    counts
}

#[test]
fn all_orders_of_small_decks() {
    for (cards, packets) in [
        (1, 2),
        (2, 2),
        (3, 4),
        (4, 2),
        (4, 5),
        (5, 3),
        (5, 8),
        (6, 2),
        (6, 4),
        (7, 2),
        (7, 4),
    ] {
        let total = (packets as f64).powi(cards as i32);
        let chances: Vec<f64> = counted(cards, packets)
            .iter()
            .map(|count| count / total)
            .collect();
        let even = 1.0 / chances.len() as f64;
        let sum =
            |term: &dyn Fn(f64) -> f64| chances.iter().map(|&chance| term(chance)).sum::<f64>();
        let most = |term: &dyn Fn(f64) -> f64| {
            chances
                .iter()
                .map(|&chance| term(chance))
                .fold(0.0, f64::max)
        };
        let row = Mixing::new(cards as u64)
            .unwrap()
            .after_packets(&packets.into())
            .unwrap();
        let what = format!("{cards} cards, {packets} packets");
        let close = |found: f64, known: f64| {
            assert!(
                (found - known).abs() < 1e-12 * known.max(1.0),
                "{what}: {found} {known}"
            );
        };
        close(
            row.total_variation,
            sum(&|chance| (chance - even).abs() / 2.0),
        );
        close(
            row.total_variation_complement.to_f64(),
            sum(&|chance| chance.min(even)),
        );
        close(row.separation, most(&|chance| 1.0 - chance / even));
        close(
            row.separation_complement.to_f64(),
            1.0 - most(&|chance| 1.0 - chance / even),
        );
        close(
            row.l_infinity.to_f64(),
            most(&|chance| (chance / even - 1.0).abs()),
        );
        close(
            row.chi_square.to_f64(),
            sum(&|chance| (chance / even - 1.0).powi(2) * even),
        );
        let entropy = sum(&|chance| {
            if chance > 0.0 {
                -chance * chance.log2()
            } else {
                0.0
            }
        });
        close(row.entropy_bits, entropy);
        close(row.kl_bits, -even.log2() - entropy);
        let rising: f64 = all_permutations(cards)
            .iter()
            .zip(&chances)
            .map(|(order, chance)| chance * order.rising_sequences() as f64)
            .sum();
        close(row.rising_sequences, rising);
    }
}

/// Asserts that the value has the digits of the printed number: within half a unit of the last digit if it begins
/// with 1.
fn digits(found: Magnitude, known: &Fraction, what: &str) {
    let known = Magnitude::from_fraction(known);
    if known == Magnitude::ZERO {
        return assert!(found == known || found.ln() < -1e9, "{what}");
    }
    let error = (found.ln() - known.ln()).abs();
    let bound = 0.5 * 0.1f64.powi(found.digits() as i32 - 1);
    assert!(
        error <= bound,
        "{what}: error {error:e} of {found}, not {known}"
    );
}

/// Asserts fourteen digits, to one unit of the last.
fn number(found: f64, known: &Fraction, what: &str) {
    let known = known.to_f64();
    assert!(
        (found - known).abs() <= 1e-14 * known,
        "{what}: {found:e}, not {known:e}"
    );
}

fn compare(row: &Distance, exact: &ExactDistance, what: &str) {
    number(
        row.total_variation,
        &exact.total_variation,
        &format!("total variation, {what}"),
    );
    digits(
        row.total_variation_complement,
        &exact.total_variation.complement(),
        &format!("complement, {what}"),
    );
    number(
        row.separation,
        &exact.separation,
        &format!("separation, {what}"),
    );
    digits(
        row.separation_complement,
        &exact.separation.complement(),
        &format!("rarest, {what}"),
    );
    digits(
        row.l_infinity,
        &exact.l_infinity,
        &format!("L-infinity, {what}"),
    );
    digits(
        row.chi_square,
        &exact.chi_square,
        &format!("chi-square, {what}"),
    );
    number(
        row.rising_sequences,
        &exact.rising_sequences,
        &format!("rising sequences, {what}"),
    );
}

#[test]
fn all_digits_at_any_number_of_riffles() {
    for cards in [2, 3, 8, 20, 52, 104, 170, 171, 208, 300] {
        let (mixing, exact) = (
            Mixing::new(cards).unwrap(),
            ExactMixing::new(cards).unwrap(),
        );
        for riffles in (0..25).chain([30, 60, 200, 480]) {
            let row = mixing.after_riffles(riffles).unwrap();
            let known = exact.after_packets(&packets(riffles)).unwrap();
            compare(&row, &known, &format!("{cards} cards, {riffles} riffles"));
        }
    }
}

#[test]
fn all_digits_for_any_number_of_packets() {
    for cards in [5, 52, 250] {
        let (mixing, exact) = (
            Mixing::new(cards).unwrap(),
            ExactMixing::new(cards).unwrap(),
        );
        for packets in [1, 3, 7, 10, 100, 249, 1000, 12_345u32] {
            let row = mixing.after_packets(&packets.into()).unwrap();
            let known = exact.after_packets(&packets.into()).unwrap();
            compare(&row, &known, &format!("{cards} cards, {packets} packets"));
        }
    }
}

/// A thousand cards, for which the recurrence is not used; far in the tail fewer digits are claimed.
#[test]
fn a_thousand_cards() {
    let (mixing, exact) = (Mixing::new(1000).unwrap(), ExactMixing::new(1000).unwrap());
    for riffles in [0, 1, 4, 8, 10, 12, 15, 18, 30] {
        let row = mixing.after_riffles(riffles).unwrap();
        compare(
            &row,
            &exact.after_packets(&packets(riffles)).unwrap(),
            &format!("{riffles} riffles"),
        );
    }
}

/// One riffle has 2^n − n reachable orders, and new-deck order has probability (n + 1)/2^n: the overlap with the
/// uniform law is (2^n − n)/n!. Here for huge decks.
#[test]
fn one_riffle_of_huge_decks() {
    for cards in [52u64, 1000, 100_000, 1_000_000] {
        let row = Mixing::new(cards).unwrap().after_riffles(1).unwrap();
        let n = cards as f64;
        // Stirling's series for ln n!, whose next term is below 1e-12.
        let ln_orders =
            n * n.ln() - n + 0.5 * (2.0 * std::f64::consts::PI * n).ln() + 1.0 / (12.0 * n)
                - 1.0 / (360.0 * n.powi(3));
        let known = n * std::f64::consts::LN_2 - ln_orders;
        let bound = 0.5 * 0.1f64.powi(row.total_variation_complement.digits() as i32 - 1);
        let found = row.total_variation_complement.ln();
        assert!((found - known).abs() <= bound, "{cards}: {found} {known}");
        let entropy = n - (n + 1.0) * (n + 1.0).log2() / n.exp2();
        assert!(
            (row.entropy_bits - entropy).abs() < 1e-12 * n,
            "{cards}: {}",
            row.entropy_bits
        );
    }
}

/// Bayer and Diaconis, theorem 4: after 3/2 log2 n + log2 c riffles the total variation tends to
/// 1 − 2Φ(−1/(4c√3)) = erf(1/(4c√6)).
#[test]
fn the_cutoff_of_huge_decks() {
    let mixing = Mixing::new(1 << 20).unwrap();
    for (riffles, c) in [(27, 0.125), (28, 0.25), (29, 0.5), (30, 1.0), (32, 4.0)] {
        let row = mixing.after_riffles(riffles).unwrap();
        let limit = erf(1.0 / (4.0 * c * 6f64.sqrt()));
        assert!(
            (row.total_variation - limit).abs() < 1e-3,
            "{riffles}: {} {limit}",
            row.total_variation
        );
    }
}

/// Its power series.
fn erf(x: f64) -> f64 {
    let (mut term, mut sum) = (x, 0.0);
    for k in 0..60 {
        sum += term / f64::from(2 * k + 1);
        term *= -x * x / f64::from(k + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

/// The relative entropy is no fraction, but its terms are fractions, and only their logarithms are rounded.
#[test]
fn twelve_digits_of_the_relative_entropy() {
    for cards in [52u32, 171, 300] {
        let (mixing, eulerian) = (Mixing::new(cards.into()).unwrap(), eulerian(cards));
        let orders: BigUint = (1..=cards).product();
        for riffles in [1, 3, 6, 8, 10, 12] {
            let even = packets(riffles).pow(cards);
            let mut known = 0.0;
            for (r, count) in (1..=cards)
                .zip(&eulerian)
                .take_while(|(r, _)| packets(riffles) >= (*r).into())
            {
                let ratio: BigUint = (1..=cards).map(|i| packets(riffles) + i - r).product();
                let chance = Fraction::new(count * &ratio, &orders * &even).to_f64();
                known += chance * Fraction::new(ratio, even.clone()).ln() / std::f64::consts::LN_2;
            }
            let found = mixing.after_riffles(riffles).unwrap();
            let what = format!(
                "{cards} cards, {riffles} riffles: {} {known}",
                found.kl_bits
            );
            // If the known number is small, terms of both signs of about 1 cancel in it.
            assert!(
                (found.kl_bits - known).abs() < 1e-12 * known + 1e-14,
                "{what}"
            );
            let entropy = Fraction::new(orders.clone(), 1u32).ln() / std::f64::consts::LN_2 - known;
            assert!(
                (found.entropy_bits - entropy).abs() < 1e-12 * entropy.max(1.0),
                "{what} {entropy}"
            );
        }
    }
}

/// A(n, r) for r = 1..n by the alternating sum Σ (−1)^j C(n + 1, j) (r − j)^n.
fn eulerian(n: u32) -> Vec<BigUint> {
    let entry = |r: u32| {
        let (mut plus, mut minus, mut choose) = (BigUint::ZERO, BigUint::ZERO, BigUint::one());
        for j in 0..r {
            *(if j % 2 == 0 { &mut plus } else { &mut minus }) +=
                &choose * BigUint::from(r - j).pow(n);
            choose = choose * (n + 1 - j) / (j + 1);
        }
        plus - minus
    };
    (1..=n).map(entry).collect()
}

/// Near uniform the divergence is half the chi-square distance, with all digits: their ratio differs from 1 by less
/// than the ratios of probabilities do.
#[test]
fn small_distances_are_alike() {
    for cards in [2, 52, 300, 1_000_000] {
        let mixing = Mixing::new(cards).unwrap();
        for riffles in [100, 200, 480] {
            let row = mixing.after_riffles(riffles).unwrap();
            let nats = row.kl_bits * std::f64::consts::LN_2;
            assert!(
                (2.0 * nats / row.chi_square.to_f64() - 1.0).abs() < 1e-12,
                "{cards} {riffles}"
            );
        }
    }
}
