//! Converts between the library's indices, counted from 0, and the numbers of cards and positions that the
//! program reads and prints, counted from 1.

use std::ops::{Add, Sub};

use num_traits::One;

/// Number of the first card.
pub const FIRST: u32 = 1;

/// Returns the number, counted from 1, of the card or position with `index`, counted from 0.
pub fn number<T: One + Add<Output = T>>(index: T) -> T {
    index + T::one()
}

/// Returns the index, counted from 0, of `number`, which is at least 1.
pub fn index<T: One + Sub<Output = T>>(number: T) -> T {
    number - T::one()
}
