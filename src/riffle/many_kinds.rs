//! The total variation distance of riffled decks with several kinds of cards.
//!
//! It is computed from the likelihood ratios of arrangements.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::Mixing;
use super::repeated_cards::{EstimatedValue, cards_of};
use crate::Error;
use faro_math::number::ln_factorial;
use faro_permutation::lexicographic;
use faro_sample::shuffle::{Seed, Shuffle};
use faro_sample::simulate::Problem;
use faro_sample::zoo::{Riffle, Transpositions};

/// A deck of several kinds of cards, sorted by kind before it is riffled.
///
/// It computes the likelihood ratio of an arrangement, and the total variation distance. The probability of an
/// arrangement is the sum over all orders that look like it. The probability of an order depends only on its
/// rising sequences (Bayer and Diaconis, 1992). So Q/U of an arrangement is a mean over these orders.
#[derive(Debug)]
pub struct ManyKinds {
    completions: Completions,
    composition: Vec<u32>,
    cost: f64,
}

/// Maximum number of products that are summed for one arrangement.
const MAX_COST: f64 = 3e7;

/// Maximum number of digits of the number of orders that look alike. It keeps their probabilities in the
/// range of `f64`.
const MAX_ALIKE: f64 = 300.0;

/// Maximum number of products for which all arrangements are enumerated: some tenths of a second.
const MAX_ENUMERATED: f64 = 3e8;

/// Maximum logarithm of a ratio Q/U of probabilities. Larger ones are cut off, to keep the ratio finite.
const MAX_LN: f64 = 700.0;

impl ManyKinds {
    /// Returns the deck with `composition[i]` cards of kind i.
    ///
    /// # Errors
    ///
    /// [`Error`]. It is [`Error::TooManyAlike`] if a kind has so many cards that one
    /// arrangement takes more than a few hundredths of a second, or if more than 10^300 orders look alike.
    pub fn new(composition: &[u32]) -> Result<ManyKinds, Error> {
        cards_of(composition)?;
        let cost = cost(composition);
        if cost > MAX_COST || digits_alike(composition) > MAX_ALIKE {
            return Err(Error::TooManyAlike);
        }
        Ok(ManyKinds {
            completions: Completions::new(composition),
            composition: composition.to_vec(),
            cost,
        })
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.composition.iter().sum::<u32>() as usize
    }

    /// Estimates the number of products that are summed for one arrangement.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Returns Q/U − 1 of an arrangement after one shuffle with `packets` packets.
    ///
    /// `arrangement` is the kind of each card from the top. The result is its excess probability relative
    /// to a random deck, at least −1.
    #[cfg(test)]
    pub fn excess(&self, arrangement: &[u32], packets: &BigUint) -> f64 {
        let mut sorted = arrangement.to_vec();
        sorted.sort_unstable();
        assert_eq!(
            sorted,
            self.sorted(),
            "the arrangement must have the kinds of the deck"
        );
        self.completions.mean(
            arrangement,
            &self.completions.values(&self.excesses(packets)),
        )
    }

    /// Returns the total variation distance after one shuffle with `packets` packets.
    ///
    /// If there are few arrangements, it is the sum over all of them. Otherwise it is estimated from `samples`
    /// random ones, half of them from riffled decks and half from uniform ones. The distance is the mean of |Q
    /// − U|/(Q + U) over this mixture, a term that is never above 1. The estimate depends on the seed and not
    /// on the number of threads. `goes_on` receives the number of arrangements completed since its last call.
    /// If it returns false, the result is `None`.
    ///
    /// The standard error is estimated from the samples. Near a total variation distance of 1, where the
    /// difference is due to arrangements rarer than one in `samples`, the error may be as large as 1/`samples`.
    ///
    /// # Panics
    ///
    /// If there are no packets, or fewer than four samples.
    pub fn total_variation(
        &self,
        packets: &BigUint,
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        goes_on: impl FnMut(u64) -> bool,
    ) -> Option<EstimatedValue> {
        assert!(samples >= 4, "expected at least four samples");
        if self.composition.len() == 1 {
            // There is one arrangement.
            return Some(EstimatedValue {
                value: 0.0,
                standard_error: None,
            });
        }
        let excesses = self.excesses(packets);
        let values = self.completions.values(&excesses);
        if self.arrangements() * self.cost < MAX_ENUMERATED {
            return Some(EstimatedValue {
                value: self.enumerated(&values),
                standard_error: None,
            });
        }
        let largest = excesses
            .iter()
            .fold(0.0, |largest: f64, excess| largest.max(excess.abs()));
        let kinds = self.sorted();
        let excess = |deck: &[u32]| {
            let arrangement: Vec<u32> = deck.iter().map(|&card| kinds[card as usize]).collect();
            self.completions.mean(&arrangement, &values)
        };
        let riffle = packets.to_u32().map(Riffle::Packets);
        let sampling = ImportanceSampling {
            cards: self.cards(),
            excess: &excess,
            largest,
        };
        sampling.estimate(riffle.as_ref(), samples, seed, threads, goes_on)
    }

