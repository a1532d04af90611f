use super::square::Square;

/// Up to so many values are compared as bytes, sixteen or more at a time.
const LANES: usize = 64;

/// So many comparisons fit the byte that counts them.
const FULL: u32 = u8::MAX as u32;

/// How often the value at index i was smaller than that at a later index j: of a deck's positions it
/// says which of two cards comes first, of its cards which of two positions holds the smaller one.
#[derive(Clone, Debug)]
pub struct Precedence {
    counts: Square,
    /// A lane of bytes for each index, and how many lists they count.
    bytes: Vec<[u8; LANES]>,
    pending: u32,
}

impl Precedence {
    pub(super) fn new(side: usize) -> Precedence {
        let lanes = if side <= LANES { side } else { 0 };
        Precedence { counts: Square::new(side), bytes: vec![[0; LANES]; lanes], pending: 0 }
    }

    /// Counts a list of different values: below 64 where it has no more than 64.
    #[inline]
    pub(super) fn add(&mut self, values: &[u32]) {
        if self.bytes.is_empty() { self.add_large(values) } else { self.add_bytes(values) }
    }

    fn add_large(&mut self, values: &[u32]) {
        let side = values.len();
        for (row, &value) in values.iter().enumerate() {
            let counts = &mut self.counts.counts[row * side + row..(row + 1) * side];
            counts
                .iter_mut()
                .zip(&values[row..])
                .for_each(|(count, &later)| *count += u64::from(value < later));
        }
    }

    #[inline]
    fn add_bytes(&mut self, values: &[u32]) {
        // Lanes without a value are never larger.
        let mut lane = [-1i8; LANES];
        lane.iter_mut().zip(values).for_each(|(lane, &value)| *lane = value as i8);
        for (row, counts) in self.bytes.iter_mut().enumerate() {
            let value = lane[row];
            for quarter in row / 16..4 {
                let (counts, lane) = (&mut counts[16 * quarter..][..16], &lane[16 * quarter..][..16]);
                counts.iter_mut().zip(lane).for_each(|(count, &later)| *count += u8::from(value < later));
            }
        }
        self.pending += 1;
        if self.pending == FULL {
            self.settle();
        }
    }

    /// Carries what the bytes count over to the table.
    pub(super) fn settle(&mut self) {
        for (row, bytes) in self.bytes.iter_mut().enumerate() {
            for (column, &count) in bytes.iter().enumerate().take(self.counts.side()).skip(row + 1) {
                self.counts.more(row, column, count.into());
            }
            *bytes = [0; LANES];
        }
        self.pending = 0;
    }

    pub(super) fn merge(&mut self, mut other: Precedence) {
        other.settle();
        self.counts.merge(&other.counts);
    }

    /// The counts of i before j, for i < j; what was not settled is missing.
    pub(super) fn counts(&self) -> &Square {
        &self.counts
    }
}
