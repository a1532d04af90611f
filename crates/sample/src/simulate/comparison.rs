//! Compares the statistics of simulated decks with their laws in uniformly random decks.

use std::f64::consts::LN_10;

use super::Histogram;
use faro_math::number::elementary::{log10, powi};
use faro_math::statistics::{
    ChiSquare, Law, Moments, chi_square, chi_square_ln_survival, chi_square_survival,
    student_survival,
};
use faro_permutation::Statistic;

/// A comparison of the values of one statistic in many decks with its uniform law.
///
/// The uniform law is the law over uniformly random orders. The values may also be compared with the values
/// of another shuffle.
///
/// ```
/// # mod faro { pub use faro_permutation as permutation; pub use faro_sample::*; }
/// use faro::permutation::Statistic;
/// use faro::simulate::{Comparison, Histogram};
///
/// // The fixed points of all six orders of three cards: their mean is exactly 1.
/// let mut fixed_points = Histogram::new(3);
/// [3, 1, 1, 0, 0, 1].map(|value| fixed_points.add(value));
/// let comparison = Comparison::new(Statistic::FixedPoints, 3, &fixed_points);
/// assert_eq!((comparison.mean().mean, comparison.uniform_mean()), (Some(1.0), Some(1.0)));
/// assert_eq!((comparison.z(), comparison.z_p_value()), (Some(0.0), Some(1.0)));
/// ```
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    statistic: Statistic,
    histogram: &'a Histogram,
    other: Option<&'a Histogram>,
    /// An offset that is added to all reported values.
    first: u64,
    bin_probabilities: Option<Vec<f64>>,
    uniform: UniformMoments,
    chi_square: Option<ChiSquare>,
}

/// The mean of a sample, its standard error, and the variance of the values.
///
/// A field is `None` if there are not enough values for it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SampleMean {
    /// The mean.
    pub mean: Option<f64>,
    /// The standard error of the mean.
    pub std_error: Option<f64>,
    /// The variance of the values.
    pub variance: Option<f64>,
}

/// The known moments over all orders.
#[derive(Clone, Copy, Debug)]
enum UniformMoments {
    Exact { mean: f64, variance: f64 },
    ApproximateMean(f64),
    Unknown,
}

impl UniformMoments {
    fn new(statistic: Statistic, cards: usize, law: Option<&Law>) -> UniformMoments {
        let exact = statistic
            .moments(cards)
            .or_else(|| law.map(|law| (law.mean(), law.variance())));
        match (exact, statistic.approximate_mean(cards)) {
            (Some((mean, variance)), _) => UniformMoments::Exact { mean, variance },
            (None, Some(mean)) => UniformMoments::ApproximateMean(mean),
            (None, None) => UniformMoments::Unknown,
        }
    }
}

impl SampleMean {
    fn new(moments: &Moments, first: u64) -> SampleMean {
        let mean = moments.mean().map(|mean| mean + first as f64);
        SampleMean {
            mean,
            std_error: moments.std_error(),
            variance: moments.variance(),
        }
    }
}

impl<'a> Comparison<'a> {
    /// Compares the values of `statistic` in decks of `cards` cards with its uniform law.
    pub fn new(statistic: Statistic, cards: usize, histogram: &'a Histogram) -> Comparison<'a> {
        let law = statistic.law(cards).ok();
        let uniform = UniformMoments::new(statistic, cards, law.as_ref());
        let bin_probabilities = law.map(|law| bin_probabilities(&law, histogram));
        let chi_square = bin_probabilities
            .as_ref()
            .and_then(|law| chi_square(histogram.counts(), &without_underflow(law)));
        Comparison {
            statistic,
            histogram,
            other: None,
            first: 0,
            bin_probabilities,
            uniform,
            chi_square,
        }
    }

    /// Adds a comparison with `other`, the values of another shuffle.
    pub fn with_other(self, other: Option<&'a Histogram>) -> Comparison<'a> {
        Comparison { other, ..self }
    }

    /// Adds `first` to all reported values, for example 1 to count positions from 1.
    pub fn counted_from(self, first: u64) -> Comparison<'a> {
        Comparison { first, ..self }
    }

    /// Returns the statistic.
    pub fn statistic(&self) -> Statistic {
        self.statistic
    }

    /// Returns the counts of the values.
    pub fn histogram(&self) -> &'a Histogram {
        self.histogram
    }

