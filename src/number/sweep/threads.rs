//! Work in threads, on pieces that stay in their order.

use std::sync::Mutex;

/// Does the work on each piece, given its index; each thread takes the next one that is left.
pub(super) fn for_each<T: Send>(threads: usize, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let threads = threads.min(pieces.len());
    let left = Mutex::new(pieces.iter_mut().enumerate());
    let next = || left.lock().expect("nobody panics while taking a piece").next();
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
