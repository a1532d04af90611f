//! Uniform shuffles of 64 decks at once, exactly: digits of Lehmer.
//!
//! The first card is any of n, the next any of the n − 1 that are left, and so on: digits below n, n − 1,
//! …, 2, each as likely, are all orders, each as likely. A digit below b comes of 16 random bits x as
//! ⌊x·b/2^16⌋. Of the 2^16 numbers those whose product has a low half below 2^16 mod b are thrown away;
//! each digit is then left with ⌊2^16/b⌋ of them (Lemire 2019).
//!
//! The digits of all decks for one place are drawn together, and all are drawn again where one of them is
//! thrown away. That does not bend the law: sixty-four independent draws on the condition that each is
//! kept are sixty-four independent draws, each on the condition that it is kept; the condition is a
//! product. Whether a row was drawn again tells nothing about what came of it at last.

use super::lane::{DECKS, Lane, PLACES};
use super::words::{ROW, Row, Words};
use crate::simd::{Instructions, Processor};

/// A byte for each deck.
pub(super) type Bytes = [u8; DECKS];

/// Shuffles each deck. For the first place 64 draws, those of a row of words, 16 bits each from the lowest
/// on, deck after deck; again where one is thrown away; then for the second place, as long as two cards
/// are left.
pub(super) fn shuffle(cards: usize, decks: &mut [Lane; DECKS], words: &mut Words, processor: Processor) {
    match processor.instructions() {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512(avx512) => avx512.uniform(cards, decks, words),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(avx2) => avx2.uniform(cards, decks, words),
        Instructions::Portable => plain(cards, decks, words),
    }
}

/// Written plainly, and compiled for what the processor has.
#[inline(always)]
pub(super) fn plain(cards: usize, decks: &mut [Lane; DECKS], words: &mut Words) {
    let mut rows = [[0; DECKS]; PLACES];
    for (place, row) in rows.iter_mut().enumerate().take(cards.saturating_sub(1)) {
        *row = digits((cards - place) as u16, words);
    }
    let mut lies = [[0; DECKS]; PLACES];
    for (place, row) in lies.iter_mut().enumerate() {
        *row = if place < cards { decoded(&rows, place) } else { [place as u8; DECKS] };
    }
    for (index, deck) in decks.iter_mut().enumerate() {
        let from = *deck;
        for (place, row) in lies.iter().enumerate() {
            deck.0[place] = from.at(row[index].into());
        }
    }
}

/// A digit below `bound` for each deck.
#[inline(always)]
fn digits(bound: u16, words: &mut Words) -> Bytes {
    let surplus = bound.wrapping_neg() % bound;
    loop {
        let mut row = [[0; ROW]];
        super::words::fill(words, &mut row);
        let draws = draws(&row[0]);
        let kept = draws.iter().fold(true, |kept, draw| kept & (draw.wrapping_mul(bound) >= surplus));
        if kept {
            return draws.map(|draw| ((u32::from(draw) * u32::from(bound)) >> 16) as u8);
        }
    }
}

#[inline(always)]
fn draws(row: &Row) -> [u16; DECKS] {
    let mut draws = [0; DECKS];
    for (draws, word) in draws.as_chunks_mut::<4>().0.iter_mut().zip(row) {
        *draws = [0, 16, 32, 48].map(|shift| (word >> shift) as u16);
    }
    draws
}

/// The cards that lie at a place. A digit counts among the cards that are left by then; each card that is
/// put back among them, last taken first, pushes those from its own count on up by one. The digit of the last
/// place is 0.
#[inline(always)]
fn decoded(rows: &[Bytes; PLACES], place: usize) -> Bytes {
    let mut cards = rows[place];
    for taken in rows[..place].iter().rev() {
        for (card, &taken) in cards.iter_mut().zip(taken) {
            *card += u8::from(*card >= taken);
        }
    }
    cards
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One deck: cards are taken from a list, draws from words, all decks' draws looked at for one.
    fn taken(cards: usize, index: usize, words: &mut Words) -> Vec<u8> {
        let mut left: Vec<u8> = (0..cards as u8).collect();
        let mut lies = Vec::new();
        while left.len() > 1 {
            let mut row = [[0; ROW]];
            words.fill(&mut row, Processor::available()[0]);
            let draws: Vec<u16> =
                row[0].iter().flat_map(|word| [0, 16, 32, 48].map(|shift| (word >> shift) as u16)).collect();
            let bound = left.len() as u32;
            // The draws that are kept are the largest multiple of the bound, as many for each digit.
            let thrown = |&draw: &u16| u32::from(draw) * bound % 65536 < 65536 % bound;
            if !draws.iter().any(thrown) {
                lies.push(left.remove((u32::from(draws[index]) * bound / 65536) as usize));
            }
        }
        lies.extend(left);
        lies
    }

    fn seeded(seed: [u8; 32]) -> Words {
        Words::seeded(&std::array::from_fn(|index| seed[index % 32] ^ index as u8))
    }

    fn check(cards: usize, seed: [u8; 32]) {
        let expected: Vec<Vec<u8>> = (0..DECKS).map(|index| taken(cards, index, &mut seeded(seed))).collect();
        for processor in Processor::available() {
            let mut decks = [Lane::NEW; DECKS];
            shuffle(cards, &mut decks, &mut seeded(seed), processor);
            for (deck, lies) in decks.iter().zip(&expected) {
                assert_eq!(&deck.places()[..cards], lies, "{processor:?}");
                assert_eq!(deck.places()[cards..], Lane::NEW.places()[cards..], "{processor:?}");
            }
        }
    }

    #[test]
    fn decks_of_all_sizes() {
        let step = if cfg!(miri) { 32 } else { 1 };
        (0..=PLACES).step_by(step).for_each(|cards| check(cards, [cards as u8; 32]));
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
        fn any_words(cards in 0..=PLACES, seed in any::<[u8; 32]>()) {
            check(cards, seed);
        }
    }

    /// What is shuffled is the deck that was there.
    #[test]
    fn shuffles_follow_one_another() {
        for processor in Processor::available() {
            let reversed = Lane::of(&[4, 3, 2, 1, 0]);
            let (mut decks, mut again) = ([Lane::NEW; DECKS], [reversed; DECKS]);
            shuffle(5, &mut decks, &mut seeded([1; 32]), processor);
            shuffle(5, &mut again, &mut seeded([1; 32]), processor);
            for (one, other) in decks.iter().zip(again) {
                assert!(one.places()[..5].iter().zip(&other.places()[..5]).all(|(a, b)| a + b == 4));
            }
        }
    }

    /// Of all draws that are kept each digit comes from as many: the law of a digit is exactly uniform.
    #[test]
    #[cfg_attr(miri, ignore = "arithmetic alone, and long")]
    fn as_many_draws_for_each_digit() {
        for bound in 1..=64u16 {
            let surplus = bound.wrapping_neg() % bound;
            let mut draws = [0u32; PLACES];
            for draw in (0..=u16::MAX).filter(|draw| draw.wrapping_mul(bound) >= surplus) {
                draws[((u32::from(draw) * u32::from(bound)) >> 16) as usize] += 1;
            }
            let each = 65536 / u32::from(bound);
            assert!(
                draws
                    .iter()
                    .enumerate()
                    .all(|(digit, &of)| of == if digit < bound.into() { each } else { 0 })
            );
        }
    }
}
