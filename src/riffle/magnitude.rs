//! Numbers far outside the range of `f64`: [`Magnitude`] for results, and [`Extended`] for calculations.

use std::cmp::Ordering;
use std::f64::consts::LN_2;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use num_bigint::BigUint;

use faro_math::number::Fraction;

/// Number of significant decimal digits of an `f64` that is right to its last bits.
const ALL_DIGITS: u32 = 15;

/// Number of correct digits of exp(x), where x is a sum of a few terms and neither huge nor tiny.
const LN_DIGITS: u32 = 12;

/// Maximum size of a logarithm with [`LN_DIGITS`] correct digits of its exponential.
const MAX_EXACT_LN: f64 = 500.0;

/// Maximum size of a logarithm whose rounding leaves fourteen digits of its exponential unchanged.
pub(super) const MAX_ACCURATE_LN: f64 = 8.0;

/// A number of at least 0 that may be far too large or too small for an `f64`.
///
/// For example, the chi-square distance of ten thousand cards after one riffle has 32,000 digits. The number is
/// printed in scientific notation with its correct digits: 15 if it was computed as a number, 12 if it was
/// computed as a logarithm, and one fewer for each factor of ten by which the logarithm exceeds ±500.
///
/// ```
/// use faro::riffle::Magnitude;
/// assert_eq!(Magnitude::from_ln(0.5f64.ln()).to_string(), "5.00000000000e-1");
/// assert_eq!(Magnitude::from_ln(-40_000.0).to_string(), "1.662355367e-17372");
/// assert_eq!(Magnitude::scaled(1.0, -3000).to_string(), "8.12854862555774e-904");
/// assert_eq!(Magnitude::ZERO.to_string(), "0");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Magnitude {
    value: Extended,
    digits: u32,
}

impl Magnitude {
    /// Zero.
    pub const ZERO: Magnitude = Magnitude {
        value: Extended::ZERO,
        digits: ALL_DIGITS,
    };

    /// Returns the number whose natural logarithm is `ln`; minus infinity gives 0.
    pub fn from_ln(ln: f64) -> Magnitude {
        let lost_digits = (ln.abs() / MAX_EXACT_LN).log10().ceil().max(0.0) as u32;
        let digits = if ln == f64::NEG_INFINITY {
            ALL_DIGITS
        } else {
            LN_DIGITS.saturating_sub(lost_digits).max(1)
        };
        Magnitude {
            value: Extended::exp(ln),
            digits,
        }
    }

    /// Returns e^`ln` with `digits` correct digits, or fewer if the logarithm exceeds 8 in size.
    pub(crate) fn exp(ln: f64, digits: u32) -> Magnitude {
        let is_accurate = ln.abs() <= MAX_ACCURATE_LN;
        if is_accurate {
            Magnitude::scaled(ln.exp(), 0).to_digits(digits)
        } else {
            Magnitude::from_ln(ln)
        }
    }

    /// Returns e^`ln` − 1 with `digits` correct digits, or fewer if the logarithm is at least 8.
    pub(crate) fn exp_m1(ln: f64, digits: u32) -> Magnitude {
        match ln {
            ..MAX_ACCURATE_LN => Magnitude::scaled(ln.exp_m1(), 0).to_digits(digits),
            _ => Magnitude::from_ln(ln + (-(-ln).exp()).ln_1p()),
        }
    }

    /// Converts a fraction.
    pub fn from_fraction(fraction: &Fraction) -> Magnitude {
        let (quotient, exponent) = fraction.scaled();
        Magnitude::scaled(quotient, exponent)
    }

    /// Returns `number`·2^`exponent`, or 0 if `number` is negative.
    pub fn scaled(number: f64, exponent: i64) -> Magnitude {
        Extended::scaled(number.max(0.0), exponent).magnitude()
    }

    /// Returns the same number, marked as correct to at most `digits` digits.
    pub fn to_digits(self, digits: u32) -> Magnitude {
        Magnitude {
            digits: digits.min(self.digits),
            ..self
        }
    }

