//! Relations: values of a polynomial that split over the factor base, except for at most one large
//! prime.

use std::collections::{HashMap, HashSet};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;

use super::factor_base::FactorBase;
use super::interval::Interval;
use super::polynomials::Polynomials;
use crate::number::budget::Budget;

/// Maximum number of bits by which the sum of the primes found at a place may fall short of its value. It falls short
/// mainly because a prime counts once even if its square divides the value.
const TOLERANCE: f64 = 3.0;

/// A relation: root² − k·n = ± (the product of the primes at the indices) · (the large prime).
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub root: BigUint,
    pub is_negative: bool,
    /// The indices of primes of the base, repeated by multiplicity.
    pub indices: Box<[u32]>,
    /// The large prime, or 1.
    pub large_prime: u32,
}

/// The relations found so far.
pub(super) struct Relations {
    pub found: Vec<Relation>,
    /// The low words of the roots, to recognise duplicates: two polynomials may share a value.
    roots: HashSet<u64>,
    large_primes: HashSet<u32>,
    /// Maximum of a large prime.
    largest: u32,
}

impl Relations {
    /// Creates an empty list of relations with large primes up to `largest`.
    pub(super) fn new(largest: u32) -> Relations {
        Relations { found: Vec::new(), roots: HashSet::new(), large_primes: HashSet::new(), largest }
    }

    /// Returns the number of independent products in which the exponents of all large primes are even.
    ///
    /// It is the number of relations minus the number of large primes.
    pub(super) fn usable(&self) -> usize {
        self.found.len() - self.large_primes.len()
    }

    /// Adds the relation at `place`, if there is one and it is new.
    pub(super) fn examine(
        &mut self,
        base: &FactorBase,
        polynomials: &Polynomials,
        interval: &Interval,
        place: u32,
    ) {
        if !is_promising(base, polynomials, interval, place, f64::from(self.largest).log2()) {
            return;
        }
        let Some(relation) = split(base, polynomials, place, self.largest) else { return };
        let low_word = relation.root.iter_u64_digits().next().unwrap_or(0);
        if self.roots.insert(low_word) {
            self.large_primes.extend((relation.large_prime > 1).then_some(relation.large_prime));
            self.found.push(relation);
        }
    }
}

/// Returns whether unsieved primes explain why the value exceeds the sieve's sum. These are 2 and the primes
/// that the sieve left out.
fn is_promising(
    base: &FactorBase,
    polynomials: &Polynomials,
    interval: &Interval,
    place: u32,
    bits_of_large_prime: f64,
) -> bool {
    let left_out = (1..interval.first()).filter(|&index| polynomials.is_divisible(base, index, place));
    let small: f64 = left_out.map(|index| base.logarithms[index]).sum();
    let found = interval.bits(place) + small + f64::from(polynomials.twos(place));
    found + bits_of_large_prime + TOLERANCE >= polynomials.bits(place)
}

/// Divides the primes of the base out of the value at `place`. Returns `None` if the rest is above `largest`.
fn split(base: &FactorBase, polynomials: &Polynomials, place: u32, largest: u32) -> Option<Relation> {
    let (root, value) = polynomials.root_and_value(place);
    let mut rest = Value::new(value.magnitude());
    // root² − k·n = 4·a·f(x)
    let mut indices: Vec<u32> = polynomials.indices.iter().map(|&index| index as u32).collect();
    indices.extend([0, 0]);
    let mut divide_out = |index: usize| {
        while let Some(quotient) = rest.divided_by(base.primes[index]) {
            rest = quotient;
            indices.push(index as u32);
        }
    };
    divide_out(0);
    polynomials.indices.iter().for_each(|&index| divide_out(index));
    polynomials.for_each_divisor(base, place, divide_out);
    let large_prime = rest.to_u32().filter(|&rest| rest <= largest)?;
    let is_negative = value < BigInt::ZERO;
    Some(Relation { root: root.into_parts().1, is_negative, indices: indices.into(), large_prime })
}

/// Number of 32-bit words: values of the widest numbers have fewer than 192 bits.
const WORDS: usize = 6;

