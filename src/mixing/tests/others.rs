//! The distances of shuffles other than riffles: published figures, and the exact laws of all small decks.

use std::num::NonZero;

use crate::distribution::Law;
use crate::mixing::top_to_random::TopToRandomMixing;
use crate::mixing::transpositions::{TranspositionBound, TranspositionMixing};
use crate::mixing::{Distances, ShelfMixing};
use crate::word::Evidence;
use crate::{Error, Word};
use faro_sample::zoo::{RandomShuffle, Shelves};
use num_bigint::BigUint;

fn shelf(cards: usize, shelves: u32) -> Distances {
    ShelfMixing::new(cards)
        .unwrap()
        .after_shelves(&shelves.into())
        .unwrap()
}

/// Exact fractions, computed independently.
#[test]
fn fifty_two_cards_and_one_machine() {
    for (shelves, variation) in [
        (10, "0.9999992752"),
        (20, "0.7200889863"),
        (100, "0.0409315371"),
    ] {
        assert_eq!(
            format!("{:.10}", shelf(52, shelves).total_variation.to_f64()),
            variation,
            "{shelves}"
        );
    }
    assert_eq!(
        format!("{:.10}", shelf(52, 50).separation.to_f64()),
        "0.9099599282"
    );
}

#[test]
fn fractions_of_small_decks() {
    let rows = [
        (4, 1, "2/3"),
        (4, 2, "1/6"),
        (5, 2, "43/240"),
        (6, 2, "17/45"),
        (6, 3, "697/3645"),
    ];
    for (cards, shelves, variation) in rows {
        let mixing = ShelfMixing::new(cards).unwrap();
        let [(_, exact), ..] = mixing
            .exact_after_shelves(&BigUint::from(shelves as u32))
            .unwrap();
        assert_eq!(exact.to_string(), variation, "{cards} {shelves}");
    }
}

/// With m = c n^(5/4) shelves, total variation tends to the distance of two normal laws of standard deviation
/// 1 whose means are 1/(6 √10 c²) apart. The window at the cutoff 5/4 log n/log 2m is due to Chen and
/// Ottolini (*Cutoff in total variation for the shelf shuffle*, 2024). The constant is our own derivation:
/// the distance of the means is the standard deviation of ln(Q/U) to first order. It was not found in print,
/// and this test is its only check.
#[test]
fn the_cutoff_profile_of_shelves() {
    let cards = 10_000;
    let mixing = ShelfMixing::new(cards).unwrap();
    // 2 Φ(s/2) - 1 by the midpoint rule, with s = 1/(6 √10 c²).
    let profile = |c: f64| {
        let half = 1.0 / (12.0 * 10f64.sqrt() * c * c);
        let density = |step: i32| (-(half * (f64::from(step) + 0.5) / 1000.0).powi(2) / 2.0).exp();
        (0..1000).map(density).sum::<f64>() * half / 1000.0 * (2.0 / std::f64::consts::PI).sqrt()
    };
    for c in [0.25, 0.5, 1.0, 2.0] {
        let shelves = (c * (cards as f64).powf(1.25)) as u32;
        let found = mixing
            .after_shelves(&shelves.into())
            .unwrap()
            .total_variation
            .to_f64();
        assert!(
            (found / profile(c) - 1.0).abs() < 0.02,
            "{c}: {found} {}",
            profile(c)
        );
    }
}

/// Returns the distances of a law by their definitions.
fn defined(law: &Law) -> [f64; 5] {
    let orders = law.orders() as f64;
    let excess: Vec<f64> = (0..law.orders())
        .map(|rank| law.chance(rank).to_f64() * orders - 1.0)
        .collect();
    [
        law.total_variation().to_f64(),
        excess.iter().fold(0.0, |max: f64, excess| max.max(-excess)),
        excess
            .iter()
            .fold(0.0, |max: f64, excess| max.max(excess.abs())),
        excess.iter().map(|excess| excess * excess).sum::<f64>() / orders,
        law.entropy_bits(),
    ]
}

fn assert_near(found: &Distances, law: &Law, what: &str) {
    let numbers = [
        found.total_variation,
        found.separation,
        found.l_infinity,
        found.chi_square,
        found.entropy_bits,
    ];
    for (index, (number, exact)) in numbers.into_iter().zip(defined(law)).enumerate() {
        let error = (number.to_f64() - exact).abs();
        assert!(
            error <= 1e-11 * exact.max(1e-2),
            "{what} {index}: {number} {exact}"
        );
    }
}

