use std::cmp::Ordering;
use std::fmt;

use super::decimal::decimal;
use super::extended::Extended;
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
    value: Extended,
    digits: u32,
}

impl Magnitude {
    /// Zero.
    pub const ZERO: Magnitude = Magnitude { value: Extended::ZERO, digits: ALL_DIGITS };

    /// Returns the number with this natural logarithm; minus infinity is that of 0.
    pub fn from_ln(ln: f64) -> Magnitude {
        let lost = (ln.abs() / LARGE).log10().ceil().max(0.0) as u32;
        let digits = if ln == f64::NEG_INFINITY { ALL_DIGITS } else { LN_DIGITS.saturating_sub(lost).max(1) };
        Magnitude { value: Extended::exp(ln), digits }
    }

    /// Converts a fraction.
    pub fn from_fraction(fraction: &Fraction) -> Magnitude {
        let (quotient, exponent) = fraction.scaled();
        Magnitude::scaled(quotient, exponent)
    }

    /// Returns a number times a power of two; 0 for a number below 0.
    pub fn scaled(number: f64, exponent: i64) -> Magnitude {
        Extended::scaled(number.max(0.0), exponent).into()
    }

    /// Returns the same with at most this number of right digits.
    pub fn to_digits(self, digits: u32) -> Magnitude {
        Magnitude { digits: digits.min(self.digits), ..self }
    }

    /// Returns 1 minus a number up to 1.
    pub fn complement(self) -> Magnitude {
        Magnitude::scaled(1.0 - self.to_f64(), 0).to_digits(self.digits)
    }

    /// Returns the natural logarithm.
    pub fn ln(self) -> f64 {
        self.value.ln()
    }

    /// Returns the number, which is 0 or infinite if an `f64` cannot hold it.
    pub fn to_f64(self) -> f64 {
        self.value.to_f64()
    }

    /// Returns the number of significant digits that are right.
    pub fn digits(self) -> u32 {
        self.digits
    }
}

impl From<Extended> for Magnitude {
    fn from(value: Extended) -> Magnitude {
        Magnitude { value: value.max(Extended::ZERO), digits: ALL_DIGITS }
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
