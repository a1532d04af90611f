//! The tables of a stream of decks.

use faro_permutation::Statistic;
use faro_sample::simulate::{MAX_ORDERED, Merge, Orders, PositionTable, Statistics, Tally};

use super::block::DeckBlock;
use super::draws::{Circle, Draws, SerialDraws};
use super::pair_counts::{PairCounts, Precedence};
use crate::limits::MAX_CARDS;

/// Maximum number of cards for which triples of top cards are counted. Larger decks have too many triples.
const MAX_TRIPLES: usize = 64;

/// Maximum number of steps that [`DrawTables`] count. A diagnosis needs no more.
pub const MAX_STEPS: u64 = 129 * 64 - 1;

/// Tables that distinguish biases of a program's own draws. The checks read them only for decks, not for steps.
#[derive(Clone, Debug)]
pub struct DrawTables {
    pub(super) position_precedence: Precedence,
    pub draws: Draws,
    pub circle: Circle,
    /// The differences of successive draws in the first decks, or `None` for steps and simulated decks.
    pub serial: Option<SerialDraws>,
    /// Number of counted decks, at most `max_decks`.
    pub decks: u64,
    pub(super) max_decks: u64,
}

impl DrawTables {
    fn new(cards: usize, max_decks: u64) -> DrawTables {
        DrawTables {
            position_precedence: Precedence::new(cards),
            draws: Draws::new(cards),
            circle: Circle::new(cards),
            serial: (max_decks == u64::MAX).then(|| SerialDraws::new(cards)),
            decks: 0,
            max_decks,
        }
    }

    /// Returns the counts of [`Tables::position_precedence`].
    pub fn position_precedence(&self) -> &PairCounts {
        self.position_precedence.counts()
    }

    /// Returns the tables that can be merged by adding counts.
    fn counts(&mut self) -> impl Iterator<Item = &mut [u64]> {
        let precedence = self.position_precedence.counts_mut();
        [precedence]
            .into_iter()
            .chain(self.draws.passes_mut())
            .chain(self.circle.counts())
    }

    fn add(&mut self, block: &DeckBlock, cards: usize) {
        if self.decks < self.max_decks {
            self.position_precedence.add(block.decks, cards);
            self.draws.add(block.decks, &block.positions, cards);
            self.circle.add(&block.positions, cards);
            if let Some(serial) = &mut self.serial {
                serial.add(block.decks, &block.positions, cards);
            }
            self.decks += block.each().len() as u64;
        }
    }
}

/// The counts of a stream of decks: statistics, positions, neighbours, precedence and draws.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(super) cards: usize,
    pub(super) decks: u64,
    pub(super) statistics: Statistics,
    pub(super) positions: PositionTable,
    pub(super) successors: PairCounts,
    pub(super) precedence: Precedence,
    pub(super) first_pairs: PairCounts,
    pub(super) first_triples: Vec<u64>,
    pub(super) draw_tables: DrawTables,
    pub(super) orders: Option<Orders>,
}

impl Tables {
    /// Returns empty tables for decks relative to the starting order.
    ///
    /// # Panics
    ///
    /// If `cards` is less than 2 or more than [`MAX_CARDS`].
    pub(crate) fn new(cards: usize) -> Tables {
        Tables::with_draw_tables(cards, u64::MAX)
    }

    /// Returns empty tables for steps from deck to deck.
    ///
    /// They have no [draws](Self::draws) and no [position precedence](Self::position_precedence).
    ///
    /// # Panics
    ///
    /// As [`Tables::new`].
    pub(crate) fn for_steps(cards: usize) -> Tables {
        Tables::with_draw_tables(cards, MAX_STEPS)
    }

    /// Returns the tables for a share of a run, without the tables that count only the first decks of a run.
    pub(crate) fn into_share(mut self) -> Tables {
        self.draw_tables.serial = None;
        self.draw_tables.max_decks = if self.draws().is_some() { u64::MAX } else { 0 };
        self
    }

    fn with_draw_tables(cards: usize, max_decks: u64) -> Tables {
        assert!((2..=MAX_CARDS).contains(&cards), "{cards} cards");
        let triples = if cards <= MAX_TRIPLES {
            cards.pow(3)
        } else {
            0
        };
        Tables {
            cards,
            decks: 0,
            statistics: Statistics::new(cards, None),
            positions: PositionTable::new(cards),
            successors: PairCounts::new(cards),
            precedence: Precedence::new(cards),
            first_pairs: PairCounts::new(cards),
            first_triples: vec![0; triples],
            draw_tables: DrawTables::new(cards, max_decks),
            orders: (cards < MAX_ORDERED).then(|| Orders::new(cards)),
        }
    }

