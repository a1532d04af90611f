//! Groups the orders of a deck into blocks of consecutive ranks. The orders of a block have equal cards at
//! the first positions. A swap of two positions moves a block, or its orders with one card at a position, by
//! one small table.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::tally::{self, OrderWeights, Weight};
use faro_permutation::lexicographic;
use faro_sample::zoo::WeightedStep;

/// Maximum number of positions within a block. With 6, the tables of 720 orders and three blocks fit the
/// fastest cache.
const MAX_INNER: usize = 6;

/// The index of an order in its block, and the index of the order that a swap of two positions gives.
type Moved = (u16, u16);

/// The tables of swaps for decks of one size.
pub struct SwapTables {
    cards: usize,
    /// Number of top positions at which all orders of a block have the same cards.
    outer: usize,
    /// The number of orders in a block.
    pub size: usize,
    /// `swaps[p][q][i]` is the index, in its block, of order i after a swap of the inner positions p and q.
    swaps: Vec<Vec<Vec<u16>>>,
    /// The moves between blocks when an outer position is swapped with an inner one, at which the orders of a block
    /// differ. `exchanges[b][p][r]` lists them, where b is the number of inner cards below the card that enters the
    /// block, p the inner position, and r the rank of the card that leaves among the inner cards.
    exchanges: Vec<Vec<Vec<Vec<Moved>>>>,
}

impl SwapTables {
    pub fn new(cards: usize) -> SwapTables {
        let inner = cards.min(MAX_INNER);
        let positions = || 0..inner;
        let swap = |first| {
            positions()
                .map(move |second| swapped(inner, first, second))
                .collect()
        };
        let exchange = |below, position| {
            positions()
                .map(|rank| exchanged(inner, below, position, rank))
                .collect()
        };
        SwapTables {
            cards,
            outer: cards - inner,
            size: tally::orders(inner),
            swaps: positions().map(swap).collect(),
            exchanges: (0..=inner)
                .map(|below| positions().map(|at| exchange(below, at)).collect())
                .collect(),
        }
    }

    /// Returns the block that begins at rank `start`.
    pub fn block(&self, start: usize) -> Block<'_> {
        let deck = lexicographic::unrank(self.cards, start);
        Block {
            blocks: self,
            start,
            deck,
            exchanged: vec![None; self.outer],
        }
    }
}

/// Returns, for each order of `inner` cards, the rank of the order after a swap of two positions.
fn swapped(inner: usize, first: usize, second: usize) -> Vec<u16> {
    let mut moved = Vec::with_capacity(tally::orders(inner));
    tally::each(inner, |_, deck| {
        let mut other = deck.to_vec();
        other.swap(first, second);
        moved.push(lexicographic::rank(other.into_iter()) as u16);
    });
    moved
}

/// Returns the moves of a block's orders if the card at `position` is exchanged with a card from outside the block.
/// Only orders with the inner card of rank `rank` at `position` move. Each has its index and its new index. `below`
/// is the number of inner cards below the card from outside.
fn exchanged(inner: usize, below: usize, position: usize, rank: usize) -> Vec<Moved> {
    let new = below - usize::from(rank < below);
    let renamed = |card: u8| {
        let left = card - u8::from(usize::from(card) > rank);
        left + u8::from(usize::from(left) >= new)
    };
    let mut moved = Vec::new();
    tally::each(inner, |index, deck| {
        if usize::from(deck[position]) == rank {
            let name = |(place, &card)| {
                if place == position {
                    new as u8
                } else {
                    renamed(card)
                }
            };
            let other: Vec<u8> = deck.iter().enumerate().map(name).collect();
            moved.push((index as u16, lexicographic::rank(other.into_iter()) as u16));
        }
    });
    moved
}

/// A block: the orders that have equal cards at the first positions.
pub struct Block<'a> {
    blocks: &'a SwapTables,
    start: usize,
    /// The first order of the block.
    deck: Vec<u8>,
    /// For each outer position (one at which all orders of the block agree): the first rank of each block that
    /// results if an inner card moves there. `None` until it is needed.
    exchanged: Vec<Option<Vec<usize>>>,
}

