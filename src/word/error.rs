//! Errors of texts that are not words, with suggestions for mistyped names.

use std::ops::Range;

use thiserror::Error;

use super::tree::{MAX_DEPTH, MAX_DIGITS, MAX_LENGTH};

/// The error for a text that is not a word, with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct WordError {
    /// The bytes of the text that the error is about; at the end of the text, an empty range.
    pub span: Range<usize>,
    /// The kind of the error.
    pub kind: WordErrorKind,
}

/// The kind of error in a text that is not a word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordErrorKind {
    /// The text is empty or white space.
    #[error("the word is empty; expected a shuffle such as out, in^-3 or (in out^2)^5")]
    Empty,
    /// There is a character that cannot occur at its place, or the text ends too early.
    #[error("found {found}; expected {expected}")]
    Unexpected {
        /// The character, or the end of the text.
        found: String,
        /// The expected text.
        expected: &'static str,
    },
    /// An opening bracket is not closed.
    #[error("this '(' is never closed; expected a matching ')'")]
    Unclosed,
    /// A name is not the name of a move.
    #[error("there is no move '{name}'; {remedy}")]
    UnknownMove {
        /// The name.
        name: String,
        /// The correction to suggest.
        remedy: String,
    },
    /// A move has an argument that it does not take.
    #[error("{problem}; expected {usage}: {meaning}")]
    Arguments {
        /// The fault of the argument.
        problem: String,
        /// The syntax of the move.
        usage: String,
        /// The meaning of the move.
        meaning: &'static str,
    },
    /// A point occurs twice in a permutation.
    #[error(
        "the point {point} occurs twice in one permutation; put a space between the cycles to apply one after \
         the other"
    )]
    Repeated {
        /// The point, as it was written.
        point: String,
    },
    /// A point is outside every deck.
    #[error("the point {point} is out of range; expected a number from {first} to {last}")]
    NoPoint {
        /// The point, as it was written.
        point: String,
        /// The smallest valid point.
        first: u64,
        /// The largest valid point.
        last: u64,
    },
    /// A number in a list of positions is larger than the list is long.
    #[error("{point} is none of the positions of this list of {numbers}; expected each number from {first} to {last} once", numbers = last + 1 - first)]
    NotListed {
        /// The number, as it was written.
        point: String,
        /// The smallest number of the list, from which positions are counted.
        first: u64,
        /// The largest number of a list of this length.
        last: u64,
    },
    /// A number occurs twice in a list of positions.
    #[error("{point} occurs twice in the list; expected each number from {first} to {last} once")]
    ListedTwice {
        /// The number, as it was written.
        point: String,
        /// The smallest number of the list, from which positions are counted.
        first: u64,
        /// The largest number of a list of this length.
        last: u64,
    },
    /// A list of positions is empty.
    #[error("the list is empty; expected the position to which each card goes, such as [2,3,1]")]
    EmptyList,
    /// There are too many nested groups.
    #[error("too many nested groups; expected at most {MAX_DEPTH} levels")]
    TooDeep,
    /// There are too many moves, points and arguments.
    #[error("the word is too long; expected at most {MAX_LENGTH} moves, points and arguments")]
    TooLong,
    /// A number has too many digits.
    #[error("the number is too long; expected at most {MAX_DIGITS} digits")]
    TooManyDigits,
}

impl WordErrorKind {
    pub(super) fn at(self, span: Range<usize>) -> WordError {
        WordError { span, kind: self }
    }
}

