//! Laws of small decks after one random move, by blocks of orders.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::distribution::{Law, Level};
use crate::{Error, Permutation};
use faro_permutation::lexicographic;
use faro_sample::zoo::{RandomShuffle, WeightedStep};

/// The law of one move of a small deck: the possible moves, each with its probability.
///
/// An order is identified by the rank of the list of its cards' positions. A move replaces positions by others,
/// and so moves whole blocks of consecutive ranks: see [`OrderBlocks`].
#[derive(Clone, Debug)]
pub struct MoveLaw {
    /// For each move and each position, the position that the move takes its card to.
    targets: Vec<u8>,
    probabilities: Vec<f64>,
}

/// Number of blocks that are moved between two calls of `goes_on`: some milliseconds.
const BLOCKS_PER_CHECK: usize = 1 << 16;

impl MoveLaw {
    /// Creates the moves from pairs (sources, probability). `sources` has, for each position, the position that
    /// its new card comes from.
    fn new(cards: usize, moves: impl Iterator<Item = (Vec<u8>, f64)>) -> MoveLaw {
        let mut all = MoveLaw {
            targets: Vec::new(),
            probabilities: Vec::new(),
        };
        for (sources, probability) in moves {
            let first = all.targets.len();
            all.targets.resize(first + cards, 0);
            (0..)
                .zip(sources)
                .for_each(|(to, from)| all.targets[first + usize::from(from)] = to);
            all.probabilities.push(probability);
        }
        all
    }

    /// Returns a single move that is always made. Position i receives the card from position `sources[i]`.
    pub fn fixed(sources: &[u32]) -> MoveLaw {
        let always = (sources.iter().map(|&source| source as u8).collect(), 1.0);
        MoveLaw::new(sources.len(), std::iter::once(always))
    }

    /// Returns the moves of `shuffle` on `cards` cards, from its exact law.
    pub fn of_shuffle(cards: usize, shuffle: RandomShuffle) -> Result<MoveLaw, Error> {
        let law = Law::certain(cards)?.then_shuffle(shuffle)?;
        let chance = |level: &Level| (level.weight.clone(), law.chance(level.first).to_f64());
        let chances: HashMap<BigUint, f64> = law.levels().iter().map(chance).collect();
        let possible = (0..law.orders()).map(|rank| (rank, chances[&law.weight(rank)]));
        let moves = possible.filter(|&(_, chance)| chance > 0.0);
        Ok(MoveLaw::new(
            cards,
            moves.map(|(rank, chance)| (lexicographic::unrank(cards, rank), chance)),
        ))
    }

    /// Returns the swaps of one step of transpositions.
    pub fn of_step(cards: usize, step: &WeightedStep) -> MoveLaw {
        let total: f64 = step.iter().map(|(weight, _)| f64::from(weight)).sum();
        let mut chances = vec![0.0; cards * cards];
        for (weight, step) in step.iter() {
            let pairs = (step.first.len() * step.second.len()) as f64;
            for first in step.first.clone() {
                for second in step.second.clone() {
                    let (low, high) = (first.min(second) as usize, first.max(second) as usize);
                    let pair = if low == high { 0 } else { low * cards + high };
                    chances[pair] += f64::from(weight) / total / pairs;
                }
            }
        }
        let possible = (0..cards * cards).filter(|&pair| chances[pair] > 0.0);
        let swap = |pair: usize| {
            let mut sources: Vec<u8> = (0..cards as u8).collect();
            sources.swap(pair / cards, if pair == 0 { 0 } else { pair % cards });
            (sources, chances[pair])
        };
        MoveLaw::new(cards, possible.map(swap))
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.probabilities.len()
    }

    /// Returns, for each position, the position that move `index` takes its card to.
    fn targets(&self, index: usize) -> &[u8] {
        let cards = self.targets.len() / self.len();
        &self.targets[index * cards..(index + 1) * cards]
    }

    /// Returns move `index` as a permutation.
    pub fn permutation(&self, index: usize) -> Permutation {
        let images: Vec<u32> = self
            .targets(index)
            .iter()
            .map(|&target| target.into())
            .collect();
        Permutation::from_images(images).expect("a move is a bijection")
    }

