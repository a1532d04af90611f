use super::Statistic;
use crate::Permutation;

/// Sets of so many cards are a word of bits.
const WORD: usize = u64::BITS as usize;

/// The statistics of one deck, but for the position of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measures {
    cycles: u64,
    fixed_points: u64,
    descents: u64,
    rising_sequences: u64,
    inversions: u64,
    longest_increasing: u64,
    displacement: u64,
}

impl Measures {
    /// Of a deck that holds each of its cards once. O(n) for up to 64 cards, O(n log n) beyond.
    #[inline]
    pub fn of(deck: &[u32]) -> Measures {
        if deck.len() <= WORD { Measures::by_bits(deck) } else { Measures::by_permutation(deck) }
    }

    /// Of a large deck, by the algorithms of [`Permutation`].
    fn by_permutation(deck: &[u32]) -> Measures {
        let moved = Permutation::from_deck(deck).expect("a deck holds each card once");
        Measures {
            cycles: moved.cycles().iter().count() as u64,
            fixed_points: moved.fixed_points() as u64,
            descents: descents(deck),
            rising_sequences: moved.rising_sequences() as u64,
            inversions: moved.inversions(),
            longest_increasing: moved.longest_increasing_subsequence() as u64,
            displacement: moved.displacement(),
        }
    }

    /// Of up to 64 cards, with sets of cards as bits, in one pass and one for the cycles.
    #[inline]
    fn by_bits(deck: &[u32]) -> Measures {
        let mut measures = Measures { cycles: cycles(deck), descents: descents(deck), ..Measures::default() };
        // The cards above, and the tops of the piles of patience sorting.
        let (mut above, mut tops) = (0u64, 0u64);
        for (position, &card) in (0..).zip(deck) {
            let this = 1u64 << card;
            let larger = u64::MAX << card;
            measures.fixed_points += u64::from(position == card);
            measures.displacement += u64::from(card.abs_diff(position));
            measures.inversions += u64::from((above & larger).count_ones());
            // A card begins a rising sequence unless the card before it lies above.
            measures.rising_sequences += u64::from((above << 1) & this == 0);
            above |= this;
            // It covers the smallest top that is larger, or begins a pile.
            let covered = tops & larger;
            tops = (tops ^ (covered & covered.wrapping_neg())) | this;
        }
        measures.longest_increasing = tops.count_ones().into();
        measures
    }

    /// A statistic; none for the position of a card.
    #[cfg(test)]
    fn get(&self, statistic: Statistic) -> Option<u64> {
        self.each().into_iter().find(|(which, _)| *which == statistic).map(|(_, value)| value)
    }

    /// Each statistic with its value, in the order of [`Statistic::ALL`], without the position.
    #[inline]
    pub fn each(&self) -> [(Statistic, u64); 7] {
        [
            (Statistic::Cycles, self.cycles),
            (Statistic::FixedPoints, self.fixed_points),
            (Statistic::Descents, self.descents),
            (Statistic::RisingSequences, self.rising_sequences),
            (Statistic::Inversions, self.inversions),
            (Statistic::LongestIncreasing, self.longest_increasing),
            (Statistic::Displacement, self.displacement),
        ]
    }
}

fn descents(deck: &[u32]) -> u64 {
    deck.windows(2).filter(|pair| pair[0] > pair[1]).count() as u64
}

/// The cycles of up to 64 cards: the cards that were not met yet are the bits that are left.
#[inline]
fn cycles(deck: &[u32]) -> u64 {
    let mut left = u64::MAX.checked_shr((WORD - deck.len()) as u32).unwrap_or(0);
    let mut cycles = 0;
    while left != 0 {
        let mut card = left.trailing_zeros();
        while left & (1 << card) != 0 {
            left ^= 1 << card;
            card = deck[card as usize];
        }
        cycles += 1;
    }
    cycles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_worked_deck() {
        let measures = Measures::of(&[0, 4, 1, 5, 2, 6, 3, 7]);
        let values = Statistic::ALL.map(|statistic| measures.get(statistic));
        assert_eq!(values, [Some(4), Some(2), Some(3), Some(2), Some(6), Some(5), Some(12), None]);
    }

    #[test]
    fn no_cards() {
        assert_eq!(Measures::of(&[]), Measures::by_permutation(&[]));
    }

    /// All decks of up to six cards.
    #[test]
    fn bits_count_what_permutations_count() {
        for cards in 1..=6usize {
            for rank in 0..(1..=cards).product() {
                let deck = Permutation::unrank(cards, rank).unwrap().to_deck();
                assert_eq!(Measures::by_bits(&deck), Measures::by_permutation(&deck), "{deck:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn bits_count_larger_decks(keys in proptest::collection::vec(any::<u64>(), 1..=64)) {
            let mut deck: Vec<u32> = (0..keys.len() as u32).collect();
            deck.sort_by_key(|&card| (keys[card as usize], card));
            prop_assert_eq!(Measures::by_bits(&deck), Measures::by_permutation(&deck));
        }
    }
}
