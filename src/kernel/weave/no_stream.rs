//! Machines whose stores past the caches are not known here.

/// What a tile is cut by.
pub(super) const LINE: usize = 64;

pub(super) struct Stream(());

impl Stream {
    pub(super) fn new() -> Stream {
        Stream(())
    }

    #[inline]
    pub(super) fn copy<T: Copy>(&self, from: &[T], to: &mut [T]) {
        to.copy_from_slice(from);
    }
}
