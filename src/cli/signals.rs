//! Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM (batch systems) and SIGHUP.
//!
//! Work that polls [`requested`] ends early and saves the part that is done; a second signal ends the
//! program at once. Other work is ended by the first, after the acts of [`before_exit`]. A signal that was
//! ignored when the program began (`nohup`, `&` in a script) stays ignored, where the system says so:
//! Linux does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether some work polls [`requested`].
static POLLED: AtomicBool = AtomicBool::new(false);

/// When the first signal came.
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Signals that arrive within this time of the first are merged with it: some senders signal a process and
/// its group.
const MERGED: Duration = Duration::from_millis(150);

static LAST_ACTS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Announces work that polls [`requested`].
pub fn poll() {
    POLLED.store(true, Ordering::Relaxed);
    listen();
}

/// Whether the program was asked to end.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Calls a function before a signal ends the program at once.
pub fn before_exit(last_act: fn()) {
    let mut acts = LAST_ACTS.lock().unwrap_or_else(PoisonError::into_inner);
    // Two addresses of one function would have it called twice, which does no harm.
    if !acts.iter().any(|&known| std::ptr::fn_addr_eq(known, last_act)) {
        acts.push(last_act);
    }
    drop(acts);
    listen();
}

/// Treats SIGQUIT (Ctrl-\) like the others from now on.
pub fn include_quit() {
    #[cfg(unix)]
    unix::include_quit();
}

fn listen() {
    #[cfg(unix)]
    unix::listener();
}

#[cfg(unix)]
mod unix {
    use std::ffi::c_int;
    use std::fs;
    use std::sync::{OnceLock, mpsc};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level::emulate_default_handler;

    use super::*;

    /// Begins to listen, once. Without a thread or a handler a signal ends the program at once.
    pub fn listener() -> Option<&'static Handle> {
        static LISTENER: OnceLock<Option<Handle>> = OnceLock::new();
        LISTENER.get_or_init(begin).as_ref()
    }

    pub fn include_quit() {
        if let Some(handle) = listener().filter(|_| !is_ignored(SIGQUIT)) {
            let _ = handle.add_signal(SIGQUIT);
        }
    }

    /// The thread comes first: a signal that is caught, but that no thread receives, would be lost.
    fn begin() -> Option<Handle> {
        let (sender, receiver) = mpsc::channel::<Signals>();
        let receive = move || receiver.iter().for_each(|mut signals| signals.forever().for_each(received));
        thread::Builder::new().name("signals".into()).spawn(receive).ok()?;
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
        let signals = Signals::new(signals).ok()?;
        let handle = signals.handle();
        sender.send(signals).ok()?;
        Some(handle)
    }

    fn received(signal: c_int) {
        let first = FIRST.get_or_init(Instant::now);
        let again = REQUESTED.swap(true, Ordering::Relaxed) && first.elapsed() > MERGED;
        if again || !POLLED.load(Ordering::Relaxed) {
            LAST_ACTS.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|act| act());
            // As if it had not been caught: a shell that waits for the program sees why it ended.
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    }

    /// Whether the signal was ignored when this was first asked. The kernel keeps a mask in which SIGHUP, 1,
    /// has the lowest bit; where there is no such file, nothing is known to be ignored.
    fn is_ignored(signal: c_int) -> bool {
        static MASK: OnceLock<u64> = OnceLock::new();
        let mask = MASK.get_or_init(|| {
            let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
            line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
        });
        mask >> (signal - 1) & 1 == 1
    }
}
