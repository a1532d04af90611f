//! Riffles of large decks, in portable code.

use crate::kernel::large::decks::DeckRows;
use crate::kernel::merge_eight::ones_below;

/// Calls `riffle` for each deck. The arguments are its masks, the number of cards of its top packet, its
/// cards, and the row for the result.
#[inline(always)]
pub(super) fn for_each_deck<C: Copy + Default>(
    masks: &[u64],
    cards: usize,
    from: &DeckRows<C>,
    to: &mut DeckRows<C>,
    riffle: impl Fn(&[u64], usize, &[C], &mut [C]),
) {
    for (index, masks) in masks.chunks_exact(cards.div_ceil(64)).enumerate() {
        let ones: u32 = masks.iter().map(|mask| mask.count_ones()).sum();
        riffle(
            masks,
            cards - ones as usize,
            from.starting_at(index),
            to.row_mut(index),
        );
    }
}

/// Returns a function that riffles eight cards at a time. `merge_eight` merges the next eight cards of each
/// packet.
#[inline(always)]
pub(super) fn riffle_bytes_with(
    merge_eight: impl Fn(u64, u64, u8) -> u64,
) -> impl Fn(&[u64], usize, &[u8], &mut [u8]) {
    move |masks, cut, from, to| {
        let next =
            |at: usize| u64::from_le_bytes(from[at..at + 8].try_into().expect("eight bytes"));
        let (mut top, mut bottom) = (0, cut);
        for (&mask, to) in masks.iter().zip(to.as_chunks_mut::<64>().0) {
            let (below, ones) = ones_below(mask);
            let chunks = to.as_chunks_mut().0.iter_mut().zip((0..).step_by(8));
            for ((chunk, first), (bits, below)) in
                chunks.zip(mask.to_le_bytes().into_iter().zip(below))
            {
                let below = usize::from(below);
                *chunk = merge_eight(next(top + first - below), next(bottom + below), bits)
                    .to_le_bytes();
            }
            top += 64 - ones as usize;
            bottom += ones as usize;
        }
    }
}

/// Riffles card by card, without branches that would be mispredicted.
#[inline(always)]
pub(super) fn riffle_card_by_card(masks: &[u64], cut: usize, from: &[u16], to: &mut [u16]) {
    let mut bottom = 0;
    for (position, to) in to.iter_mut().enumerate() {
        let bit = (masks[position / 64] >> (position % 64) & 1) as usize;
        *to = from[if bit == 1 {
            cut + bottom
        } else {
            position - bottom
        }];
        bottom += bit;
    }
}

// Eight cards of two bytes at a time, by byte shuffles.

/// Eight entries of a packet.
pub(super) type Eight = [u16; 8];

/// Riffles a deck, eight positions at a time. `shuffle` moves the bytes of the next eight cards of each
/// packet by the index vectors of [`FALLEN`], and joins both.
#[inline(always)]
pub(super) fn riffle_with(
    shuffle: impl Fn([&Eight; 2], &[Eight; 2]) -> Eight,
) -> impl Fn(&[u64], usize, &[u16], &mut [u16]) {
    move |masks, cut, from, to| {
        let (mut top, mut bottom) = (0, cut);
        let bytes = masks.iter().flat_map(|mask| mask.to_le_bytes());
        for (to, bits) in to.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
            let next = |at: usize| from[at..].first_chunk().expect("64 entries after the deck");
            *to = shuffle([next(top), next(bottom)], &FALLEN[usize::from(bits)]);
            let ones = bits.count_ones() as usize;
            (top, bottom) = (top + 8 - ones, bottom + ones);
        }
    }
}

/// For each value of eight bits of a mask, two index vectors of bytes. The first moves the next cards of the
/// top packet to the zeros, and the second moves the next cards of the bottom packet to the ones. The index
/// 0x80 gives a byte of 0.
static FALLEN: [[[u16; 8]; 2]; 256] = {
    let (mut fallen, mut bits) = ([[[0x8080; 8]; 2]; 256], 0);
    while bits < 256 {
        let (mut next, mut position) = ([0, 0], 0);
        while position < 8 {
            let packet = (bits >> position) & 1;
            fallen[bits][packet][position] = (2 * next[packet]) | ((2 * next[packet] + 1) << 8);
            next[packet] += 1;
            position += 1;
        }
        bits += 1;
    }
    fallen
};
