//! Sorting words that lie about evenly between their least and greatest.

/// So many bins, by the leading bits of the distance from the least word: some words in each.
const BIN_BITS: u32 = 11;

/// Room to sort in, used again and again.
#[derive(Default)]
pub(super) struct Spread {
    ends: Vec<usize>,
    sorted: Vec<u64>,
}

impl Spread {
    /// Sorts by distribution to bins, and each bin by comparison: about linear where the words
    /// lie evenly, never worse than sorting by comparison.
    pub(super) fn sort(&mut self, words: &mut Vec<u64>) {
        let (Some(&least), Some(&greatest)) = (words.iter().min(), words.iter().max()) else { return };
        let shift = (u64::BITS - (greatest - least).leading_zeros()).saturating_sub(BIN_BITS);
        let bin = |word: u64| ((word - least) >> shift) as usize;
        self.count(words, bin);
        self.sorted.resize(words.len(), 0);
        for &word in words.iter() {
            let place = &mut self.ends[bin(word)];
            self.sorted[*place] = word;
            *place += 1;
        }
        let mut start = 0;
        for &end in &self.ends {
            self.sorted[start..end].sort_unstable();
            start = end;
        }
        std::mem::swap(words, &mut self.sorted);
    }

    /// Leaves in `ends` where each bin begins.
    fn count(&mut self, words: &[u64], bin: impl Fn(u64) -> usize) {
        self.ends.clear();
        self.ends.resize(1 << BIN_BITS, 0);
        words.iter().for_each(|&word| self.ends[bin(word)] += 1);
        let mut before = 0;
        for end in &mut self.ends {
            (*end, before) = (before, before + *end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_sorting_does() {
        let mut spread = Spread::default();
        for (length, factor) in
            [(0u64, 1), (1, 1), (2, u64::MAX), (5_000, 1), (5_000, 0), (5_000, 0x9E37_79B9_7F4A_7C15)]
        {
            let mut words: Vec<u64> = (0..length).rev().map(|word| word.wrapping_mul(factor)).collect();
            let mut sorted = words.clone();
            sorted.sort();
            spread.sort(&mut words);
            assert_eq!(words, sorted);
        }
    }
}
