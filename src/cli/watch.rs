//! Progress of long work, and its early end: a signal ends it after what is being written, so that what
//! was written is whole.

use std::cell::{Cell, OnceCell};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use faro::number::Budget;

use super::args::OutputArgs;
use super::{output, signals};

/// Work that takes no longer shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// After this time, work that has a `--timeout` says how long the rest will take, if that is long.
const ESTIMATED_AFTER: Duration = Duration::from_secs(2);

/// Seconds from which the rest is long.
const LONG: f64 = 5.0;

pub struct Watch {
    steps: u64,
    done: Cell<u64>,
    begun: Instant,
    /// Whether progress may be shown.
    shown: bool,
    bar: OnceCell<ProgressBar>,
    /// Of a command that has a `--timeout`.
    budget: Option<Budget>,
    estimated: Cell<bool>,
    /// When the current part of the work began, and the steps before it.
    last_part: Cell<(Instant, u64)>,
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
        Watch {
            steps,
            done: Cell::new(0),
            begun: Instant::now(),
            shown,
            bar: OnceCell::new(),
            budget: None,
            estimated: Cell::new(false),
            last_part: Cell::new((Instant::now(), 0)),
        }
    }

    /// Ends the work when the time is over, and says after two seconds how long the rest will take if
    /// that is more than some seconds.
    pub fn within(mut self, timeout: Option<Duration>) -> Watch {
        self.budget = Some(timeout.map_or(Budget::unlimited(), Budget::new));
        self
    }

    /// Whether to go on with the next step.
    pub fn goes_on(&self) -> bool {
        self.goes_on_by(1)
    }

    /// Whether to go on with a number of steps.
    pub fn goes_on_by(&self, steps: u64) -> bool {
        if self.interrupted() || self.out_of_time() {
            return false;
        }
        self.estimate();
        if self.shown && self.begun.elapsed() > PATIENCE {
            self.bar.get_or_init(|| bar(self.steps)).set_position(self.done());
        }
        self.done.set(self.done() + steps);
        true
    }

    /// Ends a part of the work at this number of steps, also if it took fewer.
    pub fn reach(&self, done: u64) {
        self.done.set(done.max(self.done()));
        self.last_part.set((Instant::now(), self.done()));
    }

    /// Whether the time is over.
    pub fn out_of_time(&self) -> bool {
        self.budget.is_some_and(|budget| budget.is_spent())
    }

    /// Says once how long the rest will take, if the bar does not show it.
    fn estimate(&self) {
        let long = self.shown && self.budget.is_some() && self.begun.elapsed() > ESTIMATED_AFTER;
        if !long || self.estimated.get() || std::io::stderr().is_terminal() {
            return;
        }
        // Later parts may be slower than the earlier ones.
        let (last, before) = self.last_part.get();
        let left = self.time_left(self.begun, 0).max(self.time_left(last, before));
        if left >= LONG {
            self.estimated.set(true);
            output::note(&format!("this takes about {left:.0} s more; --timeout ends it earlier"));
        }
    }

    /// In seconds, at the speed since a moment; 0 where nothing was done since.
    fn time_left(&self, since: Instant, before: u64) -> f64 {
        match self.done() - before {
            0 => 0.0,
            done => {
                since.elapsed().as_secs_f64() * self.steps.saturating_sub(self.done()) as f64 / done as f64
            }
        }
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
