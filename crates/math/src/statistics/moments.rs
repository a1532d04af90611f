//! Exact sums from which means and variances follow.

use crate::number::elementary::powi;

/// The number of integers drawn, their sum and the sum of their squares. All three are exact, so that partial sums can
/// be added in any order.
///
/// ```
/// # use faro_math::statistics::Moments;
/// let mut moments = Moments::default();
/// [2, 4, 4, 4, 5, 5, 7, 9].map(|value| moments.add(value));
/// assert_eq!((moments.mean(), moments.variance()), (Some(5.0), Some(32.0 / 7.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Moments {
    /// Number of values.
    pub count: u64,
    /// Sum of the values.
    pub sum: u128,
    /// Sum of the squares of the values.
    pub squares: u128,
}

impl Moments {
    /// Adds `value` to the sums.
    ///
    /// # Panics
    ///
    /// If a sum exceeds 128 bits, in a build with overflow checks. The sums of 2^40 numbers below 2^43 fit.
    pub fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += u128::from(value);
        self.squares += u128::from(value) * u128::from(value);
    }

    /// Returns the moments of both samples together, or `None` if a sum overflows.
    pub fn checked_add(&self, other: &Moments) -> Option<Moments> {
        Some(Moments {
            count: self.count.checked_add(other.count)?,
            sum: self.sum.checked_add(other.sum)?,
            squares: self.squares.checked_add(other.squares)?,
        })
    }

    /// Returns the mean, or `None` if there are no values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// Returns the unbiased sample variance Σ (v − mean)²/(count − 1).
    ///
    /// Returns `None` for fewer than two values. Computed in integers if they fit into 128 bits, so that nothing
    /// cancels.
    pub fn variance(&self) -> Option<f64> {
        let count = u128::from(self.count);
        let pairs = count.checked_mul(count.checked_sub(1).filter(|&others| others > 0)?)?;
        let spread = match (
            count.checked_mul(self.squares),
            self.sum.checked_mul(self.sum),
        ) {
            (Some(squares), Some(square)) => squares.saturating_sub(square) as f64,
            _ => (count as f64 * self.squares as f64 - powi(self.sum as f64, 2)).max(0.0),
        };
        Some(spread / pairs as f64)
    }

    /// Returns the standard error of the mean, √(variance/count).
    ///
    /// Returns `None` for fewer than two values.
    pub fn std_error(&self) -> Option<f64> {
        Some((self.variance()? / self.count as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[u64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    #[test]
    fn few_numbers() {
        assert_eq!(moments(&[]).mean(), None);
        assert_eq!(
            (moments(&[3]).mean(), moments(&[3]).variance()),
            (Some(3.0), None)
        );
        assert_eq!(moments(&[1, 3]).std_error(), Some(1.0));
    }

    #[test]
    fn large_numbers_do_not_cancel() {
        let base = 1 << 42;
        assert_eq!(moments(&[base, base + 1, base + 2]).variance(), Some(1.0));
    }

    #[test]
    fn parts_add_up() {
        let whole = moments(&[1, 2, 3, 4, 5]);
        assert_eq!(
            moments(&[4, 1]).checked_add(&moments(&[5, 3, 2])),
            Some(whole)
        );
        let full = Moments {
            squares: u128::MAX,
            ..whole
        };
        assert_eq!(full.checked_add(&whole), None);
    }
}
