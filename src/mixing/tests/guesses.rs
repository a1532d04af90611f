//! Guessing cards: the strategies are the best ones for small decks, and agree with published numbers.

use std::num::NonZero;

use crate::Word;
use crate::mixing::GuessMixing;
use crate::mixing::guessing::{Guesses, RiffleGuesses, ShelfGuesses};
use crate::riffle::EstimatedValue;
use faro_sample::shuffle::Seed;
use faro_sample::zoo::{RandomShuffle, Riffle, Shelves};

/// Returns the exact number of right guesses of a small deck after a word, by the probabilities of all orders.
fn exact(word: &str, cards: usize) -> f64 {
    let mut mixing = word
        .parse::<Word>()
        .unwrap()
        .routine(cards)
        .unwrap()
        .small_mixing()
        .unwrap();
    mixing.advance();
    mixing.guesses()
}

fn riffles(cards: usize, packets: u32, samples: u32) -> EstimatedValue {
    let guesses = RiffleGuesses::new(cards, packets.into()).unwrap();
    let threads = NonZero::new(2).unwrap();
    guesses
        .mean(
            &Riffle::Packets(packets),
            samples,
            &Seed::from(1),
            threads,
            |_| true,
        )
        .unwrap()
}

fn shelves(cards: usize, shelves: u32, samples: u32) -> EstimatedValue {
    let guesses = ShelfGuesses::new(cards, shelves).unwrap();
    let shuffle = RandomShuffle::Shelves(Shelves(shelves));
    guesses
        .mean(
            &shuffle,
            samples,
            &Seed::from(1),
            NonZero::<usize>::MIN,
            |_| true,
        )
        .unwrap()
}

fn assert_near(found: &EstimatedValue, exact: f64, what: &str) {
    let error = found.standard_error.unwrap();
    assert!(
        (found.value - exact).abs() < 4.0 * error + 1e-9,
        "{what}: {} ± {error}, {exact}",
        found.value
    );
}

#[test]
fn small_decks() {
    for (cards, word, packets) in [
        (3, "gsr", 2),
        (5, "gsr", 2),
        (6, "gsr^2", 4),
        (6, "riffle:3", 3),
        (6, "gsr^6", 64),
    ] {
        assert_near(
            &riffles(cards, packets, 4000),
            exact(word, cards),
            &format!("{word} of {cards}"),
        );
    }
    for (cards, count) in [(1, 1), (4, 1), (5, 2), (6, 3)] {
        let word = format!("shelf:{count}");
        assert_near(
            &shelves(cards, count, 4000),
            exact(&word, cards),
            &format!("{word} of {cards}"),
        );
    }
    for cards in 1..=6 {
        assert!((exact("fisher-yates", cards) - GuessMixing::in_random_deck(cards)).abs() < 1e-12);
        assert!((exact("top-to-random^0", cards) - cards as f64).abs() < 1e-12);
    }
}

/// Diaconis, Fulman and Holmes (2013) print 27, 17.6, 9.3 and 6.2 right guesses for 2, 4, 10 and 20 shelves.
/// Their strategy is not quite the best. The best one is at most a quarter of a card above it.
#[test]
fn shelf_machines_of_casinos() {
    for (count, printed) in [(2, 27.0), (4, 17.6), (10, 9.3), (20, 6.2)] {
        let found = shelves(52, count, 300);
        let error = found.standard_error.unwrap();
        let above = found.value - printed;
        assert!(
            above > -0.6 - 4.0 * error && above < 0.6 + 4.0 * error,
            "{count}: {} ± {error}",
            found.value
        );
    }
}

/// More riffles leave fewer right guesses, but not fewer than in a random deck. After one riffle they are
/// about n/2 + √(2n/π) for large decks (Liu 2021).
#[test]
fn riffles_of_a_pack() {
    let found: Vec<f64> = (1..=8)
        .map(|riffles_| riffles(52, 1 << riffles_, 60).value)
        .collect();
    assert!(
        found.windows(2).all(|pair| pair[1] < pair[0] + 0.1),
        "{found:?}"
    );
    assert!(
        (found[0] - 26.0 - (104.0 / std::f64::consts::PI).sqrt()).abs() < 2.0,
        "{found:?}"
    );
    assert!((riffles(52, 1 << 24, 20).value - GuessMixing::in_random_deck(52)).abs() < 0.01);
}

#[test]
fn refused_decks() {
    assert!(RiffleGuesses::new(0, 2.0).is_err() && RiffleGuesses::new(105, 2.0).is_err());
    assert!(RiffleGuesses::new(52, 0.5).is_err() && RiffleGuesses::new(52, f64::NAN).is_err());
    assert!(ShelfGuesses::new(52, 0).is_err() && ShelfGuesses::new(52, 501).is_err());
}

/// With one packet the deck is not shuffled, and all guesses are right. After one shelf both orders of two cards are
/// equally likely, and the second guess is right.
#[test]
fn single_decks() {
    assert!((RiffleGuesses::new(4, 1.0).unwrap().right(&[0, 1, 2, 3]) - 4.0).abs() < 1e-12);
    assert!((ShelfGuesses::new(2, 1).unwrap().right(&[1, 0]) - 1.5).abs() < 1e-12);
}
