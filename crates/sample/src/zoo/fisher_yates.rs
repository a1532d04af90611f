//! The Fisher–Yates shuffle and its relatives: passes of random swaps, correct and flawed.

use std::ops::Range;

use crate::shuffle::{Chance, Choices, Shuffle};

/// A pass of random transpositions: the items at successive positions are swapped with random ones.
///
/// The item at each position in turn is swapped with the item at a position drawn from a range. Fisher–Yates,
/// Sattolo's algorithm, the naive swap and flawed versions of them are all such passes.
///
/// A pass is described once, as a sequence of [`Swap`]s. The shuffled decks here follow from it, and also the
/// exact law and the card × position matrix in `faro::distribution`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Transpositions {
    /// The Fisher–Yates shuffle from the last position down. Uniform.
    ///
    /// Each position is swapped with a position from the first up to itself (Fisher and Yates 1938; in this
    /// form Durstenfeld 1964).
    FisherYates,
    /// The Fisher–Yates shuffle from the first position up. Uniform.
    ///
    /// Each position is swapped with a position from itself to the last.
    FisherYatesUp,
    /// The inside-out shuffle, which builds a shuffled copy of a list. Uniform.
    ///
    /// From the second position up, each position is swapped with a position from the first to itself.
    InsideOut,
    /// Each position is swapped with any position. Not uniform.
    ///
    /// From n = 3 on, the n^n sequences of draws cannot be divided evenly among the n! orders.
    Naive,
    /// Sattolo's algorithm: as Fisher–Yates, but no position is swapped with itself (Sattolo 1986).
    ///
    /// Only the (n − 1)! full cycles occur.
    Sattolo,
    /// As Fisher–Yates, but starts one position too low: the last card never moves.
    LastStays,
    /// As Fisher–Yates, but draws from the second position on: the first card never moves.
    FirstStays,
    /// As Fisher–Yates, but stops one step early, so that the first two cards are not swapped at the end.
    StopsEarly,
    /// The given number of swaps of two positions that are drawn independently and may be equal.
    Pairs(u32),
    /// As Fisher–Yates, with an index that is a random number modulo the bound.
    ///
    /// The random number has the given number of bits, from 1 to 31.
    Modulo(u32),
    /// As Fisher–Yates, but each swap is skipped with the given probability.
    Skip(Chance),
}

/// A swap of two positions that are drawn independently and uniformly, each from its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The range of the first position.
    pub first: Range<u32>,
    /// The range of the second position.
    pub second: Range<u32>,
}

/// Two alternative steps with weights, of which one is drawn.
///
/// The probabilities are in proportion to the weights. One weight may be 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedStep {
    steps: [(u32, Swap); 2],
}

impl WeightedStep {
    fn certain(step: Swap) -> WeightedStep {
        WeightedStep {
            steps: [
                (1, step),
                (
                    0,
                    Swap {
                        first: 0..0,
                        second: 0..0,
                    },
                ),
            ],
        }
    }

    /// Returns the steps of positive weight, with their weights.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Swap)> {
        self.steps
            .iter()
            .filter(|(weight, _)| *weight > 0)
            .map(|(weight, step)| (*weight, step))
    }

    fn draw<C: Choices + ?Sized>(&self, choices: &mut C) -> &Swap {
        let [(first, _), (second, _)] = self.steps;
        let index = match (first, second) {
            (_, 0) => 0,
            (0, _) => 1,
            (first, second) => choices.weighted(&[first, second]),
        };
        &self.steps[index].1
    }
}

/// A pass whose steps are given by three arithmetic progressions. Each progression, `position`, `start` and
/// `bound`, has its first term and its difference. Each step swaps `position` with `start` plus a number
/// drawn below `bound`.
struct SwapPass {
    steps: u32,
    position: (u32, i32),
    start: (u32, i32),
    bound: (u32, i32),
}

/// Returns the term with the given index of an arithmetic progression.
fn term((first, difference): (u32, i32), index: u32) -> u32 {
    first.wrapping_add_signed((index as i32).wrapping_mul(difference))
}

/// The number of draws that are made at once.
const TOGETHER: usize = 64;

