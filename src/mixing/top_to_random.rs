use std::ops::{Add, Mul};

use super::classes::{Class, Distances};
use crate::riffle::Extended;

/// The largest number of cards of a [`TopToRandomMixing`].
pub const MAX_TOP_TO_RANDOM_CARDS: usize = 10_000;

/// The most cards for which all probabilities are kept, however small.
const ALL_KEPT: usize = 2000;

/// For more cards, smaller probabilities at both ends are dropped.
const DROPPED: f64 = 1e-290;

/// A dropped term must be at most this part of a sum.
const NEGLIGIBLE: f64 = 1e-15;

/// The right digits of sums of floating-point numbers.
const DIGITS: u32 = 12;

/// How far decks of n cards are from random after the top card was moved to a random position k times.
///
/// Its inverse moves a random card to the top. If j different cards were moved, they are on top in random order, and
/// the others lie below in their old order. So an order whose last l cards are in their old order, and no more, has the
/// ratio Σ P(n − i) i! over i = 0 … l to a random deck, if P(j) is the probability that k draws with replacement show j
/// different cards (Diaconis, Fill and Pitman, *Analysis of top to random shuffles*, 1992). A shuffle and its
/// inverse have the same distances.
///
/// O(n) for each shuffle and for each distance.
///
/// ```
/// use faro::mixing::TopToRandomMixing;
/// let mut mixing = TopToRandomMixing::new(52).unwrap();
/// (0..205).for_each(|_| mixing.advance());
/// assert_eq!(format!("{:.4}", mixing.distances().separation.to_f64()), "0.2523");
/// ```
pub struct TopToRandomMixing {
    cards: usize,
    factorials: Vec<Extended>,
    drawn: Drawn,
}

/// The law of the number of different cards that were drawn.
enum Drawn {
    All(Occupancy<Extended>),
    Window(Occupancy<f64>),
}

impl TopToRandomMixing {
    /// Creates it for a deck of this number of cards; none for no cards and beyond [`MAX_TOP_TO_RANDOM_CARDS`].
    pub fn new(cards: usize) -> Option<TopToRandomMixing> {
        if !(1..=MAX_TOP_TO_RANDOM_CARDS).contains(&cards) {
            return None;
        }
        let mut factorials = vec![Extended::ONE];
        (1..=cards + 1).for_each(|i| factorials.push(factorials[i - 1] * i as f64));
        let drawn = match cards {
            ..=ALL_KEPT => Drawn::All(Occupancy::new(cards, Extended::ONE)),
            _ => Drawn::Window(Occupancy::new(cards, 1.0)),
        };
        Some(TopToRandomMixing { cards, factorials, drawn })
    }

    /// Shuffles once.
    pub fn advance(&mut self) {
        match &mut self.drawn {
            Drawn::All(drawn) => drawn.advance(),
            Drawn::Window(drawn) => {
                drawn.advance();
                drawn.trim();
            }
        }
    }

    /// Returns the distances after the shuffles so far.
    pub fn distances(&self) -> Distances {
        let unmoved = self.unmoved();
        // The probability that more than l cards were not moved, added up from its smallest terms.
        let mut more = vec![Extended::ZERO; self.cards + 1];
        (0..self.cards).rev().for_each(|l| more[l] = more[l + 1] + unmoved[l + 1]);
        let (mut ratio, mut gained) = (Extended::ZERO, Extended::ZERO);
        let mut classes = Vec::with_capacity(self.cards);
        for l in 0..=self.cards {
            let weight = unmoved[l] * self.factorials[l];
            ratio = ratio + weight;
            gained = gained + (weight - unmoved[l]);
            if l > 0 {
                classes.push(Class { share: self.share(l), ratio, excess: gained - more[l] });
            }
        }
        Distances::new(self.cards, &classes, DIGITS)
    }

    /// Returns whether even the largest ratio and the tiny complements of the distances are right. Of many cards,
    /// they are not while the dropped probabilities matter to them.
    pub fn is_complete(&self) -> bool {
        let Drawn::Window(drawn) = &self.drawn else { return true };
        let unmoved = self.unmoved();
        let weight = |i: usize| unmoved[i] * self.factorials[i];
        let last = self.cards - drawn.first;
        let largest = (0..=last).map(weight).fold(Extended::ZERO, Extended::max);
        let reaches_all = drawn.first + drawn.chances.len() == self.cards + 1;
        reaches_all && weight(last) < largest * NEGLIGIBLE
    }

    /// Returns the probability that i cards were never moved, for i = 0 … n.
    fn unmoved(&self) -> Vec<Extended> {
        let mut unmoved = vec![Extended::ZERO; self.cards + 1];
        let mut put = |drawn: usize, chance: Extended| unmoved[self.cards - drawn] = chance;
        match &self.drawn {
            Drawn::All(drawn) => drawn.iter().for_each(|(count, chance)| put(count, chance)),
            Drawn::Window(drawn) => drawn.iter().for_each(|(count, chance)| put(count, chance.into())),
        }
        unmoved
    }

    /// Returns the probability that the last l cards of a random deck, and no more, are in their old order.
    fn share(&self, l: usize) -> Extended {
        match l {
            l if l == self.cards => Extended::ONE / self.factorials[l],
            l => Extended::from(l as f64) / self.factorials[l + 1],
        }
    }
}

/// The law of the number of different cards among draws with replacement.
struct Occupancy<T> {
    cards: usize,
    /// The smallest number that is kept.
    first: usize,
    chances: Vec<T>,
}

impl<T: Copy + Add<Output = T> + Mul<f64, Output = T>> Occupancy<T> {
    fn new(cards: usize, one: T) -> Occupancy<T> {
        Occupancy { cards, first: 0, chances: vec![one] }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, T)> {
        (self.first..).zip(self.chances.iter().copied())
    }

    fn advance(&mut self) {
        let part = |count: usize| count as f64 / self.cards as f64;
        let last = self.first + self.chances.len() - 1;
        if last < self.cards {
            let top = self.chances[self.chances.len() - 1];
            self.chances.push(top * 0.0);
        }
        for index in (1..self.chances.len()).rev() {
            let count = self.first + index;
            let fresh = self.chances[index - 1] * part(self.cards + 1 - count);
            self.chances[index] = self.chances[index] * part(count) + fresh;
        }
        self.chances[0] = self.chances[0] * part(self.first);
    }
}

impl Occupancy<f64> {
    /// Drops small probabilities at both ends.
    fn trim(&mut self) {
        let small = self.chances.iter().take_while(|&&chance| chance < DROPPED).count();
        self.chances.drain(..small);
        self.first += small;
        while self.chances.last().is_some_and(|&chance| chance < DROPPED) {
            self.chances.pop();
        }
    }
}
