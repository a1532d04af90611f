use super::Law;

/// The largest number of items whose law of displacement is computed, in a second or so.
pub const MAX_FOOTRULE: usize = 200;

impl Law {
    /// The displacement Σ |image(i) − i| of a uniform permutation of n items, Spearman's footrule.
    /// None for more than [`MAX_FOOTRULE`] things.
    ///
    /// Mean (n² − 1)/3, variance (n + 1)(2n² + 7)/45 for n ≥ 2, only even values (Diaconis and
    /// Graham, *Spearman's footrule as a measure of disarray*, 1977). Positions and images are met
    /// from 1 to n; each that waits for its partner adds 1 at every step. O(n⁴/16).
    ///
    /// ```
    /// # use faro::statistics::Law;
    /// let law = Law::footrule(3).unwrap();
    /// assert!((law.probability(4) - 3.0 / 6.0).abs() < 1e-15); // all but 123, 132 and 213
    /// ```
    pub fn footrule(n: usize) -> Option<Law> {
        if n > MAX_FOOTRULE {
            return None;
        }
        let half = n * n / 4; // of the largest displacement
        let most = n / 2; // that wait at once
        let mut waiting = vec![vec![0.0; half + 1]; most + 2];
        waiting[0][0] = 1.0;
        for i in 1..=n {
            waiting = step(&waiting, i, half);
        }
        let even = &waiting[0];
        Some(Law::new(
            (0..=2 * half)
                .map(|value| if value % 2 == 0 { even[value / 2] } else { 0.0 })
                .collect::<Vec<_>>(),
        ))
    }
}

/// One position and one image more. Of k positions and k images that wait, the new position can
/// wait or take an image, the new image can wait or take a position, or they take each other:
/// 1 way to k + 1, 2k + 1 ways to k, k² ways to k − 1; then k' of both wait, which adds k' to half
/// the displacement.
fn step(before: &[Vec<f64>], i: usize, half: usize) -> Vec<Vec<f64>> {
    let most = before.len() - 2;
    let mut after = vec![vec![0.0; half + 1]; before.len()];
    let part = |ways: usize| ways as f64 / i as f64;
    for (k, sums) in after.iter_mut().enumerate().take(most + 1) {
        let (fewer, more) = (k.checked_sub(1).map(|fewer| &before[fewer]), &before[k + 1]);
        for (from, sum) in sums.iter_mut().skip(k).enumerate() {
            let opened = fewer.map_or(0.0, |fewer| part(1) * fewer[from]);
            *sum = opened + part(2 * k + 1) * before[k][from] + part((k + 1) * (k + 1)) * more[from];
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::super::law::tests::{assert_counts, assert_moments};
    use super::*;

    #[test]
    fn footrule_numbers() {
        // OEIS A062869, the even values
        assert_counts(&Law::footrule(0).unwrap(), &[1]);
        assert_counts(&Law::footrule(1).unwrap(), &[1]);
        assert_counts(&Law::footrule(3).unwrap(), &[1, 0, 2, 0, 3]);
        assert_counts(&Law::footrule(4).unwrap(), &[1, 0, 3, 0, 7, 0, 9, 0, 4]);
        assert_counts(&Law::footrule(5).unwrap(), &[1, 0, 4, 0, 12, 0, 24, 0, 35, 0, 24, 0, 20]);
        assert!(Law::footrule(MAX_FOOTRULE + 1).is_none());
    }

    #[test]
    fn moments_of_diaconis_and_graham() {
        for n in [2, 7, 52] {
            let square = (n * n) as f64;
            let variance = (n + 1) as f64 * (2.0 * square + 7.0) / 45.0;
            assert_moments(&Law::footrule(n).unwrap(), (square - 1.0) / 3.0, variance);
        }
    }
}