/// The law by valleys equals the law of the machine, and the fractions agree with the law.
#[test]
fn shelves_of_all_small_decks() {
    for cards in 1..=7 {
        let mixing = ShelfMixing::new(cards).unwrap();
        for shelves in (1..=4).filter(|shelves| 2 * shelves <= 4 || cards <= 6) {
            let law = Law::new(&RandomShuffle::Shelves(Shelves(shelves)), cards).unwrap();
            assert_near(
                &shelf(cards, shelves),
                &law,
                &format!("shelf:{shelves} of {cards}"),
            );
            let [(_, exact), ..] = mixing.exact_after_shelves(&shelves.into()).unwrap();
            assert_eq!(exact, law.total_variation(), "{cards} {shelves}");
        }
    }
}

/// Passes of m and l shelves are one pass of 2ml.
#[test]
fn passes_multiply() {
    for cards in 2..=5 {
        for (first, second) in [(1, 1), (1, 2), (2, 3)] {
            let law = |shelves| Law::new(&RandomShuffle::Shelves(Shelves(shelves)), cards).unwrap();
            let both = law(first).then(&law(second)).unwrap();
            assert_near(
                &shelf(cards, 2 * first * second),
                &both,
                &format!("{first} {second} of {cards}"),
            );
        }
    }
}

/// The probabilities of all orders, round by round, equal the exact law of the repeated word.
#[test]
fn words_of_small_decks() {
    let words = [
        "overhand:0.3",
        "thorp",
        "gsr:cut=0.4",
        "gsr:clump=0.7",
        "top-to-random",
        "random-to-top",
        "random-transposition",
        "naive",
        "gsr cut:2 overhand:0.5",
        "shelf:1 reverse",
        "(gsr cut:1)^2",
        "thorp fisher-yates",
        "sattolo",
        "coin-sort:merge",
        "coin-sort:quick",
        "short-keys:3",
        "gsr:clump=0.8",
        "off-by-one:first",
    ];
    for word in words {
        for cards in 2..=5 {
            let mut mixing = word
                .parse::<Word>()
                .unwrap()
                .routine(cards)
                .unwrap()
                .small_mixing()
                .unwrap();
            for times in 1..=4 {
                mixing.advance();
                let repeated: Word = format!("({word})^{times}").parse().unwrap();
                let law = repeated.routine(cards).unwrap().law().unwrap();
                assert_near(
                    &mixing.distances(),
                    &law,
                    &format!("({word})^{times} of {cards}"),
                );
            }
        }
    }
}

/// Compares the distances after 1 to 7 shuffles with the exact law of the repeated word.
fn assert_law(word: &str, cards: usize, mut next: impl FnMut() -> Distances) {
    for times in 1..=7 {
        let repeated: Word = format!("{word}^{times}").parse().unwrap();
        let law = repeated.routine(cards).unwrap().law().unwrap();
        assert_near(&next(), &law, &format!("{word}^{times} of {cards}"));
    }
}

/// The law by the number of moved cards equals the laws of the shuffle and of its inverse.
#[test]
fn top_to_random_of_small_decks() {
    for (word, cards) in ["top-to-random", "random-to-top"]
        .into_iter()
        .flat_map(|word| [(word, 1), (word, 4), (word, 6)])
    {
        let mut mixing = TopToRandomMixing::new(cards).unwrap();
        assert_law(word, cards, || {
            mixing.advance();
            mixing.distances()
        });
    }
}

/// The chain of the cycle types gives the law of the shuffle.
#[test]
fn transpositions_of_small_decks() {
    for cards in 1..=6 {
        let mut mixing = TranspositionMixing::new(cards).unwrap();
        assert_law("random-transposition", cards, || {
            mixing.advance(NonZero::<usize>::MIN);
            mixing.distances()
        });
    }
}

/// Calls a function with each partition of n, largest parts first.
fn each_partition(left: u32, max: u32, parts: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    if left == 0 {
        return visit(parts);
    }
    for part in (1..=max.min(left)).rev() {
        parts.push(part);
        each_partition(left - part, part, parts, visit);
        parts.pop();
    }
}

/// Returns Σ f²β^exponent over all partitions of n except n itself. The hook length formula gives f, and the
/// contents give β.
fn characters(n: u32, exponent: i32) -> f64 {
    let factorial: f64 = (1..=n).map(f64::from).product();
    let mut sum = 0.0;
    each_partition(n, n, &mut Vec::new(), &mut |parts| {
        let boxes =
            || (0..parts.len()).flat_map(|row| (0..parts[row]).map(move |column| (row, column)));
        let below =
            |row: usize, column| parts[row..].iter().filter(|&&part| part > column).count() as u32;
        let hooks: f64 = boxes()
            .map(|(row, column)| f64::from(parts[row] - column - 1 + below(row, column)))
            .product();
        let contents: f64 = boxes()
            .map(|(row, column)| f64::from(column) - row as f64)
            .sum();
        let eigenvalue = 1.0 / f64::from(n) + 2.0 * contents / f64::from(n * n);
        if parts.len() > 1 {
            sum += (factorial / hooks).powi(2) * eigenvalue.powi(exponent);
        }
    });
    sum
}

