//! What a random shuffle is: a text written once, read by two interpreters.
//!
//! A [`Shuffle`] asks a source of bounded [`Choices`] and moves cards. Fed by a [`Generator`] it is a
//! simulation; fed by an odometer that replays every sequence of choices it is the exact law
//! ([`distribution`](crate::distribution)). No shuffle is written twice.

// | file | idea |
// |---|---|
// | `choices` | bounded choices, each as likely |
// | `chance` | a chance as a decimal, exactly |
// | `seed` | 256 bits, as people write them |
// | `dealer` | one deck after the other, uniformly |
// | `generator` | choices from a seed, a stream for each unit of work |

mod chance;
mod choices;
mod dealer;
mod generator;
mod seed;

pub use chance::{Chance, NoChance};
pub use choices::Choices;
pub use dealer::Dealer;
pub use generator::Generator;
pub use seed::{Seed, SeedError};

use crate::kernel::Step;

/// A random shuffle, written once.
///
/// ```
/// use faro::shuffle::{Choices, Generator, Seed, Shuffle};
///
/// /// The top card goes anywhere.
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
    /// Shuffles the deck in place, top card first. The deck names cards by where they started or by
    /// anything else: a shuffle moves cards and does not look at them.
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C);

    /// The same for many decks of so many cards at once, as steps of a [kernel](crate::kernel): the same law,
    /// by other draws. None where there is no such kernel.
    ///
    /// ```
    /// use faro::kernel::Step;
    /// use faro::shuffle::Shuffle;
    /// use faro::zoo::{Riffle, RandomShuffle};
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

    fn kernel(&self, cards: usize) -> Option<Vec<Step>> {
        (**self).kernel(cards)
    }
}
