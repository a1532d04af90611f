//! Counts the random numbers with which a Fisher–Yates shuffle would have made each deck.
//!
//! If a program shuffles by Fisher and Yates, these are its own random numbers, so that a bias of the numbers is
//! directly visible.

use super::pair_counts::PairCounts;
use crate::limits::MAX_CARDS;

/// The draws of the Fisher–Yates passes that produce the decks.
///
/// A pass maps its draws one-to-one to the orders. So any fair shuffle has uniform and independent draws, and the bias
/// of a program's own draws is fully visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    /// For each pass, a table with a row for each draw: the counts of the drawn numbers.
    passes: [PairCounts; 3],
}

/// A Fisher–Yates pass whose draws are computed from the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Swaps each position, from the last down, with a random position up to itself.
    Down,
    /// Swaps each position, from the first up, with a random position from itself on.
    Up,
    /// Swaps each position, from the first up, with a random position up to itself.
    InsideOut,
}

impl Pass {
    /// All passes.
    pub const ALL: [Pass; 3] = [Pass::Down, Pass::Up, Pass::InsideOut];
}

/// Maximum number of cards for which draws are counted one by one. The tables then stay in the nearest caches.
const MAX_DIRECT_CARDS: usize = 64;

/// Marks index 0 of a list of draws. The choice from one number is no draw, and is not counted.
const NO_DRAW: u16 = u16::MAX;

/// Mask for indices below [`MAX_CARDS`], which saves the bounds check.
const MASK: usize = MAX_CARDS - 1;

/// The state of undoing a pass: a partly sorted deck, and the positions of its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Undone {
    deck: [u16; MAX_CARDS],
    places: [u16; MAX_CARDS],
}

impl Undone {
    fn new() -> Undone {
        let order = std::array::from_fn(|index| index as u16);
        Undone {
            deck: order,
            places: order,
        }
    }

    /// Resets the deck to the new deck.
    fn begin(&mut self, new_deck: &Undone, cards: usize) {
        self.deck[..cards].copy_from_slice(&new_deck.deck[..cards]);
        self.places[..cards].copy_from_slice(&new_deck.places[..cards]);
    }

    /// Swaps a card to its final position, and returns its previous position.
    #[inline(always)]
    fn swap_to_place(&mut self, card: u32, place: usize) -> u16 {
        let draw = self.places[card as usize & MASK];
        let other = self.deck[place & MASK];
        self.deck[usize::from(draw) & MASK] = other;
        self.places[usize::from(other) & MASK] = draw;
        draw
    }
}

impl Draws {
    pub(super) fn new(cards: usize) -> Draws {
        Draws {
            passes: [(); 3].map(|()| PairCounts::new(cards)),
        }
    }

    /// Counts the draws of decks. `positions` has the position of each card in each deck.
    pub(super) fn add(&mut self, decks: &[u32], positions: &[u32], cards: usize) {
        if cards <= MAX_DIRECT_CARDS {
            return undo_all(decks, positions, cards, |_, last, draws| {
                self.passes
                    .iter_mut()
                    .zip(draws)
                    .for_each(|(pass, draw)| pass.count(last as u32, draw.into()));
            });
        }
        let lists = draw_lists(decks, positions, cards);
        self.passes
            .iter_mut()
            .zip(&lists)
            .for_each(|(pass, lists)| pass.count_lists(lists));
    }

    pub(super) fn passes_mut(&mut self) -> [&mut [u64]; 3] {
        self.passes
            .each_mut()
            .map(|pass| pass.counts.as_mut_slice())
    }

    /// Returns the draws of `pass`: row i has the counts of the draws among i + 1 numbers, from 0.
    pub fn of(&self, pass: Pass) -> &PairCounts {
        &self.passes[pass as usize]
    }
}

