//! Card shuffles, exact and simulated: where each card goes, when the deck comes back, what can be
//! reached, for a deck of 52 cards or of 10^18; and how random riffles and the shuffles of programs are.
//!
//! ```
//! use faro::{Kind, Weave};
//!
//! // Eight perfect out-shuffles bring 52 cards back, since 2^8 = 256 = 5·51 + 1.
//! let out = Weave::new(Kind::Out, 52u32);
//! assert_eq!(out.order()?, 8u32.into());
//! # Ok::<(), faro::number::OrderError>(())
//! ```
//!
//! # Conventions
//!
//! - **Positions and cards count from 0, top card first.** (The program `faro` speaks to people
//!   and counts from 1; the step between the two is taken at its edge.)
//! - **A [`Permutation`] says where cards go**: the card at position `i` moves to
//!   `image(i)`. **A deck says what lies there.** They are inverses of each other, and mixing
//!   them up is the standing bug of this field. The doors are named: `from_images` and
//!   `images` for *goes*, `from_deck` and `to_deck` for *lies*.
//! - **`p.then(&q)` is first `p`, then `q`.** There is no `*`: its order is ambiguous.
//! - **Out** keeps the top card on top, **in** puts it second. Of an odd deck, the larger packet
//!   is the one whose card falls first: the top packet for out, the bottom packet for in.
//!
//! All of them in one example, the out-shuffle of 8 cards:
//!
//! ```
//! use faro::{Kind, Permutation, Weave};
//!
//! let out = Weave::new(Kind::Out, 8u32).to_permutation()?;
//! assert_eq!(out.to_deck(), [0, 4, 1, 5, 2, 6, 3, 7]); // at position 1 lies card 4 …
//! assert_eq!(out.images(), [0, 2, 4, 6, 1, 3, 5, 7]); // … and card 4 went to position 1
//! assert_eq!(out.to_string(), "(1 2 4)(3 6 5)"); // 1 goes to 2, 2 to 4, 4 to 1
//!
//! let inn = Weave::new(Kind::In, 8u32).to_permutation()?;
//! assert_eq!(out.then(&inn).to_deck(), [2, 0, 6, 4, 3, 1, 7, 5]); // first out, then in
//! # Ok::<(), faro::permutation::PermutationError>(())
//! ```
//!
//! # The rooms
//!
//! | room, from the ground up | what is there |
//! |---|---|
//! | [`number`] | factors and multiplicative orders of plain integers |
//! | [`statistics`] | exact laws of uniform permutations, moments, chi-square tests |
//! | [`kernel`] | many decks at once, as fast as the machine |
//! | [`permutation`] | [`Permutation`]: algebra, cycles, rank, notation, statistics |
//! | [`group`] | [`Group`]: what some permutations generate, its order proved |
//! | [`cayley`] | shortest words in any moves, for some cards or all |
//! | [`perfect`] | [`Weave`]: every perfect shuffle as one affine map; [`Route`]: one card's shortest way; slices, woven in place |
//! | [`shuffle`] | what a random shuffle is, and where choices come from |
//! | [`riffle`] | riffles as people make them: the exact distance from a random deck |
//! | [`zoo`] | the shuffles that people and programs make, right and wrong |
//! | [`distribution`] | the exact law of a shuffle: every order, every card at every position |
//! | [`simulate`] | many shuffled decks, counted on any number of threads |
//! | [`word`] | [`Word`]: the language of shuffles |
//! | [`seed`] | can a generator reach every order? Its state against n! |
//! | [`audit`] | is a shuffler fair? Lines of text to decks |
//!
//! Integers of any size are those of num-bigint, which is re-exported as [`num_bigint`]. The feature `cli` (on by default) builds the
//! program; `default-features = false` leaves the library with ten dependencies.

#![deny(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod audit;
pub mod cayley;
pub mod distribution;
pub mod group;
pub mod kernel;
pub mod number;
pub mod perfect;
pub mod permutation;
pub mod riffle;
pub mod seed;
pub mod shuffle;
mod simd;
pub mod simulate;
pub mod statistics;
pub mod word;
pub mod zoo;

pub use group::Group;
/// Where the integers of any size come from, in the version that this library's types are of.
pub use num_bigint;
pub use perfect::{Kind, Route, Weave};
pub use permutation::Permutation;
pub use word::Word;
