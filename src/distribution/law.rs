//! The exact law of a shuffle: the probability of each order, its distances from uniform and its entropy.

use std::collections::HashMap;
use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::CheckedSub;

use super::law_effort::{check_cards, work_of_transpositions};
use super::odometer;
use super::repeated_riffle::RepeatedRiffle;
use super::tally::{self, Weight};
use super::weights::Weights;
use super::work::{WORK_PER_LEAF, WORK_PER_PAIR, slowness, within_limit};
use crate::{Error, Permutation};
use faro_math::number::Fraction;
use faro_permutation::lexicographic;
use faro_sample::shuffle::Shuffle;
use faro_sample::zoo::{RandomShuffle, Transpositions};

/// The exact law of a shuffle: the probability of every order of the deck.
///
/// The deck has up to [`Law::MAX_CARDS`] cards. Orders are named by their rank in lexicographic
/// order of the decks, from 0 (new-deck order) to n! − 1 (reversed).
#[derive(Clone, Debug)]
pub struct Law {
    weights: Weights,
    /// The work that was done to compute this law, in the units of the limit on work.
    work: f64,
    /// The levels, computed at their first use.
    levels: OnceLock<Vec<Level>>,
}

/// A set of orders that have the same probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The common weight of the orders. The probability of each is the weight divided by [`Law::total`].
    pub weight: BigUint,
    /// The number of orders with this weight.
    pub orders: usize,
    /// The rank of the first order with this weight.
    pub first: usize,
}

/// Evaluates `$answer` with `$tally` bound to the weights of `$law`, whatever their integer type.
macro_rules! with {
    ($law:expr, $tally:ident => $answer:expr) => {
        match &$law.weights {
            Weights::Short($tally) => $answer,
            Weights::Long($tally) => $answer,
            Weights::Numbers($tally) => $answer,
        }
    };
}

impl Law {
    /// Maximum number of cards of a law.
    pub const MAX_CARDS: usize = tally::MAX_CARDS;

    /// Returns the law of the shuffle that leaves the deck as it is.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] if `cards` exceeds [`Law::MAX_CARDS`].
    pub fn certain(cards: usize) -> Result<Law, Error> {
        check_cards(cards)?;
        Ok(Law::with_work(Weights::certain(cards), 0.0))
    }

