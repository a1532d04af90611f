//! Counts repeated decks in bounded memory. Too many of them show, for example, a generator with too few states.

use super::checks::{Found, collisions};
use super::tables::coincidences;

use faro_math::number::elementary::exp2;
use faro_math::number::log2_factorial;
use faro_simd::prefetch;

/// Maximum number of slots in the table. A slot has sixteen bytes.
const MAX_SLOTS: usize = 1 << 21;

/// Number of decks that are looked up together.
const BATCH: usize = 64;

/// Counts decks that occur more than once, in bounded memory. A deck is represented by a fingerprint of 64 bits. When
/// the table is full, only fingerprints that end in one more zero bit are kept from then on. So a deck is either
/// counted each time or never.
#[derive(Clone, Debug)]
pub struct Collisions {
    /// Fingerprints in a hash table with open addressing; 0 if a slot is empty.
    prints: Vec<u64>,
    counts: Vec<u32>,
    /// For each slot, the rank of its deck in the order of first occurrence.
    numbers: Vec<u32>,
    added: u64,
    recurrences: Recurrences,
    filled: usize,
    /// Number of zero bits in which kept fingerprints end.
    zeros: u32,
    kept: u64,
}

impl Collisions {
    pub fn new() -> Collisions {
        let places = 1 << 10;
        Collisions {
            prints: vec![0; places],
            counts: vec![0; places],
            numbers: vec![0; places],
            added: 0,
            recurrences: Recurrences::default(),
            filled: 0,
            zeros: 0,
            kept: 0,
        }
    }

    /// Counts decks, and returns for each whether it is kept and did not occur before.
    pub fn add(&mut self, decks: &[u32], cards: usize) -> Vec<bool> {
        let batches = decks.chunks(BATCH * cards);
        let of_batch = |decks: &[u32]| {
            let prints: Vec<u64> = decks.chunks_exact(cards).map(fingerprint).collect();
            self.add_prints(&prints)
        };
        batches.flat_map(of_batch).collect()
    }

    /// Counts decks, given by their fingerprints, and returns for each whether it is kept and did not occur before.
    pub fn add_prints(&mut self, prints: &[u64]) -> Vec<bool> {
        let mut are_new = vec![false; prints.len()];
        let mut news = are_new.iter_mut();
        for prints in prints.chunks(BATCH) {
            let decks = prints.len() as u64;
            let prints = prints.iter().copied().zip(self.added..);
            let kept: Vec<(u64, u64)> = prints
                .filter(|(print, _)| print.trailing_zeros() >= self.zeros)
                .collect();
            // The table is larger than the caches: all slots are prefetched first.
            kept.iter()
                .for_each(|&(print, _)| prefetch(&self.prints, self.home(print)));
            let first = self.added;
            let mut batch: Vec<&mut bool> = news.by_ref().take(decks as usize).collect();
            for &(print, deck) in &kept {
                *batch[(deck - first) as usize] = self.count(print, deck);
            }
            self.kept += kept.len() as u64;
            self.added += decks;
            self.grow_if_full();
        }
        are_new
    }

    /// Returns the slot at which the search for a fingerprint starts.
    fn home(&self, print: u64) -> usize {
        (print >> 32) as usize & (self.prints.len() - 1)
    }

    /// Counts a deck with the fingerprint `print`, before which `time` decks were added. Returns whether it is new.
    fn count(&mut self, print: u64, time: u64) -> bool {
        let place = self.insert(print, 1, self.filled as u32);
        let is_new = self.counts[place] == 1;
        self.recurrences
            .note(self.numbers[place], is_new, self.filled as u64, time);
        is_new
    }

    fn grow_if_full(&mut self) {
        if 4 * (self.filled + BATCH) > 3 * self.prints.len() {
            self.grow();
        }
    }

    /// Adds `times` to the count of a fingerprint, and returns its slot. A new fingerprint gets the rank `number`.
    fn insert(&mut self, print: u64, times: u32, number: u32) -> usize {
        let mask = self.prints.len() - 1;
        let mut place = self.home(print);
        while self.prints[place] != 0 && self.prints[place] != print {
            place = (place + 1) & mask;
        }
        if self.prints[place] == 0 {
            self.filled += 1;
            self.numbers[place] = number;
        }
        self.prints[place] = print;
        self.counts[place] = self.counts[place].saturating_add(times);
        place
    }

    fn grow(&mut self) {
        let places = (2 * self.prints.len()).min(MAX_SLOTS);
        self.rebuild(places, self.zeros + u32::from(places == self.prints.len()));
    }

