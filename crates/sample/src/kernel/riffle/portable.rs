//! Riffles of small decks, in portable code.

use crate::kernel::merge_eight::{merge_eight, ones_below};
use crate::kernel::random_rows::RandomRow;
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};

/// Riffles the decks. `riffle_once` riffles one deck once, and writes its cards in groups of eight. The
/// number of groups is a constant in each call, so that the compiler unrolls the loop.
#[inline(always)]
pub(super) fn riffle_with(
    cards: usize,
    masks: &[RandomRow],
    decks: &mut [SmallDeck; BATCH],
    riffle_once: impl Fn(&PaddedDeck, u64, &mut [[u8; 8]]),
) {
    match cards {
        0..=16 => riffle_eights(2, masks, decks, riffle_once),
        17..=32 => riffle_eights(4, masks, decks, riffle_once),
        33..=56 => riffle_eights(7, masks, decks, riffle_once),
        _ => riffle_eights(8, masks, decks, riffle_once),
    }
}

/// All decks are riffled once before any is riffled again, so that the processor can work on several decks at
/// a time.
#[inline(always)]
fn riffle_eights(
    eights: usize,
    masks: &[RandomRow],
    decks: &mut [SmallDeck; BATCH],
    riffle_once: impl Fn(&PaddedDeck, u64, &mut [[u8; 8]]),
) {
    let mut from = decks.map(|deck| PaddedDeck::new(&deck));
    let mut to = from;
    for masks in masks.as_flattened().as_chunks::<BATCH>().0 {
        for ((deck, shuffled), &mask) in from.iter().zip(&mut to).zip(masks) {
            riffle_once(deck, mask, &mut shuffled.0.as_chunks_mut().0[..eights]);
        }
        std::mem::swap(&mut from, &mut to);
    }
    decks
        .iter_mut()
        .zip(&from)
        .for_each(|(to, deck)| to.0.copy_from_slice(&deck.0[..POSITIONS]));
}

/// Riffles a new deck once by each mask.
pub(super) fn riffle_new(masks: impl Iterator<Item = u64>) -> SmallDeck {
    let mut from = PaddedDeck::new(&SmallDeck::NEW);
    let mut to = from;
    for mask in masks {
        riffle_once(merge_eight)(&from, mask, &mut to.0.as_chunks_mut().0[..POSITIONS / 8]);
        std::mem::swap(&mut from, &mut to);
    }
    SmallDeck(*from.0.first_chunk().expect("64 cards"))
}

/// A deck followed by eight unused bytes, so that eight bytes can be read at any position.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct PaddedDeck(pub(super) [u8; POSITIONS + 8]);

impl PaddedDeck {
    fn new(deck: &SmallDeck) -> PaddedDeck {
        let mut padded = PaddedDeck([0; POSITIONS + 8]);
        padded.0[..POSITIONS].copy_from_slice(&deck.0);
        padded
    }

    /// Returns the next eight cards of a packet. At the end of the packet, other bytes are read too, but none
    /// of them falls.
    #[inline(always)]
    pub(super) fn eight(&self, next: usize) -> u64 {
        let next = next % POSITIONS;
        u64::from_le_bytes(self.0[next..next + 8].try_into().expect("eight bytes"))
    }
}

/// Returns a function that riffles a deck once. `merge_eight` merges the next eight cards of each packet.
#[inline(always)]
pub(super) fn riffle_once(
    merge_eight: impl Fn(u64, u64, u8) -> u64,
) -> impl Fn(&PaddedDeck, u64, &mut [[u8; 8]]) {
    move |deck, mask, shuffled| {
        let (below, ones) = ones_below(mask);
        let cut = POSITIONS - ones as usize;
        let chunks = shuffled.iter_mut().zip((0..).step_by(8));
        for ((chunk, first), (bits, below)) in chunks.zip(mask.to_le_bytes().into_iter().zip(below))
        {
            let below = usize::from(below);
            *chunk =
                merge_eight(deck.eight(first - below), deck.eight(cut + below), bits).to_le_bytes();
        }
    }
}
