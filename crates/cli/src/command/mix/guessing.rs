use std::num::NonZero;

use faro::Word;
use faro::distribution::Matrix;
use faro::mixing::{Guesses, RiffleGuesses, ShelfGuesses, SmallMixing, random_guesses};
use faro::riffle::Estimate;
use faro_sample::shuffle::Seed;
use faro_sample::zoo::{RandomShuffle, Riffle, Shelves};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::arguments::Mix;
use super::value::{Value, Values};
use faro_console::watch::Watch;

/// JSON names of the numbers of right guesses.
pub const BLIND: &str = "guesses_without_feedback";
pub const SHOWN: &str = "guesses_with_feedback";
pub const ERROR: &str = "guesses_standard_error";

/// Computes how many cards the best strategy guesses right.
pub struct Guessing {
    cards: usize,
    /// The probability of each card at each position, after one round and after the rounds so far.
    matrix: Option<(Matrix, Matrix)>,
    shown: Shown,
    /// Number of rounds so far.
    done: u64,
    samples: u32,
    seed: Seed,
    threads: NonZero<usize>,
}

/// The method for the right guesses if each card is shown after its guess.
enum Shown {
    /// Exact, from the probabilities of all orders.
    Small(Box<SmallMixing>),
    /// By simulation of riffles. The value is the number of packets in a round.
    Riffles(BigUint),
    /// By simulation of a shelf machine. The value is twice the number of shelves in a round.
    Shelves(BigUint),
    Unknown,
}

/// Maximum number of cards for which all orders are followed.
const MAX_SMALL: usize = 8;

/// Default number of random decks: about a second.
const USUAL_SAMPLES: u32 = 1000;

/// Number of significant digits of an estimate and of a sum of floating-point numbers.
const DIGITS: u32 = 12;

impl Guessing {
    /// Creates the computation for a word that fits the deck.
    pub fn new(mix: &Mix, cards: u64, word: &Word, packets: Option<&BigUint>) -> Guessing {
        let cards = cards.to_usize().unwrap_or(usize::MAX);
        let routine = word.routine(cards).ok();
        let once = routine.as_ref().and_then(|routine| routine.matrix().ok());
        let only = routine.as_ref().and_then(|routine| routine.only_shuffle());
        let small = routine.filter(|_| cards <= MAX_SMALL).and_then(|routine| routine.small_mixing().ok());
        let shown = match (small, packets, only) {
            (Some(small), ..) => Shown::Small(Box::new(small)),
            (_, Some(packets), _) => Shown::Riffles(packets.clone()),
            (_, _, Some((RandomShuffle::Shelves(Shelves(shelves)), passes))) => {
                Shown::Shelves(BigUint::from(2 * u64::from(shelves)).pow(passes.min(480)))
            }
            _ => Shown::Unknown,
        };
        let matrix = once.and_then(|once| Some((once, Matrix::identity(cards).ok()?)));
        let samples = mix.samples.unwrap_or(USUAL_SAMPLES);
        Guessing { cards, matrix, shown, done: 0, samples, seed: mix.seed, threads: mix.threads.count() }
    }

    /// Returns an explanation of the columns and of how they were computed.
    pub fn explanation(&self) -> String {
        let random = random_guesses(self.cards);
        let drawn = match self.shown {
            Shown::Riffles(_) | Shown::Shelves(_) => {
                format!(", the latter estimated from {} random decks, seed {}", self.samples, self.seed)
            }
            Shown::Small(_) | Shown::Unknown => String::new(),
        };
        format!(
            "The best strategy guesses this number of cards right: blind, and if each card is shown after its guess{drawn}. \
             In a random deck these are 1 and {random:.4}."
        )
    }

    /// Returns the values after `times` rounds, or `None` if a signal or the timeout came first.
    ///
    /// `times` must not decrease from call to call.
    pub fn values(&mut self, times: u64, watch: &Watch) -> Option<Values> {
        while self.done < times {
            if !watch.goes_on_by(0) {
                return None;
            }
            if let Some((once, matrix)) = &mut self.matrix {
                *matrix = matrix.then(once);
            }
            if let Shown::Small(mixing) = &mut self.shown {
                mixing.advance();
            }
            self.done += 1;
        }
        let (shown, error) = match &self.shown {
            Shown::Small(mixing) => (number(mixing.guesses()), Value::None),
            _ if times == 0 => (number(self.cards as f64), Value::None),
            Shown::Unknown => (Value::None, Value::None),
            Shown::Riffles(packets) => self.riffles(&packets.pow(times as u32), watch)?,
            Shown::Shelves(hands) => self.shelves(&hands.pow(times as u32), watch)?,
        };
        let blind = self.matrix.as_ref().map_or(Value::None, |(_, matrix)| number(blind(matrix)));
        Some(vec![(BLIND, blind), (SHOWN, shown), (ERROR, error)])
    }

    fn riffles(&self, packets: &BigUint, watch: &Watch) -> Option<(Value, Value)> {
        let guesses = packets.to_u32().and_then(|count| RiffleGuesses::new(self.cards, count.into()).ok());
        let Some(guesses) = guesses else { return Some((Value::None, Value::None)) };
        self.estimate(&guesses, &Riffle::Packets(packets.to_u32()?), watch)
    }

    fn shelves(&self, hands: &BigUint, watch: &Watch) -> Option<(Value, Value)> {
        let shelves = (hands / 2u32).to_u32().unwrap_or(u32::MAX);
        let Ok(guesses) = ShelfGuesses::new(self.cards, shelves) else {
            return Some((Value::None, Value::None));
        };
        self.estimate(&guesses, &RandomShuffle::Shelves(Shelves(shelves)), watch)
    }

    fn estimate(
        &self,
        guesses: &impl Guesses,
        shuffle: &(impl faro_sample::shuffle::Shuffle + Sync),
        watch: &Watch,
    ) -> Option<(Value, Value)> {
        let goes_on = |_| watch.goes_on_by(0);
        let Estimate { value, standard_error } =
            guesses.mean(shuffle, self.samples, &self.seed, self.threads, goes_on)?;
        Some((number(value), standard_error.map_or(Value::None, number)))
    }
}

/// Returns a number of right guesses.
fn number(guesses: f64) -> Value {
    Value::with_digits(guesses, DIGITS, 4)
}

/// Returns the expected number of right guesses without feedback: the sum over positions of the largest
/// probability of a card.
fn blind(matrix: &Matrix) -> f64 {
    let mut largest = vec![0.0; matrix.cards()];
    for card in 0..matrix.cards() {
        largest.iter_mut().zip(matrix.row(card)).for_each(|(most, chance)| *most = f64::max(*most, *chance));
    }
    largest.iter().sum()
}
