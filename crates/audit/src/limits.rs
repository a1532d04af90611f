//! The size of the largest deck of an audit.

/// Maximum number of cards in an audited deck. The tables have a cell for each pair of cards.
pub const MAX_CARDS: usize = 512;
