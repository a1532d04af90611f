//! Integer arithmetic and statistics, independent of cards: factoring, multiplicative orders, exact laws and tests.
//!
//! | to | use |
//! |---|---|
//! | find the multiplicative order of k modulo m | [`number::multiplicative_order`] |
//! | factor an integer | [`number::Factorization`] |
//! | find the orders of millions of moduli | [`number::OrderSweep`] |
//! | find all moduli of a given order | [`number::Moduli`] |
//! | compute with exact fractions and print their digits | [`number::Fraction`] |
//! | test counts against probabilities | [`statistics::chi_square`] |
//! | get the exact law of a statistic of a uniform permutation | [`statistics::Law`] |
//!
//! ```
//! # use faro_math as faro;
//! use faro::number::multiplicative_order;
//! // 2^8 = 256 = 5·51 + 1: eight out-shuffles bring 52 cards back.
//! assert_eq!(multiplicative_order(&2u64, &51u64)?, 8);
//! # Ok::<(), faro_math::number::OrderError>(())
//! ```
//!
//! # Stability
//!
//! This crate is part of the [`faro-shuffle`](https://docs.rs/faro-shuffle) project. Its items may change in any
//! release; the stable interfaces are `faro-shuffle`, `faro-audit` and `faro-prove`.

#![deny(missing_docs)]

pub mod number;
pub mod statistics;
