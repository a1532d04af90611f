//! The texts of the adapters: one file for each language, which hands a program its random choices.

/// For Python: the modules `random` and `secrets`.
pub const PYTHON: &str = include_str!("../adapters/faro_choices.py");
/// For Node.js: `Math.random` and `crypto`.
pub const JAVASCRIPT: &str = include_str!("../adapters/faro_choices.js");
/// For Java: a `java.util.Random`.
pub const JAVA: &str = include_str!("../adapters/FaroChoices.java");
/// For Rust, without dependencies.
pub const RUST: &str = include_str!("../adapters/faro_choices.rs");
/// For C and C++: `rand`, `random`, `arc4random_uniform`.
pub const C: &str = include_str!("../adapters/faro_choices.h");
/// For compiled programs on Linux: a library that replaces `rand`, `getrandom` and `std::random_device`.
pub const PRELOAD: &str = include_str!("../adapters/faro_preload.c");
