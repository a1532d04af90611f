//! The best strategies for guessing a deck after riffles and after a shelf machine.

use std::num::NonZero;

use crate::Error;
use crate::riffle::{EstimatedValue, Mixing};
use faro_sample::shuffle::{Seed, Shuffle};
use faro_sample::simulate::Problem;

/// Maximum number of cards in a guessing game: two packs.
const MAX_CARDS: u64 = 104;

/// The best strategy for guessing a deck's cards from the top, with each card shown after its guess.
///
/// It always guesses the card with the largest probability, given the cards before.
pub trait Guesses: Sync {
    /// Returns the number of cards of the deck that is guessed.
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
    ) -> Option<EstimatedValue>
    where
        Self: Sized,
    {
        assert!(samples >= 2, "expected at least two samples");
        let decks = Problem::new(self.cards(), samples.into());
        let right = |deck: &[u32]| self.right(deck);
        let [value, error] =
            decks
                .sampler(shuffle, seed)
                .mean(self.cards() as f64, &right, threads, goes_on)?;
        Some(EstimatedValue {
            value,
            standard_error: Some(error),
        })
    }
}

/// The best strategy for guessing a deck after one riffle with a packets.
///
/// k riffles are one riffle with 2^k packets.
///
/// The probability of an order depends only on its rising sequences (Bayer and Diaconis 1992). The unseen cards
/// form blocks of consecutive cards. For each pair of neighbours of which one was seen, it is known whether
/// they are in order. Within a block all orders are possible, and Eulerian numbers count the orders with each
/// number of breaks. So the probability of a next card is a sum over products of Eulerian polynomials. The best
/// guess is the first card of some block, since any other card of the block breaks a pair. The best block
/// depends on all blocks.
#[derive(Debug)]
pub struct RiffleGuesses {
    cards: usize,
    /// The ratio Q/U of an order's probability to the uniform one, for orders with 1, 2, … rising sequences.
    ratios: Vec<f64>,
    /// `breaks[l][b]` is the proportion of the orders of a block of l cards that have b breaks.
    breaks: Vec<Vec<f64>>,
}

/// A block of cards: the first card, and the end (exclusive).
type CardRange = (usize, usize);

impl RiffleGuesses {
    /// Returns the strategy for `cards` cards after one riffle with `packets` packets.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, [`Error::TooManyCards`] if it exceeds 104, and
    /// [`Error::NoPackets`] if `packets` is less than 1.
    pub fn new(cards: usize, packets: f64) -> Result<RiffleGuesses, Error> {
        Error::check_cards(cards as u64, 1..=MAX_CARDS)?;
        if packets.is_nan() || packets < 1.0 {
            return Err(Error::NoPackets);
        }
        let ratios = (1..=cards as u64)
            .map(|rising| Mixing::ln_ratio(cards as u64, packets, rising).exp())
            .collect();
        let mut breaks = vec![vec![1.0], vec![1.0]];
        for length in 2..=cards {
            let before = &breaks[length - 1];
            let at = |k: usize| before.get(k).copied().unwrap_or(0.0);
            let from = |k: usize| {
                if k > 0 {
                    (length - k) as f64 * at(k - 1)
                } else {
                    0.0
                }
            };
            let part = |k: usize| ((k + 1) as f64 * at(k) + from(k)) / length as f64;
            breaks.push((0..length).map(part).collect());
        }
        Ok(RiffleGuesses {
            cards,
            ratios,
            breaks,
        })
    }

    /// Returns the probability of the likeliest next card, given the blocks of unseen cards.
    ///
    /// `breaks_known` is the number of breaks that the shown cards have.
    fn best(&self, blocks: &[CardRange], breaks_known: usize) -> f64 {
        // For each block, beginning with the last: the ratios summed over the possible breaks of the blocks after
        // it.
        let mut later = vec![self.ratios[breaks_known..].to_vec()];
        let mut degree: usize = blocks.iter().map(|(first, end)| end - first - 1).sum();
        for (first, end) in blocks.iter().rev() {
            degree -= end - first - 1;
            let after = &later[later.len() - 1];
            later.push(summed(&self.breaks[end - first], after, degree));
        }
        let left: usize = blocks.iter().map(|(first, end)| end - first).sum();
        let all = later[blocks.len()][0];
        let mut earlier = vec![1.0];
        let mut best: f64 = 1.0;
        for (index, (first, end)) in blocks
            .iter()
            .enumerate()
            .filter(|(_, (first, end))| end - first > 1)
        {
            let rest = summed(
                &self.breaks[end - first - 1],
                &later[blocks.len() - 1 - index],
                earlier.len() - 1,
            );
            let guess: f64 = earlier
                .iter()
                .zip(&rest)
                .map(|(part, rest)| part * rest)
                .sum();
            best = best.max(guess / all);
            earlier = product(&earlier, &self.breaks[end - first]);
        }
        best / left as f64
    }
}

/// Returns Σ p(e)·f(d + e) over e, for d from 0 to `degree`, where p is `parts` and f is `function`.
fn summed(parts: &[f64], function: &[f64], degree: usize) -> Vec<f64> {
    (0..=degree)
        .map(|d| {
            parts
                .iter()
                .zip(&function[d..])
                .map(|(part, value)| part * value)
                .sum()
        })
        .collect()
}

