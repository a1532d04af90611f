//! Work on a list of pieces in several threads.

use std::sync::Mutex;
use std::thread;

/// Calls `work` with the index of each piece and the piece. Each thread takes the next piece that
/// remains. A thread that the system does not start is done without: the others take its pieces.
pub(super) fn for_each<T: Send>(threads: usize, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let threads = threads.min(pieces.len());
    let left = Mutex::new(pieces.iter_mut().enumerate());
    let next = || left.lock().expect("no thread panics while it holds the lock").next();
    let run = || {
        while let Some((index, piece)) = next() {
            work(index, piece);
        }
    };
    thread::scope(|scope| {
        let start = || thread::Builder::new().spawn_scoped(scope, run);
        let _ = (1..threads).try_for_each(|_| start().map(drop));
        run();
    });
}
