use std::ops::Range;

use faro_sample::simulate::Merge;
use faro_sample::zoo::SeededDraws;

/// Maximum number of seeds that are stored.
const KEPT: usize = 1000;

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
        self.seeds.truncate(KEPT);
    }
}

/// Tries all seeds of the range `seeds`, and counts those that fit `draws`.
///
/// A seed takes about a tenth of a microsecond if its first draw, which decides the bottom card, does not fit.
/// That excludes nearly all seeds.
///
/// ```
/// use faro::seed::search;
/// use faro_sample::zoo::{SeededDraws, seeded};
///
/// let mut deck: Vec<u32> = (0..52).collect();
/// seeded(1234, &mut deck);
/// let fits = search(&SeededDraws::new(&deck), 0..1 << 12);
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
        if matched + 1 == places && fits.seeds.len() < KEPT {
            fits.seeds.push(seed);
        }
    }
    // A seed that fits a number of cards also fits any smaller number.
    for seen in (1..places).rev() {
        fits.after[seen - 1] += fits.after[seen];
    }
    fits
}
