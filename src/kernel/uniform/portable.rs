use crate::kernel::random_rows::{GENERATORS, RandomRows, Row};
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};

/// One byte for each deck.
type Bytes = [u8; BATCH];

/// Shuffles each deck. A caller may compile this for more instructions.
#[inline(always)]
pub(super) fn shuffle(cards: usize, decks: &mut [SmallDeck; BATCH], random: &mut RandomRows) {
    let mut digits = [[0; BATCH]; POSITIONS];
    for (position, row) in digits.iter_mut().enumerate().take(cards.saturating_sub(1)) {
        *row = draw((cards - position) as u16, random);
    }
    let mut order = [[0; BATCH]; POSITIONS];
    for (position, row) in order.iter_mut().enumerate() {
        *row = if position < cards { decoded(&digits, position) } else { [position as u8; BATCH] };
    }
    for (index, deck) in decks.iter_mut().enumerate() {
        let from = *deck;
        for (position, row) in order.iter().enumerate() {
            deck.0[position] = from.at(row[index].into());
        }
    }
}

/// Draws a digit below `bound` for each deck.
#[inline(always)]
fn draw(bound: u16, random: &mut RandomRows) -> Bytes {
    let rejected = bound.wrapping_neg() % bound;
    loop {
        let mut row = [[0; GENERATORS]];
        random.fill_portable(&mut row);
        let numbers = sixteen_bits(&row[0]);
        let accepted =
            numbers.iter().fold(true, |accepted, x| accepted & (x.wrapping_mul(bound) >= rejected));
        if accepted {
            return numbers.map(|x| ((u32::from(x) * u32::from(bound)) >> 16) as u8);
        }
    }
}

/// The numbers of 16 bits in a row, from the lowest bits of the first entry on.
#[inline(always)]
fn sixteen_bits(row: &Row) -> [u16; BATCH] {
    let mut numbers = [0; BATCH];
    for (four, entry) in numbers.as_chunks_mut::<4>().0.iter_mut().zip(row) {
        *four = [0, 16, 32, 48].map(|shift| (entry >> shift) as u16);
    }
    numbers
}

/// The cards at a position. Its digit d selects the d-th of the cards that are left, counted from 0. Each card that was
/// taken before, from the last one on, is put back by its own digit: this shifts the index up by one if the card
/// is not above it. The digit of the last position is 0.
#[inline(always)]
fn decoded(digits: &[Bytes; POSITIONS], position: usize) -> Bytes {
    let mut cards = digits[position];
    for taken in digits[..position].iter().rev() {
        for (card, &taken) in cards.iter_mut().zip(taken) {
            *card += u8::from(*card >= taken);
        }
    }
    cards
}
