//! The distance of riffled decks from random ones: published tables, all orders of small decks,
//! and floating point against fractions.

mod support;

use faro::riffle::{Distance, ExactDistance, ExactMixing, Fraction, Magnitude, Mixing};
use num_bigint::BigUint;
use num_traits::One;
use support::all_permutations;

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
    let mixing = Mixing::of(52).unwrap();
    for (riffles, (variation, separation, bits)) in (1..).zip(rows) {
        let row = mixing.after_riffles(riffles).unwrap();
        assert_eq!(format!("{:.10}", row.total_variation), variation, "{riffles}");
        assert_eq!(format!("{:.10}", row.separation), separation, "{riffles}");
        assert_eq!(format!("{:.6}", row.kl_bits), bits, "{riffles}");
    }
}

/// The chance of every order after one a-shuffle, times a^n: for each way to mark the cards of the
/// shuffled deck with packets, the order that it comes from.
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
        counts[orders.iter().position(|order| order.images() == from).unwrap()] += 1.0;
    }
    counts
}

#[test]
fn all_orders_of_small_decks() {
    for (cards, packets) in
        [(1, 2), (2, 2), (3, 4), (4, 2), (4, 5), (5, 3), (5, 8), (6, 2), (6, 4), (7, 2), (7, 4)]
    {
        let total = (packets as f64).powi(cards as i32);
        let chances: Vec<f64> = counted(cards, packets).iter().map(|count| count / total).collect();
        let even = 1.0 / chances.len() as f64;
        let sum = |term: &dyn Fn(f64) -> f64| chances.iter().map(|&chance| term(chance)).sum::<f64>();
        let most = |term: &dyn Fn(f64) -> f64| chances.iter().map(|&chance| term(chance)).fold(0.0, f64::max);
        let row = Mixing::of(cards as u64).unwrap().after_packets(&packets.into()).unwrap();
        let what = format!("{cards} cards, {packets} packets");
        let close = |found: f64, known: f64| {
            assert!((found - known).abs() < 1e-12 * known.max(1.0), "{what}: {found} {known}")
        };
        close(row.total_variation, sum(&|chance| (chance - even).abs() / 2.0));
        close(row.total_variation_complement.to_f64(), sum(&|chance| chance.min(even)));
        close(row.separation, most(&|chance| 1.0 - chance / even));
        close(row.separation_complement.to_f64(), 1.0 - most(&|chance| 1.0 - chance / even));
        close(row.l_infinity.to_f64(), most(&|chance| (chance / even - 1.0).abs()));
        close(row.chi_square.to_f64(), sum(&|chance| (chance / even - 1.0).powi(2) * even));
        let entropy = sum(&|chance| if chance > 0.0 { -chance * chance.log2() } else { 0.0 });
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

/// Twelve digits: a part in 10^12, or fewer where the number says so.
fn digits(found: Magnitude, known: &Fraction, what: &str) {
    let known = known.magnitude();
    if known == Magnitude::ZERO {
        return assert!(found == known || found.ln() < -1e9, "{what}");
    }
    let error = (found.ln() - known.ln()).abs();
    let bound = 0.5 * 0.1f64.powi(found.digits() as i32 - 1);
    assert!(error <= bound, "{what}: error {error:e} of {found}, not {known}");
}

fn number(found: f64, known: &Fraction, what: &str) {
    let known = known.to_f64();
    assert!((found - known).abs() <= 5e-13 * known, "{what}: {found:e}, not {known:e}");
}

fn compare(row: &Distance, exact: &ExactDistance, what: &str) {
    number(row.total_variation, &exact.total_variation, &format!("total variation, {what}"));
    digits(
        row.total_variation_complement,
        &exact.total_variation.complement(),
        &format!("complement, {what}"),
    );
    number(row.separation, &exact.separation, &format!("separation, {what}"));
    digits(row.separation_complement, &exact.separation.complement(), &format!("rarest, {what}"));
    digits(row.l_infinity, &exact.l_infinity, &format!("L-infinity, {what}"));
    digits(row.chi_square, &exact.chi_square, &format!("chi-square, {what}"));
    number(row.rising_sequences, &exact.rising_sequences, &format!("rising sequences, {what}"));
}

#[test]
fn twelve_digits_at_any_number_of_riffles() {
    for cards in [2, 3, 8, 20, 52, 104, 170, 171, 208, 300] {
        let (mixing, exact) = (Mixing::of(cards).unwrap(), ExactMixing::of(cards).unwrap());
        for riffles in (0..25).chain([30, 60, 200, 480]) {
            let row = mixing.after_riffles(riffles).unwrap();
            let known = exact.after_packets(&packets(riffles)).unwrap();
            compare(&row, &known, &format!("{cards} cards, {riffles} riffles"));
        }
    }
}

#[test]
fn twelve_digits_for_any_number_of_packets() {
    for cards in [5, 52, 250] {
        let (mixing, exact) = (Mixing::of(cards).unwrap(), ExactMixing::of(cards).unwrap());
        for packets in [1, 3, 7, 10, 100, 249, 1000, 12_345u32] {
            let row = mixing.after_packets(&packets.into()).unwrap();
            let known = exact.after_packets(&packets.into()).unwrap();
            compare(&row, &known, &format!("{cards} cards, {packets} packets"));
        }
    }
}
