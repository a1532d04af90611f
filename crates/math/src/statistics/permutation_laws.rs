//! Exact laws of the statistics of a uniform permutation.

use super::tilted_law::{Descents, HalfFootrule, Inversions, probabilities};
use super::{Law, LawError};
use crate::number::eulerian_row;

/// Maximum number of items for [`Law::footrule`].
const MAX_FOOTRULE: usize = 200;

/// Maximum number of items for [`Law::inversions`], whose law then has half a million values.
const MAX_INVERSIONS: usize = 1000;

/// Maximum number of items for the recurrence of the footrule, which takes a few milliseconds there. For more items
/// contour integrals are faster.
const MAX_RECURRENT_FOOTRULE: usize = 80;

/// Maximum number of items for the recurrence of inversions, as [`MAX_RECURRENT_FOOTRULE`].
const MAX_RECURRENT_INVERSIONS: usize = 100;

/// Maximum number of items for the recurrence of descents, as [`MAX_RECURRENT_FOOTRULE`].
const MAX_RECURRENT_DESCENTS: usize = 1000;

/// The laws of statistics of a uniform permutation.
impl Law {
    /// Returns the law of the number of cycles of a uniform permutation of `n` items.
    ///
    /// The probability of k cycles is c(n, k)/n!, with the unsigned Stirling numbers of the first kind. The mean is
    /// H_n = 1 + 1/2 + … + 1/n, the variance Σ (1/i − 1/i²): inserted as the last of the first i items, item i closes a
    /// cycle with probability 1/i (Feller, *An Introduction to Probability Theory and its Applications* 1, 3rd ed.
    /// 1968, §X.6). Takes O(n) time for many items, since most values have no probability above 10^-308.
    ///
    /// ```
    /// # use faro_math::statistics::Law;
    /// assert!((Law::cycles(52).mean() - 4.538).abs() < 0.001);
    /// ```
    pub fn cycles(n: usize) -> Law {
        let mut law = vec![1.0];
        for i in 1..=n {
            let closing = 1.0 / i as f64;
            let staying = (i - 1) as f64 / i as f64;
            law.push(0.0);
            for cycles in (1..law.len()).rev() {
                law[cycles] = law[cycles] * staying + law[cycles - 1] * closing;
            }
            law[0] = 0.0;
            law.truncate(
                1 + law
                    .iter()
                    .rposition(|&chance| chance >= f64::MIN_POSITIVE)
                    .unwrap_or(0),
            );
        }
        law.resize(n + 1, 0.0);
        Law::new(law)
    }

    /// Returns the law of the number of descents of a uniform permutation of `n` items.
    ///
    /// The probability of k descents is A(n, k)/n!, with the Eulerian numbers. The number of rising sequences has the
    /// same law, shifted by 1; the number of excedances has the same law. The mean is (n − 1)/2, the variance (n +
    /// 1)/12 for n ≥ 2. The recurrence is A(n, k) = (k + 1)·A(n − 1, k) + (n − k)·A(n − 1, k − 1) (Stanley,
    /// *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.4).
    ///
    /// ```
    /// # use faro_math::statistics::Law;
    /// assert!((Law::descents(3).probability(1) - 4.0 / 6.0).abs() < 1e-15);
    /// ```
    pub fn descents(n: usize) -> Law {
        if n > MAX_RECURRENT_DESCENTS {
            let (mean, variance) = ((n - 1) as f64 / 2.0, (n + 1) as f64 / 12.0);
            let half = probabilities(&Descents(n), 0..n.div_ceil(2), mean, variance.sqrt());
            return Law::new(mirrored(half, n));
        }
        let law = eulerian_row(
            n as u32,
            |n, [(a, below), (b, before)]: [(u32, &f64); 2]| {
                let part = |factor: u32| f64::from(factor) / f64::from(n);
                part(a) * below + part(b) * before
            },
        );
        Law::new(law)
    }

