//! Whether a program that is given a seed makes the same decks again.

use std::time::{Duration, Instant};

use super::source::Source;
use faro_console::{output, signals};
use faro_process::flow::Next;
use faro_process::program::Values;

/// The bytes of output that are compared, at most.
pub const COMPARED: usize = 1 << 12;

/// The time of a second run, and the interval at which it is checked.
const PATIENCE: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_millis(20);

/// Runs the program again with the same values, and notes if its output does not begin as before.
pub fn note(source: &Source, values: &Values, before: &[u8]) {
    if begins_again(source, values, before) == Some(false) {
        output::note(&format!(
            "run again with the seed {}, the program printed other decks: they do not depend on {{seed}} alone",
            values.seed
        ));
    }
}

/// Returns whether the output begins as before, as far as it comes in time or before a signal; none if nothing comes.
fn begins_again(source: &Source, values: &Values, before: &[u8]) -> Option<bool> {
    let mut open = source.open(values).ok()?;
    let (begun, mut again) = (Instant::now(), Vec::new());
    let goes_on = || begun.elapsed() < PATIENCE && !signals::requested();
    while again.len() < before.len() && goes_on() {
        match open.flow.next(TICK) {
            Ok(Next::Piece(piece)) => again.extend(piece),
            Ok(Next::Nothing) if !open.is_held_open() => {}
            _ => break,
        }
    }
    open.end(Duration::ZERO);
    let compared = before.len().min(again.len());
    (compared > 0).then(|| again[..compared] == before[..compared])
}
