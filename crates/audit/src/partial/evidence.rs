//! Counts of partly visible decks, from which their checks are computed.

use super::changes::Changes;
use super::hand_counts::{HandCounts, KindInHands};
use super::kinds::{KindSquares, Rises};
use super::score;
use crate::collisions::Collisions;
use crate::design::Design;
use crate::error::{Error, check_distinct, check_kinds};
use crate::tables::Tables;

use faro_sample::simulate::Tally;

/// Number of decks that are collected before the orders of their visible cards are counted together.
const BLOCK: usize = 64;

/// Counts of decks of which only the part that a [`Design`] defines is visible. Their size does not grow with the
/// number of decks.
///
/// ```
/// use faro_audit::{Design, PartialEvidence, Verdict, judge_partial};
///
/// let mut evidence = PartialEvidence::new(Design::first_cards(52, 3)?);
/// (0..500).try_for_each(|deal| evidence.add(&[deal % 20, 20, 21 + deal % 20]))?;
/// assert_eq!(judge_partial(&mut evidence, 0.001).verdict, Verdict::Unfair);
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartialEvidence {
    pub(super) design: Design,
    /// The kind of each card in the starting order, if it is known. Distinct cards are kinds of one card.
    pub(super) start: Option<Vec<u32>>,
    /// The number of the first card: 0 or 1.
    pub(super) first: u32,
    /// For each visible place of the deal, the index of the group of places to which it belongs.
    group_of: Vec<u32>,
    pub(super) decks: u64,
    /// The count of each card or kind of card (row) in each group of places.
    pub(super) table: Vec<u64>,
    /// For distinct cards, the sum over all decks of [`super::score::of_pairs`] if `has_pairs`, otherwise of
    /// [`super::score::of_deck`], which ignores hidden cards.
    pub(super) score: i64,
    pub(super) has_pairs: bool,
    /// For distinct cards, the square of the sum of the card numbers in each group of places, and of the sum in all
    /// groups together. Each square is summed over all decks.
    pub(super) squares: Vec<u64>,
    /// For kinds of equal cards, sums of products of their counts in groups of places.
    pub(super) kind_squares: KindSquares,
    pub(super) hand_counts: HandCounts,
    /// For kinds of equal cards: the number of neighbours of the same kind (`alike`), the number of pairs of the same
    /// kind in each hand or among all visible cards (`pairs`), and the pairs of successive kinds by their order
    /// (`rises`).
    pub(super) alike: u64,
    pub(super) pairs: Vec<u64>,
    pub(super) rises: Option<Rises>,
    pub(super) changes: Changes,
    /// Number of cards that are in the same group of places as in the previous deck, summed over all decks.
    pub(super) same: u64,
    /// Number of cards that are visible both in a deck and in the previous one, summed over all decks.
    pub(super) again: u64,
    pub(super) collisions: Collisions,
    pub(super) first_pairs: Vec<u64>,
    /// The counts of the orders of the visible cards. The cards of each deck are replaced by their ranks, from 0, and
    /// counted as a whole deck.
    pub(super) ranks: Option<Tables>,
    waiting: Vec<u32>,
    /// For each card, its group of places in the current deck (`now`) and in the previous deck (`before`). Groups count
    /// from 1, and 0 is a hidden card.
    now: Vec<u32>,
    before: Vec<u32>,
}

impl PartialEvidence {
    /// Returns the evidence of no decks, for cards or kinds of cards that are numbered from 0.
    pub fn new(design: Design) -> PartialEvidence {
        PartialEvidence::with_labels(design, 0)
    }

    /// Returns the evidence of no decks, for distinct cards that are numbered from 0 or from 1.
    ///
    /// [`PartialEvidence::count_from`] sets the number of the first card.
    pub fn counted(design: Design) -> PartialEvidence {
        PartialEvidence::with_labels(design, 1)
    }

    fn with_labels(design: Design, unused_labels: usize) -> PartialEvidence {
        let groups = design.groups().len();
        let labels = design
            .kinds()
            .map_or(design.cards() + unused_labels, <[usize]>::len);
        let numbered = (0u32..).zip(design.groups());
        let group_of = numbered
            .flat_map(|(group, &places)| std::iter::repeat_n(group, places))
            .collect();
        let (seen, is_distinct) = (design.seen(), design.kinds().is_none());
        let has_order = is_distinct && design.is_ordered() && seen > 1;
        PartialEvidence {
            group_of,
            start: is_distinct.then(|| (0..design.cards() as u32).collect()),
            first: 0,
            decks: 0,
            table: vec![0; labels * groups],
            score: 0,
            has_pairs: matches!(design.all_groups()[..], [size, _] if score::has_pairs(design.cards(), size)),
            squares: vec![0; groups + 1],
            kind_squares: KindSquares::new(&design),
            hand_counts: HandCounts::new(&design),
            alike: 0,
            pairs: vec![0; if design.is_ordered() { 1 } else { groups }],
            rises: None,
            changes: Changes::new(),
            same: 0,
            again: 0,
            collisions: Collisions::new(),
            first_pairs: if has_order {
                vec![0; labels * labels]
            } else {
                Vec::new()
            },
            ranks: has_order.then(|| Tables::new(seen)),
            waiting: Vec::new(),
            now: vec![0; if is_distinct { labels } else { 0 }],
            before: vec![0; if is_distinct { labels } else { 0 }],
            design,
        }
    }

