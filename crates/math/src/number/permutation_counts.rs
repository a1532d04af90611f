//! Exact numbers of permutations by their cycles, fixed points and inversions.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Returns the number of permutations of `n` items with k cycles, for k = 0 … n.
///
/// These are the unsigned Stirling numbers of the first kind. The recurrence is c(m, k) = (m − 1)·c(m − 1, k) +
/// c(m − 1, k − 1) (Stanley, *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.3).
///
/// ```
/// # use faro_math::number::cycle_counts;
/// assert_eq!(cycle_counts(4), [0u32, 6, 11, 6, 1].map(Into::into));
/// ```
pub fn cycle_counts(n: u32) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for m in 1..=n {
        row.push(BigUint::zero());
        for cycles in (1..row.len()).rev() {
            row[cycles] = &row[cycles] * (m - 1) + &row[cycles - 1];
        }
        row[0].set_zero();
    }
    row
}

/// Returns the number of permutations of `n` items with k fixed points, for k = 0 … n.
///
/// These are the rencontres numbers C(n, k)·D(n − k), with D(m) = m·D(m − 1) + (−1)^m derangements (Montmort 1708).
///
/// ```
/// # use faro_math::number::fixed_point_counts;
/// assert_eq!(fixed_point_counts(4), [9u32, 8, 6, 0, 1].map(Into::into));
/// ```
pub fn fixed_point_counts(n: u32) -> Vec<BigUint> {
    let mut deranged = vec![BigUint::one()];
    for m in 1..=n {
        let arranged = &deranged[m as usize - 1] * m;
        deranged.push(match m % 2 {
            0 => arranged + 1u32,
            _ => arranged - 1u32,
        });
    }
    let mut chosen = BigUint::one(); // C(n, k)
    let mut counts = Vec::with_capacity(deranged.len());
    for (k, deranged) in deranged.iter().rev().enumerate() {
        counts.push(&chosen * deranged);
        let k = k as u32;
        chosen = chosen * (n - k) / (k + 1);
    }
    counts
}

/// Returns the number of permutations of `n` items with k inversions, for k = 0 … n(n − 1)/2.
///
/// These are the Mahonian numbers, the coefficients of Π (1 + x + … + x^(m − 1)) for m = 1 … n (Rodrigues 1839). Takes
/// O(n³) additions.
///
/// ```
/// # use faro_math::number::inversion_counts;
/// assert_eq!(inversion_counts(4), [1u32, 3, 5, 6, 5, 3, 1].map(Into::into));
/// ```
pub fn inversion_counts(n: u32) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for m in 2..=n as usize {
        let mut window = BigUint::zero();
        row = (0..row.len() + m - 1)
            .map(|value| {
                if let Some(entering) = row.get(value) {
                    window += entering;
                }
                if value >= m {
                    window -= &row[value - m];
                }
                window.clone()
            })
            .collect();
    }
    row
}
