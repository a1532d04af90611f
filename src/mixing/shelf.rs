use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::classes::{Class, Distances, ExactDistances, Levels};
use super::shelf_ratio::ShelfRatios;
use crate::Error;
use crate::riffle::Extended;

/// Maximum number of cards.
const MAX_CARDS: u64 = 20_000;

/// Maximum number of bits of (2m)^n for which distances are rounded from fractions.
const SHORT: u64 = 10_000;

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
    /// For few cards, the number of orders with each number of valleys.
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
        Ok(ShelfMixing { cards, counts, shares: shares(cards) })
    }

    /// Returns the distances after one pass of a machine with `shelves` shelves.
    ///
    /// # Errors
    ///
    /// [`Error::NoShelves`] if `shelves` is 0, and [`Error::TooManyShelves`] if it is 2^480 or more.
    pub fn after_shelves(&self, shelves: &BigUint) -> Result<Distances, Error> {
        let hands = hands(shelves)?;
        if self.cards as u64 * hands.bits() <= SHORT
            && let Some(levels) = self.levels(&hands)
        {
            return Ok(levels.distances());
        }
        Ok(self.sums(shelves))
    }

    /// Returns the distances by sums of floating-point numbers.
    fn sums(&self, shelves: &BigUint) -> Distances {
        let shelves = shelves.to_f64().expect("2^480 is within range");
        let ratios = ShelfRatios::new(self.cards, shelves);
        let class = |(valleys, &share): (usize, &Extended)| ratios.class(share, valleys);
        let classes: Vec<Class> = self.shares.iter().enumerate().map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }

    /// Returns the rational distances after one pass as fractions.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] for more than [`ShelfMixing::MAX_EXACT_CARDS`] cards, and the errors of
    /// [`after_shelves`](Self::after_shelves).
    ///
    /// ```
    /// use faro::mixing::ShelfMixing;
    /// let exact = ShelfMixing::new(5)?.exact_after_shelves(&2u32.into())?;
    /// assert_eq!(exact.total_variation.to_string(), "43/240");
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn exact_after_shelves(&self, shelves: &BigUint) -> Result<ExactDistances, Error> {
        let hands = hands(shelves)?;
        let cards = self.cards as u64;
        let many = Error::TooManyCards { given: cards, at_most: ShelfMixing::MAX_EXACT_CARDS as u64 };
        Ok(self.levels(&hands).ok_or(many)?.fractions())
    }

    /// Returns the exact law of a machine with `hands`/2 shelves, or `None` for many cards.
    fn levels(&self, hands: &BigUint) -> Option<Levels> {
        let counts = self.counts.as_ref()?;
        let weights = weights(self.cards, &(hands >> 1));
        let levels = counts.iter().cloned().zip(weights).collect();
        Some(Levels::new(self.cards, levels, hands.pow(self.cards as u32)))
    }
}

/// Returns 2m for m shelves: the number of places (top or bottom of a shelf) where the machine puts a card.
fn hands(shelves: &BigUint) -> Result<BigUint, Error> {
    match shelves.bits() {
        0 => Err(Error::NoShelves),
        bits if bits > MAX_BITS => {
            let at_most = (BigUint::one() << MAX_BITS) - 1u32;
            Err(Error::TooManyShelves { given: shelves.clone(), at_most })
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
            let same = row.get(v).map_or(BigUint::ZERO, |count| count * (2 * v + 2));
            let fewer = v.checked_sub(1).map_or(BigUint::ZERO, |fewer| &row[fewer] * (n - 2 * v));
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

/// Returns the probabilities of orders with v valleys times (2m)^n: 2·4^v Σ C(n + m − a − 1, n) C(n − 1 − 2v, a − v).
fn weights(cards: usize, shelves: &BigUint) -> Vec<BigUint> {
    // C(n + m − a − 1, n) for a = 0 … n − 1, which is 0 from a = m on.
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
            let total: BigUint =
                counts.iter().zip(weights(cards, &shelves)).map(|(count, weight)| count * weight).sum();
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
                let exact = mixing.levels(&BigUint::from(2 * shelves)).unwrap().distances();
                let found = mixing.sums(&BigUint::from(shelves));
                let pairs = [
                    (found.total_variation, exact.total_variation),
                    (found.total_variation_complement, exact.total_variation_complement),
                    (found.separation, exact.separation),
                    (found.separation_complement, exact.separation_complement),
                    (found.l_infinity, exact.l_infinity),
                    (found.chi_square, exact.chi_square),
                    (found.kl_bits, exact.kl_bits),
                ];
                for (index, (found, exact)) in pairs.into_iter().enumerate() {
                    let (found, exact) = (found.to_f64(), exact.to_f64());
                    let error = (found - exact).abs();
                    assert!(error <= 2e-12 * exact + 1e-300, "{cards} {shelves} {index}: {found} {exact}");
                }
            }
        }
    }
}
