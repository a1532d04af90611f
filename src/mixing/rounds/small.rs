//! Distances of small decks after rounds of any shuffle, from the probabilities of all orders.

use std::collections::{HashMap, HashSet};

use faro_math::number::{Budget, Fraction};
use faro_permutation::group::{GroupError, NormalClosure};
use faro_permutation::lexicographic;
use faro_sample::shuffle::{Generator, Seed, Shuffle};
use faro_sample::zoo::{RandomShuffle, WeightedStep};
use num_bigint::BigUint;

use super::interruptible::interruptible;
use super::moves::{MoveLaw, OrderBlocks};
use super::routine_mixing::{MAX_ROUNDS, RoutineMixing};
use crate::distribution::Law;
use crate::mixing::distances::{Class, Distances};
use crate::riffle::Extended;
use crate::word::Routine;
use crate::{Error, Permutation};

/// Number of correct digits of sums of floating-point numbers.
const DIGITS: u32 = 12;

/// Maximum number of pairs of an order and a move in one round: some seconds.
const MAX_PAIRS: f64 = 5e9;

/// Once every ratio Q/U differs from 1 by less than this, the differences Q − 1/n! are stored instead of Q.
const MAX_NEAR_EXCESS: f64 = 0.5;

/// The distances of small decks from random after rounds of any shuffle.
///
/// They are computed from the probabilities of all orders.
///
/// One round is a sequence of permutations and random shuffles. No sum cancels.
#[derive(Debug)]
pub struct SmallMixing {
    cards: usize,
    blocks: OrderBlocks,
    moves: Vec<MoveLaw>,
    /// The steps of one round: an index in `moves`, or `None` for a uniform shuffle.
    round: Vec<Option<usize>>,
    /// For each random shuffle of the round, the indices of its moves in `moves`.
    pushed: HashMap<RandomShuffle, Vec<usize>>,
    /// An upper bound of the work of the first round.
    first: Work,
    /// The probability Q of each order, or Q − 1/n!. The index is the rank of the list of the cards' positions.
    values: Vec<f64>,
    /// Whether `values` has the differences Q − 1/n! instead of the probabilities Q.
    are_differences: bool,
}

/// An upper bound of the work of several steps.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Upper bound of the number of orders with a positive probability.
    reachable: f64,
    /// Upper bound of the number of pairs of an order and a move that are visited.
    pairs: f64,
}

impl SmallMixing {
    /// Returns the model of `cards` cards, with no shuffle in a round.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCards`] if `cards` exceeds [`Law::MAX_CARDS`].
    pub fn new(cards: usize) -> Result<SmallMixing, Error> {
        Error::check_cards(cards as u64, 0..=Law::MAX_CARDS as u64)?;
        let mut values = vec![0.0; (1..=cards).product()];
        values[0] = 1.0;
        let (moves, round, pushed) = (Vec::new(), Vec::new(), HashMap::new());
        let first = Work {
            reachable: 1.0,
            pairs: 0.0,
        };
        Ok(SmallMixing {
            cards,
            blocks: OrderBlocks::new(cards),
            moves,
            round,
            pushed,
            first,
            values,
            are_differences: false,
        })
    }

    /// Adds a permutation to the round.
    ///
    /// # Errors
    ///
    /// [`Error`] if a round would take too long.
    ///
    /// # Panics
    ///
    /// If the numbers of cards differ.
    pub fn push_permutation(&mut self, permutation: &Permutation) -> Result<(), Error> {
        let sources = permutation.to_deck();
        assert_eq!(
            sources.len(),
            self.cards,
            "the numbers of cards must be equal"
        );
        let index = self.add(MoveLaw::fixed(&sources));
        self.push(Some(index))
    }