    /// Returns the counts of the values of the other shuffle.
    pub fn other(&self) -> Option<&'a Histogram> {
        self.other
    }

    /// Returns the smallest value in the bin with index `bin`.
    pub fn value(&self, bin: u64) -> u64 {
        bin * self.histogram.width() + self.first
    }

    /// Returns the exact probability of each bin over all orders, or `None` if the law is not known.
    pub fn bin_probabilities(&self) -> Option<&[f64]> {
        self.bin_probabilities.as_deref()
    }

    /// Returns the mean of the values, with its standard error and their variance.
    pub fn mean(&self) -> SampleMean {
        SampleMean::new(&self.histogram.moments(), self.first)
    }

    /// Returns the mean of the values of the other shuffle, or `None` if there is no other shuffle.
    pub fn other_mean(&self) -> Option<SampleMean> {
        self.other
            .map(|other| SampleMean::new(&other.moments(), self.first))
    }

    /// Returns the mean over all orders, or `None` if it is not known.
    ///
    /// The mean may be approximate: see [`is_exact`](Self::is_exact).
    pub fn uniform_mean(&self) -> Option<f64> {
        match self.uniform {
            UniformMoments::Exact { mean, .. } | UniformMoments::ApproximateMean(mean) => {
                Some(mean + self.first as f64)
            }
            UniformMoments::Unknown => None,
        }
    }

    /// Returns the exact variance over all orders, or `None` if it is not known.
    pub fn uniform_variance(&self) -> Option<f64> {
        match self.uniform {
            UniformMoments::Exact { variance, .. } => Some(variance),
            _ => None,
        }
    }

    /// Returns whether the mean and the variance over all orders are known exactly.
    pub fn is_exact(&self) -> bool {
        matches!(self.uniform, UniformMoments::Exact { .. })
    }

    /// Returns the z-score of the mean of the values against the mean over all orders.
    ///
    /// The unit is the standard error of the mean of decks in uniformly random order. Returns `None` if this
    /// standard error is not known exactly, or is 0.
    pub fn z(&self) -> Option<f64> {
        let variance = self.uniform_variance().filter(|&variance| variance > 0.0)?;
        let error = (variance / self.histogram.moments().count as f64).sqrt();
        Some((self.mean().mean? - self.uniform_mean()?) / error)
    }

    /// Returns the two-sided p-value of [`z`](Self::z) by the normal law; 0 if it is below 10^-308.
    pub fn z_p_value(&self) -> Option<f64> {
        self.z().map(|z| chi_square_survival(z * z, 1))
    }

    /// Returns the decimal logarithm of [`z_p_value`](Self::z_p_value), also if that underflows.
    pub fn z_p_value_log10(&self) -> Option<f64> {
        self.z().map(|z| chi_square_ln_survival(z * z, 1) / LN_10)
    }

    /// Returns the z-score of the mean of the values against the mean for the other shuffle.
    ///
    /// The unit is the standard error of the difference. Returns `None` if this standard error is not known,
    /// or is 0.
    pub fn other_z(&self) -> Option<f64> {
        let (mean, other) = (self.mean(), self.other_mean()?);
        let error = mean.std_error?.hypot(other.std_error?);
        let difference = mean.mean? - other.mean?;
        (error > 0.0).then_some(difference / error)
    }

    /// Returns the two-sided p-value of [`other_z`](Self::other_z) and its decimal logarithm.
    ///
    /// The law is Student's, with Welch's number of degrees of freedom rounded down.
    ///
    /// For a large number of degrees it is that of the normal law. The logarithm is `None` if the p-value underflows.
    pub fn other_p_value(&self) -> Option<(f64, Option<f64>)> {
        let z = self.other_z()?;
        let part = |histogram: &Histogram| {
            let moments = histogram.moments();
            Some((powi(moments.std_error()?, 2), (moments.count - 1) as f64))
        };
        let [(first, free), (second, other_free)] = [part(self.histogram)?, part(self.other?)?];
        let degrees =
            powi(first + second, 2) / (powi(first, 2) / free + powi(second, 2) / other_free);
        if degrees > NEARLY_NORMAL {
            return Some((
                chi_square_survival(z * z, 1),
                Some(chi_square_ln_survival(z * z, 1) / LN_10),
            ));
        }
        let p_value = 2.0 * student_survival(z.abs(), (degrees as u64).max(1));
        Some((
            p_value,
            (p_value >= f64::MIN_POSITIVE).then(|| log10(p_value)),
        ))
    }

    /// Returns the chi-square test of the counts against the uniform law.
    ///
    /// Returns `None` if the law is not known or there are not enough values.
    pub fn chi_square(&self) -> Option<ChiSquare> {
        self.chi_square
    }
}

/// Student's law with more degrees of freedom is taken as the normal law.
const NEARLY_NORMAL: f64 = 1e6;

/// Returns the probability of each bin of `histogram`.
fn bin_probabilities(law: &Law, histogram: &Histogram) -> Vec<f64> {
    law.probabilities()
        .chunks(histogram.width() as usize)
        .map(|values| values.iter().sum())
        .collect()
}

