use num_bigint::BigUint;

use super::tally::{Tally, Weight};
use super::{order, product, steps};
use crate::zoo::WeightedStep;

/// A weight for each order, in words or in big integers.
#[derive(Clone, Debug)]
pub enum Weights {
    Words(Tally<u128>),
    Numbers(Tally<BigUint>),
}

impl Weights {
    /// Returns the weights after one step of a pass of transpositions.
    pub fn stepped(&self, step: &WeightedStep) -> Weights {
        match self {
            Weights::Words(tally) => grown(steps::stepped(tally, step), || {
                steps::stepped(&numbers(tally), step).expect("big integers do not overflow")
            }),
            Weights::Numbers(tally) => {
                Weights::Numbers(steps::stepped(tally, step).expect("big integers do not overflow"))
            }
        }
    }

    /// Returns the weights of these followed by others.
    pub fn then(&self, next: &Weights) -> Weights {
        if let (Weights::Words(first), Weights::Words(second)) = (self, next)
            && let Some(product) = product::product(first, second)
        {
            return Weights::Words(product);
        }
        let [first, second] = [self, next].map(|weights| match weights {
            Weights::Words(tally) => numbers(tally),
            Weights::Numbers(tally) => tally.clone(),
        });
        Weights::Numbers(product::product(&first, &second).expect("big integers do not overflow"))
    }

    /// Returns the weights of these followed by a permutation: the card from position `lies[i]` moves to i.
    pub fn moved(&self, lies: &[u32]) -> Weights {
        match self {
            Weights::Words(tally) => Weights::Words(moved(tally, lies)),
            Weights::Numbers(tally) => Weights::Numbers(moved(tally, lies)),
        }
    }
}

fn numbers<W: Weight>(tally: &Tally<W>) -> Tally<BigUint> {
    Tally {
        cards: tally.cards,
        weights: tally.weights.iter().map(|weight| weight.clone().into()).collect(),
        total: tally.total.clone().into(),
    }
}

/// Returns the words, or the big integers if the words overflowed.
pub fn grown(words: Option<Tally<u128>>, numbers: impl FnOnce() -> Tally<BigUint>) -> Weights {
    words.map_or_else(|| Weights::Numbers(numbers()), Weights::Words)
}

fn moved<W: Weight>(tally: &Tally<W>, lies: &[u32]) -> Tally<W> {
    let mut after = Tally::empty(tally.cards, tally.total.clone());
    order::each(tally.cards, |rank, deck| {
        let to = order::rank(lies.iter().map(|&place| deck[place as usize]));
        after.weights[to] = tally.weights[rank].clone();
    });
    after
}
