use std::collections::HashMap;

use super::classes::{Class, Distances};
use super::moves::Moves;
use crate::Permutation;
use crate::distribution::{LawError, MAX_CARDS};
use crate::riffle::Extended;
use faro_sample::zoo::RandomShuffle;

/// The right digits of sums of floating-point numbers.
const DIGITS: u32 = 12;

/// The most pairs of an order and a move for one round: some ten seconds.
const MAX_PAIRS: f64 = 1.2e9;

/// If no ratio differs from 1 by more than this, the differences are followed instead of the probabilities.
const NEAR: f64 = 0.5;

/// How far small decks are from random after rounds of any shuffle, by the probabilities of all orders.
///
/// One round is a sequence of permutations and random shuffles. All sums are of numbers that do not cancel.
///
/// ```
/// use faro::mixing::SmallMixing;
/// use faro_sample::zoo::RandomShuffle;
/// let mut mixing = SmallMixing::new(4)?;
/// mixing.push_shuffle(RandomShuffle::TopToRandom, 1)?;
/// mixing.advance();
/// assert!((mixing.distances().total_variation.to_f64() - 5.0 / 6.0).abs() < 1e-12); // 4 of 24 orders
/// # Ok::<(), faro::distribution::LawError>(())
/// ```
pub struct SmallMixing {
    cards: usize,
    moves: Vec<Moves>,
    /// The moves of one round, by their indices; none for a uniform shuffle.
    round: Vec<Option<usize>>,
    /// The moves of each random shuffle that was pushed.
    known: HashMap<RandomShuffle, Vec<usize>>,
    /// The probability of each order, or its difference from 1/n!.
    values: Vec<f64>,
    /// Whether the values are differences.
    near: bool,
}

impl SmallMixing {
    /// Creates it for a deck of this number of cards, with no shuffle in a round.
    ///
    /// # Errors
    ///
    /// [`LawError::Cards`] beyond [`MAX_CARDS`].
    pub fn new(cards: usize) -> Result<SmallMixing, LawError> {
        if cards > MAX_CARDS {
            return Err(LawError::Cards { cards });
        }
        let mut values = vec![0.0; (1..=cards).product()];
        values[0] = 1.0;
        let (moves, round, known) = (Vec::new(), Vec::new(), HashMap::new());
        Ok(SmallMixing { cards, moves, round, known, values, near: false })
    }

    /// Adds a permutation to the round.
    ///
    /// # Errors
    ///
    /// [`LawError`] if a round would take too long.
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn push_permutation(&mut self, permutation: &Permutation) -> Result<(), LawError> {
        let lies = permutation.to_deck();
        assert_eq!(lies.len(), self.cards, "the numbers of cards must be equal");
        let moves = Moves::fixed(self.cards, self.values.len(), &lies);
        let index = self.add(moves);
        self.push_indices(&[index], 1)
    }

    /// Adds a random shuffle to the round, repeated.
    ///
    /// # Errors
    ///
    /// [`LawError`] if a round would take too long, or the shuffle makes too many choices.
    pub fn push_shuffle(&mut self, shuffle: RandomShuffle, times: u32) -> Result<(), LawError> {
        if shuffle.is_uniform() {
            self.round.push(None);
            return Ok(());
        }
        if !self.known.contains_key(&shuffle) {
            let indices = match shuffle {
                RandomShuffle::Transpositions(plan) => {
                    let (cards, orders) = (self.cards, self.values.len());
                    let steps = plan.steps(cards as u32).take(MAX_PAIRS as usize / orders);
                    steps.map(|step| self.add(Moves::of_step(cards, orders, &step))).collect()
                }
                _ => vec![self.add(Moves::of_shuffle(self.cards, &shuffle)?)],
            };
            self.known.insert(shuffle, indices);
        }
        self.push_indices(&self.known[&shuffle].clone(), times)
    }

    fn add(&mut self, moves: Moves) -> usize {
        self.moves.push(moves);
        self.moves.len() - 1
    }

    fn push_indices(&mut self, indices: &[usize], times: u32) -> Result<(), LawError> {
        let work = |index: usize| (self.moves[index].len() * self.values.len()) as f64;
        let round: f64 = self.round.iter().flatten().map(|&index| work(index)).sum();
        let pairs = round + indices.iter().map(|&index| work(index)).sum::<f64>() * f64::from(times);
        if pairs > MAX_PAIRS {
            return Err(LawError::Pairs { pairs });
        }
        for _ in 0..times {
            self.round.extend(indices.iter().map(|&index| Some(index)));
        }
        Ok(())
    }

    /// Shuffles by one round. O(n! · moves · n).
    pub fn advance(&mut self) {
        let orders = self.values.len() as f64;
        for index in &self.round {
            self.values = match index {
                Some(index) => self.moves[*index].apply(self.cards, &self.values),
                None => vec![if self.near { 0.0 } else { 1.0 / orders }; self.values.len()],
            };
        }
        if self.near {
            // The differences add up to 0; rounding would leave a part that no shuffle reduces.
            let mean = self.values.iter().sum::<f64>() / orders;
            self.values.iter_mut().for_each(|value| *value -= mean);
        } else if self.values.iter().all(|value| (value * orders - 1.0).abs() < NEAR) {
            self.values.iter_mut().for_each(|value| *value -= 1.0 / orders);
            self.near = true;
        }
    }

    /// Returns the mean number of cards that the best strategy guesses right, if each card is shown after its guess: the
    /// sum, over all beginnings of decks, of the probability of the most probable next card.
    pub fn guesses(&self) -> f64 {
        let orders = self.values.len() as f64;
        let mut chances: Vec<f64> =
            self.values.iter().map(|value| if self.near { value + 1.0 / orders } else { *value }).collect();
        let mut right = 0.0;
        for next in 1..=self.cards {
            let groups = chances.chunks_exact(next);
            right += groups.clone().map(|group| group.iter().fold(0.0, |a: f64, b| a.max(*b))).sum::<f64>();
            chances = groups.map(|group| group.iter().sum()).collect();
        }
        right
    }

    /// Returns the distances after the rounds so far.
    pub fn distances(&self) -> Distances {
        let orders = self.values.len() as f64;
        let share = Extended::from(1.0 / orders);
        let class = |&value: &f64| match self.near {
            true => Class::with_excess(share, Extended::from(value * orders)),
            false => Class::with_ratio(share, Extended::from(value * orders)),
        };
        let classes: Vec<Class> = self.values.iter().map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }
}
