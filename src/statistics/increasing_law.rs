use super::Law;

/// The most things whose law of longest increasing subsequences is worked out: 80 have 15,796,476
/// partitions.
pub const MAX_INCREASING: usize = 80;

impl Law {
    /// The length of the longest increasing subsequence of a uniform permutation of n things.
    /// None for more than [`MAX_INCREASING`] things.
    ///
    /// Σ f(λ)²/n! over the partitions λ of n whose largest part is the length, where f(λ) counts
    /// standard tableaux by the product of hooks (Schensted, *Longest increasing and decreasing
    /// subsequences*, 1961; Frame, Robinson and Thrall, *The hook graphs of the symmetric group*,
    /// 1954). As many steps as there are partitions, times √n.
    ///
    /// ```
    /// # use faro::statistics::Law;
    /// let law = Law::longest_increasing(3).unwrap();
    /// assert!((law.probability(2) - 4.0 / 6.0).abs() < 1e-15);
    /// ```
    pub fn longest_increasing(n: usize) -> Option<Law> {
        if n > MAX_INCREASING {
            return None;
        }
        let mut shapes = Shapes { below: Vec::new(), law: vec![0.0; n + 1] };
        shapes.extend(n, 1, 1.0);
        Some(Law::new(shapes.law))
    }
}

/// Young diagrams, built row by row from the lowest, shortest row.
struct Shapes {
    /// The hook of the first cell of each row.
    below: Vec<usize>,
    law: Vec<f64>,
}

impl Shapes {
    /// All diagrams with `left` more cells in rows of at least `shortest`; `weight` is the product
    /// of i/h² over the cells i so far, with their hooks h.
    fn extend(&mut self, left: usize, shortest: usize, weight: f64) {
        self.law[left] += self.weigh(left, left, weight);
        for row in shortest..=left / 2 {
            let weight = self.weigh(row, left, weight);
            self.below.push(row + self.below.len());
            self.extend(left - row, row, weight);
            self.below.pop();
        }
    }

    /// The weight with one row more on top, its cells numbered down from `left`. The hooks of the
    /// row are those from 1 to that of its first cell, without the differences to the first hooks
    /// of the rows below.
    fn weigh(&self, row: usize, left: usize, weight: f64) -> f64 {
        let first = row + self.below.len();
        let skipped = self.below.iter().map(|hook| (first - hook) as f64).product::<f64>();
        let hooks = (1..=first).map(|hook| hook as f64).product::<f64>() / skipped;
        let cells = (left - row + 1..=left).map(|cell| cell as f64).product::<f64>();
        weight * (cells / hooks) / hooks
    }
}

#[cfg(test)]
mod tests {
    use super::super::law::tests::{assert_counts, assert_moments};
    use super::*;

    #[test]
    fn counts_of_schensted() {
        // OEIS A047874
        assert_counts(&Law::longest_increasing(0).unwrap(), &[1]);
        assert_counts(&Law::longest_increasing(1).unwrap(), &[0, 1]);
        assert_counts(&Law::longest_increasing(4).unwrap(), &[0, 1, 13, 9, 1]);
        assert_counts(&Law::longest_increasing(6).unwrap(), &[0, 1, 131, 381, 181, 25, 1]);
        assert!(Law::longest_increasing(MAX_INCREASING + 1).is_none());
    }

    /// Permutations without an increasing subsequence of three are counted by Catalan numbers, and
    /// all together they are all.
    #[test]
    fn larger_decks() {
        let law = Law::longest_increasing(30).unwrap();
        // C(60, 30)/31 − 1 of 30!
        let catalan = 3_814_986_502_092_304.0 - 1.0;
        let all: f64 = (1..=30).map(f64::from).product();
        assert!((law.probability(2) * all / catalan - 1.0).abs() < 1e-12);
        let (mean, variance) = (law.mean(), law.variance());
        assert_moments(&law, mean, variance);
    }
}
