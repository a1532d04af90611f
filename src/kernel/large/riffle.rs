//! Riffles of large decks, as those of small ones: bit i of a deck's words, from the lowest of the first on,
//! says which packet the card at place i falls from.

use super::Card;
use super::decks::{LargeDecks, Rows};
use crate::kernel::bitonic;
use crate::kernel::words::{ROW, Words};
use crate::simd::{Instructions, Processor};

/// The places of a word.
const WORD: usize = 64;

/// Riffles each deck so many times. A riffle takes ⌈n/64⌉ words for each deck in turn, and the rest of the last
/// row is thrown away.
pub(super) fn riffle<C: Card>(
    times: u32,
    decks: &mut LargeDecks<C>,
    words: &mut Words,
    processor: Processor,
) {
    let (cards, count) = (decks.cards(), decks.count());
    let each = cards.div_ceil(WORD);
    decks.masks.resize((count * each).div_ceil(ROW), [0; ROW]);
    // Bits behind the deck are zeros, so that ones are those of the bottom packet.
    let last = u64::MAX >> (each * WORD - cards);
    for _ in 0..times {
        words.fill(&mut decks.masks, processor);
        let masks = &mut decks.masks.as_flattened_mut()[..count * each];
        masks.chunks_exact_mut(each).for_each(|masks| masks[each - 1] &= last);
        C::by_masks(masks, cards, &decks.lie, &mut decks.next, processor);
        std::mem::swap(&mut decks.lie, &mut decks.next);
    }
}

/// Riffles, by the size of a card.
pub trait Riffled: Sized {
    /// A riffle of each deck, by as many masks for each.
    fn by_masks(masks: &[u64], cards: usize, from: &Rows<Self>, to: &mut Rows<Self>, processor: Processor);
}

impl Riffled for u8 {
    fn by_masks(masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>, processor: Processor) {
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.riffle_bytes(masks, cards, from, to),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.riffle_bytes(masks, cards, from, to),
            Instructions::Portable => each(masks, cards, from, to, bytes_with(bitonic::eight)),
        }
    }
}

impl Riffled for u16 {
    fn by_masks(masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>, processor: Processor) {
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.riffle_shorts(masks, cards, from, to),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.riffle_shorts(masks, cards, from, to),
            Instructions::Portable => each(masks, cards, from, to, shorts),
        }
    }
}

/// Deck after deck: its masks, where its bottom packet begins, what lies where, and what will.
#[inline(always)]
pub(in crate::kernel) fn each<C: Card>(
    masks: &[u64],
    cards: usize,
    from: &Rows<C>,
    to: &mut Rows<C>,
    fall: impl Fn(&[u64], usize, &[C], &mut [C]),
) {
    for (index, masks) in masks.chunks_exact(cards.div_ceil(WORD)).enumerate() {
        let ones: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
        fall(masks, cards - ones as usize, from.from(index), to.row_mut(index));
    }
}

/// Eight cards at a time, by what makes of the next eight of either packet those that fall.
#[inline(always)]
pub(in crate::kernel) fn bytes_with(
    eight: impl Fn(u64, u64, u8) -> u64,
) -> impl Fn(&[u64], usize, &[u8], &mut [u8]) {
    move |masks, cut, from, to| {
        let next = |at: usize| u64::from_le_bytes(from[at..at + 8].try_into().expect("eight bytes"));
        let (mut top, mut bottom) = (0, cut);
        for (&mask, to) in masks.iter().zip(to.as_chunks_mut::<WORD>().0) {
            let (below, ones) = bitonic::ones_below(mask);
            let chunks = to.as_chunks_mut().0.iter_mut().zip((0..).step_by(8));
            for ((chunk, first), (bits, below)) in chunks.zip(mask.to_le_bytes().into_iter().zip(below)) {
                let below = usize::from(below);
                *chunk = eight(next(top + first - below), next(bottom + below), bits).to_le_bytes();
            }
            top += WORD - ones as usize;
            bottom += ones as usize;
        }
    }
}

