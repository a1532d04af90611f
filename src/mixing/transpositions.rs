//! Distances from uniform after random transpositions, by the cycle type of the order.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use faro_math::number::ln_factorial;

use super::distances::{Class, Distances};
use super::double::{Double, WeightedSum};
use crate::Error;
use crate::riffle::{Extended, Magnitude};

/// Maximum number of cards for exact distances, 966,467 cycle types, and for bounds.
const MAX_EXACT_CARDS: u64 = 60;
const MAX_CARDS: u64 = 1_000_000;

/// Number of correct digits. The probabilities have about 25, and their sums over a million classes 13.
const DIGITS: u32 = 12;

/// If all ratios differ from 1 by less than this, the differences from 1 replace the ratios.
const MAX_NEAR_EXCESS: f64 = 0.5;

/// Minimum number of classes for which a further thread is worth its start.
const MIN_CLASSES_PER_THREAD: usize = 4096;

/// The distances of decks of n cards from random after k random transpositions.
///
/// A transposition swaps two positions that are drawn independently. The probability of an order depends only
/// on the lengths of its cycles. A swap joins two cycles or splits one, so that the cycle types are a Markov
/// chain. A step computes the ratio of each type to a random deck from the ratios of the types one swap away.
/// All terms are positive, with integers as weights, and are summed with 28 digits: a ratio after k steps has a
/// relative error of at most k·2^-87. As soon as all ratios are near 1, their differences from 1 are computed
/// instead.
///
/// Ten million numbers are added for each shuffle of 52 cards.
#[derive(Debug)]
pub struct TranspositionMixing {
    cards: usize,
    /// The probability of each cycle type in a uniformly random deck.
    shares: Vec<f64>,
    steps: Steps,
    /// For each cycle type, the ratio Q/U of its probability to the uniform one, or Q/U − 1.
    values: Vec<Double>,
    /// Whether `values` has the differences Q/U − 1 instead of the ratios Q/U.
    are_differences: bool,
}

/// For each cycle type of an order, the types one swap away and the number of swaps that lead to each.
#[derive(Debug)]
struct Steps {
    /// For each cycle type, the index after its last entry in `targets` and `swaps`.
    ends: Vec<usize>,
    targets: Vec<u32>,
    /// Number of swaps that lead from a cycle type to the type at the same index of `targets`.
    swaps: Vec<u16>,
}

impl TranspositionMixing {
    /// Returns the model for decks of `cards` cards, before the first shuffle.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds 60.
    pub fn new(cards: usize) -> Result<TranspositionMixing, Error> {
        Error::check_cards(cards as u64, 1..=MAX_EXACT_CARDS)?;
        let partitions = Partitions::new(cards);
        let (mut shares, mut steps) = (Vec::new(), Steps::new());
        partitions.for_each(|parts| {
            let cycles = cycles(parts);
            shares.push(share(&cycles));
            steps.push(&partitions, &cycles);
        });
        let mut values = vec![Double::ZERO; partitions.count()];
        values[0] = Double::from((1..=cards).map(|i| i as f64).product::<f64>());
        Ok(TranspositionMixing {
            cards,
            shares,
            steps,
            values,
            are_differences: false,
        })
    }

