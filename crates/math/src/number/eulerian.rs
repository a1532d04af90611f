use num_traits::{One, Zero};

/// Returns the Eulerian numbers A(n, k) for k = 0 … `n` − 1, or multiples of them.
///
/// A(n, k) is the number of permutations of `n` items with k descents. The results for `n` = 0 and 1
/// are equal.
///
/// `combine` computes the entry (k + 1)·A(m − 1, k) + (m − k)·A(m − 1, k − 1) of row m. Its arguments are m and the two
/// products as pairs of factors (Stanley, *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.4). The sum must not depend
/// on the order of the pairs: half of each row is obtained by symmetry. Takes O(n²) calls.
pub fn eulerian_row<T: Clone + One + Zero>(n: u32, combine: impl Fn(u32, [(u32, &T); 2]) -> T) -> Vec<T> {
    let (mut row, zero) = (vec![T::one()], T::zero());
    for m in 2..=n {
        let before = |k: u32| row.get(k as usize).unwrap_or(&zero);
        let entry = |k: u32| combine(m, [(k + 1, before(k)), (m - k, before(k.wrapping_sub(1)))]);
        let mut next: Vec<T> = (0..m.div_ceil(2)).map(entry).collect();
        next.extend((0..m as usize / 2).rev().map(|k| next[k].clone()).collect::<Vec<T>>());
        row = next;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected rows are from OEIS A008292.
    #[test]
    fn eulerian_numbers() {
        let row =
            |n| eulerian_row(n, |_, [(a, below), (b, before)]: [(u32, &u32); 2]| a * below + b * before);
        assert_eq!([row(0), row(1), row(2)], [vec![1], vec![1], vec![1, 1]]);
        assert_eq!([row(5), row(6)], [vec![1, 26, 66, 26, 1], vec![1, 57, 302, 302, 57, 1]]);
    }
}
