//! Limits the number of workers that run at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::arguments::effort;

/// Maximum time limit of a short question. A question with a larger time limit is long.
const MAX_SHORT_BUDGET: Duration = Duration::from_secs(5);

/// Limits the number of workers that run at a time. Long and short questions have separate limits, so that long ones do
/// not delay short ones.
pub struct Turns {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

/// The permission of a worker to run. Dropping it lets the next worker run.
pub type Turn = Option<OwnedSemaphorePermit>;

impl Turns {
    pub fn new() -> Turns {
        let cores = effort::cores().get();
        let of = |workers| Arc::new(Semaphore::new(workers));
        Turns {
            short: of(2 * cores.max(2)),
            long: of(cores.max(4) / 2),
        }
    }

    /// Waits until a worker for a question with the time limit `budget` may run.
    pub async fn next(&self, budget: Duration) -> Turn {
        let turns = if budget > MAX_SHORT_BUDGET {
            &self.long
        } else {
            &self.short
        };
        Arc::clone(turns).acquire_owned().await.ok()
    }
}