    /// Advances the law by one shuffle, on `threads` threads. Their number does not change the result.
    pub fn advance(&mut self, threads: NonZero<usize>) {
        let classes = self.values.len();
        let block = classes.div_ceil(threads.get()).max(MIN_CLASSES_PER_THREAD);
        let mut after = vec![Double::ZERO; classes];
        let blocks = after.chunks_mut(block).enumerate();
        let (others, blocks) = (blocks.len().saturating_sub(1), Mutex::new(blocks));
        let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((index, block_after)) = next() {
                self.steps
                    .apply(self.cards as f64, &self.values, index * block, block_after);
            }
        };
        thread::scope(|scope| {
            // Where no thread can be started, as in a page, this one computes all blocks.
            (0..others).for_each(|_| drop(thread::Builder::new().spawn_scoped(scope, work)));
            work();
        });
        self.values = after;
        self.keep_differences();
    }

    /// Replaces the ratios by differences if they are near 1. If the values are differences, removes the mean
    /// that rounding leaves, which no shuffle would reduce.
    fn keep_differences(&mut self) {
        let one = Double::from(1.0);
        if self.are_differences {
            let mean = self
                .shares
                .iter()
                .zip(&self.values)
                .map(|(share, value)| share * value.to_f64());
            let mean = Double::from(mean.sum::<f64>());
            self.values
                .iter_mut()
                .for_each(|value| *value = *value - mean);
        } else if self
            .values
            .iter()
            .all(|value| (value.to_f64() - 1.0).abs() < MAX_NEAR_EXCESS)
        {
            self.values
                .iter_mut()
                .for_each(|value| *value = *value - one);
            self.are_differences = true;
        }
    }

    /// Returns the distances after the shuffles so far.
    pub fn distances(&self) -> Distances {
        let class = |(&share, &value): (&f64, &Double)| {
            let (share, number) = (Extended::from(share), Extended::from(value.to_f64()));
            match self.are_differences {
                true => Class::with_excess(share, number),
                false => {
                    let excess = Extended::from((value - Double::from(1.0)).to_f64());
                    Class {
                        share,
                        ratio: number,
                        excess,
                    }
                }
            }
        };
        let classes: Vec<Class> = self.shares.iter().zip(&self.values).map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }
}

/// Returns the different lengths of the cycles, longest first, each with the number of cycles of this length.
fn cycles(parts: &[usize]) -> Vec<(usize, usize)> {
    parts
        .chunk_by(|a, b| a == b)
        .map(|equal| (equal[0], equal.len()))
        .collect()
}

/// Returns the proportion of permutations with the given cycles: ∏ 1/(l^m m!) over m cycles of length l.
fn share(cycles: &[(usize, usize)]) -> f64 {
    let part = |&(length, count): &(usize, usize)| {
        (1..=count).map(|i| (length * i) as f64).product::<f64>()
    };
    cycles
        .iter()
        .map(part)
        .fold(1.0, |share, part| share / part)
}

impl Steps {
    fn new() -> Steps {
        Steps {
            ends: Vec::new(),
            targets: Vec::new(),
            swaps: Vec::new(),
        }
    }

    /// Appends the swaps that lead from the next cycle type to others.
    fn push(&mut self, partitions: &Partitions, cycles: &[(usize, usize)]) {
        let mut push = |removed: &[usize], added: &[usize], swaps: usize| {
            self.targets
                .push(partitions.rank(changed(cycles, removed, added)));
            self.swaps.push(swaps as u16);
        };
        for (index, &(a, count)) in cycles.iter().enumerate() {
            for &(b, others) in &cycles[index + 1..] {
                push(&[a, b], &[a + b], a * b * count * others);
            }
            if count > 1 {
                push(&[a, a], &[2 * a], a * a * count * (count - 1) / 2);
            }
            for part in 1..=a / 2 {
                push(
                    &[a],
                    &[a - part, part],
                    if 2 * part == a {
                        count * a / 2
                    } else {
                        count * a
                    },
                );
            }
        }
        self.ends.push(self.targets.len());
    }

    /// Computes the values after one shuffle for the cycle types from `first` on.
    ///
    /// A new value is the mean of the values `before` over the n² pairs of positions that may be swapped.
    fn apply(&self, n: f64, before: &[Double], first: usize, after: &mut [Double]) {
        let mut start = if first == 0 { 0 } else { self.ends[first - 1] };
        for (index, value) in (first..).zip(after) {
            let end = self.ends[index];
            let mut sum = WeightedSum::default();
            sum.add(n, before[index]);
            for (&target, &swaps) in self.targets[start..end].iter().zip(&self.swaps[start..end]) {
                sum.add(2.0 * f64::from(swaps), before[target as usize]);
            }
            *value = sum.total().over(n * n);
            start = end;
        }
    }
}

