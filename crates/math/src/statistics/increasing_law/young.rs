//! The law of the longest increasing subsequence as a sum over Young diagrams.

/// Returns the probability of each length 0 … `n`, as a sum over the partitions λ of `n`.
///
/// The probability of l is Σ f(λ)²/n! over the partitions whose largest part is l. Here f(λ) counts standard tableaux
/// by the product of hooks (Schensted, *Longest increasing and decreasing subsequences*, 1961; Frame, Robinson and
/// Thrall, *The hook graphs of the symmetric group*, 1954). Takes O(√n) steps for each partition.
pub fn law(n: usize) -> Vec<f64> {
    let mut diagrams = Diagrams { below: Vec::new(), law: vec![0.0; n + 1] };
    diagrams.extend(n, 1, 1.0);
    diagrams.law
}

/// Young diagrams, built row by row from the lowest, shortest row.
struct Diagrams {
    /// The hook length of the first cell of each row.
    below: Vec<usize>,
    law: Vec<f64>,
}

impl Diagrams {
    /// Adds all diagrams with `left` more cells in rows of at least `shortest` cells. `weight` is the product of i/h²
    /// over the cells so far, where i is the number of a cell and h its hook length.
    fn extend(&mut self, left: usize, shortest: usize, weight: f64) {
        self.law[left] += self.weigh(left, left, weight);
        for row in shortest..=left / 2 {
            let weight = self.weigh(row, left, weight);
            self.below.push(row + self.below.len());
            self.extend(left - row, row, weight);
            self.below.pop();
        }
    }

    /// Returns the weight after one more row on top, whose cells are numbered down from `left`. Let h be the hook
    /// length of the row's first cell. The hook lengths of the row are 1 … h, without the differences between h and the
    /// first hook lengths of the rows below.
    fn weigh(&self, row: usize, left: usize, weight: f64) -> f64 {
        let first = row + self.below.len();
        let skipped = self.below.iter().map(|hook| (first - hook) as f64).product::<f64>();
        let hooks = (1..=first).map(|hook| hook as f64).product::<f64>() / skipped;
        let cells = (left - row + 1..=left).map(|cell| cell as f64).product::<f64>();
        weight * (cells / hooks) / hooks
    }
}