    /// Adds a random shuffle to the round, repeated `times` times.
    ///
    /// # Errors
    ///
    /// [`Error`] if a round would take too long, or the shuffle makes too many choices.
    pub fn push_shuffle(&mut self, shuffle: RandomShuffle, times: u32) -> Result<(), Error> {
        if shuffle.is_uniform() {
            return self.push(None);
        }
        if !self.pushed.contains_key(&shuffle) {
            let indices = self.indices(shuffle)?;
            self.pushed.insert(shuffle, indices);
        }
        let indices = self.pushed[&shuffle].clone();
        (0..times).try_for_each(|_| indices.iter().try_for_each(|&index| self.push(Some(index))))
    }

    /// Returns the indices of the moves of a random shuffle, in the order of its steps.
    fn indices(&mut self, shuffle: RandomShuffle) -> Result<Vec<usize>, Error> {
        let RandomShuffle::Transpositions(plan) = shuffle else {
            let moves = MoveLaw::of_shuffle(self.cards, shuffle)?;
            return Ok(vec![self.add(moves)]);
        };
        let mut indices = Vec::new();
        let mut last: Option<(WeightedStep, usize)> = None;
        for step in plan
            .steps(self.cards as u32)
            .take((MAX_PAIRS as usize) / self.values.len())
        {
            let index = match &last {
                Some((equal, index)) if *equal == step => *index,
                _ => self.add(MoveLaw::of_step(self.cards, &step)),
            };
            indices.push(index);
            last = Some((step, index));
        }
        Ok(indices)
    }

    fn add(&mut self, moves: MoveLaw) -> usize {
        self.moves.push(moves);
        self.moves.len() - 1
    }

    fn push(&mut self, step: Option<usize>) -> Result<(), Error> {
        let work = self.followed(self.first, step);
        if work.pairs > MAX_PAIRS {
            return Err(Error::TooManyPairs { given: work.pairs });
        }
        self.first = work;
        self.round.push(step);
        Ok(())
    }

    /// Returns an upper bound of the work of the steps so far, with the bound `before`, and one more step.
    fn followed(&self, before: Work, step: Option<usize>) -> Work {
        let orders = self.values.len() as f64;
        let Some(index) = step else {
            return Work {
                reachable: orders,
                pairs: before.pairs + orders,
            };
        };
        let moves = self.moves[index].len() as f64;
        let moved = (before.reachable * self.blocks.size() as f64).min(orders) * moves;
        Work {
            reachable: (before.reachable * moves).min(orders),
            pairs: before.pairs + orders + moved,
        }
    }

    /// Returns whether the next round takes at most some seconds. The first round always does.
    pub fn can_advance(&self) -> bool {
        let reachable = self.values.iter().filter(|&&value| value != 0.0).count() as f64;
        let start = Work {
            reachable,
            pairs: 0.0,
        };
        self.round
            .iter()
            .fold(start, |work, &step| self.followed(work, step))
            .pairs
            <= MAX_PAIRS
    }

    /// Shuffles by one round. O(n! · moves).
    pub fn advance(&mut self) {
        self.advance_while(&mut || true);
    }

    /// Shuffles by one round, and returns whether the round was finished.
    ///
    /// `goes_on` is called every few milliseconds. If it returns false, the round ends early, and the distances
    /// are meaningless.
    pub fn advance_while(&mut self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        let orders = self.values.len() as f64;
        for &step in &self.round {
            let next = match step {
                Some(index) => self.moves[index].apply(&self.blocks, &self.values, goes_on),
                None => Some(vec![
                    if self.are_differences {
                        0.0
                    } else {
                        1.0 / orders
                    };
                    self.values.len()
                ]),
            };
            match next {
                Some(next) if goes_on() => self.values = next,
                _ => return false,
            }
        }
        if self.are_differences {
            // The differences add up to 0. Without this step, rounding would leave a part that no shuffle
            // reduces.
            let mean = self.values.iter().sum::<f64>() / orders;
            self.values.iter_mut().for_each(|value| *value -= mean);
        } else if self
            .values
            .iter()
            .all(|value| (value * orders - 1.0).abs() < MAX_NEAR_EXCESS)
        {
            self.values
                .iter_mut()
                .for_each(|value| *value -= 1.0 / orders);
            self.are_differences = true;
        }
        true
    }

