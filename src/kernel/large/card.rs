use super::riffle::Riffled;

/// A card of a large deck: a byte or two, and nothing else.
pub trait Card: Copy + Ord + Default + Into<u32> + Into<usize> + Send + Sync + Riffled {
    /// The most cards of a deck.
    const MOST: usize;

    /// The card of this number.
    ///
    /// # Panics
    ///
    /// If there is none.
    fn of(number: u32) -> Self;
}

impl Card for u8 {
    const MOST: usize = 1 << 8;

    #[inline(always)]
    fn of(number: u32) -> u8 {
        number.try_into().expect("a card of up to 256")
    }
}

impl Card for u16 {
    const MOST: usize = 1 << 16;

    #[inline(always)]
    fn of(number: u32) -> u16 {
        number.try_into().expect("a card of up to 65,536")
    }
}