/// Undoes the three passes of each deck, and calls `each` with every draw.
///
/// The arguments of `each` are the index of the deck, the largest number that could be drawn, and the draw of
/// each pass, from the last card down. The three passes are interleaved, so that the processor overlaps them.
#[inline(always)]
fn undo_all(
    decks: &[u32],
    positions: &[u32],
    cards: usize,
    mut each: impl FnMut(usize, usize, [u16; 3]),
) {
    let new_deck = Undone::new();
    let mut undone = [new_deck; 3];
    let decks = decks.chunks_exact(cards).zip(positions.chunks_exact(cards));
    for (index, (deck, positions)) in decks.enumerate() {
        undone
            .iter_mut()
            .for_each(|pass| pass.begin(&new_deck, cards));
        let [down, up, inside_out] = &mut undone;
        let from_below = deck.iter().zip(positions).rev().zip((1..cards).rev());
        for ((first, &from_top), ((&card, &position), last)) in
            deck.iter().enumerate().zip(from_below)
        {
            let up = up.swap_to_place(from_top, first) - first as u16;
            // The inside-out pass is undone on the positions of the cards exactly as the downward pass is on the
            // deck.
            each(
                index,
                last,
                [
                    down.swap_to_place(card, last),
                    up,
                    inside_out.swap_to_place(position, last),
                ],
            );
        }
    }
}

/// Undoes the passes for each deck. For each pass, index i of a deck's list has its draw among i + 1 numbers.
fn draw_lists(decks: &[u32], positions: &[u32], cards: usize) -> [Vec<u16>; 3] {
    let mut lists = [(); 3].map(|()| vec![NO_DRAW; decks.len()]);
    undo_all(decks, positions, cards, |deck, last, draws| {
        lists
            .iter_mut()
            .zip(draws)
            .for_each(|(list, draw)| list[deck * cards + last] = draw);
    });
    lists
}

/// Number of decks whose draws are compared with the draws of the previous deck. A diagnosis needs no more.
const SERIAL_DECKS: usize = 1 << 13;

/// The differences of the draws of successive decks, modulo the number of choices.
///
/// If a generator is seeded for each deck with successive numbers, these differences are often equal. If one
/// generator makes all decks and its low bits repeat, differences of low bits are often equal, within a deck
/// too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialDraws {
    passes: [PairCounts; 3],
    /// For each pass, a row of counts for each b: the draw among 2b numbers minus the draw among b numbers of the
    /// same deck, modulo b.
    within: [PairCounts; 3],
    before: Vec<[u16; 3]>,
    decks: usize,
}

impl SerialDraws {
    pub(super) fn new(cards: usize) -> SerialDraws {
        let [passes, within] = [(); 2].map(|()| [(); 3].map(|()| PairCounts::new(cards)));
        SerialDraws {
            passes,
            within,
            before: vec![[0; 3]; cards],
            decks: 0,
        }
    }

    pub(super) fn add(&mut self, decks: &[u32], positions: &[u32], cards: usize) {
        let counted = (SERIAL_DECKS - self.decks).min(decks.len() / cards);
        let is_first = self.decks == 0;
        undo_all(
            &decks[..counted * cards],
            positions,
            cards,
            |deck, last, draws| {
                let before = std::mem::replace(&mut self.before[last], draws);
                let choices = last as u32 + 1;
                // The draw among twice the number of choices was stored before this one, from the same deck.
                if let Some(twice) = self.before.get(2 * last + 1) {
                    for ((pass, draw), twice) in self.within.iter_mut().zip(draws).zip(twice) {
                        pass.count(
                            last as u32,
                            (u32::from(*twice) + choices - u32::from(draw)) % choices,
                        );
                    }
                }
                if is_first && deck == 0 {
                    return;
                }
                for ((pass, draw), before) in self.passes.iter_mut().zip(draws).zip(before) {
                    pass.count(
                        last as u32,
                        (u32::from(draw) + choices - u32::from(before)) % choices,
                    );
                }
            },
        );
        self.decks += counted;
    }

    /// Returns the differences of `pass`: row i has the counts of the differences modulo i + 1.
    pub fn of(&self, pass: Pass) -> &PairCounts {
        &self.passes[pass as usize]
    }