    /// Returns 1 minus the limit of the total variation distance as the rounds are repeated: |N|/n!.
    ///
    /// The decks after k rounds are all in one coset of the group N, and in the limit uniform there. With f the
    /// product of one move of each step, N is the smallest normal subgroup that contains f⁻¹g for all rounds g,
    /// within the group that all rounds generate.
    pub fn reached_at_once(&self) -> Fraction {
        let all = BigUint::from(self.values.len());
        let is_uniform = self.round.contains(&None);
        let closure = if is_uniform {
            None
        } else {
            self.closure().ok()
        };
        let reached = closure
            .filter(|closure| !closure.is_symmetric())
            .and_then(|closure| closure.order());
        Fraction::new(reached.unwrap_or_else(|| all.clone()), all)
    }

    /// Returns the normal subgroup N that the proof of [`reached_at_once`](Self::reached_at_once) uses.
    fn closure(&self) -> Result<NormalClosure, GroupError> {
        let mut closure = NormalClosure::new(self.cards, Budget::unlimited());
        let mut before = Permutation::identity(self.cards);
        for &index in self.round.iter().flatten() {
            let moves = &self.moves[index];
            let (first, renaming) = (moves.permutation(0), before.inverse());
            for other in 1..moves.len() {
                if closure.is_symmetric() {
                    return Ok(closure);
                }
                let quotient = moves.permutation(other).then(&first.inverse());
                closure.insert(quotient.conjugate(&renaming))?;
            }
            before = before.then(&first);
        }
        closure.close(&before)?;
        Ok(closure)
    }

    /// Returns the mean number of cards that the best strategy guesses correctly.
    ///
    /// Each card is shown after its guess.
    ///
    /// It is the sum, over all beginnings of decks, of the probability of the most probable next card.
    pub fn guesses(&self) -> f64 {
        let orders = self.values.len() as f64;
        let chance = |value: f64| {
            if self.are_differences {
                value + 1.0 / orders
            } else {
                value
            }
        };
        let mut chances = vec![0.0; self.values.len()];
        // The values are indexed by the positions of the cards; the guesses need the cards at the positions.
        let mut positions: Vec<u8> = (0..self.cards as u8).collect();
        for &value in &self.values {
            let mut deck = positions.clone();
            (0..)
                .zip(&positions)
                .for_each(|(card, &position)| deck[usize::from(position)] = card);
            chances[lexicographic::rank(deck.into_iter())] = chance(value);
            lexicographic::advance(&mut positions);
        }
        let mut right = 0.0;
        for next in 1..=self.cards {
            let groups = chances.chunks_exact(next);
            right += groups
                .clone()
                .map(|group| group.iter().fold(0.0, |a: f64, b| a.max(*b)))
                .sum::<f64>();
            chances = groups.map(|group| group.iter().sum()).collect();
        }
        right
    }

    /// Returns the distances after the rounds so far.
    pub fn distances(&self) -> Distances {
        let orders = self.values.len() as f64;
        let share = Extended::from(1.0 / orders);
        let class = |&value: &f64| match self.are_differences {
            true => Class::with_excess(share, Extended::from(value * orders)),
            false => Class::with_ratio(share, Extended::from(value * orders)),
        };
        let classes: Vec<Class> = self.values.iter().map(class).collect();
        Distances::new(self.cards, &classes, DIGITS)
    }
}

struct Small {
    routine: Routine,
    steps: Steps,
    /// Whether [`Routine::law`] may be able to compute the law.
    has_law: bool,
}

/// The law of a small deck that is advanced round by round, or the reason why there is none.
enum Steps {
    NotBegun,
    /// The law and the number of rounds that it includes.
    After(Box<SmallMixing>, u64),
    TooSlow,
}

