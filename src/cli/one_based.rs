//! The library counts cards and positions from 0, people count from 1. The step between the
//! two is taken here and nowhere else.

use std::ops::{Add, Sub};

use num_traits::One;

/// What people call the first card: where their permutations count from.
pub const FIRST: u32 = 1;

/// From an index, counted from 0, to the number that people use.
pub fn number<T: One + Add<Output = T>>(index: T) -> T {
    index + T::one()
}

/// From the number that people use, at least 1, to the index.
pub fn index<T: One + Sub<Output = T>>(number: T) -> T {
    number - T::one()
}
