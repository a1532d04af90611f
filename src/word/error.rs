use std::ops::Range;

use thiserror::Error;

use super::{MAX_DEPTH, MAX_DIGITS, MAX_LENGTH};

/// Why a text is no word, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct WordError {
    /// The bytes of the text that are meant; empty at its end.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub kind: WordErrorKind,
}

/// What is wrong with a text that is no word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordErrorKind {
    /// There is nothing but white space.
    #[error("there is nothing to read; a shuffle is written out, in^-3 or (in out^2)^5")]
    Empty,
    /// A character that stands for nothing here, or the end.
    #[error("found {found}; expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What would do.
        expected: &'static str,
    },
    /// A bracket without its other half.
    #[error("this '(' is never closed; expected ')' behind it")]
    Unclosed,
    /// A name that is no move.
    #[error("there is no move '{name}'; {remedy}")]
    UnknownMove {
        /// The name.
        name: String,
        /// What would do.
        remedy: String,
    },
    /// A move with something behind its colons that it does not take.
    #[error("{trouble}; expected {usage}, {meaning}")]
    Arguments {
        /// What is wrong.
        trouble: String,
        /// How the move is written.
        usage: String,
        /// What it means.
        meaning: &'static str,
    },
    /// A point that stands twice in a permutation.
    #[error(
        "the point {point} stands twice in one permutation; with a space between them, cycles are done one \
         after another"
    )]
    Repeated {
        /// The point, as it was written.
        point: String,
    },
    /// A point that no deck has.
    #[error("there is no point {point}; points are whole numbers from {first} to {last}")]
    NoPoint {
        /// The point, as it was written.
        point: String,
        /// The least that would do.
        first: u64,
        /// The largest that would do.
        last: u64,
    },
    /// Groups in groups in groups.
    #[error("groups lie too deep in one another; {MAX_DEPTH} levels are read")]
    TooDeep,
    /// Too many moves, points and numbers.
    #[error("the word is too long; {MAX_LENGTH} moves, points and numbers are read")]
    TooLong,
    /// A number with too many digits.
    #[error("the number is too long; {MAX_DIGITS} digits are read")]
    TooManyDigits,
}

impl WordErrorKind {
    pub(super) fn at(self, span: Range<usize>) -> WordError {
        WordError { span, kind: self }
    }
}
