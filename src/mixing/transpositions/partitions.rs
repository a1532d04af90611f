/// The partitions of n, as lists of parts from the largest to the smallest, in lexicographic order: 1 + 1 + … + 1 first,
/// n last.
pub struct Partitions {
    n: usize,
    /// `counts[m][k]`: the number of partitions of m into parts of at most k.
    counts: Vec<Vec<u32>>,
}

impl Partitions {
    pub fn new(n: usize) -> Partitions {
        let mut counts = vec![vec![1; n + 1]];
        for m in 1..=n {
            let mut row = vec![0; n + 1];
            for k in 1..=n {
                row[k] = row[k - 1] + if k <= m { counts[m - k][k] } else { 0 };
            }
            counts.push(row);
        }
        Partitions { n, counts }
    }

    /// Returns the number of partitions.
    pub fn count(&self) -> usize {
        self.counts[self.n][self.n] as usize
    }

    /// Returns the number of partitions before this one.
    pub fn rank(&self, parts: impl Iterator<Item = usize>) -> u32 {
        let (mut left, mut rank) = (self.n, 0);
        for part in parts {
            rank += self.counts[left][part - 1];
            left -= part;
        }
        rank
    }

    /// Calls a function with each partition, in order.
    pub fn for_each(&self, mut visit: impl FnMut(&[usize])) {
        extend(self.n, self.n, &mut Vec::new(), &mut visit);
    }
}

/// Visits each way to complete the parts by parts of at most `most` that add up to `left`.
fn extend(left: usize, most: usize, parts: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if left == 0 {
        return visit(parts);
    }
    for part in 1..=most.min(left) {
        parts.push(part);
        extend(left - part, part, parts, visit);
        parts.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_partitions() {
        for n in 1..=12 {
            let partitions = Partitions::new(n);
            let mut next = 0;
            partitions.for_each(|parts| {
                assert_eq!(partitions.rank(parts.iter().copied()), next, "{parts:?}");
                next += 1;
            });
            assert_eq!(partitions.count(), next as usize);
        }
        assert_eq!(Partitions::new(52).count(), 281_589);
    }
}