    /// Returns the law of the number of fixed points of a uniform permutation of `n` items.
    ///
    /// The probability of k fixed points is a rencontres number over n!: C(n, k)·D(n − k)/n!, where D counts
    /// derangements. The mean is 1 for n ≥ 1, the variance 1 for n ≥ 2, and the law is very nearly Poisson's (Montmort
    /// 1708; Feller 1968, §IV.4). Takes O(n) time.
    ///
    /// ```
    /// # use faro_math::statistics::Law;
    /// assert!((Law::fixed_points(52).probability(0) - (-1f64).exp()).abs() < 1e-15);
    /// ```
    pub fn fixed_points(n: usize) -> Law {
        let deranged = deranged(n);
        let mut others = 1.0; // 1/k!
        let mut law = Vec::with_capacity(n + 1);
        for fixed in 0..=n {
            law.push(deranged[n - fixed] * others);
            others /= (fixed + 1) as f64;
        }
        Law::new(law)
    }

    /// Returns the law of the displacement Σ |image(i) − i| of a uniform permutation of `n` items.
    ///
    /// The displacement is Spearman's footrule.
    ///
    /// The mean is (n² − 1)/3, the variance (n + 1)(2n² + 7)/45 for n ≥ 2, and only even values occur (Diaconis and
    /// Graham, *Spearman's footrule as a measure of disarray*, 1977). The recurrence goes through positions and images
    /// from 1 to n; at every step, each position or image that waits for its partner adds 1. Takes O(n⁴/16) time up to
    /// 80 items, O(n²) beyond.
    ///
    /// # Errors
    ///
    /// [`LawError::TooManyItems`] if `n` exceeds 200.
    ///
    /// ```
    /// # use faro_math::statistics::Law;
    /// let law = Law::footrule(3).unwrap();
    /// assert!((law.probability(4) - 3.0 / 6.0).abs() < 1e-15); // all but 123, 132 and 213
    /// ```
    pub fn footrule(n: usize) -> Result<Law, LawError> {
        LawError::check_items(n, MAX_FOOTRULE)?;
        let even = if n <= MAX_RECURRENT_FOOTRULE {
            recurrent_half_footrule(n)
        } else {
            tilted_half_footrule(n)
        };
        let mut law = vec![0.0; 2 * even.len() - 1];
        law.iter_mut()
            .step_by(2)
            .zip(even)
            .for_each(|(to, probability)| *to = probability);
        Ok(Law::new(law))
    }

    /// Returns the law of the number of inversions of a uniform permutation of `n` items.
    ///
    /// The probability of k inversions is a Mahonian number over n!.
    ///
    /// The number of inversions is a sum of independent uniform numbers below 1, 2, …, n (Rodrigues 1839; Knuth, *The
    /// Art of Computer Programming* 3, §5.1.1), with mean n(n − 1)/4 and variance n(n − 1)(2n + 5)/72. Takes O(n³) time
    /// up to 100 items, O(n²) beyond. Half of the law is obtained by symmetry.
    ///
    /// # Errors
    ///
    /// [`LawError::TooManyItems`] if `n` exceeds 1000.
    ///
    /// ```
    /// # use faro_math::statistics::Law;
    /// let law = Law::inversions(52).unwrap();
    /// assert!((law.mean() - 663.0).abs() < 1e-9);
    /// ```
    pub fn inversions(n: usize) -> Result<Law, LawError> {
        LawError::check_items(n, MAX_INVERSIONS)?;
        if n <= MAX_RECURRENT_INVERSIONS {
            return Ok(Law::new(
                (2..=n).fold(vec![1.0], |law, i| plus_uniform(&law, i)),
            ));
        }
        let (pairs, values) = (n as f64 * (n - 1) as f64, n * (n - 1) / 2 + 1);
        let variance = pairs * (2 * n + 5) as f64 / 72.0;
        let half = probabilities(
            &Inversions(n),
            0..values.div_ceil(2),
            pairs / 4.0,
            variance.sqrt(),
        );
        Ok(Law::new(mirrored(half, values)))
    }
}

/// Returns a symmetric list of `length` entries, given its first half.
fn mirrored(mut half: Vec<f64>, length: usize) -> Vec<f64> {
    half.extend_from_within(..length / 2);
    half[length.div_ceil(2)..].reverse();
    half
}

/// Returns the probabilities of half the total displacement 0, 1, …, by contour integrals.
fn tilted_half_footrule(n: usize) -> Vec<f64> {
    let square = (n * n) as f64;
    let variance = (n + 1) as f64 * (2.0 * square + 7.0) / 180.0;
    probabilities(
        &HalfFootrule(n),
        0..n * n / 4 + 1,
        (square - 1.0) / 6.0,
        variance.sqrt(),
    )
}

