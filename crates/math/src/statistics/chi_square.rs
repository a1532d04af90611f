//! Pearson's chi-square test, and the pooling of rare values.

use std::f64::consts::LN_10;

use super::{chi_square_ln_survival, chi_square_survival};
use crate::number::elementary::powi;

/// Minimum expected count of a cell; a cell below it is pooled with its neighbours.
///
/// From 5 on the chi-square law is accurate enough (Cochran, *Some methods for strengthening the common χ² tests*,
/// 1954).
pub const LEAST_EXPECTED: f64 = 5.0;

/// The result of Pearson's test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChiSquare {
    /// Σ (observed − expected)²/expected over the pooled cells. Infinite if a value with probability 0 was observed.
    pub statistic: f64,
    /// Number of pooled cells minus 1.
    pub degrees: u64,
    /// Probability of a statistic at least as large, if the law is right; 0 if it is below 10^-308.
    pub p_value: f64,
    /// The decimal logarithm of the p-value, even if the p-value underflows.
    ///
    /// It is −∞ (null in JSON) for an infinite statistic.
    pub p_value_log10: f64,
}

/// Tests counts against a law by Pearson's chi-square test.
///
/// `counts` and `law` are indexed by value, from 0. Neighbouring values are pooled until the expected count of each
/// cell is at least 5. Returns `None` if fewer than two cells are left. Takes O(values) time.
///
/// # Panics
///
/// If there are more counts than probabilities.
///
/// ```
/// # use faro_math::statistics::chi_square;
/// // A die thrown sixty times: 10 of each face are expected.
/// let test = chi_square(&[5, 8, 9, 8, 10, 20], &[1.0 / 6.0; 6]).unwrap();
/// assert!((test.statistic - 13.4).abs() < 1e-9 && test.degrees == 5);
/// assert!((test.p_value - 0.01991).abs() < 1e-5);
/// ```
pub fn chi_square(counts: &[u64], law: &[f64]) -> Option<ChiSquare> {
    assert!(
        counts.len() <= law.len(),
        "{} counts for {} values",
        counts.len(),
        law.len()
    );
    let samples = counts.iter().sum::<u64>() as f64;
    let counts = counts.iter().copied().chain(std::iter::repeat(0));
    let expected = law.iter().map(|probability| probability * samples);
    // Pooling would hide an observed value of probability 0, which refutes the law.
    let impossible = counts
        .clone()
        .zip(law)
        .any(|(count, &chance)| count > 0 && chance == 0.0);
    let cells = pooled(counts.zip(expected), LEAST_EXPECTED);
    let degrees = cells.len().checked_sub(1).filter(|&degrees| degrees > 0)? as u64;
    let squares = cells
        .iter()
        .map(|&(observed, expected)| powi(observed as f64 - expected, 2) / expected);
    let statistic = if impossible {
        f64::INFINITY
    } else {
        squares.sum()
    };
    let p_value = chi_square_survival(statistic, degrees);
    let p_value_log10 = chi_square_ln_survival(statistic, degrees) / LN_10;
    Some(ChiSquare {
        statistic,
        degrees,
        p_value,
        p_value_log10,
    })
}

/// Returns P(Q ≥ `statistic`) for the spread of the means of some parts of a sample, to first order.
///
/// Q = Σ nᵢ·(mᵢ − m)²/σ², where mᵢ is the mean of a part of nᵢ values, m the mean of all, and σ² the known variance of a
/// value. `degrees` is the number of parts minus 1, and `reciprocals` is Σ 1/nᵢ. To the chi-square tail, the first terms
/// of the Edgeworth expansion are added for values with the given skewness and excess kurtosis. The term of the skewness
/// is that of parts that are compared with the true mean, and is rather too large: for parts of 64 values of Poisson
/// variables with mean 1, the tail was between the exact one and 1.9 times as large, down to 10^-5.
///
/// # Panics
///
/// If `degrees` is 0.
///
/// ```
/// # use faro_math::statistics::{chi_square_survival, spread_survival};
/// // Four parts of 64 values.
/// let tail = spread_survival(21.1, 3, [1.0, 1.0], 4.0 / 64.0);
/// assert!(tail > 1.2 * chi_square_survival(21.1, 3));
/// ```
pub fn spread_survival(
    statistic: f64,
    degrees: u64,
    [skewness, kurtosis]: [f64; 2],
    reciprocals: f64,
) -> f64 {
    let [first, second, third, fourth] =
        [0, 2, 4, 6].map(|more| chi_square_survival(statistic, degrees + more));
    let of_kurtosis = kurtosis / 8.0 * (third - 2.0 * second + first);
    let of_skewness =
        5.0 / 24.0 * skewness * skewness * (fourth - 3.0 * third + 3.0 * second - first);
    (first + reciprocals * (of_kurtosis + of_skewness))
        .max(first)
        .min(1.0)
}