fn product(left: &[f64], right: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; left.len() + right.len() - 1];
    for (i, a) in left.iter().enumerate() {
        right
            .iter()
            .zip(&mut product[i..])
            .for_each(|(b, sum)| *sum += a * b);
    }
    product
}

impl Guesses for RiffleGuesses {
    fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of cards of `deck` that the strategy guesses right. O(n³).
    fn right(&self, deck: &[u32]) -> f64 {
        let (mut blocks, mut breaks_known, mut right) = (vec![(0, self.cards)], 0, 0.0);
        for &card in deck {
            right += self.best(&blocks, breaks_known);
            let card = card as usize;
            let index = blocks.iter().position(|&(_, end)| card < end).unwrap_or(0);
            let (first, end) = blocks[index];
            breaks_known += usize::from(card > first);
            let parts = [(first, card), (card + 1, end)]
                .into_iter()
                .filter(|(first, end)| first < end);
            blocks.splice(index..=index, parts);
        }
        right
    }
}

/// Maximum number of shelves.
const MAX_SHELVES: u32 = 500;

/// The best strategy for guessing a deck after a shelf machine.
///
/// A machine with m shelves gives each card one of 2m labels: a shelf, and its top or bottom. The cards come
/// out label by label. Within one half of the labels they rise, within the other half they fall. Given the
/// cards seen so far, the label of the last card is a hidden Markov chain. An unseen card has a later label, or
/// the same label if it is above or below the last card as the label requires.
#[derive(Debug)]
pub struct ShelfGuesses {
    cards: usize,
    labels: usize,
    /// `powers[l][e]` is (the proportion of the labels that are at least l)^e.
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
            _ => {
                return Err(Error::TooManyShelves {
                    given: shelves.into(),
                    at_most: MAX_SHELVES.into(),
                });
            }
        }
        let labels = 2 * shelves as usize;
        let powers = |label: usize| {
            let part = (labels - label) as f64 / labels as f64;
            (0..cards)
                .map(|exponent| part.powi(exponent as i32))
                .collect()
        };
        Ok(ShelfGuesses {
            cards,
            labels,
            powers: (0..=labels).map(powers).collect(),
        })
    }

    /// Returns the weights of the labels of the next card `card`, given the weights of the labels of the last
    /// card.
    fn after(&self, last: Option<u32>, weights: &[f64], card: u32) -> Vec<f64> {
        let Some(last) = last else {
            return weights.to_vec();
        };
        let mut earlier = 0.0;
        let label = |(label, &weight): (usize, &f64)| {
            let total = if is_rising(label) == (card > last) {
                earlier + weight
            } else {
                earlier
            };
            earlier += weight;
            total
        };
        weights.iter().enumerate().map(label).collect()
    }

    /// Returns the probability of a card, up to a constant factor. `weights` are the weights of its label;
    /// `below` and `above` are the numbers of other unseen cards below and above it.
    fn chance(&self, weights: &[f64], [below, above]: [usize; 2]) -> f64 {
        let label = |(label, weight): (usize, &f64)| {
            let [behind, ahead] = if is_rising(label) {
                [below, above]
            } else {
                [above, below]
            };
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

    /// Returns the number of cards of `deck` that the strategy guesses right. O(n² m) for m labels.
    fn right(&self, deck: &[u32]) -> f64 {
        let mut unseen: Vec<u32> = (0..self.cards as u32).collect();
        let (mut last, mut weights, mut right) = (None, vec![1.0; self.labels], 0.0);
        for &card in deck {
            let chance = |(below, &card): (usize, &u32)| {
                self.chance(
                    &self.after(last, &weights, card),
                    [below, unseen.len() - 1 - below],
                )
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

#[cfg(test)]
mod tests {
    use faro_permutation::lexicographic;

    use super::*;

    /// The mean over all decks agrees with the best strategy found from the probabilities of all orders.
    #[test]
    fn the_strategy_is_the_best_of_small_decks() {
        for (cards, packets) in
            (1..=6).flat_map(|cards| [1.0, 2.0, 3.0, 4.0, 16.0].map(|a| (cards, a)))
        {
            let guesses = RiffleGuesses::new(cards, packets).unwrap();
            let orders: usize = (1..=cards).product();
            let deck = |rank| {
                lexicographic::unrank(cards, rank)
                    .into_iter()
                    .map(u32::from)
                    .collect()
            };
            let decks: Vec<Vec<u32>> = (0..orders).map(deck).collect();
            let chance = |deck: &Vec<u32>| {
                let mut positions = vec![0; cards];
                (0..)
                    .zip(deck)
                    .for_each(|(position, &card)| positions[card as usize] = position);
                let rising = 1 + positions
                    .windows(2)
                    .filter(|pair: &&[u32]| pair[1] < pair[0])
                    .count();
                guesses.ratios[rising - 1] / orders as f64
            };
            let mut chances: Vec<f64> = decks.iter().map(chance).collect();
            let mean: f64 = decks
                .iter()
                .zip(&chances)
                .map(|(deck, chance)| chance * guesses.right(deck))
                .sum();
            let mut best = 0.0;
            for next in 1..=cards {
                let groups = chances.chunks(next);
                best += groups
                    .clone()
                    .map(|group| group.iter().fold(0.0, |a: f64, b| a.max(*b)))
                    .sum::<f64>();
                chances = groups.map(|group| group.iter().sum()).collect();
            }
            assert!(
                (mean - best).abs() < 1e-12 * best,
                "{cards} {packets}: {mean} {best}"
            );
        }
    }
}
