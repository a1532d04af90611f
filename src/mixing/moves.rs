use crate::distribution::{Law, LawError};
use faro_permutation::lexicographic;
use faro_sample::shuffle::Shuffle;
use faro_sample::zoo::WeightedStep;

/// A random move of a small deck: the possible moves, each with its probability.
#[derive(Clone, Debug)]
pub struct Moves {
    /// For each move and each position, the position from which its card comes.
    sources: Vec<Vec<u8>>,
    probabilities: Vec<f64>,
    /// For each move and each order, the order after it, if these lists are short.
    targets: Option<Vec<Vec<u32>>>,
}

/// The longest lists of targets: 64 megabytes.
const LISTED: usize = 1 << 24;

impl Moves {
    fn new(cards: usize, orders: usize, moves: Vec<(Vec<u8>, f64)>) -> Moves {
        let (sources, probabilities): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
        let mut moves = Moves { sources, probabilities, targets: None };
        if moves.len() * orders <= LISTED {
            moves.targets = Some(moves.sources.iter().map(|sources| targets(cards, sources)).collect());
        }
        moves
    }

    /// Returns the move that always takes the card of each position from the same position.
    pub fn fixed(cards: usize, orders: usize, sources: &[u32]) -> Moves {
        Moves::new(cards, orders, vec![(sources.iter().map(|&source| source as u8).collect(), 1.0)])
    }

    /// Returns the moves of a shuffle, by its exact law.
    pub fn of_shuffle(cards: usize, shuffle: &impl Shuffle) -> Result<Moves, LawError> {
        let law = Law::new(shuffle, cards)?;
        let possible = (0..law.orders()).map(|rank| (rank, law.chance(rank).to_f64()));
        let moves = possible.filter(|&(_, chance)| chance > 0.0);
        let moves = moves.map(|(rank, chance)| (lexicographic::unrank(cards, rank), chance)).collect();
        Ok(Moves::new(cards, law.orders(), moves))
    }

    /// Returns the swaps of a step of transpositions.
    pub fn of_step(cards: usize, orders: usize, step: &WeightedStep) -> Moves {
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
        Moves::new(cards, orders, possible.map(swap).collect())
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.probabilities.len()
    }

    /// Returns the sums over all orders that a move takes to an order. O(n! · moves · n).
    pub fn apply(&self, cards: usize, before: &[f64]) -> Vec<f64> {
        let mut after = vec![0.0; before.len()];
        for (index, &probability) in self.probabilities.iter().enumerate() {
            let computed;
            let targets = match &self.targets {
                Some(lists) => &lists[index],
                None => {
                    computed = targets(cards, &self.sources[index]);
                    &computed
                }
            };
            for (&target, value) in targets.iter().zip(before) {
                after[target as usize] += probability * value;
            }
        }
        after
    }
}

/// Returns the rank of each order after a move.
fn targets(cards: usize, sources: &[u8]) -> Vec<u32> {
    let mut deck: Vec<u8> = (0..cards as u8).collect();
    let mut targets = Vec::new();
    loop {
        let moved = sources.iter().map(|&source| deck[usize::from(source)]);
        targets.push(lexicographic::rank(moved) as u32);
        if !lexicographic::advance(&mut deck) {
            return targets;
        }
    }
}
