//! Random shuffles, the choices that they draw, and the sources of choices.
//!
//! A [`Shuffle`] draws bounded choices from a source of [`Choices`] and moves cards. With a [`Generator`] as
//! the source it is a simulation. With a source that replays every sequence of choices it gives the exact law
//! (`faro::distribution`). So each shuffle is written only once.

mod choices;
mod generator;

use crate::kernel::Step;

pub use choices::{Chance, Choices};
pub use generator::Seed;

pub use generator::Generator;

/// A random shuffle.
///
/// ```
/// # use faro_sample as faro;
/// use faro::shuffle::{Choices, Generator, Seed, Shuffle};
///
/// /// Moves the top card to a random position.
/// struct TopToRandom;
///
/// impl Shuffle for TopToRandom {
///     fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
///         let place = choices.below(deck.len() as u32) as usize;
///         deck[..=place].rotate_left(1);
///     }
/// }
///
/// let mut deck = [0, 1, 2, 3, 4];
/// TopToRandom.shuffle(&mut deck, &mut Generator::unit(&Seed::from(1), 0));
/// assert_eq!(deck, [1, 2, 3, 0, 4]);
/// ```
pub trait Shuffle {
    /// Shuffles `deck` in place, top card first. A shuffle moves cards without looking at their numbers.
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C);

    /// Shuffles `deck` `times` times, with the same draws as `times` calls of [`shuffle`](Self::shuffle).
    fn repeat<C: Choices + ?Sized>(&self, times: u32, deck: &mut [u32], choices: &mut C) {
        (0..times).for_each(|_| self.shuffle(deck, choices));
    }

    /// Returns the steps of a [kernel](crate::kernel) with the same law for decks of `cards` cards.
    ///
    /// A kernel shuffles many decks at once. Its draws differ from the draws of [`shuffle`](Self::shuffle).
    /// Returns `None` if there is no such kernel.
    ///
    /// ```
    /// use faro_sample::kernel::Step;
    /// use faro_sample::shuffle::Shuffle;
    /// use faro_sample::zoo::{Riffle, RandomShuffle};
    /// assert_eq!(RandomShuffle::Riffle(Riffle::Packets(128)).kernel(52), Some(vec![Step::Riffles(7)]));
    /// assert_eq!(RandomShuffle::Thorp.kernel(52), None);
    /// ```
    #[doc(hidden)]
    fn kernel(&self, cards: usize) -> Option<Vec<Step>> {
        let _ = cards;
        None
    }
}

impl<S: Shuffle + ?Sized> Shuffle for &S {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        (**self).shuffle(deck, choices);
    }

    fn repeat<C: Choices + ?Sized>(&self, times: u32, deck: &mut [u32], choices: &mut C) {
        (**self).repeat(times, deck, choices);
    }

    fn kernel(&self, cards: usize) -> Option<Vec<Step>> {
        (**self).kernel(cards)
    }
}
