//! Code shared by the commands: arguments, files, output, progress, signals and errors.
//!
//! | file | idea |
//! |---|---|
//! | `args` | arguments that several commands share |
//! | `argument`, `given` | arguments by position or by option: the number of cards, the shuffle, and others |
//! | `kinds` | the kinds of perfect shuffles of a list |
//! | `word` | words of the language of shuffles, and their errors; a shuffle given on the command line |
//! | `moves` | lists of allowed moves, and words made of them |
//! | `stack` | deck orders: by name, from a file, or after a shuffle |
//! | `start`, `playing_card` | the starting order of a deck, and the names of its cards |
//! | `answer`, `files` | questions from the page and their answers in memory; no values that name files |
//! | `output`, `stdout`, `destination` | write results and pictures to standard output and to files |
//! | `sealed` | files of JSON with a checksum |
//! | `parts` | the numbered parts of a run, and which are missing |
//! | `overwrite` | refuses an output file that is also an input file |
//! | `threads` | the argument `--threads` |
//! | `seed` | seeds as people type them |
//! | `effort` | time limits, by option |
//! | `exit` | the exit codes of commands that worked |
//! | `waiting`, `watch`, `signals` | progress, timeouts and signals |
//! | `probable_primes` | reports the probable primes that a result depends on |
//! | `integer`, `range` | parse and format numbers and ranges |
//! | `probability` | formats probabilities and p-values with the digits that are right |
//! | `error`, `underline`, `tips` | error messages, with carets under a part of a text, and tips for mistypings |
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
pub mod exit;
pub mod integer;
pub mod output;
pub mod overwrite;
pub mod parts;
pub mod playing_card;
pub mod probability;
pub mod range;
pub mod sealed;
pub mod seed;
pub mod signals;
pub mod stack;
pub mod start;
pub mod threads;
pub mod tips;
pub mod watch;
pub mod word;
