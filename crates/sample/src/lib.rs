//! Random shuffles of cards, drawn by the million and counted.

#![deny(missing_docs)]

pub mod kernel;
pub mod shuffle;
pub mod simulate;
pub mod zoo;
