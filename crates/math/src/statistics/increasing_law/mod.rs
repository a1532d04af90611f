//! The law of the length of the longest increasing subsequence of a random permutation.

mod circles;
mod lower;
mod upper;

use super::{Law, LawError};
use crate::number::elementary::cbrt;
use circles::Circles;

/// Maximum number of items for [`Law::longest_increasing`].
pub const MAX_INCREASING: usize = 10_000;

/// Maximum number of items for which the law is a sum over Young diagrams. 30 items have 5604 diagrams.
const MAX_SUMMED: usize = 30;

impl Law {
    /// Returns the law of the length of a uniform permutation's longest increasing subsequence.
    ///
    /// For few items the law is a sum over Young diagrams. For more, contour integrals extract each probability from
    /// Gessel's determinant (*Symmetric functions and P-recursiveness*, 1990). Each probability has a relative error
    /// below 10^-11, in both tails; probabilities below 10^-307 are 0.
    ///
    /// # Errors
    ///
    /// [`LawError::TooManyItems`] if the number of items `n` exceeds [`MAX_INCREASING`].
    ///
    /// ```
    /// # use faro_math::statistics::Law;
    /// let law = Law::longest_increasing(3).unwrap();
    /// assert!((law.probability(2) - 4.0 / 6.0).abs() < 1e-15);
    /// ```
    pub fn longest_increasing(n: usize) -> Result<Law, LawError> {
        LawError::check_items(n, MAX_INCREASING)?;
        Ok(Law::new(if n <= MAX_SUMMED {
            law_by_diagrams(n)
        } else {
            law_by_contours(n)
        }))
    }
}

/// Returns the mean length of the longest increasing subsequence of `n` items, for `n` ≥ 1000.
///
/// The error is below 10^-8, and below 10^-9 for `n` ≥ 10,000.
///
/// The mean is 2√n + 1/2 + Σ c(j)·n^(1/6 − j/3) (Bornemann, *A Stirling-type formula for the distribution of the length
/// of longest increasing subsequences*, 2023, and *Asymptotic expansions relating to the distribution of the length of
/// longest increasing subsequences*, 2024). c(0) is the mean of the Tracy–Widom law, and c(1) is its second moment
/// divided by 60. The other coefficients were fitted to the exact means for 200 to 20,000 items, with errors of 10^-12.
pub fn mean_increasing(n: usize) -> f64 {
    let n = n as f64;
    let root = cbrt(n);
    let terms = COEFFICIENTS
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| sum / root + coefficient);
    2.0 * n.sqrt() + 0.5 + terms * root.sqrt()
}

/// The coefficients c(0), c(1), … of [`mean_increasing`].
const COEFFICIENTS: [f64; 7] = [
    -1.771_086_807_411_6,
    0.065_832_387_870_3,
    0.261_222_745,
    -0.119_383_86,
    -0.004_834,
    0.012_23,
    0.007_2,
];

// The law of the longest increasing subsequence as a sum over Young diagrams.

/// Returns the probability of each length 0 … `n`, as a sum over the partitions λ of `n`.
///
/// The probability of l is Σ f(λ)²/n! over the partitions whose largest part is l. Here f(λ) counts standard tableaux
/// by the product of hooks (Schensted, *Longest increasing and decreasing subsequences*, 1961; Frame, Robinson and
/// Thrall, *The hook graphs of the symmetric group*, 1954). Takes O(√n) steps for each partition.
fn law_by_diagrams(n: usize) -> Vec<f64> {
    let mut diagrams = Diagrams {
        below: Vec::new(),
        law: vec![0.0; n + 1],
    };
    diagrams.extend(n, 1, 1.0);
    diagrams.law
}

/// Young diagrams, built row by row from the lowest, shortest row.
struct Diagrams {
    /// The hook length of the first cell of each row of the diagram so far.
    below: Vec<usize>,
    law: Vec<f64>,
}

impl Diagrams {
    /// Adds all diagrams with `left` more cells in rows of at least `shortest` cells. `weight` is the product of i/h²
    /// over the cells so far, where i is the number of a cell and h its hook length.
    fn extend(&mut self, left: usize, shortest: usize, weight: f64) {
        self.law[left] += self.weight_with_row(left, left, weight);
        for row in shortest..=left / 2 {
            let weight = self.weight_with_row(row, left, weight);
            self.below.push(row + self.below.len());
            self.extend(left - row, row, weight);
            self.below.pop();
        }
    }

