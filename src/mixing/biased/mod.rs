//! Riffles with a biased cut.

mod coefficients;

use std::num::NonZero;

use faro_sample::shuffle::{Chance, Seed};
use faro_sample::zoo::Riffle;

use super::repeated::Repeated;
use crate::Error;
use crate::riffle::{EstimatedValue, ImportanceSampling, Magnitude};
use coefficients::{RiffleLabels, Symmetric, ln_coefficient};

/// Maximum number of cards.
const MAX_CARDS: u64 = 1_000_000;

/// Number of correct digits of a result that is neither huge nor tiny.
const DIGITS: u32 = 12;

/// Riffles with a biased cut.
///
/// Each card belongs to the top packet with the same probability, which need not be 1/2.
///
/// All interleavings of the two packets are equally likely. k such riffles are one riffle with 2^k packets,
/// whose probabilities x are the products of k factors p or 1 − p. The reversed deck is the least probable
/// order: all its n cards are from different packets, which gives the elementary symmetric function e of the x.
/// New-deck order is the most probable one and gives the complete symmetric function h (Fulman, *The
/// combinatorics of biased riffle shuffles*, 1998; Assaf, Diaconis and Soundararajan, *A rule of thumb for
/// riffle shuffling*, 2011). Both are coefficients of products over all packets. They are computed by Newton's
/// identities if they are near their value in a random deck, and by Cauchy's integral otherwise.
#[derive(Debug)]
pub struct BiasedRiffles {
    cards: usize,
    top: Chance,
}

/// The distances that depend only on the most and the least probable order.
#[derive(Clone, Debug, PartialEq)]
pub struct Extremes {
    /// The separation: the largest 1 − Q/U, from 0 to 1.
    pub separation: Magnitude,
    /// 1 minus the separation.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |Q/U − 1|.
    pub l_infinity: Magnitude,
}

impl BiasedRiffles {
    /// Maximum number of riffles.
    pub const MAX_RIFFLES: u32 = 480;

    /// Maximum number of cards for which the probabilities of orders are computed: two packs.
    pub const MAX_ESTIMATED_CARDS: usize = 104;

    /// Returns the riffles of `cards` cards that belong to the top packet with probability `top`.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds 1,000,000.
    pub fn new(cards: usize, top: Chance) -> Result<BiasedRiffles, Error> {
        Error::check_cards(cards as u64, 1..=MAX_CARDS)?;
        Ok(BiasedRiffles { cards, top })
    }

    /// Returns the probability that a card belongs to the top packet.
    pub(super) fn top(&self) -> f64 {
        let [odds, odds_against] = self.top.odds();
        f64::from(odds) / f64::from(odds + odds_against)
    }

    /// Returns max(p, 1 − p), where p is the probability that a card belongs to the top packet.
    pub fn largest(&self) -> f64 {
        self.top().max(1.0 - self.top())
    }

    /// Returns the separation and the L-infinity distance after `riffles` riffles.
    ///
    /// O(n) after few riffles and if the distances are near 0. Otherwise the time is proportional to `riffles`.
    ///
    /// # Panics
    ///
    /// If `riffles` exceeds [`BiasedRiffles::MAX_RIFFLES`].
    pub fn extremes(&self, riffles: u32) -> Extremes {
        assert!(riffles <= BiasedRiffles::MAX_RIFFLES, "{riffles} riffles");
        let (n, labels) = (self.cards as f64, RiffleLabels::new(self.top(), riffles));
        let number = |number: f64| Magnitude::scaled(number, 0).to_digits(DIGITS);
        if n * labels.largest() < 0.25 && n * n * labels.power_sum(2) < 1.0 {
            let [less, more] = [Symmetric::Elementary, Symmetric::Complete]
                .map(|kind| difference(kind, &labels, self.cards));
            return Extremes {
                separation: number(less),
                separation_complement: number(1.0 - less),
                l_infinity: number(more),
            };
        }
        let [least, most] = [Symmetric::Elementary, Symmetric::Complete]
            .map(|kind| ln_coefficient(kind, &labels, self.cards));
        Extremes {
            separation: number(-least.exp_m1()),
            separation_complement: Magnitude::exp(least, DIGITS),
            l_infinity: Magnitude::exp_m1(most, DIGITS),
        }
    }
}

