use super::special::{beta, gamma_lower, gamma_upper};

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
    assert!((0.0..=1.0).contains(&chance) && successes <= trials, "{successes} of {trials}, {chance}");
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
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            *(if is_above(middle) { &mut high } else { &mut low }) = middle;
        }
        (low + high) / 2.0
    };
    let low = boundary(&|chance| binomial_upper_tail(successes, trials, chance) > level);
    let high = boundary(&|chance| binomial_lower_tail(successes, trials, chance) < level);
    [if successes == 0 { 0.0 } else { low }, if successes == trials { 1.0 } else { high }]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the tails with sums of binomial probabilities of 10 trials, from a row of Pascal's triangle.
    #[test]
    fn tails_are_sums() {
        let binomial = [1.0, 10.0, 45.0, 120.0, 210.0, 252.0, 210.0, 120.0, 45.0, 10.0, 1.0];
        for chance in [0.01f64, 0.3, 0.5, 0.9] {
            let term = |k: usize| binomial[k] * chance.powi(k as i32) * (1.0 - chance).powi(10 - k as i32);
            for k in 0..=10usize {
                let (lower, upper): (f64, f64) = ((0..=k).map(term).sum(), (k..=10).map(term).sum());
                assert!((binomial_lower_tail(k as u64, 10, chance) / lower - 1.0).abs() < 1e-9, "{k}");
                assert!((binomial_upper_tail(k as u64, 10, chance) / upper - 1.0).abs() < 1e-9, "{k}");
            }
        }
        assert_eq!((binomial_upper_tail(1, 5, 0.0), binomial_upper_tail(5, 5, 1.0)), (0.0, 1.0));
    }

    /// At each end of an interval, one tail is half of 1 − confidence.
    #[test]
    fn intervals_by_their_tails() {
        for (successes, trials) in [(3, 20), (50, 2000), (1, 1)] {
            let [low, high] = binomial_interval(successes, trials, 0.95);
            assert!((binomial_upper_tail(successes, trials, low) - 0.025).abs() < 1e-9);
            assert!(
                successes == trials || (binomial_lower_tail(successes, trials, high) - 0.025).abs() < 1e-9
            );
        }
        assert_eq!((binomial_interval(0, 5, 0.95)[0], binomial_interval(5, 5, 0.95)[1]), (0.0, 1.0));
        assert_eq!(binomial_interval(0, 0, 0.95), [0.0, 1.0]);
    }

    #[test]
    fn poisson_tails_are_sums() {
        for mean in [0.001, 0.7, 9.0f64] {
            let term = |k: u32| (-mean).exp() * (1..=k).map(|i| mean / f64::from(i)).product::<f64>();
            for count in 0..20 {
                let lower: f64 = (0..=count).map(term).sum();
                assert!((poisson_lower_tail(count.into(), mean) / lower - 1.0).abs() < 1e-9, "{count}");
                let upper: f64 = (count..count + 60).map(term).sum();
                assert!((poisson_upper_tail(count.into(), mean) / upper - 1.0).abs() < 1e-9, "{count}");
            }
        }
        assert_eq!((poisson_lower_tail(-1.0, 2.0), poisson_lower_tail(0.0, 0.0)), (0.0, 1.0));
        assert_eq!((poisson_upper_tail(0.0, 0.0), poisson_upper_tail(1.0, 0.0)), (1.0, 0.0));
    }

    #[test]
    fn the_least_of_many() {
        assert_eq!((least_of(0.5, 2.0), least_of(0.01, 3.0)), (1.0, 0.03));
        assert_eq!((least_of(1.0, 3.0), two_sided(0.7, 0.6), two_sided(0.1, 0.9)), (1.0, 1.0, 0.2));
    }
}
