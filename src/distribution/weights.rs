use num_bigint::BigUint;

use super::steps;
use super::tally::Tally;
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
                steps::stepped(&tally.to_numbers(), step).expect("big integers do not overflow")
            }),
            Weights::Numbers(tally) => {
                Weights::Numbers(steps::stepped(tally, step).expect("big integers do not overflow"))
            }
        }
    }

    /// Returns the weights of these followed by others.
    pub fn then(&self, next: &Weights) -> Weights {
        if let (Weights::Words(first), Weights::Words(second)) = (self, next)
            && let Some(product) = first.then(second)
        {
            return Weights::Words(product);
        }
        let [first, second] = [self, next].map(|weights| match weights {
            Weights::Words(tally) => tally.to_numbers(),
            Weights::Numbers(tally) => tally.clone(),
        });
        Weights::Numbers(first.then(&second).expect("big integers do not overflow"))
    }

    /// Returns the weights of these followed by a permutation: the card from position `lies[i]` moves to i.
    pub fn moved(&self, lies: &[u32]) -> Weights {
        match self {
            Weights::Words(tally) => Weights::Words(tally.moved(lies)),
            Weights::Numbers(tally) => Weights::Numbers(tally.moved(lies)),
        }
    }
}

/// Returns the words, or the big integers if the words overflowed.
pub fn grown(words: Option<Tally<u128>>, numbers: impl FnOnce() -> Tally<BigUint>) -> Weights {
    words.map_or_else(|| Weights::Numbers(numbers()), Weights::Words)
}
