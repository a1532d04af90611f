//! Work on a list of pieces in several threads.

use std::sync::Mutex;

/// Calls `work` with the index of each piece and the piece. Each thread takes the next piece that
/// remains.
pub(super) fn for_each<T: Send>(threads: usize, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let threads = threads.min(pieces.len());
    let left = Mutex::new(pieces.iter_mut().enumerate());
    let next = || left.lock().expect("no thread panics while it holds the lock").next();
    let run = || {
        while let Some((index, piece)) = next() {
            work(index, piece);
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(run)));
        run();
    });
}
