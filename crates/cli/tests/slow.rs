//! Tests of the program that take from ten seconds to a minute each: continuous integration runs them for each change, and
//! `cargo test` alone leaves them out.

#[cfg(unix)]
mod audit_sources;
mod certify;
mod small_decks;
#[cfg(unix)]
mod streams;
mod support;