/// Card after card, without a branch that nobody could foretell.
#[inline(always)]
pub(in crate::kernel) fn shorts(masks: &[u64], cut: usize, from: &[u16], to: &mut [u16]) {
    let mut bottom = 0;
    for (place, lies) in to.iter_mut().enumerate() {
        let falls = (masks[place / WORD] >> (place % WORD) & 1) as usize;
        *lies = from[if falls == 1 { cut + bottom } else { place - bottom }];
        bottom += falls;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;
    use crate::kernel::SEED;

    /// Two packets, dealt from card by card.
    fn dealt<C: Card>(deck: &[C], masks: &[u64]) -> Vec<C> {
        let bits = || (0..deck.len()).map(|place| masks[place / WORD] >> (place % WORD) & 1);
        let (top, bottom) = deck.split_at(bits().filter(|&bit| bit == 0).count());
        let mut packets = [top, bottom].map(|packet| packet.iter().copied().collect::<VecDeque<C>>());
        bits().map(|bit| packets[bit as usize].pop_front().unwrap()).collect()
    }

    /// As many words as told, in the order that is told, on all processors.
    fn check<C: Card + std::fmt::Debug>(cards: usize, times: u32, seed: &[u8; SEED]) {
        let mut words = Words::seeded(seed);
        let new = LargeDecks::<C>::new(cards);
        let mut expected: Vec<Vec<C>> = (0..new.count()).map(|index| new.deck(index).to_vec()).collect();
        let each = cards.div_ceil(WORD);
        for _ in 0..times {
            let mut rows = vec![[0; ROW]; (expected.len() * each).div_ceil(ROW)];
            words.fill(&mut rows, Processor::available()[0]);
            for (deck, masks) in expected.iter_mut().zip(rows.as_flattened().chunks(each)) {
                *deck = dealt(deck, masks);
            }
        }
        for processor in Processor::available() {
            let mut decks = new.clone();
            riffle(times, &mut decks, &mut Words::seeded(seed), processor);
            for (index, deck) in expected.iter().enumerate() {
                assert_eq!(decks.deck(index), deck, "{cards} {processor:?}");
            }
        }
    }

    #[test]
    fn decks_of_many_sizes() {
        let seed = std::array::from_fn(|index| (index * index % 251) as u8);
        for cards in [65, 100, 104, 127, 128, 129, 191, 192, 193, 255, 256] {
            check::<u8>(cards, 3, &seed);
            check::<u16>(cards, 3, &seed);
        }
        let largest = if cfg!(miri) { 257 } else { 65_536 };
        let sizes = [257, 416, 511, 512, 513, 1000, 5000, 65_535, 65_536];
        for cards in sizes.into_iter().filter(|&cards| cards <= largest) {
            check::<u16>(cards, 2, &seed);
        }
    }

    /// All cards in one packet; and every bit its own.
    #[test]
    fn extremes() {
        for (seed, mask) in
            [0, u64::MAX, 0xaaaa_aaaa_aaaa_aaaa, 0xffff_ffff, 0xf0f0_0f0f_ff00_00ff].iter().enumerate()
        {
            for cards in [65, 130 + seed, 256] {
                let each = cards.div_ceil(WORD);
                let mut masks = vec![*mask; each * LargeDecks::<u8>::together(cards)];
                masks
                    .chunks_exact_mut(each)
                    .for_each(|masks| masks[each - 1] &= u64::MAX >> (each * WORD - cards));
                for processor in Processor::available() {
                    let mut decks = LargeDecks::<u8>::new(cards);
                    u8::by_masks(&masks, cards, &decks.lie, &mut decks.next, processor);
                    std::mem::swap(&mut decks.lie, &mut decks.next);
                    let new: Vec<u8> = (0..cards).map(|card| card as u8).collect();
                    assert_eq!(decks.deck(decks.count() - 1), dealt(&new, &masks[..each]), "{processor:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
        fn any_words(cards in 65..=700usize, times in 0..=3u32, seed in any::<[u8; 32]>()) {
            let seed = std::array::from_fn(|index| seed[index % 32] ^ index as u8);
            if cards <= u8::MOST {
                check::<u8>(cards, times, &seed);
            }
            check::<u16>(cards, times, &seed);
        }
    }
}