/// Returns the probabilities of half the total displacement 0, 1, …, by a recurrence over positions and images.
fn recurrent_half_footrule(n: usize) -> Vec<f64> {
    let half = n * n / 4; // half of the largest displacement
    let max_waiting = n / 2; // the maximum number of waiting items
    let mut waiting = vec![vec![0.0; half + 1]; max_waiting + 2];
    waiting[0][0] = 1.0;
    for i in 1..=n {
        waiting = step(&waiting, i, half);
    }
    waiting.swap_remove(0)
}

/// Returns the probability that m items in random order have no fixed point, for m = 0 … `n`.
///
/// It is D(m)/m!, where D(m) = (m − 1)·(D(m − 1) + D(m − 2)) (Euler 1779), a sum of positive terms.
///
/// ```
/// # use faro_math::statistics::deranged;
/// assert_eq!(deranged(3), [1.0, 0.0, 0.5, 2.0 / 6.0]);
/// ```
pub fn deranged(n: usize) -> Vec<f64> {
    let mut parts = vec![1.0, 0.0];
    for m in 2..=n {
        parts.push(((m - 1) as f64 * parts[m - 1] + parts[m - 2]) / m as f64);
    }
    parts
}

/// Adds position i and image i. With k positions and k images waiting, the new position can wait or take a waiting
/// image, the new image can wait or take a waiting position, or they take each other. This makes 1 way to k + 1, 2k + 1
/// ways to k, and k² ways to k − 1. Then k' of each wait, which adds k' to half the displacement.
fn step(before: &[Vec<f64>], i: usize, half: usize) -> Vec<Vec<f64>> {
    let max_waiting = before.len() - 2;
    let mut after = vec![vec![0.0; half + 1]; before.len()];
    let part = |ways: usize| ways as f64 / i as f64;
    for (k, sums) in after.iter_mut().enumerate().take(max_waiting + 1) {
        let (fewer, more) = (k.checked_sub(1).map(|fewer| &before[fewer]), &before[k + 1]);
        for (from, sum) in sums.iter_mut().skip(k).enumerate() {
            let opened = fewer.map_or(0.0, |fewer| part(1) * fewer[from]);
            *sum =
                opened + part(2 * k + 1) * before[k][from] + part((k + 1) * (k + 1)) * more[from];
        }
    }
    after
}

/// Returns the law of X + U, where X has the law `law` and U is uniform on 0 … `values` − 1. Each probability is a mean
/// over a window of `law`. The running sum ends at the middle: up to there the term that enters the window is at least
/// as large as the term that leaves it. The other half follows by symmetry.
fn plus_uniform(law: &[f64], values: usize) -> Vec<f64> {
    let length = law.len() + values - 1;
    let mut spread = Vec::with_capacity(length);
    let mut window = 0.0;
    for value in 0..length.div_ceil(2) {
        window += law.get(value).copied().unwrap_or(0.0);
        if value >= values {
            window -= law[value - values];
        }
        spread.push(window / values as f64);
    }
    mirrored(spread, length)
}

#[cfg(test)]
mod tests {
    use super::super::law::tests::{assert_counts, assert_moments};
    use super::*;

    #[test]
    fn stirling_numbers() {
        // OEIS A132393
        assert_counts(&Law::cycles(0), &[1]);
        assert_counts(&Law::cycles(1), &[0, 1]);
        assert_counts(&Law::cycles(6), &[0, 120, 274, 225, 85, 15, 1]);
        assert_counts(
            &Law::cycles(8),
            &[0, 5040, 13068, 13132, 6769, 1960, 322, 28, 1],
        );
    }

    #[test]
    fn harmonic_moments() {
        for n in [2, 52, 1000, 10_000] {
            let parts = || (1..=n).map(|i| 1.0 / i as f64);
            let mean: f64 = parts().sum();
            let squares: f64 = parts().map(|part| part * part).sum();
            assert_moments(&Law::cycles(n), mean, mean - squares);
        }
    }

    #[test]
    fn eulerian_numbers() {
        // OEIS A008292
        assert_counts(&Law::descents(0), &[1]);
        assert_counts(&Law::descents(1), &[1]);
        assert_counts(&Law::descents(5), &[1, 26, 66, 26, 1]);
        assert_counts(&Law::descents(7), &[1, 120, 1191, 2416, 1191, 120, 1]);
    }

