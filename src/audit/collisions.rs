use super::checks::{Found, collisions};
use super::tables::coincidences;
use crate::number::elementary::exp2;
use crate::number::log2_factorial;
use crate::simd::prefetch;

/// The largest number of slots of the table, of twelve bytes each.
const MOST_PLACES: usize = 1 << 21;

/// The decks that are looked up together.
const TOGETHER: usize = 64;

/// Counts decks that come more than once, in bounded memory. A deck is represented by a fingerprint of 64 bits. When
/// the table is full, only fingerprints that end in one more zero bit are kept from then on, so that a deck is counted
/// always or never.
#[derive(Clone, Debug)]
pub struct Collisions {
    /// Fingerprints in a hash table with open addressing; 0 if a slot is empty.
    prints: Vec<u64>,
    counts: Vec<u32>,
    /// For each print the number of the deck, modulo 2^32, at which it was last seen.
    last: Vec<u32>,
    added: u64,
    distances: Distances,
    filled: usize,
    /// The zero bits in which kept fingerprints end.
    zeros: u32,
    kept: u64,
}

/// The distances from repeated decks to where they were last seen: the first distance, and how many are equal to it or
/// differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distances {
    pub first: Option<u32>,
    pub equal: u64,
    pub others: u64,
}

impl Distances {
    fn note(&mut self, distance: u32) {
        if *self.first.get_or_insert(distance) == distance {
            self.equal += 1;
        } else {
            self.others += 1;
        }
    }
}

impl Collisions {
    pub fn new() -> Collisions {
        let places = 1 << 10;
        Collisions {
            prints: vec![0; places],
            counts: vec![0; places],
            last: vec![0; places],
            added: 0,
            distances: Distances::default(),
            filled: 0,
            zeros: 0,
            kept: 0,
        }
    }

    /// Counts decks.
    pub fn add(&mut self, decks: &[u32], cards: usize) {
        for decks in decks.chunks(TOGETHER * cards) {
            let prints = decks.chunks_exact(cards).map(fingerprint).zip(self.added..);
            let kept: Vec<(u64, u64)> =
                prints.filter(|(print, _)| print.trailing_zeros() >= self.zeros).collect();
            // The table is larger than the caches: all slots are prefetched first.
            kept.iter().for_each(|&(print, _)| prefetch(&self.prints, self.home(print)));
            kept.iter().for_each(|&(print, deck)| self.count(print, deck as u32));
            self.kept += kept.len() as u64;
            self.added += (decks.len() / cards) as u64;
            if 4 * (self.filled + TOGETHER) > 3 * self.prints.len() {
                self.grow();
            }
        }
    }

    /// Returns the slot at which the search for a fingerprint starts.
    fn home(&self, print: u64) -> usize {
        (print >> 32) as usize & (self.prints.len() - 1)
    }

    /// Counts a deck, given by its print and its number.
    fn count(&mut self, print: u64, deck: u32) {
        let place = self.insert(print, 1, deck);
        if self.counts[place] > 1 {
            self.distances.note(deck.wrapping_sub(self.last[place]));
        }
        self.last[place] = deck;
    }

    /// Adds to the count of a print and returns its slot; a new print was last seen at the given deck.
    fn insert(&mut self, print: u64, times: u32, last: u32) -> usize {
        let mask = self.prints.len() - 1;
        let mut place = self.home(print);
        while self.prints[place] != 0 && self.prints[place] != print {
            place = (place + 1) & mask;
        }
        if self.prints[place] == 0 {
            self.filled += 1;
            self.last[place] = last;
        }
        self.prints[place] = print;
        self.counts[place] = self.counts[place].saturating_add(times);
        place
    }

    fn grow(&mut self) {
        let places = (2 * self.prints.len()).min(MOST_PLACES);
        self.zeros += u32::from(places == self.prints.len());
        let prints = std::mem::replace(&mut self.prints, vec![0; places]);
        let counts = std::mem::replace(&mut self.counts, vec![0; places]);
        let lasts = std::mem::replace(&mut self.last, vec![0; places]);
        (self.filled, self.kept) = (0, 0);
        for ((print, count), last) in prints.into_iter().zip(counts).zip(lasts) {
            if print != 0 && print.trailing_zeros() >= self.zeros {
                self.insert(print, count, last);
                self.kept += u64::from(count);
            }
        }
    }

    /// Returns the number of decks that are kept, how many of them are different, and the zero bits in which their
    /// fingerprints end.
    pub fn kept(&self) -> (u64, usize, u32) {
        (self.kept, self.filled, self.zeros)
    }

    /// Returns how often each kept deck came.
    pub fn multiplicities(&self) -> Vec<u64> {
        self.counts.iter().filter(|&&count| count > 0).map(|&count| count.into()).collect()
    }

    /// Returns the distances between equal decks.
    pub fn distances(&self) -> Distances {
        self.distances
    }

    /// Compares with n! equally likely orders, of which a share of 2^-zeros is kept.
    pub fn check(&self, cards: usize) -> Found {
        self.check_among(log2_factorial(cards as f64))
    }

    /// Compares with 2^`bits` equally likely decks, of which a share of 2^-zeros is kept.
    pub fn check_among(&self, bits: f64) -> Found {
        let counts: Vec<u64> = self.counts.iter().map(|&count| count.into()).collect();
        collisions(coincidences(&counts), self.kept, exp2(bits - f64::from(self.zeros)))
    }
}

/// Returns the fingerprint of a deck, never 0: each word is multiplied into 128 bits, whose halves are combined.
pub fn fingerprint(deck: &[u32]) -> u64 {
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
        let mut collisions = Collisions::new();
        for _ in 0..3 {
            (0..40_320u32)
                .for_each(|rank| collisions.add(&Permutation::unrank(8, rank).unwrap().to_deck(), 8));
        }
        let found = collisions.check(8);
        assert_eq!(found.statistic, 3.0 * 40_320.0);
        assert_eq!(collisions.kept, 3 * 40_320);
    }

    /// The decks of a cycle come again at one distance, others do not.
    #[test]
    fn distances_of_equal_decks() {
        let mut collisions = Collisions::new();
        (0..5000u32).for_each(|number| collisions.add(&[number % 2000, 7, 8], 3));
        assert_eq!(collisions.distances(), Distances { first: Some(2000), equal: 3000, others: 0 });
        collisions.add(&[1999, 7, 8], 3);
        assert_eq!(collisions.distances().others, 1);
        assert_eq!(collisions.multiplicities().iter().sum::<u64>(), 5001);
    }

    /// Of more decks than fit, about the right share is kept.
    #[test]
    fn memory_is_bounded() {
        let mut collisions = Collisions::new();
        let decks = 4_000_000;
        for number in 0..decks {
            let number = number % 2_000_000;
            collisions.add(&[number & 0xfff, number >> 12, 1, 2], 4);
        }
        assert_eq!((collisions.prints.len(), collisions.zeros), (MOST_PLACES, 1));
        let share = collisions.kept as f64 / f64::from(decks);
        assert!((share - 0.5).abs() < 0.005, "{share}");
        // Each of those that are kept came twice.
        assert_eq!(collisions.check(100).statistic, collisions.kept as f64 / 2.0);
    }
}
