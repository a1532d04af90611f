//! Words prepared for decks of one size, from which decks are shuffled and laws are computed.

mod law;

use faro_math::number::{Budget, Fraction, factorial, ln_factorial};
use faro_permutation::MAX_DEGREE;
use faro_permutation::group::{GroupError, NormalClosure};
use faro_sample::kernel;
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use faro_sample::zoo::{RandomShuffle, Transpositions};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::evaluation::product;
use super::fit::{FitError, FitErrorKind};
use super::tree::{Atom, Factor, Word};
use crate::Permutation;
use crate::distribution::Leaves;
use crate::riffle::Magnitude;

/// A word prepared for decks of one size, with consecutive fixed moves multiplied to one permutation.
///
/// ```
/// use faro::Word;
/// use faro::shuffle::{Generator, Seed, Shuffle};
///
/// let word: Word = "gsr^3 cut:26".parse()?;
/// let routine = word.routine(52)?;
/// let mut generator = Generator::unit(&Seed::from(1), 0);
/// let mut deck: Vec<u32> = (0..52).collect();
/// routine.shuffle(&mut deck, &mut generator);
/// assert!(deck != (0..52).collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Routine {
    cards: usize,
    pub(super) steps: Vec<RoutineStep>,
}

#[derive(Clone, Debug)]
pub(super) enum RoutineStep {
    /// A permutation, and for each position, the position that its card comes from.
    Move(Permutation, Box<[u32]>),
    Draw(RandomShuffle),
    Repeat(Vec<RoutineStep>, u32),
}

impl Word {
    /// Prepares the word for decks of `cards` cards.
    ///
    /// The word may be random, unlike for [`permutation`](Self::permutation).
    ///
    /// # Errors
    ///
    /// [`FitError`] if the word does not [fit](Self::fits) the deck, or the deck has more than
    /// [`MAX_DEGREE`] cards.
    pub fn routine(&self, cards: usize) -> Result<Routine, FitError> {
        let count = BigUint::from(cards);
        self.fits(&count)?;
        if cards > MAX_DEGREE {
            return Err(FitError {
                letter: 0,
                kind: FitErrorKind::TooManyCards { cards: count },
            });
        }
        Ok(Routine {
            cards,
            steps: steps(&self.factors, cards),
        })
    }
}

/// Returns the steps of the factors. Each sequence of consecutive fixed factors is one permutation.
fn steps(factors: &[Factor], cards: usize) -> Vec<RoutineStep> {
    let runs = factors.chunk_by(|a, b| !draws(a) && !draws(b));
    runs.filter_map(|run| {
        if draws(&run[0]) {
            Some(random_step(&run[0], cards))
        } else {
            fixed_step(run, cards)
        }
    })
    .collect()
}

/// Returns whether the factor draws a random shuffle. A factor with the exponent 0 draws none.
fn draws(factor: &Factor) -> bool {
    !factor.exponent.is_zero()
        && match &factor.atom {
            Atom::Move(move_) => move_.random_shuffle().is_some(),
            Atom::Group(word) => word.factors.iter().any(draws),
            Atom::Literal(_) | Atom::List(_) => false,
        }
}

/// Returns the product of fixed factors, or `None` if it is the identity.
fn fixed_step(run: &[Factor], cards: usize) -> Option<RoutineStep> {
    let permutation = product(run, cards);
    let sources = permutation.to_deck().into();
    (!permutation.is_identity()).then_some(RoutineStep::Move(permutation, sources))
}

/// Returns the step of a factor that draws a random shuffle, with its repetitions.
fn random_step(factor: &Factor, cards: usize) -> RoutineStep {
    let mut once = match &factor.atom {
        Atom::Move(move_) => vec![RoutineStep::Draw(
            move_.random_shuffle().expect("it is random"),
        )],
        Atom::Group(word) => steps(&word.factors, cards),
        Atom::Literal(_) | Atom::List(_) => unreachable!("it is random"),
    };
    let times = factor
        .exponent
        .to_u32()
        .expect("the number of draws of a word that fits is bounded");
    match once.pop() {
        Some(step) if times == 1 && once.is_empty() => step,
        last => {
            once.extend(last);
            RoutineStep::Repeat(once, times)
        }
    }
}

