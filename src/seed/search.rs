use std::ops::Range;

use crate::simulate::Merge;
use crate::zoo::SeededDraws;

/// The most seeds that are kept.
const KEPT: usize = 1000;

/// Seeds of the shuffle `state:B` and a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fits {
    /// How many seeds fit the cards seen so far: none seen, the bottom card, the two lowest, … The last but
    /// one card leaves no choice for the top one.
    pub after: Vec<u64>,
    /// The seeds that fit the whole deck, ascending; the first thousand.
    pub seeds: Vec<u32>,
}

impl Merge for Fits {
    /// Adds what was found among other seeds.
    fn merge(&mut self, other: Fits) {
        self.after.resize(self.after.len().max(other.after.len()), 0);
        self.after.iter_mut().zip(&other.after).for_each(|(sum, more)| *sum += more);
        self.seeds.extend(other.seeds);
        self.seeds.sort_unstable();
        self.seeds.truncate(KEPT);
    }
}

/// Tries all seeds of a range. Most are seen to be wrong by their first draw, which lays the bottom card:
/// about a tenth of a microsecond each.
///
/// ```
/// use faro::seed::search;
/// use faro::zoo::{SeededDraws, seeded};
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
/// If the range goes beyond 2^32.
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
    // What fits more cards fits fewer too.
    for seen in (1..places).rev() {
        fits.after[seen - 1] += fits.after[seen];
    }
    fits
}
