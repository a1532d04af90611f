use std::num::NonZero;

use super::extremes::BiasedRiffles;
use crate::mixing::repeated::Repeated;
use crate::riffle::{Estimate, ImportanceSampling};
use faro_sample::shuffle::Seed;
use faro_sample::zoo::Riffle;

/// Computes Q/U of an order after k riffles.
///
/// Cards with the same packets in all riffles keep their order. The packets of the first riffle split the
/// deck into two parts at a cut l, which is binomial. So the ratio of the cards from i to j after k riffles
/// is the mean, over l, of the product of the ratios of both parts after k − 1 riffles. All ratios are
/// computed as differences from 1. O(k n³).
struct Likelihood {
    cards: usize,
    riffles: u32,
    /// `cuts[n][l]`: the probability that a cut of n cards puts l of them into the top packet.
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

    /// Returns the mean over all cuts of the cards from `from` to before `to`.
    fn mean(&self, before: &Triangle, from: usize, to: usize) -> f64 {
        let terms = (from..=to).zip(&self.cuts[to - from]);
        let term = |(cut, chance): (usize, &f64)| {
            let (one, other) = (before.get(from, cut), before.get(cut, to));
            chance * (one + other + one * other)
        };
        terms.map(term).sum()
    }
}

/// A number for each pair 0 ≤ `from` ≤ `to` ≤ n.
struct Triangle {
    cards: usize,
    cells: Vec<f64>,
}

impl Triangle {
    /// Fills the triangle by calling `cell(from, to)`, ordered by `from` and then by `to`.
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
    /// Returns Q/U − 1 of `deck` after `riffles` riffles.
    ///
    /// This is its excess probability relative to a random deck, at least −1.
    ///
    /// # Panics
    ///
    /// If there are more than [`BiasedRiffles::MAX_ESTIMATED_CARDS`] cards, or `deck` has another number of
    /// cards.
    pub fn excess(&self, deck: &[u32], riffles: u32) -> f64 {
        assert!(
            self.cards <= BiasedRiffles::MAX_ESTIMATED_CARDS && deck.len() == self.cards,
            "{} cards",
            deck.len()
        );
        Likelihood::new(self.cards, self.top(), riffles).excess(deck)
    }

    /// Estimates the total variation distance after `riffles` riffles from random decks.
    ///
    /// Half of the `samples` decks are riffled and half are uniform. The distance is the mean of |Q − U|/(Q +
    /// U) over this mixture. The estimate depends on the seed and not on the number of threads. `goes_on`
    /// receives the number of decks completed since its last call. If it returns false, the result is `None`.
    ///
    /// # Panics
    ///
    /// If there are more than [`BiasedRiffles::MAX_ESTIMATED_CARDS`] cards, or fewer than four samples.
    pub fn total_variation(
        &self,
        riffles: u32,
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate> {
        assert!(self.cards <= BiasedRiffles::MAX_ESTIMATED_CARDS, "{} cards", self.cards);
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
