use super::Law;

impl Law {
    /// The number of cycles of a uniform permutation of n items: c(n, k)/n!, with the unsigned
    /// Stirling numbers of the first kind.
    ///
    /// Mean H_n = 1 + 1/2 + … + 1/n, variance Σ (1/i − 1/i²): card i, put in last of the first i,
    /// closes a cycle with probability 1/i (Feller, *An Introduction to Probability Theory and its
    /// Applications* 1, 3rd ed. 1968, §X.6). O(n²).
    ///
    /// ```
    /// # use faro::statistics::Law;
    /// assert!((Law::cycles(52).mean() - 4.538).abs() < 0.001);
    /// ```
    pub fn cycles(n: usize) -> Law {
        let mut law = vec![0.0; n + 1];
        law[0] = 1.0;
        for i in 1..=n {
            let closing = 1.0 / i as f64;
            let staying = (i - 1) as f64 / i as f64;
            for cycles in (1..=i).rev() {
                law[cycles] = law[cycles] * staying + law[cycles - 1] * closing;
            }
            law[0] = 0.0;
        }
        Law::new(law)
    }
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
        assert_counts(&Law::cycles(8), &[0, 5040, 13068, 13132, 6769, 1960, 322, 28, 1]);
    }

    #[test]
    fn harmonic_moments() {
        for n in [2, 52, 1000] {
            let parts = || (1..=n).map(|i| 1.0 / i as f64);
            let mean: f64 = parts().sum();
            let squares: f64 = parts().map(|part| part * part).sum();
            assert_moments(&Law::cycles(n), mean, mean - squares);
        }
    }
}
