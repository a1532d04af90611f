use super::Law;

impl Law {
    /// The number of descents of a uniform permutation of n items: Eulerian numbers over n!. One
    /// more are the rising sequences; excedances have the same law.
    ///
    /// Mean (n − 1)/2, variance (n + 1)/12 for n ≥ 2, by
    /// A(n, k) = (k + 1)·A(n − 1, k) + (n − k)·A(n − 1, k − 1) (Stanley, *Enumerative
    /// Combinatorics* 1, 2nd ed. 2012, §1.4). O(n²).
    ///
    /// ```
    /// # use faro::statistics::Law;
    /// assert!((Law::descents(3).probability(1) - 4.0 / 6.0).abs() < 1e-15);
    /// ```
    pub fn descents(n: usize) -> Law {
        let mut law = vec![0.0; n.max(1)];
        law[0] = 1.0;
        for i in 2..=n {
            let part = |factor: usize| factor as f64 / i as f64;
            for descents in (1..i).rev() {
                law[descents] = part(descents + 1) * law[descents] + part(i - descents) * law[descents - 1];
            }
            law[0] *= part(1);
        }
        Law::new(law)
    }
}

#[cfg(test)]
mod tests {
    use super::super::law::tests::{assert_counts, assert_moments};
    use super::*;

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
        for n in [2, 52, 1000] {
            assert_moments(&Law::descents(n), (n - 1) as f64 / 2.0, (n + 1) as f64 / 12.0);
        }
    }
}
