//! Square tables of counts, with a row and a column for each card or position.

use faro_simd::{Processor, compiled_fn};

/// Number of counts that fit in the nearest cache.
const CACHED_COUNTS: usize = 1 << 12;

/// A square table with a count for each pair of numbers below n. The first number is the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairCounts {
    side: usize,
    pub(super) counts: Vec<u64>,
}

/// A count and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
    /// The count.
    pub count: u64,
}

impl PairCounts {
    pub(super) fn new(side: usize) -> PairCounts {
        PairCounts {
            side,
            counts: vec![0; side * side],
        }
    }

    /// Creates a table from counts in row-major order.
    pub(super) fn from_counts(side: usize, counts: Vec<u64>) -> PairCounts {
        assert_eq!(counts.len(), side * side, "counts of {side} rows");
        PairCounts { side, counts }
    }

    /// Adds the counts of another table of the same size.
    pub(crate) fn merge(&mut self, more: &PairCounts) {
        self.counts
            .iter_mut()
            .zip(&more.counts)
            .for_each(|(count, more)| *count += more);
    }

    /// Returns the number of rows, which is also the number of columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the counts in row-major order.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the count in `row` and `column`.
    ///
    /// # Panics
    ///
    /// If `row` or `column` is not less than [`side`](Self::side).
    pub fn at(&self, row: usize, column: usize) -> u64 {
        assert!(
            row < self.side && column < self.side,
            "cell {row}, {column} of {}",
            self.side
        );
        self.counts[row * self.side + column]
    }

    /// Returns the counts of a row.
    ///
    /// # Panics
    ///
    /// If `row` is not less than [`side`](Self::side).
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.counts[row * self.side..][..self.side]
    }

    #[inline]
    pub(super) fn count(&mut self, row: u32, column: u32) {
        self.counts[row as usize * self.side + column as usize] += 1;
    }

    /// Counts each card of a deck (row) with the card below it (column).
    #[inline]
    pub(super) fn count_windows(&mut self, deck: &[u32]) {
        let side = self.side;
        for pair in deck.windows(2) {
            self.counts[pair[0] as usize * side + pair[1] as usize] += 1;
        }
    }

    /// Counts lists of n values.
    ///
    /// In each list, the pair of an index (row) and its value (column) is counted if the value is below n.
    /// Some rows are counted for all lists before the next rows, so that these rows stay in the nearest
    /// cache.
    pub(super) fn count_lists(&mut self, lists: &[u16]) {
        let (side, rows) = (self.side, (CACHED_COUNTS / self.side).max(1));
        for (part, counts) in self.counts.chunks_mut(rows * side).enumerate() {
            for list in lists.chunks_exact(side) {
                for (counts, &column) in counts.chunks_exact_mut(side).zip(&list[part * rows..]) {
                    if let Some(count) = counts.get_mut(usize::from(column)) {
                        *count += 1;
                    }
                }
            }
        }
    }

    /// Returns the cells (row, column) for which `counted` returns `true`.
    fn cells(&self, counted: impl Fn(usize, usize) -> bool) -> impl Iterator<Item = Cell> {
        let cell = move |(index, &count)| Cell {
            row: index / self.side,
            column: index % self.side,
            count,
        };
        self.counts
            .iter()
            .enumerate()
            .map(cell)
            .filter(move |cell| counted(cell.row, cell.column))
    }

    /// Returns the cells with the smallest and the largest count among those for which `counted` is true.
    pub(crate) fn extremes(
        &self,
        counted: impl Fn(usize, usize) -> bool + Copy,
    ) -> Option<(Cell, Cell)> {
        let least = self.cells(counted).min_by_key(|cell| cell.count)?;
        let largest = self.cells(counted).max_by_key(|cell| cell.count)?;
        Some((least, largest))
    }

    /// Returns the number of pairs of counted events that are in the same cell: Σ count·(count − 1)/2.
    pub(crate) fn agreements(&self) -> f64 {
        coincidences(&self.counts)
    }
}

/// Returns Σ count·(count − 1)/2, exactly up to 2^53.
pub(crate) fn coincidences(counts: &[u64]) -> f64 {
    let sum: u128 = counts
        .iter()
        .map(|&count| u128::from(count) * u128::from(count.saturating_sub(1)))
        .sum();
    (sum / 2) as f64
}

/// Number of lists whose comparisons are the bits of one word.
const LISTS_PER_WORD: usize = u32::BITS as usize;

/// Number of words that are counted together.
const WORDS: usize = 4;

/// Number of words in a SIMD vector. Rows start at multiples of this number.
const LANES: usize = 16;

