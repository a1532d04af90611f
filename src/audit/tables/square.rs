/// Counts for every pair of two numbers below n: a row for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    side: usize,
    pub(super) counts: Vec<u64>,
}

/// The largest or least count, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
    /// What was counted there.
    pub count: u64,
}

impl Square {
    pub(super) fn new(side: usize) -> Square {
        Square { side, counts: vec![0; side * side] }
    }

    /// Of counts row after row.
    pub(super) fn of(side: usize, counts: Vec<u64>) -> Square {
        assert_eq!(counts.len(), side * side, "counts of {side} rows");
        Square { side, counts }
    }

    /// The number of rows, and of columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The counts, row after row.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// A count.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    pub fn at(&self, row: usize, column: usize) -> u64 {
        assert!(row < self.side && column < self.side, "cell {row}, {column} of {}", self.side);
        self.counts[row * self.side + column]
    }

    /// The counts of a row.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    pub(in crate::audit) fn row(&self, row: usize) -> &[u64] {
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

    pub(super) fn more(&mut self, row: usize, column: usize, count: u64) {
        self.counts[row * self.side + column] += count;
    }

    /// The cells that are counted: all, or those whose row and column are told apart.
    fn cells(&self, counted: impl Fn(usize, usize) -> bool) -> impl Iterator<Item = Cell> {
        let cell = move |(index, &count)| Cell { row: index / self.side, column: index % self.side, count };
        self.counts.iter().enumerate().map(cell).filter(move |cell| counted(cell.row, cell.column))
    }

    /// The cells with the least and with the largest count among those that are `counted`.
    pub(in crate::audit) fn extremes(
        &self,
        counted: impl Fn(usize, usize) -> bool + Copy,
    ) -> Option<(Cell, Cell)> {
        let least = self.cells(counted).min_by_key(|cell| cell.count)?;
        let largest = self.cells(counted).max_by_key(|cell| cell.count)?;
        Some((least, largest))
    }

    /// Pairs of draws that agree in a cell: Σ count·(count − 1)/2.
    pub(in crate::audit) fn agreements(&self) -> f64 {
        coincidences(&self.counts)
    }
}

/// Σ count·(count − 1)/2, exactly as far as 2^53.
pub(in crate::audit) fn coincidences(counts: &[u64]) -> f64 {
    let sum: u128 = counts.iter().map(|&count| u128::from(count) * u128::from(count.saturating_sub(1))).sum();
    (sum / 2) as f64
}