    /// Copies the fingerprints that end in `zeros` zero bits to a new table of `places` slots.
    fn rebuild(&mut self, places: usize, zeros: u32) {
        self.zeros = zeros;
        let old = self.prints.iter().zip(&self.counts).zip(&self.numbers);
        let kept =
            old.filter(|((print, _), _)| **print != 0 && print.trailing_zeros() >= self.zeros);
        let mut kept: Vec<(u32, u64, u32)> = kept
            .map(|((&print, &count), &number)| (number, print, count))
            .collect();
        kept.sort_unstable();
        if kept.len() < self.filled {
            self.recurrences.renumbered();
        }
        (self.prints, self.counts, self.numbers) =
            (vec![0; places], vec![0; places], vec![0; places]);
        (self.filled, self.kept) = (0, 0);
        for (_, print, count) in kept {
            self.insert(print, count, self.filled as u32);
            self.kept += u64::from(count);
        }
    }

    /// Returns the number of kept decks, the number of different kept decks, and the number of zero bits in which the
    /// fingerprints of kept decks end.
    pub fn kept(&self) -> (u64, usize, u32) {
        (self.kept, self.filled, self.zeros)
    }

    /// Returns the count of each different kept deck, in the order of first occurrence.
    pub fn multiplicities(&self) -> Vec<u64> {
        let slots = self
            .numbers
            .iter()
            .zip(&self.counts)
            .filter(|(_, count)| **count > 0);
        let mut filled: Vec<_> = slots.collect();
        filled.sort_unstable();
        filled
            .into_iter()
            .map(|(_, &count)| u64::from(count))
            .collect()
    }

    /// Returns the counts of the order in which decks recurred.
    pub fn recurrences(&self) -> Recurrences {
        self.recurrences
    }

    /// Compares the number of equal pairs with its distribution for n! equally likely orders. A share of 2^-`zeros` of
    /// the decks is kept.
    pub fn check(&self, cards: usize) -> Found {
        self.check_among(log2_factorial(cards as f64))
    }

    /// Compares the number of equal pairs with its distribution for 2^`bits` equally likely decks. A share of
    /// 2^-`zeros` of the decks is kept.
    pub fn check_among(&self, bits: f64) -> Found {
        let counts: Vec<u64> = self.counts.iter().map(|&count| count.into()).collect();
        collisions(
            coincidences(&counts),
            self.kept,
            exp2(bits - f64::from(self.zeros)),
        )
    }
}

/// Returns the fingerprint of a deck, never 0. Each word of four cards is mixed in by a multiplication to 128 bits,
/// whose halves are combined.
pub fn fingerprint(deck: &[u32]) -> u64 {
    const HASH_START: u64 = 0x9e37_79b9_7f4a_7c15;
    const HASH_STEP: u64 = 0xd1b5_4a32_d192_ed03;
    let mut print = HASH_START;
    for part in deck.chunks(4) {
        let word = part
            .iter()
            .fold(0, |word, &card| (word << 16) | u64::from(card));
        let product = u128::from(print ^ word) * u128::from(HASH_STEP);
        print = (product as u64) ^ ((product >> 64) as u64).rotate_left(23) ^ word;
    }
    print.wrapping_mul(HASH_START).max(1)
}

/// Number of classes into which [`Recurrences`] divides repeated decks by their number.
const AGE_CLASSES: usize = 16;

/// Counts of repeated decks by the deck before them. Different decks are numbered from 0 in the order of their first
/// occurrence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recurrences {
    /// Decks that are equal to the previous deck.
    pub same: u64,
    /// Repeated decks whose number is the number of the previous deck plus 1.
    pub next: u64,
    /// Repetitions of deck 0, the first deck of the run, that `same` and `next` do not count.
    pub restarts: u64,
    /// All remaining repeated decks, and new decks that do not directly follow the most recent new deck.
    pub others: u64,
    /// The shortest and the longest distance, in decks, between two successive occurrences of deck 0.
    pub distances: Option<[u64; 2]>,
    /// Repeated decks by class. The class is the deck's number divided by the number of different decks so far. If each
    /// deck is equally likely at any time, all classes are equally likely.
    pub ages: [u64; AGE_CLASSES],
    /// The number of the previous deck.
    before: Option<u32>,
    /// The number of decks before the last occurrence of deck 0.
    started: Option<u64>,
}

impl Recurrences {
    /// Counts the deck with the number `number`, before which `time` decks were counted. `different` is the number
    /// of different decks so far, including this one.
    pub fn note(&mut self, number: u32, is_new: bool, different: u64, time: u64) {
        if !is_new {
            let class = u64::from(number) * AGE_CLASSES as u64 / different;
            self.ages[class as usize] += 1;
        }
        let follows = self
            .before
            .map(|before| i64::from(number) - i64::from(before));
        let kind = match (is_new, follows) {
            (_, None) | (true, Some(1)) => None,
            (false, Some(0)) => Some(&mut self.same),
            (false, Some(1)) => Some(&mut self.next),
            (false, _) if number == 0 => Some(&mut self.restarts),
            _ => Some(&mut self.others),
        };
        if let Some(count) = kind {
            *count += 1;
        }
        if number == 0 {
            self.note_start(time);
        }
        self.before = Some(number);
    }