impl Block<'_> {
    /// Adds the weights of the block to the orders that are one swap of two positions away.
    ///
    /// `first` must be less than `second`.
    pub fn add_swapped<W: for<'w> AddAssign<&'w W>>(
        &mut self,
        (first, second): (usize, usize),
        weights: &[W],
        after: &mut [W],
    ) {
        let SwapTables {
            outer,
            size,
            ref swaps,
            ref exchanges,
            ..
        } = *self.blocks;
        if second < outer {
            let target = &mut after[self.start_of_swapped(first, second)..][..size];
            target
                .iter_mut()
                .zip(weights)
                .for_each(|(after, weight)| *after += weight);
        } else if first >= outer {
            let target = &mut after[self.start..][..size];
            let moved = &swaps[first - outer][second - outer];
            moved
                .iter()
                .zip(weights)
                .for_each(|(&to, weight)| target[usize::from(to)] += weight);
        } else {
            let below = self.deck[outer..]
                .iter()
                .filter(|&&card| card < self.deck[first])
                .count();
            let moved = exchanges[below][second - outer].iter();
            for (&start, moved) in self.exchanged(first).iter().zip(moved) {
                let target = &mut after[start..][..size];
                moved
                    .iter()
                    .for_each(|&(from, to)| target[usize::from(to)] += &weights[usize::from(from)]);
            }
        }
    }

    /// Returns the first rank of each block that a swap of the outer `position` with an inner one leads to.
    ///
    /// The blocks are in ascending order of the inner card that moves to `position`.
    fn exchanged(&mut self, position: usize) -> &[usize] {
        if self.exchanged[position].is_none() {
            let inner = self.blocks.outer..self.blocks.cards;
            let starts = inner
                .map(|other| self.start_of_swapped(position, other))
                .collect();
            self.exchanged[position] = Some(starts);
        }
        self.exchanged[position].as_deref().unwrap_or_default()
    }

    /// Returns the first rank of the block that contains this block's first order with two positions swapped.
    fn start_of_swapped(&self, first: usize, second: usize) -> usize {
        let mut other = self.deck.clone();
        other.swap(first, second);
        let rank = lexicographic::rank(other.into_iter());
        rank - rank % self.blocks.size
    }
}

/// The pairs of positions that a step swaps, grouped by the number of runs that swap them.
struct Runs<W> {
    swaps: BTreeMap<W, Vec<(usize, usize)>>,
    /// Number of equally likely runs of the step that move no card.
    unmoved: W,
    total: W,
}

fn runs<W: Weight>(step: &WeightedStep) -> Runs<W> {
    let ways = |range: &std::ops::Range<u32>| range.end - range.start;
    let all = step
        .iter()
        .map(|(_, step)| W::from(ways(&step.first)) * W::from(ways(&step.second)));
    // The alternatives of a step may have different numbers of runs, so their weights get a common denominator.
    let common = all.fold(W::one(), |common, ways| common.lcm(&ways));
    let (mut pairs, mut unmoved, mut total) = (BTreeMap::new(), W::zero(), W::zero());
    for (weight, step) in step.iter() {
        let ways = W::from(ways(&step.first)) * W::from(ways(&step.second));
        let each = W::from(weight) * (common.clone() / ways);
        total = total + W::from(weight) * common.clone();
        for first in step.first.clone() {
            for second in step.second.clone() {
                let entry = match first == second {
                    true => &mut unmoved,
                    false => pairs
                        .entry((first.min(second), first.max(second)))
                        .or_insert_with(W::zero),
                };
                *entry = entry.clone() + each.clone();
            }
        }
    }
    let mut swaps: BTreeMap<W, Vec<(usize, usize)>> = BTreeMap::new();
    for ((first, second), weight) in pairs {
        swaps
            .entry(weight)
            .or_default()
            .push((first as usize, second as usize));
    }
    Runs {
        swaps,
        unmoved,
        total,
    }
}

/// Returns the weights after one step, which moves weight between orders that are one swap apart. Returns
/// `None` if the common denominator does not fit. O(n! · swaps), less if few orders are reachable.
pub fn stepped<W: Weight>(tally: &OrderWeights<W>, step: &WeightedStep) -> Option<OrderWeights<W>> {
    let runs = runs::<W>(step);
    let mut after = OrderWeights::empty(tally.cards, tally.total.checked_mul(&runs.total)?);
    let blocks = SwapTables::new(tally.cards);
    for (index, weights) in tally.weights.chunks_exact(blocks.size).enumerate() {
        if weights.iter().all(W::is_zero) {
            continue;
        }
        let start = index * blocks.size;
        let share = |times: &W| {
            weights
                .iter()
                .map(|weight| weight.clone() * times.clone())
                .collect::<Vec<W>>()
        };
        let mut block = blocks.block(start);
        for (times, pairs) in &runs.swaps {
            let shares = share(times);
            pairs
                .iter()
                .for_each(|&pair| block.add_swapped(pair, &shares, &mut after.weights));
        }
        let unmoved = share(&runs.unmoved);
        after.weights[start..]
            .iter_mut()
            .zip(&unmoved)
            .for_each(|(after, share)| *after += share);
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_move_weights_to_the_ranks_of_the_swapped_decks() {
        for cards in [2, 3, 6, 7, 8] {
            let blocks = SwapTables::new(cards);
            let orders = tally::orders(cards);
            for (first, second) in
                (0..cards).flat_map(|second| (0..second).map(move |first| (first, second)))
            {
                let mut after = vec![0; orders];
                for start in (0..orders).step_by(blocks.size) {
                    let weights: Vec<usize> = (start..start + blocks.size).collect();
                    blocks
                        .block(start)
                        .add_swapped((first, second), &weights, &mut after);
                }
                tally::each(cards, |rank, deck| {
                    let mut other = deck.to_vec();
                    other.swap(first, second);
                    assert_eq!(
                        after[lexicographic::rank(other.into_iter())],
                        rank,
                        "{deck:?} {first} {second}"
                    );
                });
            }
        }
    }
}
