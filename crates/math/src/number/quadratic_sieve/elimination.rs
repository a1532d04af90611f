//! Linear algebra over the field of two elements: products of relations in which every prime has an
//! even exponent. Structured Gaussian elimination: with sparse rows from the largest and rarest
//! primes on, and with a matrix of bits once the rows have become dense.

use std::collections::HashMap;

use super::relations::Relation;
use crate::number::budget::Budget;

/// Returns the maximum average number of entries of a sparse row. With more entries the elimination goes on with bits,
/// which cost less in small matrices.
fn max_entries(columns: usize) -> usize {
    (10 + columns / 25).min(60)
}

/// A product of relations.
struct Row {
    /// The columns with an odd exponent, in increasing order.
    columns: Vec<u32>,
    /// The indices of the relations, in increasing order.
    relations: Vec<u32>,
}

/// The products of relations that are squares.
pub(super) struct Dependencies {
    rows: Vec<Row>,
    /// A line of bits for each column, with a bit for each row, in reduced echelon form.
    lines: Vec<Vec<u64>>,
    /// The row of the pivot of each line that is not 0.
    pivots: Vec<Option<usize>>,
}

impl Dependencies {
    /// Finds the square products of `relations`, for a base of `primes` primes. Returns `None` if the budget is spent.
    pub(super) fn new(relations: &[Relation], primes: usize, budget: &Budget) -> Option<Dependencies> {
        let rows = without_lone_entries(rows(relations, primes));
        let (rows, columns) = eliminate_sparse(rows, budget)?;
        eliminate_dense(rows, columns, budget)
    }

    /// Returns, for each product of a basis, the indices of its relations in increasing order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut is_pivot = vec![false; self.rows.len()];
        self.pivots.iter().flatten().for_each(|&row| is_pivot[row] = true);
        let free = (0..self.rows.len()).filter(move |&row| !is_pivot[row]);
        free.map(|row| {
            let lines = self.lines.iter().zip(&self.pivots).filter(|(line, _)| has_bit(line, row));
            let others = lines.filter_map(|(_, &pivot)| pivot);
            odd(others.chain([row]).flat_map(|row| self.rows[row].relations.iter().copied()).collect())
        })
    }
}

/// Returns a row for each relation. Column 0 is the sign; the primes of the base follow, then the large primes.
fn rows(relations: &[Relation], primes: usize) -> Vec<Row> {
    let mut large_primes: HashMap<u32, u32> = HashMap::new();
    let row = |(number, relation): (usize, &Relation)| {
        let mut columns: Vec<u32> = relation.indices.iter().map(|index| index + 1).collect();
        columns.extend(relation.is_negative.then_some(0));
        if relation.large_prime > 1 {
            let next = (primes + 1 + large_primes.len()) as u32;
            columns.push(*large_primes.entry(relation.large_prime).or_insert(next));
        }
        Row { columns: odd(columns), relations: vec![number as u32] }
    };
    relations.iter().enumerate().map(row).collect()
}

/// Returns the numbers that occur an odd number of times, in increasing order.
fn odd(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}

/// Returns the number of columns up to the last entry.
fn width(row: &Row) -> usize {
    row.columns.last().map_or(0, |&last| last as usize + 1)
}

/// Leaves out every row that has the only entry of some column, until there is no such row.
fn without_lone_entries(mut rows: Vec<Row>) -> Vec<Row> {
    let columns = rows.iter().map(width).max().unwrap_or(0);
    loop {
        let mut counts = vec![0u32; columns];
        rows.iter().flat_map(|row| &row.columns).for_each(|&column| counts[column as usize] += 1);
        let before = rows.len();
        rows.retain(|row| row.columns.iter().all(|&column| counts[column as usize] > 1));
        if rows.len() == before {
            return rows;
        }
    }
}

/// Eliminates one column after another, from the last, while rows are sparse. The lightest row of the column
/// is added to the others and dropped. Returns the remaining rows and the number of their columns, or `None`
/// if the budget is spent.
fn eliminate_sparse(rows: Vec<Row>, budget: &Budget) -> Option<(Vec<Row>, usize)> {
    let mut columns = rows.iter().map(width).max().unwrap_or(0);
    let mut count = rows.len();
    let mut entries: usize = rows.iter().map(|row| row.columns.len()).sum();
    let mut by_width: Vec<Vec<Row>> = (0..=columns).map(|_| Vec::new()).collect();
    for row in rows {
        by_width[width(&row)].push(row);
    }
    while columns > 0 && entries < count * max_entries(columns) {
        if budget.is_spent() {
            return None;
        }
        let mut rows = std::mem::take(&mut by_width[columns]);
        if let Some(lightest) = (0..rows.len()).min_by_key(|&row| rows[row].columns.len()) {
            let pivot = rows.swap_remove(lightest);
            entries -= pivot.columns.len();
            count -= 1;
            for row in rows {
                let sum = sum(&row, &pivot);
                entries = entries + sum.columns.len() - row.columns.len();
                by_width[width(&sum)].push(sum);
            }
        }
        columns -= 1;
    }
    Some((by_width.into_iter().flatten().collect(), columns))
}

