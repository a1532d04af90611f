//! Distances after a shelf machine. The probability of an order depends only on its number of valleys.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::distances::{Class, Distances, Levels};
use crate::Error;
use crate::riffle::Extended;
use faro_math::number::Fraction;

/// Maximum number of cards.
const MAX_CARDS: u64 = 20_000;

/// Maximum number of bits of (2m)^n for which distances are rounded from fractions.
const MAX_FRACTION_BITS: u64 = 10_000;

/// Maximum number of bits of the number of shelves.
const MAX_BITS: u64 = 480;

/// Number of correct digits of sums of floating-point numbers.
const DIGITS: u32 = 12;

/// The distances of decks of n cards from random after a shelf machine.
///
/// A machine with m shelves puts each card on top of or under the cards of a random shelf. A valley of an order
/// is a place whose neighbours are both larger. The probability of an order with v valleys is 4^(v+1)/(2(2m)^n)
/// Σ C(n + m − a − 1, n) C(n − 1 − 2v, a − v) over a from 0 to m − 1. A machine with m shelves followed by a
/// machine with l shelves is a machine with 2ml shelves (Diaconis, Fulman and Holmes, *Analysis of casino shelf
/// shuffling machines*, 2013).
///
/// O(n²) for the first distances, and O(n^1.5) for each further number of shelves.
#[derive(Debug)]
pub struct ShelfMixing {
    cards: usize,
    /// The number of orders with each number of valleys, or `None` for many cards.
    counts: Option<Vec<BigUint>>,
    /// The probability of each number of valleys in a uniformly random deck.
    shares: Vec<Extended>,
}

impl ShelfMixing {
    /// Maximum number of cards for which there are fractions.
    pub const MAX_EXACT_CARDS: usize = 208;

    /// Returns the model for decks of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds 20,000.
    pub fn new(cards: usize) -> Result<ShelfMixing, Error> {
        Error::check_cards(cards as u64, 1..=MAX_CARDS)?;
        let counts = (cards <= ShelfMixing::MAX_EXACT_CARDS).then(|| counts(cards));
        Ok(ShelfMixing {
            cards,
            counts,
            shares: shares(cards),
        })
    }

    /// Returns the distances after one pass of a machine with `shelves` shelves.
    ///
    /// # Errors
    ///
    /// [`Error::NoShelves`] if `shelves` is 0, and [`Error::TooManyShelves`] if it is 2^480 or more.
    pub fn after_shelves(&self, shelves: &BigUint) -> Result<Distances, Error> {
        let hands = hands(shelves)?;
        if self.cards as u64 * hands.bits() <= MAX_FRACTION_BITS
            && let Some(levels) = self.levels(&hands)
        {
            return Ok(levels.distances());
        }
        Ok(self.sums(shelves))
    }

    /// Returns the distances after one pass through `shelves` shelves, computed in floating point.
    fn sums(&self, shelves: &BigUint) -> Distances {
        let shelves = shelves.to_f64().expect("2^480 is within range");
        let ratios = ShelfRatios::new(self.cards, shelves);
        let class = |(valleys, &share): (usize, &Extended)| ratios.class(share, valleys);
        let classes: Vec<Class> = self.shares.iter().enumerate().map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }

