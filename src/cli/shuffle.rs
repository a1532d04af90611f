//! A shuffle that was named on the command line.

use std::fmt;

use faro::Word;
use faro::perfect::WeavePower;
use num_bigint::BigUint;

/// A fixed shuffle of a deck. It prints as a word of the language of shuffles.
pub struct Shuffle {
    pub cards: BigUint,
    pub name: String,
    pub how: How,
}

/// How results are computed.
pub enum How {
    /// In closed form, for any deck.
    Weave(WeavePower),
    /// From the listed deck; the position of one card from a formula, if there is one.
    Word(Word),
}

impl fmt::Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
