use super::pair_counts::PairCounts;

/// Up to this number, values are compared as bytes, sixteen or more at a time.
const LANES: usize = 64;

/// The comparisons that fit a counter of one byte, or of two.
const FULL_BYTE: u32 = u8::MAX as u32;
const FULL_WORD: u32 = u16::MAX as u32;

/// Counts how often the value at index i is smaller than that at a later index j. For the positions of a deck's
/// cards: which of two cards comes first. For its cards: which of two positions holds the smaller card.
#[derive(Clone, Debug)]
pub struct Precedence {
    counts: PairCounts,
    /// Small counters, a row for each index: bytes, or words for longer lists; and the number of lists in them.
    bytes: Vec<[u8; LANES]>,
    words: Vec<u16>,
    lane: Vec<i16>,
    pending: u32,
}

impl Precedence {
    pub(super) fn new(side: usize) -> Precedence {
        let (lanes, long) = if side <= LANES { (side, 0) } else { (0, side) };
        Precedence {
            counts: PairCounts::new(side),
            bytes: vec![[0; LANES]; lanes],
            words: vec![0; long * long],
            lane: vec![0; long],
            pending: 0,
        }
    }

    /// Counts lists, each a permutation of the numbers below its length.
    pub(super) fn add(&mut self, lists: &[u32], length: usize) {
        for values in lists.chunks_exact(length) {
            let full = if self.words.is_empty() {
                self.add_bytes(values);
                FULL_BYTE
            } else {
                self.add_words(values);
                FULL_WORD
            };
            self.pending += 1;
            if self.pending == full {
                self.settle();
            }
        }
        self.settle();
    }

    fn add_words(&mut self, values: &[u32]) {
        self.lane.iter_mut().zip(values).for_each(|(lane, &value)| *lane = value as i16);
        for (row, counts) in self.words.chunks_exact_mut(self.lane.len()).enumerate() {
            let value = self.lane[row];
            let later = self.lane[row..].iter();
            counts[row..]
                .iter_mut()
                .zip(later)
                .for_each(|(count, &later)| *count += u16::from(value < later));
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
        self.counts.counts.iter_mut().zip(&self.words).for_each(|(count, &word)| *count += u64::from(word));
        self.words.fill(0);
        self.pending = 0;
    }

    /// Returns the counts for i < j.
    pub(super) fn counts(&self) -> &PairCounts {
        &self.counts
    }
}