/// Counts, for indices i < j, how often the value at i is smaller than the value at j.
///
/// For lists of the positions of a deck's cards, this is the number of times that card i comes before card j. For the
/// decks themselves, it is the number of times that position i holds the smaller card.
#[derive(Clone, Debug)]
pub struct Precedence {
    counts: PairCounts,
}

impl Precedence {
    pub(super) fn new(side: usize) -> Precedence {
        Precedence {
            counts: PairCounts::new(side),
        }
    }

    /// Counts lists of `length` numbers, each below `length`.
    pub(super) fn add(&mut self, lists: &[u32], length: usize) {
        for lists in lists.chunks(WORDS * LISTS_PER_WORD * length) {
            count_by(Processor::detect(), lists, &mut self.counts);
        }
    }

    pub(super) fn counts_mut(&mut self) -> &mut [u64] {
        &mut self.counts.counts
    }

    /// Returns the counts, in the cells with row i and column j for i < j.
    pub(super) fn counts(&self) -> &PairCounts {
        &self.counts
    }
}

compiled_fn! {
    /// Counts lists. For 32 lists, the values at an index are stored as one word for each binary digit. To compare the
    /// values at two indices, one is subtracted from the other in all lists at once, and the final borrows are counted.
    fn count_by(processor: Processor, lists: &[u32], counts: &mut PairCounts) {
        let length = counts.side();
        let stride = length.next_multiple_of(LANES);
        let digits = (usize::BITS - (length - 1).leading_zeros()) as usize;
        let words = transpose(lists, length, digits, stride);
        for (row, counts) in counts.counts.chunks_exact_mut(length).enumerate() {
            for first in (row / LANES * LANES..length).step_by(LANES) {
                let sums = compare(&words, digits, stride, row, first);
                let later = (row + 1).max(first);
                let counts = counts[later..].iter_mut().zip(&sums[later - first..]);
                counts.for_each(|(count, sum)| *count += u64::from(*sum));
            }
        }
    }
}

/// Returns in how many lists the value at index `row` is smaller than the one at `first`, `first` + 1, …
#[inline(always)]
fn compare(words: &[u32], digits: usize, stride: usize, row: usize, first: usize) -> [u32; LANES] {
    let mut sums = [0; LANES];
    for word in words.chunks_exact(digits * stride) {
        let mut borrows = [0; LANES];
        for columns in word.chunks_exact(stride) {
            let inverted = !columns[row];
            for (borrow, later) in borrows.iter_mut().zip(&columns[first..][..LANES]) {
                // The bits in which the current digits of the two compared numbers are equal.
                let is_equal = inverted ^ later;
                *borrow = is_equal & *borrow | !is_equal & inverted;
            }
        }
        sums.iter_mut()
            .zip(&borrows)
            .for_each(|(sum, borrow)| *sum += borrow.count_ones());
    }
    sums
}

/// Returns a block of words for each 32 lists, with a row for each binary digit and a word for each index.
#[inline(always)]
fn transpose(lists: &[u32], length: usize, digits: usize, stride: usize) -> Vec<u32> {
    let mut words = vec![0; lists.len().div_ceil(LISTS_PER_WORD * length) * digits * stride];
    for (word, lists) in words
        .chunks_exact_mut(digits * stride)
        .zip(lists.chunks(LISTS_PER_WORD * length))
    {
        for list in lists.chunks_exact(length) {
            for (digit, columns) in word.chunks_exact_mut(stride).enumerate() {
                let each = columns.iter_mut().zip(list);
                each.for_each(|(bits, value)| *bits = *bits << 1 | value >> digit & 1);
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a count over all pairs of each list, for every instruction set.
    #[test]
    fn pairs_are_compared() {
        for (length, lists) in [
            (2, 1),
            (3, 31),
            (52, 32),
            (64, 33),
            (65, 70),
            (130, 129),
            (512, 3),
        ] {
            let entry = |list: usize| {
                move |index| ((index * 7 + list * list) * (list + 1) % 1021 % length) as u32
            };
            let lists: Vec<Vec<u32>> = (0..lists)
                .map(|list| (0..length).map(entry(list)).collect())
                .collect();
            let mut expected = PairCounts::new(length);
            for (list, row) in lists
                .iter()
                .flat_map(|list| (0..length).map(move |row| (list, row)))
            {
                let larger = (row + 1..length).filter(|&column| list[row] < list[column]);
                larger.for_each(|column| expected.count(row as u32, column as u32));
            }
            for processor in Processor::available() {
                let mut counts = PairCounts::new(length);
                count_by(processor, &lists.concat(), &mut counts);
                assert_eq!(counts, expected, "{length} values, {}", processor.name());
            }
        }
    }
}
