use super::rows::Rows;
use faro_simd::Processor;

/// A card of a large deck: `u8` or `u16`.
pub trait Card: Copy + Ord + Default + Into<u32> + Into<usize> + Send + Sync + Riffle + Measure {
    /// The largest number of cards of a deck.
    const MAX_CARDS: usize;

    /// Returns the card with this number.
    ///
    /// # Panics
    ///
    /// If there is none.
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

/// The riffle of decks with this type of card.
pub trait Riffle: Sized {
    /// Riffles each deck once. Each has a mask of ⌈n/64⌉ numbers.
    fn riffle(masks: &[u64], cards: usize, from: &Rows<Self>, to: &mut Rows<Self>, processor: Processor);
}

/// The statistics of decks with this type of card. Code that is generic in the card calls them, so that they are compiled
/// in this crate alone: optimising them takes seconds.
pub trait Measure: Sized {
    /// Computes the statistics of decks of the same number of cards.
    fn measure(decks: &[&[Self]], all: &mut [[u64; 7]], processor: Processor);
}
