//! Reads bytes as they arrive, with a time limit.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use faro_render::printable::printable;

use crate::output::lock::lock;

/// Maximum size of a piece in bytes.
const MAX_PIECE: usize = 1 << 16;

/// Maximum number of pieces in the queue.
const MAX_WAITING: usize = 16;

/// Reads bytes on a separate thread. The thread is never joined, because it may block until the process ends.
/// Where there are no threads, such as in WebAssembly, the caller reads, without a time limit.
pub struct ThreadedReader {
    from: From,
}

enum From {
    Thread(Receiver<io::Result<Vec<u8>>>),
    Caller(Mutex<Box<dyn Read + Send>>),
}

impl fmt::Debug for ThreadedReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadedReader").finish_non_exhaustive()
    }
}

/// The result of waiting for bytes.
#[derive(Debug)]
pub enum ReadOutcome {
    Piece(Vec<u8>),
    /// Nothing arrived within the time limit.
    Nothing,
    /// The end of the input.
    End,
}

impl ThreadedReader {
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn new(source: impl Read + Send + 'static) -> io::Result<ThreadedReader> {
        let (sender, pieces) = sync_channel(MAX_WAITING);
        // The thread takes the source out of the cell. If the thread cannot be started, the source is still there.
        let source = Arc::new(Mutex::new(Some(source)));
        let of_thread = Arc::clone(&source);
        let started = start_thread(move || {
            let source = lock(&of_thread).take();
            source.into_iter().for_each(|source| pump(source, &sender));
        });
        match started {
            Ok(_) => Ok(ThreadedReader {
                from: From::Thread(pieces),
            }),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                let source = lock(&source).take().ok_or(error)?;
                Ok(ThreadedReader {
                    from: From::Caller(Mutex::new(Box::new(source))),
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the next piece if it arrives within `patience`.
    pub fn next(&self, patience: Duration) -> io::Result<ReadOutcome> {
        let pieces = match &self.from {
            From::Thread(pieces) => pieces,
            From::Caller(source) => {
                let piece = read_piece(&mut *lock(source))?;
                return Ok(if piece.is_empty() {
                    ReadOutcome::End
                } else {
                    ReadOutcome::Piece(piece)
                });
            }
        };
        match pieces.recv_timeout(patience) {
            Ok(piece) => Ok(ReadOutcome::Piece(piece?)),
            Err(RecvTimeoutError::Timeout) => Ok(ReadOutcome::Nothing),
            Err(RecvTimeoutError::Disconnected) => Ok(ReadOutcome::End),
        }
    }
}

/// Starts a thread. The error says that a thread cannot be started, which the system's message does not.
pub fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let started = thread::Builder::new().spawn(work);
    started.map_err(|error| {
        io::Error::new(error.kind(), format!("a thread cannot be started: {error}"))
    })
}

/// Reads until the end of the input, or until the receiver is dropped.
fn pump(mut source: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let piece = read_piece(&mut source);
        let is_last = piece.is_err();
        if matches!(&piece, Ok(piece) if piece.is_empty()) || sender.send(piece).is_err() || is_last
        {
            return;
        }
    }
}

/// Reads once. At the end of the input, the piece is empty.
fn read_piece(source: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut piece = vec![0; MAX_PIECE];
    loop {
        match source.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => {
                piece.truncate(read?);
                return Ok(piece);
            }
        }
    }
}

/// The time limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// Maximum time between two items, and before the first.
    pub silence: Option<Duration>,
    /// Maximum time from the start of reading until the last item.
    pub whole: Option<Duration>,
}

impl Patience {
    /// Parses seconds of silence, and after a comma those in total: `10` or `10,300`.
    ///
    /// # Errors
    ///
    /// If a number is not above 0.
    pub fn parse(text: &str) -> Result<Patience, String> {
        let seconds = |text: &str| {
            let seconds: Option<f64> = text.trim().parse().ok().filter(|&seconds| seconds > 0.0);
            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        };
        let expected = || {
            "expected seconds above 0, for example 10, or 10,300 for silence and in total"
                .to_string()
        };
        let (silence, whole) = text
            .split_once(',')
            .map_or((text, None), |(silence, whole)| (silence, Some(whole)));
        let whole = whole
            .map(|whole| seconds(whole).ok_or_else(expected))
            .transpose()?;
        Ok(Patience {
            silence: Some(seconds(silence).ok_or_else(expected)?),
            whole,
        })
    }
}

