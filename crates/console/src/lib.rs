//! Code shared by the commands: arguments, files, output, progress, signals and errors.
//!
//! | file | idea |
//! |---|---|
//! | `args` | arguments that several commands share: output, deck and shuffle, seed |
//! | `argument` | arguments by position or by option |
//! | `effort` | time limits and the number of threads, by option |
//! | `seed` | seeds as people type them |
//! | `integer` | parses and formats integers and ranges |
//! | `probability` | formats probabilities and p-values with the digits that are right |
//! | `word` | words of the language of shuffles, and their errors |
//! | `stack` | deck orders: by name, from a file, or after a shuffle |
//! | `start`, `playing_card` | the starting order of a deck, and the names of its cards |
//! | `deal` | hands that are dealt from the top of a deck |
//! | `answer` | questions from the page and their answers in memory |
//! | `output`, `destination` | write results and pictures to standard output and to files |
//! | `regular_file` | opens files that are read to their end at once |
//! | `overwrite` | refuses an output file that is also an input file |
//! | `watch`, `signals` | progress, timeouts and signals |
//! | `error`, `tips` | error messages, exit codes, and tips for mistypings |
//!
//! # Stability
//!
//! This crate serves the program `faro`. Its items may change in any release.

pub mod answer;
pub mod args;
pub mod argument;
pub mod deal;
pub mod destination;
pub mod effort;
pub mod error;
pub mod integer;
pub mod output;
pub mod overwrite;
pub mod playing_card;
pub mod probability;
pub mod regular_file;
pub mod seed;
pub mod signals;
pub mod stack;
pub mod start;
pub mod tips;
pub mod watch;
pub mod word;
