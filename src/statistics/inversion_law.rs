use super::Law;

/// The largest number of items whose law of inversions is computed: half a million values, a fraction of a
/// second.
pub const MAX_INVERSIONS: usize = 1000;

impl Law {
    /// The number of inversions of a uniform permutation of n items: Mahonian numbers over n!.
    /// None for more than [`MAX_INVERSIONS`] things.
    ///
    /// Mean n(n − 1)/4, variance n(n − 1)(2n + 5)/72: the sum of independent uniform numbers below
    /// 1, 2, …, n (Rodrigues 1839; Knuth, *The Art of Computer Programming* 3, §5.1.1). O(n³), of
    /// which half is obtained by symmetry.
    ///
    /// ```
    /// # use faro::statistics::Law;
    /// let law = Law::inversions(52).unwrap();
    /// assert!((law.mean() - 663.0).abs() < 1e-9);
    /// ```
    pub fn inversions(n: usize) -> Option<Law> {
        if n > MAX_INVERSIONS {
            return None;
        }
        let mut law = vec![1.0];
        for i in 2..=n {
            law = spread(&law, i);
        }
        Some(Law::new(law))
    }
}

/// The law of the sum with a uniform number below `values`: means over a window. They are kept as a
/// running sum up to the middle, where what enters it is more than what leaves, and mirrored.
fn spread(law: &[f64], values: usize) -> Vec<f64> {
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
    let mirrored: Vec<f64> = spread[..length / 2].iter().rev().copied().collect();
    spread.extend(mirrored);
    spread
}

#[cfg(test)]
mod tests {
    use super::super::law::tests::{assert_counts, assert_moments};
    use super::*;

    #[test]
    fn mahonian_numbers() {
        // OEIS A008302
        assert_counts(&Law::inversions(0).unwrap(), &[1]);
        assert_counts(&Law::inversions(1).unwrap(), &[1]);
        assert_counts(&Law::inversions(4).unwrap(), &[1, 3, 5, 6, 5, 3, 1]);
        assert_counts(&Law::inversions(5).unwrap(), &[1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1]);
        assert!(Law::inversions(MAX_INVERSIONS + 1).is_none());
    }

    #[test]
    fn half_of_the_pairs_are_inverted() {
        for n in [2, 52, 300] {
            let pairs = (n * (n - 1)) as f64;
            let law = Law::inversions(n).unwrap();
            assert_moments(&law, pairs / 4.0, pairs * (2 * n + 5) as f64 / 72.0);
        }
    }

    /// The tails keep their digits: n − 1 permutations have one inversion, of n! (Knuth).
    #[test]
    fn tails() {
        let law = Law::inversions(150).unwrap();
        let ratio = law.probability(1) / law.probability(0);
        assert!(law.probability(0) > 0.0 && (ratio / 149.0 - 1.0).abs() < 1e-12, "{ratio}");
        // I(n, 2) = (n − 2)(n + 1)/2
        let ratio = law.probability(2) / law.probability(0);
        assert!((ratio / (148.0 * 151.0 / 2.0) - 1.0).abs() < 1e-12, "{ratio}");
    }
}
