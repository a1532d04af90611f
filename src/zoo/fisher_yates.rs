use std::ops::Range;

use crate::shuffle::{Chance, Choices, Shuffle};

/// A pass of random transpositions: the item at each position in turn is swapped with the item at a position
/// drawn from a range. Fisher–Yates, Sattolo's algorithm, the naive swap and their mistakes are all such passes.
///
/// A pass is described once, as a sequence of [`Step`]s. From it follow the shuffled decks here, and the
/// exact law and the card × position matrix in [`distribution`](crate::distribution).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Transpositions {
    /// The Fisher–Yates shuffle, from the last position down: each is swapped with one from the first up to itself.
    /// Uniform (Fisher and Yates 1938; in this form Durstenfeld 1964).
    FisherYates,
    /// The Fisher–Yates shuffle, from the first position up: each is swapped with one from itself to the last.
    /// Uniform.
    FisherYatesUp,
    /// From the second position up, each is swapped with one from the first to itself. Uniform. It is what the
    /// inside-out algorithm does, which builds a shuffled copy of a list.
    InsideOut,
    /// Each position is swapped with any position. Not uniform: n^n runs cannot be split evenly among n! orders.
    Naive,
    /// Sattolo's algorithm: as Fisher–Yates, but never with itself. Only the (n − 1)! full cycles occur
    /// (Sattolo 1986).
    Sattolo,
    /// As Fisher–Yates, but starts one position too low: the last card never moves.
    LastStays,
    /// As Fisher–Yates, but draws from the second position on: the first card never moves.
    FirstStays,
    /// As Fisher–Yates, but stops one step early: the first two positions are never swapped with each other.
    StopsEarly,
    /// This number of swaps of two positions that are drawn independently; they may be equal.
    Pairs(u32),
    /// As Fisher–Yates, with an index that is a number of this many random bits, from 1 to 31, modulo the bound.
    Modulo(u32),
    /// As Fisher–Yates, but each swap is skipped with this probability.
    Skip(Chance),
}

/// A swap of two positions that are drawn independently and uniformly, each from its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The range of the first position.
    pub first: Range<u32>,
    /// The range of the second position.
    pub second: Range<u32>,
}

/// A step that is one of two, with probabilities in proportion to their weights. One weight may be 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedStep {
    steps: [(u32, Step); 2],
}

impl WeightedStep {
    fn certain(step: Step) -> WeightedStep {
        WeightedStep { steps: [(1, step), (0, Step { first: 0..0, second: 0..0 })] }
    }

    /// Returns the steps of positive weight, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Step)> {
        self.steps.iter().filter(|(weight, _)| *weight > 0).map(|(weight, step)| (*weight, step))
    }

    fn draw<C: Choices + ?Sized>(&self, choices: &mut C) -> &Step {
        let [(first, _), (second, _)] = self.steps;
        let index = match (first, second) {
            (_, 0) => 0,
            (0, _) => 1,
            (first, second) => choices.weighted(&[first, second]),
        };
        &self.steps[index].1
    }
}

impl Transpositions {
    /// Returns the steps for a deck of this number of cards, in order. No range is empty.
    #[inline]
    pub fn steps(self, cards: u32) -> impl Iterator<Item = WeightedStep> {
        let count = match self {
            Self::Naive => cards,
            Self::LastStays | Self::FirstStays | Self::StopsEarly => cards.saturating_sub(2),
            Self::Pairs(times) => times * u32::from(cards > 0),
            _ => cards.saturating_sub(1),
        };
        (0..count).map(move |index| self.step(cards, index))
    }

    /// Returns the step of an index, which is below their number.
    #[inline]
    fn step(self, cards: u32, index: u32) -> WeightedStep {
        let certain = |first: Range<u32>, second| WeightedStep::certain(Step { first, second });
        let swap = |index, second| certain(index..index + 1, second);
        // Not used by pairs, of which there may be more than cards.
        let last = (cards - 1).wrapping_sub(index);
        match self {
            Self::FisherYates | Self::StopsEarly => swap(last, 0..last + 1),
            Self::FisherYatesUp => swap(index, index..cards),
            Self::InsideOut => swap(index + 1, 0..index + 2),
            Self::Naive => swap(index, 0..cards),
            Self::Sattolo => swap(last, 0..last),
            Self::LastStays => swap(last - 1, 0..last),
            Self::FirstStays => swap(last, 1..last + 1),
            Self::Pairs(_) => certain(0..cards, 0..cards),
            Self::Modulo(bits) => modulo(bits, last),
            Self::Skip(chance) => skip(chance, last),
        }
    }
}

/// Returns the step that swaps position `index` with a position drawn as a number of `bits` bits modulo
/// bound = `index` + 1. Of the 2^bits = q·bound + r numbers, q + 1 give each of the first r positions, and q each of the
/// others.
fn modulo(bits: u32, index: u32) -> WeightedStep {
    let (numbers, bound) = (1u32 << bits, index + 1);
    let (quotient, rest) = (numbers / bound, numbers % bound);
    let step = |second| Step { first: index..index + 1, second };
    let more = (rest * (quotient + 1), step(0..rest));
    let fewer = ((bound - rest) * quotient, step(rest..bound));
    WeightedStep { steps: [more, fewer] }
}

/// Returns the step that skips its swap with a probability: it then swaps the position with itself.
fn skip(chance: Chance, index: u32) -> WeightedStep {
    let [skipped, made] = chance.odds();
    let step = |second| Step { first: index..index + 1, second };
    WeightedStep { steps: [(skipped, step(index..index + 1)), (made, step(0..index + 1))] }
}

impl Shuffle for Transpositions {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        for step in self.steps(deck.len() as u32) {
            let step = step.draw(choices);
            let (first, second) = (draw_from(&step.first, choices), draw_from(&step.second, choices));
            deck.swap(first as usize, second as usize);
        }
    }
}

fn draw_from<C: Choices + ?Sized>(range: &Range<u32>, choices: &mut C) -> u32 {
    match range.end - range.start {
        1 => range.start,
        length => range.start + choices.below(length),
    }
}