/// Joins neighbouring pairs (count, weight) into cells that weigh at least `least`.
///
/// The remainder at the end is added to the last cell. Returns no cells if all values together weigh less than `least`.
pub fn pooled(values: impl Iterator<Item = (u64, f64)>, least: f64) -> Vec<(u64, f64)> {
    let mut cells: Vec<(u64, f64)> = Vec::new();
    let mut cell = (0, 0.0);
    for (count, weight) in values {
        cell = (cell.0 + count, cell.1 + weight);
        if cell.1 >= least {
            cells.push(std::mem::take(&mut cell));
        }
    }
    if let Some(last) = cells.last_mut() {
        *last = (last.0 + cell.0, last.1 + cell.1);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_pooled() {
        let cells = pooled(
            [(1, 2.0), (2, 4.0), (3, 5.0), (4, 1.0), (5, 1.0)].into_iter(),
            5.0,
        );
        assert_eq!(cells, [(3, 6.0), (12, 7.0)]);
    }

    /// The known tails are shares of 2·10^7 simulated samples of Poisson variables with mean 1, in parts of 64 values. The
    /// statistics are quantiles of the chi-square law at 10^-3 and 10^-5.
    #[test]
    fn spreads_of_poisson_variables() {
        for (parts, statistic, simulated) in [
            (4.0, 16.2662, 1.0708e-3),
            (4.0, 25.9017, 1.235e-5),
            (8.0, 24.3219, 1.0890e-3),
            (8.0, 35.2585, 1.215e-5),
            (16.0, 37.6973, 1.0777e-3),
            (16.0, 50.4930, 1.310e-5),
        ] {
            let tail = spread_survival(statistic, parts as u64 - 1, [1.0, 1.0], parts / 64.0);
            assert!(
                tail > simulated && tail < 2.0 * simulated,
                "{parts}: {tail} for {simulated}"
            );
        }
    }

    #[test]
    fn too_few_samples_have_no_test() {
        assert_eq!(chi_square(&[3, 2], &[0.5, 0.5]), None);
        assert_eq!(chi_square(&[], &[1.0]), None);
    }

    #[test]
    fn what_cannot_be_is_seen() {
        let test = chi_square(&[50, 50, 1], &[0.5, 0.5, 0.0]).unwrap();
        assert_eq!((test.statistic, test.p_value), (f64::INFINITY, 0.0));
        assert_eq!(test.p_value_log10, f64::NEG_INFINITY);
    }

    /// 2,000 heads of 2,000 coins: (1000² + 1000²)/1000 is 2000, whose tail is 10^-436.04 (mpmath).
    #[test]
    fn a_tail_that_underflows_has_a_logarithm() {
        let test = chi_square(&[2000, 0], &[0.5, 0.5]).unwrap();
        assert_eq!((test.statistic, test.p_value), (2000.0, 0.0));
        assert!(
            (test.p_value_log10 - -436.043273716073).abs() < 1e-10,
            "{}",
            test.p_value_log10
        );
    }

    /// Counts equal to the expected ones have a statistic of 0 and a p-value of 1.
    #[test]
    fn what_is_expected_fits() {
        let test = chi_square(&[25, 50, 25], &[0.25, 0.5, 0.25]).unwrap();
        assert_eq!((test.statistic, test.degrees, test.p_value), (0.0, 2, 1.0));
    }
}
