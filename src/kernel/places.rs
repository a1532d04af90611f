use super::lane::{DECKS, Lane, PLACES};
use crate::simd::{Instructions, Processor};

/// How often each card lay at each place, of decks of up to 64 cards.
///
/// ```
/// use faro::kernel::{Lane, Places, Processor};
/// let mut places = Places::new(3);
/// places.add(&[Lane::of(&[2, 0, 1]), Lane::of(&[1, 0, 2])], Processor::detect());
/// assert_eq!((places.count(0, 1), places.count(1, 2), places.count(1, 1)), (2, 1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    cards: usize,
    /// Eight places together, of these each card: so that a register is filled at once.
    counts: Box<[[[u64; 8]; PLACES]; 8]>,
}

impl Places {
    /// Of so many cards, nothing counted yet.
    ///
    /// # Panics
    ///
    /// If there are more than 64.
    pub fn new(cards: usize) -> Places {
        assert!(cards <= PLACES, "{cards} cards");
        Places { cards, counts: Box::new([[[0; 8]; PLACES]; 8]) }
    }

    /// Counts the decks. O(cards) for each: some 5 ns for 52 cards with AVX-512, 64 decks at a time.
    pub fn add(&mut self, decks: &[Lane], processor: Processor) {
        let (together, rest) = decks.as_chunks::<DECKS>();
        for decks in together {
            match processor.instructions() {
                #[cfg(target_arch = "x86_64")]
                Instructions::Avx512(avx512) => avx512.places(decks, self.cards, &mut self.counts),
                _ => self.add_singly(decks),
            }
        }
        self.add_singly(rest);
    }

    fn add_singly(&mut self, decks: &[Lane]) {
        for deck in decks {
            for (place, &card) in deck.places()[..self.cards].iter().enumerate() {
                self.counts[place / 8][usize::from(card) % PLACES][place % 8] += 1;
            }
        }
    }

    /// How often this card lay at this place, both from 0.
    ///
    /// # Panics
    ///
    /// If there is no such card or place.
    pub fn count(&self, card: usize, place: usize) -> u64 {
        assert!(card < self.cards && place < self.cards, "card {card} at {place} of {}", self.cards);
        self.counts[place / 8][card][place % 8]
    }

    /// Adds what another counted of decks of as many cards.
    pub fn merge(&mut self, other: &Places) {
        let counts = self.counts.as_flattened_mut().as_flattened_mut();
        let more = other.counts.as_flattened().as_flattened();
        counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, SEED, Step, Words};

    /// Each card looked for at each place of each deck.
    fn check(cards: usize, decks: &[Lane]) {
        for processor in Processor::available() {
            let mut places = Places::new(cards);
            places.add(decks, processor);
            for (card, place) in (0..cards).flat_map(|card| (0..cards).map(move |place| (card, place))) {
                let there = decks.iter().filter(|deck| usize::from(deck.places()[place]) == card).count();
                assert_eq!(places.count(card, place), there as u64, "{card} at {place}, {processor:?}");
            }
        }
    }

    #[test]
    fn decks_of_all_sizes() {
        for cards in (0..=PLACES).step_by(if cfg!(miri) { 32 } else { 1 }) {
            let mut decks = [Lane::NEW; 3 * DECKS];
            let mut words = Words::seeded(&[cards as u8; SEED]);
            for decks in decks.as_chunks_mut().0 {
                Kernel::new(cards, &[Step::Uniform]).unwrap().shuffle(decks, &mut words);
            }
            check(cards, &decks[..150]);
        }
    }

    #[test]
    fn parts_add_up() {
        let [mut one, mut other] = [Places::new(2), Places::new(2)];
        one.add(&[Lane::of(&[1, 0])], Processor::detect());
        other.add(&[Lane::NEW, Lane::of(&[1, 0])], Processor::detect());
        one.merge(&other);
        assert_eq!([one.count(0, 0), one.count(1, 0)], [1, 2]);
    }
}
