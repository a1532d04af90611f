//! Riffles of large decks. The mask of a deck has a bit for each position, from the lowest bit of its first
//! number on. The bit is 0 if the card at the position comes from the top packet, and 1 if it comes from the
//! bottom packet.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use portable::{for_each_deck, riffle_bytes_with, riffle_card_by_card, riffle_with};

use super::decks::{Card, DeckRows, LargeDecks, Riffle};
use crate::kernel::merge_eight::{merge_eight, merge_eight_by};
use crate::kernel::random_rows::{GENERATORS, RandomRows};
use faro_simd::{Instructions, Processor};

/// Riffles each deck `times` times. A riffle takes ⌈n/64⌉ random numbers for each deck in turn. Numbers that
/// are left in the last row are discarded.
pub(super) fn riffle<C: Card>(
    times: u32,
    decks: &mut LargeDecks<C>,
    random: &mut RandomRows,
    processor: Processor,
) {
    let (cards, count) = (decks.cards(), decks.count());
    let masks_per_deck = cards.div_ceil(64);
    decks.masks.resize(
        (count * masks_per_deck).div_ceil(GENERATORS),
        [0; GENERATORS],
    );
    // Bits after the last card are cleared, so that the number of ones is the size of the bottom packet.
    let last = u64::MAX >> (masks_per_deck * 64 - cards);
    for _ in 0..times {
        random.fill(&mut decks.masks, processor);
        let masks = &mut decks.masks.as_flattened_mut()[..count * masks_per_deck];
        masks
            .chunks_exact_mut(masks_per_deck)
            .for_each(|masks| masks[masks_per_deck - 1] &= last);
        C::riffle(masks, cards, &decks.current, &mut decks.next, processor);
        std::mem::swap(&mut decks.current, &mut decks.next);
    }
}

impl Riffle for u8 {
    fn riffle(
        masks: &[u64],
        cards: usize,
        from: &DeckRows<u8>,
        to: &mut DeckRows<u8>,
        processor: Processor,
    ) {
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512::riffle_u8(avx512, masks, cards, from, to),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2::riffle_u8(avx2, masks, cards, from, to),
            Instructions::Neon(neon) => {
                let merge_eight = merge_eight_by(|table, indices| neon.look_up(table, indices));
                for_each_deck(masks, cards, from, to, riffle_bytes_with(merge_eight));
            }
            Instructions::Simd128(simd) => {
                let merge_eight = merge_eight_by(|table, indices| simd.look_up(table, indices));
                for_each_deck(masks, cards, from, to, riffle_bytes_with(merge_eight));
            }
            Instructions::Portable => {
                for_each_deck(masks, cards, from, to, riffle_bytes_with(merge_eight));
            }
        }
    }
}

