use std::cmp::Ordering;
use std::f64::consts::LN_2;
use std::fmt;

use super::decimal::decimal;
use crate::number::Fraction;

/// Significant decimal digits of an `f64` that is right to its last bits.
const ALL_DIGITS: u32 = 15;

/// Significant digits that are right of the exponential of a logarithm that is itself a sum of some terms,
/// while it is neither huge nor tiny.
const LN_DIGITS: u32 = 12;

/// Up to this size a logarithm loses no digit of those: its own last place is well below the twelfth digit.
const LARGE: f64 = 500.0;

/// A number that is not negative and may be far too large or too small for an `f64`: the chi-square distance of ten
/// thousand cards after one riffle has 32,000 digits.
///
/// It prints in scientific notation with the digits that are right: 15 if it was computed as a number, 12 if it was
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
    /// From 1 to below 2, or 0.
    size: f64,
    /// The power of two that it is multiplied by; 0 where the size is 0.
    exponent: i64,
    digits: u32,
}

impl Magnitude {
    /// Zero.
    pub const ZERO: Magnitude = Magnitude { size: 0.0, exponent: 0, digits: ALL_DIGITS };

    /// The number with this natural logarithm; minus infinity is that of 0.
    pub fn from_ln(ln: f64) -> Magnitude {
        if ln == f64::NEG_INFINITY {
            return Magnitude::ZERO;
        }
        let exponent = (ln / LN_2).floor();
        let lost = (ln.abs() / LARGE).log10().ceil().max(0.0) as u32;
        let digits = LN_DIGITS.saturating_sub(lost).max(1);
        Magnitude { digits, ..Magnitude::scaled((ln - exponent * LN_2).exp(), exponent as i64) }
    }

    /// Converts a fraction.
    pub fn from_fraction(fraction: &Fraction) -> Magnitude {
        let (quotient, exponent) = fraction.scaled();
        Magnitude::scaled(quotient, exponent)
    }

    /// A number times a power of two; 0 for a number below 0.
    pub fn scaled(number: f64, exponent: i64) -> Magnitude {
        if number <= 0.0 {
            return Magnitude::ZERO;
        }
        // In two steps, of which the first makes a normal number of a subnormal one.
        let (number, exponent) =
            if number.is_normal() { (number, exponent) } else { (number * 2f64.powi(100), exponent - 100) };
        let power = (number.to_bits() >> 52) as i64 - 1023;
        let size = f64::from_bits(number.to_bits() & ((1 << 52) - 1) | 1023 << 52);
        Magnitude { size, exponent: exponent + power, digits: ALL_DIGITS }
    }

    /// The same with at most this number of right digits.
    pub fn to_digits(self, digits: u32) -> Magnitude {
        Magnitude { digits: digits.min(self.digits), ..self }
    }

    /// 1 minus a number up to 1.
    pub fn complement(self) -> Magnitude {
        Magnitude::scaled(1.0 - self.to_f64(), 0).to_digits(self.digits)
    }

    /// Returns the natural logarithm.
    pub fn ln(self) -> f64 {
        self.size.ln() + self.exponent as f64 * LN_2
    }

    /// The number, which is 0 or infinite if an `f64` cannot hold it.
    pub fn to_f64(self) -> f64 {
        let half = (self.exponent / 2).clamp(-1100, 1100) as i32;
        let rest = (self.exponent - i64::from(half)).clamp(-1100, 1100) as i32;
        self.size * 2f64.powi(half) * 2f64.powi(rest)
    }

    /// Returns the number of significant digits that are right.
    pub fn digits(self) -> u32 {
        self.digits
    }
}

impl PartialEq for Magnitude {
    fn eq(&self, other: &Magnitude) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Magnitude {
    fn partial_cmp(&self, other: &Magnitude) -> Option<Ordering> {
        match (self.size == 0.0, other.size == 0.0) {
            (false, false) => (self.exponent, self.size).partial_cmp(&(other.exponent, other.size)),
            (zero, other_zero) => Some(other_zero.cmp(&zero)),
        }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.digits as usize - 1;
        match self.to_f64() {
            _ if self.size == 0.0 => f.write_str("0"),
            number if (1e-300..=1e300).contains(&number) => write!(f, "{number:.places$e}"),
            _ => f.write_str(&decimal(self.size, self.exponent, self.digits)),
        }
    }
}