impl SwapPass {
    fn step(&self, index: u32) -> Swap {
        let [first, start, bound] =
            [self.position, self.start, self.bound].map(|value| term(value, index));
        Swap {
            first: first..first + 1,
            second: start..start + bound,
        }
    }

    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        for begin in (0..self.steps).step_by(TOGETHER) {
            let mut numbers = [0; TOGETHER];
            let numbers = &mut numbers[..TOGETHER.min((self.steps - begin) as usize)];
            // A bound of 1 needs no draw. Bounds are 1 only at the last step, or at all steps of a deck of
            // one card.
            let last = term(self.bound, begin + numbers.len() as u32 - 1);
            let certain = usize::from(last == 1);
            let drawn = numbers.len() - certain;
            choices.below_each(term(self.bound, begin), self.bound.1, &mut numbers[..drawn]);
            if self.start != (0, 0) {
                let starts = (begin..).map(|index| term(self.start, index));
                numbers
                    .iter_mut()
                    .zip(starts)
                    .for_each(|(number, start)| *number += start);
            }
            for (&number, index) in numbers.iter().zip(begin..) {
                deck.swap(term(self.position, index) as usize, number as usize);
            }
        }
    }
}

impl Transpositions {
    /// Returns the pass for a deck of `cards` cards, or `None` if arithmetic progressions cannot describe it.
    fn pass(self, cards: u32) -> Option<SwapPass> {
        let (last, fewer) = (cards.saturating_sub(1), cards.saturating_sub(2));
        let pass = |steps, position, start, bound| {
            Some(SwapPass {
                steps,
                position,
                start,
                bound,
            })
        };
        match self {
            Self::FisherYates => pass(last, (last, -1), (0, 0), (cards, -1)),
            Self::FisherYatesUp => pass(last, (0, 1), (0, 1), (cards, -1)),
            Self::InsideOut => pass(last, (1, 1), (0, 0), (2, 1)),
            Self::Naive => pass(cards, (0, 1), (0, 0), (cards, 0)),
            Self::Sattolo => pass(last, (last, -1), (0, 0), (last, -1)),
            Self::LastStays => pass(fewer, (fewer, -1), (0, 0), (last, -1)),
            Self::FirstStays => pass(fewer, (last, -1), (1, 0), (last, -1)),
            Self::StopsEarly => pass(fewer, (last, -1), (0, 0), (cards, -1)),
            Self::Pairs(_) | Self::Modulo(_) | Self::Skip(_) => None,
        }
    }

    /// Returns the steps for a deck of `cards` cards, in order. No range is empty.
    #[inline]
    pub fn steps(self, cards: u32) -> impl Iterator<Item = WeightedStep> {
        let pass = self.pass(cards);
        let count = match (self, &pass) {
            (Self::Pairs(times), _) => times * u32::from(cards > 0),
            (_, pass) => pass
                .as_ref()
                .map_or(cards.saturating_sub(1), |pass| pass.steps),
        };
        (0..count).map(move |index| match (self, &pass) {
            (_, Some(pass)) => WeightedStep::certain(pass.step(index)),
            (Self::Modulo(bits), _) => modulo(bits, cards - 1 - index),
            (Self::Skip(chance), _) => skip(chance, cards - 1 - index),
            _ => WeightedStep::certain(Swap {
                first: 0..cards,
                second: 0..cards,
            }),
        })
    }
}

/// Returns the step that swaps position `index` with a random number of `bits` bits modulo `index` + 1. Let
/// 2^`bits` = q·(`index` + 1) + r. Then q + 1 numbers give each of the first r positions, and q numbers each
/// other position.
fn modulo(bits: u32, index: u32) -> WeightedStep {
    let (numbers, bound) = (1u32 << bits, index + 1);
    let (quotient, rest) = (numbers / bound, numbers % bound);
    let step = |second| Swap {
        first: index..index + 1,
        second,
    };
    let more = (rest * (quotient + 1), step(0..rest));
    let fewer = ((bound - rest) * quotient, step(rest..bound));
    WeightedStep {
        steps: [more, fewer],
    }
}

/// Returns the step that skips its swap with probability `chance`: it then swaps the position with itself.
fn skip(chance: Chance, index: u32) -> WeightedStep {
    let [skipped, made] = chance.odds();
    let step = |second| Swap {
        first: index..index + 1,
        second,
    };
    WeightedStep {
        steps: [
            (skipped, step(index..index + 1)),
            (made, step(0..index + 1)),
        ],
    }
}

