//! Riffles with a biased cut.

mod coefficients;
mod extremes;
mod likelihood;

pub use extremes::{BiasedRiffles, Extremes};
