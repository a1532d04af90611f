use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

/// A chance in lowest terms. It prints as `5/27`, and 0 and 1 as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

impl Fraction {
    /// In lowest terms.
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    pub fn new(numerator: BigUint, denominator: BigUint) -> Fraction {
        assert!(denominator != BigUint::ZERO, "a fraction of nothing");
        let common = numerator.gcd(&denominator);
        Fraction { numerator: numerator / &common, denominator: denominator / common }
    }

    /// Above the bar.
    pub fn numerator(&self) -> &BigUint {
        &self.numerator
    }

    /// Below the bar, at least 1.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The nearest number, or one beside it; numbers too small for any are 0.
    pub fn to_f64(&self) -> f64 {
        // 64 bits above the point before the division, whatever the lengths.
        let shift = self.denominator.bits() as i64 - self.numerator.bits() as i64 + 64;
        let quotient = match shift {
            0.. => (&self.numerator << shift as u64) / &self.denominator,
            _ => &self.numerator / (&self.denominator << shift.unsigned_abs()),
        };
        let quotient = quotient.to_f64().expect("some 64 bits");
        // In two steps, so that no factor is out of range before the result is.
        let shift = shift.min(2200) as i32;
        quotient * 2f64.powi(-(shift / 2)) * 2f64.powi(-(shift - shift / 2))
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

    fn fraction(numerator: u128, denominator: u128) -> Fraction {
        Fraction::new(numerator.into(), denominator.into())
    }

    #[test]
    fn in_lowest_terms() {
        assert_eq!(fraction(10, 54).to_string(), "5/27");
        assert_eq!(fraction(0, 7).to_string(), "0");
        assert_eq!(fraction(7, 7).to_string(), "1");
    }

    #[test]
    fn as_numbers_of_any_length() {
        assert_eq!(fraction(1, 3).to_f64(), 1.0 / 3.0);
        assert_eq!(fraction(0, 3).to_f64(), 0.0);
        assert_eq!(fraction(1 << 100, 1).to_f64(), 2f64.powi(100));
        let tiny = |bits: u32| Fraction::new(BigUint::one(), BigUint::one() << bits).to_f64();
        assert_eq!((tiny(1000), tiny(5000)), (2f64.powi(-1000), 0.0));
    }
}
