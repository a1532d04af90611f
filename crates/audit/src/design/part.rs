//! Saves the counts of partly visible decks as a part of an audit, and adds such parts.

use super::Design;
use super::evidence::PartialEvidence;
use crate::error::Error;
use crate::part::{HEAD, Part, Plain, Rest, SavedTables, Writer};
use crate::tables::Tables;

impl PartialEvidence {
    /// Returns evidence without decks for a part of a run, to be [saved](PartialEvidence::save).
    pub fn into_part(mut self) -> PartialEvidence {
        self.ranks = self.ranks.map(Tables::into_part);
        self.head = Some(Vec::new());
        self
    }

    /// Returns the decks as a part of a run, for [`PartialEvidence::append`].
    ///
    /// # Panics
    ///
    /// If the evidence was not made [as a part](PartialEvidence::into_part).
    pub fn save(mut self) -> Part {
        self.count_ranks();
        let mut writer = Writer::default();
        self.plain().into_iter().for_each(|plain| writer.table(plain.name, plain.counts));
        writer.table("sums", &self.sums());
        if let Some(ranks) = &mut self.ranks {
            ranks.save(&mut writer);
        }
        let rest = || Rest {
            decks: self.decks,
            last: self.last,
            tables: writer.0,
            equal: self.collisions.save(),
            moments: self.changes.save(),
        };
        let rest = (self.decks > 0).then(rest);
        Part { head: self.head.expect("made as a part"), rest }
    }

    /// Adds the decks of a part that comes after the decks so far.
    ///
    /// It does for visible cards what [`Evidence::append`](crate::Evidence::append) does for whole decks.
    ///
    /// # Errors
    ///
    /// If the part is from another design, or its numbers contradict each other. The evidence is then unusable.
    pub fn append(&mut self, part: &Part) -> Result<(), Error> {
        let (seen, before) = (self.design.seen(), self.decks);
        part.check(seen, before, |deck| self.check(deck).is_ok())?;
        part.head.chunks_exact(seen).for_each(|deck| self.add_valid(deck));
        let Some(rest) = &part.rest else { return Ok(()) };
        self.count_ranks();
        self.changes.add_saved(&rest.moments, &self.table, (before, HEAD as u64 + rest.decks))?;
        let mut reader = SavedTables::new(rest);
        self.plain().into_iter().try_for_each(|plain| reader.add(plain))?;
        self.add_sums(reader.next("sums", SUMS)?)?;
        if let Some(ranks) = &mut self.ranks {
            ranks.add_saved(&mut reader)?;
        }
        reader.finish()?;
        self.decks += rest.decks;
        self.collisions.add_saved(&rest.equal, rest.decks)?;
        self.set_before(&rest.last);
        if self.is_possible() { Ok(()) } else { Err(Error::Inconsistent("cards in groups")) }
    }

    /// Returns the number of cards of each label.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let labels = self.table.len() / self.design.groups().len();
        self.design.kinds().map_or_else(|| vec![1; labels], <[usize]>::to_vec)
    }

    /// Returns whether no card or kind was counted more often than the decks contain it.
    fn is_possible(&self) -> bool {
        let rows = self.table.chunks_exact(self.design.groups().len()).zip(self.sizes());
        let fits = |(row, size): (&[u64], usize)| {
            row.iter().map(|&count| u128::from(count)).sum::<u128>() <= size as u128 * u128::from(self.decks)
        };
        let rises = self.rises.as_ref();
        rows.into_iter().all(fits) && rises.is_none_or(|rises| rises.is_possible())
    }

    /// Returns the tables that are plain counts, with bounds for their values.
    fn plain(&mut self) -> Vec<Plain<'_>> {
        let max_per_deck = largest_sum(&self.design);
        let plain = |(name, counts)| Plain { name, counts, max_per_deck, sum: None };
        let seen = self.design.seen() as u64;
        let counts = [("squares", self.squares.as_mut_slice()), ("pairs", &mut self.pairs)];
        let table = Plain { name: "table", counts: &mut self.table, max_per_deck: seen, sum: Some(seen) };
        let has_pairs = !self.first_pairs.is_empty();
        let first = has_pairs.then_some(1);
        let first = Plain { name: "first pairs", counts: &mut self.first_pairs, max_per_deck: 1, sum: first };
        let rises = self.rises.iter_mut().map(|rises| Plain {
            name: "rises",
            counts: &mut rises.sizes,
            max_per_deck: 1,
            sum: Some(1),
        });
        let hands = self.design.groups().len() as u64;
        let hand_counts = &mut self.hand_counts.counts;
        let hands = Plain { name: "hand counts", counts: hand_counts, max_per_deck: hands, sum: None };
        let others = counts.into_iter().chain(self.kind_squares.sums()).map(plain);
        [table, first, hands].into_iter().chain(rises).chain(others).collect()
    }

    /// Returns the single sums. Sums that can be negative are given as a positive and a negative part.
    fn sums(&self) -> [u64; SUMS] {
        let rises = self.rises.as_ref().map_or(0, |rises| rises.sum);
        let halves = |sum: i64| [sum.max(0) as u64, sum.min(0).unsigned_abs()];
        let [[rising, falling], [up, down]] = [halves(self.score), halves(rises)];
        [self.alike, self.same, self.again, rising, falling, up, down]
    }

    fn add_sums(&mut self, sums: &[u64]) -> Result<(), Error> {
        let limit = (1u64 << 60) - 1;
        let &[alike, same, again, rising, falling, up, down] = sums else {
            return Err(Error::Inconsistent("sums"));
        };
        if sums.iter().any(|&sum| sum > limit) {
            return Err(Error::Inconsistent("sums"));
        }
        self.alike = self.alike.saturating_add(alike);
        self.same = self.same.saturating_add(same);
        self.again = self.again.saturating_add(again);
        self.score = self.score.saturating_add(rising as i64 - falling as i64);
        if let Some(rises) = &mut self.rises {
            rises.sum = rises.sum.saturating_add(up as i64 - down as i64);
        }
        Ok(())
    }
}

/// Number of single sums.
const SUMS: usize = 7;

/// Returns an upper bound of the amount that one deck adds to a sum of squares.
fn largest_sum(design: &Design) -> u64 {
    (design.cards() as u64 + 1).pow(4)
}
