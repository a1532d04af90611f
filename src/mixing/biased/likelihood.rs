use std::num::NonZero;

use super::extremes::BiasedRiffles;
use crate::mixing::repeated::Repeated;
use crate::riffle::{Estimate, ImportanceSampling};
use faro_sample::shuffle::Seed;
use faro_sample::zoo::Riffle;

/// The largest number of cards for which the probabilities of orders are computed: two packs.
pub const MAX_LIKELIHOOD_CARDS: usize = 104;

/// The computation of Q/U of an order.
///
/// Cards that get the same packets in all riffles are in order, and the packets of the first riffle part the deck in two.
/// So the ratio of the cards from i to j after k riffles is a mean over the cut l between them, which is binomial, of
/// the product of the ratios of the two parts after k − 1 riffles. All are computed less 1. O(k n³).
struct Likelihood {
    cards: usize,
    riffles: u32,
    /// The probabilities of the cuts of 0, 1, … cards.
    cuts: Vec<Vec<f64>>,
}

impl Likelihood {
    fn new(cards: usize, top: f64, riffles: u32) -> Likelihood {
        let mut cuts = vec![vec![1.0]];
        for length in 1..=cards {
            let before = &cuts[length - 1];
            let at = |cut: usize| before.get(cut).copied().unwrap_or(0.0);
            let next = |cut: usize| {
                let from = if cut > 0 { at(cut - 1) } else { 0.0 };
                top * from + (1.0 - top) * at(cut)
            };
            cuts.push((0..=length).map(next).collect());
        }
        Likelihood { cards, riffles, cuts }
    }

    /// Returns Q/U − 1 of a deck.
    fn excess(&self, deck: &[u32]) -> f64 {
        let n = self.cards;
        let mut positions = vec![0; n];
        (0u32..).zip(deck).for_each(|(position, &card)| positions[card as usize] = position);
        let mut excesses = Triangle::new(n, |from, to| {
            let is_run = positions[from..to].windows(2).all(|pair| pair[0] < pair[1]);
            let orders: f64 = (1..=to - from).map(|i| i as f64).product();
            if is_run { orders - 1.0 } else { -1.0 }
        });
        for _ in 1..self.riffles {
            excesses = Triangle::new(n, |from, to| self.mean(&excesses, from, to));
        }
        if self.riffles == 0 { excesses.get(0, n) } else { self.mean(&excesses, 0, n) }
    }

    /// Returns the mean over the cuts of the cards between two places.
    fn mean(&self, before: &Triangle, from: usize, to: usize) -> f64 {
        let terms = (from..=to).zip(&self.cuts[to - from]);
        let term = |(cut, chance): (usize, &f64)| {
            let (one, other) = (before.get(from, cut), before.get(cut, to));
            chance * (one + other + one * other)
        };
        terms.map(term).sum()
    }
}

/// Numbers for all pairs of places from 0 to n.
struct Triangle {
    cards: usize,
    cells: Vec<f64>,
}

impl Triangle {
    /// Creates it from a function of the first and last place, in order.
    fn new(cards: usize, cell: impl Fn(usize, usize) -> f64) -> Triangle {
        let mut cells = vec![0.0; (cards + 1) * (cards + 1)];
        for from in 0..=cards {
            for to in from..=cards {
                cells[from * (cards + 1) + to] = cell(from, to);
            }
        }
        Triangle { cards, cells }
    }

    fn get(&self, from: usize, to: usize) -> f64 {
        self.cells[from * (self.cards + 1) + to]
    }
}

impl BiasedRiffles {
    /// Returns Q/U − 1 of a deck after this number of riffles: its excess probability relative to a random deck, from −1.
    ///
    /// # Panics
    ///
    /// For more than [`MAX_LIKELIHOOD_CARDS`] cards, or a deck of another size.
    pub fn excess(&self, deck: &[u32], riffles: u32) -> f64 {
        assert!(self.cards <= MAX_LIKELIHOOD_CARDS && deck.len() == self.cards, "{} cards", deck.len());
        Likelihood::new(self.cards, self.top(), riffles).excess(deck)
    }

    /// Estimates total variation after this number of riffles from random decks, half of them riffled and half uniform: of
    /// that mixture it is the mean of |Q − U|/(Q + U). The estimate depends on the seed and not on the threads. `goes_on` is
    /// given the number of decks done since its last call; if it returns false, there is no result.
    ///
    /// # Panics
    ///
    /// For more than [`MAX_LIKELIHOOD_CARDS`] cards, or fewer than four samples.
    pub fn total_variation(
        &self,
        riffles: u32,
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate> {
        assert!(self.cards <= MAX_LIKELIHOOD_CARDS, "{} cards", self.cards);
        assert!(samples >= 4, "expected at least four samples");
        let likelihood = Likelihood::new(self.cards, self.top(), riffles);
        let largest = self.extremes(riffles).l_infinity.to_f64();
        let sampling =
            ImportanceSampling { cards: self.cards, excess: &|deck| likelihood.excess(deck), largest };
        let riffle = Riffle::Cut(self.top);
        let shuffle = Repeated(&riffle, riffles);
        sampling.estimate(Some(&shuffle), samples, seed, threads, goes_on)
    }
}
