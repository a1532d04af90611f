//! Loops over positions that swap or move cards.

use super::moves::put;
use super::numbers::Numbers;
use crate::shuffle::{Choices, Generator};

/// A loop over positions, which draws another position for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The positions, in the order of the loop.
    pub places: Vec<u32>,
    /// The positions that can be drawn.
    pub range: DrawRange,
    /// The method that draws a position from the range.
    pub numbers: Numbers,
    /// The action on the loop's position and the drawn position.
    pub action: Action,
}

/// The range of positions from which a loop draws, which may depend on the loop's own position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRange {
    /// All positions.
    All,
    /// All positions but the last one.
    NotLast,
    /// All positions but the first one.
    NotFirst,
    /// All positions from the first one up to the position of the loop.
    UpTo,
    /// All positions from the position of the loop to the last one.
    From,
    /// The first n − i positions, where i is the position of the loop.
    Left,
    /// All positions before the position of the loop. If there is none, the position of the loop itself.
    Before,
    /// All positions after the position of the loop. If there is none, the position of the loop itself.
    After,
    /// All positions from the first one up to the one after the position of the loop.
    UpToNext,
    /// All positions from the one before the position of the loop to the last one.
    FromPrevious,
    /// All positions of the first half of the deck, excluding a middle position.
    FirstHalf,
    /// All positions of the second half of the deck, including a middle position.
    SecondHalf,
}

/// What a loop does with its position and the drawn position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Swaps the cards at the two positions.
    Swap,
    /// Swaps the cards at the two positions, and also the cards at the same distances from the bottom.
    SwapMirrored,
    /// Swaps the cards at the two positions. Each random number is used for the given number of successive positions: a
    /// fraction that is scaled, or for [`Numbers::Modulo`] a number modulo the bound.
    SwapSame(usize),
    /// Takes the card at the loop's position out and inserts it at the drawn position.
    Insert,
    /// Takes the card at the drawn position out and inserts it at the loop's position.
    Take,
}

impl DrawRange {
    /// Returns the first position of the range, and the number of its positions.
    fn of(self, place: u32, n: u32) -> (u32, u32) {
        match self {
            DrawRange::All => (0, n),
            DrawRange::NotLast => (0, n - 1),
            DrawRange::NotFirst => (1, n - 1),
            DrawRange::UpTo => (0, place + 1),
            DrawRange::From => (place, n - place),
            DrawRange::Left => (0, n - place),
            DrawRange::Before => (0, place.max(1)),
            DrawRange::After => ((place + 1).min(n - 1), (n - place - 1).max(1)),
            DrawRange::UpToNext => (0, (place + 2).min(n)),
            DrawRange::FromPrevious => (place.saturating_sub(1), n - place.saturating_sub(1)),
            DrawRange::FirstHalf => (0, (n / 2).max(1)),
            DrawRange::SecondHalf => (n / 2, n - n / 2),
        }
    }
}

/// Number of equally likely random fractions in a loop that uses each fraction for several positions.
const FRACTIONS: u32 = 1 << 24;

impl Loop {
    pub(super) fn run(&self, parameter: f64, deck: &mut [u32], generator: &mut Generator) {
        let n = deck.len() as u32;
        if let Action::SwapSame(times) = self.action {
            return self.run_with_same(times, deck, generator);
        }
        for &place in &self.places {
            let (low, bound) = self.range.of(place, n);
            let itself = place.saturating_sub(low);
            let other = low + self.numbers.draw(bound, itself, parameter, generator);
            let [from, to] = [place, other].map(|place| place as usize);
            match self.action {
                Action::Swap | Action::SwapSame(_) => deck.swap(from, to),
                Action::SwapMirrored => {
                    deck.swap(from, to);
                    deck.swap(deck.len() - 1 - from, deck.len() - 1 - to);
                }
                Action::Insert => put(deck, from, to),
                Action::Take => put(deck, to, from),
            }
        }
    }

    fn run_with_same(&self, times: usize, deck: &mut [u32], generator: &mut Generator) {
        for places in self.places.chunks(times) {
            let values = match self.numbers {
                Numbers::Modulo(values) => values,
                _ => FRACTIONS,
            };
            let number = u64::from(generator.below(values));
            for &place in places {
                let (low, bound) = self.range.of(place, deck.len() as u32);
                let drawn = match self.numbers {
                    Numbers::Modulo(_) => number % u64::from(bound),
                    _ => number * u64::from(bound) / u64::from(FRACTIONS),
                };
                deck.swap(place as usize, low as usize + drawn as usize);
            }
        }
    }
}
