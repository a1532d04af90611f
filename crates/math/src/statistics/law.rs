//! Distributions of nonnegative integers.

use thiserror::Error;

use crate::number::elementary::powi;

/// The distribution of an integer from 0: the probability of each value.
///
/// The probabilities are computed by recurrences whose terms are all positive. So small ones are as exact as large
/// ones: 13 digits and more for up to 1000 items. Probabilities below 10^-308 are 0.
///
/// ```
/// # use faro_math::statistics::Law;
/// let law = Law::uniform(52);
/// assert_eq!((law.mean(), law.variance().round()), (25.5, 225.0)); // (52² − 1)/12 = 225.25
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    probabilities: Vec<f64>,
}

/// The reason why a law, or the tails of a sum, could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LawError {
    /// The computation would take too long for so many items.
    #[error("the law of {given} items is not computed: expected at most {at_most}")]
    TooManyItems {
        /// The number of items.
        given: usize,
        /// Maximum number of items for this law.
        at_most: usize,
    },
    /// The law has no spread: `given` values have a positive probability.
    #[error("{given} values have a positive probability: expected at least {at_least}")]
    TooFewValues {
        /// The number of values with a positive probability.
        given: usize,
        /// Minimum number of values.
        at_least: usize,
    },
}

impl LawError {
    /// Returns an error if `given`, the number of items, exceeds `at_most`.
    pub(super) fn check_items(given: usize, at_most: usize) -> Result<(), LawError> {
        if given > at_most {
            Err(LawError::TooManyItems { given, at_most })
        } else {
            Ok(())
        }
    }
}

impl Law {
    /// Creates a law from the probabilities of the values 0, 1, …
    ///
    /// # Panics
    ///
    /// If a probability is negative or NaN.
    pub fn new(probabilities: impl Into<Vec<f64>>) -> Law {
        let probabilities = probabilities.into();
        assert!(
            probabilities.iter().all(|&probability| probability >= 0.0),
            "probabilities"
        );
        Law { probabilities }
    }

    /// Creates the uniform law on 0 … `values` − 1.
    ///
    /// # Panics
    ///
    /// If `values` is 0.
    pub fn uniform(values: usize) -> Law {
        assert!(values > 0, "at least one value");
        Law::new(vec![1.0 / values as f64; values])
    }

    /// Returns the probabilities of the values 0, 1, …
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// Returns the probability of `value`, or 0 if `value` is out of range.
    pub fn probability(&self, value: usize) -> f64 {
        self.probabilities.get(value).copied().unwrap_or(0.0)
    }

    /// Returns the mean, Σ v·p(v).
    pub fn mean(&self) -> f64 {
        self.expectation(|value| value)
    }

    /// Returns the variance, Σ (v − mean)²·p(v).
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expectation(|value| powi(value - mean, 2))
    }

    /// Returns Σ ((v − mean)/σ)^`power`·p(v), where σ is the standard deviation: 3 gives the skewness. It is NaN if there is
    /// only one value.
    pub fn standardised_moment(&self, power: u32) -> f64 {
        let (mean, deviation) = (self.mean(), self.variance().sqrt());
        self.expectation(|value| powi((value - mean) / deviation, power))
    }

    fn expectation(&self, function: impl Fn(f64) -> f64) -> f64 {
        let terms = self.probabilities.iter().enumerate();
        terms
            .map(|(value, probability)| function(value as f64) * probability)
            .sum()
    }

    /// Returns the law of X + `offset`, where X has the law `self`.
    pub fn shifted(&self, offset: usize) -> Law {
        Law {
            probabilities: [vec![0.0; offset].as_slice(), &self.probabilities].concat(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Compares a law of permutations with `counts`, the number of permutations for each value.
    pub fn assert_counts(law: &Law, counts: &[u64]) {
        let all: u64 = counts.iter().sum();
        assert!(law.probabilities().len() >= counts.len(), "{counts:?}");
        for (value, probability) in law.probabilities().iter().enumerate() {
            let exact = counts.get(value).copied().unwrap_or(0) as f64 / all as f64;
            assert!(
                (probability - exact).abs() <= 1e-14 * exact,
                "{value}: {probability} for {exact}"
            );
        }
    }

    /// Checks that the law sums to 1 and has the mean `mean` and the variance `variance`.
    pub fn assert_moments(law: &Law, mean: f64, variance: f64) {
        let sum: f64 = law.probabilities().iter().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        assert!(
            (law.mean() / mean - 1.0).abs() < 1e-12,
            "{} for {mean}",
            law.mean()
        );
        assert!(
            (law.variance() / variance - 1.0).abs() < 1e-11,
            "{} for {variance}",
            law.variance()
        );
    }

    #[test]
    fn a_shifted_law() {
        let law = Law::new([0.25, 0.75]).shifted(2);
        assert_eq!(law.probabilities(), [0.0, 0.0, 0.25, 0.75]);
        assert_eq!((law.mean(), law.variance()), (2.75, 0.1875));
        // A coin of probability p has the skewness (1 − 2p)/σ and the fourth moment 1/σ² − 3.
        assert!((law.standardised_moment(3) + 0.5 / 0.1875f64.sqrt()).abs() < 1e-12);
        assert!((law.standardised_moment(4) - (1.0 / 0.1875 - 3.0)).abs() < 1e-12);
        assert_eq!(law.probability(4), 0.0);
    }
}