    fn note_start(&mut self, time: u64) {
        let Some(distance) = self.started.replace(time).map(|started| time - started) else {
            return;
        };
        let [min, max] = self.distances.unwrap_or([distance; 2]);
        self.distances = Some([min.min(distance), max.max(distance)]);
    }

    /// Forgets the previous deck. It is called after some decks were dropped and the remaining ones were renumbered in
    /// the same order.
    pub fn renumbered(&mut self) {
        (self.before, self.started) = (None, None);
    }

    /// Returns the number of repeated decks.
    pub fn repeats(&self) -> u64 {
        self.ages.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    /// All orders of eight cards have different fingerprints, so each is counted once, and later three times.
    #[test]
    fn equal_decks_are_counted() {
        let mut collisions = Collisions::new();
        for _ in 0..3 {
            (0..40_320u32).for_each(|rank| {
                collisions.add(&Permutation::unrank(8, rank).unwrap().to_deck(), 8);
            });
        }
        let found = collisions.check(8);
        assert_eq!(found.statistic, 3.0 * 40_320.0);
        assert_eq!(collisions.kept, 3 * 40_320);
    }

    /// A cycle of equal decks is recognised even if only a part of its decks is kept.
    #[test]
    fn cycles_of_equal_decks() {
        for (cycle, decks) in [(2000, 5000), (1_700_000, 4_000_000)] {
            let mut collisions = Collisions::new();
            let block = |first: u32| (first..first + 50).flat_map(|number| [number % cycle, 7, 8]);
            (0..decks / 50).for_each(|number| {
                collisions.add(&block(50 * number).collect::<Vec<_>>(), 3);
            });
            let found = collisions.recurrences();
            assert_eq!((found.same, found.others), (0, 0));
            assert!(found.restarts > 0 && found.next > 1000, "{found:?}");
            assert!(
                found
                    .distances
                    .is_none_or(|distances| distances == [u64::from(cycle); 2]),
                "{found:?}"
            );
            assert_eq!(collisions.zeros, u32::from(cycle > 1_000_000));
        }
    }

    /// If there are more decks than slots, about half of them are kept.
    #[test]
    fn memory_is_bounded() {
        let mut collisions = Collisions::new();
        let decks = 4_000_000;
        for number in 0..decks {
            let number = number % 2_000_000;
            collisions.add(&[number & 0xfff, number >> 12, 1, 2], 4);
        }
        assert_eq!((collisions.prints.len(), collisions.zeros), (MAX_SLOTS, 1));
        let share = collisions.kept as f64 / f64::from(decks);
        assert!((share - 0.5).abs() < 0.005, "{share}");
        // Each kept deck occurred twice.
        assert_eq!(
            collisions.check(100).statistic,
            collisions.kept as f64 / 2.0
        );
    }
}

#[cfg(test)]
mod recurrences_tests {
    use super::*;

    fn of(decks: &[u32]) -> Recurrences {
        let (mut recurrences, mut seen) = (Recurrences::default(), Vec::new());
        for (time, deck) in decks.iter().enumerate() {
            let earlier = seen.iter().position(|other| other == deck);
            let number = earlier.unwrap_or_else(|| {
                seen.push(*deck);
                seen.len() - 1
            });
            recurrences.note(
                number as u32,
                earlier.is_none(),
                seen.len() as u64,
                time as u64,
            );
        }
        recurrences
    }

    #[test]
    fn orders_of_repeats() {
        let counts = |recurrences: Recurrences| {
            (
                [
                    recurrences.same,
                    recurrences.next,
                    recurrences.restarts,
                    recurrences.others,
                ],
                recurrences.distances,
            )
        };
        assert_eq!(
            counts(of(&[5, 6, 7, 5, 6, 7, 5])),
            ([0, 2, 2, 0], Some([3, 3]))
        );
        assert_eq!(
            counts(of(&[5, 6, 7, 5, 6, 5, 6, 7, 8])),
            ([0, 3, 2, 0], Some([2, 3]))
        );
        assert_eq!(counts(of(&[5, 5, 6, 6, 7])), ([2, 0, 0, 0], Some([1, 1])));
        assert_eq!(counts(of(&[5, 6, 7, 6, 8])), ([0, 0, 0, 2], None));
        assert_eq!(of(&[5, 6, 7, 6, 8]).repeats(), 1);
    }
}
