use super::tally::{Tally, Weight};
use crate::permutation::lexicographic;
use crate::shuffle::{Choices, Generator, Seed, Shuffle};

/// A choice on a path through the tree: its index and its probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index, from 0.
    pub index: u32,
    /// Its weight; 1 for equally likely choices.
    pub weight: u32,
    /// The sum of the weights.
    pub total: u32,
}

/// A leaf of the tree: a complete sequence of choices, and the deck that it makes of a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The choices, in the order in which the shuffle made them.
    pub path: Vec<Choice>,
    /// The deck, with cards named by where they started.
    pub deck: Vec<u32>,
}

/// Iterates over every sequence of choices of a shuffle: the leaves of the tree of its choices, from left to
/// right.
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
    /// Starts with a new deck of this number of cards.
    pub fn new(shuffle: &'a S, cards: usize) -> Leaves<'a, S> {
        Leaves { shuffle, cards: cards as u32, odometer: Odometer::default(), done: false }
    }

    /// Puts the next deck into `deck`; the odometer shows its path.
    fn advance(&mut self, deck: &mut Vec<u32>) -> bool {
        if self.done {
            return false;
        }
        deck.clear();
        deck.extend(0..self.cards);
        self.odometer.turn = 0;
        self.shuffle.shuffle(deck, &mut self.odometer);
        true
    }

    fn step(&mut self) {
        self.done = !self.odometer.advance();
    }
}

impl<S: Shuffle> Iterator for Leaves<'_, S> {
    type Item = Leaf;

    fn next(&mut self) -> Option<Leaf> {
        let mut deck = Vec::new();
        self.advance(&mut deck).then(|| {
            let path = self.odometer.wheels.iter().map(Wheel::choice).collect();
            self.step();
            Leaf { path, deck }
        })
    }
}

/// One wheel for each choice of a run; the last one turns first.
#[derive(Debug, Default)]
struct Odometer {
    wheels: Vec<Wheel>,
    /// The number of choices made in this run so far.
    turn: usize,
}

#[derive(Debug)]
struct Wheel {
    index: u32,
    total: u32,
    /// The weights; none if all are equally likely.
    weights: Option<Box<[u32]>>,
}

impl Wheel {
    fn choice(&self) -> Choice {
        let weight = self.weights.as_ref().map_or(1, |weights| weights[self.index as usize]);
        Choice { index: self.index, weight, total: self.total }
    }

    /// Advances to the next choice of positive weight.
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
    /// Advances to the next path; returns false after the last.
    fn advance(&mut self) -> bool {
        while let Some(last) = self.wheels.last_mut() {
            if last.advance() {
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    fn next(&mut self, wheel: impl FnOnce() -> Wheel) -> u32 {
        if self.turn == self.wheels.len() {
            self.wheels.push(wheel());
        }
        self.turn += 1;
        self.wheels[self.turn - 1].index
    }
}

impl Choices for Odometer {
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "the bound must be at least 1");
        self.next(|| Wheel { index: 0, total: bound, weights: None })
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        let wheel = || Wheel {
            index: weights.iter().position(|&weight| weight > 0).expect("some weight is positive") as u32,
            total: weights.iter().sum(),
            weights: Some(weights.into()),
        };
        self.next(wheel) as usize
    }
}

/// Returns the weight of each order, leaf by leaf. None if the common denominator does not fit.
pub fn tally<W: Weight>(shuffle: &impl Shuffle, cards: usize) -> Option<Tally<W>> {
    let mut tally = Tally::empty(cards, W::one());
    let (mut leaves, mut deck) = (Leaves::new(shuffle, cards), Vec::new());
    while leaves.advance(&mut deck) {
        let (mut weight, mut denominator) = (W::one(), W::one());
        for choice in leaves.odometer.wheels.iter().map(Wheel::choice) {
            weight = weight * W::from(choice.weight);
            denominator = denominator.checked_mul(&W::from(choice.total))?;
        }
        if !tally.total.is_multiple_of(&denominator) {
            let factor = denominator.clone() / tally.total.gcd(&denominator);
            tally.scale(&factor)?;
        }
        let share = weight * (tally.total.clone() / denominator);
        tally.add(lexicographic::rank(deck.iter().copied()), share);
        leaves.step();
    }
    Some(tally)
}

/// Returns the number of leaves: exactly if all runs have the same bounds, otherwise the mean of the product of the
/// bounds over random runs, an unbiased estimate (Knuth 1975).
pub fn leaves(shuffle: &impl Shuffle, cards: usize) -> f64 {
    let mut sum = 0.0;
    for unit in 0..PROBES {
        let generator = Generator::unit(&Seed::from(0), unit);
        let mut probe = Probe { generator, product: 1.0 };
        shuffle.shuffle(&mut (0..cards as u32).collect::<Vec<_>>(), &mut probe);
        sum += probe.product;
    }
    sum / PROBES as f64
}

const PROBES: u64 = 256;

/// Draws choices of positive weight with equal probability, and multiplies their numbers.
struct Probe {
    generator: Generator,
    product: f64,
}

impl Choices for Probe {
    fn below(&mut self, bound: u32) -> u32 {
        self.product *= f64::from(bound);
        self.generator.below(bound)
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        let possible: Vec<usize> = (0..weights.len()).filter(|&index| weights[index] > 0).collect();
        let drawn = self.below(possible.len() as u32);
        possible[drawn as usize]
    }
}
