use super::square::Square;

/// The draws of Fisher–Yates passes that would have made the deck: a pass is one-to-one from its draws to
/// the orders, so that a fair shuffle of any kind has uniform and independent draws, and a bias of a
/// program's own draws stands out undiluted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Of each pass, a row for each draw: how often which number was drawn.
    passes: [Square; 3],
    /// What lies where, and where it lies, while a pass is undone.
    deck: Vec<u32>,
    places: Vec<u32>,
}

/// A pass of transpositions whose draws are read off.
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

impl Draws {
    pub(super) fn new(cards: usize) -> Draws {
        let empty = Square::new(cards);
        let order: Vec<u32> = (0..cards as u32).collect();
        Draws { passes: [empty.clone(), empty.clone(), empty], deck: order.clone(), places: order }
    }

    /// Counts a deck, given where each card lies too.
    pub(super) fn add(&mut self, deck: &[u32], positions: &[u32]) {
        let cards = deck.len();
        self.begin();
        for last in (1..cards).rev() {
            let draw = self.settle(deck[last], last);
            self.passes[0].count(last as u32, draw);
        }
        self.begin();
        for (first, &card) in deck.iter().enumerate().take(cards.max(1) - 1) {
            let draw = self.settle(card, first) - first as u32;
            self.passes[1].count((cards - 1 - first) as u32, draw);
        }
        // What an inside-out pass does to the deck, the first pass does to the positions.
        self.begin();
        for last in (1..cards).rev() {
            let draw = self.settle(positions[last], last);
            self.passes[2].count(last as u32, draw);
        }
    }

    fn begin(&mut self) {
        for (index, (card, place)) in self.deck.iter_mut().zip(&mut self.places).enumerate() {
            (*card, *place) = (index as u32, index as u32);
        }
    }

    /// Swaps a card to its place for good, and says where it lay.
    #[inline]
    fn settle(&mut self, card: u32, place: usize) -> u32 {
        let (draw, other) = (self.places[card as usize], self.deck[place]);
        self.deck[draw as usize] = other;
        self.places[other as usize] = draw;
        draw
    }

    /// How often a pass drew what: row i the draws among i + 1 numbers, from 0.
    pub fn of(&self, pass: Pass) -> &Square {
        &self.passes[pass as usize]
    }

    pub(super) fn merge(&mut self, other: &Draws) {
        self.passes.iter_mut().zip(&other.passes).for_each(|(pass, other)| pass.merge(other));
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
        let plans = [Transpositions::Down, Transpositions::Up, Transpositions::InsideOut];
        for (seed, cards) in (0..40).flat_map(|seed| [1, 2, 3, 8, 52].map(|cards| (seed, cards))) {
            for (pass, plan) in Pass::ALL.into_iter().zip(plans) {
                let (mut deck, mut noted) = ((0..cards).collect::<Vec<u32>>(), Noted(Vec::new(), seed));
                plan.shuffle(&mut deck, &mut noted);
                let mut draws = Draws::new(cards as usize);
                let positions = Permutation::from_deck(deck.clone()).unwrap();
                draws.add(&deck, positions.images());
                let mut expected = Square::new(cards as usize);
                noted.0.iter().for_each(|&(bound, drawn)| expected.count(bound - 1, drawn));
                assert_eq!(draws.of(pass), &expected, "{pass:?} of {cards}");
            }
        }
    }
}
