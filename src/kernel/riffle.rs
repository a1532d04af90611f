//! Riffles of Gilbert, Shannon and Reeds: each is a word of random bits, a bit for each place from the
//! lowest on. Where it is 0 the next card of the top packet falls, where it is 1 the next of the bottom
//! packet; the top packet has as many cards as there are zeros. Each way to cut and to fall is one word:
//! the bits are independent, so that the cut is binomial and all ways to fall are as likely (Bayer,
//! Diaconis 1992).

use super::bitonic;
use super::lane::{DECKS, Lane, PLACES};
use super::words::{ROW, Row, Words};
use crate::simd::{Instructions, Processor};

/// The most riffles at a time: the words that they take stay in the nearest cache.
pub(super) const RIFFLES: usize = 8;

/// The words that a riffle of all decks takes, one each.
pub(super) const ROWS: usize = DECKS / ROW;

/// Riffles each deck so many times. The first riffle takes a word for each deck in turn, then the second.
pub(super) fn riffle(
    cards: usize,
    times: u32,
    decks: &mut [Lane; DECKS],
    words: &mut Words,
    processor: Processor,
) {
    let mut rows = Masks([[0; ROW]; RIFFLES * ROWS]);
    let mut left = times as usize;
    while left > 0 {
        let now = left.min(RIFFLES);
        let rows = &mut rows.0[..now * ROWS];
        words.fill(rows, processor);
        // A place behind the deck takes the next of the bottom packet, which is its own card.
        let behind = u64::MAX.checked_shl(cards as u32).unwrap_or(0);
        rows.as_flattened_mut().iter_mut().for_each(|mask| *mask |= behind);
        by_masks(rows, decks, processor);
        left -= now;
    }
}

#[repr(align(64))]
struct Masks([Row; RIFFLES * ROWS]);

/// Up to [`RIFFLES`] riffles of each deck, by masks: those of the first riffle, deck after deck, then those
/// of the second.
fn by_masks(masks: &[Row], decks: &mut [Lane; DECKS], processor: Processor) {
    match processor.instructions() {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512(avx512) => avx512.riffle(masks, decks),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(avx2) => avx2.riffle(masks, decks),
        Instructions::Portable => plain(masks, decks),
    }
}

fn plain(masks: &[Row], decks: &mut [Lane; DECKS]) {
    in_turn(masks, decks, fall);
}

/// Riffle after riffle, so that no deck waits for its own last one.
#[inline(always)]
pub(super) fn in_turn(masks: &[Row], decks: &mut [Lane; DECKS], fall: impl Fn(&Roomy, u64, &mut Roomy)) {
    let mut from = decks.map(|lane| Roomy::of(&lane));
    let mut to = from;
    for masks in masks.as_flattened().as_chunks::<DECKS>().0 {
        for ((deck, shuffled), &mask) in from.iter().zip(&mut to).zip(masks) {
            fall(deck, mask, shuffled);
        }
        std::mem::swap(&mut from, &mut to);
    }
    decks.iter_mut().zip(&from).for_each(|(lane, deck)| lane.0.copy_from_slice(&deck.0[..PLACES]));
}

/// A deck, and room behind it: eight bytes are read from any place on.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct Roomy(pub(super) [u8; PLACES + 8]);

impl Roomy {
    fn of(lane: &Lane) -> Roomy {
        let mut deck = Roomy([0; PLACES + 8]);
        deck.0[..PLACES].copy_from_slice(lane.places());
        deck
    }

    /// The next eight of a packet. Where it has ended they are any; none of them falls.
    #[inline(always)]
    pub(super) fn eight(&self, next: usize) -> u64 {
        let next = next % PLACES;
        u64::from_le_bytes(self.0[next..next + 8].try_into().expect("eight bytes"))
    }
}