/// Names that are not moves but that people may try, and the suggestion for each.
const OTHER_NAMES: &[(&str, &str)] = &[
    (
        "shuffle shuffled mix",
        "a uniform shuffle is 'fisher-yates', and a riffle 'gsr'",
    ),
    (
        "random",
        "a uniform shuffle is 'fisher-yates', a riffle 'gsr', and a sort by random comparisons 'coin-sort:quick'",
    ),
    (
        "fair uniform knuth durstenfeld fy scramble",
        "did you mean 'fisher-yates'?",
    ),
    (
        "swap exchange transpose transposition switch",
        "the exchange of two positions is written (1 2)",
    ),
    (
        "flip turn mirror backwards invert rev",
        "did you mean 'reverse'?",
    ),
    ("rotate shift split halve", "did you mean 'cut:26'?"),
    ("riffles riffle-shuffle dovetail", "did you mean 'gsr'?"),
    ("inshuffle infaro", "did you mean 'in'?"),
    ("outshuffle outfaro", "did you mean 'out'?"),
    (
        "perfect perfect-shuffle perfect-faro elmsley pharaoh interlace faro-shuffle farro",
        "perfect shuffles are 'out' and 'in'",
    ),
    (
        "straddle straddle-faro",
        "a straddle faro of an odd deck is 'out' if the top packet is the larger one, 'in' if the bottom one is",
    ),
    (
        "hindu strip running-cut",
        "the nearest are 'overhand:0.2' and 'overhand:5:5'",
    ),
    (
        "top top-to-bottom",
        "'cut:1' moves the top card to the bottom, and 'top-to-random' to any place",
    ),
    (
        "wash corgi smoosh",
        "no law of it is known; a uniform shuffle is 'fisher-yates'",
    ),
    ("pile piles", "did you mean 'deal:4'?"),
    ("josephus", "did you mean 'down-under'?"),
    (
        "under-down underdown",
        "the deal that moves the first card under is 'cut:1 down-under'",
    ),
    (
        "gilbreath",
        "a Gilbreath shuffle is a riffle after the order of one packet was reversed, and has no word; a riffle is 'gsr'",
    ),
    (
        "sort sort-random random-sort randomsort comparator coinsort",
        "a sort by random keys is 'sort-keys', and one by a random comparison 'coin-sort:quick'",
    ),
    (
        "undo inverse unshuffle",
        "an inverse is written in^-1 or (in cut:26)^-1",
    ),
    (
        "anti-faro antifaro reverse-faro unfaro",
        "a reverse faro is 'out^-1' or 'in^-1'",
    ),
    ("nothing identity none id", "no move at all is written ()"),
];

/// Returns the suggestion for a name that people may try and that is no name of a move.
///
/// ```
/// use faro::word::other_name;
/// assert_eq!(other_name("josephus"), Some("did you mean 'down-under'?"));
/// assert_eq!(other_name("out"), None);
/// ```
pub fn other_name(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    OTHER_NAMES
        .iter()
        .find(|(names, _)| names.split(' ').any(|name| name == text))
        .map(|(_, remedy)| *remedy)
}

/// Returns the name that `text` may be a mistyping of, or the beginning of, or that it begins with.
///
/// At most a third of the letters differ, by the Damerau–Levenshtein distance; two names that begin alike share at least three
/// letters. Upper and lower case are equal. Returns `None` if no name is similar enough to be suggested.
///
/// ```
/// use faro::word::closest_name;
/// assert_eq!(closest_name("Inn", ["out", "in"]), Some("in"));
/// assert_eq!(closest_name("oot", ["O", "out", "in"]), Some("out"));
/// assert_eq!(closest_name("riffle", ["out", "in"]), None);
/// assert_eq!(closest_name("outshuffle", ["out", "in"]), Some("out"));
/// assert_eq!(closest_name("tarot", ["faro", "in"]), None);
/// ```
pub fn closest_name<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MAX_LENGTH: usize = 40;
    const MIN_COMMON: usize = 3;
    if text.len() > MAX_LENGTH {
        return None;
    }
    let text = text.to_lowercase();
    let distance = |name: &str| {
        let distance = strsim::damerau_levenshtein(&text, name);
        let begins = text.starts_with(name) || name.starts_with(&text);
        let [shorter, longer] = {
            let mut lengths = [text.as_str(), name].map(|name| name.chars().count());
            lengths.sort_unstable();
            lengths
        };
        let is_similar = distance <= (longer / 3).max(1);
        (is_similar || begins && shorter >= MIN_COMMON).then_some((!is_similar, distance))
    };
    // A name of one letter is similar to every other of one letter.
    let names = names.into_iter().filter(|name| name.len() > 1);
    let measured = names.filter_map(|name| Some((distance(&name.to_lowercase())?, name)));
    Some(measured.min_by_key(|(distance, _)| *distance)?.1)
}