    /// Returns 1 minus this number, which must be at most 1.
    pub fn complement(self) -> Magnitude {
        Magnitude::scaled(1.0 - self.to_f64(), 0).to_digits(self.digits)
    }

    /// Returns the natural logarithm.
    pub fn ln(self) -> f64 {
        self.value.ln()
    }

    /// Returns the nearest `f64`, which is 0 or infinite for a number outside its range.
    pub fn to_f64(self) -> f64 {
        self.value.to_f64()
    }

    /// Returns the number of significant digits that are correct.
    pub fn digits(self) -> u32 {
        self.digits
    }
}

impl PartialEq for Magnitude {
    fn eq(&self, other: &Magnitude) -> bool {
        self.value == other.value
    }
}

impl PartialOrd for Magnitude {
    fn partial_cmp(&self, other: &Magnitude) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.digits as usize - 1;
        let (size, exponent) = self.value.parts();
        match self.to_f64() {
            _ if size == 0.0 => f.write_str("0"),
            number if (1e-300..=1e300).contains(&number) => write!(f, "{number:.places$e}"),
            _ => f.write_str(&decimal(size, exponent, self.digits)),
        }
    }
}

/// An integer from 2^127 to below 2^128, times a power of two.
#[derive(Clone, Copy)]
struct Scaled {
    size: u128,
    exponent: i64,
}

impl Scaled {
    fn new(size: u128, exponent: i64) -> Scaled {
        let shift = size.leading_zeros();
        Scaled {
            size: size << shift,
            exponent: exponent - i64::from(shift),
        }
    }

    fn times(self, other: Scaled) -> Scaled {
        Scaled::new(
            product_above(self.size, other.size),
            self.exponent + other.exponent + 128,
        )
    }

    /// Returns 10^`power`, by squaring. The error of 1/10 grows with the power, to 10^-32 at a power of a
    /// million.
    fn power_of_ten(power: i64) -> Scaled {
        let base = if power < 0 {
            Scaled::new(TENTH, -131)
        } else {
            Scaled::new(10, 0)
        };
        let (mut base, mut left, mut product) = (base, power.unsigned_abs(), Scaled::new(1, 0));
        while left > 0 {
            if left % 2 == 1 {
                product = product.times(base);
            }
            base = base.times(base);
            left /= 2;
        }
        product
    }
}

/// The number 2^131/10, rounded: 1/10 with a significand of 128 bits.
const TENTH: u128 = 0xCCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCD;

/// Returns the upper 128 bits of the product.
pub fn product_above(a: u128, b: u128) -> u128 {
    let low = u128::from(u64::MAX);
    let (a1, a0, b1, b0) = (a >> 64, a & low, b >> 64, b & low);
    let middle = a1 * b0 + ((a0 * b0) >> 64);
    let other = a0 * b1 + (middle & low);
    a1 * b1 + (middle >> 64) + (other >> 64)
}

/// Returns `size`·2^`exponent` in scientific notation with `digits` digits.
///
/// `digits` is at most 17, and `size` from 1 to below 2.
pub fn decimal(size: f64, exponent: i64, digits: u32) -> String {
    let whole = (size * 2f64.powi(52)) as u128;
    let number = Scaled::new(whole, exponent - 52);
    let mut power = ((exponent as f64 + size.log2()) * std::f64::consts::LOG10_2).floor() as i64;
    let bound = 10u128.pow(digits);
    loop {
        // The number is scaled so that its integer part consists of the printed digits.
        let scaled = number.times(Scaled::power_of_ten(i64::from(digits) - 1 - power));
        let kept = scaled.size >> (-scaled.exponent - 1);
        let rounded = kept.div_ceil(2);
        match rounded {
            _ if rounded >= bound => power += 1,
            _ if rounded < bound / 10 => power -= 1,
            _ => {
                let text = rounded.to_string();
                let point = if digits > 1 { "." } else { "" };
                return format!("{}{point}{}e{power}", &text[..1], &text[1..]);
            }
        }
    }
}

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
const NEGLIGIBLE_BITS: i64 = 60;

