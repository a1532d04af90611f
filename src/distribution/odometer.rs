//! Replays a shuffle with every sequence of its choices, or with random ones to estimate how many there are.
//!
//! The sequences are counted up like an odometer: the last choice changes first.

use std::collections::HashSet;

use super::tally::{self, OrderWeights, Weight};
use faro_permutation::lexicographic;
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};

/// A choice on a path through the tree of choices: its index, and its probability as `weight`/`total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index of the alternative, from 0.
    pub index: u32,
    /// The weight of the alternative; 1 if all are equally likely.
    pub weight: u32,
    /// The sum of the weights of all alternatives.
    pub total: u32,
}

/// A leaf of the tree of choices: a complete sequence of choices, and the resulting deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The choices, in the order in which the shuffle made them.
    pub path: Vec<Choice>,
    /// The deck that the choices make of a new deck, with cards named by their starting positions.
    pub deck: Vec<u32>,
}

/// Iterates over every sequence of choices of a shuffle.
///
/// These are the leaves of the tree of its choices, from left to right.
///
/// ```
/// use faro::distribution::Leaves;
/// use faro::zoo::Transpositions;
/// assert_eq!(Leaves::new(&Transpositions::Naive, 3).count(), 27);
/// assert_eq!(Leaves::new(&Transpositions::FisherYates, 3).count(), 6);
/// ```
#[derive(Debug)]
pub struct Leaves<'a, S> {
    shuffle: &'a S,
    cards: u32,
    odometer: Odometer,
    done: bool,
}

impl<'a, S: Shuffle> Leaves<'a, S> {
    /// Returns the iterator for a new deck of `cards` cards.
    pub fn new(shuffle: &'a S, cards: usize) -> Leaves<'a, S> {
        Leaves {
            shuffle,
            cards: cards as u32,
            odometer: Odometer::default(),
            done: false,
        }
    }

    /// Replays the odometer's current path on a new deck, and puts the result into `deck`. Returns false if all
    /// paths were replayed.
    fn replay(&mut self, deck: &mut Vec<u32>) -> bool {
        if self.done {
            return false;
        }
        deck.clear();
        deck.extend(0..self.cards);
        self.odometer.choices_made = 0;
        self.shuffle.shuffle(deck, &mut self.odometer);
        true
    }

    /// Advances to the next path.
    fn advance(&mut self) {
        self.done = !self.odometer.advance();
    }
}

impl<S: Shuffle> Iterator for Leaves<'_, S> {
    type Item = Leaf;

    fn next(&mut self) -> Option<Leaf> {
        let mut deck = Vec::new();
        self.replay(&mut deck).then(|| {
            let path = self
                .odometer
                .wheels
                .iter()
                .map(OdometerWheel::choice)
                .collect();
            self.advance();
            Leaf { path, deck }
        })
    }
}

/// One wheel for each choice of a run. The last wheel advances first.
#[derive(Debug, Default)]
struct Odometer {
    wheels: Vec<OdometerWheel>,
    /// Number of choices made so far in the current run.
    choices_made: usize,
}

#[derive(Debug)]
struct OdometerWheel {
    index: u32,
    total: u32,
    /// The weights, or `None` if all alternatives are equally likely.
    weights: Option<Box<[u32]>>,
}

impl OdometerWheel {
    fn choice(&self) -> Choice {
        let weight = self
            .weights
            .as_ref()
            .map_or(1, |weights| weights[self.index as usize]);
        Choice {
            index: self.index,
            weight,
            total: self.total,
        }
    }

    /// Advances to the next alternative of positive weight. Returns false after the last one.
    fn advance(&mut self) -> bool {
        let next = match &self.weights {
            None => Some(self.index + 1).filter(|&next| next < self.total),
            Some(weights) => {
                let mut later = self.index + 1..weights.len() as u32;
                later.find(|&next| weights[next as usize] > 0)
            }
        };
        next.inspect(|&next| self.index = next).is_some()
    }
}

