/// The most cards of a deck that is read.
pub const MAX_CARDS: usize = 10_000;

/// The most bytes of a line that is read.
pub const MAX_LINE: usize = 1 << 20;
