//! A right shuffle by a good generator that knows too little. What is random is the seed alone: the law is
//! over all seeds, each as likely. Which orders come is a matter of the generator; that no more orders come
//! than there are seeds is not.

use super::Transpositions;
use crate::shuffle::{Choices, Generator, Seed, Shuffle};

/// A stream that no unit of work draws from.
const STREAM: u64 = u64::MAX;

/// Seeded with so many bits, anew for each deck.
pub fn state<C: Choices + ?Sized>(bits: u32, deck: &mut [u32], choices: &mut C) {
    seeded(choices.below(1 << bits), deck);
}

/// Seeded with the same number for each deck: always the same order.
pub fn reused(deck: &mut [u32]) {
    seeded(0, deck);
}

fn seeded(seed: u32, deck: &mut [u32]) {
    let mut generator = Generator::unit(&Seed::from(u64::from(seed)), STREAM);
    Transpositions::Down.shuffle(deck, &mut generator);
}
