//! Tails and intervals for counts: binomial, Poisson, and sums of binomial variables.

use super::normal_survival;
use super::survival::{beta, gamma_lower, gamma_upper};
use crate::number::elementary::{exp, exp_m1, ln_1p, powi};
use crate::number::halved;

/// Returns P(X ≥ `successes`) for X binomial with `trials` and the success probability `chance`.
///
/// The tail is the regularised incomplete beta function I(chance; successes, trials − successes + 1).
///
/// # Panics
///
/// If `chance` is not between 0 and 1, or `successes` exceeds `trials`.
///
/// ```
/// # use faro_math::statistics::binomial_upper_tail;
/// assert!((binomial_upper_tail(5, 5, 0.5) - 1.0 / 32.0).abs() < 1e-15);
/// ```
pub fn binomial_upper_tail(successes: u64, trials: u64, chance: f64) -> f64 {
    assert!(
        (0.0..=1.0).contains(&chance) && successes <= trials,
        "{successes} of {trials}, {chance}"
    );
    match (successes, chance) {
        (0, _) => 1.0,
        (_, 0.0) => 0.0,
        (_, 1.0) => 1.0,
        _ => beta(successes as f64, (trials - successes) as f64 + 1.0, chance),
    }
}

/// Returns P(X ≤ `successes`) for X binomial with `trials` and the success probability `chance`.
///
/// # Panics
///
/// If `chance` is not between 0 and 1, or `successes` exceeds `trials`.
pub fn binomial_lower_tail(successes: u64, trials: u64, chance: f64) -> f64 {
    assert!(successes <= trials, "{successes} of {trials}");
    binomial_upper_tail(trials - successes, trials, 1.0 - chance)
}

/// Returns the Clopper–Pearson interval of a success probability at the level `confidence`.
///
/// The interval from the first to the second number contains the probability with at least this confidence (Clopper,
/// Pearson, *The use of confidence or fiducial limits illustrated in the case of the binomial*, 1934).
///
/// # Panics
///
/// If `successes` exceeds `trials`.
///
/// ```
/// # use faro_math::statistics::binomial_interval;
/// let [low, high] = binomial_interval(0, 10, 0.95);
/// assert!(low == 0.0 && (high - 0.3085).abs() < 1e-4);
/// ```
pub fn binomial_interval(successes: u64, trials: u64, confidence: f64) -> [f64; 2] {
    let level = (1.0 - confidence) / 2.0;
    let boundary = |is_above: &dyn Fn(f64) -> bool| {
        let [low, high] = halved([0.0, 1.0], 60, is_above);
        (low + high) / 2.0
    };
    let low = boundary(&|chance| binomial_upper_tail(successes, trials, chance) > level);
    let high = boundary(&|chance| binomial_lower_tail(successes, trials, chance) < level);
    [
        if successes == 0 { 0.0 } else { low },
        if successes == trials { 1.0 } else { high },
    ]
}

/// Returns P(X ≥ `count`) for a Poisson variable X with mean `mean`.
///
/// The tail is the regularised incomplete gamma function P(count, mean). `count` is an integer.
pub fn poisson_upper_tail(count: f64, mean: f64) -> f64 {
    match (count > 0.0, mean > 0.0) {
        (false, _) => 1.0,
        (true, false) => 0.0,
        (true, true) => gamma_lower(count, mean),
    }
}

/// Returns P(X ≤ `count`) for a Poisson variable X with mean `mean`.
///
/// `count` is an integer.
pub fn poisson_lower_tail(count: f64, mean: f64) -> f64 {
    match (count < 0.0, mean > 0.0) {
        (true, _) => 0.0,
        (false, false) => 1.0,
        (false, true) => gamma_upper(count + 1.0, mean),
    }
}

/// Returns a two-sided p-value: twice the smaller of the two tails, at most 1.
pub fn two_sided(lower: f64, upper: f64) -> f64 {
    (2.0 * lower.min(upper)).min(1.0)
}

/// Returns an upper bound of P(the smallest of `tests` p-values ≤ `p_value`).
///
/// Bonferroni's bound, which holds for dependent p-values too.
pub fn least_of(p_value: f64, tests: f64) -> f64 {
    (tests * p_value).min(1.0)
}

/// The Berry–Esseen constant for independent summands that need not be identically distributed.
///
/// See Shevtsova, *An improvement of convergence rate estimates in the Lyapunov theorem*, 2010.
const BERRY_ESSEEN: f64 = 0.56;

/// Maximum r, in standard deviations, at which exp(r²/2)·Q(r) is evaluated, where Q is the normal tail. The function
/// decreases, slowly beyond this r, so that a clamped r gives an upper bound.
const MAX_MILLS_ARGUMENT: f64 = 30.0;

/// Maximum of tilt·weight, the exponent of a tilted law.
const MAX_TILT: f64 = 500.0;

