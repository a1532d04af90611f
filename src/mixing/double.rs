//! Numbers with twice the precision of an `f64`, and weighted sums of them.

use std::ops::{Add, Sub};

/// A number with about 31 digits, the unevaluated sum of two `f64`.
///
/// The second is below the last place of the first (Dekker, *A floating-point technique for extending the
/// available precision*, 1971).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    high: f64,
    low: f64,
}

/// Maximum number of bits of a weight in a [`WeightedSum`].
///
/// [`WeightedSum::add`] splits off the lowest 12 bits of a number, so that the product of the rest and the
/// weight is exact.
pub const WEIGHT_BITS: u32 = 12;

impl Double {
    pub const ZERO: Double = Double {
        high: 0.0,
        low: 0.0,
    };

    /// Returns the nearest `f64`.
    pub fn to_f64(self) -> f64 {
        self.high
    }

    /// Divides by `divisor`, an integer below 2^26.
    pub fn over(self, divisor: f64) -> Double {
        let first = self.high / divisor;
        // The upper half of the quotient's bits, so that its product with the divisor is exact.
        let upper = f64::from_bits(first.to_bits() & !0 << 27);
        let rest = (self.high - upper * divisor) - (first - upper) * divisor;
        Double::sum(first, (rest + self.low) / divisor)
    }

    /// Returns the exact sum of two numbers.
    fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let part = high - a;
        Double {
            high,
            low: (a - (high - part)) + (b - part),
        }
    }
}

impl From<f64> for Double {
    fn from(number: f64) -> Double {
        Double {
            high: number,
            low: 0.0,
        }
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let sum = Double::sum(self.high, other.high);
        Double::sum(sum.high, sum.low + (self.low + other.low))
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        self + Double {
            high: -other.high,
            low: -other.low,
        }
    }
}

/// A sum of numbers with weights, which are integers of at most [`WEIGHT_BITS`] bits.
///
/// The error of a sum of m terms is at most m·2^-94 times the sum of their absolute values.
#[derive(Clone, Copy, Default)]
pub struct WeightedSum {
    high: f64,
    low: f64,
}

impl WeightedSum {
    #[inline]
    pub fn add(&mut self, weight: f64, number: Double) {
        let upper = f64::from_bits(number.high.to_bits() & !0 << WEIGHT_BITS);
        let sum = Double::sum(self.high, weight * upper);
        self.high = sum.high;
        self.low += sum.low + weight * (number.high - upper) + weight * number.low;
    }

    pub fn total(self) -> Double {
        Double::sum(self.high, self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum of weighted thirds, divided, keeps 28 digits.
    #[test]
    fn sums_of_thirds() {
        let third = Double::from(1.0).over(3.0);
        let mut sum = WeightedSum::default();
        for weight in [1.0, 2651.0, 4093.0] {
            sum.add(weight, third);
        }
        let rest = sum.total().over(6745.0) + third + third - Double::from(1.0);
        assert!(rest.to_f64().abs() < 1e-28, "{rest:?}");
        assert!((third + third + third - Double::from(1.0)).to_f64().abs() < 1e-31);
        assert_eq!(
            Double::from(52.0).over(2704.0).over(0.25) - Double::from(1.0).over(13.0),
            Double::ZERO
        );
    }
}