    /// Sets the number of the first card, 0 or 1.
    ///
    /// # Errors
    ///
    /// If `first` is 1 and the evidence was not made by [`PartialEvidence::counted`], or if `first` is more than 1. For
    /// kinds of equal cards, `first` is not checked.
    pub fn count_from(&mut self, first: u32) -> Result<(), Error> {
        let labels = self.table.len() / self.design.groups().len();
        if self.design.kinds().is_none() && self.design.cards() + first as usize > labels {
            return Err(Error::First(first));
        }
        self.first = first;
        Ok(())
    }

    /// Sets the starting order, given by the kind of each card from the top.
    ///
    /// The audit then tests whether decks still have a part of this order.
    ///
    /// # Errors
    ///
    /// If a kind does not occur in `start` as often as in the design.
    pub fn starting_with(self, start: &[u32]) -> Result<PartialEvidence, Error> {
        check_kinds(start, self.design.cards(), &self.design.all_kinds())?;
        Ok(self.with_start(start))
    }

    /// Sets the starting order, given by the kind of each card from the top. Each kind must occur as often as in the
    /// design.
    pub(crate) fn with_start(mut self, start: &[u32]) -> PartialEvidence {
        if self.design.kinds().is_some() {
            self.start = Some(start.to_vec());
        }
        if self.design.kinds().is_some() && self.design.is_ordered() {
            self.rises = Rises::new(start, self.design.seen());
        }
        self
    }

    /// Returns the design, which defines the visible part of each deck.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Returns the number of decks that were added.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Returns whether the visible parts of all added decks are equal.
    pub fn are_all_equal(&self) -> bool {
        let (decks, groups) = (self.decks, self.design.groups().len());
        if self.design.kinds().is_none() || self.design.is_ordered() {
            return self.table.iter().all(|&count| count == 0 || count == decks);
        }
        // If all decks have the same count of a kind in a group, the variance of the count is 0.
        self.table
            .chunks_exact(groups)
            .enumerate()
            .all(|(kind, row)| {
                let squares = self.kind_squares.own_of(kind);
                row.iter().zip(squares).all(|(&sum, &square)| {
                    u128::from(sum) * u128::from(sum) == u128::from(square) * u128::from(decks)
                })
            })
    }

    /// Returns, for each hand size and kind, how many hands have 0, 1, … cards of the kind. Returns an empty list for
    /// distinct cards.
    pub fn kinds_in_hands(&self) -> Vec<KindInHands> {
        self.hand_counts.tables(&self.design)
    }

    pub(super) fn table(&self) -> &[u64] {
        &self.table
    }

    /// Returns the count of each card or kind of card in the group of places `group`.
    pub(super) fn counts_in(&self, group: usize) -> impl Iterator<Item = u64> {
        self.counts_of(&self.table, group)
    }

