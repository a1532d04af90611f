//! Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM (batch systems) and SIGHUP.
//!
//! Work that polls [`requested`] ends early and saves the finished part. A second signal ends the program at
//! once. Other work is ended by the first signal, after the functions of [`before_exit`]. On Linux a signal
//! that was ignored when the program began (`nohup`, `&` in a script) stays ignored.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::lock::lock;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Whether the work in progress calls [`requested`], so that a signal need not end the program at once.
static POLLED: AtomicBool = AtomicBool::new(false);

/// The functions to call before a signal ends the program.
static CLEANUPS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Announces that the work from now on calls [`requested`] regularly.
pub fn poll() {
    POLLED.store(true, Ordering::Relaxed);
    listen();
}

/// Returns whether the program was asked to end.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Registers a function to call before a signal ends the program at once.
pub fn before_exit(cleanup: fn()) {
    let mut cleanups = lock(&CLEANUPS);
    // Two addresses of one function are not recognised as equal. It may then be called twice, which is harmless.
    if !cleanups
        .iter()
        .any(|&known| std::ptr::fn_addr_eq(known, cleanup))
    {
        cleanups.push(cleanup);
    }
    drop(cleanups);
    listen();
}

/// Treats SIGQUIT (Ctrl-\) like the other signals from now on.
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
    use std::sync::{OnceLock, mpsc};
    use std::time::{Duration, Instant};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level::emulate_default_handler;

    use crate::output::signals::*;

    /// The time of the first signal.
    static FIRST_SIGNAL: OnceLock<Instant> = OnceLock::new();

    /// Signals that arrive within this time of the first are merged with it. Some senders signal a process
    /// and its group.
    const MERGE_INTERVAL: Duration = Duration::from_millis(150);

    /// Returns the handle of the listening thread, which is started once. Without the thread, a signal ends the
    /// program at once.
    pub fn listener() -> Option<&'static Handle> {
        static LISTENER: OnceLock<Option<Handle>> = OnceLock::new();
        LISTENER.get_or_init(begin).as_ref()
    }

    pub fn include_quit() {
        if let Some(handle) = listener().filter(|_| !is_ignored(SIGQUIT)) {
            let _ = handle.add_signal(SIGQUIT);
        }
    }

    /// Starts the thread before the handlers are installed. A signal without a receiving thread would be lost.
    fn begin() -> Option<Handle> {
        let (sender, receiver) = mpsc::channel::<Signals>();
        let receive = move || {
            receiver
                .iter()
                .for_each(|mut signals| signals.forever().for_each(received));
        };
        thread::Builder::new()
            .name("signals".into())
            .spawn(receive)
            .ok()?;
        let signals = [SIGINT, SIGTERM, SIGHUP]
            .into_iter()
            .filter(|&signal| !is_ignored(signal));
        let signals = Signals::new(signals).ok()?;
        let handle = signals.handle();
        sender.send(signals).ok()?;
        Some(handle)
    }

    fn received(signal: c_int) {
        let first = FIRST_SIGNAL.get_or_init(Instant::now);
        let again = REQUESTED.swap(true, Ordering::Relaxed) && first.elapsed() > MERGE_INTERVAL;
        if again || !POLLED.load(Ordering::Relaxed) {
            lock(&CLEANUPS).iter().for_each(|cleanup| cleanup());
            // Ends as if the signal had not been caught, so that a waiting shell sees the cause.
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    }

    /// Returns whether the signal was ignored at the first call. The lowest bit of the kernel's mask is SIGHUP,
    /// number 1. Without the file `/proc/self/status` no signal counts as ignored.
    fn is_ignored(signal: c_int) -> bool {
        static MASK: OnceLock<u64> = OnceLock::new();
        let mask = MASK.get_or_init(|| {
            let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
            line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
                .unwrap_or(0)
        });
        mask >> (signal - 1) & 1 == 1
    }
}
