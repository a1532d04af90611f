use std::num::NonZero;

use crate::riffle::Estimate;
use faro_sample::shuffle::{Seed, Shuffle};
use faro_sample::simulate::Problem;

/// Maximum number of cards in a guessing game: two packs.
pub(super) const MAX_CARDS: u64 = 104;

/// The best strategy for guessing a deck's cards from the top, with each card shown after its guess.
///
/// It always guesses the card with the largest probability, given the cards before.
pub trait Guesses: Sync {
    /// Returns the number of cards of the deck.
    fn cards(&self) -> usize;

    /// Returns the sum over all positions of `deck` of the largest probability of the next card.
    ///
    /// At each position the cards before it are known. The mean of this sum over shuffled decks is the mean
    /// number of cards that the strategy guesses correctly.
    fn right(&self, deck: &[u32]) -> f64;

    /// Estimates the mean number of correct guesses from random decks of `shuffle`.
    ///
    /// `shuffle` must be the shuffle of this strategy. The estimate depends on the seed and not on the number
    /// of threads. `goes_on` receives the number of decks completed since its last call. If it returns false,
    /// the result is `None`.
    ///
    /// # Panics
    ///
    /// If there are fewer than two samples.
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

/// Returns the mean number of correct guesses in a random deck, 1 + 1/2 + … + 1/n for n = `cards`.
///
/// Each card is shown after its guess.
///
/// ```
/// assert_eq!(format!("{:.4}", faro::mixing::random_guesses(52)), "4.5380");
/// ```
pub fn random_guesses(cards: usize) -> f64 {
    (1..=cards).rev().map(|left| 1.0 / left as f64).sum()
}
