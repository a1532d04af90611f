//! The law of the longest increasing subsequence as a sum over Young diagrams.

/// Returns the probability of each length: Σ f(λ)²/n! over the partitions λ of n whose largest part is the length,
/// where f(λ) counts standard tableaux by the product of hooks (Schensted, *Longest increasing and decreasing
/// subsequences*, 1961; Frame, Robinson and Thrall, *The hook graphs of the symmetric group*, 1954). As many steps as
/// there are partitions, times √n.
pub fn law(n: usize) -> Vec<f64> {
    let mut diagrams = Diagrams { below: Vec::new(), law: vec![0.0; n + 1] };
    diagrams.extend(n, 1, 1.0);
    diagrams.law
}

/// Young diagrams, built row by row from the lowest, shortest row.
struct Diagrams {
    /// The hook of the first cell of each row.
    below: Vec<usize>,
    law: Vec<f64>,
}

impl Diagrams {
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
