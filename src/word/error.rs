use std::ops::Range;

use thiserror::Error;

use super::tree::{MAX_DEPTH, MAX_DIGITS, MAX_LENGTH};

/// Why a text is not a word, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct WordError {
    /// The bytes of the text that the error is about; an empty range at its end.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: WordErrorKind,
}

/// What is wrong with a text that is not a word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordErrorKind {
    /// The text is empty or white space.
    #[error("the word is empty; expected a shuffle such as out, in^-3 or (in out^2)^5")]
    Empty,
    /// A character that cannot occur here, or the end of the text.
    #[error("found {found}; expected {expected}")]
    Unexpected {
        /// What was found.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// An opening bracket that is not closed.
    #[error("this '(' is never closed; expected a matching ')'")]
    Unclosed,
    /// A name that is not a move.
    #[error("there is no move '{name}'; {remedy}")]
    UnknownMove {
        /// The name.
        name: String,
        /// What to write instead.
        remedy: String,
    },
    /// A move with an argument that it does not take.
    #[error("{problem}; expected {usage}: {meaning}")]
    Arguments {
        /// What is wrong.
        problem: String,
        /// How the move is written.
        usage: String,
        /// What it means.
        meaning: &'static str,
    },
    /// A point that occurs twice in a permutation.
    #[error(
        "the point {point} occurs twice in one permutation; put a space between the cycles to apply one after \
         the other"
    )]
    Repeated {
        /// The point, as it was written.
        point: String,
    },
    /// A point that is outside every deck.
    #[error("the point {point} is out of range; expected a number from {first} to {last}")]
    NoPoint {
        /// The point, as it was written.
        point: String,
        /// The least valid point.
        first: u64,
        /// The largest valid point.
        last: u64,
    },
    /// Too many nested groups.
    #[error("too many nested groups; expected at most {MAX_DEPTH} levels")]
    TooDeep,
    /// Too many moves, points and arguments.
    #[error("the word is too long; expected at most {MAX_LENGTH} moves, points and arguments")]
    TooLong,
    /// A number with too many digits.
    #[error("the number is too long; expected at most {MAX_DIGITS} digits")]
    TooManyDigits,
}

impl WordErrorKind {
    pub(super) fn at(self, span: Range<usize>) -> WordError {
        WordError { span, kind: self }
    }
}
