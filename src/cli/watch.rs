//! Progress of long work, and its early end: a signal ends it after what is being written, so that what
//! was written is whole.

use std::cell::{Cell, OnceCell};
use std::fmt::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::args::OutputArgs;
use super::signals;

/// Work that takes no longer shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

pub struct Watch {
    steps: u64,
    done: Cell<u64>,
    begun: Instant,
    /// Whether progress may be shown.
    shown: bool,
    bar: OnceCell<ProgressBar>,
}

impl Watch {
    /// Watches work of a number of steps that writes as it goes. Progress is shown where the
    /// result goes to a file: on a terminal or in a pipe it would disturb what is read there.
    pub fn over(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, args.to_file().is_some() && !args.quiet)
    }

    /// Watches work of a number of steps that writes when all is done.
    pub fn before(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, !args.quiet)
    }

    /// Watches work of unknown length: only signals are looked for.
    pub fn unseen() -> Watch {
        Watch::new(u64::MAX, false)
    }

    fn new(steps: u64, shown: bool) -> Watch {
        signals::poll();
        Watch { steps, done: Cell::new(0), begun: Instant::now(), shown, bar: OnceCell::new() }
    }

    /// Whether to go on with the next step.
    pub fn goes_on(&self) -> bool {
        self.goes_on_by(1)
    }

    /// Whether to go on with a number of steps.
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

    /// Whether a signal asked for the end.
    pub fn interrupted(&self) -> bool {
        signals::requested()
    }

    /// Whether a signal came before the last step.
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