/// L-infinity and chi-square agree with sums over all representations for up to 22 cards, by their
/// eigenvalues and dimensions.
#[test]
fn transpositions_by_characters() {
    for cards in [9, 16, 22] {
        let mut mixing = TranspositionMixing::new(cards).unwrap();
        for times in 1..=150 {
            mixing.advance(NonZero::new(2).unwrap());
            if times % 25 == 0 {
                let row = mixing.distances();
                for (number, exponent) in [(row.l_infinity, times), (row.chi_square, 2 * times)] {
                    let exact = characters(cards as u32, exponent);
                    assert!(
                        (number.to_f64() / exact - 1.0).abs() < 1e-11,
                        "{cards} {times}: {number} {exact}"
                    );
                }
            }
        }
    }
}

/// The bounds are above the exact distances, and approach them.
#[test]
fn transpositions_are_bounded() {
    for cards in [2, 3, 10, 20, 27] {
        let bound = TranspositionBound::new(cards).unwrap();
        let mut mixing = TranspositionMixing::new(cards).unwrap();
        for times in 1..=200 {
            mixing.advance(NonZero::<usize>::MIN);
            let (exact, bounds) = (mixing.distances(), bound.after(times));
            assert!(
                exact.total_variation <= bounds.total_variation
                    && exact.separation <= bounds.separation
            );
            assert!(exact.l_infinity <= bounds.l_infinity && exact.chi_square <= bounds.chi_square);
            assert!(exact.kl_bits <= bounds.kl_bits && exact.entropy_bits >= bounds.entropy_bits);
            // Of the largest term, (n - 1)² is bounded by n².
            let near = (1.0 + 3.0 / cards as f64) * exact.chi_square.to_f64();
            assert!(
                cards < 10 || times < 150 || bounds.chi_square.to_f64() < near,
                "{cards} {times}"
            );
        }
    }
}

/// The separation is the probability that two cards or more were never moved, and total variation is below it
/// (Diaconis, Fill and Pitman 1992). For more than 2000 cards, small probabilities are dropped.
#[test]
fn top_to_random_of_large_decks() {
    for cards in [52, 500, 2001, 3000] {
        let mut mixing = TopToRandomMixing::new(cards).unwrap();
        let n = cards as f64;
        let times = (n * n.ln() + n) as u32;
        (0..times).for_each(|_| mixing.advance());
        // The number of cards that were not moved, by inclusion and exclusion.
        let none = |i: u32| {
            (0..i).map(|i| n - f64::from(i)).product::<f64>()
                * (1.0 - f64::from(i) / n).powf(times.into())
        };
        let factorial = |i: u32| (1..=i).map(f64::from).product::<f64>();
        let sign = |i: u32| if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let separation: f64 = (2..20)
            .map(|i| sign(i) * f64::from(i - 1) * none(i) / factorial(i))
            .sum();
        let row = mixing.distances();
        let error = (row.separation.to_f64() / separation - 1.0).abs();
        assert!(error < 1e-9, "{cards}: {} {separation}", row.separation);
        assert!(row.total_variation < row.separation && mixing.is_complete());
    }
}

/// Small distances keep their digits: the second eigenvalue of top to random is 1 - 2/n.
#[test]
fn small_distances_of_small_decks() {
    let mut mixing = "top-to-random"
        .parse::<Word>()
        .unwrap()
        .routine(5)
        .unwrap()
        .small_mixing()
        .unwrap();
    let mut last = 1.0;
    for times in 1..=200 {
        mixing.advance();
        let separation = mixing.distances().separation.to_f64();
        if times > 150 {
            assert!(
                (separation / last - 0.6).abs() < 1e-9,
                "{times}: {separation} {last}"
            );
        }
        last = separation;
    }
    assert!(last < 1e-40);
}