/// Returns the partition `parts` without the parts `removed` and with the parts `added`, largest first.
fn changed<'a>(
    cycles: &'a [(usize, usize)],
    removed: &'a [usize],
    added: &'a [usize],
) -> impl Iterator<Item = usize> + 'a {
    let kept = move |&(length, count): &(usize, usize)| {
        let gone = removed.iter().filter(|&&part| part == length).count();
        std::iter::repeat_n(length, count - gone)
    };
    let mut kept = cycles.iter().flat_map(kept).peekable();
    let mut added = added.iter().copied().peekable();
    std::iter::from_fn(move || match (kept.peek(), added.peek()) {
        (Some(part), Some(new)) if new > part => added.next(),
        (Some(_), _) => kept.next(),
        (None, _) => added.next(),
    })
}

/// The partitions of n in lexicographic order, from 1 + 1 + … + 1 to n.
///
/// A partition is a list of parts from the largest to the smallest.
pub struct Partitions {
    n: usize,
    /// `counts[m][k]`: the number of partitions of m into parts of at most k.
    counts: Vec<Vec<u32>>,
}

impl Partitions {
    pub fn new(n: usize) -> Partitions {
        let mut counts = vec![vec![1; n + 1]];
        for m in 1..=n {
            let mut row = vec![0; n + 1];
            for k in 1..=n {
                row[k] = row[k - 1] + if k <= m { counts[m - k][k] } else { 0 };
            }
            counts.push(row);
        }
        Partitions { n, counts }
    }

    /// Returns the number of partitions.
    pub fn count(&self) -> usize {
        self.counts[self.n][self.n] as usize
    }

    /// Returns the rank of a partition: the number of partitions before it.
    pub fn rank(&self, parts: impl Iterator<Item = usize>) -> u32 {
        let (mut left, mut rank) = (self.n, 0);
        for part in parts {
            rank += self.counts[left][part - 1];
            left -= part;
        }
        rank
    }

    /// Calls `visit` with each partition, in order.
    pub fn for_each(&self, mut visit: impl FnMut(&[usize])) {
        extend(self.n, self.n, &mut Vec::new(), &mut visit);
    }
}

/// Visits `parts` followed by each partition of `left` into parts of at most `max`.
fn extend(left: usize, max: usize, parts: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if left == 0 {
        return visit(parts);
    }
    for part in 1..=max.min(left) {
        parts.push(part);
        extend(left - part, part, parts, visit);
        parts.pop();
    }
}

/// Number of significant digits of a bound, and the factor that keeps rounding from making the bound too small.
const BOUND_DIGITS: u32 = 6;
const ROUNDING_MARGIN: f64 = 1.00001;

/// Upper bounds of the distances of decks of n cards from random after random transpositions.
///
/// They follow from the upper bound lemma (Diaconis and Shahshahani, *Generating a random permutation with
/// random transpositions*, 1981). The chi-square distance after k shuffles is Σ f²β^2k over all partitions
/// of n but n itself, and L-infinity is at most Σ f²|β|^k. Here f is the dimension of the representation,
/// and its eigenvalue is β = 1/n + (n − 1)/n·r, where r is the mean of the contents over (n − 1)/2.
/// Partitions with the largest part n − j have Σ f² ≤ C(n, j)² j!, and among them r is largest for the
/// partition with the maximum number of parts n − j. Where r is negative, the conjugate partition has −r.
///
/// O(n) for each number of shuffles.
#[derive(Debug)]
pub struct TranspositionBound {
    cards: usize,
}

impl TranspositionBound {
    /// Returns the bounds for decks of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is less than 2, and [`Error::TooManyCards`] if it exceeds 1,000,000.
    pub fn new(cards: usize) -> Result<TranspositionBound, Error> {
        Error::check_cards(cards as u64, 2..=MAX_CARDS)?;
        Ok(TranspositionBound { cards })
    }

