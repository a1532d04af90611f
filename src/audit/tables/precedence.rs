use super::pair_counts::PairCounts;

/// Up to this number, values are compared as bytes, sixteen or more at a time.
const LANES: usize = 64;

/// The comparisons that fit a counter of one byte.
const FULL_BYTE: u32 = u8::MAX as u32;

/// The longer lists that are compared together, and the columns of a row whose counters stay in registers meanwhile.
const TOGETHER: usize = 64;
const COLUMNS: usize = 32;

/// Counts how often the value at index i is smaller than that at a later index j. For the positions of a deck's
/// cards: which of two cards comes first. For its cards: which of two positions holds the smaller card.
#[derive(Clone, Debug)]
pub struct Precedence {
    counts: PairCounts,
    /// Small counters of short lists, a row for each index, and the number of lists in them.
    bytes: Vec<[u8; LANES]>,
    pending: u32,
}

impl Precedence {
    pub(super) fn new(side: usize) -> Precedence {
        let lanes = if side <= LANES { side } else { 0 };
        Precedence { counts: PairCounts::new(side), bytes: vec![[0; LANES]; lanes], pending: 0 }
    }

    /// Counts lists, each a permutation of the numbers below its length.
    pub(super) fn add(&mut self, lists: &[u32], length: usize) {
        if self.bytes.is_empty() {
            return lists.chunks(TOGETHER * length).for_each(|lists| self.add_long(lists, length));
        }
        for values in lists.chunks_exact(length) {
            self.add_bytes(values);
            self.pending += 1;
            if self.pending == FULL_BYTE {
                self.settle();
            }
        }
        self.settle();
    }

    /// Counts at most 2^15 − 1 lists: in each part of a row all lists, so that a counter is stored once.
    fn add_long(&mut self, lists: &[u32], length: usize) {
        let (parts, lists_of_part) = (length.div_ceil(COLUMNS), lists.len() / length);
        // A part of all lists, then the next part. What is beyond the end is never larger.
        let mut lanes = vec![[-1i16; COLUMNS]; lists_of_part * parts];
        for (list, values) in lists.chunks_exact(length).enumerate() {
            for (index, &value) in values.iter().enumerate() {
                lanes[index / COLUMNS * lists_of_part + list][index % COLUMNS] = value as i16;
            }
        }
        for row in 0..length {
            let own = &lanes[row / COLUMNS * lists_of_part..][..lists_of_part];
            for part in row / COLUMNS..parts {
                let mut sums = [0i16; COLUMNS];
                for (own, later) in own.iter().zip(&lanes[part * lists_of_part..]) {
                    let value = own[row % COLUMNS];
                    sums.iter_mut().zip(later).for_each(|(sum, &later)| *sum += i16::from(value < later));
                }
                let first = part * COLUMNS;
                let known = (row + 1).max(first)..length.min(first + COLUMNS);
                known.for_each(|column| self.counts.more(row, column, sums[column - first] as u64));
            }
        }
    }

    #[inline]
    fn add_bytes(&mut self, values: &[u32]) {
        // Lanes without a value hold -1 and are never larger.
        let mut lane = [-1i8; LANES];
        lane.iter_mut().zip(values).for_each(|(lane, &value)| *lane = value as i8);
        for (row, counts) in self.bytes.iter_mut().enumerate() {
            let value = lane[row];
            for quarter in row / 16..4 {
                let (counts, lane) = (&mut counts[16 * quarter..][..16], &lane[16 * quarter..][..16]);
                counts.iter_mut().zip(lane).for_each(|(count, &later)| *count += u8::from(value < later));
            }
        }
    }

    /// Adds the small counters to the table, and clears them.
    fn settle(&mut self) {
        for (row, bytes) in self.bytes.iter_mut().enumerate() {
            for (column, &count) in bytes.iter().enumerate().take(self.counts.side()).skip(row + 1) {
                self.counts.more(row, column, count.into());
            }
            *bytes = [0; LANES];
        }
        self.pending = 0;
    }

    pub(super) fn counts_mut(&mut self) -> &mut [u64] {
        &mut self.counts.counts
    }

    /// Returns the counts for i < j.
    pub(super) fn counts(&self) -> &PairCounts {
        &self.counts
    }
}
