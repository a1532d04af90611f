//! Converts between indices counted from 0 and numbers counted from 1.
//!
//! The library counts cards and positions from 0. The program reads and prints them counted from 1.

use std::ops::{Add, Sub};

use num_traits::One;

/// Number of the first card.
pub const FIRST: u32 = 1;

/// Returns the number, counted from 1, of the card or position with `index`, counted from 0.
pub fn number<T: One + Add<Output = T>>(index: T) -> T {
    index + T::one()
}

/// Returns the numbers, counted from 1, of the cards or positions with `indices`, counted from 0.
pub fn numbers<T: Copy + One + Add<Output = T>>(indices: &[T]) -> Vec<T> {
    indices.iter().map(|&index| number(index)).collect()
}

/// Returns the index, counted from 0, of `number`, which is at least 1.
pub fn index<T: One + Sub<Output = T>>(number: T) -> T {
    number - T::one()
}