    /// Returns the kind of each card of the deck before it is riffled.
    fn sorted(&self) -> Vec<u32> {
        let kinds = (0..).zip(&self.composition);
        kinds
            .flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize))
            .collect()
    }

    /// Returns the excess Q/U − 1 of an order with 0, 1, 2, … descents.
    ///
    /// Q is the probability of the order after a riffle with `packets` packets, and U = 1/n!.
    fn excesses(&self, packets: &BigUint) -> Vec<f64> {
        assert!(!packets.is_zero(), "expected at least one packet");
        let (cards, packets) = (
            self.cards() as u64,
            packets.to_f64().unwrap_or(f64::INFINITY),
        );
        (1..=cards)
            .map(|rising| {
                Mixing::ln_ratio(cards, packets, rising)
                    .min(MAX_LN)
                    .exp_m1()
            })
            .collect()
    }

    /// Returns the number of different arrangements.
    fn arrangements(&self) -> f64 {
        let ln = |&count: &u32| ln_factorial(count.into());
        (ln_factorial(self.cards() as f64) - self.composition.iter().map(ln).sum::<f64>()).exp()
    }

    /// Returns the total variation distance as a sum over all arrangements.
    fn enumerated(&self, values: &DescentMeans) -> f64 {
        let (mut arrangement, mut missing, mut count) = (self.sorted(), 0.0, 0.0);
        loop {
            missing += (-self.completions.mean(&arrangement, values)).max(0.0);
            count += 1.0;
            if !lexicographic::advance(&mut arrangement) {
                return missing / count;
            }
        }
    }
}

/// Returns the number of products for one arrangement: Σ D²·D·n over all kinds but the last, plus D·n for the last
/// kind. A kind has D cards, and n cards come before it.
fn cost(composition: &[u32]) -> f64 {
    let (mut cards, mut cost) = (0.0, 0.0);
    for &count in &composition[..composition.len() - 1] {
        let count = f64::from(count);
        // Of the first kind, the first position needs no distinction, since there are no descents before it.
        cost += count.powi(3) * (cards + 1.0);
        cards += count;
    }
    cost + (cards + 1.0) * f64::from(composition[composition.len() - 1])
}

fn digits_alike(composition: &[u32]) -> f64 {
    composition
        .iter()
        .map(|&count| ln_factorial(count.into()))
        .sum::<f64>()
        / std::f64::consts::LN_10
}

/// Importance sampling of the total variation distance after a shuffle.
pub(crate) struct ImportanceSampling<'a> {
    pub cards: usize,
    /// Returns Q/U − 1 of a deck, the excess of its probability over that of a fair shuffle.
    pub excess: &'a (dyn Fn(&[u32]) -> f64 + Sync),
    /// The largest |Q/U − 1| of any deck, where Q is the law of the shuffle and U the uniform law.
    pub largest: f64,
}

impl ImportanceSampling<'_> {
    /// Returns the estimate from `samples` decks, or `None` if `goes_on` returned false.
    ///
    /// Half of the decks are shuffled and half are uniform; the estimate is the mean of |Q − U|/(Q + U). If
    /// `shuffle` is `None`, Q must be so close to uniform that no ratio is large. Then all decks are uniform,
    /// and the estimate is the mean of |Q − U|/2U.
    pub fn estimate<S: Shuffle + Sync>(
        &self,
        shuffle: Option<&S>,
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<EstimatedValue> {
        let (fair, largest) = (Transpositions::FisherYates, self.largest.min(1.0));
        let problem = |samples: u32| Problem::new(self.cards, samples.into());
        let Some(shuffle) = shuffle else {
            // Near the uniform law, uniform decks are enough: the mean of |Q − U|/2U.
            let part = |deck: &[u32]| (self.excess)(deck).abs() / 2.0;
            let [value, error] = problem(samples)
                .sampler(&fair, seed)
                .mean(largest, &part, threads, goes_on)?;
            return Some(EstimatedValue::of_mean(value, error, samples));
        };
        // |Q − U|/(Q + U), a term of at most 1, over half uniform and half shuffled decks.
        let part = |deck: &[u32]| {
            let excess = (self.excess)(deck);
            excess.abs() / (2.0 + excess)
        };
        let uniform = problem(samples - samples / 2);
        let [uniform_mean, uniform_error] =
            uniform
                .sampler(&fair, seed)
                .mean(largest, &part, threads, &mut goes_on)?;
        let shuffled = problem(samples / 2);
        let shuffled = shuffled.sampler(shuffle, seed).on_other_draws();
        let [shuffled_mean, shuffled_error] =
            shuffled.mean(largest, &part, threads, &mut goes_on)?;
        Some(EstimatedValue::of_mean(
            (uniform_mean + shuffled_mean) / 2.0,
            uniform_error.hypot(shuffled_error) / 2.0,
            samples,
        ))
    }
}

