use super::values::Measures;
use crate::kernel::small_deck::{POSITIONS, SmallDeck};
use crate::permutation::Statistic;

/// The decks that are processed together, card by card, so that the processor need not wait for one deck.
const FOUR: usize = 4;

/// Computes all statistics. A caller may compile this for more instructions; the states of `SETS` decks fit its registers.
#[inline(always)]
pub(super) fn measure_all<const SETS: usize>(decks: &[SmallDeck], cards: usize, measures: &mut Measures) {
    for (decks, first) in decks.chunks(FOUR).zip((0..).step_by(FOUR)) {
        let mut four = [SmallDeck::NEW; FOUR];
        four[..decks.len()].copy_from_slice(decks);
        for (deck, index) in four.iter().zip(first..) {
            measures.values_mut(Statistic::FixedPoints)[index] =
                fixed_points(deck.cards()) - (POSITIONS - cards) as u16;
            measures.values_mut(Statistic::Descents)[index] = descents(deck.cards());
            measures.values_mut(Statistic::Displacement)[index] = displacement(deck.cards());
        }
        measures.values_mut(Statistic::Cycles)[first..first + FOUR].copy_from_slice(&cycles(&four, cards));
        for (decks, first) in four.as_chunks::<SETS>().0.iter().zip((first..).step_by(SETS)) {
            measure_by_sets(decks, cards, first, measures);
        }
    }
}

/// The count is a byte, so that the loop runs in byte lanes of registers.
#[inline(always)]
fn fixed_points(cards: &[u8; POSITIONS]) -> u16 {
    let pairs = cards.iter().zip(&SmallDeck::NEW.0);
    pairs.fold(0, |sum: u8, (card, position)| sum + u8::from(card == position)).into()
}

#[inline(always)]
fn descents(cards: &[u8; POSITIONS]) -> u16 {
    let pairs = cards[..POSITIONS - 1].iter().zip(&cards[1..]);
    pairs.fold(0, |sum: u8, (above, below)| sum + u8::from(above > below)).into()
}

#[inline(always)]
fn displacement(cards: &[u8; POSITIONS]) -> u16 {
    let pairs = cards.iter().zip(&SmallDeck::NEW.0);
    pairs.fold(0, |sum, (card, position)| sum + u16::from(card.abs_diff(*position)))
}

/// The state of a pass through a deck, card by card from the top. A set of cards is a `u64`, one bit for each card.
#[derive(Clone, Copy)]
struct Pass {
    /// The cards so far.
    above: u64,
    /// Those whose predecessor came before them: they do not begin a rising sequence.
    followers: u64,
    /// The zeros are the top cards of the piles of patience sorting, of which there are as many as cards in a longest
    /// increasing subsequence. A card goes on the pile with the smallest top card that is larger, or begins a pile.
    /// Adding its bit carries through ones up to the next zero, the top card that it covers. The ones that the
    /// carry cleared are restored, except for the new top card (Hyyrö 2004, for longest common subsequences).
    tops: u64,
    inversions: u32,
}

impl Pass {
    const START: Pass = Pass { above: 0, followers: 0, tops: u64::MAX, inversions: 0 };

    #[inline(always)]
    fn take(&mut self, card: u8) {
        let bit = 1u64 << (card % 64);
        self.inversions += (self.above >> (card % 64)).count_ones();
        self.followers |= bit & (self.above << 1);
        self.above |= bit;
        self.tops = self.tops.wrapping_add(bit) | (self.tops & !bit);
    }
}

#[inline(always)]
fn measure_by_sets<const SETS: usize>(
    decks: &[SmallDeck; SETS],
    cards: usize,
    first: usize,
    measures: &mut Measures,
) {
    let mut passes = [Pass::START; SETS];
    for position in 0..cards {
        passes.iter_mut().zip(decks).for_each(|(pass, deck)| pass.take(deck.at(position)));
    }
    for (pass, index) in passes.iter().zip(first..) {
        measures.values_mut(Statistic::RisingSequences)[index] =
            cards as u16 - pass.followers.count_ones() as u16;
        measures.values_mut(Statistic::Inversions)[index] = pass.inversions as u16;
        measures.values_mut(Statistic::LongestIncreasing)[index] = pass.tops.count_zeros() as u16;
    }
}

/// Each step goes to the next card of the cycle, or if that was visited, to the first card that was not. There are as
/// many steps as cards, and no branch that could be mispredicted. This must not be inlined into a function that
/// is compiled for vector instructions: the compiler would put the four decks into one register, and take four times
/// as long.
#[inline(never)]
fn cycles(decks: &[SmallDeck; FOUR], cards: usize) -> [u16; FOUR] {
    let mut left = [u64::MAX.checked_shr((POSITIONS - cards) as u32).unwrap_or(0); FOUR];
    let (mut at, mut cycles) = ([0u32; FOUR], [0; FOUR]);
    for _ in 0..cards {
        for (index, deck) in decks.iter().enumerate() {
            left[index] &= !(1 << at[index]);
            let next = u32::from(deck.at(at[index] as usize)) % 64;
            let continues = left[index] >> next & 1 == 1;
            cycles[index] += u16::from(!continues);
            at[index] = if continues { next } else { left[index].trailing_zeros() % 64 };
        }
    }
    cycles
}
