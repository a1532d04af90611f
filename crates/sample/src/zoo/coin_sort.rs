//! Sorting algorithms whose comparisons toss a coin.

use super::random_sort::by_insertion::{binary, heap, insertion, merge};
use super::scratch::{with_copy, with_zeros};
use crate::shuffle::{Choices, Shuffle};
use faro_simd::{Instructions, Processor};

/// Sorting with a comparison that tosses a coin, as in `sort(() => Math.random() - 0.5)`.
///
/// The law of the result depends on the sorting algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoinSort {
    /// Insertion sort: each card moves up from the end of the sorted part as long as the coin says "less".
    Insertion,
    /// Merge sort: the halves are sorted, then merged from their heads. In an odd deck the second half is
    /// larger.
    Merge,
    /// Quicksort with the first card as pivot. The other cards go before or after it, and keep their order.
    Quick,
    /// Heapsort (Williams 1964; Floyd 1964).
    ///
    /// A heap is built from the middle down. Then its root is removed repeatedly.
    Heap,
    /// Binary insertion after the run at the start, as in TimSort (Peters 2002).
    ///
    /// TimSort sorts fewer than 64 cards in this way in V8 and Python.
    Binary,
}

impl Shuffle for CoinSort {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        match self {
            CoinSort::Insertion => insertion(deck, &mut || is_heads(choices)),
            CoinSort::Merge => merge(deck, 0, &mut || is_heads(choices)),
            CoinSort::Quick => quick(deck, choices),
            CoinSort::Heap => heap(deck, &mut || is_heads(choices)),
            CoinSort::Binary => binary(deck, &mut || is_heads(choices)),
        }
    }
}

fn is_heads<C: Choices + ?Sized>(choices: &mut C) -> bool {
    choices.below(2) == 1
}

fn quick<C: Choices + ?Sized>(deck: &mut [u32], choices: &mut C) {
    if deck.len() <= MAX_SET_CARDS {
        return quick_few(deck, choices);
    }
    let Some(&pivot) = deck.first() else { return };
    let middle = with_zeros(deck.len(), |behind| {
        // Each card is written to both sides, and only one of them advances. This avoids a branch that could
        // be mispredicted.
        let (mut middle, mut rest) = (0, 0);
        for index in 1..deck.len() {
            let (card, before) = (deck[index], is_heads(choices));
            (deck[middle], behind[rest]) = (card, card);
            (middle, rest) = (middle + usize::from(before), rest + usize::from(!before));
        }
        deck[middle] = pivot;
        deck[middle + 1..].copy_from_slice(&behind[..rest]);
        middle
    });
    quick(&mut deck[..middle], choices);
    quick(&mut deck[middle + 1..], choices);
}

/// Maximum number of cards for which a set of cards is a 64-bit number.
const MAX_SET_CARDS: usize = 64;

fn quick_few<C: Choices + ?Sized>(deck: &mut [u32], mut choices: &mut C) {
    match Processor::detect().instructions() {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512(avx512) => quick_few_avx512(avx512, deck, &mut choices),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2(avx2) => quick_few_avx2(avx2, deck, &mut choices),
        Instructions::Portable | Instructions::Neon(_) | Instructions::Simd128(_) => {
            quick_sets(deck, &mut choices, deposit);
        }
    }
}

/// Sorts by sets of cards. A set is a number in which bit i is the i-th card. Each card is the pivot once. No
/// branch can be mispredicted.
#[inline(always)]
fn quick_sets<C: Choices>(deck: &mut [u32], choices: &mut C, deposit: impl Fn(u64, u64) -> u64) {
    with_copy(deck, |deck, cards| {
        // The sets that are not sorted yet, and the positions where they begin. An empty set is overwritten
        // by the next.
        let mut left = [(0, 0); MAX_SET_CARDS + 2];
        left[0].0 = u64::MAX
            .checked_shr((MAX_SET_CARDS - cards.len()) as u32)
            .unwrap_or(0);
        let mut count = 1;
        for _ in cards {
            let (set, begin) = left[count - 1];
            let rest = set & set.wrapping_sub(1);
            let before = deposit(choices.coins(rest.count_ones() as usize), rest);
            let (after, place) = (rest & !before, begin + before.count_ones() as usize);
            deck[place] = cards[set.trailing_zeros() as usize];
            left[count - 1] = (after, place + 1);
            count -= usize::from(after == 0);
            left[count] = (before, begin);
            count += usize::from(before != 0);
        }
    });
}

/// Moves the lowest bits of `bits` to the positions of the ones of `mask`, from the lowest one on.
fn deposit(mut bits: u64, mut mask: u64) -> u64 {
    let mut deposited = 0;
    while mask != 0 {
        deposited |= mask & mask.wrapping_neg() & (bits & 1).wrapping_neg();
        (bits, mask) = (bits >> 1, mask & (mask - 1));
    }
    deposited
}

#[cfg(target_arch = "x86_64")]
faro_simd::avx512_fn! {
    fn quick_few_avx512<C: Choices>(_avx512: Avx512, deck: &mut [u32], choices: &mut C) {
        quick_sets(deck, choices, |bits, mask| std::arch::x86_64::_pdep_u64(bits, mask));
    }
}

#[cfg(target_arch = "x86_64")]
faro_simd::avx2_fn! {
    fn quick_few_avx2<C: Choices>(_avx2: Avx2, deck: &mut [u32], choices: &mut C) {
        quick_sets(deck, choices, |bits, mask| std::arch::x86_64::_pdep_u64(bits, mask));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{Generator, Seed};

    /// A plain quicksort of lists, with the same comparisons.
    fn sorted(cards: &[u32], choices: &mut Generator) -> Vec<u32> {
        let Some((&pivot, rest)) = cards.split_first() else {
            return Vec::new();
        };
        let (before, after): (Vec<u32>, Vec<u32>) = rest.iter().partition(|_| is_heads(choices));
        let mut all = sorted(&before, choices);
        all.push(pivot);
        all.extend(sorted(&after, choices));
        all
    }

    #[test]
    fn sets_are_sorted_like_lists() {
        for cards in (0..70).chain([200]) {
            let [mut one, mut other, mut portable] =
                [0; 3].map(|_| Generator::unit(&Seed::from(2), 0));
            for _ in 0..20 {
                let mut deck: Vec<u32> = (0..cards).collect();
                let (expected, mut by_sets) = (sorted(&deck, &mut other), deck.clone());
                quick(&mut deck, &mut one);
                assert_eq!(deck, expected);
                if deck.len() <= MAX_SET_CARDS {
                    quick_sets(&mut by_sets, &mut portable, deposit);
                    assert_eq!(by_sets, expected);
                }
            }
        }
    }

    #[test]
    fn bits_go_to_the_ones_of_the_mask() {
        let numbers = [
            0,
            1,
            5,
            0xff00_ff00_1234_5678,
            1 << 63,
            u64::MAX - 7,
            u64::MAX,
        ];
        for (bits, mask) in numbers
            .iter()
            .flat_map(|&bits| numbers.map(|mask| (bits, mask)))
        {
            let ones = (0..64).filter(|&index| mask >> index & 1 == 1);
            let expected = ones
                .enumerate()
                .fold(0, |all, (index, to)| all | (bits >> index & 1) << to);
            assert_eq!(deposit(bits, mask), expected);
        }
    }
}
