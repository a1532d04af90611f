//! Tests of the methods for single shuffles, from which the module's public types choose.

mod biased;
mod guesses;
mod others;
