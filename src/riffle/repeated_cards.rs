//! Riffles of decks in which cards of one kind look alike.
//!
//! [`RepeatedCards`] has exact distances, and [`TwoKinds`] the total variation distance of large decks of two
//! kinds of cards.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{Error, Permutation};
use faro_math::number::{Fraction, factorial};
use faro_sample::shuffle::{Choices, Generator, Seed};

pub(super) fn cards_of(composition: &[u32]) -> Result<u32, Error> {
    if composition.is_empty() || composition.contains(&0) {
        return Err(Error::NoCardsOfKind);
    }
    let cards: u64 = composition.iter().map(|&count| u64::from(count)).sum();
    Error::check_cards(cards, 1..=RepeatedCards::MAX_CARDS.into())?;
    Ok(cards as u32)
}

/// A deck in which cards of one kind look alike, sorted by kind before it is riffled.
#[derive(Debug)]
pub struct RepeatedCards {
    cards: u32,
    /// n!/∏ Dᵢ!: the number of arrangements.
    arrangements: BigUint,
    /// For i = 0..n, the number of ways to give the kinds disjoint intervals of i packets so that each packet
    /// is used.
    ways: Vec<BigUint>,
    /// All arrangements, if there are few cards.
    arranged: Option<Arranged>,
}

impl RepeatedCards {
    /// Maximum number of cards: ten packs.
    pub const MAX_CARDS: u32 = 520;

    /// Returns the deck with `composition[i]` cards of kind i.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] for more than [`RepeatedCards::MAX_CARDS`] cards, and [`Error::NoCardsOfKind`]
    /// if there are no kinds or a kind has no cards.
    pub fn new(composition: &[u32]) -> Result<RepeatedCards, Error> {
        let cards = cards_of(composition)?;
        let ways = composition
            .iter()
            .fold(vec![BigUint::one()], |ways, &count| {
                product(&ways, &surjections(count))
            });
        let orders_within_kinds = composition
            .iter()
            .map(|&count| factorial(count))
            .product::<BigUint>();
        let arranged = (cards <= MAX_ARRANGED as u32).then(|| Arranged::new(composition));
        Ok(RepeatedCards {
            cards,
            arrangements: factorial(cards) / orders_within_kinds,
            ways,
            arranged,
        })
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// Returns the separation, the largest 1 − Q/U, after one shuffle with `packets` packets.
    ///
    /// `packets` is 2^k for k riffles. The order with the kinds reversed attains the maximum (Assaf, Diaconis
    /// and Soundararajan, *A rule of thumb for riffle shuffling*, 2011, theorem 2).
    ///
    /// The inverse of an a-shuffle marks each card with a packet. The reversed order results if the marks of
    /// each kind are all below the marks of the next kind. So Q·aⁿ counts the choices of i packets, split into
    /// intervals, one for each kind. It is Σ wᵢ·C(a, i), where w is the product, over the kinds, of the numbers
    /// of maps onto i packets. O(n²) products of integers, once.
    ///
    /// # Panics
    ///
    /// If there are no packets.
    pub fn separation(&self, packets: &BigUint) -> Fraction {
        assert!(!packets.is_zero(), "expected at least one packet");
        let (mut choices, mut rarest) = (BigUint::one(), BigUint::ZERO);
        for (i, ways) in (0u32..).zip(&self.ways) {
            rarest += ways * &choices;
            if *packets <= i.into() {
                break;
            }
            choices = choices * (packets - i) / (i + 1);
        }
        Fraction::new(rarest * &self.arrangements, packets.pow(self.cards)).complement()
    }

    /// Returns the total variation distance after one shuffle with `packets` packets.
    ///
    /// The sum is over all orders. Returns `None` for more than eight cards. For two kinds,
    /// [`TwoKinds`](super::TwoKinds) computes it for more cards.
    ///
    /// # Panics
    ///
    /// If there are no packets.
    pub fn total_variation(&self, packets: &BigUint) -> Option<Fraction> {
        assert!(!packets.is_zero(), "expected at least one packet");
        self.arranged
            .as_ref()
            .map(|arranged| arranged.total_variation(packets))
    }
}

/// Returns the numbers of maps of `cards` cards onto 0, 1, 2, … packets.
fn surjections(cards: u32) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for _ in 0..cards {
        let before = |s: usize| row.get(s).cloned().unwrap_or_default();
        row = (0..=row.len())
            .map(|s| {
                if s == 0 {
                    BigUint::ZERO
                } else {
                    (before(s) + before(s - 1)) * s
                }
            })
            .collect();
    }
    row
}

