//! The methods of single shuffles, which the public face of the module chooses from.

mod biased;
mod guesses;
mod others;
