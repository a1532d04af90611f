use super::normal_survival;
use crate::number::elementary::{exp, exp_m1, ln_1p, powi};

/// The Berry–Esseen constant for independent summands that need not be identically distributed (Shevtsova, *An
/// improvement of convergence rate estimates in the Lyapunov theorem*, 2010).
const BERRY_ESSEEN: f64 = 0.56;

/// Maximum r, in standard deviations, at which exp(r²/2)·Q(r) is evaluated, where Q is the normal tail. The function
/// decreases, slowly beyond this r, so that a clamped r gives an upper bound.
const FAR: f64 = 30.0;

/// Maximum of tilt·weight, the exponent of a tilted law.
const MOST_TILT: f64 = 500.0;

/// A weighted sum of independent binomial variables with the same number of trials.
pub struct BinomialSum {
    trials: f64,
    /// The probability of a success and its positive weight, for each variable.
    terms: Vec<(f64, f64)>,
}

/// Properties of the sum less its mean, under the tilted law: its mean, its variance, and the sum of the third absolute
/// central moments of all trials. `cumulant` is the cumulant generating function at the tilt.
#[derive(Default)]
struct Tilted {
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
        BinomialSum { trials: trials as f64, terms }
    }

    /// Returns the standard deviation of the sum.
    pub fn deviation(&self) -> f64 {
        self.tilted(0.0).variance.sqrt()
    }

    /// Returns the log-likelihood ratio of the law tilted by 1, at a sum of mean + `excess`.
    pub fn log_ratio(&self, excess: f64) -> f64 {
        excess - self.tilted(1.0).cumulant
    }

    fn tilted(&self, tilt: f64) -> Tilted {
        let mut sums = Tilted::default();
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
        let reach = (tilt * at.variance.sqrt()).min(FAR);
        let normal = exp(reach * reach / 2.0) * normal_survival(reach);
        let factor = normal + 2.0 * BERRY_ESSEEN * at.third / (at.variance * at.variance.sqrt());
        let is_normal = at.mean <= excess && factor < 1.0;
        (exp(at.cumulant - tilt * excess) * if is_normal { factor } else { 1.0 }).min(1.0)
    }

    /// Returns the tilt for which the mean is just below `excess`, by Newton's method, or 0 if `excess` is not
    /// positive.
    fn tilt_to(&self, excess: f64) -> f64 {
        let most = MOST_TILT / self.terms.iter().map(|(_, weight)| *weight).fold(f64::MIN_POSITIVE, f64::max);
        let mut tilt = 0.0;
        for _ in 0..20 {
            let at = self.tilted(tilt);
            let next = tilt + (excess * (1.0 - 1e-9) - at.mean) / at.variance;
            if next.is_nan() || (next - tilt).abs() <= 1e-12 * tilt {
                break;
            }
            tilt = next.clamp(0.0, most);
        }
        tilt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::binomial_upper_tail;

    /// For one binomial variable the bound is never below the tail. Beyond the mean it is within 30 % of the tail for
    /// 20,000 trials or more.
    #[test]
    fn tails_of_one_number() {
        for (trials, chance) in [(1, 0.5), (10, 0.3), (400, 0.9), (20_000, 0.2), (1_000_000, 0.5)] {
            let sum = BinomialSum::new(trials, vec![(chance, 0.01)]);
            let (mean, deviation) = (trials as f64 * chance, sum.deviation() / 0.01);
            for z in 0..8 {
                let count = (mean + f64::from(z) * deviation).ceil().min(trials as f64);
                let tail = binomial_upper_tail(count as u64, trials, chance);
                let bound = sum.upper_tail(0.01 * (count - mean));
                assert!(bound >= tail * (1.0 - 1e-9), "{trials} {chance} {z}: {bound} {tail}");
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
            if count > trials { 0.0 } else { binomial_upper_tail(count, trials, chance) }
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
            assert!(bound >= tail * (1.0 - 1e-6), "{one} {other}: {bound} {tail}");
        }
    }
}