/// Number of bytes that are kept.
const MAX_KEPT: usize = 4096;

/// Maximum number of characters that a message shows.
const MAX_SHOWN: usize = 300;

/// Maximum number of last lines that a message shows.
const MAX_LINES: usize = 3;

/// Time to wait for the rest of the output of a program that has ended.
const OUTPUT_WAIT: Duration = Duration::from_millis(200);

/// Interval between two checks whether the output has ended.
const TICK: Duration = Duration::from_millis(2);

/// The end of the standard output or the standard error of a program.
#[derive(Debug, Default)]
pub struct OutputTail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    thread: Option<JoinHandle<()>>,
}

impl OutputTail {
    /// Starts a thread that reads until the end of the input.
    ///
    /// # Errors
    ///
    /// If no thread can be started.
    pub fn new(mut source: impl Read + Send + 'static) -> io::Result<OutputTail> {
        let kept: Arc<Mutex<VecDeque<u8>>> = Arc::default();
        let tail = Arc::clone(&kept);
        let thread = start_thread(move || {
            let mut piece = [0; MAX_KEPT];
            while let Ok(length @ 1..) = source.read(&mut piece) {
                keep(&tail, &piece[..length]);
            }
        })?;
        Ok(OutputTail {
            kept,
            thread: Some(thread),
        })
    }

    /// Waits for the end of the input, but only briefly: another process may keep the pipe open.
    fn wait_for_end(&self) {
        let started = Instant::now();
        let is_open = || {
            self.thread
                .as_ref()
                .is_some_and(|thread| !thread.is_finished())
        };
        while is_open() && started.elapsed() < OUTPUT_WAIT {
            thread::sleep(TICK);
        }
    }

    /// Returns `; its standard error ends: …` with the last lines, or an empty string if there are none.
    pub fn message(&self) -> String {
        self.wait_for_end();
        self.last_lines().map_or(String::new(), |lines| {
            format!("; its standard error ends: {lines}")
        })
    }

    /// Returns the last lines that have arrived, joined and shortened, or `None` if there are none.
    pub fn last_lines(&self) -> Option<String> {
        let kept = lock(&self.kept);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        if lines.is_empty() {
            return None;
        }
        // Some languages print the stack of calls after the error.
        let is_error = |line: &&str| line.contains("Error: ");
        let error = lines.iter().rposition(is_error).unwrap_or(lines.len());
        let begin = lines.len().saturating_sub(MAX_LINES).min(error);
        let end = lines.len().min(begin + MAX_LINES);
        let last = lines[begin..end].join(" | ");
        let letters: Vec<char> = printable(&last).chars().collect();
        let cut = letters.len().saturating_sub(MAX_SHOWN);
        let shown: String = letters[cut..].iter().collect();
        Some(format!("{}{shown}", if cut > 0 { "…" } else { "" }))
    }
}

fn keep(kept: &Mutex<VecDeque<u8>>, piece: &[u8]) {
    let mut kept = lock(kept);
    kept.extend(piece);
    let surplus = kept.len().saturating_sub(MAX_KEPT);
    kept.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail_of(text: &str) -> String {
        let tail = OutputTail::default();
        text.as_bytes()
            .chunks(1000)
            .for_each(|piece| keep(&tail.kept, piece));
        tail.message()
    }

    #[test]
    fn the_end_in_one_harmless_line() {
        assert_eq!(tail_of(""), "");
        assert_eq!(tail_of("\n \n"), "");
        assert_eq!(
            tail_of("a\nb\n\nc\x1b[2J\r\nd"),
            "; its standard error ends: b | c\\u{1b}[2J | d"
        );
        let flood = tail_of(&"x".repeat(100_000));
        assert_eq!(
            flood,
            format!("; its standard error ends: …{}", "x".repeat(MAX_SHOWN))
        );
    }
}
