use num_bigint::BigUint;

use super::law::Law;
use super::law_effort::check_cards;
use super::weights::Weights;
use crate::Error;
use faro_math::number::Fraction;
use faro_permutation::lexicographic;

/// The exact law of a shuffle, built by adding its runs one by one.
///
/// ```
/// use faro::distribution::LawFromRuns;
/// let mut law = LawFromRuns::new(2)?;
/// law.add(&[0, 1], [(2, 3)].into_iter());
/// assert_eq!(law.seen().to_string(), "2/3");
/// assert_eq!(law.excess().to_string(), "1/6"); // 2/3 is 1/6 above 1/2
/// law.add(&[1, 0], [(1, 3)].into_iter());
/// assert_eq!(law.finish().expect("the probabilities sum to 1").total_variation().to_string(), "1/6");
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LawFromRuns {
    law: Law,
}

impl LawFromRuns {
    /// Creates an empty law of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] if `cards` exceeds [`Law::MAX_CARDS`].
    pub fn new(cards: usize) -> Result<LawFromRuns, Error> {
        check_cards(cards)?;
        Ok(LawFromRuns { law: Law::with_work(Weights::empty(cards), 0.0) })
    }

    /// Adds a run that produces `deck`.
    ///
    /// `path` has, for each choice of the run, its weight and the sum of the weights of all alternatives.
    ///
    /// # Panics
    ///
    /// If `deck` is not an order of the cards, or a sum of weights is 0.
    pub fn add(&mut self, deck: &[u32], path: impl Iterator<Item = (u64, u64)> + Clone) {
        assert_eq!(deck.len(), self.law.cards(), "the numbers of cards must be equal");
        self.law.add_path(lexicographic::rank(deck.iter().copied()), path);
    }

    /// Returns the sum of the probabilities of all added runs.
    pub fn seen(&self) -> Fraction {
        let sum: BigUint = self.law.levels().iter().map(|level| &level.weight * level.orders).sum();
        Fraction::new(sum, self.law.total())
    }

    /// Returns the sum over all orders of the part of the probability above 1/n!.
    ///
    /// It is a lower bound of the total variation distance from uniform, whatever runs are added later.
    pub fn excess(&self) -> Fraction {
        self.law.total_variation()
    }

    /// Returns the law, or `None` if the probabilities of the added runs do not sum to 1.
    pub fn finish(self) -> Option<Law> {
        (self.seen() == Fraction::new(1u32, 1u32)).then_some(self.law)
    }
}
