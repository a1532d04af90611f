//! What is written: text, JSON and CSV, files, progress, errors.

pub mod answer;
pub mod destination;
pub mod error;
pub mod overwrite;
pub mod probability;
mod report;
pub mod signals;
pub mod watch;

pub use report::*;