    /// Returns the rational distances after one pass as fractions, with their names.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] for more than [`ShelfMixing::MAX_EXACT_CARDS`] cards, and the errors of
    /// [`after_shelves`](Self::after_shelves).
    pub(super) fn exact_after_shelves(
        &self,
        shelves: &BigUint,
    ) -> Result<[(&'static str, Fraction); 4], Error> {
        let hands = hands(shelves)?;
        let cards = self.cards as u64;
        let many = Error::TooManyCards {
            given: cards,
            at_most: ShelfMixing::MAX_EXACT_CARDS as u64,
        };
        Ok(self.levels(&hands).ok_or(many)?.fractions())
    }

    /// Returns the exact law of a machine with `hands`/2 shelves, or `None` for too many cards.
    fn levels(&self, hands: &BigUint) -> Option<Levels> {
        let counts = self.counts.as_ref()?;
        let weights = weights(self.cards, &(hands >> 1));
        let levels = counts.iter().cloned().zip(weights).collect();
        Some(Levels::new(
            self.cards,
            levels,
            hands.pow(self.cards as u32),
        ))
    }
}

/// Returns 2m for m shelves: the number of places (top or bottom of a shelf) where the machine puts a card.
fn hands(shelves: &BigUint) -> Result<BigUint, Error> {
    match shelves.bits() {
        0 => Err(Error::NoShelves),
        bits if bits > MAX_BITS => {
            let at_most = (BigUint::one() << MAX_BITS) - 1u32;
            Err(Error::TooManyShelves {
                given: shelves.clone(),
                at_most,
            })
        }
        _ => Ok(shelves << 1),
    }
}

/// Returns the number of orders of n ≥ 1 cards with v valleys, for v = 0 … (n − 1)/2. Inserting a new smallest
/// card into an order of n − 1 cards adds a valley at n − 2v places.
fn counts(cards: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for n in 2..=cards {
        let count = |v: usize| {
            let same = row
                .get(v)
                .map_or(BigUint::ZERO, |count| count * (2 * v + 2));
            let fewer = v
                .checked_sub(1)
                .map_or(BigUint::ZERO, |fewer| &row[fewer] * (n - 2 * v));
            same + fewer
        };
        row = (0..=(n - 1) / 2).map(count).collect();
    }
    row
}

/// Returns the probabilities in a random deck of v valleys, for v = 0 … (n − 1)/2: the result of [`counts`]
/// over n!.
fn shares(cards: usize) -> Vec<Extended> {
    let mut row = vec![Extended::ZERO; (cards - 1) / 2 + 1];
    row[0] = Extended::ONE;
    for n in 2..=cards {
        let part = |factor: usize| factor as f64 / n as f64;
        for v in (1..=(n - 1) / 2).rev() {
            row[v] = row[v] * part(2 * v + 2) + row[v - 1] * part(n - 2 * v);
        }
        row[0] = row[0] * part(2);
    }
    row
}

/// Returns (2m)^n times the probability of an order of n = `cards` cards with v = 0, 1, … valleys.
///
/// m is the number of shelves. The formula is 2·4^v Σ C(n + m − a − 1, n) C(n − 1 − 2v, a − v), summed over a.
fn weights(cards: usize, shelves: &BigUint) -> Vec<BigUint> {
    // Entry a is C(n + m − a − 1, n), for n cards and m shelves and a = 0 … n − 1. It is 0 from a = m on.
    let mut multisets = vec![binomial(&(shelves + cards - 1u32), cards)];
    for a in 1..cards {
        let last = &multisets[a - 1];
        let next = if *shelves > BigUint::from(a) {
            last * (shelves - a) / (shelves + cards - a)
        } else {
            BigUint::zero()
        };
        multisets.push(next);
    }
    let weight = |valleys: usize| {
        let (mut choose, mut sum) = (BigUint::one(), BigUint::zero());
        let steps = cards - 1 - 2 * valleys;
        for j in 0..=steps {
            sum += &choose * &multisets[valleys + j];
            choose = (choose * (steps - j)).div_floor(&BigUint::from(j + 1));
        }
        sum << (2 * valleys + 1)
    };
    (0..=(cards - 1) / 2).map(weight).collect()
}

/// Returns C(n, k).
fn binomial(n: &BigUint, k: usize) -> BigUint {
    let next = |product: BigUint, i: usize| product * (n - i) / (i + 1);
    (0..k).fold(BigUint::one(), next)
}

/// The likelihood ratios Q/U of the orders of a large deck after a machine with m shelves.
///
/// Let J be the number of heads of n − 1 − 2v coins, and s = v + J. The ratio of an order with v valleys is the
/// mean over J of ∏ (1 + (i − s)/m), i = 0 … n − 1. This is the sum of Diaconis, Fulman and Holmes, divided by
/// the uniform probability. The product is the ratio of a riffle of m packets for an order with s descents.
pub enum ShelfRatios {
    /// For few shelves m: the products are 0 or far from 1.
    Few {
        cards: usize,
        /// The product ∏ (1 + (i − s)/m) over i from 0 to n − 1 for m shelves, for s = 0, 1, … descents.
        products: Vec<Extended>,
        /// The factorials 0!, 1!, …
        factorials: Vec<Extended>,
    },
    /// For many shelves: the ratio Q/U is close to 1 for nearly all orders, and Q/U − 1 is computed.
    Many {
        cards: usize,
        /// Half the sum and half the difference of the logarithms of the products for δ and −δ. Here δ = (n −
        /// 1)/2 − s, and the first entry has δ = 0 or δ = 1/2.
        logarithms: Vec<(f64, f64)>,
    },
}

/// A term that is smaller than the largest one by this factor does not change a sum.
const NEGLIGIBLE: f64 = 1e-25;

impl ShelfRatios {
    pub fn new(cards: usize, shelves: f64) -> ShelfRatios {
        let n = cards as f64;
        if shelves >= (2.0 * n).max(n.powf(1.5) / 16.0) {
            return ShelfRatios::Many {
                cards,
                logarithms: logarithms(cards, shelves),
            };
        }
        ShelfRatios::Few {
            cards,
            products: products(cards, shelves),
            factorials: factorials(cards),
        }
    }

