//! The adapters: one file per language, through which a program in that language can be driven.

use clap::ValueEnum;
use faro_prove::adapters;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// faro_choices.py: random, secrets
    Python,
    /// faro_choices.js, for Node.js: Math.random, crypto
    Javascript,
    /// FaroChoices.java: a java.util.Random for the shuffle
    Java,
    /// faro_choices.rs, without dependencies
    Rust,
    /// faro_choices.h, for C and C++: rand, random, arc4random_uniform
    C,
    /// faro_preload.c, for compiled programs as they are, on Linux: rand, getrandom, std::random_device
    Preload,
}

impl Language {
    pub fn adapter(self) -> &'static str {
        match self {
            Language::Python => adapters::PYTHON,
            Language::Javascript => adapters::JAVASCRIPT,
            Language::Java => adapters::JAVA,
            Language::Rust => adapters::RUST,
            Language::C => adapters::C,
            Language::Preload => adapters::PRELOAD,
        }
    }
}