    /// Returns upper bounds of the distances after `times` shuffles.
    ///
    /// The complements and the entropy are lower bounds.
    pub fn after(&self, times: u64) -> Distances {
        let bounds = (
            self.sum(2.0 * times as f64) * ROUNDING_MARGIN,
            self.sum(times as f64) * ROUNDING_MARGIN,
        );
        let (chi_square, l_infinity) = bounds;
        let root = Extended::from(0.0).max(chi_square).sqrt() * 0.5;
        let one = Extended::ONE;
        let part = |number: Extended| number.min(one).magnitude().to_digits(BOUND_DIGITS);
        let rest = |number: Extended| (one - number.min(one)).magnitude().to_digits(BOUND_DIGITS);
        let nats = ln_factorial(self.cards as f64);
        let divergence = if chi_square < one {
            chi_square.to_f64().ln_1p()
        } else {
            (one + chi_square).ln()
        };
        let divergence = divergence.min(nats) / std::f64::consts::LN_2;
        Distances {
            total_variation: part(root),
            total_variation_complement: rest(root),
            separation: part(l_infinity),
            separation_complement: rest(l_infinity),
            l_infinity: l_infinity.magnitude().to_digits(BOUND_DIGITS),
            chi_square: chi_square.magnitude().to_digits(BOUND_DIGITS),
            kl_bits: Magnitude::scaled(divergence, 0).to_digits(BOUND_DIGITS),
            entropy_bits: Magnitude::scaled(nats / std::f64::consts::LN_2 - divergence, 0)
                .to_digits(BOUND_DIGITS),
        }
    }

    /// Returns an upper bound of Σ f²|β|^`exponent` over all partitions of n but n itself.
    ///
    /// f is the dimension of the representation of a partition, and β the eigenvalue of the random transposition.
    fn sum(&self, exponent: f64) -> Extended {
        let n = self.cards as f64;
        let mut ln_squares = 0.0;
        let mut sum = Extended::ZERO;
        for j in 0..self.cards {
            if j > 0 {
                let left = (self.cards - j + 1) as f64;
                ln_squares += 2.0 * left.ln() - (j as f64).ln();
            }
            let contents = (n - 1.0) / n * self.largest_ratio(self.cards - j);
            let above = if j > 0 { contents + 1.0 / n } else { 0.0 };
            let below = (contents - 1.0 / n).max(1.0 / n);
            for eigenvalue in [above, below] {
                sum = sum + Extended::exp(ln_squares + exponent * eigenvalue.ln());
            }
        }
        sum
    }

    /// Returns the largest character ratio r(τ) of a partition with the largest part `part`, or 0 if it is
    /// negative.
    ///
    /// τ is a transposition.
    fn largest_ratio(&self, part: usize) -> f64 {
        let (n, a) = (self.cards as f64, part as f64);
        let (rows, rest) = ((self.cards / part) as f64, (self.cards % part) as f64);
        let full = rows * a * (a - rows) / 2.0;
        let last = rest * (rest - 1.0 - 2.0 * rows) / 2.0;
        ((full + last) / (n * (n - 1.0) / 2.0)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The swaps of each cycle type add up to n(n − 1)/2, and the shares of all types add up to 1.
    #[test]
    fn swaps_and_shares_are_complete() {
        for cards in 1..=14 {
            let mixing = TranspositionMixing::new(cards).unwrap();
            let mut start = 0;
            for &end in &mixing.steps.ends {
                let swaps: usize = mixing.steps.swaps[start..end]
                    .iter()
                    .map(|&swaps| swaps as usize)
                    .sum();
                assert_eq!(swaps, cards * (cards - 1) / 2);
                start = end;
            }
            assert!((mixing.shares.iter().sum::<f64>() - 1.0).abs() < 1e-14);
        }
        assert!(TranspositionMixing::new(0).is_err() && TranspositionMixing::new(61).is_err());
    }

    #[test]
    fn threads_make_no_difference() {
        let mut one = TranspositionMixing::new(30).unwrap();
        let mut three = TranspositionMixing::new(30).unwrap();
        for _ in 0..5 {
            one.advance(NonZero::<usize>::MIN);
            three.advance(NonZero::new(3).unwrap());
        }
        assert!(one.values == three.values && one.values.len() == 5604);
    }

    #[test]
    fn ranks_count_the_partitions() {
        for n in 1..=12 {
            let partitions = Partitions::new(n);
            let mut next = 0;
            partitions.for_each(|parts| {
                assert_eq!(partitions.rank(parts.iter().copied()), next, "{parts:?}");
                next += 1;
            });
            assert_eq!(partitions.count(), next as usize);
        }
        assert_eq!(Partitions::new(52).count(), 281_589);
    }
}
