//! `faro law`: the exact probability of each order of a deck, or of each value of a statistic.

mod orders;
mod statistic;

pub use orders::{
    LawArgs, LawReport, MAX_DRAWN, MAX_LEAVES, Sort, leaf, named, short_and_decimal, show_tree,
};
