use crate::kernel::random_rows::{GENERATORS, RandomRows, Row};
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};

/// One byte for each deck.
type Bytes = [u8; BATCH];

/// The positions that are decoded together, so that none waits for another.
const TOGETHER: usize = 8;

/// Shuffles each deck. A caller may compile this for more instructions. In what follows, loops over decks have no closures,
/// which are not always inlined into such code.
#[inline(always)]
pub(super) fn shuffle(cards: usize, decks: &mut [SmallDeck; BATCH], random: &mut RandomRows) {
    let mut rows = [[0; BATCH]; POSITIONS];
    for (position, row) in rows.iter_mut().enumerate().take(cards.saturating_sub(1)) {
        draw((cards - position) as u16, random, row);
    }
    // The last positions first, because they need the digits before them.
    for first in (0..cards).step_by(TOGETHER).rev() {
        decode(&mut rows, first);
    }
    for (index, deck) in decks.iter_mut().enumerate() {
        let from = *deck;
        for (card, row) in deck.0[..cards].iter_mut().zip(&rows) {
            *card = from.at(row[index].into());
        }
    }
}

/// Draws a digit below `bound` for each deck.
#[inline(always)]
fn draw(bound: u16, random: &mut RandomRows, digits: &mut Bytes) {
    let rejected = bound.wrapping_neg() % bound;
    loop {
        let mut row = [[0; GENERATORS]];
        random.fill_portable(&mut row);
        let numbers = sixteen_bits(&row[0]);
        let mut least = u16::MAX;
        for (digit, x) in digits.iter_mut().zip(numbers) {
            *digit = ((u32::from(x) * u32::from(bound)) >> 16) as u8;
            least = least.min(x.wrapping_mul(bound));
        }
        if least >= rejected {
            return;
        }
    }
}

/// The numbers of 16 bits in a row, from the lowest bits of the first entry on.
#[inline(always)]
fn sixteen_bits(row: &Row) -> [u16; BATCH] {
    let mut numbers = [0; BATCH];
    for (four, entry) in numbers.as_chunks_mut::<4>().0.iter_mut().zip(row) {
        for (number, bytes) in four.iter_mut().zip(entry.to_le_bytes().as_chunks().0) {
            *number = u16::from_le_bytes(*bytes);
        }
    }
    numbers
}

/// Replaces the digits of [`TOGETHER`] positions by cards, given the digits before them. A digit d selects the d-th of the
/// cards that are left, counted from 0. Each card that was taken before, from the last one on, is put back by its own
/// digit: this shifts the index up by one if the card is not above it. The digit of the last position is 0.
#[inline(always)]
fn decode(rows: &mut [Bytes; POSITIONS], first: usize) {
    let (digits, rest) = rows.split_at_mut(first);
    let own: &mut [Bytes; TOGETHER] = rest.first_chunk_mut().expect("as many positions");
    let mut cards = *own;
    for index in 1..TOGETHER {
        for taken in own[..index].iter().rev() {
            put_back(taken, &mut cards[index]);
        }
    }
    for taken in digits.iter().rev() {
        for cards in &mut cards {
            put_back(taken, cards);
        }
    }
    *own = cards;
}

#[inline(always)]
fn put_back(taken: &Bytes, cards: &mut Bytes) {
    for (card, &taken) in cards.iter_mut().zip(taken) {
        *card += u8::from(*card >= taken);
    }
}