impl Routine {
    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns whether one of the routine's random shuffles is uniform.
    fn draws_uniform(&self) -> bool {
        draws_uniform(&self.steps)
    }

    /// Returns the routine that repeats this one `times` times.
    ///
    /// ```
    /// use faro::Word;
    /// let twice = "gsr cut:3".parse::<Word>()?.routine(6)?.repeated(2).law()?;
    /// let written = "gsr cut:3 gsr cut:3".parse::<Word>()?.routine(6)?.law()?;
    /// assert_eq!(twice.levels(), written.levels());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repeated(&self, times: u32) -> Routine {
        let steps = match &self.steps[..] {
            _ if times == 1 => self.steps.clone(),
            [RoutineStep::Repeat(steps, each)] if each.checked_mul(times).is_some() => {
                vec![RoutineStep::Repeat(steps.clone(), each * times)]
            }
            steps => vec![RoutineStep::Repeat(steps.to_vec(), times)],
        };
        Routine {
            cards: self.cards,
            steps,
        }
    }

    /// Estimates the number of card moves for shuffling one deck, as a measure of time.
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!("(gsr cut:1)^7".parse::<Word>()?.routine(52)?.moves(), 728.0); // 14 times 52
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> f64 {
        moves(&self.steps, self.cards as f64)
    }
}

fn draws_uniform(steps: &[RoutineStep]) -> bool {
    steps.iter().any(|step| match step {
        RoutineStep::Move(..) => false,
        RoutineStep::Draw(shuffle) => shuffle.is_uniform(),
        RoutineStep::Repeat(steps, _) => draws_uniform(steps),
    })
}

fn moves(steps: &[RoutineStep], cards: f64) -> f64 {
    let step_moves = |step: &RoutineStep| match step {
        RoutineStep::Draw(RandomShuffle::Transpositions(Transpositions::Pairs(times))) => {
            f64::from(*times)
        }
        RoutineStep::Move(..) | RoutineStep::Draw(_) => cards,
        RoutineStep::Repeat(steps, times) => moves(steps, cards) * f64::from(*times),
    };
    steps.iter().map(step_moves).sum()
}

/// # Panics
///
/// If the deck has another number of cards than the routine was prepared for.
impl Shuffle for Routine {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        assert_eq!(
            deck.len(),
            self.cards,
            "the routine was prepared for decks of another size"
        );
        run(&self.steps, deck, choices);
    }

    fn kernel(&self, cards: usize) -> Option<Vec<kernel::Step>> {
        let max_cards = <u16 as kernel::Card>::MAX_CARDS;
        (cards == self.cards && cards <= max_cards).then(|| kernel(&self.steps, cards))?
    }
}

/// Returns the steps as kernel steps, or `None` if the kernel does not support one of them.
fn kernel(steps: &[RoutineStep], cards: usize) -> Option<Vec<kernel::Step>> {
    let mut all = Vec::new();
    for step in steps {
        match step {
            RoutineStep::Move(_, sources) => all.push(kernel::Step::Move(sources.to_vec())),
            RoutineStep::Draw(shuffle) => all.extend(shuffle.kernel(cards)?),
            RoutineStep::Repeat(steps, times) => {
                all.push(kernel::Step::repeat(kernel(steps, cards)?, *times));
            }
        }
    }
    Some(all)
}

fn run<C: Choices + ?Sized>(steps: &[RoutineStep], deck: &mut [u32], choices: &mut C) {
    for step in steps {
        match step {
            RoutineStep::Move(_, sources) => {
                let cards = deck.to_vec();
                deck.iter_mut()
                    .zip(sources)
                    .for_each(|(card, &source)| *card = cards[source as usize]);
            }
            RoutineStep::Draw(shuffle) => shuffle.shuffle(deck, choices),
            RoutineStep::Repeat(steps, times) => match &steps[..] {
                [RoutineStep::Draw(shuffle)] => shuffle.repeat(*times, deck, choices),
                _ => (0..*times).for_each(|_| run(steps, deck, choices)),
            },
        }
    }
}

/// Prepares the word again for every deck. [`Word::routine`] prepares it once.
///
/// # Panics
///
/// If the word does not [fit](Word::fits) the deck.
impl Shuffle for Word {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let routine = self
            .routine(deck.len())
            .unwrap_or_else(|error| panic!("{error}"));
        routine.shuffle(deck, choices);
    }

    fn kernel(&self, cards: usize) -> Option<Vec<kernel::Step>> {
        self.routine(cards).ok()?.kernel(cards)
    }
}

