//! The stored form of a part of a run. Parts that were counted on different machines can be merged.

use super::error::{Error, MAX_DECKS};
use faro_permutation::Statistic;
use faro_sample::simulate::{Histogram, MAX_ORDERED, Merge, Orders, PositionTable, Statistics};

/// Number of decks at the start of a part that are stored and not counted. Some tables count only the first decks of a
/// run, so a merge adds the stored decks one by one.
pub(super) const HEAD: usize = 129 * 64;

/// A part of the decks of an audit: its first decks, and the counts of its later decks.
///
/// ```
/// use faro_audit::Evidence;
///
/// let decks: Vec<[u32; 4]> = (0..20_000).map(|deck| if deck % 3 > 0 { [2, 0, 3, 1] } else { [3, 1, 0, 2] }).collect();
/// let (mut whole, mut merged) = (Evidence::new(4)?, Evidence::new(4)?);
/// decks.iter().try_for_each(|deck| whole.add(deck))?;
/// for decks in decks.chunks(9_216) {
///     let mut part = Evidence::new(4)?.into_part();
///     decks.iter().try_for_each(|deck| part.add(deck))?;
///     merged.append(&part.save())?;
/// }
/// assert_eq!(merged.judge(0.001), whole.judge(0.001));
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Part {
    /// The first decks, one after another.
    pub(super) head: Vec<u32>,
    pub(super) rest: Option<Rest>,
}

/// The counts of the decks after the first ones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Rest {
    pub decks: u64,
    /// The last deck.
    pub last: Vec<u32>,
    pub tables: Vec<Table>,
    pub equal: Equal,
    pub moments: Vec<SavedMoment>,
}

/// A named table of counts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Table {
    name: String,
    counts: Vec<u64>,
}

/// The fingerprints of decks that end in `zeros` zero bits, in the order of their first occurrence. Each has
/// its count.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Equal {
    pub zeros: u32,
    pub prints: Vec<u64>,
    pub counts: Vec<u32>,
}

/// The counts at a moment of the run, without the first decks of the part.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct SavedMoment {
    /// Number of decks since the start of the part.
    pub decks: u64,
    pub sums: Vec<u64>,
    pub counts: Vec<u64>,
}

impl Part {
    /// Returns the number of decks, if each has `cards` visible cards.
    pub fn decks(&self, cards: usize) -> u64 {
        (self.head.len() / cards) as u64 + self.rest.as_ref().map_or(0, |rest| rest.decks)
    }

    /// Checks the decks of a part. Each must have `cards` cards and pass `is_deck`, and a part may have a
    /// rest only after a full head. `before` is the number of decks in earlier parts.
    pub(super) fn check(
        &self,
        cards: usize,
        before: u64,
        is_deck: impl Fn(&[u32]) -> bool,
    ) -> Result<(), Error> {
        let rest = self.rest.as_ref();
        let full = HEAD * cards;
        let fits = self.head.len().is_multiple_of(cards)
            && if rest.is_some() { self.head.len() == full } else { self.head.len() <= full }
            && self.head.chunks_exact(cards).chain(rest.map(|rest| rest.last.as_slice())).all(is_deck)
            && rest.is_none_or(|rest| rest.last.len() == cards && rest.decks > 0);
        let decks = before.checked_add(rest.map_or(0, |rest| rest.decks).saturating_add(HEAD as u64));
        match (fits, decks) {
            (false, _) => Err(Error::Inconsistent("first decks")),
            (true, Some(..=MAX_DECKS)) => Ok(()),
            _ => Err(Error::TooManyDecks),
        }
    }
}

/// Collects the tables of a part.
#[derive(Default)]
pub(super) struct Writer(pub Vec<Table>);

impl Writer {
    pub fn table(&mut self, name: &str, counts: &[u64]) {
        self.0.push(Table { name: name.into(), counts: counts.to_vec() });
    }

    pub fn statistics(&mut self, statistics: &Statistics) {
        for (statistic, histogram) in statistics.each() {
            let moments = histogram.moments();
            let halves =
                [moments.sum, moments.squares].into_iter().flat_map(|sum| [sum as u64, (sum >> 64) as u64]);
            self.table(statistic.name(), histogram.counts());
            self.table("sums", &halves.collect::<Vec<_>>());
        }
    }
}

/// Adds the tables of a part to other tables, in the order in which they were written.
pub(super) struct SavedTables<'a> {
    tables: std::slice::Iter<'a, Table>,
    decks: u64,
}

