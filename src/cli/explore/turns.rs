use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::cli::threads;

/// Questions with more time than this count as long.
const LONG: Duration = Duration::from_secs(5);

/// Bounds the number of workers that run at a time. Long questions do not delay short ones.
pub struct Turns {
    short: Semaphore,
    long: Semaphore,
}

impl Turns {
    pub fn new() -> Turns {
        let cores = threads::cores().get();
        Turns { short: Semaphore::new(2 * cores.max(2)), long: Semaphore::new(cores.max(4) / 2) }
    }

    /// Waits until another worker may run, as long as the result is kept.
    pub async fn next(&self, budget: Duration) -> Option<SemaphorePermit<'_>> {
        let turns = if budget > LONG { &self.long } else { &self.short };
        turns.acquire().await.ok()
    }
}
