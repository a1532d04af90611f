//! Exactly uniform shuffles of a batch, by Lehmer codes.
//!
//! The first card is one of n, the next one of the n − 1 cards that are left, and so on. So independent
//! uniform digits below n, n − 1, …, 2 give all orders with equal probability. The digit below b is
//! ⌊x·b/2^16⌋ for 16 random bits x. Numbers x for which x·b mod 2^16 is below 2^16 mod b are rejected, which
//! leaves ⌊2^16/b⌋ numbers for each digit (Lemire 2019).
//!
//! The digits of all decks for one position are drawn together. If one of them is rejected, all are drawn
//! again. The result is still exactly uniform: the draws are independent, so under the condition that none is
//! rejected they are independent draws, each under the condition that it is not rejected.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::random_rows::RandomRows;
use super::small_deck::{BATCH, SmallDeck};
use faro_simd::compiled_fn;

compiled_fn! {
    /// Shuffles each deck. The first position takes a row of random numbers, with 16 bits for each deck, from
    /// the lowest bits of the first entry on. Each rejection takes another row. The next positions follow in
    /// order, until one card is left.
    pub(super) fn shuffle(
        processor: Processor,
        cards: usize,
        decks: &mut [SmallDeck; BATCH],
        random: &mut RandomRows,
    ) {
        portable::shuffle(cards, decks, random);
    } with avx512::shuffle
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::random_rows::GENERATORS;
    use faro_simd::Processor;

    /// Returns one deck of the batch, computed by taking cards from a list. The draws of all decks decide
    /// about rejection.
    fn taken(cards: usize, index: usize, random: &mut RandomRows) -> Vec<u8> {
        let mut left: Vec<u8> = (0..cards as u8).collect();
        let mut order = Vec::new();
        while left.len() > 1 {
            let mut row = [[0; GENERATORS]];
            random.fill(&mut row, Processor::available()[0]);
            let draws: Vec<u16> = row[0]
                .iter()
                .flat_map(|entry| [0, 16, 32, 48].map(|shift| (entry >> shift) as u16))
                .collect();
            let bound = left.len() as u32;
            // The number of accepted draws is the largest multiple of the bound up to 2^16.
            let rejected = |&draw: &u16| u32::from(draw) * bound % 65536 < 65536 % bound;
            if !draws.iter().any(rejected) {
                order.push(left.remove((u32::from(draws[index]) * bound / 65536) as usize));
            }
        }
        order.extend(left);
        order
    }

    fn seeded(seed: [u8; 32]) -> RandomRows {
        RandomRows::new(&std::array::from_fn(|index| seed[index % 32] ^ index as u8))
    }

    fn check(cards: usize, seed: [u8; 32]) {
        let step = if cfg!(miri) { BATCH - 1 } else { 1 };
        let indices = (0..BATCH).step_by(step);
        let expected: Vec<Vec<u8>> = indices
            .map(|index| taken(cards, index, &mut seeded(seed)))
            .collect();
        for processor in Processor::available() {
            let mut decks = [SmallDeck::NEW; BATCH];
            shuffle(processor, cards, &mut decks, &mut seeded(seed));
            for (deck, expected) in decks.iter().step_by(step).zip(&expected) {
                assert_eq!(&deck.cards()[..cards], expected, "{processor:?}");
                assert_eq!(
                    deck.cards()[cards..],
                    SmallDeck::NEW.cards()[cards..],
                    "{processor:?}"
                );
            }
        }
    }

    #[test]
    fn decks_of_all_sizes() {
        let step = if cfg!(miri) { SmallDeck::MAX_CARDS } else { 1 };
        (0..=SmallDeck::MAX_CARDS)
            .step_by(step)
            .for_each(|cards| check(cards, [cards as u8; 32]));
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "slow, and smaller sizes are tested above")]
        fn any_words(cards in 0..=SmallDeck::MAX_CARDS, seed in any::<[u8; 32]>()) {
            check(cards, seed);
        }
    }

    /// The shuffle is applied to the present deck, not to a new one.
    #[test]
    fn other_decks_than_new_ones() {
        for processor in Processor::available() {
            let reversed = SmallDeck::from_cards(&[4, 3, 2, 1, 0]);
            let (mut decks, mut again) = ([SmallDeck::NEW; BATCH], [reversed; BATCH]);
            shuffle(processor, 5, &mut decks, &mut seeded([1; 32]));
            shuffle(processor, 5, &mut again, &mut seeded([1; 32]));
            for (one, other) in decks.iter().zip(again) {
                assert!(
                    one.cards()[..5]
                        .iter()
                        .zip(&other.cards()[..5])
                        .all(|(a, b)| a + b == 4)
                );
            }
        }
    }

    /// Each digit has the same number of accepted draws.
    #[test]
    #[cfg_attr(miri, ignore = "slow, and integer arithmetic only")]
    fn digits_are_uniform() {
        for bound in 1..=64u16 {
            let rejected = bound.wrapping_neg() % bound;
            let mut draws = [0u32; SmallDeck::MAX_CARDS];
            for draw in (0..=u16::MAX).filter(|draw| draw.wrapping_mul(bound) >= rejected) {
                draws[((u32::from(draw) * u32::from(bound)) >> 16) as usize] += 1;
            }
            let expected = 65536 / u32::from(bound);
            assert!(
                draws
                    .iter()
                    .enumerate()
                    .all(|(digit, &draws)| draws == if digit < bound.into() { expected } else { 0 })
            );
        }
    }
}