impl Extended {
    pub const ZERO: Extended = Extended {
        size: 0.0,
        exponent: 0,
    };
    pub const ONE: Extended = Extended {
        size: 1.0,
        exponent: 0,
    };

    /// Returns `number`·2^`exponent`.
    pub fn scaled(number: f64, exponent: i64) -> Extended {
        if number == 0.0 {
            return Extended::ZERO;
        }
        let (number, exponent) = if number.is_normal() {
            (number, exponent)
        } else {
            (number * 2f64.powi(100), exponent - 100)
        };
        let bits = number.to_bits();
        let power = (bits >> 52 & 0x7ff) as i64 - 1023;
        let size = f64::from_bits(bits & !(0x7ff << 52) | 1023 << 52);
        Extended {
            size,
            exponent: exponent + power,
        }
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

    /// Returns the number as a [`Magnitude`].
    pub fn magnitude(self) -> Magnitude {
        Magnitude {
            value: self.max(Extended::ZERO),
            digits: ALL_DIGITS,
        }
    }

    /// Returns the square root, for a number that is not negative.
    pub fn sqrt(self) -> Extended {
        let odd = self.exponent.rem_euclid(2);
        let size = if odd == 1 { 2.0 * self.size } else { self.size };
        Extended::scaled(size.sqrt(), (self.exponent - odd) / 2)
    }

    pub fn abs(self) -> Extended {
        Extended {
            size: self.size.abs(),
            ..self
        }
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
        Extended {
            size: -self.size,
            ..self
        }
    }
}

impl Add for Extended {
    type Output = Extended;

    fn add(self, other: Extended) -> Extended {
        if self.size == 0.0 || other.size == 0.0 {
            return if self.size == 0.0 { other } else { self };
        }
        let (large, small) = if self.exponent >= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        let shift = large.exponent - small.exponent;
        if shift > NEGLIGIBLE_BITS {
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
    use num_bigint::BigUint;

    use super::*;

    #[test]
    fn the_digits_are_those_of_the_whole_number() {
        for exponent in [52i64, 60, 1000, 33_333, 200_000] {
            let size = 1.123_456_789_012_345_6f64;
            let whole =
                (BigUint::from((size * 2f64.powi(52)) as u64) << (exponent - 52)).to_string();
            for digits in [1, 5, 15] {
                let dropped = whole.len() - digits as usize;
                let kept: u64 = whole[..digits as usize + 1].parse().unwrap();
                let rounded = ((kept + 5) / 10).to_string();
                let point = if digits > 1 { "." } else { "" };
                let power = dropped + rounded.len() - 1;
                let expected = format!("{}{point}{}e{power}", &rounded[..1], &rounded[1..]);
                assert_eq!(decimal(size, exponent, digits), expected);
            }
        }
    }

    #[test]
    fn small_numbers_and_carries() {
        assert_eq!(decimal(1.0, -1074, 6), "4.94066e-324");
        assert_eq!(decimal(1.0, -480_000, 15), "4.00019616386068e-144495");
        assert_eq!(decimal(1.999_999_999, 2, 3), "8.00e0");
        assert_eq!(decimal(1.249_999_999, 3, 4), "1.000e1");
    }

    #[test]
    fn arithmetic_is_that_of_numbers() {
        for (a, b) in [
            (3.0, 4.5),
            (-1e-300, 1e-308),
            (1e100, -1e90),
            (0.0, 2.5),
            (5e-320, 1.0),
        ] {
            let (x, y) = (Extended::from(a), Extended::from(b));
            let near = |found: Extended, exact: f64| {
                (found.to_f64() - exact).abs() <= exact.abs() * 1e-15 + 1e-323
            };
            assert!(
                near(x + y, a + b) && near(x - y, a - b) && near(x * y, a * b),
                "{a} {b}"
            );
            assert!(
                near(x / y, a / b) && (x < y) == (a < b) && near(x.max(y), a.max(b)),
                "{a} {b}"
            );
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
        assert_eq!(
            Extended::ratio(&1u32.into(), &3u32.into()).to_f64(),
            1.0 / 3.0
        );
    }
}
