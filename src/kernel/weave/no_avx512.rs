//! Machines that never have the instructions: nothing here can be called.

use super::stream::Stream;

#[derive(Clone, Copy)]
pub(super) enum Avx512 {}

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        None
    }

    pub(super) fn interleave<T: Copy>(self, _: [&[T]; 2], _: &mut [T], _: Option<&Stream>) -> usize {
        match self {}
    }

    pub(super) fn column<T: Copy>(self, _: &[T], _: usize, _: &mut [T], _: Option<&Stream>) -> usize {
        match self {}
    }
}
