//! A right shuffle by a good generator that knows too little. What is random is the seed alone: the law is
//! over all seeds, each as likely. Which orders come is a matter of the generator; that no more orders come
//! than there are seeds is not.

use super::Transpositions;
use crate::shuffle::{Choices, Generator, Seed, Shuffle};

/// A stream that no unit of work draws from.
const STREAM: u64 = u64::MAX;

/// Seeded with so many bits, anew for each deck.
pub fn state<C: Choices + ?Sized>(bits: u32, deck: &mut [u32], choices: &mut C) {
    seeded(choices.below(1 << bits), deck);
}

/// Seeded with the same number for each deck: always the same order.
pub fn reused(deck: &mut [u32]) {
    seeded(0, deck);
}

/// The shuffle of [`Scheme::State`](super::Scheme::State), when this is the seed that was drawn.
///
/// ```
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// faro::zoo::seeded(24, &mut deck);
/// assert!(faro::zoo::SeededDraws::of(&deck).fit(24));
/// ```
pub fn seeded(seed: u32, deck: &mut [u32]) {
    Transpositions::Down.shuffle(deck, &mut generator(seed));
}

fn generator(seed: u32) -> Generator {
    Generator::unit(&Seed::from(u64::from(seed)), STREAM)
}

/// What [`seeded`] must have drawn to make a deck of a new one: a draw for each card but the first, from
/// the bottom up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeededDraws {
    /// Each with its bound.
    draws: Vec<[u32; 2]>,
}

impl SeededDraws {
    /// Of a deck of cards named by where they started. O(n).
    ///
    /// # Panics
    ///
    /// If the deck is no permutation of 0 to n − 1.
    pub fn of(deck: &[u32]) -> SeededDraws {
        let mut lying: Vec<u32> = (0..deck.len() as u32).collect();
        let mut places = lying.clone();
        let mut draws = Vec::new();
        for last in (1..deck.len()).rev() {
            // The card that belongs there must be drawn from where it now lies, and the other goes there.
            let place = places[deck[last] as usize];
            assert!(place as usize <= last, "each card once");
            draws.push([last as u32 + 1, place]);
            lying.swap(place as usize, last);
            places[lying[place as usize] as usize] = place;
        }
        SeededDraws { draws }
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)] // of a deck of one card there are none, and nobody asks
    pub fn len(&self) -> usize {
        self.draws.len()
    }

    /// How many of them this seed draws, until one is another.
    pub fn matched(&self, seed: u32) -> usize {
        let mut generator = generator(seed);
        self.draws.iter().take_while(|[bound, drawn]| generator.below(*bound) == *drawn).count()
    }

    /// Whether the seed makes the deck.
    pub fn fit(&self, seed: u32) -> bool {
        self.matched(seed) == self.draws.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws fit as far as the decks of two seeds agree from the bottom.
    #[test]
    fn draws_against_decks() {
        let deck = |seed| {
            let mut deck = [0, 1, 2, 3, 4];
            seeded(seed, &mut deck);
            deck
        };
        let mut whole = 0;
        for (one, other) in (0..60).flat_map(|one| (0..60).map(move |other| (one, other))) {
            let (one, other) = (deck(one), (other, deck(other)));
            let agree =
                one.iter().rev().zip(other.1.iter().rev()).take_while(|(one, other)| one == other).count();
            assert_eq!(SeededDraws::of(&one).matched(other.0), agree.min(4));
            whole += usize::from(agree == 5);
        }
        assert!(whole > 60, "some seeds make the same deck");
    }
}
