use std::f64::consts::LN_10;
use std::fmt;

use crate::number::Fraction;

/// Significant digits of a [`Magnitude`] that are right, while it is neither huge nor tiny.
const DIGITS: u32 = 12;

/// So large may the logarithm be, either way, without a digit lost: its own last place is then
/// well below the twelfth digit.
const LARGE: f64 = 500.0;

/// A number from 0 up that may be far too large or too small for an `f64`, held as its natural
/// logarithm: the chi-square distance of ten thousand cards after one riffle has 32,000 digits.
///
/// It prints in scientific notation with as many digits as are right: 12, or fewer where the
/// logarithm is beyond ±500, one fewer for each factor of ten.
///
/// ```
/// use faro::riffle::Magnitude;
/// assert_eq!(Magnitude::of_ln(0.5f64.ln()).to_string(), "5.00000000000e-1");
/// assert_eq!(Magnitude::of_ln(-40_000.0).to_string(), "1.662355367e-17372");
/// assert_eq!(Magnitude::ZERO.to_string(), "0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude {
    ln: f64,
}

impl Magnitude {
    /// Nothing at all.
    pub const ZERO: Magnitude = Magnitude { ln: f64::NEG_INFINITY };

    /// The number with this natural logarithm; minus infinity stands for 0.
    pub fn of_ln(ln: f64) -> Magnitude {
        Magnitude { ln }
    }

    /// The number that a fraction is.
    pub fn of(fraction: &Fraction) -> Magnitude {
        Magnitude::of_ln(fraction.ln())
    }

    /// The natural logarithm.
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// The number, which is 0 or infinite where an `f64` cannot hold it.
    pub fn to_f64(self) -> f64 {
        self.ln.exp()
    }

    /// How many significant digits are right.
    pub fn digits(self) -> u32 {
        let lost = (self.ln.abs() / LARGE).log10().ceil();
        if lost > 0.0 && lost.is_finite() { DIGITS.saturating_sub(lost as u32).max(1) } else { DIGITS }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.digits() as usize - 1;
        let exponent = (self.ln / LN_10).floor();
        match exponent {
            _ if self.ln == f64::NEG_INFINITY => f.write_str("0"),
            -300.0..=300.0 => write!(f, "{:.places$e}", self.ln.exp()),
            _ => {
                let digits = format!("{:.places$e}", (self.ln - exponent * LN_10).exp());
                let (digits, carried) = digits.split_once('e').expect("scientific notation has an exponent");
                let carried: f64 = carried.parse().expect("an exponent is a number");
                write!(f, "{digits}e{}", exponent + carried)
            }
        }
    }
}
