/// The most cards that are read of a deck.
pub const MAX_CARDS: usize = 10_000;

/// The most bytes that are read of a line.
pub const MAX_LINE: usize = 1 << 20;
