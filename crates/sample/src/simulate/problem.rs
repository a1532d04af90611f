use std::ops::Range;

/// Maximum number of cards of a simulated deck.
pub const MAX_CARDS: usize = 1_000_000;

/// Maximum number of decks. With [`MAX_CARDS`] cards, the sums of squares stay below 2^128.
pub const MAX_SAMPLES: u64 = 1_000_000_000_000;

/// Approximate number of cards that are shuffled in a unit. This takes some hundred microseconds: long enough
/// that threads rarely wait for one another, and short enough to stop soon.
const CARDS_OF_UNIT: usize = 1 << 16;

/// A number of decks and their number of cards, divided into units of work.
///
/// The division depends only on these two numbers, and not on the seed, the shuffle or the number of threads.
///
/// ```
/// # use faro_sample::simulate::Problem;
/// let problem = Problem::new(52, 3000);
/// assert_eq!((problem.units(), problem.decks(0), problem.decks(2)), (3, 1260, 480));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    cards: usize,
    samples: u64,
}

impl Problem {
    /// Creates the problem of `samples` decks of `cards` cards.
    ///
    /// # Panics
    ///
    /// If `cards` is 0 or more than [`MAX_CARDS`], or if `samples` is more than [`MAX_SAMPLES`].
    pub fn new(cards: usize, samples: u64) -> Problem {
        assert!((1..=MAX_CARDS).contains(&cards), "{cards} cards");
        assert!(samples <= MAX_SAMPLES, "{samples} samples");
        Problem { cards, samples }
    }

    /// Returns the number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of decks.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Returns the number of units of work.
    pub fn units(&self) -> u64 {
        self.samples.div_ceil(self.decks_of_unit())
    }

    /// Returns the number of decks of `unit`, which is the same for all units but the last.
    pub fn decks(&self, unit: u64) -> u64 {
        self.decks_of(unit..unit + 1)
    }

    /// Returns the number of decks of a range of units.
    pub fn decks_of(&self, units: Range<u64>) -> u64 {
        let before = |unit: u64| unit.saturating_mul(self.decks_of_unit()).min(self.samples);
        before(units.end) - before(units.start)
    }

    /// Returns the units of part `part` of `parts`, counted from 0.
    ///
    /// Parts are consecutive ranges of units. Their lengths differ by at most one.
    ///
    /// # Panics
    ///
    /// If `part` is not below `parts`.
    ///
    /// ```
    /// # use faro_sample::simulate::Problem;
    /// let problem = Problem::new(52, 10_000); // 8 units
    /// assert_eq!([0, 1, 2].map(|part| problem.part(part, 3)), [0..2, 2..5, 5..8]);
    /// ```
    pub fn part(&self, part: u64, parts: u64) -> Range<u64> {
        assert!(part < parts, "part {part} of {parts}");
        let bound = |part: u64| {
            let units = u128::from(self.units()) * u128::from(part) / u128::from(parts);
            u64::try_from(units).expect("no more than all units")
        };
        bound(part)..bound(part + 1)
    }

    fn decks_of_unit(&self) -> u64 {
        (CARDS_OF_UNIT / self.cards).max(1) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_hold_all_decks() {
        for (cards, samples) in [(1, 0), (1, 1), (52, 1260), (52, 1261), (65537, 3), (1000, 12345)] {
            let problem = Problem::new(cards, samples);
            let decks: u64 = (0..problem.units()).map(|unit| problem.decks(unit)).sum();
            assert_eq!(decks, samples);
            assert!((0..problem.units()).all(|unit| problem.decks(unit) > 0));
            assert_eq!(problem.decks_of(0..problem.units()), samples);
        }
    }

    #[test]
    fn parts_are_neighbours() {
        for (samples, parts) in [(0, 3), (5000, 7), (100_000, 1), (MAX_SAMPLES, u64::MAX)] {
            let problem = Problem::new(52, samples);
            let last = parts - 1;
            assert_eq!((problem.part(0, parts).start, problem.part(last, parts).end), (0, problem.units()));
            for part in 0..last.min(10) {
                assert_eq!(problem.part(part, parts).end, problem.part(part + 1, parts).start);
            }
        }
    }
}
