use super::limits::MAX_CARDS;
use super::pair_counts::PairCounts;

/// The draws of the Fisher–Yates passes that make the decks. A pass maps its draws one-to-one to the orders, so that
/// any fair shuffle has uniform and independent draws, and the bias of a program's own draws is fully visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    /// For each pass, the counts of the numbers drawn, a row for each draw.
    passes: [PairCounts; 3],
    new_deck: Undone,
}

/// A Fisher–Yates pass whose draws are computed from the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// From the last position down, each with one up to itself.
    Down,
    /// From the first position up, each with one from itself on.
    Up,
    /// From the first position up, each with one up to itself.
    InsideOut,
}

impl Pass {
    /// All of them.
    pub const ALL: [Pass; 3] = [Pass::Down, Pass::Up, Pass::InsideOut];
}

/// Masked indices need no bounds check.
const MASK: usize = MAX_CARDS - 1;

/// A deck whose pass is being undone, and the positions of its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Undone {
    deck: [u16; MAX_CARDS],
    places: [u16; MAX_CARDS],
}

impl Undone {
    fn new() -> Undone {
        let order = std::array::from_fn(|index| index as u16);
        Undone { deck: order, places: order }
    }

    /// Starts again from the new deck.
    fn begin(&mut self, new_deck: &Undone, cards: usize) {
        self.deck[..cards].copy_from_slice(&new_deck.deck[..cards]);
        self.places[..cards].copy_from_slice(&new_deck.places[..cards]);
    }

    /// Swaps a card to its final position, and returns its position before.
    #[inline(always)]
    fn settle(&mut self, card: u32, place: usize) -> u32 {
        let draw = self.places[card as usize & MASK];
        let other = self.deck[place & MASK];
        self.deck[usize::from(draw) & MASK] = other;
        self.places[usize::from(other) & MASK] = draw;
        draw.into()
    }
}

impl Draws {
    pub(super) fn new(cards: usize) -> Draws {
        Draws { passes: [(); 3].map(|()| PairCounts::new(cards)), new_deck: Undone::new() }
    }

    /// Counts decks, given the positions of their cards too.
    pub(super) fn add(&mut self, decks: &[u32], positions: &[u32], cards: usize) {
        let mut undone = [self.new_deck; 3];
        for (deck, positions) in decks.chunks_exact(cards).zip(positions.chunks_exact(cards)) {
            undone.iter_mut().for_each(|pass| pass.begin(&self.new_deck, cards));
            undo(deck, positions, &mut undone, |last, draws| {
                self.passes.iter_mut().zip(draws).for_each(|(pass, draw)| pass.count(last, draw));
            });
        }
    }

    pub(super) fn cards(&self) -> usize {
        self.passes[0].side()
    }

    pub(super) fn passes_mut(&mut self) -> [&mut [u64]; 3] {
        self.passes.each_mut().map(|pass| pass.counts.as_mut_slice())
    }

    /// Returns the draws of a pass: row i counts the draws among i + 1 numbers, from 0.
    pub fn of(&self, pass: Pass) -> &PairCounts {
        &self.passes[pass as usize]
    }
}

/// Passes on the draws of each pass with the largest number that could be drawn, from the last card down. The three
/// passes are interleaved, so that the processor overlaps them.
#[inline(always)]
fn undo(
    deck: &[u32],
    positions: &[u32],
    [down, up, inside_out]: &mut [Undone; 3],
    mut each: impl FnMut(u32, [u32; 3]),
) {
    let from_below = deck.iter().zip(positions).rev().zip((1..deck.len()).rev());
    for ((first, &from_top), ((&card, &position), last)) in deck.iter().enumerate().zip(from_below) {
        let up = up.settle(from_top, first) - first as u32;
        // What an inside-out pass does to the deck, the first pass does to the positions.
        each(last as u32, [down.settle(card, last), up, inside_out.settle(position, last)]);
    }
}

/// The decks whose draws are compared with those of the deck before: a diagnosis needs no more.
const SERIAL_DECKS: u64 = 1 << 13;

/// The differences of the draws of successive decks, modulo the number of choices. If a generator is seeded anew for
/// each deck with successive numbers, they are often the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialDraws {
    passes: [PairCounts; 3],
    before: Vec<[u32; 3]>,
    new_deck: Undone,
    decks: u64,
}

impl SerialDraws {
    pub(super) fn new(cards: usize) -> SerialDraws {
        let passes = [(); 3].map(|()| PairCounts::new(cards));
        SerialDraws { passes, before: vec![[0; 3]; cards], new_deck: Undone::new(), decks: 0 }
    }

    pub(super) fn add(&mut self, decks: &[u32], positions: &[u32], cards: usize) {
        let mut undone = [self.new_deck; 3];
        for (deck, positions) in decks.chunks_exact(cards).zip(positions.chunks_exact(cards)) {
            if self.decks == SERIAL_DECKS {
                return;
            }
            undone.iter_mut().for_each(|pass| pass.begin(&self.new_deck, cards));
            undo(deck, positions, &mut undone, |last, draws| {
                let before = std::mem::replace(&mut self.before[last as usize], draws);
                for ((pass, draw), before) in self.passes.iter_mut().zip(draws).zip(before) {
                    let difference = (draw + last + 1 - before) % (last + 1);
                    if self.decks > 0 {
                        pass.count(last, difference);
                    }
                }
            });
            self.decks += 1;
        }
    }

    /// Returns the differences of a pass: row i counts those modulo i + 1.
    pub fn of(&self, pass: Pass) -> &PairCounts {
        &self.passes[pass as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;
    use crate::shuffle::{Choices, Shuffle};
    use crate::zoo::Transpositions;

    /// Notes what was drawn.
    struct Noted(Vec<(u32, u32)>, u32);

    impl Choices for Noted {
        fn below(&mut self, bound: u32) -> u32 {
            self.1 = self.1.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let drawn = (self.1 >> 8) % bound;
            self.0.push((bound, drawn));
            drawn
        }
    }

    /// Read off are the draws that the zoo's own passes made.
    #[test]
    fn draws_are_those_that_were_drawn() {
        let plans = [Transpositions::FisherYates, Transpositions::FisherYatesUp, Transpositions::InsideOut];
        for (seed, cards) in (0..40).flat_map(|seed| [1, 2, 3, 8, 52].map(|cards| (seed, cards))) {
            for (pass, plan) in Pass::ALL.into_iter().zip(plans) {
                let (mut deck, mut noted) = ((0..cards).collect::<Vec<u32>>(), Noted(Vec::new(), seed));
                plan.shuffle(&mut deck, &mut noted);
                let mut draws = Draws::new(cards as usize);
                let positions = Permutation::from_deck(deck.clone()).unwrap();
                draws.add(&deck, positions.images(), cards as usize);
                let mut expected = PairCounts::new(cards as usize);
                noted.0.iter().for_each(|&(bound, drawn)| expected.count(bound - 1, drawn));
                assert_eq!(draws.of(pass), &expected, "{pass:?} of {cards}");
            }
        }
    }
}
