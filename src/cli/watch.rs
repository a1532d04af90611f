//! A long listing is watched: progress on a terminal, and Ctrl-C ends it after what is being
//! written, so that what was written is whole.

use std::cell::{Cell, OnceCell};
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::args::OutputArgs;

/// Set by the first Ctrl-C; the second ends the program where it stands.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a program that was ended by Ctrl-C exits with.
const EXIT_INTERRUPTED: i32 = 130;

/// Work that takes no longer shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// What must not be left undone when the program ends where it stands.
static LAST_ACT: OnceLock<fn()> = OnceLock::new();

/// Has this done before a second Ctrl-C ends the program. It can be said once.
pub fn before_exit(last_act: fn()) {
    LAST_ACT.get_or_init(|| last_act);
}

/// Wishes that come within this time are one: some who send them send them to a process and to its group.
const ONE_WISH: Duration = Duration::from_millis(150);

/// When the first wish came.
static FIRST_WISH: OnceLock<Instant> = OnceLock::new();

/// As Ctrl-C does.
pub fn interrupt() {
    let first = FIRST_WISH.get_or_init(Instant::now);
    if INTERRUPTED.swap(true, Ordering::Relaxed) && first.elapsed() > ONE_WISH {
        if let Some(last_act) = LAST_ACT.get() {
            last_act();
        }
        std::process::exit(EXIT_INTERRUPTED);
    }
}

pub struct Watch {
    steps: u64,
    done: Cell<u64>,
    begun: Instant,
    /// Whether progress may be shown.
    shown: bool,
    bar: OnceCell<ProgressBar>,
}

impl Watch {
    /// Watches a work of so many steps that writes as it goes. Progress is shown where the
    /// result goes to a file: on a terminal or in a pipe it would disturb what is read there.
    pub fn over(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, args.to_file().is_some() && !args.quiet)
    }

    /// Watches a work of so many steps that writes when all is done.
    pub fn before(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, !args.quiet)
    }

    /// Watches a work whose end nobody knows: only Ctrl-C is looked for.
    pub fn unseen() -> Watch {
        Watch::new(u64::MAX, false)
    }

    fn new(steps: u64, shown: bool) -> Watch {
        // Without a handler Ctrl-C ends the program at once, which is no worse.
        let _ = ctrlc::set_handler(interrupt);
        Watch { steps, done: Cell::new(0), begun: Instant::now(), shown, bar: OnceCell::new() }
    }

    /// Whether to go on with the next step.
    pub fn goes_on(&self) -> bool {
        self.goes_on_by(1)
    }

    /// Whether to go on with so many steps.
    pub fn goes_on_by(&self, steps: u64) -> bool {
        if self.interrupted() {
            return false;
        }
        if self.shown && self.begun.elapsed() > PATIENCE {
            self.bar.get_or_init(|| bar(self.steps)).set_position(self.done());
        }
        self.done.set(self.done() + steps);
        true
    }

    /// The steps that were begun; a step that is begun is finished.
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Whether Ctrl-C came.
    pub fn interrupted(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }

    /// Whether Ctrl-C came before the last step.
    pub fn cut_short(&self) -> bool {
        self.interrupted() && self.done() < self.steps
    }
}

fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len}  {rate}/s, {eta} left");
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    ProgressBar::new(steps).with_style(style.expect("a valid template").with_key("rate", rate))
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
