//! The number of threads.

use std::num::NonZero;
use std::thread;

use num_traits::ToPrimitive;

use super::integer;

/// The number of threads. The result does not depend on it.
#[derive(Debug, clap::Args)]
pub struct ThreadsArgs {
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<NonZero<usize>>,
}

impl ThreadsArgs {
    pub fn count(&self) -> NonZero<usize> {
        self.threads.unwrap_or_else(cores)
    }
}

/// Returns the number of cores that this process may use.
pub fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Maximum number of threads. It exceeds the cores of any machine; more threads would only use memory.
const MOST_THREADS: usize = 1024;

fn parse_threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = integer::parse_positive(text)?.to_usize().and_then(NonZero::new);
    let threads = threads.filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected at most {MOST_THREADS}"))
}