/// The law of the rising sequences of an arrangement whose equal cards are distinguished at random.
///
/// List the positions of the cards in the order of the sorted deck. Within each kind the list is in random
/// order. The order has one rising sequence more than the list has descents. The [`Ends`] of a kind give the
/// law of the descents within the kind. Whether there is a descent from one kind to the next depends only on
/// the ends (after Conger and Viswanath, *Riffle shuffles of decks with repeated cards*, 2006). So a chain from
/// end to end, with the law of the descents for each end, sums over all completions.
#[derive(Debug)]
pub struct Completions {
    /// The ends of each kind, in the order of the sorted deck.
    ends: Vec<Arc<Ends>>,
    cards: usize,
}

/// Row i has the probabilities of 0, 1, 2, … descents up to the i-th position of the current kind.
type DescentRows = Vec<Vec<f64>>;

/// The mean of a function of the number of descents, for each first position of the last kind.
pub struct DescentMeans(DescentRows);

impl Completions {
    /// Returns the computation for a deck with `composition[i]` cards of kind i, at least one of each.
    pub fn new(composition: &[u32]) -> Completions {
        let mut of_counts: BTreeMap<u32, Arc<Ends>> = BTreeMap::new();
        let ends = |&count: &u32| {
            of_counts
                .entry(count)
                .or_insert_with(|| Arc::new(Ends::new(count as usize)))
                .clone()
        };
        Completions {
            ends: composition.iter().map(ends).collect(),
            cards: composition.iter().sum::<u32>() as usize,
        }
    }

    /// Prepares the values of 0, 1, …, `cards` − 1 descents for [`mean`](Self::mean).
    pub fn values(&self, of_descents: &[f64]) -> DescentMeans {
        let last = self.ends.last().expect("there are kinds");
        let before = self.cards - last.size;
        let at = |first: usize, descents: usize| -> f64 {
            let ends = (0..last.size).flat_map(|end| last.descents(first, end).iter().enumerate());
            ends.map(|(more, chance)| {
                chance * of_descents.get(descents + more).copied().unwrap_or(0.0)
            })
            .sum()
        };
        let row = |first| (0..=before).map(|descents| at(first, descents)).collect();
        DescentMeans((0..last.size).map(row).collect())
    }

    /// Returns the mean value over the completions of `arrangement`: the kind of the card at each position.
    ///
    /// O(Σ D²·D·n) over all kinds of D cards but the last.
    pub fn mean(&self, arrangement: &[u32], values: &DescentMeans) -> f64 {
        let places = self.places(arrangement);
        let mut rows: DescentRows = vec![vec![1.0]; places[0].len()];
        for (kind, ends) in self.ends[..self.ends.len() - 1].iter().enumerate() {
            rows = across(&through(&rows, ends), &places[kind], &places[kind + 1]);
        }
        let product = |(row, values): (&Vec<f64>, &Vec<f64>)| -> f64 {
            row.iter()
                .zip(values)
                .map(|(chance, value)| chance * value)
                .sum()
        };
        rows.iter().zip(&values.0).map(product).sum()
    }

    /// Returns, for each kind, the positions of its cards in `arrangement`, in ascending order.
    fn places(&self, arrangement: &[u32]) -> Vec<Vec<u32>> {
        let mut places: Vec<Vec<u32>> = self
            .ends
            .iter()
            .map(|ends| Vec::with_capacity(ends.size))
            .collect();
        for (place, &kind) in (0..).zip(arrangement) {
            places[kind as usize].push(place);
        }
        places
    }
}

/// Extends the probabilities of descents from the first positions of a kind of cards to its last positions.
fn through(rows: &DescentRows, ends: &Ends) -> DescentRows {
    let size = ends.size;
    let degree = rows[0].len() + size - 1;
    let mut after = vec![vec![0.0; degree]; size];
    for (first, row) in rows.iter().enumerate() {
        for (last, sum) in after.iter_mut().enumerate() {
            let descents = ends.descents(first, last).iter().enumerate();
            descents
                .filter(|(_, chance)| **chance > 0.0)
                .for_each(|(more, &chance)| add(&mut sum[more..], row, chance));
        }
    }
    after
}

