//! Sorting words that lie about evenly between their least and greatest.

/// The bits of a digit: its counts fit a first-level cache.
const DIGIT: u32 = 11;

const DIGITS: usize = 1 << DIGIT;

/// Room to sort in, used again and again.
#[derive(Default)]
pub(super) struct Spread {
    sorted: Vec<u64>,
}

impl Spread {
    /// Sorts words of up to so many bits by the leading 22 of these, in two passes from the lower
    /// digit (Knuth, *The Art of Computer Programming* 3, §5.2.5). Words that lie evenly, and are
    /// far fewer than 2^22, are then sorted but for a few neighbours.
    pub(super) fn roughly_sort(&mut self, words: &mut Vec<u64>, bits: u32) {
        let low = bits.saturating_sub(2 * DIGIT);
        let digits = [low, low + DIGIT].map(|shift| move |word: u64| (word >> shift) as usize % DIGITS);
        let mut counts = [[0; DIGITS]; 2];
        for &word in words.iter() {
            for (counts, digit) in counts.iter_mut().zip(&digits) {
                counts[digit(word)] += 1;
            }
        }
        self.sorted.resize(words.len(), 0);
        for (counts, digit) in counts.into_iter().zip(digits) {
            let mut places = starts(counts);
            for &word in words.iter() {
                let place = &mut places[digit(word)];
                self.sorted[*place as usize] = word;
                *place += 1;
            }
            std::mem::swap(words, &mut self.sorted);
        }
    }
}

/// Where the words with each digit begin.
fn starts(mut counts: [u32; DIGITS]) -> [u32; DIGITS] {
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
        let mut spread = Spread::default();
        let golden = 0x9E37_79B9_7F4A_7C15u64; // 2^64 by the golden ratio: multiples lie evenly
        for (length, factor) in [(0, 1), (1, 1), (2, u64::MAX), (5_000, 1), (5_000, 0), (5_000, golden)] {
            let mut words: Vec<u64> = (0..length).rev().map(|word: u64| word.wrapping_mul(factor)).collect();
            let mut sorted = words.clone();
            sorted.sort_unstable();
            spread.roughly_sort(&mut words, u64::BITS);
            assert!(words.windows(2).all(|pair| pair[0] < pair[1] || pair[0] - pair[1] < 1 << 42));
            words.sort_unstable();
            assert_eq!(words, sorted);
        }
    }
}
