//! Shows the progress of long work, and ends it early. A signal or a timeout takes effect between two steps, so
//! that the output stays complete.

use std::cell::{Cell, OnceCell};
use std::fmt::Display;
use std::io::IsTerminal;
use std::rc::Rc;
use std::time::{Duration, Instant};

use faro_math::number::Budget;
use faro_render::numbers::counted;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::output::answer::Answer;
use crate::output::options::OutputArgs;
use crate::output::signals;
use crate::output::spinner::{self, SHOWN_AFTER};
use crate::output::stderr::note;

/// Time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Time after which work with a `--timeout` estimates the remaining time and reports it if it is
/// [`LONG_SECONDS`].
const ESTIMATED_AFTER: Duration = Duration::from_secs(2);

/// Remaining time, in seconds, that counts as long.
const LONG_SECONDS: f64 = 5.0;

#[derive(Debug)]
pub struct Watch {
    steps: u64,
    done: Cell<u64>,
    started: Instant,
    /// Whether progress may be shown.
    shown: bool,
    /// Receives the progress of a question that does not come from a command line.
    answer: Option<Rc<Answer>>,
    reported: Cell<Instant>,
    bar: OnceCell<ProgressBar>,
    /// The time limit of a command that has a `--timeout`.
    budget: Option<Budget>,
    estimated: Cell<bool>,
    /// Whether [`Watch::goes_on_by`] has returned `false`.
    stopped: Cell<bool>,
    /// The start time of the current part of the work, and the number of steps done before it.
    last_part: Cell<(Instant, u64)>,
}