/// A weighted sum of independent binomial variables with the same number of trials.
#[derive(Clone, Debug)]
pub struct BinomialSum {
    trials: f64,
    /// For each binomial variable, the success probability and the positive weight.
    terms: Vec<(f64, f64)>,
}

/// Moments of the centred sum under the tilted law. They are its mean, its variance, and the sum of the third
/// absolute central moments of all trials. `cumulant` is the cumulant generating function at the tilt.
#[derive(Default)]
struct TiltedMoments {
    cumulant: f64,
    mean: f64,
    variance: f64,
    third: f64,
}

impl BinomialSum {
    /// Creates the weighted sum of binomial variables with `trials` trials each.
    ///
    /// A term is the probability of a success and its positive weight.
    pub fn new(trials: u64, terms: Vec<(f64, f64)>) -> BinomialSum {
        BinomialSum {
            trials: trials as f64,
            terms,
        }
    }

    /// Returns the standard deviation of the weighted sum.
    pub fn deviation(&self) -> f64 {
        self.tilted(0.0).variance.sqrt()
    }

    /// Returns the log-likelihood ratio of the law tilted by 1 to the law itself.
    ///
    /// It is for a sum that is `excess` above its mean.
    pub fn log_ratio(&self, excess: f64) -> f64 {
        excess - self.tilted(1.0).cumulant
    }

    fn tilted(&self, tilt: f64) -> TiltedMoments {
        let mut sums = TiltedMoments::default();
        for &(chance, weight) in &self.terms {
            let more = chance * exp_m1(tilt * weight);
            let success = (chance + more) / (1.0 + more);
            let variance = success * (1.0 - chance) / (1.0 + more);
            sums.cumulant += self.trials * (ln_1p(more) - tilt * weight * chance);
            sums.mean += self.trials * weight * (1.0 - chance) * more / (1.0 + more);
            sums.variance += self.trials * powi(weight, 2) * variance;
            sums.third += self.trials * powi(weight, 3) * variance * (1.0 - 2.0 * variance);
        }
        sums
    }

    /// Returns an upper bound of P(sum ≥ mean + `excess`).
    ///
    /// With many trials the bound is a few percent above the probability.
    ///
    /// Let S be the sum less its mean, K its cumulant generating function and x the excess. With the law tilted by t,
    /// whose mean is at most x, P(S ≥ x) = exp(K(t) − t·x)·E[exp(−t·(S − x)); S ≥ x]. The expectation is at most 1
    /// (Chernoff). Since exp(−t·u) decreases, the expectation is also at most its value for a normal law with mean x
    /// plus twice the Berry–Esseen error.
    pub fn upper_tail(&self, excess: f64) -> f64 {
        let tilt = self.tilt_to(excess);
        let at = self.tilted(tilt);
        let argument = (tilt * at.variance.sqrt()).min(MAX_MILLS_ARGUMENT);
        let normal = exp(argument * argument / 2.0) * normal_survival(argument);
        let factor = normal + 2.0 * BERRY_ESSEEN * at.third / (at.variance * at.variance.sqrt());
        let is_normal = at.mean <= excess && factor < 1.0;
        (exp(at.cumulant - tilt * excess) * if is_normal { factor } else { 1.0 }).min(1.0)
    }

