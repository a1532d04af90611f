//! Guessing the cards of a shuffled deck from the top, with each card shown after its guess.

mod strategies;

use std::fmt;

use faro_sample::shuffle::Shuffle;
use faro_sample::zoo::{RandomShuffle, Riffle, Shelves};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{MixingOptions, SmallMixing};
use crate::distribution::Matrix;
use crate::riffle::EstimatedValue;
use crate::word::Routine;

pub use strategies::{Guesses, RiffleGuesses, ShelfGuesses};

/// The mean number of cards that the best strategy guesses right, by the best known method.
///
/// ```
/// use faro::Word;
/// use faro::mixing::{GuessMixing, MixingOptions};
///
/// let routine = "gsr".parse::<Word>()?.routine(4)?;
/// let mut guessing = GuessMixing::new(4, Some(routine), Some(2u32.into()), MixingOptions::default());
/// let unshuffled = guessing.after(0, &mut |_| true).unwrap();
/// assert_eq!((unshuffled.blind, unshuffled.shown), (Some(4.0), Some(4.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GuessMixing {
    cards: usize,
    /// The card × position probabilities after one round, and after all rounds so far.
    matrix: Option<(Matrix, Matrix)>,
    shown: FeedbackMethod,
    /// Number of rounds so far.
    done: u64,
    samples: u32,
    options: MixingOptions,
}

/// The method for the right guesses if each card is shown after its guess.
enum FeedbackMethod {
    /// Exact, from the probabilities of all orders.
    Small(Box<SmallMixing>),
    /// By simulation of riffles. The field is the number of packets of one round.
    Riffles(BigUint),
    /// By simulation of a shelf machine. The field is twice the number of shelves of one round.
    Shelves(BigUint),
    Unknown,
}

/// The mean number of cards that the best strategy guesses right. A number that is unknown is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RightGuesses {
    /// The mean without feedback.
    pub blind: Option<f64>,
    /// The mean if each card is shown after its guess.
    pub shown: Option<f64>,
    /// The standard error of `shown`, if it is estimated.
    pub standard_error: Option<f64>,
}

/// Maximum number of cards for which all orders are followed.
const MAX_SMALL: usize = 8;

/// Usual number of random decks: about a second.
const DEFAULT_SAMPLES: u32 = 1000;

/// Maximum number of passes of a round through a shelf machine.
const MAX_PASSES: u32 = 480;

impl fmt::Debug for GuessMixing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuessMixing")
            .field("cards", &self.cards)
            .finish_non_exhaustive()
    }
}

impl GuessMixing {
    /// Returns the guesses for `cards` cards.
    ///
    /// `routine` is a round, or `None` if the deck is too large for a [`Routine`]. `packets` is the number of packets
    /// if the round is a riffle.
    pub fn new(
        cards: usize,
        routine: Option<Routine>,
        packets: Option<BigUint>,
        options: MixingOptions,
    ) -> GuessMixing {
        let once = routine.as_ref().and_then(|routine| routine.matrix().ok());
        let only = routine.as_ref().and_then(Routine::only_shuffle);
        let small = routine
            .filter(|_| cards <= MAX_SMALL)
            .and_then(|routine| routine.small_mixing().ok());
        let shown = match (small, packets, only) {
            (Some(small), ..) => FeedbackMethod::Small(Box::new(small)),
            (_, Some(packets), _) => FeedbackMethod::Riffles(packets),
            (_, _, Some((RandomShuffle::Shelves(Shelves(shelves)), passes))) => {
                FeedbackMethod::Shelves(
                    BigUint::from(2 * u64::from(shelves)).pow(passes.min(MAX_PASSES)),
                )
            }
            _ => FeedbackMethod::Unknown,
        };
        let matrix = once.and_then(|once| Some((once, Matrix::identity(cards).ok()?)));
        let samples = options.samples.unwrap_or(DEFAULT_SAMPLES);
        GuessMixing {
            cards,
            matrix,
            shown,
            done: 0,
            samples,
            options,
        }
    }