    /// Returns the share, the ratio Q/U and the excess of the orders with `valleys` valleys.
    pub fn class(&self, share: Extended, valleys: usize) -> Class {
        match self {
            ShelfRatios::Few {
                cards,
                products,
                factorials,
            } => {
                let heads = Heads {
                    coins: cards - 1 - 2 * valleys,
                    factorials,
                };
                Class::with_ratio(share, heads.mean(&products[products.len().min(valleys)..]))
            }
            ShelfRatios::Many { cards, logarithms } => {
                Class::with_excess(share, excess(cards - 1 - 2 * valleys, logarithms).into())
            }
        }
    }
}

/// Returns the products ∏ (1 + (i − s)/m) over i = 0 … n − 1, for s = 0, 1, … as long as they are positive. n is
/// `cards` and m is `shelves`.
fn products(cards: usize, shelves: f64) -> Vec<Extended> {
    let part = |number: f64| Extended::from(number / shelves);
    let first = (0..cards).fold(Extended::ONE, |product, i| {
        product * part(shelves + i as f64)
    });
    let mut products = vec![first];
    for s in 1..cards {
        let left = shelves - s as f64;
        if left <= 0.0 {
            break;
        }
        products.push(products[s - 1] * (part(left) / part(left + cards as f64)));
    }
    products
}

fn factorials(cards: usize) -> Vec<Extended> {
    let mut factorials = vec![Extended::ONE];
    factorials.extend((1..cards).scan(Extended::ONE, |factorial, i| {
        *factorial = *factorial * Extended::from(i as f64);
        Some(*factorial)
    }));
    factorials
}

/// The binomial law of the number of heads of `coins` fair coins.
struct Heads<'a> {
    coins: usize,
    factorials: &'a [Extended],
}

