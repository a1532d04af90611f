use std::ops::Range;

use crate::shuffle::{Chance, Choices, Shuffle};

/// A pass of random transpositions: position after position, swapped with one drawn from a range.
///
/// Most shuffles of programs are told so, right and wrong ones. Told once as a plan of [`Step`]s, such a
/// shuffle gives its samples here, and its exact law and card × position matrix in
/// [`distribution`](crate::distribution).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transpositions {
    /// From the last position down, each with one from the first up to itself. Uniform (Durstenfeld 1964).
    Down,
    /// From the first position up, each with one from itself to the last. Uniform.
    Up,
    /// From the second position up, each with one from the first to itself. Uniform: what an inside-out
    /// pass does, which builds the shuffled copy of a list.
    InsideOut,
    /// Each position with any. Not uniform: n^n runs cannot fall evenly on n! orders.
    Naive,
    /// As `Down`, never with itself: only the (n − 1)! full cycles (Sattolo 1986).
    Sattolo,
    /// As `Down`, begun one too low: the last card never moves.
    LastStays,
    /// As `Down`, drawn from the second position on: the first card never moves.
    FirstStays,
    /// As `Down`, ended one too high: the first two positions are never swapped with one another.
    StopsEarly,
    /// So many times two positions, drawn independently; they may be the same.
    Pairs(u32),
    /// As `Down`, the index so many random bits modulo the bound; from 1 to 31.
    Modulo(u32),
    /// As `Down`, each swap left out with this chance.
    Skip(Chance),
}

/// Two positions are swapped, drawn independently, each from a range, each as likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the first is drawn from.
    pub first: Range<u32>,
    /// Where the second is drawn from.
    pub second: Range<u32>,
}

/// One of two steps, with chances in proportion to their weights, one of which may be 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    steps: [(u32, Step); 2],
}

impl Mixture {
    fn certain(step: Step) -> Mixture {
        Mixture { steps: [(1, step), (0, Step { first: 0..0, second: 0..0 })] }
    }

    /// The steps that can be, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Step)> {
        self.steps.iter().filter(|(weight, _)| *weight > 0).map(|(weight, step)| (*weight, step))
    }

    fn drawn<C: Choices + ?Sized>(&self, choices: &mut C) -> &Step {
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
    /// The steps for so many cards, in turn. None draws among nothing.
    pub fn steps(self, cards: u32) -> Box<dyn Iterator<Item = Mixture>> {
        let certain = |first: Range<u32>, second| Mixture::certain(Step { first, second });
        let at = move |index, second| certain(index..index + 1, second);
        match self {
            Self::Down => Box::new((1..cards).rev().map(move |i| at(i, 0..i + 1))),
            Self::Up => Box::new((1..cards).map(move |i| at(i - 1, i - 1..cards))),
            Self::InsideOut => Box::new((1..cards).map(move |i| at(i, 0..i + 1))),
            Self::Naive => Box::new((0..cards).map(move |i| at(i, 0..cards))),
            Self::Sattolo => Box::new((1..cards).rev().map(move |i| at(i, 0..i))),
            Self::LastStays => Box::new((1..cards.max(1) - 1).rev().map(move |i| at(i, 0..i + 1))),
            Self::FirstStays => Box::new((2..cards).rev().map(move |i| at(i, 1..i + 1))),
            Self::StopsEarly => Box::new((2..cards).rev().map(move |i| at(i, 0..i + 1))),
            Self::Pairs(times) => {
                let times = if cards == 0 { 0 } else { times };
                Box::new((0..times).map(move |_| certain(0..cards, 0..cards)))
            }
            Self::Modulo(bits) => Box::new((1..cards).rev().map(move |i| modulo(bits, i))),
            Self::Skip(chance) => Box::new((1..cards).rev().map(move |i| skip(chance, i))),
        }
    }
}

/// Of 2^bits = q·bound + r numbers q + 1 fall on each of the first r indices, and q on the others.
fn modulo(bits: u32, index: u32) -> Mixture {
    let (numbers, bound) = (1u32 << bits, index + 1);
    let (quotient, rest) = (numbers / bound, numbers % bound);
    let step = |second| Step { first: index..index + 1, second };
    let more = (rest * (quotient + 1), step(0..rest));
    let fewer = ((bound - rest) * quotient, step(rest..bound));
    Mixture { steps: [more, fewer] }
}

/// A swap that is left out is one of the position with itself.
fn skip(chance: Chance, index: u32) -> Mixture {
    let [skipped, made] = chance.odds();
    let step = |second| Step { first: index..index + 1, second };
    Mixture { steps: [(skipped, step(index..index + 1)), (made, step(0..index + 1))] }
}

impl Shuffle for Transpositions {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        for mixture in self.steps(deck.len() as u32) {
            let step = mixture.drawn(choices);
            let (first, second) = (drawn(&step.first, choices), drawn(&step.second, choices));
            deck.swap(first as usize, second as usize);
        }
    }
}

fn drawn<C: Choices + ?Sized>(range: &Range<u32>, choices: &mut C) -> u32 {
    match range.end - range.start {
        1 => range.start,
        length => range.start + choices.below(length),
    }
}