    /// Returns the count of each card or kind of card in the group of places `group` of `table`, a table stored
    /// earlier.
    pub(super) fn counts_of<'a>(
        &self,
        table: &'a [u64],
        group: usize,
    ) -> impl Iterator<Item = u64> + use<'a> {
        let groups = self.design.groups().len();
        let labels = self
            .design
            .kinds()
            .map_or(self.design.cards(), <[usize]>::len);
        let first = if self.design.kinds().is_some() {
            0
        } else {
            self.first as usize
        };
        (first..first + labels).map(move |label| table[label * groups + group])
    }

    /// Adds a deck, given by its visible cards in the order of the deal.
    ///
    /// # Errors
    ///
    /// If `cards` cannot be the visible cards of a deck of this design. The deck is then not counted.
    pub fn add(&mut self, cards: &[u32]) -> Result<(), Error> {
        self.check(cards)?;
        self.add_valid(cards);
        Ok(())
    }

    /// Returns an error if `cards` cannot be the visible cards of a deck of this design.
    pub(super) fn check(&self, cards: &[u32]) -> Result<(), Error> {
        let seen = self.group_of.len();
        match self.design.kinds() {
            Some(kinds) => check_kinds(cards, seen, kinds),
            None => check_distinct(cards, seen, self.table.len() / self.design.groups().len()),
        }
    }

    /// Adds a deck, given by its visible cards. They must be valid, as those from
    /// [`PartialDeckReader`](crate::lines::PartialDeckReader) are: distinct cards must not repeat.
    ///
    /// # Panics
    ///
    /// If the number of cards is not that of the design, or if the number of a card is out of range.
    pub fn add_valid(&mut self, cards: &[u32]) {
        assert_eq!(cards.len(), self.group_of.len(), "cards that are seen");
        let groups = self.design.groups().len();
        for (&card, &group) in cards.iter().zip(&self.group_of) {
            self.table[card as usize * groups + group as usize] += 1;
        }
        if self.design.kinds().is_some() {
            self.add_kinds(cards);
        } else {
            self.add_cards(cards);
        }
        if self.design.is_uniform() {
            self.add_equal(cards);
        }
        self.decks += 1;
        self.changes.note(self.decks, &self.table);
    }

    fn add_cards(&mut self, cards: &[u32]) {
        std::mem::swap(&mut self.now, &mut self.before);
        // After the swap, `now` has the groups of the deck before the previous one. They are overwritten.
        self.now.fill(0);
        let (mut sum, mut all, mut group_before) = (0u64, 0u64, 0);
        for (&card, &group) in cards.iter().zip(&self.group_of) {
            self.now[card as usize] = group + 1;
            if group != group_before {
                self.squares[group_before as usize] += sum * sum;
                (sum, group_before) = (0, group);
            }
            (sum, all) = (sum + u64::from(card), all + u64::from(card));
            let before = self.before[card as usize];
            self.again += u64::from(before > 0);
            self.same += u64::from(before == group + 1);
        }
        self.squares[group_before as usize] += sum * sum;
        self.squares[self.design.groups().len()] += all * all;
        let score = if self.has_pairs {
            score::of_pairs
        } else {
            score::of_deck
        };
        self.score += score(cards, &self.now);
        if let [top, second, ..] = cards
            && !self.first_pairs.is_empty()
        {
            self.first_pairs[*top as usize * self.now.len() + *second as usize] += 1;
        }
        if self.ranks.is_some() {
            self.add_ranks(cards);
        }
    }

    /// Adds a deck to the check of equal decks. The cards in each hand are sorted first, because a hand has no order.
    fn add_equal(&mut self, cards: &[u32]) {
        if self.design.is_ordered() {
            self.collisions.add(cards, cards.len());
            return;
        }
        let (mut sorted, mut rest) = (cards.to_vec(), 0);
        for &places in self.design.groups() {
            sorted[rest..rest + places].sort_unstable();
            rest += places;
        }
        self.collisions.add(&sorted, cards.len());
    }

    fn add_ranks(&mut self, cards: &[u32]) {
        let seen = cards.len();
        let rank = |card: &u32| cards.iter().filter(|other| *other < card).count() as u32;
        if seen <= 32 {
            self.waiting.extend(cards.iter().map(rank));
        } else {
            let seen_now = self.now.iter().scan(0, |ranks, &group| {
                let rank = *ranks;
                *ranks += u32::from(group > 0);
                Some(rank)
            });
            let ranks: Vec<u32> = seen_now.collect();
            self.waiting
                .extend(cards.iter().map(|&card| ranks[card as usize]));
        }
        if self.waiting.len() == BLOCK * seen {
            self.count_ranks();
        }
    }

    pub(super) fn count_ranks(&mut self) {
        let seen = self.group_of.len();
        if let Some(ranks) = &mut self.ranks {
            ranks.add(&self.waiting, seen);
        }
        self.waiting.clear();
    }

    fn add_kinds(&mut self, cards: &[u32]) {
        self.kind_squares.add(cards, &self.group_of, self.decks > 0);
        self.hand_counts
            .add(&self.design, self.kind_squares.counts());
        self.add_pairs();
        if let Some(rises) = &mut self.rises {
            rises.add(cards);
        }
        if self.design.is_ordered() {
            self.alike += cards.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
        }
    }

    /// Counts the pairs of cards of the same kind in each hand, or among all visible cards.
    fn add_pairs(&mut self) {
        let groups = self.design.groups().len();
        let pairs = |count: u32| u64::from(count) * u64::from(count.saturating_sub(1)) / 2;
        for count in self.kind_squares.counts().chunks_exact(groups + 1) {
            match self.design.is_ordered() {
                true => self.pairs[0] += pairs(count[..groups].iter().sum()),
                false => self
                    .pairs
                    .iter_mut()
                    .zip(count)
                    .for_each(|(sum, &count)| *sum += pairs(count)),
            }
        }
    }
}
