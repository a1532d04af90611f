//! Positive floating-point numbers with 87 bits and any exponent.

use std::ops::{Add, Mul};

/// Number of bits of a mantissa. Its product with a 40-bit integer fits in 128 bits.
const BITS: u32 = 87;

/// Number of low bits that a product of two numbers drops from each mantissa.
const DROPPED: u32 = 24;

/// A number that is 0 or positive, for products and sums that are too large or too small for an `f64`.
///
/// A [`scaled`](Wide::scaled) number and a sum have a relative error of 2^-86, a product one of 2^-61.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide {
    mantissa: u128,
    exponent: i64,
}

impl Wide {
    /// The number 0.
    pub const ZERO: Wide = Wide {
        mantissa: 0,
        exponent: 0,
    };

    /// The number 1.
    pub const ONE: Wide = Wide {
        mantissa: 1 << (BITS - 1),
        exponent: 1 - BITS as i64,
    };

    /// Returns `mantissa`·2^`exponent`.
    fn normal(mantissa: u128, exponent: i64) -> Wide {
        if mantissa == 0 {
            return Wide::ZERO;
        }
        let shift = BITS as i32 - (u128::BITS - mantissa.leading_zeros()) as i32;
        let mantissa = if shift >= 0 {
            mantissa << shift
        } else {
            mantissa >> -shift
        };
        Wide {
            mantissa,
            exponent: exponent - i64::from(shift),
        }
    }

    /// Returns `self`·`factor`/`divisor`.
    ///
    /// # Panics
    ///
    /// If `divisor` is 0, or `factor` is 2^40 or more.
    pub fn scaled(self, factor: u64, divisor: u64) -> Wide {
        assert!(factor >> 40 == 0, "{factor}");
        Wide::normal(
            self.mantissa * u128::from(factor) / u128::from(divisor),
            self.exponent,
        )
    }

    /// Returns `self` to the power `exponent`.
    pub fn pow(self, exponent: u64) -> Wide {
        let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
        bits.fold(Wide::ONE, |power, bit| {
            let square = power * power;
            if exponent >> bit & 1 == 1 {
                square * self
            } else {
                square
            }
        })
    }

    /// Returns (m, e) such that m·2^e is `self`/`divisor`, within three units of the last place of m.
    ///
    /// # Panics
    ///
    /// If `divisor` is 0.
    pub fn ratio(self, divisor: Wide) -> (f64, i64) {
        assert!(divisor != Wide::ZERO, "division by 0");
        (
            self.mantissa as f64 / divisor.mantissa as f64,
            self.exponent - divisor.exponent,
        )
    }

    /// Returns the quotient of `self` and `divisor` with a relative error of 2^-80.
    ///
    /// # Panics
    ///
    /// If `divisor` is 0.
    pub fn quotient(self, divisor: Wide) -> Wide {
        const STEP: u32 = u128::BITS - BITS;
        // A long division gives two digits of the quotient, each of `STEP` bits.
        let first = self.mantissa << STEP;
        let rest = (first % divisor.mantissa) << STEP;
        let quotient = ((first / divisor.mantissa) << STEP) + rest / divisor.mantissa;
        Wide::normal(
            quotient,
            self.exponent - divisor.exponent - 2 * i64::from(STEP),
        )
    }
}

impl Add for Wide {
    type Output = Wide;

    fn add(self, other: Wide) -> Wide {
        let (large, small) = if self.exponent >= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        if large == Wide::ZERO {
            return small;
        }
        let shift = u32::try_from(large.exponent - small.exponent).unwrap_or(u32::MAX);
        let added = small.mantissa.checked_shr(shift).unwrap_or(0);
        Wide::normal(large.mantissa + added, large.exponent)
    }
}

impl Mul for Wide {
    type Output = Wide;

    fn mul(self, other: Wide) -> Wide {
        Wide::normal(
            (self.mantissa >> DROPPED) * (other.mantissa >> DROPPED),
            self.exponent + other.exponent + 2 * i64::from(DROPPED),
        )
    }
}
