//! The tests of the audit. One program has them all, so that they are linked once and run side by side.

mod assertion;
mod audit;
mod bytes;
mod designs;
mod forms;
mod likelihood_ratio;
mod lines;
#[cfg(feature = "serde")]
mod serde;
#[path = "../../../tests/support/mod.rs"]
mod support;
