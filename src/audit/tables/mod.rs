//! What is counted of a stream of decks: every check reads these counts and nothing else.

mod block;
mod circle;
mod draws;
mod precedence;
mod shared;
mod square;

pub(super) use circle::Circle;
pub use draws::{Draws, Pass};
pub(super) use shared::SharedTables;
pub(super) use square::coincidences;
pub use square::{Cell, Square};

use crate::permutation::Statistic;
use crate::simulate::{MAX_ORDERED, Orders, Positions, Statistics, Tally};
use block::Block;
use precedence::Precedence;

/// The largest deck that is audited: the tables have a cell for every two cards.
pub const MAX_CARDS: usize = 512;

/// Of larger decks triples have too many cells.
const MAX_TRIPLES: usize = 64;

/// Of steps so many are counted in [`More`]: a diagnosis needs no more of them.
const MANY_STEPS: u64 = 1 << 13;

/// What tells the faults of a program's own draws. The checks would learn nothing new from it of steps.
#[derive(Clone, Debug)]
pub(super) struct More {
    heights: Precedence,
    pub draws: Draws,
    pub circle: Circle,
    /// How many were counted, and no more than these are.
    pub decks: u64,
    most: u64,
}

impl More {
    fn new(cards: usize, most: u64) -> More {
        More {
            heights: Precedence::new(cards),
            draws: Draws::new(cards),
            circle: Circle::new(cards),
            decks: 0,
            most,
        }
    }

    /// As [`Tables::heights`].
    pub fn heights(&self) -> &Square {
        self.heights.counts()
    }

    fn add(&mut self, block: &Block) {
        if self.decks < self.most {
            block.count_heights(&mut self.heights);
            block.count_draws(&mut self.draws);
            block.count_circle(&mut self.circle);
            self.decks += block.decks().len() as u64;
        }
    }
}

/// The counts of a stream of decks of so many cards.
#[derive(Clone, Debug)]
pub struct Tables {
    cards: usize,
    decks: u64,
    statistics: Statistics,
    positions: Positions,
    successors: Square,
    precedence: Precedence,
    first_pairs: Square,
    first_triples: Vec<u64>,
    more: More,
    orders: Option<Orders>,
}

impl Tables {
    /// For decks as against the starting order: nothing counted yet.
    ///
    /// # Panics
    ///
    /// If there are fewer than two cards or more than [`MAX_CARDS`].
    pub fn new(cards: usize) -> Tables {
        Tables::with_more(cards, u64::MAX)
    }

    /// For steps from deck to deck: of [heights](Self::heights) and [draws](Self::draws) nothing is told.
    ///
    /// # Panics
    ///
    /// As [`Tables::new`].
    pub fn of_steps(cards: usize) -> Tables {
        Tables::with_more(cards, MANY_STEPS)
    }

    fn with_more(cards: usize, most: u64) -> Tables {
        assert!((2..=MAX_CARDS).contains(&cards), "{cards} cards");
        let triples = if cards <= MAX_TRIPLES { cards.pow(3) } else { 0 };
        Tables {
            cards,
            decks: 0,
            statistics: Statistics::new(cards, None),
            positions: Positions::new(cards),
            successors: Square::new(cards),
            precedence: Precedence::new(cards),
            first_pairs: Square::new(cards),
            first_triples: vec![0; triples],
            more: More::new(cards, most),
            orders: (cards < MAX_ORDERED).then(|| Orders::new(cards)),
        }
    }

    /// The number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The number of decks.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// The histograms of fixed points, cycles, descents and the like.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// How many of the decks were in an even order: cards less cycles is even.
    pub fn even(&self) -> u64 {
        let cycles = self.statistics.histogram(Statistic::Cycles).expect("they are counted").counts();
        let even = |(cycles, _): &(usize, &u64)| (self.cards - cycles).is_multiple_of(2);
        cycles.iter().enumerate().filter(even).map(|(_, count)| count).sum()
    }

    /// How often each card (row) lay at each position (column). O(n²).
    pub fn positions(&self) -> Square {
        Square::of(self.cards, self.positions.counts())
    }

    /// How often a card (row) had which card (column) right below it.
    pub fn successors(&self) -> &Square {
        &self.successors
    }