/// Returns the rounds of any shuffle of a small deck.
///
/// They are exact if [`Routine::law`] can compute the law and while a round takes at most some seconds. Later rounds
/// come from `other`.
pub fn mixing(mut other: RoutineMixing) -> RoutineMixing {
    let routine = other.routine.clone();
    let usual_rounds = usual_rounds(&routine);
    // The law of short keys has a closed form, which is faster than many rounds.
    let closed = matches!(
        routine.only_shuffle(),
        Some((RandomShuffle::ShortKeys(_), _))
    );
    let steps = if closed {
        Steps::TooSlow
    } else {
        Steps::NotBegun
    };
    let mut small = Small {
        routine: routine.clone(),
        steps,
        has_law: true,
    };
    let (samples, risk) = (other.samples, other.risk);
    let rounds = RoutineMixing::with_rounds(routine, usual_rounds, move |rounds, goes_on| {
        match small.after(rounds, goes_on)? {
            Some(row) => Some(row.into()),
            None => (other.after)(rounds, goes_on),
        }
    });
    RoutineMixing {
        max_rounds: MAX_ROUNDS,
        samples,
        risk,
        ..rounds
    }
}

impl Small {
    /// Returns the distances after `rounds` rounds.
    ///
    /// The outer value is `None` if `goes_on` returned false. The inner value is `None` if the distances take too
    /// long.
    fn after(
        &mut self,
        rounds: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<Distances>> {
        if let Steps::NotBegun = self.steps {
            let routine = self.routine.clone();
            let mixing = interruptible(move || routine.small_mixing().ok(), goes_on)?;
            self.steps = mixing.map_or(Steps::TooSlow, |mixing| Steps::After(Box::new(mixing), 0));
        }
        if let Some(row) = self.steps.advance(rounds, goes_on)? {
            return Some(Some(row));
        }
        if !self.has_law {
            return Some(None);
        }
        let repeated = self.routine.repeated(rounds as u32);
        let row = interruptible(
            move || repeated.law().ok().map(|law| Distances::of_law(&law)),
            goes_on,
        )?;
        self.has_law = row.is_some();
        Some(row)
    }
}

impl Steps {
    /// Advances the exact law to `rounds` rounds, and returns its distances from uniform.
    ///
    /// The result is as for [`Small::after`].
    fn advance(
        &mut self,
        rounds: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Option<Distances>> {
        let Steps::After(mixing, done) = self else {
            return Some(None);
        };
        while *done < rounds {
            if !mixing.can_advance() {
                *self = Steps::TooSlow;
                return Some(None);
            }
            if !goes_on(0) || !mixing.advance_while(&mut || goes_on(0)) {
                return None;
            }
            *done += 1;
        }
        Some(Some(mixing.distances()))
    }
}

/// Default maximum number of rounds.
const MAX_DEFAULT_ROUNDS: f64 = 20.0;

/// Default minimum number of rounds.
const MIN_DEFAULT_ROUNDS: f64 = 4.0;

/// Approximate number of pairs of an order and a move in all default rounds together.
const DEFAULT_PAIRS: f64 = 1e10;

/// Number of random decks from which the number of moves of a round is estimated.
const SAMPLED_DECKS: u64 = 2000;

fn usual_rounds(routine: &Routine) -> u64 {
    if let Some((RandomShuffle::Transpositions(_), _)) = routine.only_shuffle() {
        return MAX_DEFAULT_ROUNDS as u64;
    }
    let mut decks = HashSet::new();
    for unit in 0..SAMPLED_DECKS {
        let mut deck: Vec<u32> = (0..routine.cards() as u32).collect();
        routine.shuffle(&mut deck, &mut Generator::unit(&Seed::from(0), unit));
        decks.insert(deck);
    }
    let orders: f64 = (1..=routine.cards()).map(|i| i as f64).product();
    (DEFAULT_PAIRS / (decks.len() as f64 * orders)).clamp(MIN_DEFAULT_ROUNDS, MAX_DEFAULT_ROUNDS)
        as u64
}