    /// Returns the number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of decks.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Returns the histograms of fixed points, cycles, descents and the other statistics.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the number of decks in an even order.
    ///
    /// An order is even if the number of cards minus the number of cycles is even.
    pub fn even(&self) -> u64 {
        let cycles = self
            .statistics
            .histogram(Statistic::Cycles)
            .expect("they are counted")
            .counts();
        let even = |(cycles, _): &(usize, &u64)| (self.cards - cycles).is_multiple_of(2);
        cycles
            .iter()
            .enumerate()
            .filter(even)
            .map(|(_, count)| count)
            .sum()
    }

    /// Returns the number of times that each card (row) was at each position (column). O(n²).
    pub fn positions(&self) -> PairCounts {
        PairCounts::from_counts(self.cards, self.positions.counts())
    }

    /// Returns the number of times that each card (column) was directly below another card (row).
    pub fn successors(&self) -> &PairCounts {
        &self.successors
    }

    /// Returns the number of times that each card (row) was above each later card (column > row).
    pub fn precedence(&self) -> &PairCounts {
        self.precedence.counts()
    }

    /// Returns the number of times that a position held a smaller card than a later position.
    ///
    /// The position is the row, and the later position the column. Returns `None` for steps.
    pub fn position_precedence(&self) -> Option<&PairCounts> {
        self.draw_tables_of_all()
            .map(DrawTables::position_precedence)
    }

    fn draw_tables_of_all(&self) -> Option<&DrawTables> {
        (self.draw_tables.max_decks == u64::MAX).then_some(&self.draw_tables)
    }

    /// Returns the number of times that each two cards were on top, in this order.
    pub fn first_pairs(&self) -> &PairCounts {
        &self.first_pairs
    }

    /// Returns the number of times that cards a, b, c were on top, at index (a·n + b)·n + c.
    ///
    /// The result is empty for more than 64 cards.
    pub fn first_triples(&self) -> &[u64] {
        &self.first_triples
    }

    /// Returns the draws of the Fisher–Yates passes that produce the decks, or `None` for steps.
    pub fn draws(&self) -> Option<&Draws> {
        self.draw_tables_of_all().map(|tables| &tables.draws)
    }

    /// Returns the draw tables. They count all decks, but only the first steps.
    pub(crate) fn draw_tables(&self) -> &DrawTables {
        &self.draw_tables
    }

    /// Returns the count of each order, or `None` for decks of more than nine cards.
    pub fn orders(&self) -> Option<&Orders> {
        self.orders.as_ref()
    }

    /// Returns the tables that can be merged by adding counts.
    fn counts(&mut self) -> Vec<&mut [u64]> {
        let mut counts = vec![
            self.successors.counts.as_mut_slice(),
            self.precedence.counts_mut(),
            &mut self.first_pairs.counts,
            &mut self.first_triples,
        ];
        if self.draw_tables.max_decks == u64::MAX {
            counts.extend(self.draw_tables.counts());
        }
        counts
    }

    /// Merges the tables of another share. Shares have no tables of the run's first decks.
    pub(crate) fn merge(&mut self, mut other: Tables) {
        for (counts, more) in self.counts().into_iter().zip(other.counts()) {
            counts
                .iter_mut()
                .zip(more)
                .for_each(|(count, more)| *count += *more);
        }
        self.statistics.merge(other.statistics);
        self.positions.merge(other.positions);
        self.orders.merge(other.orders);
        self.decks += other.decks;
        if self.draw_tables.max_decks == u64::MAX {
            self.draw_tables.decks += other.decks;
        }
    }

    fn count_tops(&mut self, deck: &[u32]) {
        self.first_pairs.count(deck[0], deck[1]);
        if let (false, [a, b, c, ..]) = (self.first_triples.is_empty(), deck) {
            let cards = self.cards as u32;
            self.first_triples[((a * cards + b) * cards + c) as usize] += 1;
        }
    }
}

