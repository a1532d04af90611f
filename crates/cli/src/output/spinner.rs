//! Shows on a terminal for how long a command has been working.

use std::io::{self, IsTerminal, Write as _};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::output::lock::lock;

/// Time after which progress or the elapsed time is shown.
pub const SHOWN_AFTER: Duration = Duration::from_millis(500);

/// Interval between updates of the elapsed time.
const TICK: Duration = Duration::from_millis(100);

/// Moves to the start of the terminal's line and erases it.
const ERASED: &str = "\r\x1b[2K";

struct Waiting {
    /// Dropping the sender ends the thread.
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

static WAITING: Mutex<Option<Waiting>> = Mutex::new(None);

/// Shows on a terminal that a command is working, until it writes its result or shows its own progress.
pub fn begin(quiet: bool) {
    if quiet || !io::stderr().is_terminal() {
        return;
    }
    let (stop, stopped) = mpsc::channel();
    // If no thread can be started, nothing is shown.
    let thread = thread::Builder::new()
        .name("waiting".into())
        .spawn(move || show_waiting(&stopped));
    set_waiting(thread.ok().map(|thread| Waiting { stop, thread }));
}

/// Ends the display that [`begin`] started, and erases it.
pub fn end() {
    set_waiting(None);
}

/// Returns the escape sequence that erases the display before other text goes to standard error.
pub fn erased() -> &'static str {
    let waiting = lock(&WAITING);
    if waiting.is_some() { ERASED } else { "" }
}

fn set_waiting(waiting: Option<Waiting>) {
    let before = std::mem::replace(&mut *lock(&WAITING), waiting);
    if let Some(Waiting { stop, thread }) = before {
        drop(stop);
        let _ = thread.join();
    }
}

fn show_waiting(stopped: &Receiver<()>) {
    let started = Instant::now();
    let mut wait = SHOWN_AFTER;
    while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let seconds = started.elapsed().as_secs_f64();
        // An error means that the terminal is gone.
        let _ = write!(
            io::stderr(),
            "{ERASED}working for {seconds:.1} s; Ctrl-C ends it"
        );
        wait = TICK;
    }
    if wait == TICK {
        let _ = write!(io::stderr(), "{ERASED}");
    }
}