    /// Returns the law after one move, given the law `before`.
    ///
    /// Both have a value for each order. Returns `None` if `goes_on` returned false. O(n! · moves).
    pub fn apply(
        &self,
        blocks: &OrderBlocks,
        before: &[f64],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<f64>> {
        let (mut after, mut moved) = (vec![0.0; before.len()], 0);
        for (block, values) in before.chunks_exact(blocks.size).enumerate() {
            if values.iter().all(|&value| value == 0.0) {
                continue;
            }
            let positions = lexicographic::unrank(blocks.cards, block * blocks.size);
            for (index, &probability) in self.probabilities.iter().enumerate() {
                moved += 1;
                if moved % BLOCKS_PER_CHECK == 0 && !goes_on() {
                    return None;
                }
                blocks.add(
                    &positions,
                    self.targets(index),
                    probability,
                    values,
                    &mut after,
                );
            }
        }
        Some(after)
    }
}

/// Maximum number of cards whose positions differ within a block.
const MAX_LAST: usize = 5;

/// The orders of a deck of n cards, in blocks of consecutive ranks.
///
/// All orders of a block agree in the positions of all but the last few cards. A move takes a block to a
/// block. The index of an order in its new block depends only on the relative order of the last cards'
/// positions after the move, so that one table serves all blocks.
#[derive(Clone, Debug)]
pub struct OrderBlocks {
    cards: usize,
    /// Number of orders in a block.
    size: usize,
    /// For each relative order of the last cards' positions after a move, the new index of each order of a
    /// block.
    tables: Vec<u8>,
}

impl OrderBlocks {
    /// Computes the tables for decks of `cards` cards.
    pub fn new(cards: usize) -> OrderBlocks {
        let last = cards.min(MAX_LAST);
        let size: usize = (1..=last).product();
        let orders: Vec<Vec<u8>> = (0..size)
            .map(|rank| lexicographic::unrank(last, rank))
            .collect();
        let moved = |sorted: &Vec<u8>, order: &Vec<u8>| {
            lexicographic::rank(order.iter().map(|&place| sorted[usize::from(place)])) as u8
        };
        let tables = orders
            .iter()
            .flat_map(|sorted| orders.iter().map(move |order| moved(sorted, order)));
        OrderBlocks {
            cards,
            size,
            tables: tables.collect(),
        }
    }

    /// Returns the number of orders in a block.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Adds the values of a block, times `probability`, to the values of the orders after a move. `positions`
    /// are the positions in the first order of the block.
    fn add(
        &self,
        positions: &[u8],
        targets: &[u8],
        probability: f64,
        values: &[f64],
        after: &mut [f64],
    ) {
        let first = lexicographic::rank(
            positions
                .iter()
                .map(|&position| targets[usize::from(position)]),
        );
        let sorted = first % self.size;
        let after = &mut after[first - sorted..][..self.size];
        let table = &self.tables[sorted * self.size..][..self.size];
        for (&to, value) in table.iter().zip(values) {
            after[usize::from(to)] += probability * value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moving blocks agrees with moving the card at each position of every order.
    #[test]
    fn blocks_move_as_their_orders_do() {
        for cards in 1..=7 {
            let (blocks, orders) = (OrderBlocks::new(cards), (1..=cards).product::<usize>());
            let sources: Vec<u32> = (0..cards as u32)
                .map(|place| (place * 3 + 1) % cards as u32)
                .collect();
            let sources = if cards % 3 == 0 {
                (0..cards as u32).rev().collect()
            } else {
                sources
            };
            let before: Vec<f64> = (0..orders).map(|rank| rank as f64 + 1.0).collect();
            let after = MoveLaw::fixed(&sources)
                .apply(&blocks, &before, &mut || true)
                .unwrap();
            for (rank, value) in before.iter().enumerate() {
                let positions = lexicographic::unrank(cards, rank);
                let target = |from: &u8| {
                    sources
                        .iter()
                        .position(|&source| source == u32::from(*from))
                        .unwrap()
                };
                let moved = positions.iter().map(|from| target(from) as u8);
                assert_eq!(
                    after[lexicographic::rank(moved)],
                    *value,
                    "{cards} cards, rank {rank}"
                );
            }
        }
    }

    #[test]
    fn work_ends_if_it_is_stopped() {
        let blocks = OrderBlocks::new(9);
        let moves = MoveLaw::of_step(
            9,
            &faro_sample::zoo::Transpositions::Naive
                .steps(9)
                .next()
                .unwrap(),
        );
        let before = vec![1.0; (1..=9).product()];
        assert!(moves.apply(&blocks, &before, &mut || true).is_some());
        let many = MoveLaw {
            targets: moves.targets.repeat(9),
            probabilities: moves.probabilities.repeat(9),
        };
        assert!(many.apply(&blocks, &before, &mut || false).is_none());
    }
}
