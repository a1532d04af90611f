//! Changes of partly visible decks over the run.
//!
//! Compares the counts of cards in groups between parts of the run.
//!
//! This is the counterpart of `drift.rs`, which compares whole decks.

use super::laws::Space;
use crate::check::Check;
use crate::checks::Found;
use crate::finding::Effect;
use faro_math::number::elementary::powi;
use faro_math::statistics::chi_square_survival;

/// Maximum number of parts into which the run is split.
const MAX_PARTS: usize = 8;

/// Minimum number of parts that are compared.
const MIN_PARTS: usize = 4;

/// Maximum length of a table that is stored for each part.
const MAX_TABLE: usize = 1 << 14;

/// Minimum expected count of a part's cell for which tables are compared.
const MIN_EXPECTED: f64 = 5.0;

/// Tables of cards in groups at equidistant moments of the run. If there are too many moments, every second one is
/// dropped.
#[derive(Clone, Debug)]
pub struct Changes {
    grain: u64,
    /// For each recorded moment, the number of decks and the table of cards in groups up to then.
    moments: Vec<(u64, Vec<u64>)>,
}

impl Changes {
    pub fn new() -> Changes {
        Changes {
            grain: 64,
            moments: Vec::new(),
        }
    }

    /// Records the table so far if the number of decks has passed the next multiple of the grain.
    pub fn note(&mut self, decks: u64, table: &[u64]) {
        if table.len() > MAX_TABLE {
            return;
        }
        self.coarsen(decks);
        if decks.is_multiple_of(self.grain) {
            self.moments.push((decks, table.to_vec()));
        }
    }

    /// Doubles the grain until `decks` decks have at most [`MAX_PARTS`] parts, and drops the moments between them.
    fn coarsen(&mut self, decks: u64) {
        while decks / self.grain > MAX_PARTS as u64 {
            self.grain *= 2;
            self.moments
                .retain(|(decks, _)| decks.is_multiple_of(self.grain));
        }
    }

    /// Returns the number of decks and the table at the end of each part, or `None` if there are too few
    /// parts. The last part is included. Parts are so large that the cell with the share `smallest` has
    /// enough expected counts.
    fn parts(&self, smallest: f64, decks: u64, table: &[u64]) -> Option<Vec<(u64, Vec<u64>)>> {
        let mut moments = self.moments.clone();
        while moments.first()?.0 as f64 * smallest < MIN_EXPECTED {
            moments = every_second(moments);
        }
        // A last part with too few decks is joined to the part before.
        if decks < moments.last()?.0 + moments.first()?.0 {
            moments.pop();
        }
        moments.push((decks, table.to_vec()));
        (moments.len() >= MIN_PARTS).then_some(moments)
    }

    /// Compares the tables of the parts with each other.
    ///
    /// A bias that all parts have in common does not matter. `kinds` and `groups` have the numbers of cards in each row
    /// and of places in each column. `columns` returns the columns of a table, hidden places last.
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
        let scaled = sum * (cards - 1.0);
        (degrees > 0).then(|| Found {
            check: Check::CardPositionDrift,
            statistic: (scaled - degrees as f64) / (2.0 * degrees as f64).sqrt(),
            p_value: chi_square_survival(scaled, degrees),
            effect: Effect::Distance((scaled - degrees as f64) / decks as f64),
        })
    }
}

fn every_second<T>(moments: Vec<T>) -> Vec<T> {
    moments.into_iter().skip(1).step_by(2).collect()
}
