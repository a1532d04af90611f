//! Tables of simulated decks that several threads fill at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::block::DeckBlock;
use super::counts::{DrawTables, Tables};
use super::draws::{Circle, Draws};
use super::pair_counts::{PairCounts, Precedence};
use faro_sample::simulate::{MAX_ORDERED, Orders, PositionTable, Statistics, Tally};

/// The tables that a diagnosis compares, filled by several threads at once.
///
/// Each table has its own lock, so that threads can count in different tables at the same time. A set of tables for
/// each thread would take 17 MB for each thread and each simulated value of 512 cards.
pub struct SharedTables {
    cards: usize,
    decks: AtomicU64,
    statistics: Mutex<Statistics>,
    positions: Mutex<PositionTable>,
    successors: Mutex<PairCounts>,
    precedence: Mutex<Precedence>,
    position_precedence: Mutex<Precedence>,
    draws: Mutex<Draws>,
    orders: Option<Mutex<Orders>>,
}

impl SharedTables {
    pub fn new(cards: usize) -> SharedTables {
        SharedTables {
            cards,
            decks: AtomicU64::new(0),
            statistics: Mutex::new(Statistics::new(cards, None)),
            positions: Mutex::new(PositionTable::new(cards)),
            successors: Mutex::new(PairCounts::new(cards)),
            precedence: Mutex::new(Precedence::new(cards)),
            position_precedence: Mutex::new(Precedence::new(cards)),
            draws: Mutex::new(Draws::new(cards)),
            orders: None,
        }
    }

    /// Returns empty tables that also count every order, if the deck is small.
    pub fn with_orders(cards: usize) -> SharedTables {
        let orders = (cards < MAX_ORDERED).then(|| Mutex::new(Orders::new(cards)));
        SharedTables {
            orders,
            ..SharedTables::new(cards)
        }
    }

    pub fn add(&self, decks: &[u32]) {
        let block = DeckBlock::new(decks, self.cards);
        with(&self.statistics, |table| block.tally(table));
        with(&self.positions, |table| block.tally(table));
        with(&self.successors, |table| block.count_successors(table));
        with(&self.precedence, |table| {
            table.add(&block.positions, self.cards);
        });
        with(&self.position_precedence, |table| {
            table.add(decks, self.cards);
        });
        with(&self.draws, |table| {
            table.add(decks, &block.positions, self.cards);
        });
        if let Some(orders) = &self.orders {
            with(orders, |table| table.add(decks, self.cards));
        }
        self.decks
            .fetch_add(block.each().len() as u64, Ordering::Relaxed);
    }

    /// Returns the tables of all threads' decks.
    ///
    /// The counts of the top cards and of the rising sequences around the deck are empty.
    pub fn into_tables(self) -> Tables {
        let decks = self.decks.into_inner();
        let draw_tables = DrawTables {
            position_precedence: unlocked(self.position_precedence),
            draws: unlocked(self.draws),
            circle: Circle::new(0),
            serial: None,
            decks,
            max_decks: u64::MAX,
        };
        Tables {
            cards: self.cards,
            decks,
            statistics: unlocked(self.statistics),
            positions: unlocked(self.positions),
            successors: unlocked(self.successors),
            precedence: unlocked(self.precedence),
            first_pairs: PairCounts::new(0),
            first_triples: Vec::new(),
            draw_tables,
            orders: self.orders.map(unlocked),
        }
    }
}

fn with<T>(table: &Mutex<T>, count: impl FnOnce(&mut T)) {
    count(&mut table.lock().unwrap_or_else(PoisonError::into_inner));
}

fn unlocked<T>(table: Mutex<T>) -> T {
    table.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::simulate::Tally;
    use faro_sample::zoo::Transpositions;

    /// Four threads count the same as one thread.
    #[test]
    fn threads_share_tables() {
        for cards in [3, 52, 70] {
            let mut decks: Vec<u32> = (0..400).flat_map(|_| 0..cards as u32).collect();
            let mut generator = Generator::unit(&Seed::from(4), 0);
            decks
                .chunks_mut(cards)
                .for_each(|deck| Transpositions::Naive.shuffle(deck, &mut generator));
            let mut expected = Tables::new(cards);
            expected.add(&decks, cards);
            let shared = SharedTables::new(cards);
            std::thread::scope(|scope| {
                decks.chunks(100 * cards).for_each(|part| {
                    scope.spawn(|| part.chunks(7 * cards).for_each(|decks| shared.add(decks)));
                });
            });
            let counted = shared.into_tables();
            assert_eq!(counted.decks(), expected.decks());
            assert_eq!(counted.statistics(), expected.statistics());
            assert_eq!(counted.positions(), expected.positions());
            assert_eq!(counted.successors(), expected.successors());
            assert_eq!(counted.precedence(), expected.precedence());
            assert_eq!(
                counted.position_precedence(),
                expected.position_precedence()
            );
            assert_eq!(counted.draws(), expected.draws());
        }
    }
}
