//! Integers and statistics that know no cards: factoring, multiplicative orders, exact laws and tests.

#![deny(missing_docs)]

pub mod number;
pub mod statistics;
