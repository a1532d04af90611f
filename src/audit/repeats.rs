use super::checks::{Found, repeats};
use super::tables::coincidences;
use crate::number::elementary::exp2;
use crate::number::log2_factorial;
use crate::simd::prefetch;

/// The table has at most so many places, of twelve bytes each.
const MOST_PLACES: usize = 1 << 21;

/// So many decks are looked up together.
const TOGETHER: usize = 64;

/// Counts orders that come more than once, in bounded memory: each order is known by 64 bits; when the
/// table is full, only orders whose bits end in one more zero are kept from then on, so that an order is
/// counted whole or not at all.
#[derive(Clone, Debug)]
pub struct Repeats {
    /// Fingerprints, 0 where there is none, in a table by open addressing.
    prints: Vec<u64>,
    counts: Vec<u32>,
    filled: usize,
    /// Prints end in so many zeros.
    zeros: u32,
    kept: u64,
}

impl Repeats {
    pub fn new() -> Repeats {
        let places = 1 << 10;
        Repeats { prints: vec![0; places], counts: vec![0; places], filled: 0, zeros: 0, kept: 0 }
    }

    /// Counts decks of so many cards.
    pub fn add(&mut self, decks: &[u32], cards: usize) {
        for decks in decks.chunks(TOGETHER * cards) {
            let prints = decks.chunks_exact(cards).map(fingerprint);
            let kept: Vec<u64> = prints.filter(|print| print.trailing_zeros() >= self.zeros).collect();
            // The table is larger than the caches: its places are asked for all at once.
            kept.iter().for_each(|&print| prefetch(&self.prints, self.home(print)));
            kept.iter().for_each(|&print| self.insert(print, 1));
            self.kept += kept.len() as u64;
            if 4 * (self.filled + TOGETHER) > 3 * self.prints.len() {
                self.make_room();
            }
        }
    }

    /// Where a print is looked for first.
    fn home(&self, print: u64) -> usize {
        (print >> 32) as usize & (self.prints.len() - 1)
    }

    fn insert(&mut self, print: u64, times: u32) {
        let mask = self.prints.len() - 1;
        let mut place = self.home(print);
        while self.prints[place] != 0 && self.prints[place] != print {
            place = (place + 1) & mask;
        }
        self.filled += usize::from(self.prints[place] == 0);
        self.prints[place] = print;
        self.counts[place] = self.counts[place].saturating_add(times);
    }

    fn make_room(&mut self) {
        let places = (2 * self.prints.len()).min(MOST_PLACES);
        self.zeros += u32::from(places == self.prints.len());
        let prints = std::mem::replace(&mut self.prints, vec![0; places]);
        let counts = std::mem::replace(&mut self.counts, vec![0; places]);
        (self.filled, self.kept) = (0, 0);
        for (print, count) in prints.into_iter().zip(counts) {
            if print != 0 && print.trailing_zeros() >= self.zeros {
                self.insert(print, count);
                self.kept += u64::from(count);
            }
        }
    }

    /// The decks that are kept, how many of them are different, and that their prints end in so many zeros.
    pub fn kept(&self) -> (u64, usize, u32) {
        (self.kept, self.filled, self.zeros)
    }

    /// Against n! equally likely orders, of which a share of 2^-zeros is looked at.
    pub fn check(&self, cards: usize) -> Found {
        let counts: Vec<u64> = self.counts.iter().map(|&count| count.into()).collect();
        let orders = log2_factorial(cards as f64) - f64::from(self.zeros);
        repeats(coincidences(&counts), self.kept, exp2(orders))
    }
}

/// 64 bits of a deck, never 0: word after word is multiplied into 128 bits, whose halves are joined.
fn fingerprint(deck: &[u32]) -> u64 {
    const START: u64 = 0x9e37_79b9_7f4a_7c15;
    const STEP: u64 = 0xd1b5_4a32_d192_ed03;
    let mut print = START;
    for part in deck.chunks(4) {
        let word = part.iter().fold(0, |word, &card| (word << 16) | u64::from(card));
        let product = u128::from(print ^ word) * u128::from(STEP);
        print = (product as u64) ^ ((product >> 64) as u64).rotate_left(23) ^ word;
    }
    print.wrapping_mul(START).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    /// All orders of eight cards have different prints; each once, then each thrice.
    #[test]
    fn equal_decks_are_counted() {
        let mut repeats = Repeats::new();
        for _ in 0..3 {
            (0..40_320u32).for_each(|rank| repeats.add(&Permutation::unrank(8, rank).unwrap().to_deck(), 8));
        }
        let found = repeats.check(8);
        assert_eq!(found.statistic, 3.0 * 40_320.0);
        assert_eq!(repeats.kept, 3 * 40_320);
    }

    /// Beyond what has room a share of the orders is looked at, about in proportion.
    #[test]
    fn memory_is_bounded() {
        let mut repeats = Repeats::new();
        let decks = 4_000_000;
        for number in 0..decks {
            let number = number % 2_000_000;
            repeats.add(&[number & 0xfff, number >> 12, 1, 2], 4);
        }
        assert_eq!((repeats.prints.len(), repeats.zeros), (MOST_PLACES, 1));
        let share = repeats.kept as f64 / f64::from(decks);
        assert!((share - 0.5).abs() < 0.005, "{share}");
        // Each of those that are kept came twice.
        assert_eq!(repeats.check(100).statistic, repeats.kept as f64 / 2.0);
    }
}
