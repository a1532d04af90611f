//! Millions of rows: the commands that write them, and the reader of the decks that an audit counts.
//!
//! | item | what it does |
//! |---|---|
//! | [`deck::Deck`] | writes decks after fixed or random shuffles |
//! | [`cycles::Cycles`] | lists the cycles of a shuffle |
//! | [`sweep::Sweep`] | lists the orders of a range of deck sizes |
//! | [`law::Law`] | lists the probability of each order |
//! | [`matrix::MatrixArgs`] | lists the probability of each card at each position |
//! | [`intake::Intake`] | reads decks and counts them |
//!
//! What runs for each row is in this crate, because it is compiled for speed; the crates of the other commands are compiled
//! soonest.
//!
//! # Stability
//!
//! This crate serves the program `faro`. Its items may change in any release.

pub mod cycles;
pub mod deck;
pub mod intake;
pub mod law;
pub mod matrix;
pub mod sweep;
