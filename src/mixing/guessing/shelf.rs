use super::guesses::{Guesses, MAX_CARDS};
use crate::Error;

/// Maximum number of shelves.
const MAX_SHELVES: u32 = 500;

/// The best strategy for guessing a deck after a shelf machine.
///
/// A machine with m shelves gives each card one of 2m labels: a shelf, and its top or bottom. The cards come
/// out label by label. Within one half of the labels they rise, within the other half they fall. Given the
/// cards seen so far, the label of the last card is a hidden Markov chain. An unseen card has a later label, or
/// the same label if it is above or below the last card as the label requires.
///
/// ```
/// use faro::mixing::{Guesses, ShelfGuesses};
/// // One shelf: of two cards both orders are equally likely, and the second guess is right.
/// let guesses = ShelfGuesses::new(2, 1)?;
/// assert!((guesses.right(&[1, 0]) - 1.5).abs() < 1e-12);
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct ShelfGuesses {
    cards: usize,
    labels: usize,
    /// `powers[l][e]`: the proportion of the labels from l on, to the power e.
    powers: Vec<Vec<f64>>,
}

impl ShelfGuesses {
    /// Returns the strategy for `cards` cards after one pass of a machine with `shelves` shelves.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, [`Error::TooManyCards`] if it exceeds 104, [`Error::NoShelves`]
    /// if `shelves` is 0, and [`Error::TooManyShelves`] if it exceeds 500.
    pub fn new(cards: usize, shelves: u32) -> Result<ShelfGuesses, Error> {
        Error::check_cards(cards as u64, 1..=MAX_CARDS)?;
        match shelves {
            0 => return Err(Error::NoShelves),
            1..=MAX_SHELVES => {}
            _ => return Err(Error::TooManyShelves { given: shelves.into(), at_most: MAX_SHELVES.into() }),
        }
        let labels = 2 * shelves as usize;
        let powers = |label: usize| {
            let part = (labels - label) as f64 / labels as f64;
            (0..cards).map(|exponent| part.powi(exponent as i32)).collect()
        };
        Ok(ShelfGuesses { cards, labels, powers: (0..=labels).map(powers).collect() })
    }

    /// Returns the weights of the labels of the next card `card`, given the weights of the labels of the last
    /// card.
    fn after(&self, last: Option<u32>, weights: &[f64], card: u32) -> Vec<f64> {
        let Some(last) = last else { return weights.to_vec() };
        let mut earlier = 0.0;
        let label = |(label, &weight): (usize, &f64)| {
            let here = if is_rising(label) == (card > last) { earlier + weight } else { earlier };
            earlier += weight;
            here
        };
        weights.iter().enumerate().map(label).collect()
    }

    /// Returns the probability of a card, up to a constant factor. `weights` are the weights of its label;
    /// `below` and `above` are the numbers of other unseen cards below and above it.
    fn chance(&self, weights: &[f64], [below, above]: [usize; 2]) -> f64 {
        let label = |(label, weight): (usize, &f64)| {
            let [behind, ahead] = if is_rising(label) { [below, above] } else { [above, below] };
            weight * self.powers[label + 1][behind] * self.powers[label][ahead]
        };
        weights.iter().enumerate().map(label).sum()
    }
}

fn is_rising(label: usize) -> bool {
    label.is_multiple_of(2)
}

impl Guesses for ShelfGuesses {
    fn cards(&self) -> usize {
        self.cards
    }

    /// O(n² m).
    fn right(&self, deck: &[u32]) -> f64 {
        let mut unseen: Vec<u32> = (0..self.cards as u32).collect();
        let (mut last, mut weights, mut right) = (None, vec![1.0; self.labels], 0.0);
        for &card in deck {
            let chance = |(below, &card): (usize, &u32)| {
                self.chance(&self.after(last, &weights, card), [below, unseen.len() - 1 - below])
            };
            let chances: Vec<f64> = unseen.iter().enumerate().map(chance).collect();
            right += chances.iter().copied().fold(0.0, f64::max) / chances.iter().sum::<f64>();
            weights = self.after(last, &weights, card);
            let total: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= total);
            unseen.retain(|&other| other != card);
            last = Some(card);
        }
        right
    }
}