/// The limits of shuffles that never mix: the proportion of orders that is possible after k rounds.
#[test]
fn shuffles_that_never_mix() {
    let share = |word: &str, cards| {
        let confinement = word
            .parse::<Word>()
            .unwrap()
            .routine(cards)
            .unwrap()
            .confinement();
        confinement.map(|confinement| (confinement.evidence, confinement.share.to_f64()))
    };
    let near = |word: &str, cards, evidence, expected: f64| {
        let found = share(word, cards).unwrap_or_else(|| panic!("{word}"));
        assert!(
            found.0 == evidence && (found.1 / expected - 1.0).abs() < 1e-11,
            "{word}: {found:?}"
        );
    };
    let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
    near("overhand:1.0", 52, Evidence::Certain, 1.0 / factorial(52));
    near("gsr:cut=1", 52, Evidence::Certain, 1.0 / factorial(52));
    near("reused-seed out", 6, Evidence::Certain, 1.0 / 720.0);
    // One card stays; even and odd orders take turns; all rotations.
    near("off-by-one:last", 8, Evidence::AllRounds, 1.0 / 8.0);
    near("thorp", 7, Evidence::AllRounds, 1.0 / 7.0);
    near("sattolo", 7, Evidence::AllRounds, 0.5);
    near("gsr:clump=1", 8, Evidence::AllRounds, 8.0 / 40_320.0);
    near(
        "gsr:clump=1 reverse",
        8,
        Evidence::AllRounds,
        8.0 / 40_320.0,
    );
    near("thorp", 51, Evidence::RandomRounds(20_000), 1.0 / 51.0);
    for (word, cards) in [
        ("gsr", 8),
        ("thorp", 8),
        ("overhand:0.1", 9),
        ("top-to-random", 6),
        ("thorp", 52),
        ("naive", 52),
    ] {
        assert_eq!(share(word, cards), None, "{word}");
    }
}

/// The total variation of repeated shuffles approaches its limit from above.
#[test]
fn the_limit_of_a_shuffle_that_never_mixes() {
    for (word, cards) in [
        ("sattolo", 6),
        ("thorp", 5),
        ("off-by-one:first gsr:clump=1", 5),
        ("gsr:clump=1", 6),
    ] {
        let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
        let limit = 1.0
            - routine
                .confinement()
                .map_or(1.0, |confinement| confinement.share.to_f64());
        let mut mixing = routine.small_mixing().unwrap();
        for _ in 0..100 {
            mixing.advance();
            assert!(
                mixing.distances().total_variation.to_f64() > limit - 1e-12,
                "{word}"
            );
        }
        assert!(
            mixing.distances().total_variation.to_f64() < limit + 1e-9,
            "{word}"
        );
    }
}

#[test]
fn followed_laws_stop_when_they_are_told_to() {
    let mut mixing = "naive"
        .parse::<Word>()
        .unwrap()
        .routine(6)
        .unwrap()
        .small_mixing()
        .unwrap();
    assert!(mixing.can_advance() && !mixing.advance_while(&mut || false));
}

/// Of nine swaps of three cards, three change nothing and each pair has two. One top-to-random shuffle reaches 4 of 24
/// orders. Of 1000 cards, n log n/2 + 2n swaps are enough.
#[test]
fn worked_numbers() {
    let near = |found: crate::riffle::Magnitude, exact: f64| {
        assert!((found.to_f64() - exact).abs() < 1e-12);
    };
    let mut swaps = TranspositionMixing::new(3).unwrap();
    swaps.advance(NonZero::<usize>::MIN);
    near(swaps.distances().total_variation, 1.0 / 3.0);
    let mut small = "top-to-random"
        .parse::<Word>()
        .unwrap()
        .routine(4)
        .unwrap()
        .small_mixing()
        .unwrap();
    small.advance();
    near(small.distances().total_variation, 5.0 / 6.0);
    assert!(
        TranspositionBound::new(1000)
            .unwrap()
            .after(5454)
            .total_variation
            .to_f64()
            < 0.02
    );
    let mut pack = TopToRandomMixing::new(52).unwrap();
    (0..205).for_each(|_| pack.advance());
    assert_eq!(
        format!("{:.4}", pack.distances().separation.to_f64()),
        "0.2523"
    );
}

#[test]
fn refused_decks_and_machines() {
    assert_eq!(
        ShelfMixing::new(0).err(),
        Some(Error::TooFewCards {
            given: 0,
            at_least: 1
        })
    );
    let many = Error::TooManyCards {
        given: 1_000_000,
        at_most: 20_000,
    };
    assert_eq!(ShelfMixing::new(1_000_000).err(), Some(many));
    let mixing = ShelfMixing::new(3).unwrap();
    assert_eq!(
        mixing.after_shelves(&0u32.into()).err(),
        Some(Error::NoShelves)
    );
    let many: BigUint = BigUint::from(1u32) << 480;
    let too_many = Error::TooManyShelves {
        given: many.clone(),
        at_most: many.clone() - 1u32,
    };
    assert_eq!(mixing.after_shelves(&many).err(), Some(too_many));
    assert!(
        "gsr:clump=0.7"
            .parse::<Word>()
            .unwrap()
            .routine(11)
            .unwrap()
            .small_mixing()
            .is_err()
    );
}