impl Odometer {
    /// Advances to the next path. Returns false after the last one.
    fn advance(&mut self) -> bool {
        while let Some(last) = self.wheels.last_mut() {
            if last.advance() {
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    /// Makes the next choice of the run and returns the index of its alternative. Adds a wheel if there is none
    /// yet.
    fn choose(&mut self, wheel: impl FnOnce() -> OdometerWheel) -> u32 {
        if self.choices_made == self.wheels.len() {
            self.wheels.push(wheel());
        }
        self.choices_made += 1;
        self.wheels[self.choices_made - 1].index
    }
}

impl Choices for Odometer {
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "the bound must be at least 1");
        self.choose(|| OdometerWheel {
            index: 0,
            total: bound,
            weights: None,
        })
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        let wheel = || OdometerWheel {
            index: weights
                .iter()
                .position(|&weight| weight > 0)
                .expect("some weight is positive") as u32,
            total: weights.iter().sum(),
            weights: Some(weights.into()),
        };
        self.choose(wheel) as usize
    }
}

/// Returns the weight of each order: the sum over its leaves. Returns `None` if the common denominator does not
/// fit.
pub fn tally<W: Weight>(shuffle: &impl Shuffle, cards: usize) -> Option<OrderWeights<W>> {
    let mut tally = OrderWeights::empty(cards, W::one());
    let (mut leaves, mut deck) = (Leaves::new(shuffle, cards), Vec::new());
    while leaves.replay(&mut deck) {
        let (mut weight, mut denominator) = (W::one(), W::one());
        for choice in leaves.odometer.wheels.iter().map(OdometerWheel::choice) {
            weight = weight * W::from(choice.weight);
            denominator = denominator.checked_mul(&W::from(choice.total))?;
        }
        tally.add_fraction(
            lexicographic::rank(deck.iter().copied()),
            weight,
            denominator,
        )?;
        leaves.advance();
    }
    Some(tally)
}

/// Returns the number of leaves. It is exact if all runs have the same bounds. Otherwise it is an unbiased
/// estimate: the mean, over random runs, of the product of the bounds (Knuth 1975).
pub fn leaves(shuffle: &impl Shuffle, cards: usize) -> f64 {
    (0..PROBES)
        .map(|unit| Probe::run(shuffle, cards, unit).0.paths)
        .sum::<f64>()
        / PROBES as f64
}

/// Number of random runs from which the number of leaves is estimated.
const PROBES: u64 = 256;

/// Statistics of random runs of a shuffle.
pub struct Sample {
    /// Number of different decks.
    pub orders: f64,
    /// Number of choices made.
    pub choices: f64,
    /// The binary logarithm of the largest denominator of the probability of a run.
    pub bits: f64,
    /// The [`primes`] of the denominators of all runs.
    pub primes: u8,
}

/// Maximum number of runs in a sample. More are not needed: if two laws reach `MAX_RUNS` orders each,
/// their product takes too much work and is refused.
const MAX_RUNS: u64 = 1 << 15;

/// Returns a sample of runs with a fixed seed. The runs make about `max_choices` choices at most.
pub fn sample(shuffle: &impl Shuffle, cards: usize, max_choices: f64) -> Sample {
    let mut sample = Sample {
        orders: 0.0,
        choices: 0.0,
        bits: 0.0,
        primes: 0,
    };
    let (mut decks, mut runs) = (HashSet::new(), 0);
    let all = tally::orders(cards);
    while runs < MAX_RUNS && sample.choices <= max_choices && (runs < PROBES || decks.len() < all) {
        let (probe, deck) = Probe::run(shuffle, cards, runs);
        decks.insert(lexicographic::rank(deck.into_iter().map(|card| card as u8)));
        sample.choices += probe.choices + 1.0;
        sample.bits = sample.bits.max(probe.bits);
        sample.primes |= probe.primes;
        runs += 1;
    }
    // A small sample may miss a denominator, so all primes are assumed.
    let primes = if runs < PROBES {
        u8::MAX
    } else {
        sample.primes
    };
    Sample {
        orders: decks.len() as f64,
        primes,
        ..sample
    }
}

/// Draws alternatives of positive weight with equal probability, and multiplies their numbers over the run.
struct Probe {
    generator: Generator,
    /// Product of the numbers of alternatives.
    paths: f64,
    choices: f64,
    /// The binary logarithm of the denominator of this run's probability.
    bits: f64,
    primes: u8,
}

impl Probe {
    /// Runs a shuffle on a new deck.
    fn run(shuffle: &impl Shuffle, cards: usize, unit: u64) -> (Probe, Vec<u32>) {
        let generator = Generator::unit(&Seed::from(0), unit);
        let mut probe = Probe {
            generator,
            paths: 1.0,
            choices: 0.0,
            bits: 0.0,
            primes: 0,
        };
        let mut deck = (0..cards as u32).collect::<Vec<_>>();
        shuffle.shuffle(&mut deck, &mut probe);
        (probe, deck)
    }

    fn draw(&mut self, choices: u32, total: u32) -> u32 {
        self.paths *= f64::from(choices);
        self.choices += 1.0;
        self.bits += f64::from(total).log2();
        self.primes |= primes(total);
        self.generator.below(choices)
    }
}

/// Returns the primes that divide `number`, as bits.
///
/// The bits are 1 for 2, 2 for 3, 4 for 5, 8 for 7, and 16 for all other primes together. `number` must be
/// positive.
pub fn primes(number: u32) -> u8 {
    let mut rest = number;
    let mut found = 0;
    for (index, prime) in [2, 3, 5, 7].into_iter().enumerate() {
        while rest.is_multiple_of(prime) {
            rest /= prime;
            found |= 1 << index;
        }
    }
    if rest > 1 { found | 16 } else { found }
}

impl Choices for Probe {
    fn below(&mut self, bound: u32) -> u32 {
        self.draw(bound, bound)
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        let possible: Vec<usize> = (0..weights.len())
            .filter(|&index| weights[index] > 0)
            .collect();
        let drawn = self.draw(possible.len() as u32, weights.iter().sum());
        possible[drawn as usize]
    }
}
