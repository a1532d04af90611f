//! Random shuffles, the choices that they draw, and where choices come from.
//!
//! A [`Shuffle`] asks a source of bounded [`Choices`] and moves cards. With a [`Generator`] as the source it is a
//! simulation. With an odometer that replays every sequence of choices it gives the exact law
//! (`faro::distribution`). So each shuffle is written only once.

// | file | contents |
// |---|---|
// | `choices` | the trait of bounded, equally likely choices |
// | `chance` | a probability as an exact decimal |
// | `seed` | 256 bits, parsed and printed |
// | `dealer` | uniformly random decks, one after the other |
// | `chacha` | choices from a seed by ChaCha, with one stream for each unit of work |

mod chacha;
mod chance;
mod choices;
mod dealer;
mod seed;

pub use chacha::Generator;
pub use chance::{Chance, ChanceError};
pub use choices::Choices;
pub use dealer::Dealer;
pub use seed::{Seed, SeedError};

use crate::kernel::Step;

/// A random shuffle.
///
/// ```
/// use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
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
    /// Shuffles the deck in place, top card first. A shuffle moves cards and does not look at their names.
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C);

    /// Shuffles the deck the given number of times, by the same draws as one shuffle after the other.
    fn repeat<C: Choices + ?Sized>(&self, times: u32, deck: &mut [u32], choices: &mut C) {
        (0..times).for_each(|_| self.shuffle(deck, choices));
    }

    /// Returns the shuffle as steps of a [kernel](crate::kernel), which shuffles many decks of this number of cards at
    /// once: the same law, by other draws. None if there is no such kernel.
    ///
    /// ```
    /// use faro_sample::kernel::Step;
    /// use faro_sample::shuffle::Shuffle;
    /// use faro_sample::zoo::{Riffle, RandomShuffle};
    /// assert_eq!(RandomShuffle::Riffle(Riffle::Packets(128)).kernel(52), Some(vec![Step::Riffles(7)]));
    /// assert_eq!(RandomShuffle::Thorp.kernel(52), None);
    /// ```
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
