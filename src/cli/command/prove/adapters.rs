//! The adapters: one file for each language, with which a program of that language can be driven.

use clap::ValueEnum;

/// A language with an adapter.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// faro_choices.py: random, secrets
    Python,
    /// faro_choices.js, for Node.js: Math.random, crypto
    Javascript,
}

impl Language {
    /// Returns the text of the adapter.
    pub fn adapter(self) -> &'static str {
        match self {
            Language::Python => include_str!("../../../../adapters/faro_choices.py"),
            Language::Javascript => include_str!("../../../../adapters/faro_choices.js"),
        }
    }
}