/// A positive number below 2^192.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    words: [u32; WORDS],
    /// Number of words in use; the words above are 0.
    length: usize,
}

impl Value {
    pub(super) fn new(number: &BigUint) -> Value {
        let mut words = [0; WORDS];
        for (word, digit) in words.iter_mut().zip(number.iter_u32_digits()) {
            *word = digit;
        }
        Value { words, length: number.iter_u32_digits().len() }
    }

    /// Returns the quotient, or `None` if the division leaves a remainder.
    #[inline]
    fn divided_by(&self, divisor: u32) -> Option<Value> {
        let mut quotient = *self;
        let (divisor, mut rest) = (u64::from(divisor), 0u64);
        for word in quotient.words[..self.length].iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*word);
            *word = (dividend / divisor) as u32;
            rest = dividend % divisor;
        }
        if quotient.length > 0 && quotient.words[quotient.length - 1] == 0 {
            quotient.length -= 1;
        }
        (rest == 0).then_some(quotient)
    }

    /// Returns the number, if it has at most 32 bits.
    pub(super) fn to_u32(self) -> Option<u32> {
        (self.length <= 1).then_some(self.words[0])
    }
}

/// Returns a proper factor of `n`, given relations whose product is a square.
///
/// The product has two known square roots modulo n, one from the polynomials and one from the primes. The result is the
/// greatest common divisor of n and the sum of the roots, or `None` if that is 1 or n. This happens if the roots are
/// the same up to the sign.
pub(super) fn factor_from<'a>(
    n: &BigUint,
    base: &FactorBase,
    relations: impl Iterator<Item = &'a Relation>,
) -> Option<BigUint> {
    let (mut from_polynomials, mut from_primes) = (BigUint::one(), BigUint::one());
    let mut exponents = vec![0u32; base.len()];
    let mut large_primes = Vec::new();
    for relation in relations {
        from_polynomials = from_polynomials * &relation.root % n;
        relation.indices.iter().for_each(|&index| exponents[index as usize] += 1);
        large_primes.push(relation.large_prime);
    }
    large_primes.sort_unstable();
    let small = base.primes.iter().zip(&exponents);
    let small = small.flat_map(|(&prime, &exponent)| std::iter::repeat_n(prime, exponent as usize / 2));
    let mut word = 1u64;
    // The sorted large primes are in pairs of equals, of which every second is used.
    for prime in small.chain(large_primes.into_iter().step_by(2)) {
        word = word.checked_mul(prime.into()).unwrap_or_else(|| {
            from_primes = &from_primes * word % n;
            prime.into()
        });
    }
    let factor = (from_polynomials + from_primes * word % n).gcd(n);
    (!factor.is_one() && factor != *n).then_some(factor)
}

// Linear algebra over the field of two elements: products of relations in which every prime has an
// even exponent. Structured Gaussian elimination: with sparse rows from the largest and rarest
// primes on, and with a matrix of bits once the rows have become dense.

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
            of_odd_count(
                others.chain([row]).flat_map(|row| self.rows[row].relations.iter().copied()).collect(),
            )
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
        Row { columns: of_odd_count(columns), relations: vec![number as u32] }
    };
    relations.iter().enumerate().map(row).collect()
}

/// Returns the numbers that occur an odd number of times, in increasing order.
fn of_odd_count(mut numbers: Vec<u32>) -> Vec<u32> {
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

    #[test]
    fn divides_as_big_integers_do() {
        let mut number = BigUint::from(1u32);
        for step in 1..34u32 {
            number = number * 23u32 + step;
            for divisor in [2, 3, 5, 97, 65_537, u32::MAX] {
                let exact = (&number % divisor == BigUint::ZERO).then(|| Value::new(&(&number / divisor)));
                assert_eq!(Value::new(&number).divided_by(divisor), exact, "{number} / {divisor}");
                assert_eq!(Value::new(&(&number * divisor)).divided_by(divisor), Some(Value::new(&number)));
            }
            assert_eq!(Value::new(&number).to_u32(), u32::try_from(&number).ok());
        }
    }

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
