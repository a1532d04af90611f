//! Ranks permutations in lexicographic order, and finds the permutation of a rank.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::unused::Unused;
use super::{Permutation, PermutationError};

impl Permutation {
    /// Returns the rank among all permutations of the same degree, in lexicographic order of the images.
    ///
    /// The rank of the identity is 0, the rank of the reversal n! − 1. `[2 0 1]` is the fifth of six, and has
    /// rank 4.
    ///
    /// The digits of the rank in the factorial number system (Laisant 1888) are the numbers of smaller images
    /// that follow each image. They are counted in O(n log n). They are combined by halves, at the cost of
    /// multiplying numbers as long as the result.
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.rank(), 4u32.into());
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn rank(&self) -> BigUint {
        let degree = self.degree();
        let mut unused = Unused::all(degree);
        let digits: Vec<u32> = self
            .images
            .iter()
            .map(|&image| unused.take(image))
            .collect();
        // The digit at position i counts in units of (n − 1 − i)!.
        join(&digits, degree as u32)
    }

    /// Returns the permutation of `degree` positions with `rank`, the inverse of [`rank`](Self::rank).
    ///
    /// # Errors
    ///
    /// [`PermutationError::RankTooLarge`] if `rank` is not below n!.
    ///
    /// # Panics
    ///
    /// If `degree` is more than [`MAX_DEGREE`](super::MAX_DEGREE).
    ///
    /// ```
    /// # use faro_permutation::Permutation;
    /// assert_eq!(Permutation::unrank(3, 4u32)?.images(), [2, 0, 1]);
    /// assert!(Permutation::unrank(3, 6u32).is_err());
    /// # Ok::<(), faro_permutation::PermutationError>(())
    /// ```
    pub fn unrank(
        degree: usize,
        rank: impl Into<BigUint>,
    ) -> Result<Permutation, PermutationError> {
        let rank = rank.into();
        let mut images = Permutation::identity(degree).images;
        // One array is used for both: `split` writes the digits over the images, and the loop below writes
        // the images over the digits, from the left.
        if split(rank.clone(), degree as u32, &mut images) > BigUint::ZERO {
            return Err(PermutationError::RankTooLarge { rank, degree });
        }
        let mut unused = Unused::all(degree);
        for entry in &mut images {
            *entry = unused.take_nth(*entry);
        }
        Ok(Permutation { images })
    }
}

/// Returns the value of factorial digits. The first digit has the radix `radix`, the next one `radix − 1`,
/// and so on.
fn join(digits: &[u32], radix: u32) -> BigUint {
    match digits {
        [] => BigUint::ZERO,
        [digit] => BigUint::from(*digit),
        _ => {
            let (high, low) = digits.split_at(digits.len() / 2);
            let radix_of_low = radix - high.len() as u32;
            join(high, radix) * radices(radix_of_low, low.len()) + join(low, radix_of_low)
        }
    }
}

/// Writes the factorial digits of `value`, and returns the quotient that is left over. The first digit has
/// the radix `radix`, the next one `radix − 1`, and so on.
fn split(value: BigUint, radix: u32, digits: &mut [u32]) -> BigUint {
    match digits {
        [] => value,
        [digit] => {
            let (carry, rest) = value.div_rem(&BigUint::from(radix));
            *digit = rest.to_u32().expect("a digit is below its radix");
            carry
        }
        _ => {
            let (high, low) = digits.split_at_mut(digits.len() / 2);
            let radix_of_low = radix - high.len() as u32;
            let (upper, lower) = value.div_rem(&radices(radix_of_low, low.len()));
            split(lower, radix_of_low, low);
            split(upper, radix, high)
        }
    }
}

/// Returns radix·(radix − 1)·… with `count` factors, multiplied by halves.
fn radices(radix: u32, count: usize) -> BigUint {
    match count {
        0 => BigUint::one(),
        1 => BigUint::from(radix),
        _ => radices(radix, count / 2) * radices(radix - (count / 2) as u32, count - count / 2),
    }
}
