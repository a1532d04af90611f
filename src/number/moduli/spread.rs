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
    /// Sorts by the leading 22 bits of the distance from the least word, in two passes from
    /// the lower digit (Knuth, *The Art of Computer Programming* 3, §5.2.5). Words that lie
    /// evenly, and are far fewer than 2^22, are then sorted but for a few neighbours.
    pub(super) fn roughly_sort(&mut self, words: &mut Vec<u64>) {
        let (Some(&least), Some(&greatest)) = (words.iter().min(), words.iter().max()) else { return };
        let shift = (u64::BITS - (greatest - least).leading_zeros()).saturating_sub(2 * DIGIT);
        for shift in [shift, shift + DIGIT] {
            self.sort_by_digit(words, |word| ((word - least) >> shift) as usize % DIGITS);
        }
    }

    fn sort_by_digit(&mut self, words: &mut Vec<u64>, digit: impl Fn(u64) -> usize) {
        let mut places = starts(words, &digit);
        self.sorted.resize(words.len(), 0);
        let sorted = self.sorted.as_mut_slice();
        for &word in words.iter() {
            let place = &mut places[digit(word)];
            sorted[*place as usize] = word;
            *place += 1;
        }
        std::mem::swap(words, &mut self.sorted);
    }
}

/// Where the words with each digit begin.
fn starts(words: &[u64], digit: impl Fn(u64) -> usize) -> [u32; DIGITS] {
    let mut places = [0; DIGITS];
    words.iter().for_each(|&word| places[digit(word)] += 1);
    let mut before = 0;
    for place in &mut places {
        (*place, before) = (before, before + *place);
    }
    places
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
            spread.roughly_sort(&mut words);
            assert!(words.windows(2).all(|pair| pair[0] < pair[1] || pair[0] - pair[1] < 1 << 42));
            words.sort_unstable();
            assert_eq!(words, sorted);
        }
    }
}