    /// Returns the law of any shuffle, by replaying every sequence of choices. O(sequences · n).
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] if `cards` exceeds [`Law::MAX_CARDS`], and [`Error::TooManySequences`] for more
    /// than some ten million sequences.
    pub fn new(shuffle: &impl Shuffle, cards: usize) -> Result<Law, Error> {
        check_cards(cards)?;
        let leaves = odometer::leaves(shuffle, cards);
        let work = within_limit(
            leaves * WORK_PER_LEAF,
            Error::TooManySequences { given: leaves },
        )?;
        Ok(Law::with_work(Weights::of_leaves(shuffle, cards), work))
    }

    fn with_work(weights: Weights, work: f64) -> Law {
        Law {
            weights,
            work,
            levels: OnceLock::new(),
        }
    }

    /// Adds the probability of a sequence of choices to the order of rank `rank`.
    pub(super) fn add_path(&mut self, rank: usize, path: impl Iterator<Item = (u64, u64)> + Clone) {
        self.weights.add_path(rank, path);
        self.levels = OnceLock::new();
    }

    /// Returns the law of this shuffle followed by `next`. O(pairs of reachable orders · n).
    ///
    /// # Errors
    ///
    /// [`Error`] for more than some hundred million pairs.
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn then(&self, next: &Law) -> Result<Law, Error> {
        self.then_repeated(next, 1)
    }

    /// Returns the law of this shuffle, once, followed by `times` shuffles with the law `next`.
    ///
    /// O(times · pairs of reachable orders · n).
    ///
    /// # Errors
    ///
    /// [`Error`] for more than some hundred million pairs.
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn then_repeated(&self, next: &Law, times: u32) -> Result<Law, Error> {
        assert_eq!(
            self.cards(),
            next.cards(),
            "the numbers of cards must be equal"
        );
        let count = f64::from(times);
        let pairs = match self.is_uniform() || next.is_uniform() {
            true => self.orders() as f64 * count,
            // Only the first product starts from the orders that are reachable now. Later ones may start from all
            // n! orders.
            false => {
                ((count - 1.0) * self.orders() as f64 + self.reachable() as f64)
                    * next.reachable() as f64
            }
        };
        let bits = self.bits() as f64 + count * next.bits() as f64;
        let work = self.work + next.work + pairs * WORK_PER_PAIR * slowness(bits);
        let work = within_limit(work, Error::TooManyPairs { given: pairs })?;
        let weights = (0..times).fold(self.weights.clone(), |before, _| before.then(&next.weights));
        Ok(Law::with_work(weights, work))
    }

    /// Returns the work that was done to compute the law.
    #[cfg(test)]
    pub(crate) fn work(&self) -> f64 {
        self.work
    }

    fn bits(&self) -> u64 {
        self.total().bits()
    }

    fn is_uniform(&self) -> bool {
        with!(self, tally => tally.is_uniform())
    }

    /// Returns the law of this shuffle followed by a pass of transpositions.
    ///
    /// The pass is computed step by step: each order gets its probability from the orders that are one swap
    /// away. O(n! · n · swaps).
    ///
    /// # Errors
    ///
    /// [`Error`] for more than some hundred million swaps.
    ///
    /// ```
    /// use faro::distribution::Law;
    /// use faro::zoo::Transpositions;
    /// let law = Law::certain(8)?.then_transpositions(Transpositions::Naive)?;
    /// assert_eq!(law.chance(0).to_string(), "191/4194304"); // 764 of 8^8: the involutions
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn then_transpositions(&self, plan: Transpositions) -> Result<Law, Error> {
        let work = self.work_of_transpositions(&[plan], 1)?;
        let steps = plan.steps(self.cards() as u32);
        let weights = steps.fold(self.weights.clone(), |weights, mixture| {
            weights.stepped(&mixture)
        });
        Ok(Law::with_work(weights, work))
    }

    /// Returns the work of this law followed by `times` repetitions of the transposition passes `plans`.
    pub(crate) fn work_of_transpositions(
        &self,
        plans: &[Transpositions],
        times: u32,
    ) -> Result<f64, Error> {
        work_of_transpositions(self.cards(), self.work, self.bits() as f64, (plans, times))
    }

    /// Returns the law of this shuffle followed by a random shuffle, by the fastest method.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Self::new) and [`then`](Self::then).
    pub fn then_shuffle(&self, shuffle: RandomShuffle) -> Result<Law, Error> {
        match shuffle {
            RandomShuffle::Transpositions(plan) => self.then_transpositions(plan),
            _ if Law::has_closed_form(shuffle) => self.then_repeated_riffle(shuffle, 1),
            _ => self.then(&Law::new(&shuffle, self.cards())?),
        }
    }

    /// Returns whether the law of the repeated shuffle has a closed form.
    pub(crate) fn has_closed_form(shuffle: RandomShuffle) -> bool {
        RepeatedRiffle::new(shuffle, 1).is_some()
    }

    /// Returns the law of this shuffle followed by `times` riffles, of a kind that has a closed form.
    ///
    /// # Panics
    ///
    /// If `shuffle` has no closed form.
    pub(crate) fn then_repeated_riffle(
        &self,
        shuffle: RandomShuffle,
        times: u32,
    ) -> Result<Law, Error> {
        let riffle = RepeatedRiffle::new(shuffle, times).expect("a riffle with a closed form");
        let work = riffle.work(self.cards())?;
        self.then(&Law::with_work(riffle.weights(self.cards()), work))
    }

    /// Returns the law of this shuffle followed by a permutation. O(n! · n).
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn then_permutation(&self, permutation: &Permutation) -> Law {
        let sources = permutation.to_deck();
        assert_eq!(
            sources.len(),
            self.cards(),
            "the numbers of cards must be equal"
        );
        let weights = self.weights.moved(&sources);
        Law::with_work(weights, self.work + self.orders() as f64 * WORK_PER_PAIR)
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        with!(self, tally => tally.cards)
    }

    /// Returns the number of orders, n!, reachable or not.
    pub fn orders(&self) -> usize {
        with!(self, tally => tally.weights.len())
    }

    /// Returns the deck of rank `rank`, with cards named by their starting positions.
    pub fn deck(&self, rank: usize) -> Vec<u32> {
        lexicographic::unrank(self.cards(), rank)
            .into_iter()
            .map(u32::from)
            .collect()
    }

    /// Returns the weight of the order of rank `rank`.
    ///
    /// Its probability is the weight divided by [`total`](Self::total).
    ///
    /// # Panics
    ///
    /// If `rank` is not below n!.
    #[allow(clippy::clone_on_copy, clippy::useless_conversion)] // the same expression for words and big integers
    pub fn weight(&self, rank: usize) -> BigUint {
        with!(self, tally => number(&tally.weights[rank]))
    }

    /// Returns the sum of all weights.
    #[allow(clippy::clone_on_copy, clippy::useless_conversion)] // as above
    pub fn total(&self) -> BigUint {
        with!(self, tally => number(&tally.total))
    }

    /// Returns the probability of the order of rank `rank`, from 0 to 1.
    ///
    /// # Panics
    ///
    /// If `rank` is not below n!.
    pub fn chance(&self, rank: usize) -> Fraction {
        Fraction::new(self.weight(rank), self.total())
    }

    /// Returns the number of reachable orders.
    pub fn reachable(&self) -> usize {
        with!(self, tally => tally.support().count())
    }

    /// Returns the total variation distance from uniform, half the sum of |p − 1/n!|.
    ///
    /// It is 0 for a fair shuffle, and 1 − 1/n! if the order is always the same. It is the largest difference
    /// between the probabilities of any event after this shuffle and in a fair deck.
    pub fn total_variation(&self) -> Fraction {
        let (orders, total) = (BigUint::from(self.orders()), self.total());
        // The part of a level's probability that exceeds the fair one, in units of 1/(total · n!).
        let level_excess = |level: &Level| {
            let excess =
                CheckedSub::checked_sub(&(&level.weight * &orders), &total).unwrap_or_default();
            excess * level.orders
        };
        let sum: BigUint = self.levels().iter().map(level_excess).sum();
        Fraction::new(sum, total * orders)
    }

    /// Returns the entropy in bits, from 0 to log2 n!.
    pub fn entropy_bits(&self) -> f64 {
        let total = self.total();
        let term = |level: &Level| match Fraction::new(level.weight.clone(), total.clone()).to_f64()
        {
            0.0 => 0.0,
            chance => -chance * chance.log2() * level.orders as f64,
        };
        // `sum` is not used, since it starts from −0.0, which would remain for a law with a single certain order.
        self.levels()
            .iter()
            .map(term)
            .fold(0.0, |sum, term| sum + term)
            .max(0.0)
    }

    /// Returns the distinct probabilities in ascending order, each with its number of orders. O(n!) at the
    /// first call.
    ///
    /// ```
    /// use faro::distribution::Law;
    /// use faro::zoo::Transpositions;
    /// let law = Law::certain(3)?.then_transpositions(Transpositions::Naive)?;
    /// let levels: Vec<_> = law.levels().iter().map(|level| (level.orders, level.first)).collect();
    /// assert_eq!(levels, [(3, 0), (3, 1)]); // 4/27, from 123 on, and 5/27, from 132 on
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn levels(&self) -> &[Level] {
        self.levels
            .get_or_init(|| with!(self, tally => levels(&tally.weights)))
    }

    /// Returns all ranks from the least likely order to the most likely one, ties in lexicographic order.
    pub fn ranks_by_chance(&self) -> Vec<usize> {
        let mut ranks: Vec<usize> = (0..self.orders()).collect();
        with!(self, tally => ranks.sort_by(|&a, &b| tally.weights[a].cmp(&tally.weights[b])));
        ranks
    }
}

