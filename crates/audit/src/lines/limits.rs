/// Maximum number of cards in a deck that is read.
pub const MAX_CARDS: usize = 10_000;

/// Maximum number of bytes in a line that is read.
pub const MAX_LINE: usize = 1 << 20;
