//! Tests whether partly visible decks change over the run.
//!
//! The counts of cards in groups of places are compared between successive parts of the run. For whole decks, the
//! module `drift` does the same.

use super::laws::Space;
use crate::checks::Found;
use crate::drift::{MIN_EXPECTED, of_tables};
use faro_math::number::elementary::powi;

/// Maximum number of parts into which the run is divided.
const MAX_PARTS: usize = 8;

/// Minimum number of parts for which the test is made.
const MIN_PARTS: usize = 4;

/// Maximum number of entries of a table that is stored at the end of each part.
const MAX_TABLE: usize = 1 << 14;

/// The tables of cards in groups of places after multiples of `grain` decks. If there are too many tables, every second
/// one is dropped.
#[derive(Clone, Debug)]
pub struct Changes {
    grain: u64,
    /// For each stored table, the number of decks that it counts, and the table.
    moments: Vec<(u64, Vec<u64>)>,
}

impl Changes {
    pub fn new() -> Changes {
        Changes {
            grain: 64,
            moments: Vec::new(),
        }
    }

    /// Stores `table`, which counts the first `decks` decks, if `decks` has passed the next multiple of `grain`.
    pub fn note(&mut self, decks: u64, table: &[u64]) {
        if table.len() > MAX_TABLE {
            return;
        }
        self.coarsen(decks);
        if decks.is_multiple_of(self.grain) {
            self.moments.push((decks, table.to_vec()));
        }
    }

    /// Doubles `grain` until `decks` decks have at most [`MAX_PARTS`] parts, and drops the tables that are not at
    /// multiples of it.
    fn coarsen(&mut self, decks: u64) {
        while decks / self.grain > MAX_PARTS as u64 {
            self.grain *= 2;
            self.moments
                .retain(|(decks, _)| decks.is_multiple_of(self.grain));
        }
    }

    /// Returns the number of decks and the table at the end of each part of the run, the last part included, or `None`
    /// if there are fewer than [`MIN_PARTS`] parts. Parts are so large that a cell with the probability `smallest` has
    /// an expected count of at least [`MIN_EXPECTED`].
    fn parts(&self, smallest: f64, decks: u64, table: &[u64]) -> Option<Vec<(u64, Vec<u64>)>> {
        let mut moments = self.moments.clone();
        while moments.first()?.0 as f64 * smallest < MIN_EXPECTED {
            moments = every_second(moments);
        }
        // A last part with too few decks is merged with the previous part.
        if decks < moments.last()?.0 + moments.first()?.0 {
            moments.pop();
        }
        moments.push((decks, table.to_vec()));
        (moments.len() >= MIN_PARTS).then_some(moments)
    }

    /// Tests whether the tables of the parts differ.
    ///
    /// A bias that is the same in all parts has no effect on the test. `kinds` has the number of cards in each row of a
    /// table, and `groups` the number of places in each column. `columns` returns the columns of a table, hidden places
    /// last.
    pub fn check(
        &self,
        (decks, table): (u64, &[u64]),
        (kinds, groups): (&[usize], &[usize]),
        columns: impl Fn(u64, &[u64]) -> Vec<Vec<u64>>,
    ) -> Option<Found> {
        let cards = kinds.iter().sum::<usize>() as f64;
        let smallest = (kinds.iter().min()? * groups.iter().min()?) as f64 / cards;
        let moments = self.parts(smallest, decks, table)?;
        let whole = columns(decks, table);
        let (mut sum, mut before) = (0.0, (0, vec![0; table.len()]));
        for (until, counts) in &moments {
            // Adds the squared deviations of the counts of this part from its share of the whole run.
            let part = until - before.0;
            let added: Vec<u64> = counts
                .iter()
                .zip(&before.1)
                .map(|(now, before)| now.saturating_sub(*before))
                .collect();
            let share = part as f64 / decks as f64;
            for ((column, all), &size) in columns(part, &added).iter().zip(&whole).zip(groups) {
                for ((&count, &of_all), &of_kind) in column.iter().zip(all).zip(kinds) {
                    let square = powi(count as f64 - share * of_all as f64, 2);
                    sum += square / (of_kind as f64 * size as f64 * part as f64);
                }
            }
            before = (*until, counts.clone());
        }
        let rank = (Space::of_parts(kinds).rank * Space::of_parts(groups).rank) as u64;
        let degrees = rank * (moments.len() as u64 - 1);
        (degrees > 0).then(|| of_tables(sum * (cards - 1.0), degrees, decks))
    }
}

fn every_second<T>(moments: Vec<T>) -> Vec<T> {
    moments.into_iter().skip(1).step_by(2).collect()
}