fn number<W: Weight>(weight: &W) -> BigUint {
    weight.clone().into()
}

/// Returns the levels in ascending order of their weights.
fn levels<W: Weight>(weights: &[W]) -> Vec<Level> {
    // For each distinct weight, the number of orders that have it and the rank of the first one. Neighbouring
    // orders often have the same weight.
    let mut orders: HashMap<&W, (usize, usize)> = HashMap::new();
    let mut first = 0;
    for equal in weights.chunk_by(|a, b| a == b) {
        orders.entry(&equal[0]).or_insert((0, first)).0 += equal.len();
        first += equal.len();
    }
    let mut orders: Vec<_> = orders.into_iter().collect();
    orders.sort_unstable();
    let level = |(weight, (orders, first))| Level {
        weight: W::clone(weight).into(),
        orders,
        first,
    };
    orders.into_iter().map(level).collect()
}

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
        Ok(LawFromRuns {
            law: Law::with_work(Weights::empty(cards), 0.0),
        })
    }

    /// Adds a run that produces `deck`.
    ///
    /// `path` has, for each choice of the run, its weight and the sum of the weights of all alternatives.
    ///
    /// # Panics
    ///
    /// If `deck` is not an order of the cards, or a sum of weights is 0.
    pub fn add(&mut self, deck: &[u32], path: impl Iterator<Item = (u64, u64)> + Clone) {
        assert_eq!(
            deck.len(),
            self.law.cards(),
            "the numbers of cards must be equal"
        );
        self.law
            .add_path(lexicographic::rank(deck.iter().copied()), path);
    }

    /// Returns the sum of the probabilities of all added runs.
    pub fn seen(&self) -> Fraction {
        let sum: BigUint = self
            .law
            .levels()
            .iter()
            .map(|level| &level.weight * level.orders)
            .sum();
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
