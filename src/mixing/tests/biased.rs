//! Riffles with a biased cut, compared with riffles with an even cut and with the exact laws of small decks.

use std::num::NonZero;

use crate::distribution::Law;
use crate::mixing::biased::{BiasedRiffles, Likelihood};
use crate::riffle::Mixing;
use crate::{Permutation, Word};
use faro_sample::shuffle::Seed;

fn biased(cards: usize, top: &str) -> BiasedRiffles {
    BiasedRiffles::new(cards, top.parse().unwrap()).unwrap()
}

fn law(top: &str, riffles: u32, cards: usize) -> Law {
    let word: Word = format!("gsr:cut={top}^{riffles}").parse().unwrap();
    word.routine(cards).unwrap().law().unwrap()
}

fn assert_near(found: f64, exact: f64, what: &str) {
    assert!(
        (found - exact).abs() <= 1e-12 * exact.abs() + 1e-14,
        "{what}: {found} {exact}"
    );
}

/// Compares the probability of every order, and the extreme probabilities, with exact laws of small decks.
#[test]
fn all_orders_of_small_decks() {
    for (cards, riffles) in (1..=6).flat_map(|cards| [1, 2, 3, 4].map(|riffles| (cards, riffles))) {
        for top in ["0.5", "0.4", "0.9", "1", "0.0001"] {
            let (law, mixing) = (law(top, riffles, cards), biased(cards, top));
            let likelihood = Likelihood::new(cards, mixing.top(), riffles);
            let what = format!("gsr:cut={top}^{riffles} of {cards}");
            let excess = |rank: usize| law.chance(rank).to_f64() * law.orders() as f64 - 1.0;
            let (mut least, mut most) = (0.0, 0.0);
            for rank in 0..law.orders() {
                let deck = Permutation::unrank(cards, rank as u64)
                    .unwrap()
                    .inverse()
                    .to_deck();
                assert_near(likelihood.excess(&deck) + 1.0, excess(rank) + 1.0, &what);
                least = f64::min(least, excess(rank));
                most = f64::max(most, excess(rank));
            }
            let row = mixing.extremes(riffles);
            assert_near(row.separation.to_f64(), -least, &what);
            assert_near(row.l_infinity.to_f64(), most, &what);
            assert_near(row.separation_complement.to_f64(), 1.0 + least, &what);
        }
    }
}

/// An even cut is the riffle of Gilbert, Shannon and Reeds, whose distances have closed forms.
#[test]
fn even_cuts_are_plain_riffles() {
    assert_eq!(
        format!("{:.10}", biased(52, "0.5").extremes(7).separation.to_f64()),
        "0.9999945573"
    );
    for cards in [1, 2, 3, 10, 52, 64, 1000, 10_000] {
        let (mixing, plain) = (biased(cards, "0.5"), Mixing::new(cards as u64).unwrap());
        for riffles in (0..=12).chain([13, 14, 16, 20, 25, 30, 50]) {
            let (row, exact) = (
                mixing.extremes(riffles),
                plain.after_riffles(riffles).unwrap(),
            );
            let what = format!("{cards} cards, {riffles} riffles");
            let near = |found: f64, exact: f64| {
                assert!(
                    (found - exact).abs() <= 2e-12 * exact.abs(),
                    "{what}: {found} {exact}"
                );
            };
            near(row.separation.to_f64(), exact.separation);
            for (found, exact) in [
                (row.separation_complement, exact.separation_complement),
                (row.l_infinity, exact.l_infinity),
            ] {
                let digits = found.digits().min(exact.digits());
                let (a, b) = (
                    found.to_digits(digits - 1).to_string(),
                    exact.to_digits(digits - 1).to_string(),
                );
                assert!(
                    a == b || (found.ln() - exact.ln()).abs() < 1e-11 * exact.ln().abs().max(1.0),
                    "{what}: {a} {b}"
                );
            }
        }
    }
}

/// Cauchy's integral, and Newton's identities for small distances, agree where one replaces the other.
#[test]
fn distances_are_continuous_in_the_bias() {
    for cards in [20, 500] {
        for riffles in 8..30 {
            let row = |top: &str| biased(cards, top).extremes(riffles);
            for (one, other) in [
                ("0.5", "0.500001"),
                ("0.45", "0.450001"),
                ("0.3", "0.300001"),
            ] {
                let (a, b) = (row(one), row(other));
                for (a, b) in [(a.separation, b.separation), (a.l_infinity, b.l_infinity)] {
                    assert!(
                        (a.ln() - b.ln()).abs() < 0.02 * (1.0 + a.ln().abs()),
                        "{cards} {riffles} {one}: {a} {b}"
                    );
                }
            }
        }
    }
}

/// Estimates of total variation are near the exact values, for an even cut and for a small deck.
#[test]
fn estimates_of_total_variation() {
    let estimate = |mixing: &BiasedRiffles, riffles, samples| {
        let threads = NonZero::new(2).unwrap();
        mixing
            .total_variation(riffles, samples, &Seed::from(1), threads, |_| true)
            .unwrap()
    };
    let plain = Mixing::new(30).unwrap();
    for riffles in [2, 5, 7, 9] {
        let found = estimate(&biased(30, "0.5"), riffles, 200);
        let exact = plain.after_riffles(riffles).unwrap().total_variation;
        let error = found.standard_error.unwrap();
        assert!(
            (found.value - exact).abs() < 4.0 * error + 1e-9,
            "{riffles}: {} ± {error}, {exact}",
            found.value
        );
    }
    for riffles in [1, 3, 5] {
        let found = estimate(&biased(6, "0.3"), riffles, 20_000);
        let exact = law("0.3", riffles, 6).total_variation().to_f64();
        let error = found.standard_error.unwrap();
        assert!(
            (found.value - exact).abs() < 4.0 * error && error < 0.01,
            "{riffles}: {} {exact}",
            found.value
        );
    }
    assert!(
        biased(30, "0.5")
            .total_variation(3, 100, &Seed::from(1), NonZero::<usize>::MIN, |_| false)
            .is_none()
    );
}

#[test]
fn refused_decks() {
    assert!(BiasedRiffles::new(0, "0.5".parse().unwrap()).is_err());
    assert!(BiasedRiffles::new(1_000_001, "0.5".parse().unwrap()).is_err());
}
