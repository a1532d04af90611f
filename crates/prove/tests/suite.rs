//! The tests of proofs. One program has them all, so that they are linked once and run side by side.

mod prove;
mod prove_readings;
mod scheme;
