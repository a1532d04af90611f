//! The sizes of the largest decks of an audit.

/// Maximum number of cards in an audited deck. The tables have a cell for each pair of cards.
pub const MAX_CARDS: usize = 512;

/// Maximum number of cards in a deck of which at most [`MAX_CARDS`] cards are visible.
pub const MAX_PARTIAL_CARDS: usize = 1024;
