use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::Magnitude;

/// A rational number from 0 up, in lowest terms. It prints as `5/27`, whole numbers too: `1/1`.
///
/// Only what exact distances need: sums are made over one common denominator before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

impl Fraction {
    /// The quotient.
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    ///
    /// ```
    /// use faro::riffle::Fraction;
    /// assert_eq!(Fraction::of(10u32, 54u32).to_string(), "5/27");
    /// ```
    pub fn of(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>) -> Fraction {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        assert!(denominator != BigUint::ZERO, "a fraction has a denominator");
        // Most denominators are powers of two for the greater part: shifts are cheap.
        let twos = numerator.trailing_zeros().unwrap_or(0).min(denominator.trailing_zeros().unwrap_or(0));
        let (numerator, denominator) = (numerator >> twos, denominator >> twos);
        let common = numerator.gcd(&denominator);
        Fraction { numerator: numerator / &common, denominator: denominator / common }
    }

    /// Above the line.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// Below the line, from 1.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The number less from 1, for one up to 1.
    ///
    /// # Panics
    ///
    /// If it is above 1.
    pub fn complement(&self) -> Fraction {
        Fraction::of(&self.denominator - &self.numerator, self.denominator.clone())
    }

    /// The nearest number that a floating point number of any size is to it, to a part in 10^15.
    pub fn magnitude(&self) -> Magnitude {
        if self.numerator == BigUint::ZERO {
            return Magnitude::ZERO;
        }
        let (quotient, exponent) = self.scaled();
        Magnitude::of_ln(quotient.ln() + exponent as f64 * std::f64::consts::LN_2)
    }

    /// As a floating point number: 0 or infinite where it is too small or too large.
    pub fn to_f64(&self) -> f64 {
        let (quotient, exponent) = self.scaled();
        // In two steps, so that no power of two is out of range before its factor.
        let half = (exponent / 2).clamp(-1200, 1200) as i32;
        let rest = (exponent - i64::from(half)).clamp(-1200, 1200) as i32;
        quotient * 2f64.powi(half) * 2f64.powi(rest)
    }

    /// Seventy bits or so of the quotient, and the power of two that they are to be multiplied by.
    fn scaled(&self) -> (f64, i64) {
        let wanted = 70 + self.denominator.bits() as i64 - self.numerator.bits() as i64;
        let quotient = match wanted {
            0.. => (&self.numerator << wanted) / &self.denominator,
            _ => &self.numerator / (&self.denominator << -wanted),
        };
        (quotient.to_f64().expect("it has about seventy bits"), -wanted)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}
