use num_bigint::{BigInt, BigUint};

use super::super::Magnitude;

/// The differences of the probabilities of n positions from 1/n, as integers times a power of two. Their sums
/// are exact.
#[derive(Clone, Debug)]
pub(super) struct Excess {
    pub parts: Vec<i128>,
    pub exponent: i64,
}

/// Number of bits of the largest part after rounding.
const BITS: u64 = 100;

impl Excess {
    /// Rounds the numbers to a hundred bits of the largest one.
    pub(super) fn rounded(numbers: &[BigInt], exponent: i64) -> Excess {
        let bits = numbers.iter().map(BigInt::bits).max().unwrap_or(0);
        let dropped = bits.saturating_sub(BITS);
        let part = |number: &BigInt| i128::try_from(number >> dropped).expect("a hundred bits are left");
        Excess { parts: numbers.iter().map(part).collect(), exponent: exponent + dropped as i64 }
    }

    /// Returns the largest part, without its sign.
    pub(super) fn largest(&self) -> u128 {
        self.sizes().max().unwrap_or(0)
    }

    /// Returns half the sum of the absolute values.
    pub(super) fn total_variation(&self) -> Magnitude {
        number(&self.sizes().map(BigUint::from).sum(), self.exponent - 1)
    }

    /// Returns n times the largest shortfall of a probability from 1/n.
    pub(super) fn separation(&self) -> Magnitude {
        let least = self.parts.iter().copied().min().unwrap_or(0).min(0);
        self.times_cards(least.unsigned_abs().into(), self.exponent)
    }

    /// Returns n times the largest absolute value.
    pub(super) fn l_infinity(&self) -> Magnitude {
        self.times_cards(self.largest().into(), self.exponent)
    }

    /// Returns n times the sum of squares.
    pub(super) fn chi_square(&self) -> Magnitude {
        let squares = self.sizes().map(|size| BigUint::from(size).pow(2)).sum();
        self.times_cards(squares, 2 * self.exponent)
    }

    fn times_cards(&self, sum: BigUint, exponent: i64) -> Magnitude {
        number(&(sum * self.parts.len()), exponent)
    }

    fn sizes(&self) -> impl Iterator<Item = u128> + '_ {
        self.parts.iter().map(|part| part.unsigned_abs())
    }
}

/// Returns an integer times a power of two as an `f64`. Only the first hundred bits are used.
pub(super) fn number(whole: &BigUint, exponent: i64) -> Magnitude {
    let dropped = whole.bits().saturating_sub(BITS);
    let top = u128::try_from(whole >> dropped).expect("a hundred bits are left");
    Magnitude::scaled(top as f64, exponent + dropped as i64)
}
