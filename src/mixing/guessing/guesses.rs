use std::num::NonZero;

use crate::riffle::Estimate;
use faro_sample::shuffle::{Seed, Shuffle};
use faro_sample::simulate::Problem;

/// The largest number of cards that are guessed: two packs.
pub const MAX_GUESSED_CARDS: usize = 104;

/// The best strategy of guessing each card, given those before it: the card with the largest probability.
pub trait Guesses: Sync {
    /// Returns the number of cards of the deck.
    fn cards(&self) -> usize;

    /// Returns the mean number of right guesses given that the cards come as in this deck: the sum of the largest
    /// probability of the next card, over all positions. Its mean over shuffled decks is the number of cards that the
    /// strategy guesses right.
    fn right(&self, deck: &[u32]) -> f64;

    /// Estimates the mean number of right guesses from random decks of a shuffle, which must be the one of the strategy.
    /// The estimate depends on the seed and not on the threads. `goes_on` is given the number of decks done since its last
    /// call; if it returns false, there is no result.
    ///
    /// # Panics
    ///
    /// For fewer than two samples.
    fn mean(
        &self,
        shuffle: &(impl Shuffle + Sync),
        samples: u32,
        seed: &Seed,
        threads: NonZero<usize>,
        goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate>
    where
        Self: Sized,
    {
        assert!(samples >= 2, "expected at least two samples");
        let decks = Problem::new(self.cards(), samples.into());
        let right = |deck: &[u32]| self.right(deck);
        let [value, error] =
            decks.sampler(shuffle, seed).mean(self.cards() as f64, &right, threads, goes_on)?;
        Some(Estimate { value, standard_error: Some(error) })
    }
}

/// Returns the mean number of right guesses in a random deck, with each card shown after its guess: 1 + 1/2 + … + 1/n.
///
/// ```
/// assert_eq!(format!("{:.4}", faro::mixing::random_guesses(52)), "4.5380");
/// ```
pub fn random_guesses(cards: usize) -> f64 {
    (1..=cards).rev().map(|left| 1.0 / left as f64).sum()
}
