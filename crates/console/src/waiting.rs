//! Shows on a terminal that a command is at work, until it writes its result or shows its own progress.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time after which it is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// The interval at which the time is shown.
const TICK: Duration = Duration::from_millis(100);

/// Returns to the start of a line of a terminal and erases it.
const ERASED: &str = "\r\x1b[2K";

struct Waiting {
    /// Dropping it ends the thread.
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

static WAITING: Mutex<Option<Waiting>> = Mutex::new(None);

/// Announces work that may be long.
pub fn begin(quiet: bool) {
    if quiet || !io::stderr().is_terminal() {
        return;
    }
    let (stop, stopped) = mpsc::channel();
    // If no thread can be started, nothing is shown.
    let thread = thread::Builder::new().name("waiting".into()).spawn(move || show(&stopped));
    set(thread.ok().map(|thread| Waiting { stop, thread }));
}

/// Ends what [`begin`] announced, and removes what is shown.
pub fn end() {
    set(None);
}

/// Returns what removes the shown line before another is written to standard error.
pub fn erased() -> &'static str {
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    if waiting.is_some() { ERASED } else { "" }
}

fn set(waiting: Option<Waiting>) {
    let before = std::mem::replace(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner), waiting);
    if let Some(Waiting { stop, thread }) = before {
        drop(stop);
        let _ = thread.join();
    }
}

fn show(stopped: &Receiver<()>) {
    let begun = Instant::now();
    let mut wait = PATIENCE;
    while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let seconds = begun.elapsed().as_secs_f64();
        // A terminal that is gone shows nothing.
        let _ = write!(io::stderr(), "{ERASED}working for {seconds:.1} s; Ctrl-C ends it");
        wait = TICK;
    }
    if wait == TICK {
        let _ = write!(io::stderr(), "{ERASED}");
    }
}
