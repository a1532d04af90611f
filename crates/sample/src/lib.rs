//! Random shuffles of cards, drawn by the million and counted.
//!
//! | module | contents |
//! |---|---|
//! | [`shuffle`] | the trait of random shuffles, and the sources of their choices |
//! | [`zoo`] | random shuffles in common use, correct and flawed |
//! | [`kernel`] | shuffles and statistics of many decks at once, by vector instructions |
//! | [`program`] | a small language of programs that shuffle, with their mistakes |
//! | [`simulate`] | counts of many shuffled decks, on any number of threads |
//!
//! Start with [`simulate`]. The same seed gives the same decks on every processor and any number of threads.
//!
//! ```
//! # use faro_sample as faro;
//! use faro::shuffle::{Generator, Seed, Shuffle};
//! use faro::zoo::Transpositions;
//!
//! let mut deck: Vec<u32> = (0..52).collect();
//! Transpositions::FisherYates.shuffle(&mut deck, &mut Generator::unit(&Seed::from(1), 0));
//! deck.sort();
//! assert_eq!(deck, (0..52).collect::<Vec<u32>>());
//! ```
//!
//! # Stability
//!
//! This crate serves the [`faro-shuffle`](https://docs.rs/faro-shuffle) project. Its items may change in any
//! release. The stable interfaces are `faro-shuffle`, `faro-audit` and `faro-prove`.

#![deny(missing_debug_implementations, missing_docs)]

mod error;

pub mod kernel;
pub mod program;
pub mod shuffle;
pub mod simulate;
pub mod zoo;

pub use error::SampleError;
