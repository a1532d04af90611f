//! The tests of the program that show a fault soonest; slow.rs has the others. One test program has them all, so that they are
//! linked once and run side by side.

mod answers;
mod audit_texts;
mod calibration;
mod command_line;
mod deck_bytes;
#[cfg(unix)]
mod documents;
#[cfg(target_os = "linux")]
mod explorer_api;
#[cfg(unix)]
mod fields;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod inspect;
#[cfg(unix)]
mod interrupted_shards;
mod mix;
mod order_before;
mod picture_sizes;
mod prove_rand;
mod real_programs;
mod shards;
#[cfg(target_os = "linux")]
mod signals;
mod statements;
mod support;
#[cfg(unix)]
mod tips;
#[cfg(unix)]
mod transcripts;
mod verify;
