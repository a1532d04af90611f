//! The reasons why a group or a word was not found.

use thiserror::Error;

/// The reason why the order of a group was not proved, or an element has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GroupError {
    /// The degree is too large.
    #[error("{degree} positions are too many: expected at most {at_most}")]
    TooLong {
        /// The number of positions.
        degree: usize,
        /// Maximum number of positions.
        at_most: usize,
    },
    /// No proof in O(n) applies, and a chain of stabilisers would need more than half a gigabyte or about ten
    /// seconds.
    #[error(
        "the group of {degree} positions has no quick certificate, and its chain of stabilisers is too large"
    )]
    Unproved {
        /// The number of positions.
        degree: usize,
    },
    /// The budget was spent before a proof was found.
    #[error("the order of the group of {degree} positions was not proved in time")]
    OutOfTime {
        /// The number of positions.
        degree: usize,
    },
    /// The permutation is not in the group.
    #[error("it is not in the group")]
    NotInGroup,
    /// The budget was spent before a word was found.
    #[error("no word was found in time")]
    NoWordInTime,
    /// The group has too many elements to find words for this degree.
    #[error("in groups of this size, words are found for up to {at_most} cards")]
    TooLargeForWords {
        /// The number of positions.
        degree: usize,
        /// Maximum number of positions.
        at_most: usize,
    },
    /// Every word that was found has too many letters.
    #[error("no word of up to {at_most} moves was found")]
    WordTooLong {
        /// Maximum number of letters of a word.
        at_most: usize,
    },
}