    #[test]
    fn half_of_the_neighbours_descend() {
        for n in [2, 52, 1000, 10_000] {
            assert_moments(
                &Law::descents(n),
                (n - 1) as f64 / 2.0,
                (n + 1) as f64 / 12.0,
            );
        }
    }

    #[test]
    fn rencontres_numbers() {
        // OEIS A008290
        assert_counts(&Law::fixed_points(0), &[1]);
        assert_counts(&Law::fixed_points(1), &[0, 1]);
        assert_counts(&Law::fixed_points(5), &[44, 45, 20, 10, 0, 1]);
        assert_counts(&Law::fixed_points(7), &[1854, 1855, 924, 315, 70, 21, 0, 1]);
    }

    #[test]
    fn one_card_stays() {
        for n in [2, 3, 52, 1000] {
            assert_moments(&Law::fixed_points(n), 1.0, 1.0);
        }
    }

    #[test]
    fn footrule_numbers() {
        // OEIS A062869, the even values
        assert_counts(&Law::footrule(0).unwrap(), &[1]);
        assert_counts(&Law::footrule(1).unwrap(), &[1]);
        assert_counts(&Law::footrule(3).unwrap(), &[1, 0, 2, 0, 3]);
        assert_counts(&Law::footrule(4).unwrap(), &[1, 0, 3, 0, 7, 0, 9, 0, 4]);
        assert_counts(
            &Law::footrule(5).unwrap(),
            &[1, 0, 4, 0, 12, 0, 24, 0, 35, 0, 24, 0, 20],
        );
        assert_eq!(
            Law::footrule(MAX_FOOTRULE + 1).unwrap_err().to_string(),
            "the law of 201 items is not computed: expected at most 200"
        );
    }

    #[test]
    fn moments_of_diaconis_and_graham() {
        for n in [2, 7, 52, 200] {
            let square = (n * n) as f64;
            let variance = (n + 1) as f64 * (2.0 * square + 7.0) / 45.0;
            assert_moments(&Law::footrule(n).unwrap(), (square - 1.0) / 3.0, variance);
        }
    }

    /// The largest displacement is reached by the (100!)² permutations that exchange the first and the last hundred
    /// items.
    #[test]
    fn the_largest_displacement() {
        let law = Law::footrule(200).unwrap();
        let pairings = (1..=100)
            .map(|k| (100 + k) as f64 / k as f64)
            .product::<f64>();
        assert!((law.probability(20_000) * pairings - 1.0).abs() < 1e-10);
        assert_eq!((law.probability(0), law.probability(19_999)), (0.0, 0.0));
    }

    #[test]
    fn mahonian_numbers() {
        // OEIS A008302
        assert_counts(&Law::inversions(0).unwrap(), &[1]);
        assert_counts(&Law::inversions(1).unwrap(), &[1]);
        assert_counts(&Law::inversions(4).unwrap(), &[1, 3, 5, 6, 5, 3, 1]);
        assert_counts(
            &Law::inversions(5).unwrap(),
            &[1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1],
        );
        assert!(Law::inversions(MAX_INVERSIONS + 1).is_err());
    }

    #[test]
    fn half_of_the_pairs_are_inverted() {
        for n in [2, 52, 300, 1000] {
            let pairs = (n * (n - 1)) as f64;
            let law = Law::inversions(n).unwrap();
            assert_moments(&law, pairs / 4.0, pairs * (2 * n + 5) as f64 / 72.0);
        }
    }

    /// The tails keep their digits: n − 1 of the n! permutations have one inversion (Knuth).
    #[test]
    fn tails() {
        let law = Law::inversions(150).unwrap();
        let ratio = law.probability(1) / law.probability(0);
        assert!(
            law.probability(0) > 0.0 && (ratio / 149.0 - 1.0).abs() < 1e-11,
            "{ratio}"
        );
        // I(n, 2) = (n − 2)(n + 1)/2
        let ratio = law.probability(2) / law.probability(0);
        assert!(
            (ratio / (148.0 * 151.0 / 2.0) - 1.0).abs() < 1e-11,
            "{ratio}"
        );
    }
}