/// Maximum number of terms of a sum in which each term is at most a quarter of the term before.
const MAX_TERMS: usize = 30;

/// Returns |n!·c − 1| for n = `cards` by Newton's identities.
///
/// c is the coefficient of t^n in the symmetric function `kind` of the label probabilities.
fn difference(kind: Symmetric, labels: &RiffleLabels, cards: usize) -> f64 {
    let sign = if kind == Symmetric::Elementary {
        -1.0
    } else {
        1.0
    };
    let sums: Vec<f64> = (0..MAX_TERMS as i32).map(|j| labels.power_sum(j)).collect();
    let mut differences = vec![0.0, 0.0];
    for m in 2..=cards {
        let (mut falling, mut sum) = (1.0, 0.0);
        for (j, power_sum) in sums.iter().enumerate().take(m + 1).skip(2) {
            falling *= sign * (m + 1 - j) as f64;
            let term = sign * falling * power_sum;
            sum += term * (1.0 + sign * differences[m - j]);
            if term.abs() < 1e-18 * f64::abs(sum) {
                break;
            }
        }
        differences.push(differences[m - 1] + sum);
    }
    differences[cards]
}

/// Computes Q/U of an order after k riffles.
///
/// Cards with the same packets in all riffles keep their order. The packets of the first riffle split the
/// deck into two parts at a cut l, which is binomial. So the ratio of the cards from i to j after k riffles
/// is the mean, over l, of the product of the ratios of both parts after k − 1 riffles. All ratios are
/// computed as differences from 1. O(k n³).
pub(super) struct Likelihood {
    cards: usize,
    riffles: u32,
    /// `cuts[n][l]`: the probability that a cut of n cards puts l of them into the top packet.
    cuts: Vec<Vec<f64>>,
}

impl Likelihood {
    pub(super) fn new(cards: usize, top: f64, riffles: u32) -> Likelihood {
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
        Likelihood {
            cards,
            riffles,
            cuts,
        }
    }

    /// Returns Q/U − 1 of `deck`: its probability after the biased riffles over the uniform one, less 1.
    pub(super) fn excess(&self, deck: &[u32]) -> f64 {
        let n = self.cards;
        let mut positions = vec![0; n];
        (0u32..)
            .zip(deck)
            .for_each(|(position, &card)| positions[card as usize] = position);
        let mut excesses = Triangle::new(n, |from, to| {
            let is_run = positions[from..to].windows(2).all(|pair| pair[0] < pair[1]);
            let orders: f64 = (1..=to - from).map(|i| i as f64).product();
            if is_run { orders - 1.0 } else { -1.0 }
        });
        for _ in 1..self.riffles {
            excesses = Triangle::new(n, |from, to| self.mean(&excesses, from, to));
        }
        if self.riffles == 0 {
            excesses.get(0, n)
        } else {
            self.mean(&excesses, 0, n)
        }
    }

    /// Returns Q/U − 1 of the cards from `from` to `to` − 1 after one more riffle: the mean over the cuts of these
    /// cards.
    fn mean(&self, before: &Triangle, from: usize, to: usize) -> f64 {
        let terms = (from..=to).zip(&self.cuts[to - from]);
        let term = |(cut, chance): (usize, &f64)| {
            let (top, bottom) = (before.get(from, cut), before.get(cut, to));
            chance * (top + bottom + top * bottom)
        };
        terms.map(term).sum()
    }
}

/// A number for each stretch of cards from `from` to before `to`, where 0 ≤ `from` ≤ `to` ≤ n.
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
    ) -> Option<EstimatedValue> {
        assert!(
            self.cards <= BiasedRiffles::MAX_ESTIMATED_CARDS,
            "{} cards",
            self.cards
        );
        assert!(samples >= 4, "expected at least four samples");
        let likelihood = Likelihood::new(self.cards, self.top(), riffles);
        let largest = self.extremes(riffles).l_infinity.to_f64();
        let sampling = ImportanceSampling {
            cards: self.cards,
            excess: &|deck| likelihood.excess(deck),
            largest,
        };
        let riffle = Riffle::Cut(self.top);
        let shuffle = Repeated(&riffle, riffles);
        sampling.estimate(Some(&shuffle), samples, seed, threads, goes_on)
    }
}