impl Tally for Tables {
    /// # Panics
    ///
    /// If `cards` is not the tables' number of cards, or if a deck is not a permutation of the cards.
    fn add(&mut self, decks: &[u32], cards: usize) {
        assert_eq!(cards, self.cards, "decks of {cards} cards");
        let (missing, count) = (
            self.draw_tables.max_decks - self.draw_tables.decks,
            (decks.len() / cards) as u64,
        );
        if (1..count).contains(&missing) {
            let (last, others) = decks.split_at(missing as usize * cards);
            self.add(last, cards);
            return self.add(others, cards);
        }
        // Counts all decks in one table before the next, so that the table stays in the nearest cache.
        let block = DeckBlock::new(decks, cards);
        block.count_successors(&mut self.successors);
        block.each().for_each(|deck| self.count_tops(deck));
        self.precedence.add(&block.positions, cards);
        self.draw_tables.add(&block, cards);
        block.tally(&mut self.statistics);
        block.tally(&mut self.positions);
        self.orders.add(decks, cards);
        self.decks += block.each().len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use faro_permutation::Permutation;

    use super::*;

    fn decks(cards: usize, decks: u32) -> Vec<u32> {
        let seed = |rank: u32| rank.wrapping_mul(2_654_435_761) >> 3;
        let orders: u32 = (1..=cards.min(12) as u32).product();
        let small = |rank: u32| {
            Permutation::unrank(cards.min(12), seed(rank) % orders)
                .unwrap()
                .to_deck()
        };
        let large = |rank| {
            small(rank)
                .into_iter()
                .chain(cards.min(12) as u32..cards as u32)
                .rev()
        };
        (0..decks).flat_map(large).collect()
    }

    /// The draws of the first [`MAX_STEPS`] steps are counted, whatever the size of the blocks in which steps are added.
    #[test]
    fn draw_tables_end_within_a_block() {
        let steps = decks(3, MAX_STEPS as u32 + 900);
        let first = &steps[..3 * MAX_STEPS as usize];
        let mut expected = Tables::new(3);
        expected.add(first, 3);
        for block in [63, 512, 9000] {
            let mut tables = Tables::for_steps(3);
            steps
                .chunks(3 * block)
                .for_each(|steps| tables.add(steps, 3));
            assert_eq!(tables.draw_tables.decks, MAX_STEPS);
            assert_eq!(Some(&tables.draw_tables.draws), expected.draws());
            assert_eq!(tables.decks(), MAX_STEPS + 900);
        }
    }

    /// Compares every table with a count by its definition.
    #[test]
    fn tables_count_what_they_say() {
        for cards in [2, 3, 7, 20, 64, 65, 70] {
            let many = decks(cards, 300);
            let mut tables = Tables::new(cards);
            tables.add(&many, cards);
            let positions = tables.positions();
            let counted = |holds: &dyn Fn(&[u32], usize, usize) -> bool, row, column| {
                many.chunks(cards)
                    .filter(|deck| holds(deck, row, column))
                    .count() as u64
            };
            let place = |deck: &[u32], card| {
                deck.iter()
                    .position(|&other| other as usize == card)
                    .unwrap()
            };
            for (row, column) in
                (0..cards).flat_map(|row| (0..cards).map(move |column| (row, column)))
            {
                let at = |square: &PairCounts| square.at(row, column);
                let is_at = |deck: &[u32], row, column| place(deck, row) == column;
                assert_eq!(at(&positions), counted(&is_at, row, column));
                let follows =
                    |deck: &[u32], row, column| place(deck, row) + 1 == place(deck, column);
                assert_eq!(at(tables.successors()), counted(&follows, row, column));
                let on_top = |deck: &[u32], row, column| {
                    deck[0] as usize == row && deck[1] as usize == column
                };
                assert_eq!(at(tables.first_pairs()), counted(&on_top, row, column));
                if row < column {
                    let above = |deck: &[u32], row, column| place(deck, row) < place(deck, column);
                    assert_eq!(at(tables.precedence()), counted(&above, row, column));
                    let smaller =
                        |deck: &[u32], row: usize, column: usize| deck[row] < deck[column];
                    assert_eq!(
                        at(tables.position_precedence().unwrap()),
                        counted(&smaller, row, column)
                    );
                }
            }
            assert_eq!(tables.decks(), 300);
            let tops: u64 = tables.first_triples().iter().sum();
            assert_eq!(tops, if (3..=64).contains(&cards) { 300 } else { 0 });
        }
    }
}