impl Watch {
    /// Creates a watch for `steps` steps of work that writes its result as it goes.
    ///
    /// Progress is shown if the result goes to a file. On a terminal it would mix with the result.
    pub fn over(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, args.to_file().is_some() && !args.quiet).reporting_to(args)
    }

    /// Creates a watch for `steps` steps of work that writes its result at the end.
    pub fn before(steps: u64, args: &OutputArgs) -> Watch {
        Watch::new(steps, !args.quiet).reporting_to(args)
    }

    /// Creates a watch for work of unknown length. It shows no progress.
    pub fn without_progress() -> Watch {
        Watch::new(u64::MAX, false)
    }

    fn new(steps: u64, shown: bool) -> Watch {
        signals::poll();
        Watch {
            steps,
            done: Cell::new(0),
            started: Instant::now(),
            shown,
            answer: None,
            reported: Cell::new(Instant::now()),
            bar: OnceCell::new(),
            budget: None,
            estimated: Cell::new(false),
            stopped: Cell::new(false),
            last_part: Cell::new((Instant::now(), 0)),
        }
    }

    /// Reports progress to a collected answer instead of showing it.
    fn reporting_to(mut self, args: &OutputArgs) -> Watch {
        self.answer = args.answer().cloned();
        self.shown &= self.answer.is_none();
        self
    }

    fn report(&self, answer: &Answer) {
        if self.reported.get().elapsed() > REPORT_INTERVAL {
            self.reported.set(Instant::now());
            (answer.progress)(self.done(), self.steps);
        }
    }

    /// Ends the work with `budget`.
    ///
    /// After two seconds it reports how long the rest will take, if that is at least five seconds.
    pub fn within(mut self, budget: Budget) -> Watch {
        self.budget = Some(budget);
        self
    }

    /// Returns whether to continue with the next step.
    pub fn goes_on(&self) -> bool {
        self.goes_on_by(1)
    }

    /// Returns whether to continue with the next `steps` steps, or with the rest if fewer are left.
    pub fn goes_on_by(&self, steps: u64) -> bool {
        if self.interrupted() || self.out_of_time() {
            self.stopped.set(true);
            return false;
        }
        self.estimate();
        if self.shown && self.started.elapsed() > SHOWN_AFTER {
            let shown = || {
                spinner::end();
                bar(self.steps, self.started)
            };
            self.bar.get_or_init(shown).set_position(self.done());
        }
        self.done.set((self.done() + steps).min(self.steps));
        if let Some(answer) = &self.answer {
            self.report(answer);
        }
        true
    }

    /// Returns a function from the number of steps done so far to whether to continue.
    pub fn goes_on_after(&self) -> impl FnMut(u64) -> bool {
        let mut before = 0;
        move |done| self.goes_on_by(done - std::mem::replace(&mut before, done))
    }

    /// Ends a part of the work at step `done`, even if the part took fewer steps.
    pub fn reach(&self, done: u64) {
        self.done.set(done.max(self.done()));
        self.last_part.set((Instant::now(), self.done()));
    }

    pub fn out_of_time(&self) -> bool {
        self.budget.is_some_and(|budget| budget.is_spent())
    }

    /// Reports once how long the rest will take, unless a progress bar shows it.
    fn estimate(&self) {
        let long = self.shown && self.budget.is_some() && self.started.elapsed() > ESTIMATED_AFTER;
        if !long || self.estimated.get() || std::io::stderr().is_terminal() {
            return;
        }
        // The larger of two estimates counts, since later parts may be slower than earlier ones.
        let (last, before) = self.last_part.get();
        let left = self
            .time_left(self.started, 0)
            .max(self.time_left(last, before));
        if left >= LONG_SECONDS {
            self.estimated.set(true);
            note(&format!(
                "this takes about {left:.0} s more; --timeout ends it earlier"
            ));
        }
    }

    /// Estimates the remaining seconds from the speed since a time, or returns 0 if no step was done since.
    fn time_left(&self, since: Instant, before: u64) -> f64 {
        match self.done().saturating_sub(before) {
            0 => 0.0,
            done => {
                since.elapsed().as_secs_f64() * self.steps.saturating_sub(self.done()) as f64
                    / done as f64
            }
        }
    }

    /// Returns the number of steps begun. Every step that begins is finished.
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Returns whether a signal requested the end.
    pub fn interrupted(&self) -> bool {
        signals::requested()
    }

    /// Returns why the work ended early, and what helps.
    pub fn reason(&self) -> [&'static str; 2] {
        match self.interrupted() {
            true => ["interrupted", ""],
            false => ["out of time", "; try a larger --timeout"],
        }
    }

    /// Returns a message that says why the work ended early, what was written, and what helps.
    ///
    /// `done` of `all` things were written; `thing` is the noun.
    pub fn unfinished(&self, done: impl Display, all: impl Display, thing: &str) -> String {
        let [why, remedy] = self.reason();
        format!(
            "{why}: {done} of {} were written{remedy}",
            counted(all, thing)
        )
    }

    /// Returns whether a signal or the timeout ended the work before its last step.
    pub fn cut_short(&self) -> bool {
        (self.interrupted() || self.stopped.get()) && self.done() < self.steps
    }
}

/// Returns a progress bar whose speed is measured from `started`, the beginning of the work.
fn bar(steps: u64, started: Instant) -> ProgressBar {
    let template = match steps {
        // `u64::MAX` steps mean input from a pipe, whose end is unknown.
        u64::MAX => "{human_pos}  {rate}/s",
        _ => "{bar:20} {human_pos} of {human_len}  {rate}/s{left}",
    };
    let style = ProgressStyle::with_template(template);
    let speed = move |state: &ProgressState| state.pos() as f64 / started.elapsed().as_secs_f64();
    let rate = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.0}", speed(state));
    };
    let left = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let rest = state.len().unwrap_or(0).saturating_sub(state.pos()) as f64 / speed(state);
        // The speed is 0 before the first step, and the remaining time unknown.
        if let Ok(rest) = Duration::try_from_secs_f64(rest) {
            let _ = write!(out, ", {:#} left", HumanDuration(rest));
        }
    };
    let style = style
        .expect("a valid template")
        .with_key("rate", rate)
        .with_key("left", left);
    ProgressBar::new(steps).with_style(style)
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
