//! Reads the standard error of a program and keeps its last bytes.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::flow::start_thread;
use faro_render::printable::printable;

/// Number of bytes that are kept, and number of characters that a message shows.
const KEPT: usize = 4096;
const SHOWN: usize = 300;

/// Number of lines, counted from the end, that a message shows.
const LINES: usize = 3;

/// Time to wait for the rest of the standard error of a program that has ended.
const PATIENCE: Duration = Duration::from_millis(200);
const TICK: Duration = Duration::from_millis(2);

#[derive(Debug, Default)]
pub struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    thread: Option<JoinHandle<()>>,
}

impl StderrTail {
    /// Starts a thread that reads until the end of the input.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn new(mut source: impl Read + Send + 'static) -> io::Result<StderrTail> {
        let kept: Arc<Mutex<VecDeque<u8>>> = Arc::default();
        let tail = Arc::clone(&kept);
        let thread = start_thread(move || {
            let mut piece = [0; KEPT];
            while let Ok(length @ 1..) = source.read(&mut piece) {
                keep(&tail, &piece[..length]);
            }
        })?;
        Ok(StderrTail { kept, thread: Some(thread) })
    }

    /// Waits for the end of the input, but only briefly: another process may keep the pipe open.
    fn wait_for_end(&self) {
        let begun = Instant::now();
        let is_open = || self.thread.as_ref().is_some_and(|thread| !thread.is_finished());
        while is_open() && begun.elapsed() < PATIENCE {
            thread::sleep(TICK);
        }
    }

    /// Returns `; its standard error ends: …` with the last lines, or an empty string if there are none.
    pub fn message(&self) -> String {
        self.wait_for_end();
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return String::new();
        }
        let last = lines[lines.len().saturating_sub(LINES)..].join(" | ");
        let letters: Vec<char> = printable(&last).chars().collect();
        let cut = letters.len().saturating_sub(SHOWN);
        let shown: String = letters[cut..].iter().collect();
        format!("; its standard error ends: {}{shown}", if cut > 0 { "…" } else { "" })
    }
}

fn keep(kept: &Mutex<VecDeque<u8>>, piece: &[u8]) {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.extend(piece);
    let surplus = kept.len().saturating_sub(KEPT);
    kept.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail_of(text: &str) -> String {
        let tail = StderrTail::default();
        text.as_bytes().chunks(1000).for_each(|piece| keep(&tail.kept, piece));
        tail.message()
    }

    #[test]
    fn the_end_in_one_harmless_line() {
        assert_eq!(tail_of(""), "");
        assert_eq!(tail_of("\n \n"), "");
        assert_eq!(tail_of("a\nb\n\nc\x1b[2J\r\nd"), "; its standard error ends: b | c\\u{1b}[2J | d");
        let flood = tail_of(&"x".repeat(100_000));
        assert_eq!(flood, format!("; its standard error ends: …{}", "x".repeat(SHOWN)));
    }
}
