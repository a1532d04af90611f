//! The number of states of a random number generator, compared with the number of orders of a deck.
//!
//! A generator with B bits of state has 2^B states, so a program that shuffles with it reaches at most 2^B
//! orders. 52 cards have 2^225.6 orders. [`Coverage`] computes the consequences. [`GENERATORS`] lists
//! generators in use with the number of bits of their usual seeds, which is often less than the number of bits
//! of their state.

use std::f64::consts::FRAC_PI_2;
use std::sync::LazyLock;

use num_bigint::BigUint;

use crate::Error;
use faro_math::number::log2_factorial;

/// The proportion of a deck's orders that a generator with B bits of state, or of seed, can reach.
///
/// ```
/// use faro::seed::Coverage;
///
/// let seeded = Coverage::new(52, 32)?;
/// assert_eq!(seeded.largest_deck(), 12); // 12! < 2^32 < 13!
/// assert!((seeded.log2_reachable() - (32.0 - 225.581)).abs() < 1e-3);
/// assert_eq!(seeded.cards_to_identify(), Some(6)); // 52·51·50·49·48·47 > 2^32
/// assert_eq!(seeded.decks_to_repeat().round(), 82138.0); // √(π/2 · 2^32) + 2/3
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    cards: u64,
    state_bits: u32,
}

impl Coverage {
    /// Maximum number of bits of state: twice the state of the largest generators in use.
    pub const MAX_STATE_BITS: u32 = 100_000;

    /// Returns the comparison of a deck of `cards` cards with a generator of `state_bits` bits.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyBits`] if `state_bits` exceeds
    /// [`Coverage::MAX_STATE_BITS`].
    pub fn new(cards: u64, state_bits: u32) -> Result<Coverage, Error> {
        Error::check_cards(cards, 1..=u64::MAX)?;
        if state_bits > Coverage::MAX_STATE_BITS {
            return Err(Error::TooManyBits {
                given: state_bits,
                at_most: Coverage::MAX_STATE_BITS,
            });
        }
        Ok(Coverage { cards, state_bits })
    }

    /// Returns log2 of an upper bound of the share of orders that can occur, from −∞ to 0.
    ///
    /// It is 0 if there are at least n! states, which does not prove that each order has a state.
    pub fn log2_reachable(&self) -> f64 {
        match self.reaches(self.cards) {
            true => 0.0,
            false => f64::from(self.state_bits) - log2_factorial(self.cards as f64),
        }
    }

    /// Returns the largest number of cards n for which n! ≤ 2^B, so that the states suffice for all orders.
    pub fn largest_deck(&self) -> u64 {
        let mut orders = BigUint::from(1u32);
        let mut cards = 1u64;
        loop {
            orders *= cards + 1;
            if !self.holds(&orders) {
                return cards;
            }
            cards += 1;
        }
    }

    /// Returns the number of cards after which less than one other state fits on average.
    ///
    /// The cards are read from one end of the deck.
    ///
    /// It is the least k with n(n − 1)…(n − k + 1) ≥ 2^B. Another state may still fit: of 52 cards and 32 bits, the
    /// first six cards leave one with probability 25 %.
    /// Returns `None` if even the whole deck leaves several states.
    pub fn cards_to_identify(&self) -> Option<u64> {
        let mut sequences = BigUint::from(1u32);
        let mut cards_seen = 0;
        while sequences.bits() <= u64::from(self.state_bits) {
            // The last card follows from the others, and so adds no information.
            if cards_seen + 1 >= self.cards {
                return None;
            }
            sequences *= self.cards - cards_seen;
            cards_seen += 1;
        }
        Some(cards_seen)
    }

    /// Returns the mean number of decks, each seeded anew, until an order occurs for the second time.
    ///
    /// It is √(πS/2) + 2/3 + …, where 1/S = 2^-B + (1 − 2^-B)/n! is the probability that two decks are equal.
    /// It is infinite if it has more than 308 digits.
    ///
    /// The exact value is 1 + Q(S), where Q is Ramanujan's Q-function (Flajolet, Grabner, Kirschenhofer,
    /// Prodinger, "On Ramanujan's Q-function", 1995).
    pub fn decks_to_repeat(&self) -> f64 {
        let (seeds, orders) = (
            f64::from(self.state_bits),
            log2_factorial(self.cards as f64),
        );
        let equal = (-seeds).exp2() + (1.0 - (-seeds).exp2()) * (-orders).exp2();
        match 1.0 / equal {
            few if few < 1e4 => first_repeat(few),
            many if many.is_finite() => {
                (FRAC_PI_2 * many).sqrt() + 2.0 / 3.0 + (FRAC_PI_2 / many).sqrt() / 12.0
            }
            // 1/equal is too large for an `f64`. Then S is about the smaller of 2^B and n!.
            _ => (seeds.min(orders) / 2.0).exp2() * FRAC_PI_2.sqrt(),
        }
    }

    /// Returns whether there are at least n! states for n = `cards`.
    fn reaches(&self, cards: u64) -> bool {
        cards <= self.largest_deck()
    }

    /// Returns whether `number` is at most 2^B, the number of states.
    fn holds(&self, number: &BigUint) -> bool {
        let bits = u64::from(self.state_bits);
        number.bits() <= bits
            || (number.bits() == bits + 1 && number.trailing_zeros() == Some(bits))
    }
}