    /// Returns the mean number of right guesses in a random deck, 1 + 1/2 + … + 1/n for n = `cards`.
    ///
    /// Each card is shown after its guess.
    ///
    /// ```
    /// assert_eq!(format!("{:.4}", faro::mixing::GuessMixing::in_random_deck(52)), "4.5380");
    /// ```
    pub fn in_random_deck(cards: usize) -> f64 {
        (1..=cards).rev().map(|left| 1.0 / left as f64).sum()
    }

    /// Returns the number of random decks for a row, or `None` if nothing is estimated.
    pub fn samples(&self) -> Option<u32> {
        matches!(
            self.shown,
            FeedbackMethod::Riffles(_) | FeedbackMethod::Shelves(_)
        )
        .then_some(self.samples)
    }

    /// Returns the right guesses after `rounds` rounds, or `None` if `goes_on` returned false.
    ///
    /// `rounds` must not decrease from call to call. `goes_on` receives 0.
    pub fn after(
        &mut self,
        rounds: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<RightGuesses> {
        while self.done < rounds {
            if !goes_on(0) {
                return None;
            }
            if let Some((once, matrix)) = &mut self.matrix {
                *matrix = matrix.then(once);
            }
            if let FeedbackMethod::Small(mixing) = &mut self.shown {
                mixing.advance();
            }
            self.done += 1;
        }
        let exact = |value| {
            Some(EstimatedValue {
                value,
                standard_error: None,
            })
        };
        let shown = match &self.shown {
            FeedbackMethod::Small(mixing) => exact(mixing.guesses()),
            // The order of an unshuffled deck is known, so every guess is right.
            _ if rounds == 0 => exact(self.cards as f64),
            FeedbackMethod::Unknown => None,
            FeedbackMethod::Riffles(packets) => {
                self.riffles(&packets.pow(rounds as u32), goes_on)?
            }
            FeedbackMethod::Shelves(hands) => self.shelves(&hands.pow(rounds as u32), goes_on)?,
        };
        let blind = self
            .matrix
            .as_ref()
            .map(|(_, matrix)| without_feedback(matrix));
        let standard_error = shown.and_then(|shown| shown.standard_error);
        Some(RightGuesses {
            blind,
            shown: shown.map(|shown| shown.value),
            standard_error,
        })
    }

    fn riffles(
        &self,
        packets: &BigUint,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<EstimatedValue>> {
        let Some(packets) = packets.to_u32() else {
            return Some(None);
        };
        let Ok(guesses) = RiffleGuesses::new(self.cards, packets.into()) else {
            return Some(None);
        };
        self.estimate(&guesses, &Riffle::Packets(packets), goes_on)
    }

    fn shelves(
        &self,
        hands: &BigUint,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<EstimatedValue>> {
        let shelves = (hands / 2u32).to_u32().unwrap_or(u32::MAX);
        let Ok(guesses) = ShelfGuesses::new(self.cards, shelves) else {
            return Some(None);
        };
        self.estimate(&guesses, &RandomShuffle::Shelves(Shelves(shelves)), goes_on)
    }

    fn estimate(
        &self,
        guesses: &impl Guesses,
        shuffle: &(impl Shuffle + Sync),
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<EstimatedValue>> {
        let MixingOptions { seed, threads, .. } = &self.options;
        guesses
            .mean(shuffle, self.samples, seed, *threads, |_| goes_on(0))
            .map(Some)
    }
}

/// Returns the expected number of right guesses without feedback. It is the sum over positions of the largest
/// probability of a card.
fn without_feedback(matrix: &Matrix) -> f64 {
    let mut largest = vec![0.0; matrix.cards()];
    for card in 0..matrix.cards() {
        largest
            .iter_mut()
            .zip(matrix.row(card))
            .for_each(|(max, chance)| *max = f64::max(*max, *chance));
    }
    largest.iter().sum()
}
