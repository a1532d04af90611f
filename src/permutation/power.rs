use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::Permutation;

impl Permutation {
    /// `self` as many times as `exponent` says; its inverse as often where that is negative.
    ///
    /// Along a cycle of length l the exponent counts modulo l, so that each cycle is walked
    /// once, however large the exponent: O(n), beside one division of the exponent for each
    /// distinct cycle length.
    ///
    /// ```
    /// use faro::Permutation;
    /// use num_bigint::BigInt;
    ///
    /// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
    /// assert_eq!(out.pow(2), out.then(&out));
    /// assert_eq!(out.pow(-1), out.inverse());
    /// // 10^30 ≡ 1 modulo 3, the order.
    /// assert_eq!(out.pow(BigInt::from(10).pow(30)), out);
    /// # Ok::<(), faro::permutation::NotAPermutation>(())
    /// ```
    pub fn pow(&self, exponent: impl Into<BigInt>) -> Permutation {
        let exponent = exponent.into();
        let mut steps: HashMap<usize, usize> = HashMap::new();
        let mut images = self.images.clone();
        for cycle in self.cycles().iter().filter(|cycle| cycle.len() > 1) {
            let step = *steps.entry(cycle.len()).or_insert_with_key(|&length| remainder(&exponent, length));
            let (before, after) = cycle.split_at(step);
            for (&point, &image) in cycle.iter().zip(after.iter().chain(before)) {
                images[point as usize] = image;
            }
        }
        Permutation { images }
    }

    /// The position to which the card at `position` is moved by the power: its cycle alone is
    /// walked. O(length of the cycle), no memory.
    ///
    /// # Panics
    ///
    /// If `position` is not below the degree.
    ///
    /// ```
    /// use faro::Permutation;
    /// use num_bigint::BigInt;
    ///
    /// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
    /// assert_eq!(out.image_after(1, BigInt::from(10).pow(30)), 2);
    /// assert_eq!(out.image_after(1, -1), 4);
    /// # Ok::<(), faro::permutation::NotAPermutation>(())
    /// ```
    pub fn image_after(&self, position: u32, exponent: impl Into<BigInt>) -> u32 {
        let step = remainder(&exponent.into(), self.cycle_length(position));
        (0..step).fold(position, |position, _| self.image(position))
    }

    /// The length of the cycle that the card at `position` travels: the least t ≥ 1 that brings
    /// it back. O(length).
    ///
    /// # Panics
    ///
    /// If `position` is not below the degree.
    pub fn cycle_length(&self, position: u32) -> usize {
        let travelled = std::iter::successors(Some(self.image(position)), |&at| Some(self.image(at)));
        travelled.take_while(|&at| at != position).count() + 1
    }

    /// The least number of turns, from 1, that leaves everything exactly reversed; none if there
    /// is no such number. O(n).
    ///
    /// Twice that number moves nothing, so that it is half the order if anything. Nothing and a
    /// single thing are their own reversals, after one turn.
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([1, 3, 0, 2])?.reversed_after(), Some(2u32.into()));
    /// assert_eq!(Permutation::identity(2).reversed_after(), None);
    /// # Ok::<(), faro::permutation::NotAPermutation>(())
    /// ```
    pub fn reversed_after(&self) -> Option<BigUint> {
        if self.degree() <= 1 {
            return Some(BigUint::one());
        }
        let (half, odd) = self.order().div_rem(&BigUint::from(2u32));
        let last = self.degree() as u32 - 1;
        let turned = |power: &Permutation| power.images.iter().rev().copied().eq(0..=last);
        let swaps_ends = odd == BigUint::ZERO && self.image_after(0, half.clone()) == last;
        (swaps_ends && turned(&self.pow(half.clone()))).then_some(half)
    }
}

/// The exponent modulo `length`, from 0 to length − 1.
fn remainder(exponent: &BigInt, length: usize) -> usize {
    exponent.mod_floor(&BigInt::from(length)).to_usize().expect("a remainder is below its divisor")
}
