/// Number of counts that fit in the nearest cache.
const CACHED: usize = 1 << 12;

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
        PairCounts { side, counts: vec![0; side * side] }
    }

    /// Creates a table from counts in row-major order.
    pub(super) fn from_counts(side: usize, counts: Vec<u64>) -> PairCounts {
        assert_eq!(counts.len(), side * side, "counts of {side} rows");
        PairCounts { side, counts }
    }

    /// Adds counts in row-major order. Returns `None` if their number differs from the table's, or if a sum overflows.
    pub(crate) fn plus(mut self, counts: &[u64]) -> Option<PairCounts> {
        for (count, more) in self.counts.iter_mut().zip(counts) {
            *count = count.checked_add(*more)?;
        }
        (self.counts.len() == counts.len()).then_some(self)
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
        assert!(row < self.side && column < self.side, "cell {row}, {column} of {}", self.side);
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

    /// Counts lists of n values: for each list, the pairs of an index (row) and the value there (column), if the value
    /// is below n. Counts some rows for all lists before the next rows, so that these rows stay in the nearest cache.
    pub(super) fn count_lists(&mut self, lists: &[u16]) {
        let (side, rows) = (self.side, (CACHED / self.side).max(1));
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

    /// Returns the cells whose row and column satisfy a condition.
    fn cells(&self, counted: impl Fn(usize, usize) -> bool) -> impl Iterator<Item = Cell> {
        let cell = move |(index, &count)| Cell { row: index / self.side, column: index % self.side, count };
        self.counts.iter().enumerate().map(cell).filter(move |cell| counted(cell.row, cell.column))
    }

    /// Returns the cells with the smallest and the largest count, of all cells for which `counted` is true.
    pub(crate) fn extremes(&self, counted: impl Fn(usize, usize) -> bool + Copy) -> Option<(Cell, Cell)> {
        let least = self.cells(counted).min_by_key(|cell| cell.count)?;
        let largest = self.cells(counted).max_by_key(|cell| cell.count)?;
        Some((least, largest))
    }

    /// Returns the number of pairs that agree in a cell: Σ count·(count − 1)/2.
    pub(crate) fn agreements(&self) -> f64 {
        coincidences(&self.counts)
    }
}

/// Returns Σ count·(count − 1)/2, exactly up to 2^53.
pub(crate) fn coincidences(counts: &[u64]) -> f64 {
    let sum: u128 = counts.iter().map(|&count| u128::from(count) * u128::from(count.saturating_sub(1))).sum();
    (sum / 2) as f64
}
