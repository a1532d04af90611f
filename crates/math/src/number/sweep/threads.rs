//! Work that is shared between threads.

use std::sync::Mutex;
use std::thread;

/// Returns the results of `work` for all tasks, in order. Each thread has one of `states`, of which there must be at
/// least one, and takes the next task that remains. If the system does not start a thread, the others take its tasks.
pub(super) fn map_in_threads<S: Send, T: Send, R: Send>(
    states: &mut [S],
    tasks: Vec<T>,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Vec<R> {
    let threads = states.len().min(tasks.len());
    let mut results: Vec<Option<R>> = tasks.iter().map(|_| None).collect();
    let left = Mutex::new(tasks.into_iter().zip(&mut results));
    let next = || {
        left.lock()
            .expect("no thread panics while it holds the lock")
            .next()
    };
    let run = |state: &mut S| {
        while let Some((task, result)) = next() {
            *result = Some(work(state, task));
        }
    };
    thread::scope(|scope| {
        let mut states = states[..threads].iter_mut();
        let own = states.next();
        let start = |state| {
            thread::Builder::new()
                .spawn_scoped(scope, || run(state))
                .map(drop)
        };
        let _ = states.try_for_each(start);
        own.into_iter().for_each(run);
    });
    results.into_iter().flatten().collect()
}
