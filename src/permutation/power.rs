use std::collections::HashMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

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
}

/// The exponent modulo `length`, from 0 to length − 1.
fn remainder(exponent: &BigInt, length: usize) -> usize {
    exponent.mod_floor(&BigInt::from(length)).to_usize().expect("a remainder is below its divisor")
}