impl Heads<'_> {
    /// Returns the mean of `values[heads]`, with the value 0 beyond the end of `values`. The terms must
    /// increase up to the largest one and then decrease.
    fn mean(&self, values: &[Extended]) -> Extended {
        let last = values.len().min(self.coins + 1);
        let values = &values[..last];
        if values.is_empty() {
            return Extended::ZERO;
        }
        let peak = self.peak(values);
        let largest = self.probability(peak) * values[peak];
        let (mut above, mut below) = (1.0, 0.0);
        let mut term = 1.0;
        for j in peak + 1..last {
            let odds = (self.coins - j + 1) as f64 / j as f64;
            term *= odds * (values[j] / values[j - 1]).to_f64();
            above += term;
            if term < NEGLIGIBLE {
                break;
            }
        }
        term = 1.0;
        for j in (0..peak).rev() {
            let odds = (j + 1) as f64 / (self.coins - j) as f64;
            term *= odds * (values[j] / values[j + 1]).to_f64();
            below += term;
            if term < NEGLIGIBLE {
                break;
            }
        }
        largest * Extended::from(above + below)
    }

    /// Returns the number of heads j with the largest term C(coins, j)·`values[j]`, by bisection.
    fn peak(&self, values: &[Extended]) -> usize {
        let rises = |j: usize| {
            let odds = (self.coins - j) as f64 / (j + 1) as f64;
            odds * (values[j + 1] / values[j]).to_f64() > 1.0
        };
        let (mut low, mut high) = (0, values.len() - 1);
        while low < high {
            let middle = (low + high) / 2;
            if rises(middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn probability(&self, heads: usize) -> Extended {
        let ways = self.factorials[self.coins]
            / (self.factorials[heads] * self.factorials[self.coins - heads]);
        ways * Extended::scaled(1.0, -(self.coins as i64))
    }
}

/// Returns the even and the odd part, in δ, of the logarithms of the products in [`ShelfRatios`]. They are computed
/// step by step without cancellation.
fn logarithms(cards: usize, shelves: f64) -> Vec<(f64, f64)> {
    let n = cards as f64;
    let part = |x: f64| (x / shelves).powi(2);
    let pairs: f64 = (1..cards.div_ceil(2))
        .map(|c| (-part(c as f64)).ln_1p())
        .sum();
    let middle = n / 2.0;
    let mut last = match cards % 2 {
        0 => (
            pairs + (-part(middle)).ln_1p() / 2.0,
            (middle / shelves).atanh(),
        ),
        _ => (pairs, 0.0),
    };
    let mut logarithms = vec![last];
    // One descent less (s to s − 1) multiplies the product by (m + n − s)/(m − s) at δ, and by (m − n + s)/(m + s)
    // at −δ.
    for s in (1..=(cards - 1) / 2).rev() {
        let s = s as f64;
        let even = -(n * (n - 2.0 * s) / shelves.powi(2)) / (1.0 - part(s));
        let odd = ((n - s) / shelves).atanh() + (s / shelves).atanh();
        last = (last.0 + even.ln_1p() / 2.0, last.1 + odd);
        logarithms.push(last);
    }
    logarithms
}

/// Returns the mean of (product − 1), where the product depends on the number of heads of `coins` coins.
fn excess(coins: usize, logarithms: &[(f64, f64)]) -> f64 {
    // The weight of two numbers of heads at ±δ from the middle, relative to the innermost ones. With an even
    // number of coins, the first "pair" is a single number in the middle, and counts as half a pair.
    let half = coins / 2;
    let mut weight = if coins.is_multiple_of(2) { 0.5 } else { 1.0 };
    let (mut sum, mut total) = (0.0, 0.0);
    for (step, &(even, odd)) in logarithms.iter().take(half + 1).enumerate() {
        let middle = even.exp() * 2.0 * (odd / 2.0).sinh().powi(2);
        sum += weight * (even.exp_m1() + middle);
        total += weight;
        let size = weight * even.exp() * odd.cosh();
        let heads = half - step;
        // The next pair of numbers of heads is one further from the middle on each side.
        let next = heads as f64 / (coins - heads + 1) as f64;
        weight *= next
            * if step == 0 && coins.is_multiple_of(2) {
                2.0
            } else {
                1.0
            };
        if size < NEGLIGIBLE * total && weight < NEGLIGIBLE * total {
            break;
        }
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_and_all_weights() {
        for (cards, shelves) in [(1, 1), (2, 1), (3, 2), (7, 3), (30, 4), (31, 100)] {
            let counts = counts(cards);
            let orders: BigUint = counts.iter().sum();
            assert_eq!(orders, (1..=cards).product::<BigUint>());
            let shelves = BigUint::from(shelves as u32);
            let total: BigUint = counts
                .iter()
                .zip(weights(cards, &shelves))
                .map(|(count, weight)| count * weight)
                .sum();
            assert_eq!(total, (shelves << 1u32).pow(cards as u32), "{cards}");
            for (count, share) in counts.iter().zip(shares(cards)) {
                let exact = Extended::ratio(count, &orders);
                assert!(((share / exact).to_f64() - 1.0).abs() < 1e-14, "{cards}");
            }
        }
    }

    /// The floating-point sums agree with the fractions, from few shelves to many.
    #[test]
    fn ratios_are_those_of_fractions() {
        for cards in [3, 8, 21, 52, 100] {
            for shelves in [1u64, 2, 10, 60, 150, 1000, 1 << 20, 1 << 60] {
                let mixing = ShelfMixing::new(cards).unwrap();
                let exact = mixing
                    .levels(&BigUint::from(2 * shelves))
                    .unwrap()
                    .distances();
                let found = mixing.sums(&BigUint::from(shelves));
                let pairs = [
                    (found.total_variation, exact.total_variation),
                    (
                        found.total_variation_complement,
                        exact.total_variation_complement,
                    ),
                    (found.separation, exact.separation),
                    (found.separation_complement, exact.separation_complement),
                    (found.l_infinity, exact.l_infinity),
                    (found.chi_square, exact.chi_square),
                    (found.kl_bits, exact.kl_bits),
                ];
                for (index, (found, exact)) in pairs.into_iter().enumerate() {
                    let (found, exact) = (found.to_f64(), exact.to_f64());
                    let error = (found - exact).abs();
                    assert!(
                        error <= 2e-12 * exact + 1e-300,
                        "{cards} {shelves} {index}: {found} {exact}"
                    );
                }
            }
        }
    }
}