fn sum(a: &Row, b: &Row) -> Row {
    Row {
        columns: symmetric_difference(&a.columns, &b.columns),
        relations: symmetric_difference(&a.relations, &b.relations),
    }
}

/// Returns the symmetric difference of two increasing sequences.
fn symmetric_difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut difference = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&x), Some(&&y)) = (a.peek(), b.peek()) {
        if x <= y {
            a.next();
        }
        if y <= x {
            b.next();
        }
        if x != y {
            difference.push(x.min(y));
        }
    }
    difference.extend(a.chain(b));
    difference
}

/// Gauss–Jordan elimination, with a line for each column and a bit in it for each row. Returns `None` if the budget is
/// spent.
fn eliminate_dense(rows: Vec<Row>, columns: usize, budget: &Budget) -> Option<Dependencies> {
    let mut lines = vec![vec![0u64; rows.len().div_ceil(64)]; columns];
    for (number, row) in rows.iter().enumerate() {
        for &column in &row.columns {
            lines[column as usize][number / 64] |= 1 << (number % 64);
        }
    }
    let mut pivots = vec![None; columns];
    for column in 0..columns {
        if budget.is_spent() {
            return None;
        }
        let pivot = std::mem::take(&mut lines[column]);
        if let Some(word) = pivot.iter().position(|&word| word != 0) {
            let row = 64 * word + pivot[word].trailing_zeros() as usize;
            pivots[column] = Some(row);
            for line in lines.iter_mut().filter(|line| has_bit(line, row)) {
                line[word..].iter_mut().zip(&pivot[word..]).for_each(|(bits, &other)| *bits ^= other);
            }
        }
        lines[column] = pivot;
    }
    Some(Dependencies { rows, lines, pivots })
}

/// Returns whether a bit of a line is set. An empty line has no set bit.
fn has_bit(line: &[u64], bit: usize) -> bool {
    line.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Returns random relations, in which the index i occurs with probability 2/(i + 2).
    fn relations(count: usize, primes: usize) -> Vec<Relation> {
        let mut state = 88_172_645_463_325_252u64;
        let mut below = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % bound
        };
        let relation = |_| {
            let indices: Vec<u32> = (0..primes as u32).filter(|&p| below(u64::from(p) + 2) < 2).collect();
            let large_prime = if below(3) == 0 { 1 } else { 1_009 + below(200) as u32 };
            Relation { root: 1u32.into(), is_negative: below(2) == 0, indices: indices.into(), large_prime }
        };
        (0..count).map(relation).collect()
    }

    /// Returns whether the exponents of the sign, of all primes and of the large primes are even.
    fn is_square(relations: &[Relation], set: &[u32]) -> bool {
        let mut odd = std::collections::HashSet::new();
        let mut flip = |entry: (u8, u32)| {
            if !odd.insert(entry) {
                odd.remove(&entry);
            }
        };
        for relation in set.iter().map(|&number| &relations[number as usize]) {
            relation.indices.iter().for_each(|&index| flip((0, index)));
            relation.is_negative.then(|| flip((1, 0)));
            (relation.large_prime > 1).then(|| flip((2, relation.large_prime)));
        }
        odd.is_empty()
    }

    #[test]
    fn products_are_squares_and_independent() {
        for (count, primes) in [(300, 60), (700, 400), (60, 100)] {
            let relations = relations(count, primes);
            let dependencies = Dependencies::new(&relations, primes, &Budget::unlimited()).unwrap();
            let sets: Vec<Vec<u32>> = dependencies.iter().collect();
            assert!(sets.iter().all(|set| !set.is_empty() && is_square(&relations, set)));
            let large_primes: std::collections::HashSet<u32> =
                relations.iter().map(|relation| relation.large_prime).collect();
            assert!(sets.len() + primes + large_primes.len() >= count, "{} of {count}", sets.len());
            // The sets are rows of another matrix: if they were dependent, a sum of some would be empty.
            let rows = sets.into_iter().map(|columns| Row { columns, relations: vec![] }).collect();
            let (left, _) = eliminate_sparse(rows, &Budget::unlimited()).unwrap();
            assert!(left.iter().all(|row| !row.columns.is_empty()));
        }
    }

    #[test]
    fn a_spent_budget_ends_both_parts() {
        let (relations, spent) = (relations(300, 60), Budget::new(Duration::ZERO));
        assert!(Dependencies::new(&relations, 60, &spent).is_none());
        assert!(eliminate_dense(rows(&relations, 60), 61 + 200, &spent).is_none());
    }
}