#[inline(always)]
fn fall(deck: &Roomy, mask: u64, shuffled: &mut Roomy) {
    let (below, ones) = bitonic::ones_below(mask);
    let cut = PLACES - ones as usize;
    let chunks = shuffled.0.as_chunks_mut().0.iter_mut().zip((0..).step_by(8));
    for ((chunk, first), (bits, below)) in chunks.zip(mask.to_le_bytes().into_iter().zip(below)) {
        let below = usize::from(below);
        *chunk = bitonic::eight(deck.eight(first - below), deck.eight(cut + below), bits).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    /// Two packets, dealt from card by card.
    fn dealt(deck: &[u8], mask: u64) -> Vec<u8> {
        let bits = || (0..deck.len()).map(|place| mask >> place & 1);
        let (top, bottom) = deck.split_at(bits().filter(|&bit| bit == 0).count());
        let mut packets = [top, bottom].map(|packet| packet.iter().copied().collect::<VecDeque<u8>>());
        bits().map(|bit| packets[bit as usize].pop_front().unwrap()).collect()
    }

    fn with_places_behind(cards: usize, mask: u64) -> u64 {
        mask | u64::MAX.checked_shl(cards as u32).unwrap_or(0)
    }

    /// Each deck by its own masks, on all processors.
    fn check(cards: usize, masks: &[[u64; DECKS]]) {
        let expected = |deck: usize| {
            let new: Vec<u8> = (0..cards as u8).collect();
            masks.iter().fold(new, |lies, masks| dealt(&lies, masks[deck]))
        };
        let rows: Vec<u64> = masks.iter().flatten().map(|&mask| with_places_behind(cards, mask)).collect();
        for processor in Processor::available() {
            let mut decks = [Lane::NEW; DECKS];
            by_masks(rows.as_chunks().0, &mut decks, processor);
            for (index, deck) in decks.iter().enumerate() {
                assert_eq!(deck.places()[..cards], expected(index), "{processor:?}");
                assert_eq!(deck.places()[cards..], Lane::NEW.places()[cards..], "{processor:?}");
            }
        }
    }

    /// Every riffle of up to 9 cards.
    #[test]
    fn all_riffles_of_small_decks() {
        let largest: usize = if cfg!(miri) { 5 } else { 9 };
        for cards in 0..=largest {
            for first in (0..1u64 << cards).step_by(DECKS) {
                check(cards, &[std::array::from_fn(|deck| first + deck as u64)]);
            }
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
        fn any_riffles(cards in 0..=PLACES, times in 1..=RIFFLES, seed in any::<[u8; 32]>()) {
            let mut words = Words::seeded(&std::array::from_fn(|index| seed[index % 32] ^ index as u8));
            let mut rows = [[0; ROW]; RIFFLES * ROWS];
            words.fill(&mut rows, Processor::detect());
            check(cards, &rows.as_flattened().as_chunks().0[..times]);
        }
    }

    /// As many words as told, in the order that is told, however many riffles there are.
    #[test]
    fn words_are_taken_riffle_after_riffle() {
        let bytes = std::array::from_fn(|index| (index * 7 % 256) as u8);
        for (cards, times) in [(52, 1), (52, 7), (64, 8), (20, 19), (1, 3)] {
            let mut rows = vec![[0; ROW]; times as usize * ROWS];
            Words::seeded(&bytes).fill(&mut rows, Processor::detect());
            let masks = rows.as_flattened().as_chunks::<DECKS>().0;
            for processor in Processor::available() {
                let mut decks = [Lane::NEW; DECKS];
                riffle(cards, times, &mut decks, &mut Words::seeded(&bytes), processor);
                for (index, deck) in decks.iter().enumerate() {
                    let new = (0..cards as u8).collect();
                    let lies = masks.iter().fold(new, |lies: Vec<u8>, masks| dealt(&lies, masks[index]));
                    assert_eq!(deck.places()[..cards], lies, "{processor:?}");
                }
            }
        }
    }
}