    /// Returns the weight after one more row on top, whose cells are numbered down from `left`. Let h be the hook
    /// length of the row's first cell. The hook lengths of the row are 1 … h, without the differences between h and the
    /// first hook lengths of the rows below.
    fn weight_with_row(&self, row: usize, left: usize, weight: f64) -> f64 {
        let first = row + self.below.len();
        let skipped = self
            .below
            .iter()
            .map(|hook| (first - hook) as f64)
            .product::<f64>();
        let hooks = (1..=first).map(|hook| hook as f64).product::<f64>() / skipped;
        let cells = (left - row + 1..=left)
            .map(|cell| cell as f64)
            .product::<f64>();
        weight * (cells / hooks) / hooks
    }
}

// The law of the longest increasing subsequence by contour integrals.
//
// Let Lₙ be the length for a uniform permutation of n items. By Gessel's theorem, Σₙ P(Lₙ ≤ l)·zⁿ/n! is the Toeplitz
// determinant D(l) of the Bessel functions I(j − k)(2x), z = x². Cauchy's integral on a circle around 0, by the
// trapezoidal rule, extracts each probability. The radius is close to a saddle point of the integrand, so that nothing
// cancels (Bornemann, *Accuracy and stability of computing high-order derivatives of analytic functions by Cauchy
// integrals*, 2011).

