//! The language of shuffles: `(in out^2)^5 cut:26`, read left to right, first shuffle first.
//!
//! A [`Word`] is a product of factors. A factor is a move, a group or a literal permutation, followed by
//! `^` and an exponent if it is not 1. A negative exponent is a power of the inverse. Factors are
//! separated by spaces, which can be left out next to a bracket.
//!
//! | | |
//! |---|---|
//! | `out`, `in^-3`, `cut:26`, `packets:4:in` | moves; [`moves`] lists them all |
//! | `(in out^2)^5` | a group: words in parentheses |
//! | `(1 2 4)(3 6 5)` | a permutation in cycle notation: the card at 1 moves to 2. Cycles without a space between them are one permutation with one exponent |
//! | `[1,2,0]` | a list: the position to which each card of the deck moves, counted from 0 or from 1 |
//! | `()` | the shuffle that moves no card |
//!
//! Points are counted from 0. [`Word::parse_counting_from`] and [`Word::counting_from`] parse and print
//! words whose points are counted from 1. Printed text is parsed as the same word again.
//!
//! # The moves
//!
//! The fixed moves, each with the deck that it makes of 8 cards, counted from 0, top card first:
//!
//! | move | deck of 8 | what is done |
//! |---|---|---|
//! | `out`, short `O` | 0 4 1 5 2 6 3 7 | the halves are interlaced, and the top half supplies the top card ([`Kind::Out`](crate::Kind::Out)) |
//! | `in`, short `I` | 4 0 5 1 6 2 7 3 | the same, and the bottom half supplies the top card ([`Kind::In`](crate::Kind::In)) |
//! | `packets:4:out` | 0 2 4 6 1 3 5 7 | K equal packets are interlaced, from the top packet down ([`Weave`](crate::Weave)) |
//! | `packets:4:in` | 6 4 2 0 7 5 3 1 | the same, from the bottom packet up |
//! | `cut:3` | 3 4 5 6 7 0 1 2 | N cards move from the top to the bottom |
//! | `cut:-3` | 5 6 7 0 1 2 3 4 | N cards move from the bottom to the top |
//! | `reverse` | 7 6 5 4 3 2 1 0 | the cards are dealt into one pile |
//! | `reverse:3` | 2 1 0 3 4 5 6 7 | the top N cards are dealt into a pile, which goes back on top |
//! | `deal:3` | 6 3 0 7 4 1 5 2 | the cards are dealt face down into K piles from left to right; the left pile ends on top, the right one at the bottom |
//! | `increment:3` | 0 3 6 1 4 7 2 5 | the cards are dealt to every Nth place of a circle of n places, for N and n without a common divisor: card i goes to place N·i mod n ("deal with increment", Advent of Code 2019, day 22) |
//! | `monge` | 7 5 3 1 0 2 4 6 | from the top, card by card: the second goes on the first, the third below both, the fourth on top … (Kunard 1888; Monge 1773) |
//! | `milk` | 3 4 2 5 1 6 0 7 | top and bottom card are drawn off together, top over bottom, each pair onto those before; the odd card last, on top (the Klondike shuffle) |
//! | `down-under` | 7 3 5 1 6 4 2 0 | one card goes down onto the pile, the next under the deck, until the last goes on top (the Australian shuffle: Mulcahy 2005) |
//! | `faro:3` | 0 3 1 4 2 5 6 7 | the top N cards are woven into the rest from its top on, their first card on top; cards left over stay below (an incomplete faro) |
//! | `faro:3:in` | 3 0 4 1 5 2 6 7 | the same, their first card second |
//! | `faro:3:bottom` | 3 4 0 5 1 6 2 7 | they are woven into the rest from the bottom of the rest, whose last card stays last; cards left over stay above |
//! | `overhand:3:2` | 5 6 7 3 4 0 1 2 | packets of the given sizes from the top are laid one on another, and the rest on top |
//!
//! Random shuffles are moves too, such as `gsr^7` or `fisher-yates`; [`shuffles`] lists them all. A word that
//! contains one is random ([`Word::is_random`]). It is a [`Shuffle`](faro_sample::shuffle::Shuffle) whose draws
//! are independent. It has no inverse, and is not a single permutation.
//!
//! For odd n `milk` is the inverse of `monge`, and for even n of `monge reverse`, since the top card of a pair
//! always goes over the bottom card. `faro:N` with half of the deck is `out`, from either end, and
//! `faro:N:in` is `in`. Other names of the craft are understood too, such as `klondike` for `milk`; [`moves`] has them.
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

mod error;
mod evaluation;
mod fit;
mod formula;
mod formula_cycles;
mod formula_moves;
mod moves;
mod parse;
mod routine;
mod shuffles;
mod tree;

pub use error::{WordError, WordErrorKind, closest_name, other_name};
pub use evaluation::{Cards, Evaluation};
pub use fit::{FitError, FitErrorKind};
pub use formula::{Formula, FormulaError};
pub use formula_moves::FormulaMoves;
pub use moves::moves;
pub use moves::{MoveInfo, Nature};
pub use routine::Routine;
pub use routine::{Confinement, Evidence};
pub use shuffles::shuffles;
pub use tree::Word;