    /// How often a card (row) lay above a later card (column > row).
    pub fn precedence(&self) -> &Square {
        self.precedence.counts()
    }

    /// How often a position (row) held a smaller card than a later position (column > row); not of steps.
    pub fn heights(&self) -> Option<&Square> {
        self.all_of_more().map(More::heights)
    }

    fn all_of_more(&self) -> Option<&More> {
        (self.more.most == u64::MAX).then_some(&self.more)
    }

    /// How often which two cards lay on top, in this order.
    pub fn first_pairs(&self) -> &Square {
        &self.first_pairs
    }

    /// How often which three cards a, b, c lay on top, at (a·n + b)·n + c; nothing for more than 64 cards.
    pub fn first_triples(&self) -> &[u64] {
        &self.first_triples
    }

    /// The draws of Fisher–Yates passes that would have made the decks; not of steps.
    pub fn draws(&self) -> Option<&Draws> {
        self.all_of_more().map(|more| &more.draws)
    }

    /// Heights, draws and the circle of so many of the decks: all, or the first of the steps.
    pub(super) fn of_first(&self) -> &More {
        &self.more
    }

    /// How often each order came, of decks of up to nine cards.
    pub fn orders(&self) -> Option<&Orders> {
        self.orders.as_ref()
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
    /// If the decks have another number of cards, or one lacks a card.
    fn add(&mut self, decks: &[u32], cards: usize) {
        assert_eq!(cards, self.cards, "decks of {cards} cards");
        // Table by table: each stays in the nearest cache for all decks.
        let block = Block::new(decks, cards);
        block.count_successors(&mut self.successors);
        block.decks().for_each(|deck| self.count_tops(deck));
        block.count_precedence(&mut self.precedence);
        self.more.add(&block);
        block.count_statistics(&mut self.statistics);
        block.count_positions(&mut self.positions);
        self.orders.add(decks, cards);
        self.decks += block.decks().len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    fn decks(cards: usize, decks: u32) -> Vec<u32> {
        let seed = |rank: u32| rank.wrapping_mul(2_654_435_761) >> 3;
        let orders: u32 = (1..=cards.min(12) as u32).product();
        let small = |rank: u32| Permutation::unrank(cards.min(12), seed(rank) % orders).unwrap().to_deck();
        let large = |rank| small(rank).into_iter().chain(cards.min(12) as u32..cards as u32).rev();
        (0..decks).flat_map(large).collect()
    }

    /// Every table beside a count by its meaning.
    #[test]
    fn tables_count_what_they_say() {
        for cards in [2, 3, 7, 20, 64, 65, 70] {
            let many = decks(cards, 300);
            let mut tables = Tables::new(cards);
            tables.add(&many, cards);
            let positions = tables.positions();
            let counted = |holds: &dyn Fn(&[u32], usize, usize) -> bool, row, column| {
                many.chunks(cards).filter(|deck| holds(deck, row, column)).count() as u64
            };
            let place = |deck: &[u32], card| deck.iter().position(|&lies| lies as usize == card).unwrap();
            for (row, column) in (0..cards).flat_map(|row| (0..cards).map(move |column| (row, column))) {
                let at = |square: &Square| square.at(row, column);
                let lies = |deck: &[u32], row, column| place(deck, row) == column;
                assert_eq!(at(&positions), counted(&lies, row, column));
                let follows = |deck: &[u32], row, column| place(deck, row) + 1 == place(deck, column);
                assert_eq!(at(tables.successors()), counted(&follows, row, column));
                let on_top =
                    |deck: &[u32], row, column| deck[0] as usize == row && deck[1] as usize == column;
                assert_eq!(at(tables.first_pairs()), counted(&on_top, row, column));
                if row < column {
                    let above = |deck: &[u32], row, column| place(deck, row) < place(deck, column);
                    assert_eq!(at(tables.precedence()), counted(&above, row, column));
                    let smaller = |deck: &[u32], row: usize, column: usize| deck[row] < deck[column];
                    assert_eq!(at(tables.heights().unwrap()), counted(&smaller, row, column));
                }
            }
            assert_eq!(tables.decks(), 300);
            let tops: u64 = tables.first_triples().iter().sum();
            assert_eq!(tops, if (3..=64).contains(&cards) { 300 } else { 0 });
        }
    }
}
