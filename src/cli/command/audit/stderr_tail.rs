//! What a program says on its standard error: all of it is read, the end is kept.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::flow::start_thread;
use crate::cli::printable::printable;

/// The bytes that are kept, and the letters that a message shows.
const KEPT: usize = 4096;
const SHOWN: usize = 300;

/// The last lines that a message shows.
const LINES: usize = 3;

/// How long a program that has ended is listened to.
const PATIENCE: Duration = Duration::from_millis(200);
const TICK: Duration = Duration::from_millis(2);

#[derive(Default)]
pub struct StderrTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    listener: Option<JoinHandle<()>>,
}

impl StderrTail {
    /// Listens in a thread of its own until there is nothing more to hear.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn new(mut source: impl Read + Send + 'static) -> io::Result<StderrTail> {
        let kept: Arc<Mutex<VecDeque<u8>>> = Arc::default();
        let heard = Arc::clone(&kept);
        let listener = start_thread(move || {
            let mut piece = [0; KEPT];
            while let Ok(length @ 1..) = source.read(&mut piece) {
                keep(&heard, &piece[..length]);
            }
        })?;
        Ok(StderrTail { kept, listener: Some(listener) })
    }

    /// Until all is heard, but not for long: something else may hold the line.
    fn listen_to_the_end(&self) {
        let begun = Instant::now();
        let speaks = || self.listener.as_ref().is_some_and(|listener| !listener.is_finished());
        while speaks() && begun.elapsed() < PATIENCE {
            thread::sleep(TICK);
        }
    }

    /// `; it said: …` with the last lines in one, or nothing, of a program that has ended.
    pub fn message(&self) -> String {
        self.listen_to_the_end();
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
        format!("; it said: {}{shown}", if cut > 0 { "…" } else { "" })
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

    fn told(text: &str) -> String {
        let tail = StderrTail::default();
        text.as_bytes().chunks(1000).for_each(|piece| keep(&tail.kept, piece));
        tail.message()
    }

    #[test]
    fn the_end_in_one_harmless_line() {
        assert_eq!(told(""), "");
        assert_eq!(told("\n \n"), "");
        assert_eq!(told("a\nb\n\nc\x1b[2J\r\nd"), "; it said: b | c\\u{1b}[2J | d");
        let flood = told(&"x".repeat(100_000));
        assert_eq!(flood, format!("; it said: …{}", "x".repeat(SHOWN)));
    }
}