fn product(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let mut sums = vec![BigUint::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (j, y) in b.iter().enumerate() {
            sums[i + j] += x * y;
        }
    }
    sums
}

/// Maximum number of cards for which all orders are enumerated.
const MAX_ARRANGED: usize = 8;

/// All arrangements of a few cards, some of which look alike. Each arrangement has the numbers of its orders
/// with 1, 2, … rising sequences. The probability of an order after a riffle depends only on its number of
/// rising sequences.
#[derive(Debug)]
struct Arranged {
    orders: Vec<[u32; MAX_ARRANGED]>,
    cards: usize,
}

impl Arranged {
    /// Returns the arrangements of at most [`MAX_ARRANGED`] cards, `composition[i]` of kind i.
    fn new(composition: &[u32]) -> Arranged {
        let kinds: Vec<usize> = composition
            .iter()
            .enumerate()
            .flat_map(|(kind, &count)| vec![kind; count as usize])
            .collect();
        let mut orders: BTreeMap<Vec<usize>, [u32; MAX_ARRANGED]> = BTreeMap::new();
        for rank in 0..(1..=kinds.len() as u64).product() {
            let order =
                Permutation::unrank(kinds.len(), rank).expect("the rank is below the factorial");
            let deck = order
                .to_deck()
                .into_iter()
                .map(|card| kinds[card as usize])
                .collect();
            orders.entry(deck).or_default()[order.rising_sequences() - 1] += 1;
        }
        Arranged {
            orders: orders.into_values().collect(),
            cards: kinds.len(),
        }
    }

    /// Returns the total variation distance after one shuffle with `packets` packets.
    ///
    /// It is the sum of the excesses of the arrangements over their uniform probability.
    fn total_variation(&self, packets: &BigUint) -> Fraction {
        let ways: Vec<BigUint> = (1..=self.cards)
            .map(|rising| self.ways(packets, rising))
            .collect();
        let all = packets.pow(self.cards as u32);
        let excess = |counts: &[u32; MAX_ARRANGED]| {
            let sum: BigUint = counts
                .iter()
                .zip(&ways)
                .map(|(&count, ways)| ways * count)
                .sum();
            let share = sum * self.orders.len();
            if share > all {
                share - &all
            } else {
                BigUint::ZERO
            }
        };
        Fraction::new(
            self.orders.iter().map(excess).sum::<BigUint>(),
            &all * self.orders.len(),
        )
    }

    /// Returns C(a + n − r, n) for a = `packets`, n cards and r = `rising`.
    ///
    /// It is the number of ways in which an a-shuffle produces an order with r rising sequences.
    fn ways(&self, packets: &BigUint, rising: usize) -> BigUint {
        if *packets < rising.into() {
            return BigUint::ZERO;
        }
        let least = packets - rising;
        (1..=self.cards).fold(BigUint::one(), |product, i| product * (&least + i) / i)
    }
}

/// Maximum number of arrangements that are enumerated.
const MAX_ENUMERATED: f64 = 100_000.0;

/// Number of marks between two calls of `goes_on`: some milliseconds.
const MARKS_PER_CHECK: u32 = 64;

/// Number of samples between two calls of `goes_on`: some milliseconds.
const SAMPLES_PER_CHECK: u32 = 1 << 12;

