use super::rows::Rows;
use faro_simd::Processor;

/// A card of a large deck: `u8` or `u16`.
pub trait Card: Copy + Ord + Default + Into<u32> + Into<usize> + Send + Sync + Riffle + Measure {
    /// Maximum number of cards of a deck.
    const MAX_CARDS: usize;

    /// Returns the card with the given `number`.
    ///
    /// # Panics
    ///
    /// If `number` does not fit the type.
    fn from_number(number: u32) -> Self;
}

impl Card for u8 {
    const MAX_CARDS: usize = 1 << 8;

    #[inline(always)]
    fn from_number(number: u32) -> u8 {
        number.try_into().expect("a card below 256")
    }
}

impl Card for u16 {
    const MAX_CARDS: usize = 1 << 16;

    #[inline(always)]
    fn from_number(number: u32) -> u16 {
        number.try_into().expect("a card below 65,536")
    }
}

/// Riffles of decks with cards of this type.
pub trait Riffle: Sized {
    /// Riffles each deck once. Each deck has a mask of ⌈n/64⌉ numbers.
    fn riffle(masks: &[u64], cards: usize, from: &Rows<Self>, to: &mut Rows<Self>, processor: Processor);
}

/// Statistics of decks with cards of this type.
///
/// Code that is generic in the card calls this trait, so that the statistics are compiled only in this crate.
/// Optimising them takes seconds.
pub trait Measure: Sized {
    /// Computes the statistics of decks with equal numbers of cards.
    fn measure(decks: &[&[Self]], all: &mut [[u64; 7]], processor: Processor);
}
