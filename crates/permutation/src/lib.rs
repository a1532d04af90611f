//! Permutations of the positions 0 … n − 1, the groups that they generate, and shortest words.
//!
//! A [`Permutation`] says where cards **go**; a deck says which card **lies** at each position. The
//! two are inverses of each other. Use [`Permutation::from_images`] and [`Permutation::images`] for
//! *goes*, and [`Permutation::from_deck`] and [`Permutation::to_deck`] for *lies*.
//!
//! | to | use |
//! |---|---|
//! | compute products, powers, cycles, rank and statistics | [`Permutation`] |
//! | find the order of the group that some permutations generate, proved | [`group::Group`] |
//! | find the shortest word in some permutations that moves cards to positions | [`cayley::route`] |
//!
//! ```
//! # use faro_permutation as faro;
//! use faro::Permutation;
//!
//! let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?; // the out-shuffle of 8 cards
//! assert_eq!(out.to_string(), "(1 2 4)(3 6 5)");
//! assert_eq!(out.cycle_type().order(), 3u32.into());
//! # Ok::<(), faro_permutation::PermutationError>(())
//! ```
//!
//! The re-exports of [`faro-shuffle`](https://docs.rs/faro-shuffle) are its stable interface. The other
//! public items of this crate may change in any release.

#![deny(missing_docs)]

mod bijection;
pub mod cayley;
mod cycle_type;
mod cycles;
pub mod group;
pub mod lexicographic;
mod notation;
mod rank;
mod statistic;
mod unused;

pub use bijection::{MAX_DEGREE, Permutation, PermutationError};
pub use cycle_type::{CycleType, Images, cycle_type, packed_cycle_type};
pub use cycles::Cycles;
pub use notation::{ParseError, ParseErrorKind};
pub use statistic::Statistic;