/// A deck of two kinds of cards, sorted by kind before it is riffled, and its total variation distance.
///
/// The deck has D cards of the first kind and E of the other. The inverse of a riffle with a packets marks each
/// card with its packet, from 0 to a − 1, and sorts the cards by these marks. It sorts an arrangement by kind
/// if no card of the first kind comes after a card of the other. The probability of this is a sum over the card
/// of the first kind that comes last. For a card with i cards of its kind and j of the other above it in the
/// arrangement, the summand is Σ (l + 1)^i l^(D − 1 − i) (a − 1 − l)^j (a − l)^(E − j) over its marks l,
/// divided by a^n.
#[derive(Debug)]
pub struct TwoKinds {
    first: u32,
    second: u32,
}

/// A value that was computed or estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatedValue {
    /// The value.
    pub value: f64,
    /// The standard error of the value, or `None` if it is exact apart from rounding.
    pub standard_error: Option<f64>,
}

impl EstimatedValue {
    /// Returns the estimate of a probability from the mean of `samples` numbers from 0 to 1, with its standard
    /// error.
    ///
    /// A value that no sample has may shift the mean by 1/`samples`. So the error is at least 1/`samples` if
    /// all samples are equal, or if the mean is so near to 1 that the samples cannot distinguish it from 1.
    pub(crate) fn of_mean(mean: f64, error: f64, samples: u32) -> EstimatedValue {
        let unseen = 1.0 / f64::from(samples);
        if error > 0.0 && mean < 1.0 - unseen {
            return EstimatedValue {
                value: mean,
                standard_error: Some(error),
            };
        }
        EstimatedValue {
            value: mean.clamp(unseen.min(0.5), 1.0 - unseen.min(0.5)),
            standard_error: Some(error.max(unseen)),
        }
    }
}

impl TwoKinds {
    /// Maximum number of packets.
    pub const MAX_PACKETS: u32 = 1 << 16;

    /// Returns the deck with `first` cards of the upper kind and `second` cards of the lower kind.
    ///
    /// # Errors
    ///
    /// [`Error`] if a kind has no cards, or there are too many cards.
    pub fn new(first: u32, second: u32) -> Result<TwoKinds, Error> {
        cards_of(&[first, second])?;
        Ok(TwoKinds { first, second })
    }

