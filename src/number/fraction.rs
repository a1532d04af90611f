use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// A rational number from 0 up, in lowest terms. It prints as `5/27`, and whole numbers as they are.
///
/// Only what exact chances need: sums are made over one common denominator before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// use faro::number::Fraction;
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

    /// The natural logarithm, to a part in 10^15: minus infinity of 0.
    pub fn ln(&self) -> f64 {
        let (quotient, exponent) = self.scaled();
        quotient.ln() + exponent as f64 * std::f64::consts::LN_2
    }

    /// The nearest number, or one beside it: 0 or infinite where it is too small or too large.
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
        if self.denominator.is_one() {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_lowest_terms() {
        let printed = |numerator: u32, denominator: u32| Fraction::of(numerator, denominator).to_string();
        assert_eq!([printed(10, 54), printed(0, 7), printed(7, 7), printed(12, 4)], ["5/27", "0", "1", "3"]);
    }

    #[test]
    fn as_numbers_of_any_length() {
        assert_eq!(Fraction::of(1u32, 3u32).to_f64(), 1.0 / 3.0);
        assert_eq!(Fraction::of(0u32, 3u32).to_f64(), 0.0);
        assert_eq!(Fraction::of(1u128 << 100, 1u32).to_f64(), 2f64.powi(100));
        let tiny = |bits: u32| Fraction::of(1u32, BigUint::one() << bits);
        assert_eq!((tiny(1000).to_f64(), tiny(5000).to_f64()), (2f64.powi(-1000), 0.0));
        assert_eq!(Fraction::of(0u32, 3u32).ln(), f64::NEG_INFINITY);
        assert!((tiny(5000).ln() / -5000.0 - 2f64.ln()).abs() < 1e-15);
    }
}