impl Shuffle for Transpositions {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let cards = deck.len() as u32;
        match (self, self.pass(cards)) {
            (_, Some(pass)) => return pass.shuffle(deck, choices),
            (Self::Pairs(times), _) if cards > 1 => return swap_pairs(*times, deck, choices),
            _ => (),
        }
        for step in self.steps(cards) {
            let step = step.draw(choices);
            let (first, second) = (
                draw_from(&step.first, choices),
                draw_from(&step.second, choices),
            );
            deck.swap(first as usize, second as usize);
        }
    }
}

/// Swaps `times` pairs of random positions.
fn swap_pairs<C: Choices + ?Sized>(times: u32, deck: &mut [u32], choices: &mut C) {
    let mut left = 2 * times as usize;
    while left > 0 {
        let mut positions = [0; TOGETHER];
        let positions = &mut positions[..left.min(TOGETHER)];
        choices.below_each(deck.len() as u32, 0, positions);
        for pair in positions.as_chunks::<2>().0 {
            deck.swap(pair[0] as usize, pair[1] as usize);
        }
        left -= positions.len();
    }
}

fn draw_from<C: Choices + ?Sized>(range: &Range<u32>, choices: &mut C) -> u32 {
    match range.end - range.start {
        1 => range.start,
        length => range.start + choices.below(length),
    }
}

/// Sorts the cards by random keys that are all different.
///
/// The rank of each new key among the keys before it is uniform and independent of their order (Rényi 1962),
/// so the card is inserted at a uniform rank.
pub fn sort_keys<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    for card in 1..deck.len() {
        let place = choices.below(card as u32 + 1) as usize;
        deck[place..=card].rotate_right(1);
    }
}

/// Gives each position in turn a random card, drawn again until the card is unused.
///
/// This is a uniform choice of the unused cards.
pub fn rejection<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let mut unused = deck.to_vec();
    for place in deck.iter_mut() {
        *place = unused.remove(any_index(unused.len(), choices));
    }
}

/// Puts each card in turn at a random position, drawn again until the position is free.
///
/// This is a uniform choice of the free positions.
pub fn insertion<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    let cards = deck.to_vec();
    let mut free: Vec<usize> = (0..cards.len()).collect();
    for card in cards {
        deck[free.remove(any_index(free.len(), choices))] = card;
    }
}

fn any_index<C: Choices + ?Sized>(bound: usize, choices: &mut C) -> usize {
    if bound == 1 {
        0
    } else {
        choices.below(bound as u32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{Generator, Seed};

    /// Draws each step separately.
    fn step_by_step(plan: Transpositions, deck: &mut [u32], choices: &mut Generator) {
        for step in plan.steps(deck.len() as u32) {
            let step = step.draw(choices);
            let (first, second) = (
                draw_from(&step.first, choices),
                draw_from(&step.second, choices),
            );
            deck.swap(first as usize, second as usize);
        }
    }

    #[test]
    fn passes_are_their_steps() {
        use Transpositions::*;
        let chance = "0.3".parse().unwrap();
        let plans = [
            FisherYates,
            FisherYatesUp,
            InsideOut,
            Naive,
            Sattolo,
            LastStays,
            FirstStays,
            StopsEarly,
        ];
        for plan in
            plans
                .into_iter()
                .chain([Pairs(0), Pairs(1), Pairs(100), Modulo(9), Skip(chance)])
        {
            for cards in (0..10).chain([52, 64, 65, 66, 128, 129, 300]) {
                let mut generators = [0; 2].map(|_| Generator::unit(&Seed::from(5), cards.into()));
                let mut decks = [0; 2].map(|_| (0..cards).collect::<Vec<u32>>());
                plan.shuffle(&mut decks[0], &mut generators[0]);
                step_by_step(plan, &mut decks[1], &mut generators[1]);
                assert_eq!(decks[0], decks[1], "{plan:?} of {cards} cards");
                let [one, other] = generators.map(|mut generator| generator.below(1 << 31));
                assert_eq!(one, other, "{plan:?} of {cards} cards draws as often");
            }
        }
    }
}
