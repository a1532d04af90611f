//! Uniform shuffles of a batch of small decks, in portable code.

use crate::kernel::random_rows::{GENERATORS, RandomRow, RandomRows};
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};
use crate::kernel::transpose::{Bytes, transpose};

/// The number of positions that are decoded together. Their computations are independent, so none waits for another.
const TOGETHER: usize = 4;

/// Shuffles each deck. A caller may compile this function for more instructions. Loops over decks have no
/// closures here, since closures are not always inlined into such code.
#[inline(always)]
pub(super) fn shuffle(cards: usize, decks: &mut [SmallDeck; BATCH], random: &mut RandomRows) {
    let mut rows = [[0; BATCH]; POSITIONS];
    for (position, row) in rows.iter_mut().enumerate().take(cards) {
        *row = [position as i8; BATCH];
        if position + 1 < cards {
            add_draws((cards - position) as u16, random, row);
        }
    }
    // The last positions are decoded first, because they need the digits before them.
    for first in (0..cards).step_by(TOGETHER).rev() {
        decode(&mut rows, first);
    }
    if cards <= 16 {
        move_by::<16>(cards, rows.first_chunk_mut().expect("64 rows"), decks);
    } else {
        move_by(cards, &mut rows, decks);
    }
}

/// Moves the cards of each deck, given the position that each card comes from. The first `UP_TO` rows, a
/// power of 4, are transposed.
#[inline(always)]
fn move_by<const UP_TO: usize>(
    cards: usize,
    rows: &mut [Bytes; UP_TO],
    decks: &mut [SmallDeck; BATCH],
) {
    for (position, row) in rows.iter_mut().enumerate().skip(cards) {
        *row = [position as i8; BATCH];
    }
    transpose(rows);
    for (deck, positions) in decks
        .iter_mut()
        .zip(rows.as_flattened().as_chunks::<UP_TO>().0)
    {
        let from = *deck;
        for (card, &position) in deck.0.iter_mut().zip(positions) {
            *card = position as u8;
        }
        if !from.is_new() {
            for card in &mut deck.0[..UP_TO] {
                *card = from.at((*card).into());
            }
        }
    }
}

/// Adds a random number below `bound` for each deck to the entry of the deck in `sums`.
#[inline(always)]
fn add_draws(bound: u16, random: &mut RandomRows, sums: &mut Bytes) {
    let rejected = bound.wrapping_neg() % bound;
    loop {
        let mut row = [[0; GENERATORS]];
        random.fill_portable(&mut row);
        let numbers = sixteen_bits(&row[0]);
        let mut least = u16::MAX;
        let mut high = [0; BATCH];
        for (high, x) in high.iter_mut().zip(numbers) {
            *high = ((u32::from(x) * u32::from(bound)) >> 16) as u16;
            least = least.min(x.wrapping_mul(bound));
        }
        if least >= rejected {
            // The minimum does not change the value, but keeps the compiler from multiplying 32-bit numbers.
            for (sum, high) in sums.iter_mut().zip(high) {
                *sum += high.min(u8::MAX.into()) as i8;
            }
            return;
        }
    }
}

/// Returns the 16-bit numbers of a row, from the lowest bits of the first entry on.
#[inline(always)]
fn sixteen_bits(row: &RandomRow) -> [u16; BATCH] {
    let mut numbers = [0; BATCH];
    for (four, entry) in numbers.as_chunks_mut::<4>().0.iter_mut().zip(row) {
        for (number, bytes) in four.iter_mut().zip(entry.to_le_bytes().as_chunks().0) {
            *number = u16::from_le_bytes(*bytes);
        }
    }
    numbers
}

/// Replaces the sums of digit and position by cards, at [`TOGETHER`] positions from `first` on. The positions
/// before `first` still hold such sums.
///
/// A digit d selects the d-th of the cards that are left, counted from 0. To find this card, the cards that
/// were taken before it are put back one by one, the last one first. When the card with digit e is put back,
/// the index goes up by one if it is at least e. The loop stores the index plus the number of cards that are
/// still to be put back, less 1. So the stored value stays the same if the index is at least e, and goes down
/// by one otherwise, which is the case if the sum for the card with digit e exceeds the stored value.
#[inline(always)]
fn decode(rows: &mut [Bytes; POSITIONS], first: usize) {
    let (sums, rest) = rows.split_at_mut(first);
    let digits: &mut [Bytes; TOGETHER] = rest.first_chunk_mut().expect("as many positions");
    let mut cards = *digits;
    for index in 0..TOGETHER {
        for card in &mut cards[index] {
            *card -= 1;
        }
        for taken in digits[..index].iter().rev() {
            put_back(taken, &mut cards[index]);
        }
    }
    for taken in sums.iter().rev() {
        for cards in &mut cards {
            put_back(taken, cards);
        }
    }
    for (digits, card) in digits
        .as_flattened_mut()
        .iter_mut()
        .zip(cards.as_flattened())
    {
        *digits = card + 1;
    }
}

#[inline(always)]
fn put_back(taken: &Bytes, cards: &mut Bytes) {
    for (card, &taken) in cards.iter_mut().zip(taken) {
        *card -= i8::from(taken > *card);
    }
}