/// Returns the law with the smallest positive number in place of probabilities that underflowed. These are
/// the zeros before the first positive probability and after the last. Zeros between positive probabilities
/// are exact.
fn without_underflow(law: &[f64]) -> Vec<f64> {
    let is_positive = |chance: &f64| *chance > 0.0;
    let first = law.iter().position(is_positive).unwrap_or(0);
    let last = law.iter().rposition(is_positive).unwrap_or(0);
    let kept = |(value, &chance): (usize, &f64)| {
        if (first..=last).contains(&value) {
            chance
        } else {
            f64::MIN_POSITIVE
        }
    };
    law.iter().enumerate().map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(largest: u64, values: &[u64]) -> Histogram {
        let mut histogram = Histogram::new(largest);
        values.iter().for_each(|&value| histogram.add(value));
        histogram
    }

    /// Inversions of three cards: mean 3/2, variance 11/12.
    #[test]
    fn a_worked_comparison() {
        let (values, other) = (histogram(3, &[1, 2, 3, 2]), histogram(3, &[0, 1, 0, 1]));
        let comparison =
            Comparison::new(Statistic::Inversions, 3, &values).with_other(Some(&other));
        assert_eq!(comparison.mean().mean, Some(2.0));
        assert_eq!(
            (comparison.uniform_mean(), comparison.is_exact()),
            (Some(1.5), true)
        );
        assert!((comparison.z().unwrap() - 0.5 / (11.0f64 / 12.0 / 4.0).sqrt()).abs() < 1e-12);
        // Sample variances 2/3 and 1/3: the difference of the means has the variance 1/4.
        assert!((comparison.other_z().unwrap() - 1.5 / 0.5).abs() < 1e-12);
        let probabilities = comparison.bin_probabilities().unwrap();
        let exact = [1.0, 2.0, 2.0, 1.0].map(|orders| orders / 6.0);
        assert!(
            probabilities
                .iter()
                .zip(exact)
                .all(|(one, other)| (one - other).abs() < 1e-12)
        );
    }

    /// Two decks of each shuffle: Welch's test has at most 2 degrees of freedom. With |t| = 3 and the variances 2 and 0 it has one,
    /// so that p = 1 − 2 arctan(3)/π.
    #[test]
    fn few_decks_have_students_law() {
        let (values, other) = (histogram(9, &[4, 6]), histogram(9, &[2, 2]));
        let comparison =
            Comparison::new(Statistic::Inversions, 5, &values).with_other(Some(&other));
        assert!((comparison.other_z().unwrap() - 3.0).abs() < 1e-12);
        let (p_value, log10) = comparison.other_p_value().unwrap();
        assert!(
            (p_value - (1.0 - 2.0 * 3f64.atan() / std::f64::consts::PI)).abs() < 1e-12,
            "{p_value}"
        );
        assert!((log10.unwrap() - p_value.log10()).abs() < 1e-12);
        let one = histogram(9, &[4]);
        assert_eq!(
            Comparison::new(Statistic::Inversions, 5, &one)
                .with_other(Some(&other))
                .other_p_value(),
            None
        );
    }

    /// Counting from 1 changes the means but no difference of means.
    #[test]
    fn values_may_be_counted_from_one() {
        let values = histogram(3, &[0, 1, 3, 3]);
        let from_zero = Comparison::new(Statistic::Position, 4, &values);
        let from_one = from_zero.clone().counted_from(1);
        assert_eq!(
            (from_zero.uniform_mean(), from_one.uniform_mean()),
            (Some(1.5), Some(2.5))
        );
        assert_eq!((from_one.mean().mean, from_one.value(3)), (Some(2.75), 4));
        assert!((from_zero.z().unwrap() - from_one.z().unwrap()).abs() < 1e-12);
    }

    /// The longest increasing subsequence has no moments in closed form. They are exact if the law is
    /// computed, and approximate for larger decks.
    #[test]
    fn the_mean_may_be_approximate() {
        let values = histogram(1, &[1]);
        let comparison = |cards| Comparison::new(Statistic::LongestIncreasing, cards, &values);
        assert!(comparison(52).is_exact());
        let large = comparison(100_000);
        assert!(!large.is_exact() && large.uniform_mean().is_some() && large.z().is_none());
    }

    /// 400 cards in order have 400 fixed points, of probability 1/400!, which underflows and is not 0.
    #[test]
    fn improbable_values_are_not_impossible() {
        let all = histogram(400, &[400; 20]);
        let test = Comparison::new(Statistic::FixedPoints, 400, &all)
            .chi_square()
            .unwrap();
        assert!(
            test.statistic.is_finite() && test.p_value_log10.is_finite(),
            "{test:?}"
        );
        // Exactly n − 1 fixed points are impossible.
        let but_one = histogram(9, &[8; 40]);
        let test = Comparison::new(Statistic::FixedPoints, 9, &but_one)
            .chi_square()
            .unwrap();
        assert_eq!((test.statistic, test.p_value), (f64::INFINITY, 0.0));
    }

    #[test]
    fn no_values_have_no_mean() {
        let values = histogram(3, &[]);
        let comparison = Comparison::new(Statistic::Inversions, 3, &values);
        assert_eq!(
            (comparison.mean().mean, comparison.z(), comparison.other_z()),
            (None, None, None)
        );
    }
}
