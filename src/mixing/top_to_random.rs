//! Distances after shuffles that move the top card to a random position.

use std::ops::{Add, Mul};

use super::distances::{Class, Distances};
use crate::Error;
use crate::riffle::Extended;

/// Maximum number of cards.
const MAX_CARDS: u64 = 10_000;

/// Maximum number of cards for which even tiny probabilities of the number of moved cards are kept.
const MAX_COMPLETE_CARDS: usize = 2000;

/// Bound below which the probabilities of very small and very large numbers of moved cards are dropped, for decks
/// of more than [`MAX_COMPLETE_CARDS`] cards.
const MIN_KEPT_PROBABILITY: f64 = 1e-290;

/// A term of a sum is dropped if it is at most this fraction of the sum.
const NEGLIGIBLE: f64 = 1e-15;

/// Number of correct digits of sums of floating-point numbers.
const DIGITS: u32 = 12;

/// The distances of decks of n cards from random after k top-to-random shuffles.
///
/// Each shuffle moves the top card to a random position.
///
/// The inverse shuffle moves a random card to the top. If it moved j different cards, these are on top in
/// random order, and the others are below in their old order. Let P(j) be the probability that k draws with
/// replacement show j different cards. An order whose last l cards, and no more, are in their old order has the
/// ratio Σ P(n − i) i! over i = 0 … l to a random deck (Diaconis, Fill and Pitman, *Analysis of top to random
/// shuffles*, 1992). A shuffle and its inverse have the same distances.
///
/// O(n) for each shuffle and for each distance.
#[derive(Debug)]
pub struct TopToRandomMixing {
    cards: usize,
    factorials: Vec<Extended>,
    drawn: DistinctDraws,
}

/// The law of the number of different cards that were drawn.
#[derive(Debug)]
enum DistinctDraws {
    All(Occupancy<Extended>),
    Window(Occupancy<f64>),
}

impl TopToRandomMixing {
    /// Returns the model for decks of `cards` cards, before the first shuffle.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds 10,000.
    pub fn new(cards: usize) -> Result<TopToRandomMixing, Error> {
        Error::check_cards(cards as u64, 1..=MAX_CARDS)?;
        let mut factorials = vec![Extended::ONE];
        (1..=cards + 1).for_each(|i| factorials.push(factorials[i - 1] * i as f64));
        let drawn = match cards {
            ..=MAX_COMPLETE_CARDS => DistinctDraws::All(Occupancy::new(cards, Extended::ONE)),
            _ => DistinctDraws::Window(Occupancy::new(cards, 1.0)),
        };
        Ok(TopToRandomMixing {
            cards,
            factorials,
            drawn,
        })
    }

    /// Advances the law by one shuffle.
    pub fn advance(&mut self) {
        match &mut self.drawn {
            DistinctDraws::All(drawn) => drawn.advance(),
            DistinctDraws::Window(drawn) => {
                drawn.advance();
                drawn.trim();
            }
        }
    }

    /// Returns the distances after the shuffles so far.
    pub fn distances(&self) -> Distances {
        let unmoved = self.unmoved();
        // Entry l is the probability that more than l cards were never moved. The smallest terms are added first.
        let mut more = vec![Extended::ZERO; self.cards + 1];
        (0..self.cards)
            .rev()
            .for_each(|l| more[l] = more[l + 1] + unmoved[l + 1]);
        let (mut ratio, mut gained) = (Extended::ZERO, Extended::ZERO);
        let mut classes = Vec::with_capacity(self.cards);
        for l in 0..=self.cards {
            let weight = unmoved[l] * self.factorials[l];
            ratio = ratio + weight;
            gained = gained + (weight - unmoved[l]);
            if l > 0 {
                classes.push(Class {
                    share: self.share(l),
                    ratio,
                    excess: gained - more[l],
                });
            }
        }
        Distances::new(self.cards, &classes, DIGITS)
    }

    /// Returns whether the largest ratio and the tiny complements of the distances are correct.
    ///
    /// Above 2000 cards they are wrong until the dropped probabilities no longer matter for them.
    pub fn is_complete(&self) -> bool {
        let DistinctDraws::Window(drawn) = &self.drawn else {
            return true;
        };
        let unmoved = self.unmoved();
        let weight = |i: usize| unmoved[i] * self.factorials[i];
        let last = self.cards - drawn.first;
        let largest = (0..=last).map(weight).fold(Extended::ZERO, Extended::max);
        let reaches_all = drawn.first + drawn.chances.len() == self.cards + 1;
        reaches_all && weight(last) < largest * NEGLIGIBLE
    }

    /// Returns, for i = 0 … n, the probability that exactly i cards were never moved.
    fn unmoved(&self) -> Vec<Extended> {
        let mut unmoved = vec![Extended::ZERO; self.cards + 1];
        let mut put = |drawn: usize, chance: Extended| unmoved[self.cards - drawn] = chance;
        match &self.drawn {
            DistinctDraws::All(drawn) => {
                drawn.iter().for_each(|(count, chance)| put(count, chance));
            }
            DistinctDraws::Window(drawn) => drawn
                .iter()
                .for_each(|(count, chance)| put(count, chance.into())),
        }
        unmoved
    }

    /// Returns the probability that exactly the last `l` cards of a random deck are in their starting order.
    fn share(&self, l: usize) -> Extended {
        match l {
            l if l == self.cards => Extended::ONE / self.factorials[l],
            l => Extended::from(l as f64) / self.factorials[l + 1],
        }
    }
}

/// The law of the number of different cards among k draws with replacement.
#[derive(Debug)]
struct Occupancy<T> {
    cards: usize,
    /// Smallest number of different cards whose probability is kept.
    first: usize,
    chances: Vec<T>,
}

impl<T: Copy + Add<Output = T> + Mul<f64, Output = T>> Occupancy<T> {
    fn new(cards: usize, one: T) -> Occupancy<T> {
        Occupancy {
            cards,
            first: 0,
            chances: vec![one],
        }
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
    /// Drops probabilities below [`MIN_KEPT_PROBABILITY`] at both ends of the law.
    fn trim(&mut self) {
        let small = self
            .chances
            .iter()
            .take_while(|&&chance| chance < MIN_KEPT_PROBABILITY)
            .count();
        self.chances.drain(..small);
        self.first += small;
        while self
            .chances
            .last()
            .is_some_and(|&chance| chance < MIN_KEPT_PROBABILITY)
        {
            self.chances.pop();
        }
    }
}
