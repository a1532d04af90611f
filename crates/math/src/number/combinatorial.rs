//! Factorials and Eulerian numbers.

use std::f64::consts::{LN_2, LOG2_E, TAU};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::elementary::log2;

/// Returns `n`!, exactly.
///
/// ```
/// # use faro_math::number::factorial;
/// assert_eq!(factorial(20).to_string(), "2432902008176640000");
/// ```
pub fn factorial(n: u32) -> BigUint {
    product(1, n)
}

/// Returns `first` · … · `last`, or 1 for an empty range. The range is halved recursively, so that factors of similar
/// size are multiplied.
fn product(first: u32, last: u32) -> BigUint {
    match last.checked_sub(first) {
        None => BigUint::one(),
        Some(0..8) => (first..=last).map(BigUint::from).product(),
        Some(length) => product(first, first + length / 2) * product(first + length / 2 + 1, last),
    }
}

/// Returns log2 `n`!, the number of bits that identify one permutation of `n` items.
///
/// `n` must be a nonnegative integer. The result has about 15 correct digits; it is infinite if it exceeds the range of
/// `f64`. For `n` below 200 it is a sum of logarithms. From 200 on it is Stirling's series (de Moivre 1730), whose
/// first omitted term is below 10^-19.
///
/// ```
/// # use faro_math::number::log2_factorial;
/// // 52! = 80658175170943878571660636856403766975289505440883277824000000000000
/// assert!((log2_factorial(52.0) - 225.581003).abs() < 1e-6);
/// ```
pub fn log2_factorial(n: f64) -> f64 {
    const SMALL: f64 = 200.0;
    if n < SMALL {
        // The start value avoids −0, the result of an empty `sum()`.
        return (2..=n as u32).fold(0.0, |sum, factor| sum + log2(factor.into()));
    }
    let correction = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * n * n)) / (n * n)) / n;
    n * (log2(n) - LOG2_E) + 0.5 * log2(TAU * n) + correction * LOG2_E
}

/// Returns ln `n`! with the accuracy of [`log2_factorial`].
pub fn ln_factorial(n: f64) -> f64 {
    log2_factorial(n) * LN_2
}

/// Returns the Eulerian numbers A(n, k) for k = 0 … `n` − 1, or multiples of them.
///
/// A(n, k) is the number of permutations of `n` items with k descents. The results for `n` = 0 and 1
/// are equal.
///
/// `combine` computes the entry (k + 1)·A(m − 1, k) + (m − k)·A(m − 1, k − 1) of row m. Its arguments are m and the two
/// products as pairs of factors (Stanley, *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.4). The sum must not depend
/// on the order of the pairs: half of each row is obtained by symmetry. Takes O(n²) calls.
pub fn eulerian_row<T: Clone + One + Zero>(
    n: u32,
    combine: impl Fn(u32, [(u32, &T); 2]) -> T,
) -> Vec<T> {
    let (mut row, zero) = (vec![T::one()], T::zero());
    for m in 2..=n {
        let before = |k: u32| row.get(k as usize).unwrap_or(&zero);
        let entry = |k: u32| combine(m, [(k + 1, before(k)), (m - k, before(k.wrapping_sub(1)))]);
        let mut next: Vec<T> = (0..m.div_ceil(2)).map(entry).collect();
        next.extend(
            (0..m as usize / 2)
                .rev()
                .map(|k| next[k].clone())
                .collect::<Vec<T>>(),
        );
        row = next;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the sum and the series with a running sum, on both sides of the bound between them.
    #[test]
    fn sums_of_logarithms() {
        let mut sum = 0.0;
        for n in 0..2000 {
            sum += f64::from(n.max(1)).log2();
            assert!(
                (log2_factorial(f64::from(n)) - sum).abs() < 1e-11 * sum.max(1.0),
                "{n}"
            );
        }
        assert_eq!(log2_factorial(f64::INFINITY), f64::INFINITY);
        assert!([0.0, 1.0].iter().all(|&n| log2_factorial(n).to_bits() == 0));
    }

    #[test]
    fn recursive_products_agree_with_iteration() {
        for n in [0u32, 1, 7, 8, 9, 52, 100] {
            assert_eq!(factorial(n), (1..=n).map(BigUint::from).product());
        }
        assert_eq!(product(5, 4), BigUint::one());
    }

    /// The expected rows are from OEIS A008292.
    #[test]
    fn eulerian_numbers() {
        let row = |n| {
            eulerian_row(n, |_, [(a, below), (b, before)]: [(u32, &u32); 2]| {
                a * below + b * before
            })
        };
        assert_eq!([row(0), row(1), row(2)], [vec![1], vec![1], vec![1, 1]]);
        assert_eq!(
            [row(5), row(6)],
            [vec![1, 26, 66, 26, 1], vec![1, 57, 302, 302, 57, 1]]
        );
    }
}
