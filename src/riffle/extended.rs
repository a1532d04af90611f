use std::cmp::Ordering;
use std::f64::consts::LN_2;
use std::ops::{Add, Div, Mul, Neg, Sub};

use num_bigint::BigUint;

use faro_math::number::Fraction;

/// A floating-point number with a sign and an exponent of 64 bits.
///
/// The probability of one order of ten thousand cards is far below the range of an `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extended {
    /// The signed significand: from 1 to below 2 in size, or 0.
    size: f64,
    /// The power of two that multiplies the significand, or 0 if the significand is 0.
    exponent: i64,
}

/// Number of binary places below a term at which another term no longer changes the sum.
const LOST: i64 = 60;

impl Extended {
    pub const ZERO: Extended = Extended { size: 0.0, exponent: 0 };
    pub const ONE: Extended = Extended { size: 1.0, exponent: 0 };

    /// Returns `number`·2^`exponent`.
    pub fn scaled(number: f64, exponent: i64) -> Extended {
        if number == 0.0 {
            return Extended::ZERO;
        }
        let (number, exponent) =
            if number.is_normal() { (number, exponent) } else { (number * 2f64.powi(100), exponent - 100) };
        let bits = number.to_bits();
        let power = (bits >> 52 & 0x7ff) as i64 - 1023;
        let size = f64::from_bits(bits & !(0x7ff << 52) | 1023 << 52);
        Extended { size, exponent: exponent + power }
    }

    /// Returns the signed significand, from 1 to below 2 in size, and the power of two.
    pub fn parts(self) -> (f64, i64) {
        (self.size, self.exponent)
    }

    /// Returns `numerator`/`denominator`, rounded.
    pub fn ratio(numerator: &BigUint, denominator: &BigUint) -> Extended {
        let (quotient, exponent) = Fraction::new(numerator.clone(), denominator.clone()).scaled();
        Extended::scaled(quotient, exponent)
    }

    /// Returns the nearest `f64`, which is 0 or infinite for a number outside its range.
    pub fn to_f64(self) -> f64 {
        let half = (self.exponent / 2).clamp(-1100, 1100) as i32;
        let rest = (self.exponent - i64::from(half)).clamp(-1100, 1100) as i32;
        self.size * 2f64.powi(half) * 2f64.powi(rest)
    }

    /// Returns the natural logarithm, for a positive number.
    pub fn ln(self) -> f64 {
        self.size.ln() + self.exponent as f64 * LN_2
    }

    /// Returns e to the power `number`.
    pub fn exp(number: f64) -> Extended {
        if number == f64::NEG_INFINITY {
            return Extended::ZERO;
        }
        let exponent = (number / LN_2).floor();
        Extended::scaled((number - exponent * LN_2).exp(), exponent as i64)
    }

    /// Returns the square root, for a number that is not negative.
    pub fn sqrt(self) -> Extended {
        let odd = self.exponent.rem_euclid(2);
        let size = if odd == 1 { 2.0 * self.size } else { self.size };
        Extended::scaled(size.sqrt(), (self.exponent - odd) / 2)
    }

    pub fn abs(self) -> Extended {
        Extended { size: self.size.abs(), ..self }
    }

    pub fn is_positive(self) -> bool {
        self.size > 0.0
    }

    /// Returns the larger of two numbers.
    pub fn max(self, other: Extended) -> Extended {
        if self < other { other } else { self }
    }

    /// Returns the smaller of two numbers.
    pub fn min(self, other: Extended) -> Extended {
        if other < self { other } else { self }
    }
}

impl From<f64> for Extended {
    fn from(number: f64) -> Extended {
        Extended::scaled(number, 0)
    }
}

impl Neg for Extended {
    type Output = Extended;

    fn neg(self) -> Extended {
        Extended { size: -self.size, ..self }
    }
}

impl Add for Extended {
    type Output = Extended;

    fn add(self, other: Extended) -> Extended {
        if self.size == 0.0 || other.size == 0.0 {
            return if self.size == 0.0 { other } else { self };
        }
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let shift = large.exponent - small.exponent;
        if shift > LOST {
            return large;
        }
        let power = f64::from_bits(((1023 - shift) as u64) << 52);
        Extended::scaled(large.size + small.size * power, large.exponent)
    }
}

impl Sub for Extended {
    type Output = Extended;

    fn sub(self, other: Extended) -> Extended {
        self + -other
    }
}

impl Mul for Extended {
    type Output = Extended;

    fn mul(self, other: Extended) -> Extended {
        Extended::scaled(self.size * other.size, self.exponent + other.exponent)
    }
}

impl Mul<f64> for Extended {
    type Output = Extended;

    fn mul(self, factor: f64) -> Extended {
        Extended::scaled(self.size * factor, self.exponent)
    }
}

impl Div for Extended {
    type Output = Extended;

    fn div(self, other: Extended) -> Extended {
        Extended::scaled(self.size / other.size, self.exponent - other.exponent)
    }
}

impl PartialOrd for Extended {
    fn partial_cmp(&self, other: &Extended) -> Option<Ordering> {
        (*self - *other).size.partial_cmp(&0.0)
    }
}

impl std::iter::Sum for Extended {
    fn sum<I: Iterator<Item = Extended>>(terms: I) -> Extended {
        terms.fold(Extended::ZERO, |sum, term| sum + term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_numbers() {
        for (a, b) in [(3.0, 4.5), (-1e-300, 1e-308), (1e100, -1e90), (0.0, 2.5), (5e-320, 1.0)] {
            let (x, y) = (Extended::from(a), Extended::from(b));
            let near =
                |found: Extended, exact: f64| (found.to_f64() - exact).abs() <= exact.abs() * 1e-15 + 1e-323;
            assert!(near(x + y, a + b) && near(x - y, a - b) && near(x * y, a * b), "{a} {b}");
            assert!(near(x / y, a / b) && (x < y) == (a < b) && near(x.max(y), a.max(b)), "{a} {b}");
        }
    }

    #[test]
    fn numbers_beyond_the_range_of_f64() {
        let mut power = Extended::from(1e-300);
        for _ in 0..10 {
            power = power * power;
        }
        assert!((power.ln() / (-300.0 * 1024.0 * 10f64.ln()) - 1.0).abs() < 1e-14);
        assert_eq!((power / power).to_f64(), 1.0);
        assert_eq!(power.to_f64(), 0.0);
        assert_eq!((Extended::ONE + power).to_f64(), 1.0);
        assert!(((power * power * power).sqrt().ln() / (1.5 * power.ln()) - 1.0).abs() < 1e-15);
        assert!((Extended::exp(-40_000.0).ln() / -40_000.0 - 1.0).abs() < 1e-15);
        assert_eq!(Extended::ratio(&1u32.into(), &3u32.into()).to_f64(), 1.0 / 3.0);
    }
}
