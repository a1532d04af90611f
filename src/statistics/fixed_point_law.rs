use super::Law;

impl Law {
    /// The number of fixed points of a uniform permutation of n items: the rencontres numbers
    /// C(n, k)·D(n − k)/n!, where D counts derangements.
    ///
    /// Mean 1 for n ≥ 1, variance 1 for n ≥ 2, and very nearly Poisson's law (Montmort 1708;
    /// Feller 1968, §IV.4). O(n).
    ///
    /// ```
    /// # use faro::statistics::Law;
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
}

/// D(m)/m! for m = 0 … n, by D(m) = (m − 1)·(D(m − 1) + D(m − 2)) (Euler 1779): all terms positive.
fn deranged(n: usize) -> Vec<f64> {
    let mut parts = vec![1.0, 0.0];
    for m in 2..=n {
        parts.push(((m - 1) as f64 * parts[m - 1] + parts[m - 2]) / m as f64);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::super::law::tests::{assert_counts, assert_moments};
    use super::*;

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
}
