//! The language of shuffles: `(in out^2)^5 cut:26`, read left to right, first shuffle first.
//!
//! A [`Word`] is a product of factors. A factor is a move, a group or a literal permutation, each
//! with an exponent behind `^` if it is not 1; negative exponents undo. Spaces part factors, and
//! can be left out beside a bracket.
//!
//! | | |
//! |---|---|
//! | `out`, `in^-3`, `cut:26`, `packets:4:in` | moves; all of them are listed by [`moves`] |
//! | `(in out^2)^5` | a group: a bracket of words |
//! | `(1 2 4)(3 6 5)` | a permutation: brackets of points in cycle notation, the card at 1 moving to 2. Cycles without a space between them are one permutation and take one exponent |
//! | `()` | the shuffle that moves no card |
//!
//! Points count from 0; whoever speaks to people reads with [`Word::parse_counting_from`] and
//! prints with [`Word::counting_from`] 1. Text that is printed reads as the same word again.
//!
//! # The moves
//!
//! Each with the deck that 8 cards become, counted from 0, top card first:
//!
//! | move | deck of 8 | what is done |
//! |---|---|---|
//! | `out`, short `O` | 0 4 1 5 2 6 3 7 | the halves drop one card each in turn, the top half first ([`Kind::Out`](crate::Kind::Out)) |
//! | `in`, short `I` | 4 0 5 1 6 2 7 3 | the same, the bottom half first ([`Kind::In`](crate::Kind::In)) |
//! | `packets:4:out` | 0 2 4 6 1 3 5 7 | K equal packets, the top packet first ([`Weave`](crate::Weave)) |
//! | `packets:4:in` | 6 4 2 0 7 5 3 1 | K equal packets, the bottom packet first |
//! | `cut:3` | 3 4 5 6 7 0 1 2 | so many cards from the top to the bottom |
//! | `cut:-3` | 5 6 7 0 1 2 3 4 | so many cards from the bottom to the top |
//! | `reverse` | 7 6 5 4 3 2 1 0 | the cards counted off into one pile |
//! | `deal:3` | 6 3 0 7 4 1 5 2 | dealt face down into K piles, from left to right; the left pile ends on top, the right one at the bottom |
//! | `monge` | 7 5 3 1 0 2 4 6 | from the top, card by card: the second on the first, the third below both, the fourth on top … (Kunard 1888; Monge 1773) |
//! | `milk` | 3 4 2 5 1 6 0 7 | top and bottom card drawn off together, top over bottom, each pair onto those before; an odd card last, on top (the Klondike shuffle) |
//! | `down-under` | 7 3 5 1 6 4 2 0 | one card down onto the pile, the next under the deck, until the last goes on top (the Australian shuffle: Mulcahy 2005) |
//! | `faro:3` | 0 3 1 4 2 5 6 7 | the top cards, so many, woven into the rest from its top on, their first card on top; what is left over stays below |
//! | `faro:3:bottom` | 3 4 0 5 1 6 2 7 | the same from the bottom of the rest on, whose last card stays last; what is left over stays above |
//! | `overhand:3:2` | 5 6 7 3 4 0 1 2 | packets of these sizes from the top, each laid on those before, and the rest on top |
//!
//! Random shuffles are moves too, such as `gsr^7` or `fisher-yates`: all of them are listed by [`shuffles`].
//! A word that contains one is random ([`Word::is_random`]): it is a [`Shuffle`](crate::shuffle::Shuffle),
//! each of its draws independent of the others. It has no inverse, and no one permutation.
//!
//! For n odd `milk` undoes `monge`, for n even it undoes `monge reverse`: the hand that draws off
//! pairs takes the top card over the bottom card, whatever their number. `faro:N` with half the
//! deck is `out`, either way.
//!
//! ```
//! use faro::Word;
//!
//! let word: Word = "(in out^2)^5 cut:26".parse()?;
//! assert_eq!(word.permutation(52)?.order(), 240u32.into());
//! assert_eq!("O^3 I".parse::<Word>()?.to_string(), "out^3 in");
//! // Exponents are powers of permutations, never loops.
//! assert!("in^520000000000000000000000000000".parse::<Word>()?.permutation(52)?.is_identity());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// | file | idea |
// |---|---|
// | `moves` | the table of the moves, and what stands behind their colons |
// | `shuffles` | the table of the random shuffles |
// | `routine` | words that draw, ready for many decks; their laws |
// | `table` | what the hands do: decks dealt card by card |
// | `reader`, `arguments`, `parse` | text to word: letters, moves, all of it |
// | `error` | why a text is no word, and where |
// | `print` | word to text |
// | `fit` | which words fit which decks |
// | `evaluate` | the permutation of a deck that can be listed |
// | `packets` | words that are one riffle |
// | `weave` | words that are powers of one perfect shuffle |
// | `affine`, `formula` | where a card goes, in decks of any size |

mod affine;
mod arguments;
mod error;
mod evaluate;
mod fit;
mod formula;
mod moves;
mod packets;
mod parse;
mod print;
mod reader;
mod routine;
mod shuffles;
mod table;
mod weave;

pub use error::{WordError, WordErrorKind};
pub use fit::{Misfit, WhyNot};
pub use formula::{Formula, NoFormula};
pub use moves::{MoveInfo, moves};
pub use routine::Routine;
pub use shuffles::{Nature, ShuffleInfo, shuffles};

use num_bigint::BigInt;

use moves::Move;

/// The most moves, points and numbers of a word, taken together.
pub const MAX_LENGTH: usize = 10_000;

/// How deep groups may lie in one another.
pub const MAX_DEPTH: usize = 64;

/// The most random shuffles in a row.
pub const MAX_DRAWS: u32 = 1_000_000;

/// The most digits of a number or an exponent.
pub const MAX_DIGITS: usize = 1000;

/// A shuffle in the language of shuffles: a product of powers of moves, groups and permutations.
///
/// It is read with [`FromStr`](std::str::FromStr) and printed with [`Display`](std::fmt::Display),
/// points counted from 0. Two words are equal if they are written the same but for spaces and short
/// forms; that they do the same to a deck is asked with [`permutation`](Word::permutation).
///
/// ```
/// use faro::Word;
/// let there: Word = "in (out cut:3)^2".parse()?;
/// assert_eq!(there.inverse().to_string(), "(out cut:3)^-2 in^-1");
/// assert_eq!(there.permutation(8)?.inverse(), there.inverse().permutation(8)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    factors: Vec<Factor>,
}

/// `atom^exponent`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Factor {
    atom: Atom,
    exponent: BigInt,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Atom {
    Move(Move),
    Group(Word),
    /// Disjoint cycles, none of them empty.
    Literal(Vec<Vec<u32>>),
}

impl Word {
    /// The number of moves and permutations, those in groups counted once. From 0.
    pub fn length(&self) -> usize {
        self.letters().len()
    }

    /// The word that undoes this one: the factors backwards, their exponents negated.
    pub fn inverse(&self) -> Word {
        let undone = |factor: &Factor| Factor { atom: factor.atom.clone(), exponent: -&factor.exponent };
        Word { factors: self.factors.iter().rev().map(undone).collect() }
    }
}