impl<'a> SavedTables<'a> {
    pub fn new(rest: &'a Rest) -> SavedTables<'a> {
        SavedTables { tables: rest.tables.iter(), decks: rest.decks }
    }

    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Returns the next table if its name is `name` and its length `length`.
    pub fn next(&mut self, name: &'static str, length: usize) -> Result<&'a [u64], Error> {
        let table = self.tables.next().filter(|table| table.name == name && table.counts.len() == length);
        table.map(|table| table.counts.as_slice()).ok_or(Error::Inconsistent(name))
    }

    /// Adds the next table to `counts`. Checks that each of its counts is at most `most` times the number of decks, and
    /// that their sum is `sum` times the number of decks if `sum` is given.
    pub fn add(&mut self, Plain { name, counts, max_per_deck, sum }: Plain<'_>) -> Result<(), Error> {
        let more = self.next(name, counts.len())?;
        let largest = u128::from(max_per_deck) * u128::from(self.decks);
        let total: u128 = more.iter().map(|&count| u128::from(count)).sum();
        let fits = more.iter().all(|&count| u128::from(count) <= largest)
            && sum.is_none_or(|sum| total == u128::from(sum) * u128::from(self.decks));
        for (count, &more) in counts.iter_mut().zip(more) {
            *count = count.checked_add(more).filter(|_| fits).ok_or(Error::Inconsistent(name))?;
        }
        Ok(())
    }

    pub fn statistics(&mut self, cards: usize, statistics: &mut Statistics) -> Result<(), Error> {
        let restored: Result<Vec<Histogram>, Error> = statistics
            .each()
            .map(|(statistic, histogram)| {
                self.histogram(statistic, statistic.largest(cards), histogram.counts().len())
            })
            .collect();
        let restored = Statistics::restored(cards, None, restored?);
        statistics.merge(restored.ok_or(Error::Inconsistent("statistics"))?);
        Ok(())
    }

    fn histogram(&mut self, statistic: Statistic, largest: u64, bins: usize) -> Result<Histogram, Error> {
        let bins = (0..).zip(self.next(statistic.name(), bins)?.iter().copied());
        let sums = self.next("sums", 4)?;
        let sum = |low: usize| u128::from(sums[low]) | u128::from(sums[low + 1]) << 64;
        let filled = bins.filter(|&(_, count)| count > 0);
        Histogram::restored(largest, self.decks, filled, (sum(0), sum(2)))
            .map_err(|_| Error::Inconsistent("statistics"))
    }

    pub fn positions(&mut self, cards: usize, positions: &mut PositionTable) -> Result<(), Error> {
        let counts = self.next("positions", cards * cards)?;
        let is_full = |mut line: Box<dyn Iterator<Item = &u64> + '_>| {
            line.try_fold(0u64, |sum, &count| sum.checked_add(count)) == Some(self.decks)
        };
        let fits = (0..cards).all(|index| {
            is_full(Box::new(counts[index * cards..].iter().take(cards)))
                && is_full(Box::new(counts[index..].iter().step_by(cards)))
        });
        positions.merge(
            fits.then(|| PositionTable::restored(cards, counts)).ok_or(Error::Inconsistent("positions"))?,
        );
        Ok(())
    }

    pub fn orders(&mut self, cards: usize, orders: &mut Option<Orders>) -> Result<(), Error> {
        let Some(orders) = orders.as_mut().filter(|_| cards < MAX_ORDERED) else { return Ok(()) };
        let filled = (0..).zip(self.next("orders", orders.counts().len())?.iter().copied());
        let restored = Orders::restored(cards, self.decks, filled.filter(|&(_, count)| count > 0));
        orders.merge(restored.ok_or(Error::Inconsistent("orders"))?);
        Ok(())
    }

    /// Checks that all tables were read.
    pub fn finish(mut self) -> Result<(), Error> {
        self.tables.next().map_or(Ok(()), |_| Err(Error::Inconsistent("tables")))
    }
}

/// A table of counts, and bounds for its values.
pub(super) struct Plain<'a> {
    pub name: &'static str,
    pub counts: &'a mut [u64],
    /// Maximum count that one deck adds to an entry.
    pub max_per_deck: u64,
    /// The sum of the counts from one deck, if it is the same for all decks.
    pub sum: Option<u64>,
}

impl<'a> Plain<'a> {
    pub fn new(name: &'static str, counts: &'a mut [u64], max_per_deck: u64, sum: Option<u64>) -> Plain<'a> {
        Plain { name, counts, max_per_deck, sum }
    }
}

/// Returns the indices of the moments to keep.
///
/// For each multiple of the grain after the first `first` decks and up to `decks`, the nearest moment is
/// kept.
pub(super) fn nearest(moments: &[u64], grain: u64, (first, decks): (u64, u64)) -> Vec<usize> {
    let nearest = |target: u64| (0..moments.len()).min_by_key(|&index| moments[index].abs_diff(target));
    let mut kept: Vec<usize> =
        (first / grain + 1..=decks / grain).filter_map(|part| nearest(part * grain)).collect();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_near_multiples_are_kept() {
        assert_eq!(nearest(&[64, 128, 192, 256], 128, (0, 260)), [1, 3]);
        assert_eq!(nearest(&[60, 100, 300], 64, (0, 330)), [0, 1, 2]);
        assert_eq!(nearest(&[192, 256, 320], 128, (130, 330)), [1]);
        assert_eq!(nearest(&[], 64, (0, 330)), [0usize; 0]);
    }
}
