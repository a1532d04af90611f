//! Checks whether a program makes the same decks again if it is given the same seed.

use std::time::{Duration, Instant};

use super::source::Source;
use faro_console::{output, signals};
use faro_process::flow::Next;
use faro_process::program::Values;

/// Maximum number of bytes of output that are compared.
pub const COMPARED: usize = 1 << 12;

/// Time limit of the second run, and the interval at which it is checked.
const PATIENCE: Duration = Duration::from_secs(10);
const TICK: Duration = Duration::from_millis(20);

/// Runs the program again with the same values, and notes if its output begins differently.
pub fn note(source: &Source, values: &Values, before: &[u8]) {
    if begins_again(source, values, before) == Some(false) {
        output::note(&format!(
            "run again with the seed {}, the program printed other decks: they do not depend on {{seed}} alone",
            values.seed
        ));
    }
}

/// Returns whether a second run's output begins with `before`, or `None` if it printed nothing.
///
/// If the time limit or a signal ends the run early, the bytes printed until then are compared.
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
