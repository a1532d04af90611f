//! The facts about the input, besides the decks, that a report shows.

use std::time::Instant;

use faro_audit::lines::Naming;
use faro_sample::shuffle::Seed;

use super::bad_lines::BadLines;
use super::cards::CardNames;
use super::listen::End;

/// How the decks were read.
pub struct Input {
    pub source: Option<String>,
    /// The hash of the input, if it was requested and is known.
    pub sha256: Option<String>,
    pub naming: Naming,
    pub names: CardNames,
    pub start_is_given: bool,
    pub chain: bool,
    /// The seed of the program, or of the draws that distinguish equal cards.
    pub seed: Option<Seed>,
    pub bad: BadLines,
    pub end: End,
    pub begun: Instant,
}
