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

/// Names that people know for moves or expect to be one, and what to write instead.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("shuffle shuffled random mix", "a uniform shuffle is 'fisher-yates', and a riffle 'gsr'"),
    ("fair uniform knuth durstenfeld fy scramble wash", "did you mean 'fisher-yates'?"),
    ("swap exchange transpose transposition switch", "the exchange of two positions is written (1 2)"),
    ("flip turn mirror backwards invert rev", "did you mean 'reverse'?"),
    ("rotate shift split halve", "did you mean 'cut:26'?"),
    ("riffles riffle-shuffle dovetail", "did you mean 'gsr'?"),
    ("in-shuffle inshuffle infaro in-faro", "did you mean 'in'?"),
    ("out-shuffle outshuffle outfaro out-faro", "did you mean 'out'?"),
    ("perfect weave interlace faro-shuffle farro", "perfect shuffles are 'out' and 'in'"),
    ("hindu strip running-cut", "the nearest are 'overhand:0.2' and 'overhand:5:5'"),
    ("pile piles", "did you mean 'deal:4'?"),
    ("australian josephus", "did you mean 'down-under'?"),
    ("klondike", "did you mean 'milk'?"),
    ("sort sort-random random-sort coinsort", "did you mean 'coin-sort:quick'?"),
    ("undo inverse unshuffle", "an inverse is written in^-1 or (in cut:26)^-1"),
    ("anti-faro antifaro reverse-faro unfaro", "the inverse of a faro is 'out^-1' or 'in^-1'"),
    ("nothing identity none id", "no move at all is written ()"),
];

/// Returns what to write in the place of a name that people know.
pub fn other_name(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    OTHER_NAMES.iter().find(|(names, _)| names.split(' ').any(|name| name == text)).map(|(_, remedy)| *remedy)
}

/// Returns the name that is most similar to a text by the Jaro–Winkler similarity, if one is similar enough to
/// be suggested. Upper and lower case are equal.
///
/// ```
/// use faro::word::closest_name;
/// assert_eq!(closest_name("Inn", ["out", "in"]), Some("in"));
/// assert_eq!(closest_name("riffle", ["out", "in"]), None);
/// ```
pub fn closest_name<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LEAST_SIMILARITY: f64 = 0.75;
    const MAX_LENGTH: usize = 40;
    if text.len() > MAX_LENGTH {
        return None;
    }
    let text = text.to_lowercase();
    let measured = names.into_iter().map(|name| (strsim::jaro_winkler(&text, &name.to_lowercase()), name));
    let (similarity, name) = measured.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (similarity > LEAST_SIMILARITY).then_some(name)
}