/// The reason why the total variation distance of a repeated shuffle does not tend to 0.
///
/// The decks after k rounds are all in one set that contains only a part of all orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confinement {
    /// How it is known that all decks stay in the set.
    pub evidence: Evidence,
    /// The proportion of all n! orders that are in the set.
    ///
    /// The total variation distance is at least 1 minus this share, and tends to it.
    pub share: Magnitude,
}

/// The evidence for a [`Confinement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The shuffle makes no choice.
    Certain,
    /// All possible rounds were examined.
    AllRounds,
    /// A number of random rounds was examined. Other rounds may lead out of the set.
    RandomRounds(u32),
}

/// Maximum number of cards for which random rounds generate groups.
const MAX_SAMPLED_CARDS: usize = 208;

/// Maximum number of random rounds.
const MAX_ROUNDS: u32 = 20_000;

/// Maximum number of moves of cards in all random rounds together.
const MAX_MOVES: f64 = 2e7;

impl Routine {
    /// Returns whether all orders are known to be equally likely.
    ///
    /// They are if one of the random shuffles is uniform, whatever precedes or follows it, or if there are
    /// fewer than two cards.
    ///
    /// ```
    /// use faro::Word;
    /// assert!("naive (cut:3 sort-keys)^2 gsr".parse::<Word>()?.routine(52)?.is_uniform());
    /// assert!(!"naive gsr^20".parse::<Word>()?.routine(52)?.is_uniform());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_uniform(&self) -> bool {
        self.cards() < 2 || self.draws_uniform()
    }

    /// Returns the reason why the repeated shuffle stays away from random, or `None` if none is known.
    ///
    /// For up to 10 cards all rounds are examined, and for up to 208 cards random rounds.
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!("gsr".parse::<Word>()?.routine(8)?.confinement(), None);
    /// let cycles = "sattolo".parse::<Word>()?.routine(8)?.confinement().unwrap();
    /// assert_eq!(cycles.share.to_f64(), 0.5); // even and odd orders in turn
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn confinement(&self) -> Option<Confinement> {
        if self.is_uniform() {
            return None;
        }
        if Leaves::new(self, self.cards()).take(2).count() == 1 {
            let share = Magnitude::from_ln(-ln_factorial(self.cards() as f64));
            return Some(Confinement {
                evidence: Evidence::Certain,
                share,
            });
        }
        let (evidence, share) = match self.small_mixing() {
            Ok(mixing) => (Evidence::AllRounds, mixing.reached_at_once()),
            Err(_) => self.observed_share()?,
        };
        let all = Fraction::new(1u32, 1u32);
        (share != all).then(|| Confinement {
            evidence,
            share: Magnitude::from_fraction(&share),
        })
    }

    /// Returns the part of all orders that is reachable after k rounds, from random rounds. Returns `None` if
    /// the group that they generate is unknown.
    fn observed_share(&self) -> Option<(Evidence, Fraction)> {
        if self.cards() > MAX_SAMPLED_CARDS {
            return None;
        }
        let rounds = f64::from(MAX_ROUNDS).min(MAX_MOVES / self.moves()) as u32;
        let order = self.observed_order(rounds).ok()??;
        let cards = u32::try_from(self.cards()).ok()?;
        Some((
            Evidence::RandomRounds(rounds),
            Fraction::new(order, factorial(cards)),
        ))
    }

    fn observed_order(&self, rounds: u32) -> Result<Option<BigUint>, GroupError> {
        let mut closure = NormalClosure::new(self.cards(), Budget::unlimited());
        let first = self.round(0);
        for unit in 1..rounds {
            if closure.is_symmetric() {
                break;
            }
            closure.insert(self.round(unit).then(&first.inverse()))?;
        }
        closure.close(&first)?;
        Ok(closure.order())
    }

    /// Returns the permutation of a random round.
    fn round(&self, unit: u32) -> Permutation {
        let mut deck: Vec<u32> = (0..self.cards() as u32).collect();
        self.shuffle(&mut deck, &mut Generator::unit(&Seed::from(0), unit.into()));
        Permutation::from_deck(deck).expect("a shuffle keeps the cards")
    }
}
