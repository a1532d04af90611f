//! Several simulations at a time.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use faro_sample::simulate::over_units;

/// Receives the number of units of work that were finished since its last call, and returns whether to go on.
pub type GoesOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// Maximum number of simulations at a time. Their tables take some 15 MB each.
const MAX_AT_ONCE: usize = 8;

/// Maximum number of cards of decks that are simulated several times at once. The tables of larger decks take too much
/// memory, and all threads share those of one simulation.
const MAX_CARDS: usize = 64;

/// Calls `simulate` with each number below `count`, several at a time, and with its share of the threads. Returns the
/// results in the order of their numbers, up to the first one that was stopped.
///
/// Simulations of few decks would leave most threads idle one after another. `goes_on` receives the number of units that the
/// simulations finished since its last call. If it returns `false`, the simulations are stopped.
pub fn at_once<T: Send + Sync>(
    count: usize,
    cards: usize,
    threads: NonZero<usize>,
    goes_on: &mut GoesOn,
    simulate: impl Fn(usize, NonZero<usize>, &mut GoesOn) -> Option<T> + Sync,
) -> Vec<T> {
    let at_least_one = |number| NonZero::new(number).unwrap_or(NonZero::<usize>::MIN);
    let most = if cards > MAX_CARDS { 1 } else { MAX_AT_ONCE };
    let simulations = at_least_one(threads.get().min(count).min(most));
    let share = at_least_one(threads.get() / simulations);
    let (units, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let results: Vec<OnceLock<T>> = (0..count).map(|_| OnceLock::new()).collect();
    let one = |number: u64, (): &mut ()| {
        let mut continues = |done| {
            units.fetch_add(done, Relaxed);
            !is_stopped.load(Relaxed)
        };
        if let Some(result) = simulate(number as usize, share, &mut continues) {
            let _ = results[number as usize].set(result);
        }
    };
    over_units(0..count as u64, simulations, &(), one, |_| {
        let is_on = goes_on(units.swap(0, Relaxed));
        is_stopped.store(!is_on, Relaxed);
        is_on
    });
    results
        .into_iter()
        .map_while(OnceLock::into_inner)
        .collect()
}
