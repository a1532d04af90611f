use super::lane::{DECKS, Lane, PLACES};
use super::measures::{self, Measures};
use crate::simd::{Instructions, Processor};

/// One statistic of decks, as [`Measures`] has it, for whoever needs no other.
///
/// ```
/// use faro::kernel::{Lane, Measure, Processor};
/// let cycles = Measure::Cycles.of(&[Lane::of(&[0, 4, 1, 5, 2, 6, 3, 7])], 8, Processor::detect());
/// assert_eq!(cycles[0], 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// [`Measures::cycles`]
    Cycles,
    /// [`Measures::fixed_points`]
    FixedPoints,
    /// [`Measures::descents`]
    Descents,
    /// [`Measures::rising_sequences`]
    RisingSequences,
    /// [`Measures::inversions`]
    Inversions,
    /// [`Measures::longest_increasing`]
    LongestIncreasing,
    /// [`Measures::displacement`]
    Displacement,
}

impl Measure {
    /// All of them, in the order of [`Measures::each`].
    pub const ALL: [Measure; 7] = [
        Measure::Cycles,
        Measure::FixedPoints,
        Measure::Descents,
        Measure::RisingSequences,
        Measure::Inversions,
        Measure::LongestIncreasing,
        Measure::Displacement,
    ];

    /// Of up to 64 decks of so many cards; what stands behind the last means nothing. For 52 cards with
    /// AVX-512 cycles take about 2 ns a deck, fixed points and descents less than 1; the other four are
    /// counted together with all.
    ///
    /// # Panics
    ///
    /// As [`Measures::of`].
    pub fn of(self, decks: &[Lane], cards: usize, processor: Processor) -> [u16; DECKS] {
        assert!(decks.len() <= DECKS && cards <= PLACES, "{} decks of {cards} cards", decks.len());
        if !matches!(self, Measure::Cycles | Measure::FixedPoints | Measure::Descents) {
            return *Measures::of(decks, cards, processor).each()[self as usize];
        }
        let mut values = [0; DECKS];
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.measure(self, decks, cards, &mut values),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.measure(self, decks, cards, &mut values),
            Instructions::Portable => measures::alone(self, decks, cards, &mut values),
        }
        values
    }
}