impl Riffle for u16 {
    fn riffle(
        masks: &[u64],
        cards: usize,
        from: &DeckRows<u16>,
        to: &mut DeckRows<u16>,
        processor: Processor,
    ) {
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512::riffle_u16(avx512, masks, cards, from, to),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2::riffle_u16(avx2, masks, cards, from, to),
            Instructions::Neon(neon) => {
                let riffle = riffle_with(|cards, indices| neon.look_up_either(cards, indices));
                for_each_deck(masks, cards, from, to, riffle);
            }
            Instructions::Simd128(simd) => {
                let riffle = riffle_with(|cards, indices| simd.look_up_either(cards, indices));
                for_each_deck(masks, cards, from, to, riffle);
            }
            Instructions::Portable => for_each_deck(masks, cards, from, to, riffle_card_by_card),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;
    use crate::kernel::random_rows::SEED_BYTES;

    /// Cuts the deck into two packets, from which the cards fall one by one.
    fn riffled<C: Card>(deck: &[C], masks: &[u64]) -> Vec<C> {
        let bits = || (0..deck.len()).map(|position| masks[position / 64] >> (position % 64) & 1);
        let (top, bottom) = deck.split_at(bits().filter(|&bit| bit == 0).count());
        let mut packets =
            [top, bottom].map(|packet| packet.iter().copied().collect::<VecDeque<C>>());
        bits()
            .map(|bit| packets[bit as usize].pop_front().unwrap())
            .collect()
    }

    /// Checks that the masks are taken in the documented order, with all instruction sets.
    fn check<C: Card + std::fmt::Debug>(cards: usize, times: u32, seed: &[u8; SEED_BYTES]) {
        let mut random = RandomRows::new(seed);
        let new = LargeDecks::<C>::new(cards);
        let mut expected: Vec<Vec<C>> = (0..new.count())
            .map(|index| new.deck(index).to_vec())
            .collect();
        let masks_per_deck = cards.div_ceil(64);
        for _ in 0..times {
            let mut rows =
                vec![[0; GENERATORS]; (expected.len() * masks_per_deck).div_ceil(GENERATORS)];
            random.fill(&mut rows, Processor::available()[0]);
            for (deck, masks) in expected
                .iter_mut()
                .zip(rows.as_flattened().chunks(masks_per_deck))
            {
                *deck = riffled(deck, masks);
            }
        }
        for processor in Processor::available() {
            let mut decks = new.clone();
            riffle(times, &mut decks, &mut RandomRows::new(seed), processor);
            for (index, deck) in expected.iter().enumerate() {
                assert_eq!(decks.deck(index), deck, "{cards} {processor:?}");
            }
        }
    }

    #[test]
    fn decks_of_many_sizes() {
        let seed = std::array::from_fn(|index| (index * index % 251) as u8);
        let sizes = [65, 128, 100, 104, 127, 129, 191, 192, 193, 255, 256];
        for &cards in &sizes[..if cfg!(miri) { 2 } else { sizes.len() }] {
            check::<u8>(cards, 3, &seed);
            check::<u16>(cards, 3, &seed);
        }
        let sizes = [257, 416, 511, 512, 513, 1000, 5000, 65_535, 65_536];
        for &cards in &sizes[..if cfg!(miri) { 0 } else { sizes.len() }] {
            check::<u16>(cards, 2, &seed);
        }
    }

    /// Riffles with all cards in one packet, and with other regular masks.
    #[test]
    fn regular_masks() {
        for (seed, mask) in [
            0,
            u64::MAX,
            0xaaaa_aaaa_aaaa_aaaa,
            0xffff_ffff,
            0xf0f0_0f0f_ff00_00ff,
        ]
        .iter()
        .enumerate()
        {
            for cards in [65, 130 + seed, 256] {
                let masks_per_deck = cards.div_ceil(64);
                let mut masks = vec![*mask; masks_per_deck * LargeDecks::<u8>::count_for(cards)];
                masks.chunks_exact_mut(masks_per_deck).for_each(|masks| {
                    masks[masks_per_deck - 1] &= u64::MAX >> (masks_per_deck * 64 - cards);
                });
                for processor in Processor::available() {
                    let mut decks = LargeDecks::<u8>::new(cards);
                    u8::riffle(&masks, cards, &decks.current, &mut decks.next, processor);
                    std::mem::swap(&mut decks.current, &mut decks.next);
                    let new: Vec<u8> = (0..cards).map(|card| card as u8).collect();
                    assert_eq!(
                        decks.deck(decks.count() - 1),
                        riffled(&new, &masks[..masks_per_deck]),
                        "{processor:?}"
                    );
                }
            }
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
        fn any_seeds(cards in 65..=700usize, times in 0..=3u32, seed in any::<[u8; 32]>()) {
            let seed = std::array::from_fn(|index| seed[index % 32] ^ index as u8);
            if cards <= u8::MAX_CARDS {
                check::<u8>(cards, times, &seed);
            }
            check::<u16>(cards, times, &seed);
        }
    }
}
