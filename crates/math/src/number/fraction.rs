//! Exact nonnegative rational numbers.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// A nonnegative rational number in lowest terms, used for exact probabilities.
///
/// [`Display`](fmt::Display) writes `5/27`, and integers without a denominator. There is no addition: callers add
/// numerators over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

impl Fraction {
    /// Returns `numerator`/`denominator` in lowest terms.
    ///
    /// # Panics
    ///
    /// If `denominator` is 0.
    ///
    /// ```
    /// # use faro_math as faro;
    /// use faro::number::Fraction;
    /// assert_eq!(Fraction::new(10u32, 54u32).to_string(), "5/27");
    /// ```
    pub fn new(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>) -> Fraction {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        assert!(
            denominator != BigUint::ZERO,
            "the denominator of a fraction must not be 0"
        );
        // Most denominators have a large power of two as a factor, which shifts remove cheaply.
        let twos = numerator
            .trailing_zeros()
            .unwrap_or(0)
            .min(denominator.trailing_zeros().unwrap_or(0));
        let (numerator, denominator) = (numerator >> twos, denominator >> twos);
        let common = numerator.gcd(&denominator);
        Fraction {
            numerator: numerator / &common,
            denominator: denominator / common,
        }
    }

    /// Returns the numerator.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// Returns the denominator, which is at least 1.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Returns 1 minus the fraction.
    ///
    /// # Panics
    ///
    /// If the fraction is above 1.
    pub fn complement(&self) -> Fraction {
        Fraction::new(
            &self.denominator - &self.numerator,
            self.denominator.clone(),
        )
    }

    /// Returns the natural logarithm with a relative error of about 10^-15, or −∞ for 0.
    pub fn ln(&self) -> f64 {
        let (quotient, exponent) = self.scaled();
        quotient.ln() + exponent as f64 * std::f64::consts::LN_2
    }

    /// Returns the nearest `f64` or a neighbour of it, and 0 or infinity outside the range of `f64`.
    pub fn to_f64(&self) -> f64 {
        let (quotient, exponent) = self.scaled();
        // The quotient is multiplied by two powers of two, one after the other, so that neither is out of range.
        let half = (exponent / 2).clamp(-1200, 1200) as i32;
        let rest = (exponent - i64::from(half)).clamp(-1200, 1200) as i32;
        quotient * 2f64.powi(half) * 2f64.powi(rest)
    }

    /// Returns (m, e) such that m·2^e is nearly the value of the fraction.
    ///
    /// m is the quotient as an integer of about 70 bits, rounded to an `f64`.
    pub fn scaled(&self) -> (f64, i64) {
        let shift = 70 + self.denominator.bits() as i64 - self.numerator.bits() as i64;
        let quotient = match shift {
            0.. => (&self.numerator << shift) / &self.denominator,
            _ => &self.numerator / (&self.denominator << -shift),
        };
        (
            quotient
                .to_f64()
                .expect("a number of about seventy bits fits in an f64"),
            -shift,
        )
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
        let printed =
            |numerator: u32, denominator: u32| Fraction::new(numerator, denominator).to_string();
        assert_eq!(
            [
                printed(10, 54),
                printed(0, 7),
                printed(7, 7),
                printed(12, 4)
            ],
            ["5/27", "0", "1", "3"]
        );
    }

    #[test]
    fn conversion_to_floating_point() {
        assert_eq!(Fraction::new(1u32, 3u32).to_f64(), 1.0 / 3.0);
        assert_eq!(Fraction::new(0u32, 3u32).to_f64(), 0.0);
        assert_eq!(Fraction::new(1u128 << 100, 1u32).to_f64(), 2f64.powi(100));
        let tiny = |bits: u32| Fraction::new(1u32, BigUint::one() << bits);
        assert_eq!(
            (tiny(1000).to_f64(), tiny(5000).to_f64()),
            (2f64.powi(-1000), 0.0)
        );
        assert_eq!(Fraction::new(0u32, 3u32).ln(), f64::NEG_INFINITY);
        assert!((tiny(5000).ln() / -5000.0 - 2f64.ln()).abs() < 1e-15);
    }
}