/// Returns the mean number of draws among equally likely kinds until a kind occurs for the second time.
///
/// It is the sum over k of the probability that the first k draws all differ.
fn first_repeat(kinds: f64) -> f64 {
    let (mut sum, mut different) = (0.0, 1.0);
    let mut drawn = 0.0;
    while different > 1e-18 {
        sum += different;
        different *= 1.0 - drawn / kinds;
        drawn += 1.0;
    }
    sum
}

/// A random number generator that programs use to shuffle.
///
/// ```
/// let java = faro::seed::GENERATORS.iter().find(|one| one.name == "java.util.Random").unwrap();
/// assert_eq!((java.state_bits, java.bits(), java.largest_deck()), (48, 48, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorInfo {
    /// The name of the generator.
    pub name: &'static str,
    /// The number of bits of the generator's state.
    pub state_bits: u32,
    /// The number of bits of the usual seed.
    pub seed_bits: u32,
    /// The usual way of seeding.
    pub seeded: &'static str,
    /// The documentation that states the numbers of bits and the usual seeding.
    pub source: &'static str,
}

impl GeneratorInfo {
    /// Returns the number of bits that differ from run to run: the smaller of state and seed.
    pub fn bits(&self) -> u32 {
        self.state_bits.min(self.seed_bits)
    }

    /// Returns the largest number of cards n with n! at most 2^[`bits`](Self::bits).
    pub fn largest_deck(&self) -> u64 {
        Coverage::new(1, self.bits())
            .expect("a row has few bits")
            .largest_deck()
    }
}

/// Generators in use, ordered by the number of orders that they reach, the fewest first.
pub static GENERATORS: LazyLock<Vec<GeneratorInfo>> = LazyLock::new(|| {
    let rows = include_str!("seed/generators.txt").lines().skip(1);
    rows.map(|row| row_of(row).expect("five columns, the bits as numbers"))
        .collect()
});

fn row_of(text: &'static str) -> Option<GeneratorInfo> {
    let mut cells = text.split(" | ");
    Some(GeneratorInfo {
        name: cells.next()?,
        state_bits: cells.next()?.parse().ok()?,
        seed_bits: cells.next()?.parse().ok()?,
        seeded: cells.next()?,
        source: cells.next()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with n! in `u128`.
    #[test]
    fn largest_decks() {
        let factorial = |cards: u64| (1..=u128::from(cards)).product::<u128>();
        for bits in 0..=110 {
            let naive = (1..=34)
                .rev()
                .find(|&cards| factorial(cards) <= 1 << bits)
                .unwrap();
            assert_eq!(
                Coverage::new(52, bits).unwrap().largest_deck(),
                naive,
                "{bits}"
            );
        }
        // 2^226 > 52! > 2^225.
        assert_eq!(
            [225, 226].map(|bits| Coverage::new(1, bits).unwrap().largest_deck()),
            [51, 52]
        );
    }

    /// The birthday problem with 365 days has the mean 24.6165858…, by summation.
    #[test]
    fn birthdays() {
        assert!((first_repeat(365.0) - 24.616_585_894_5).abs() < 1e-9);
        let series =
            |kinds: f64| (FRAC_PI_2 * kinds).sqrt() + 2.0 / 3.0 + (FRAC_PI_2 / kinds).sqrt() / 12.0;
        assert!((first_repeat(1e4) - series(1e4)).abs() < 1e-5);
        assert_eq!(first_repeat(1.0), 2.0);
    }

    #[test]
    fn cards_to_identify_the_state() {
        for (cards, bits, seen) in [
            (52, 0, Some(0)),
            (52, 5, Some(1)),
            (52, 6, Some(2)),
            (4, 4, Some(3)),
            (4, 5, None),
        ] {
            assert_eq!(
                Coverage::new(cards, bits).unwrap().cards_to_identify(),
                seen,
                "{cards} {bits}"
            );
        }
        assert_eq!(Coverage::new(1, 1).unwrap().cards_to_identify(), None);
    }

    #[test]
    fn shares() {
        assert_eq!(Coverage::new(12, 32).unwrap().log2_reachable(), 0.0);
        assert!(Coverage::new(13, 32).unwrap().log2_reachable() < 0.0);
        assert_eq!(Coverage::new(2, 1).unwrap().log2_reachable(), 0.0);
        assert!(
            Coverage::new(u64::MAX, Coverage::MAX_STATE_BITS)
                .unwrap()
                .decks_to_repeat()
                .is_infinite()
        );
    }

    #[test]
    fn in_order_and_each_once() {
        assert!(
            GENERATORS
                .windows(2)
                .all(|pair| pair[0].bits() <= pair[1].bits())
        );
        let mut names: Vec<&str> = GENERATORS.iter().map(|generator| generator.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!([names.len(), GENERATORS.len()], [22; 2]);
    }

    /// 12! < 2^31 < 13!; 16! < 2^48 < 17!; 20! < 2^64 < 21!; 34! < 2^128 < 35!; 57! < 2^256 < 58!; and
    /// 2080! < 2^19937 < 2081!, which is commonly given for the Mersenne Twister.
    #[test]
    fn largest_decks_of_the_list() {
        let largest = |bits: u32| {
            GENERATORS
                .iter()
                .find(|generator| generator.bits() == bits)
                .unwrap()
                .largest_deck()
        };
        assert_eq!(
            [31, 32, 48, 64, 128, 256, 19937].map(largest),
            [12, 12, 16, 20, 34, 57, 2080]
        );
    }
}