    /// Returns the differences of the draws among 2i + 2 and among i + 1 numbers within one deck. Row i has the counts
    /// of the differences modulo i + 1.
    pub fn within(&self, pass: Pass) -> &PairCounts {
        &self.within[pass as usize]
    }
}

/// Counts of rising sequences around the deck. These counts distinguish riffles with a cut from riffles without.
///
/// Follow the cards in their starting order, cyclically: c is the number of times that the next card is higher up in
/// the deck. The deck has c rising sequences if the first card is above the last, and c + 1 if not. A cut changes
/// neither c nor the cyclic distance from the first card to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// For each number c of rising sequences around the deck, the number of decks whose first card is above the
    /// last.
    above: Vec<u64>,
    /// For each c (row), the counts of three numbers: the position of the first card, the position of the
    /// last card, and the cyclic distance between them.
    first: PairCounts,
    last: PairCounts,
    gaps: PairCounts,
}

impl Circle {
    pub(super) fn new(cards: usize) -> Circle {
        // Three new tables instead of clones: a new table of zeros takes memory only where something is counted.
        let [first, last, gaps] = [(); 3].map(|()| PairCounts::new(cards));
        Circle {
            above: vec![0; cards],
            first,
            last,
            gaps,
        }
    }

    /// Counts decks, given the positions of their cards.
    pub(super) fn add(&mut self, positions: &[u32], cards: usize) {
        for places in positions.chunks_exact(cards) {
            let (first, last) = (places[0], places[cards - 1]);
            let back: u32 = places
                .windows(2)
                .map(|pair| u32::from(pair[0] > pair[1]))
                .sum();
            let above = u32::from(first < last);
            let around = back + above;
            self.above[around as usize] += u64::from(above);
            self.first.count(around, first);
            self.last.count(around, last);
            self.gaps
                .count(around, (last + cards as u32 - first) % cards as u32);
        }
    }

    /// Returns the tables of counts.
    pub(super) fn counts(&mut self) -> [&mut [u64]; 4] {
        [
            &mut self.above,
            &mut self.first.counts,
            &mut self.last.counts,
            &mut self.gaps.counts,
        ]
    }

