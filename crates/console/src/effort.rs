//! Time limits that the user gives by option.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use faro_math::number::Budget;

/// The time limit of factoring and searching.
#[derive(Debug, clap::Args)]
pub struct EffortArgs {
    /// The most seconds to spend; without it, 10 on factoring or searching
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,

    /// The start of the work: all parts of it share the limit.
    #[arg(skip)]
    begun: OnceCell<Instant>,
}

impl EffortArgs {
    /// Returns a budget that ends when the time limit, counted from the first call, is over.
    pub fn budget(&self) -> Budget {
        Budget::new(self.left())
    }

    /// Returns the budget of writing a long list.
    ///
    /// It is the rest of the time limit if the user gave one, otherwise unlimited.
    pub fn budget_of_lists(&self) -> Budget {
        self.timeout.map_or(Budget::unlimited(), |_| self.budget())
    }

    /// Returns the budget of an optional primality proof.
    ///
    /// It is at most `LONGEST_PROOF`, because the answer waits for the proof.
    pub fn budget_of_proofs(&self) -> Budget {
        Budget::new(self.left().min(LONGEST_PROOF))
    }

    /// Returns the time left until the limit.
    fn left(&self) -> Duration {
        self.timeout.unwrap_or(USUAL_LIMIT).saturating_sub(self.begun.get_or_init(Instant::now).elapsed())
    }
}

const USUAL_LIMIT: Duration = Duration::from_secs(10);

const LONGEST_PROOF: Duration = Duration::from_secs(1);

/// Parses a duration in seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".into())
}
