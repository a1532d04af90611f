use super::guesses::{Guesses, MAX_GUESSED_CARDS};

/// The largest number of shelves of [`ShelfGuesses`].
pub const MAX_GUESSED_SHELVES: u32 = 500;

/// Guesses of a deck after a shelf machine.
///
/// Each card has one of 2m labels, a shelf and its top or bottom; the cards come out label by label, with rising cards for
/// one half of the labels and falling cards for the other. Given the cards seen so far, the label of the last one is a
/// hidden Markov chain. A card that is not seen has a later label, or the same one if it lies on the right side of
/// the last card.
///
/// ```
/// use faro::mixing::{Guesses, ShelfGuesses};
/// // One shelf: of two cards both orders are equally likely, and the second guess is right.
/// let guesses = ShelfGuesses::new(2, 1).unwrap();
/// assert!((guesses.right(&[1, 0]) - 1.5).abs() < 1e-12);
/// ```
pub struct ShelfGuesses {
    cards: usize,
    labels: usize,
    /// `powers[l][e]`: the part of the labels from l on, to the power e.
    powers: Vec<Vec<f64>>,
}

impl ShelfGuesses {
    /// Creates it for a deck of this number of cards; none for no cards, beyond [`MAX_GUESSED_CARDS`], and for no
    /// shelves or more than [`MAX_GUESSED_SHELVES`].
    pub fn new(cards: usize, shelves: u32) -> Option<ShelfGuesses> {
        if !(1..=MAX_GUESSED_CARDS).contains(&cards) || !(1..=MAX_GUESSED_SHELVES).contains(&shelves) {
            return None;
        }
        let labels = 2 * shelves as usize;
        let powers = |label: usize| {
            let part = (labels - label) as f64 / labels as f64;
            (0..cards).map(|exponent| part.powi(exponent as i32)).collect()
        };
        Some(ShelfGuesses { cards, labels, powers: (0..=labels).map(powers).collect() })
    }

    /// Returns the weights of the labels of a card after the last one, given the weights of the last card's.
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

    /// Returns the probability of a card, but for a factor, with the weights of its label and the numbers of other unseen
    /// cards below and above it.
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