    /// Returns, for each number c of rising sequences around the deck, two numbers of decks.
    ///
    /// They are those with the first card of the starting order above the last one, and those with it below.
    pub fn sides(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..self.above.len()).map(|around| {
            (
                self.above[around],
                self.all(around).saturating_sub(self.above[around]),
            )
        })
    }

    fn all(&self, around: usize) -> u64 {
        self.gaps.row(around).iter().sum()
    }

    /// Updates the numbers of [`sides`](Self::sides) for decks that are cut by one card more than `cut`.
    pub fn sides_cut(&self, cut: usize, sides: &mut [(u64, u64)]) {
        // One card more moves the top card to the bottom, below all others.
        for (around, (above, below)) in sides.iter_mut().enumerate() {
            let (falls, rises) = (self.first.at(around, cut), self.last.at(around, cut));
            (*above, *below) = (
                (*above + rises).saturating_sub(falls),
                (*below + falls).saturating_sub(rises),
            );
        }
    }

    /// Returns, for each c (row), the counts of the cyclic distance from the first card to the last.
    ///
    /// c is the number of rising sequences around the deck.
    pub fn gaps(&self) -> &PairCounts {
        &self.gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;
    use faro_sample::shuffle::{Choices, Shuffle};
    use faro_sample::zoo::Transpositions;

    /// Records the draws.
    struct Noted(Vec<(u32, u32)>, u32);

    impl Choices for Noted {
        fn below(&mut self, bound: u32) -> u32 {
            self.1 = self.1.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let drawn = (self.1 >> 8) % bound;
            self.0.push((bound, drawn));
            drawn
        }
    }

    /// The computed draws, and their differences from deck to deck, are the draws that the library's own passes made.
    #[test]
    fn draws_are_those_that_were_drawn() {
        let plans = [
            Transpositions::FisherYates,
            Transpositions::FisherYatesUp,
            Transpositions::InsideOut,
        ];
        for (seed, cards) in
            (0..20).flat_map(|seed| [1, 2, 3, 8, 52, 65, 200].map(|cards| (seed, cards)))
        {
            for (pass, plan) in Pass::ALL.into_iter().zip(plans) {
                let side = cards as usize;
                let (mut decks, mut noted) = (Vec::new(), Noted(Vec::new(), seed));
                for _ in 0..3 {
                    let mut deck: Vec<u32> = (0..cards).collect();
                    plan.shuffle(&mut deck, &mut noted);
                    decks.push(deck);
                }
                let (mut draws, mut serial) = (Draws::new(side), SerialDraws::new(side));
                for decks in decks.chunks(2).map(<[_]>::concat) {
                    let position = |deck: &[u32]| {
                        Permutation::from_deck(deck.to_vec())
                            .unwrap()
                            .images()
                            .to_vec()
                    };
                    let positions: Vec<u32> = decks.chunks(side).flat_map(position).collect();
                    draws.add(&decks, &positions, side);
                    serial.add(&decks, &positions, side);
                }
                let [mut expected, mut differences, mut within] =
                    [(); 3].map(|()| PairCounts::new(side));
                let of_deck = noted.0.len() / 3;
                for (index, &(bound, drawn)) in noted.0.iter().enumerate() {
                    expected.count(bound - 1, drawn);
                    if let Some(before) = index.checked_sub(of_deck) {
                        differences.count(bound - 1, (bound + drawn - noted.0[before].1) % bound);
                    }
                    let deck = &noted.0[index / of_deck * of_deck..][..of_deck];
                    if let Some((_, twice)) = deck.iter().find(|(other, _)| *other == 2 * bound) {
                        within.count(bound - 1, (bound + twice - drawn) % bound);
                    }
                }
                assert_eq!(draws.of(pass), &expected, "{pass:?} of {cards}");
                assert_eq!(
                    serial.of(pass),
                    &differences,
                    "differences of {pass:?} of {cards}"
                );
                assert_eq!(
                    serial.within(pass),
                    &within,
                    "differences within a deck, {pass:?} of {cards}"
                );
            }
        }
    }
}

#[cfg(test)]
mod circle_tests {
    use super::*;
    use faro_permutation::Permutation;

    fn positions(deck: &[u32]) -> Vec<u32> {
        Permutation::from_deck(deck.to_vec())
            .unwrap()
            .images()
            .to_vec()
    }

    fn rising_sequences(deck: &[u32]) -> usize {
        let places = positions(deck);
        1 + places.windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    /// Computes the rising sequences of each cut of each deck of up to five cards from the counts.
    #[test]
    fn rising_sequences_of_all_cuts() {
        for cards in 2..=5 {
            let orders: u32 = (1..=cards as u32).product();
            for mut deck in
                (0..orders).map(|rank| Permutation::unrank(cards, rank).unwrap().to_deck())
            {
                let mut circle = Circle::new(cards);
                circle.add(&positions(&deck), cards);
                let mut sides: Vec<(u64, u64)> = circle.sides().collect();
                let mut above_of_all = 0;
                for cut in 0..cards {
                    let around = sides
                        .iter()
                        .position(|&(above, below)| above + below > 0)
                        .unwrap();
                    let (above, below) = sides[around];
                    assert_eq!(
                        around as u64 + below,
                        rising_sequences(&deck) as u64,
                        "{deck:?}"
                    );
                    above_of_all += above;
                    circle.sides_cut(cut, &mut sides);
                    deck.rotate_left(1);
                }
                let gap = circle
                    .gaps()
                    .counts()
                    .iter()
                    .position(|&count| count > 0)
                    .unwrap()
                    % cards;
                assert_eq!(above_of_all as usize, cards - gap, "{deck:?}");
            }
        }
    }
}
