//! A correct shuffle by a good generator with too small a seed.
//!
//! Only the seed is random, and all seeds are equally likely. Which orders occur depends on the generator.
//! That there are no more orders than seeds is true for every generator.

use super::Transpositions;
use crate::shuffle::{Choices, Generator, Seed, Shuffle};

/// The stream of the generators with short seeds. No unit of a simulation uses this stream.
const SEED_STREAM: u64 = u64::MAX;

/// Shuffles by a generator with a new random seed of `bits` bits, at most 32, for each deck.
pub fn state<C: Choices + ?Sized>(bits: u32, deck: &mut [u32], choices: &mut C) {
    let seed = match bits {
        // `below` can't draw below 2^32, so the seed is drawn in two halves.
        32 => choices.below(1 << 16) << 16 | choices.below(1 << 16),
        _ => choices.below(1 << bits),
    };
    seeded(seed, deck);
}

/// Shuffles with seed 0, so that each deck gets the same order.
pub fn reused(deck: &mut [u32]) {
    seeded(0, deck);
}

/// Shuffles `deck` in the order that [`RandomShuffle::State`](super::RandomShuffle::State) makes from `seed`.
fn seeded(seed: u32, deck: &mut [u32]) {
    let mut generator = Generator::unit(&Seed::from(u64::from(seed)), SEED_STREAM);
    Transpositions::FisherYates.shuffle(deck, &mut generator);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed of 32 bits is drawn as two choices of 16 bits, the upper half first.
    #[test]
    fn seeds_of_32_bits() {
        struct Halves(Vec<u32>);
        impl Choices for Halves {
            fn below(&mut self, bound: u32) -> u32 {
                assert_eq!(bound, 1 << 16);
                self.0.pop().expect("two choices")
            }
        }
        for (upper, lower) in [(0, 0), (0xFFFF, 0xFFFF), (0x8000, 1), (1, 0x8000)] {
            let mut deck: Vec<u32> = (0..52).collect();
            let mut expected = deck.clone();
            state(32, &mut deck, &mut Halves(vec![lower, upper]));
            seeded((upper << 16) + lower, &mut expected);
            assert_eq!(deck, expected);
        }
    }
}
