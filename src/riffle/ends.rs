/// The joint law of the first position, the last position and the number of descents of positions in random order.
///
/// Positions are given by their ranks, from 0. There are n³ numbers, computed in O(n⁴) by sums of positive terms.
#[derive(Clone, Debug)]
pub struct Ends {
    size: usize,
    /// By first rank, last rank, and descents from 0 to `size` − 1.
    chances: Vec<f64>,
}

impl Ends {
    /// Creates the law for a number of positions, at least one.
    pub fn of(size: usize) -> Ends {
        let one = Ends { size: 1, chances: vec![1.0] };
        (2..=size).fold(one, |shorter, size| shorter.appended(size))
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// The probabilities of 0, 1, 2, … descents, together with these ends.
    pub fn descents(&self, first: usize, last: usize) -> &[f64] {
        &self.chances[(first * self.size + last) * self.size..][..self.size]
    }

    /// Adds one position at the end, of any rank; the ranks from there on move up by one.
    fn appended(&self, size: usize) -> Ends {
        let mut chances = vec![0.0; size * size * size];
        for first in 0..self.size {
            let above = self.above(first);
            let mut below = vec![0.0; size];
            for last in 0..size {
                let moved = first + usize::from(first >= last);
                let to = &mut chances[(moved * size + last) * size..][..size];
                add(to, &below, 1.0 / size as f64);
                // From above it goes down once more.
                add(&mut to[1..], &above[last], 1.0 / size as f64);
                if last < self.size {
                    add(&mut below, self.descents(first, last), 1.0);
                }
            }
        }
        Ends { size, chances }
    }

    /// The probabilities of descents with this first rank and a last rank of at least 0, 1, 2, …, n.
    fn above(&self, first: usize) -> Vec<Vec<f64>> {
        let mut above = vec![vec![0.0; self.size]; self.size + 1];
        for last in (0..self.size).rev() {
            above[last] = above[last + 1].clone();
            add(&mut above[last], self.descents(first, last), 1.0);
        }
        above
    }
}

/// Adds a multiple of the numbers to the first ones.
pub fn add(to: &mut [f64], numbers: &[f64], times: f64) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to += times * number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    #[test]
    fn all_orders_of_few_places() {
        for size in 1..=6 {
            let orders: u64 = (1..=size as u64).product();
            let mut counts = vec![0.0; size * size * size];
            for rank in 0..orders {
                let order = Permutation::unrank(size, rank).unwrap().to_deck();
                let descents = order.windows(2).filter(|pair| pair[0] > pair[1]).count();
                let (first, last) = (order[0] as usize, order[size - 1] as usize);
                counts[(first * size + last) * size + descents] += 1.0 / orders as f64;
            }
            let ends = Ends::of(size);
            for (cell, known) in counts.iter().enumerate() {
                let found = ends.descents(cell / size / size, cell / size % size)[cell % size];
                assert!((found - known).abs() < 1e-15, "{size} {cell}: {found} {known}");
            }
        }
    }
}