/// Returns the probability of each length 0 … `n`.
fn law_by_contours(n: usize) -> Vec<f64> {
    let circles = Circles::new(n);
    let split = lower::largest(n);
    let mut at_most = vec![0.0; split + 1];
    let mut more = vec![0.0; n + 1];
    circles.each((1..=split).rev(), lower::saddle, |circle, lengths| {
        lower::at_most(&circles, circle, lengths, &mut at_most)
    });
    circles.each(split + 1..n, upper::saddle, |circle, lengths| {
        upper::more_than(&circles, circle, lengths, &mut more)
    });
    let mut law = vec![0.0; n + 1];
    (1..=split).for_each(|length| law[length] = at_most[length] - at_most[length - 1]);
    law[split + 1] = 1.0 - at_most[split] - more[split + 1];
    (split + 2..=n).for_each(|length| law[length] = more[length - 1] - more[length]);
    law
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::law::tests::{assert_counts, assert_moments};

    #[test]
    fn counts_of_schensted() {
        // OEIS A047874
        assert_counts(&Law::longest_increasing(0).unwrap(), &[1]);
        assert_counts(&Law::longest_increasing(1).unwrap(), &[0, 1]);
        assert_counts(&Law::longest_increasing(4).unwrap(), &[0, 1, 13, 9, 1]);
        assert_counts(
            &Law::longest_increasing(6).unwrap(),
            &[0, 1, 131, 381, 181, 25, 1],
        );
        assert!(Law::longest_increasing(MAX_INCREASING + 1).is_err());
    }

    /// Returns all orders of `n` items: the last item is inserted at each position of each order of the others.
    fn orders(n: usize) -> Vec<Vec<usize>> {
        let Some(last) = n.checked_sub(1) else {
            return vec![Vec::new()];
        };
        let insert =
            |order: &Vec<usize>, place| [&order[..place], &[last], &order[place..]].concat();
        orders(last)
            .iter()
            .flat_map(|order| (0..n).map(move |place| insert(order, place)))
            .collect()
    }

    /// Compares the laws with counts over all permutations of up to 8 items.
    #[test]
    fn laws_count_permutations() {
        for n in 0..=8 {
            let mut counts = vec![0; n + 1];
            for order in orders(n) {
                // `lengths[item]` is the length of the longest increasing subsequence that ends with `item`.
                let mut lengths = vec![0; n];
                for &item in &order {
                    lengths[item] = 1 + lengths[..item].iter().max().unwrap_or(&0);
                }
                counts[lengths.into_iter().max().unwrap_or(0)] += 1;
            }
            assert_counts(&Law::longest_increasing(n).unwrap(), &counts);
        }
    }

    /// The sums over diagrams and the contour integrals agree for every length.
    #[test]
    fn contour_integrals_are_sums_over_diagrams() {
        for n in [25, 30, 31, 35, 40, 45] {
            for (length, (sum, integral)) in law_by_diagrams(n)
                .into_iter()
                .zip(law_by_contours(n))
                .enumerate()
            {
                assert!(
                    (sum - integral).abs() <= 1e-11 * sum,
                    "{length} of {n}: {integral} for {sum}"
                );
            }
        }
    }

    /// Permutations without an increasing subsequence of three items are counted by the Catalan numbers. The length n −
    /// 1 has (n − 1)² permutations.
    #[test]
    fn the_outermost_lengths() {
        for n in [31, 64, 80, 120, 150] {
            let law = Law::longest_increasing(n).unwrap();
            let orders: f64 = (1..=n).map(|i| i as f64).product();
            let catalan = (2..=n).map(|k| (n + k) as f64 / k as f64).product::<f64>();
            let outermost = [
                (1, 1.0),
                (2, catalan - 1.0),
                (n - 1, ((n - 1) * (n - 1)) as f64),
                (n, 1.0),
            ];
            for (length, count) in outermost {
                let exact = count / orders;
                let found = law.probability(length);
                assert!(
                    (found - exact).abs() <= 1e-11 * exact,
                    "{length} of {n}: {found} for {exact}"
                );
            }
        }
    }

    /// Exact probabilities: number of items, length, probability.
    const EXACT: [(usize, usize, f64); 18] = [
        (200, 3, 1.51837336379281e-193),
        (200, 10, 4.54310167747292e-38),
        (200, 18, 5.02505595088474e-5),
        (200, 24, 2.096260456417971e-1),
        (200, 27, 8.359720504533247e-2),
        (200, 40, 6.061363372228579e-10),
        (200, 100, 1.313272684814556e-100),
        (500, 20, 4.073580667515572e-50),
        (500, 30, 2.59926112208971e-8),
        (500, 40, 1.748110357181466e-1),
        (500, 46, 1.03955299904473e-2),
        (500, 100, 6.479466731573176e-55),
        (1000, 25, 3.955683519821095e-142),
        (1000, 45, 2.05300790843165e-10),
        (1000, 58, 1.521333912215718e-1),
        (1000, 66, 3.361267124940724e-3),
        (1000, 90, 3.647952495766757e-18),
        (1000, 140, 7.345186166832947e-73),
    ];

    /// The probabilities are from exact integers, by the Toda equation for the power series of Gessel's determinants.
    /// They were computed outside this program with 14,000 bits.
    #[test]
    fn probabilities_of_large_decks() {
        for (n, length, exact) in EXACT {
            let found = Law::longest_increasing(n).unwrap().probability(length);
            assert!(
                (found - exact).abs() <= 1e-11 * exact,
                "{length} of {n}: {found} for {exact}"
            );
        }
    }

    /// For a Poisson number of items with mean 64, P(length ≤ l) is e^(−64)·det I(j − k)(16), with j and k from 1 to l
    /// (Gessel). The determinants were computed outside this program with 40 digits.
    #[test]
    fn laws_of_a_poisson_number_of_things() {
        let mean = 64.0f64;
        let laws: Vec<Law> = (0..=160)
            .map(|n| Law::longest_increasing(n).unwrap())
            .collect();
        let determinants = [
            (5, 2.407_326_328_532_684e-8),
            (8, 1.608_524_862_538_351_4e-3),
            (11, 0.194_700_836_343_193_76),
            (14, 0.813_492_129_172_480_9),
            (16, 0.972_484_015_486_813_8),
            (20, 0.999_908_784_631_296_4),
        ];
        for (length, exact) in determinants {
            let (mut weight, mut sum) = ((-mean).exp(), 0.0);
            for (n, law) in laws.iter().enumerate() {
                sum += weight * law.probabilities().iter().take(length + 1).sum::<f64>();
                weight *= mean / (n + 1) as f64;
            }
            assert!(
                (sum - exact).abs() < 1e-11 * exact,
                "{length}: {sum} for {exact}"
            );
        }
    }

    #[test]
    fn moments_and_the_expansion() {
        for n in [
            MAX_SUMMED,
            MAX_SUMMED + 1,
            100,
            501,
            1000,
            4000,
            MAX_INCREASING,
        ] {
            let law = Law::longest_increasing(n).unwrap();
            let (mean, variance) = (law.mean(), law.variance());
            assert_moments(&law, mean, variance);
            let within = if n >= 1000 { 1e-9 } else { 1e-2 / n as f64 };
            assert!(
                (mean_increasing(n) - mean).abs() < within,
                "{n}: {} for {mean}",
                mean_increasing(n)
            );
        }
    }
}