    /// Returns the tilt under which the centred sum has a mean just below `excess`, by Newton's method. It is 0 if
    /// `excess` is not positive.
    fn tilt_to(&self, excess: f64) -> f64 {
        let max = MAX_TILT
            / self
                .terms
                .iter()
                .map(|(_, weight)| *weight)
                .fold(f64::MIN_POSITIVE, f64::max);
        let mut tilt = 0.0;
        for _ in 0..20 {
            let at = self.tilted(tilt);
            let next = tilt + (excess * (1.0 - 1e-9) - at.mean) / at.variance;
            if next.is_nan() || (next - tilt).abs() <= 1e-12 * tilt {
                break;
            }
            tilt = next.clamp(0.0, max);
        }
        tilt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::binomial_upper_tail;

    /// Compares the tails with sums of binomial probabilities of 10 trials, from a row of Pascal's triangle.
    #[test]
    fn tails_are_sums() {
        let binomial = [
            1.0, 10.0, 45.0, 120.0, 210.0, 252.0, 210.0, 120.0, 45.0, 10.0, 1.0,
        ];
        for chance in [0.01f64, 0.3, 0.5, 0.9] {
            let term =
                |k: usize| binomial[k] * chance.powi(k as i32) * (1.0 - chance).powi(10 - k as i32);
            for k in 0..=10usize {
                let (lower, upper): (f64, f64) =
                    ((0..=k).map(term).sum(), (k..=10).map(term).sum());
                assert!(
                    (binomial_lower_tail(k as u64, 10, chance) / lower - 1.0).abs() < 1e-9,
                    "{k}"
                );
                assert!(
                    (binomial_upper_tail(k as u64, 10, chance) / upper - 1.0).abs() < 1e-9,
                    "{k}"
                );
            }
        }
        assert_eq!(
            (
                binomial_upper_tail(1, 5, 0.0),
                binomial_upper_tail(5, 5, 1.0)
            ),
            (0.0, 1.0)
        );
    }

    /// At each end of an interval, one tail is half of 1 − confidence.
    #[test]
    fn intervals_by_their_tails() {
        for (successes, trials) in [(3, 20), (50, 2000), (1, 1)] {
            let [low, high] = binomial_interval(successes, trials, 0.95);
            assert!((binomial_upper_tail(successes, trials, low) - 0.025).abs() < 1e-9);
            assert!(
                successes == trials
                    || (binomial_lower_tail(successes, trials, high) - 0.025).abs() < 1e-9
            );
        }
        assert_eq!(
            (
                binomial_interval(0, 5, 0.95)[0],
                binomial_interval(5, 5, 0.95)[1]
            ),
            (0.0, 1.0)
        );
        assert_eq!(binomial_interval(0, 0, 0.95), [0.0, 1.0]);
    }

    #[test]
    fn poisson_tails_are_sums() {
        for mean in [0.001, 0.7, 9.0f64] {
            let term =
                |k: u32| (-mean).exp() * (1..=k).map(|i| mean / f64::from(i)).product::<f64>();
            for count in 0..20 {
                let lower: f64 = (0..=count).map(term).sum();
                assert!(
                    (poisson_lower_tail(count.into(), mean) / lower - 1.0).abs() < 1e-9,
                    "{count}"
                );
                let upper: f64 = (count..count + 60).map(term).sum();
                assert!(
                    (poisson_upper_tail(count.into(), mean) / upper - 1.0).abs() < 1e-9,
                    "{count}"
                );
            }
        }
        assert_eq!(
            (poisson_lower_tail(-1.0, 2.0), poisson_lower_tail(0.0, 0.0)),
            (0.0, 1.0)
        );
        assert_eq!(
            (poisson_upper_tail(0.0, 0.0), poisson_upper_tail(1.0, 0.0)),
            (1.0, 0.0)
        );
    }

    #[test]
    fn the_least_of_many() {
        assert_eq!((least_of(0.5, 2.0), least_of(0.01, 3.0)), (1.0, 0.03));
        assert_eq!(
            (least_of(1.0, 3.0), two_sided(0.7, 0.6), two_sided(0.1, 0.9)),
            (1.0, 1.0, 0.2)
        );
    }

    /// For one binomial variable the bound is never below the tail. Beyond the mean it is within 30 % of the tail for
    /// 20,000 trials or more.
    #[test]
    fn tails_of_one_number() {
        for (trials, chance) in [
            (1, 0.5),
            (10, 0.3),
            (400, 0.9),
            (20_000, 0.2),
            (1_000_000, 0.5),
        ] {
            let sum = BinomialSum::new(trials, vec![(chance, 0.01)]);
            let (mean, deviation) = (trials as f64 * chance, sum.deviation() / 0.01);
            for z in 0..8 {
                let count = (mean + f64::from(z) * deviation).ceil().min(trials as f64);
                let tail = binomial_upper_tail(count as u64, trials, chance);
                let bound = sum.upper_tail(0.01 * (count - mean));
                assert!(
                    bound >= tail * (1.0 - 1e-9),
                    "{trials} {chance} {z}: {bound} {tail}"
                );
                assert!(
                    trials < 20_000 || z == 0 || bound < 1.3 * tail,
                    "{trials} {chance} {z}: {bound} {tail}"
                );
            }
        }
    }

    /// The bound is never below the exact tail of two binomial variables, at any pair of values.
    #[test]
    fn tails_of_two_numbers() {
        let (trials, terms) = (30, vec![(0.3, 1.0), (0.8, 0.37)]);
        let tail = |count: u64, chance: f64| {
            if count > trials {
                0.0
            } else {
                binomial_upper_tail(count, trials, chance)
            }
        };
        let exactly = |count: u64, chance: f64| tail(count, chance) - tail(count + 1, chance);
        let sum = BinomialSum::new(trials, terms.clone());
        let mean = 30.0 * (0.3 + 0.8 * 0.37);
        for (one, other) in (0..=30).flat_map(|one| (0..=30).map(move |other| (one, other))) {
            let value = |(one, other): (u64, u64)| one as f64 + 0.37 * other as f64;
            let least = value((one, other)) - 1e-9;
            let all = (0..=30).flat_map(|one| (0..=30).map(move |other| (one, other)));
            let tail: f64 = all
                .filter(|&both| value(both) >= least)
                .map(|(one, other)| exactly(one, 0.3) * exactly(other, 0.8))
                .sum();
            let bound = sum.upper_tail(least - mean);
            assert!(
                bound >= tail * (1.0 - 1e-6),
                "{one} {other}: {bound} {tail}"
            );
        }
    }
}