    /// Returns the total variation distance after one shuffle with `packets` packets.
    ///
    /// It is computed over all arrangements if there are at most 100,000. Otherwise it is estimated from
    /// `samples` random ones, which depend only on the seed. `goes_on` receives the number of samples drawn
    /// since its last call. If it returns false, the result is `None`.
    ///
    /// # Panics
    ///
    /// If there are no packets or more than [`TwoKinds::MAX_PACKETS`], or if there are no samples.
    pub fn total_variation(
        &self,
        packets: u32,
        samples: u32,
        seed: &Seed,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<EstimatedValue> {
        assert!(
            (1..=TwoKinds::MAX_PACKETS).contains(&packets),
            "{packets} packets"
        );
        assert!(samples > 0, "expected at least one sample");
        let arrangements = self.arrangements();
        let addends = self.addends(packets, arrangements, &mut goes_on)?;
        if arrangements > MAX_ENUMERATED {
            return self.estimated(&addends, samples, seed, goes_on);
        }
        let value = self.missing(&addends, 0, 0, 0.0) / arrangements;
        Some(EstimatedValue {
            value,
            standard_error: None,
        })
    }

    /// Returns the number of arrangements, C(n, D).
    fn arrangements(&self) -> f64 {
        (1..=self.first).fold(1.0, |product, i| {
            product * f64::from(self.second + i) / f64::from(i)
        })
    }

    /// Returns the contributions to Q/U of a card of the first kind. Row i and column j are for i cards of
    /// its own kind and j cards of the other kind above it. Returns `None` if `goes_on` returned false.
    fn addends(
        &self,
        packets: u32,
        arrangements: f64,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<Vec<Vec<f64>>> {
        let (rows, columns) = (self.first as usize, self.second as usize + 1);
        let mut addends = vec![vec![0.0; columns]; rows];
        for mark in 0..packets {
            if mark % MARKS_PER_CHECK == 0 && !goes_on(0) {
                return None;
            }
            let part = |count: u32| f64::from(count) / f64::from(packets);
            let first = products(part(mark + 1), part(mark), rows - 1);
            let second = products(part(packets - 1 - mark), part(packets - mark), columns - 1);
            let scale = arrangements / f64::from(packets);
            for (row, first) in addends.iter_mut().zip(&first) {
                row.iter_mut()
                    .zip(&second)
                    .for_each(|(sum, second)| *sum += scale * first * second);
            }
        }
        Some(addends)
    }

    /// Returns the sum of max(0, 1 − Q/U) over all arrangements that begin with i cards of the first kind and
    /// j of the second.
    fn missing(&self, addends: &[Vec<f64>], i: u32, j: u32, ratio: f64) -> f64 {
        if i == self.first {
            // If no cards of the first kind are left, the rest of the arrangement is determined.
            return (1.0 - ratio).max(0.0);
        }
        let with_first = self.missing(addends, i + 1, j, ratio + addends[i as usize][j as usize]);
        with_first
            + if j < self.second {
                self.missing(addends, i, j + 1, ratio)
            } else {
                0.0
            }
    }

    fn estimated(
        &self,
        addends: &[Vec<f64>],
        samples: u32,
        seed: &Seed,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<EstimatedValue> {
        let mut choices = Generator::unit(seed, 0);
        let (mut sum, mut squares) = (0.0, 0.0);
        for sample in 0..samples {
            if sample % SAMPLES_PER_CHECK == 0
                && !goes_on(SAMPLES_PER_CHECK.min(samples - sample).into())
            {
                return None;
            }
            let missing = (1.0 - self.sampled(addends, &mut choices)).max(0.0);
            sum += missing;
            squares += missing * missing;
        }
        let count = f64::from(samples);
        let value = sum / count;
        let variance = (squares / count - value * value).max(0.0) / (count - 1.0).max(1.0);
        Some(EstimatedValue::of_mean(value, variance.sqrt(), samples))
    }

    /// Draws a uniformly random arrangement and returns Q/U, its probability after the shuffle over the uniform
    /// one.
    fn sampled(&self, addends: &[Vec<f64>], choices: &mut Generator) -> f64 {
        let (mut i, mut j, mut ratio) = (0, 0, 0.0);
        while i < self.first {
            let (first, second) = (self.first - i, self.second - j);
            if choices.below(first + second) < first {
                ratio += addends[i as usize][j as usize];
                i += 1;
            } else {
                j += 1;
            }
        }
        ratio
    }
}

/// Returns x^i y^(n − i) for i = 0..=n.
fn products(x: f64, y: f64, n: usize) -> Vec<f64> {
    (0..=n)
        .map(|i| x.powi(i as i32) * y.powi((n - i) as i32))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_onto() {
        assert_eq!(surjections(4), [0u32, 1, 14, 36, 24].map(BigUint::from));
    }

    #[test]
    fn estimates_are_never_certain() {
        let of_mean = |mean, error| EstimatedValue::of_mean(mean, error, 1000);
        let estimate = |value, error| EstimatedValue {
            value,
            standard_error: Some(error),
        };
        assert_eq!(of_mean(0.3, 1e-5), estimate(0.3, 1e-5));
        assert_eq!(of_mean(1e-20, 1e-22), estimate(1e-20, 1e-22));
        assert_eq!(
            [of_mean(1.0, 0.0), of_mean(1.0 - 1e-7, 1e-8)],
            [estimate(0.999, 0.001); 2]
        );
        assert_eq!(
            [of_mean(0.0, 0.0), of_mean(0.3, 0.0)],
            [estimate(0.001, 0.001), estimate(0.3, 0.001)]
        );
    }
}
