//! The values of each statistic for a batch of small decks.

use std::ops::Index;

use crate::kernel::small_deck::BATCH;
use faro_permutation::Statistic;

/// The statistics of a batch of small decks.
///
/// There is an array for each of the first [`COUNT`](Self::COUNT) of [`Statistic::OF_DECKS`], with a value for each deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures(pub(super) [[u16; BATCH]; Measures::COUNT]);

impl Measures {
    /// The number of statistics that kernels compute, also those of large decks.
    pub const COUNT: usize = 7;

    pub(super) const ZERO: Measures = Measures([[0; BATCH]; Measures::COUNT]);

    /// Returns the values of all statistics, in the order of [`Statistic::OF_DECKS`].
    pub fn each(&self) -> [&[u16; BATCH]; Measures::COUNT] {
        self.0.each_ref()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn values_mut(&mut self, statistic: Statistic) -> &mut [u16; BATCH] {
        &mut self.0[statistic as usize]
    }
}

/// Returns the values of one statistic, one for each deck.
///
/// # Panics
///
/// For a statistic that no kernel computes, such as [`Statistic::Position`].
impl Index<Statistic> for Measures {
    type Output = [u16; BATCH];

    fn index(&self, statistic: Statistic) -> &[u16; BATCH] {
        &self.0[statistic as usize]
    }
}
