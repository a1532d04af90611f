//! A shuffle that repeats another one.

use faro_sample::kernel::Step;
use faro_sample::shuffle::{Choices, Shuffle};

/// A shuffle (field 0), repeated the number of times in field 1.
pub struct Repeated<'a, S>(pub &'a S, pub u32);

impl<S: Shuffle> Shuffle for Repeated<'_, S> {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        (0..self.1).for_each(|_| self.0.shuffle(deck, choices));
    }

    fn kernel(&self, cards: usize) -> Option<Vec<Step>> {
        Some(vec![Step::repeat(self.0.kernel(cards)?, self.1)])
    }
}
