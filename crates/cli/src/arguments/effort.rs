//! Time limits and the number of threads, by option.

use std::cell::OnceCell;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use faro_math::number::Budget;
use faro_sample::simulate::MAX_SAMPLES;

use crate::arguments::integer;

/// The time limit of factoring and searching.
#[derive(Debug, clap::Args)]
pub struct EffortArgs {
    /// Maximum number of seconds [default: 10 for factoring and for searching]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,

    /// The start of the work: all parts of it share the limit.
    #[arg(skip)]
    started: OnceCell<Instant>,
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
    /// It is at most `MAX_PROOF_TIME`, because the answer waits for the proof.
    pub fn budget_of_proofs(&self) -> Budget {
        Budget::new(self.left().min(MAX_PROOF_TIME))
    }

    /// Returns the time left until the limit.
    fn left(&self) -> Duration {
        self.timeout
            .unwrap_or(DEFAULT_LIMIT)
            .saturating_sub(self.started.get_or_init(Instant::now).elapsed())
    }
}

const DEFAULT_LIMIT: Duration = Duration::from_secs(10);

const MAX_PROOF_TIME: Duration = Duration::from_secs(1);

/// Parses a duration in seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".into())
}

/// The number of threads. The result does not depend on it.
#[derive(Debug, clap::Args)]
pub struct ThreadsArgs {
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = parse_threads)]
    threads: Option<NonZero<usize>>,
}

impl ThreadsArgs {
    pub fn count(&self) -> NonZero<usize> {
        self.threads.unwrap_or_else(cores)
    }

    /// Returns the number of threads, or fewer if each needs much memory.
    pub fn affordable(&self, bytes_per_thread: usize) -> NonZero<usize> {
        let most = NonZero::new(MAX_BYTES / bytes_per_thread.max(1));
        self.count().min(most.unwrap_or(NonZero::<usize>::MIN))
    }
}

/// Returns the number of cores that this process may use.
pub fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Maximum memory of the counts of all threads, in bytes.
const MAX_BYTES: usize = 1 << 30;

/// Maximum number of threads. It exceeds the cores of any machine; more threads would only use memory.
const MAX_THREADS: usize = 1024;

fn parse_threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = integer::parse_positive(text)?;
    integer::within(
        threads,
        ..=MAX_THREADS,
        format_args!("at most {MAX_THREADS}"),
    )
    .map(|threads| NonZero::new(threads).expect("1 or more"))
}

pub fn parse_samples(text: &str) -> Result<u64, String> {
    let samples = integer::parse_positive(text)?;
    integer::within(
        samples,
        ..=MAX_SAMPLES,
        format_args!("at most {MAX_SAMPLES} decks"),
    )
}
