//! A long listing is watched: progress on a terminal, and Ctrl-C ends it after what is being
//! written, so that what was written is whole.

use std::cell::Cell;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::args::OutputArgs;
use super::output;

/// Set by the first Ctrl-C; the second ends the program where it stands.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a program that was ended by Ctrl-C exits with.
const EXIT_INTERRUPTED: i32 = 130;

pub struct Watch {
    bar: ProgressBar,
    done: Cell<u64>,
}

impl Watch {
    /// Watches a work of so many steps that writes as it goes; without progress where the result
    /// itself runs over the terminal.
    pub fn over(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, !args.quiet && !output::to_terminal(args))
    }

    /// Watches a work of so many steps that writes when all is done.
    pub fn before(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, !args.quiet)
    }

    fn new(steps: u64, shown: bool) -> Watch {
        // Without a handler Ctrl-C ends the program at once, which is no worse.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(EXIT_INTERRUPTED);
            }
        });
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(steps), target);
        let style = ProgressStyle::with_template("{bar:30} {human_pos} of {human_len}  {rate}/s, {eta} left");
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}", state.per_sec());
        };
        bar.set_style(style.expect("a valid template").with_key("rate", rate));
        bar.enable_steady_tick(Duration::from_millis(200));
        Watch { bar, done: Cell::new(0) }
    }

    /// Whether to go on with the next step.
    pub fn goes_on(&self) -> bool {
        self.goes_on_by(1)
    }

    /// Whether to go on with so many steps.
    pub fn goes_on_by(&self, steps: u64) -> bool {
        let goes_on = !self.interrupted();
        if goes_on {
            self.done.set(self.done.get() + steps);
            self.bar.inc(steps);
        }
        goes_on
    }

    pub fn interrupted(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }

    /// The steps that were begun; a step that is begun is finished.
    pub fn done(&self) -> u64 {
        self.done.get()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
