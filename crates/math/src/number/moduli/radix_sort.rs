//! A partial radix sort of 64-bit keys.

/// The bits of a digit: the counts of its values fit in the first-level cache.
const DIGIT_BITS: u32 = 11;

const RADIX: usize = 1 << DIGIT_BITS;

/// The buffer of a radix sort, which is reused.
#[derive(Default)]
pub(super) struct RadixSort {
    sorted: Vec<u64>,
}

impl RadixSort {
    /// Sorts keys of up to `bits` bits by the leading 22 of these, in two passes from the lower digit
    /// (Knuth, *The Art of Computer Programming* 3, §5.2.5). Keys that are evenly distributed, and far
    /// fewer than 2^22, are then sorted except for a few neighbours.
    pub(super) fn sort_by_leading_bits(&mut self, keys: &mut Vec<u64>, bits: u32) {
        let low = bits.saturating_sub(2 * DIGIT_BITS);
        let digits = [low, low + DIGIT_BITS].map(|shift| move |key: u64| (key >> shift) as usize % RADIX);
        let mut counts = [[0; RADIX]; 2];
        for &key in keys.iter() {
            for (counts, digit) in counts.iter_mut().zip(&digits) {
                counts[digit(key)] += 1;
            }
        }
        self.sorted.resize(keys.len(), 0);
        for (counts, digit) in counts.into_iter().zip(digits) {
            let mut places = starts(counts);
            for &key in keys.iter() {
                let place = &mut places[digit(key)];
                self.sorted[*place as usize] = key;
                *place += 1;
            }
            std::mem::swap(keys, &mut self.sorted);
        }
    }
}

/// Returns the index of the first key with each value of the digit.
fn starts(mut counts: [u32; RADIX]) -> [u32; RADIX] {
    let mut before = 0;
    for count in &mut counts {
        (*count, before) = (before, before + *count);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leading_bits_are_sorted() {
        let mut radix_sort = RadixSort::default();
        let golden = 0x9E37_79B9_7F4A_7C15u64; // 2^64 over the golden ratio: multiples are evenly distributed
        for (length, factor) in [(0, 1), (1, 1), (2, u64::MAX), (5_000, 1), (5_000, 0), (5_000, golden)] {
            let mut words: Vec<u64> = (0..length).rev().map(|word: u64| word.wrapping_mul(factor)).collect();
            let mut sorted = words.clone();
            sorted.sort_unstable();
            radix_sort.sort_by_leading_bits(&mut words, u64::BITS);
            assert!(words.windows(2).all(|pair| pair[0] < pair[1] || pair[0] - pair[1] < 1 << 42));
            words.sort_unstable();
            assert_eq!(words, sorted);
        }
    }
}
