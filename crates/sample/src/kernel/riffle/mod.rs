//! Riffles of the Gilbert–Shannon–Reeds model. Each riffle is given by a mask of random bits, one for each
//! position, with the lowest bit for the top. A 0 takes the next card of the top packet, and a 1 the next
//! card of the bottom packet. The number of cards in the top packet is the number of zeros. Since the bits
//! are independent, the cut is binomial and all interleavings are equally likely (Bayer, Diaconis 1992).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use portable::{riffle_once, riffle_with};

use super::merge_eight::{merge_eight, merge_eight_by};
use super::random_rows::{GENERATORS, RandomRow, RandomRows};
use super::small_deck::{BATCH, SmallDeck};
use faro_simd::{Instructions, Processor};

/// Maximum number of riffles at a time. Their masks stay in the nearest cache.
const MAX_RIFFLES: usize = 8;

/// The number of rows of masks for one riffle of a batch.
const ROWS: usize = BATCH / GENERATORS;

/// Riffles each deck `times` times. The masks of the first riffle come first, with one 64-bit number for each
/// deck in turn. Then follow the masks of the second riffle, and so on.
pub(super) fn riffle(
    cards: usize,
    times: u32,
    decks: &mut [SmallDeck; BATCH],
    random: &mut RandomRows,
    processor: Processor,
) {
    #[repr(align(64))]
    struct Masks([RandomRow; MAX_RIFFLES * ROWS]);
    let mut masks = Masks([[0; GENERATORS]; MAX_RIFFLES * ROWS]);
    let mut left = times as usize;
    while left > 0 {
        let now = left.min(MAX_RIFFLES);
        let masks = &mut masks.0[..now * ROWS];
        random.fill(masks, processor);
        // Ones beyond the deck take the last cards of the bottom packet, so that the entries beyond the deck
        // keep their positions.
        let beyond = u64::MAX.checked_shl(cards as u32).unwrap_or(0);
        masks
            .as_flattened_mut()
            .iter_mut()
            .for_each(|mask| *mask |= beyond);
        riffle_by_masks(cards, masks, decks, processor);
        left -= now;
    }
}

impl SmallDeck {
    /// Returns a new deck of `cards` cards, riffled once by each mask.
    pub fn riffled(cards: usize, masks: impl Iterator<Item = u64>) -> SmallDeck {
        let beyond = u64::MAX.checked_shl(cards as u32).unwrap_or(0);
        portable::riffle_new(masks.map(|mask| mask | beyond))
    }
}

/// Riffles each deck up to [`MAX_RIFFLES`] times. The masks of the first riffle, one for each deck in turn,
/// precede the masks of the second riffle, and so on.
fn riffle_by_masks(
    cards: usize,
    masks: &[RandomRow],
    decks: &mut [SmallDeck; BATCH],
    processor: Processor,
) {
    match processor.instructions() {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512(avx512) => avx512::riffle(avx512, masks, decks),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(avx2) => avx2::riffle(avx2, cards, masks, decks),
        Instructions::Neon(neon) => {
            let merge_eight = merge_eight_by(|table, indices| neon.look_up(table, indices));
            riffle_with(cards, masks, decks, riffle_once(merge_eight));
        }
        Instructions::Simd128(simd) => {
            let merge_eight = merge_eight_by(|table, indices| simd.look_up(table, indices));
            riffle_with(cards, masks, decks, riffle_once(merge_eight));
        }
        Instructions::Portable => riffle_with(cards, masks, decks, riffle_once(merge_eight)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    /// Cuts the deck into two packets, from which the cards fall one by one.
    fn riffled(deck: &[u8], mask: u64) -> Vec<u8> {
        let bits = || (0..deck.len()).map(|position| mask >> position & 1);
        let (top, bottom) = deck.split_at(bits().filter(|&bit| bit == 0).count());
        let mut packets =
            [top, bottom].map(|packet| packet.iter().copied().collect::<VecDeque<u8>>());
        bits()
            .map(|bit| packets[bit as usize].pop_front().unwrap())
            .collect()
    }

    /// Checks each deck against its own masks, with all instruction sets.
    fn check(cards: usize, masks: &[[u64; BATCH]]) {
        let expected = |deck: usize| {
            let new: Vec<u8> = (0..cards as u8).collect();
            masks
                .iter()
                .fold(new, |cards, masks| riffled(&cards, masks[deck]))
        };
        let beyond = u64::MAX.checked_shl(cards as u32).unwrap_or(0);
        let rows: Vec<u64> = masks.iter().flatten().map(|&mask| mask | beyond).collect();
        for processor in Processor::available() {
            let mut decks = [SmallDeck::NEW; BATCH];
            riffle_by_masks(cards, rows.as_chunks().0, &mut decks, processor);
            for (index, deck) in decks.iter().enumerate() {
                assert_eq!(deck.cards()[..cards], expected(index), "{processor:?}");
                assert_eq!(
                    deck.cards()[cards..],
                    SmallDeck::NEW.cards()[cards..],
                    "{processor:?}"
                );
            }
        }
    }

    /// Every riffle of up to 9 cards.
    #[test]
    fn all_riffles_of_small_decks() {
        let largest: usize = if cfg!(miri) { 5 } else { 9 };
        for cards in 0..=largest {
            for first in (0..1u64 << cards).step_by(BATCH) {
                check(cards, &[std::array::from_fn(|deck| first + deck as u64)]);
            }
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
        fn any_riffles(cards in 0..=SmallDeck::MAX_CARDS, times in 1..=MAX_RIFFLES, seed in any::<[u8; 32]>()) {
            let mut random = RandomRows::new(&std::array::from_fn(|index| seed[index % 32] ^ index as u8));
            let mut rows = [[0; GENERATORS]; MAX_RIFFLES * ROWS];
            random.fill(&mut rows, Processor::detect());
            check(cards, &rows.as_flattened().as_chunks().0[..times]);
        }
    }

    /// The masks are taken in the documented order, for any number of riffles.
    #[test]
    fn masks_are_taken_riffle_after_riffle() {
        let bytes = std::array::from_fn(|index| (index * 7 % 256) as u8);
        let cases: &[(usize, u32)] = if cfg!(miri) {
            &[(64, 2)]
        } else {
            &[(52, 1), (52, 7), (64, 8), (20, 19), (1, 3)]
        };
        for &(cards, times) in cases {
            let mut rows = vec![[0; GENERATORS]; times as usize * ROWS];
            RandomRows::new(&bytes).fill(&mut rows, Processor::detect());
            let masks = rows.as_flattened().as_chunks::<BATCH>().0;
            for processor in Processor::available() {
                let mut decks = [SmallDeck::NEW; BATCH];
                riffle(
                    cards,
                    times,
                    &mut decks,
                    &mut RandomRows::new(&bytes),
                    processor,
                );
                for (index, deck) in decks.iter().enumerate() {
                    let new = (0..cards as u8).collect();
                    let expected = masks
                        .iter()
                        .fold(new, |cards: Vec<u8>, masks| riffled(&cards, masks[index]));
                    assert_eq!(deck.cards()[..cards], expected, "{processor:?}");
                }
            }
        }
    }
}
