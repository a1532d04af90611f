//! A correct shuffle by a good generator with too small a seed.
//!
//! Only the seed is random, and all seeds are equally likely. Which orders occur depends on the generator.
//! That there are no more orders than seeds is true for every generator.

use std::ops::Range;

use super::Transpositions;
use crate::shuffle::{Choices, Generator, Seed, Shuffle};
use crate::simulate::Merge;

/// A stream that no unit of work uses.
const SEED_STREAM: u64 = u64::MAX;

/// Shuffles by a generator with a new random seed of `bits` bits, at most 32, for each deck.
pub fn state<C: Choices + ?Sized>(bits: u32, deck: &mut [u32], choices: &mut C) {
    let seed = match bits {
        // `below` can't draw below 2^32, so the seed is drawn in two halves.
        32 => choices.below(1 << 16) << 16 | choices.below(1 << 16),
        _ => choices.below(1 << bits),
    };
    seeded(seed, deck);
}

/// Shuffles with seed 0, so that each deck gets the same order.
pub fn reused(deck: &mut [u32]) {
    seeded(0, deck);
}

/// Shuffles `deck` in the order that [`RandomShuffle::State`](super::RandomShuffle::State) makes from `seed`.
///
/// ```
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// faro_sample::zoo::seeded(24, &mut deck);
/// assert!(faro_sample::zoo::SeededDraws::new(&deck).fit(24));
/// ```
pub fn seeded(seed: u32, deck: &mut [u32]) {
    Transpositions::FisherYates.shuffle(deck, &mut generator(seed));
}

fn generator(seed: u32) -> Generator {
    Generator::unit(&Seed::from(u64::from(seed)), SEED_STREAM)
}

/// The draws with which [`seeded`] would turn a new deck into a given deck.
///
/// There is one draw for each card but the first, from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededDraws {
    /// Pairs of a bound and the number drawn below it.
    draws: Vec<[u32; 2]>,
}

impl SeededDraws {
    /// Computes the draws for `deck`, whose cards are numbered by their positions in a new deck. O(n).
    ///
    /// # Panics
    ///
    /// If `deck` is not a permutation of 0 to n − 1.
    pub fn new(deck: &[u32]) -> SeededDraws {
        let mut lying: Vec<u32> = (0..deck.len() as u32).collect();
        let mut places = lying.clone();
        let mut draws = Vec::new();
        for last in (1..deck.len()).rev() {
            // The card that ends at `last` was drawn from its present position, and the card at `last` went
            // there.
            let place = places[deck[last] as usize];
            assert!(place as usize <= last, "each card once");
            draws.push([last as u32 + 1, place]);
            lying.swap(place as usize, last);
            places[lying[place as usize] as usize] = place;
        }
        SeededDraws { draws }
    }

    /// Returns the number of draws.
    #[allow(clippy::len_without_is_empty)] // only for a deck of at most one card
    pub fn len(&self) -> usize {
        self.draws.len()
    }

    /// Returns the number of leading draws that `seed` reproduces.
    pub fn matched(&self, seed: u32) -> usize {
        let mut generator = generator(seed);
        self.draws.iter().take_while(|[bound, drawn]| generator.below(*bound) == *drawn).count()
    }

    /// Returns whether `seed` produces the deck.
    pub fn fit(&self, seed: u32) -> bool {
        self.matched(seed) == self.draws.len()
    }
}

/// Maximum number of seeds that are stored.
const MAX_KEPT: usize = 1000;

/// The result of a search for the seed with which the shuffle `state:B` made a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fits {
    /// The number of seeds that fit the lowest 0, 1, 2, … cards of the deck.
    ///
    /// The last entry is for all cards but the top card, which follows from the others.
    pub after: Vec<u64>,
    /// The seeds that fit the whole deck, in ascending order; at most a thousand.
    pub seeds: Vec<u32>,
}

impl Merge for Fits {
    /// Adds the result for other seeds.
    fn merge(&mut self, other: Fits) {
        self.after.resize(self.after.len().max(other.after.len()), 0);
        self.after.iter_mut().zip(&other.after).for_each(|(sum, more)| *sum += more);
        self.seeds.extend(other.seeds);
        self.seeds.sort_unstable();
        self.seeds.truncate(MAX_KEPT);
    }
}

impl Fits {
    /// Tries all seeds of the range `seeds`, and counts those that fit `draws`.
    ///
    /// A seed takes about a tenth of a microsecond if its first draw, which decides the bottom card, does not fit.
    /// That excludes nearly all seeds.
    ///
    /// ```
    /// use faro_sample::zoo::{Fits, SeededDraws, seeded};
    ///
    /// let mut deck: Vec<u32> = (0..52).collect();
    /// seeded(1234, &mut deck);
    /// let fits = Fits::search(&SeededDraws::new(&deck), 0..1 << 12);
    /// assert_eq!(fits.seeds, [1234]);
    /// assert_eq!((fits.after[0], fits.after[3]), (4096, 1)); // three cards tell it
    /// ```
    ///
    /// # Panics
    ///
    /// If the range exceeds 2^32.
    pub fn search(draws: &SeededDraws, seeds: Range<u64>) -> Fits {
        let places = draws.len() + 1;
        let mut fits = Fits { after: vec![0; places], seeds: Vec::new() };
        for seed in seeds {
            let seed = u32::try_from(seed).expect("a seed of 32 bits");
            let matched = draws.matched(seed);
            fits.after[matched] += 1;
            if matched + 1 == places && fits.seeds.len() < MAX_KEPT {
                fits.seeds.push(seed);
            }
        }
        // A seed that fits a number of cards also fits any smaller number.
        for seen in (1..places).rev() {
            fits.after[seen - 1] += fits.after[seen];
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed of 32 bits is drawn as two choices of 16 bits, the upper half first.
    #[test]
    fn seeds_of_32_bits() {
        struct Halves(Vec<u32>);
        impl Choices for Halves {
            fn below(&mut self, bound: u32) -> u32 {
                assert_eq!(bound, 1 << 16);
                self.0.pop().expect("two choices")
            }
        }
        for (upper, lower) in [(0, 0), (0xFFFF, 0xFFFF), (0x8000, 1), (1, 0x8000)] {
            let mut deck: Vec<u32> = (0..52).collect();
            let mut expected = deck.clone();
            state(32, &mut deck, &mut Halves(vec![lower, upper]));
            seeded((upper << 16) + lower, &mut expected);
            assert_eq!(deck, expected);
        }
    }

    /// The number of matching draws equals the number of cards at the bottom in which the decks of two seeds
    /// agree.
    #[test]
    fn draws_against_decks() {
        let deck = |seed| {
            let mut deck = [0, 1, 2, 3, 4];
            seeded(seed, &mut deck);
            deck
        };
        let mut whole = 0;
        for (one, other) in (0..60).flat_map(|one| (0..60).map(move |other| (one, other))) {
            let (one, other) = (deck(one), (other, deck(other)));
            let agree =
                one.iter().rev().zip(other.1.iter().rev()).take_while(|(one, other)| one == other).count();
            assert_eq!(SeededDraws::new(&one).matched(other.0), agree.min(4));
            whole += usize::from(agree == 5);
        }
        assert!(whole > 60, "some seeds make the same deck");
    }
}