/// Extends the probabilities of descents from the last positions of a kind to the first positions of the next kind.
/// There is a descent if the next position is higher in the deck.
fn across(rows: &DescentRows, from: &[u32], to: &[u32]) -> DescentRows {
    let width = rows[0].len();
    let mut after = vec![vec![0.0; width + 1]; to.len()];
    let (mut sum, mut next) = (vec![0.0; width], 0);
    for (row, place) in after.iter_mut().zip(to) {
        while next < from.len() && from[next] < *place {
            add(&mut sum, &rows[next], 1.0);
            next += 1;
        }
        add(row, &sum, 1.0);
    }
    let (mut sum, mut next) = (vec![0.0; width], from.len());
    for (row, place) in after.iter_mut().zip(to).rev() {
        while next > 0 && from[next - 1] > *place {
            next -= 1;
            add(&mut sum, &rows[next], 1.0);
        }
        add(&mut row[1..], &sum, 1.0);
    }
    after
}

/// The joint law of the first position, the last position and the number of descents of n positions in random
/// order.
///
/// Positions are given by their ranks, from 0. There are n³ probabilities, computed in O(n⁴) by sums of
/// positive terms.
#[derive(Clone, Debug)]
struct Ends {
    size: usize,
    /// The joint probabilities of the first rank, the last rank and the number of descents, in this order of
    /// indices. The number of descents is from 0 to `size` − 1.
    chances: Vec<f64>,
}

impl Ends {
    /// Returns the joint law of both ends and the descents of a uniform order of `size` ≥ 1 ranks.
    fn new(size: usize) -> Ends {
        let single = Ends {
            size: 1,
            chances: vec![1.0],
        };
        (2..=size).fold(single, |shorter, size| shorter.appended(size))
    }

    /// Returns the joint probabilities of the end ranks `first` and `last` with 0, 1, 2, … descents.
    fn descents(&self, first: usize, last: usize) -> &[f64] {
        &self.chances[(first * self.size + last) * self.size..][..self.size]
    }

    /// Returns the law for one rank more, appended at the end of the order. Earlier ranks from the new one on
    /// increase by 1.
    fn appended(&self, size: usize) -> Ends {
        let mut chances = vec![0.0; size * size * size];
        for first in 0..self.size {
            let above = self.above(first);
            let mut below = vec![0.0; size];
            for last in 0..size {
                let moved = first + usize::from(first >= last);
                let to = &mut chances[(moved * size + last) * size..][..size];
                add(to, &below, 1.0 / size as f64);
                // A step down to the appended rank is one more descent.
                add(&mut to[1..], &above[last], 1.0 / size as f64);
                if last < self.size {
                    add(&mut below, self.descents(first, last), 1.0);
                }
            }
        }
        Ends { size, chances }
    }

    /// Returns, for each rank r = 0 … n, the joint probabilities of 0, 1, 2, … descents with the first rank `first`
    /// and a last rank of at least r.
    fn above(&self, first: usize) -> Vec<Vec<f64>> {
        let mut above = vec![vec![0.0; self.size]; self.size + 1];
        for last in (0..self.size).rev() {
            above[last] = above[last + 1].clone();
            add(&mut above[last], self.descents(first, last), 1.0);
        }
        above
    }
}

/// Adds `times` the numbers to the beginning of `to`.
fn add(to: &mut [f64], numbers: &[f64], times: f64) {
    to.iter_mut()
        .zip(numbers)
        .for_each(|(to, number)| *to += times * number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    #[test]
    fn all_orders_of_few_places() {
        for size in 1..=6 {
            let orders: u64 = (1..=size as u64).product();
            let mut counts = vec![0.0; size * size * size];
            for rank in 0..orders {
                let order = Permutation::unrank(size, rank).unwrap().to_deck();
                let descents = order.windows(2).filter(|pair| pair[0] > pair[1]).count();
                let (first, last) = (order[0] as usize, order[size - 1] as usize);
                counts[(first * size + last) * size + descents] += 1.0 / orders as f64;
            }
            let ends = Ends::new(size);
            for (cell, known) in counts.iter().enumerate() {
                let found = ends.descents(cell / size / size, cell / size % size)[cell % size];
                assert!(
                    (found - known).abs() < 1e-15,
                    "{size} {cell}: {found} {known}"
                );
            }
        }
    }
}
