//! Statistics of up to 64 decks at once.

use super::lane::{DECKS, Lane, PLACES};
use super::measure::Measure;
use crate::simd::{Instructions, Processor};

/// The statistics of some decks, deck after deck.
///
/// Of decks that hold each of their cards once; counts of others mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures {
    /// The number of cycles, fixed points included.
    pub cycles: [u16; DECKS],
    /// The number of cards at the place where they started.
    pub fixed_points: [u16; DECKS],
    /// The number of cards that lie directly above a smaller one.
    pub descents: [u16; DECKS],
    /// How often the deck must be gone through to pick up the cards in their first order.
    pub rising_sequences: [u16; DECKS],
    /// The number of pairs of cards whose order is turned round.
    pub inversions: [u16; DECKS],
    /// The most cards that keep their order.
    pub longest_increasing: [u16; DECKS],
    /// The distance that all cards went together.
    pub displacement: [u16; DECKS],
}

impl Measures {
    const NONE: Measures = Measures {
        cycles: [0; DECKS],
        fixed_points: [0; DECKS],
        descents: [0; DECKS],
        rising_sequences: [0; DECKS],
        inversions: [0; DECKS],
        longest_increasing: [0; DECKS],
        displacement: [0; DECKS],
    };

    /// Of up to 64 decks of so many cards; what stands behind the last means nothing. O(cards) for each
    /// deck: about 11 ns for 52 cards with AVX-512.
    ///
    /// ```
    /// use faro::kernel::{Lane, Measures, Processor};
    /// let measures = Measures::of(&[Lane::of(&[0, 4, 1, 5, 2, 6, 3, 7])], 8, Processor::detect());
    /// assert_eq!((measures.cycles[0], measures.inversions[0], measures.displacement[0]), (4, 6, 12));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more decks, or decks of more cards.
    pub fn of(decks: &[Lane], cards: usize, processor: Processor) -> Measures {
        assert!(decks.len() <= DECKS && cards <= PLACES, "{} decks of {cards} cards", decks.len());
        let mut measures = Measures::NONE;
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.measures(decks, cards, &mut measures),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.measures(decks, cards, &mut measures),
            Instructions::Portable => plain::<2>(decks, cards, &mut measures),
        }
        measures
    }

    /// All of them, in the order in which they stand here.
    pub fn each(&self) -> [&[u16; DECKS]; 7] {
        [
            &self.cycles,
            &self.fixed_points,
            &self.descents,
            &self.rising_sequences,
            &self.inversions,
            &self.longest_increasing,
            &self.displacement,
        ]
    }
}

/// So many decks take their cards in turn, so that none waits for itself.
const FOUR: usize = 4;

/// Written plainly, and compiled for what the processor has; sets of `SETS` decks fit its registers.
#[inline(always)]
pub(super) fn plain<const SETS: usize>(decks: &[Lane], cards: usize, measures: &mut Measures) {
    for (decks, first) in decks.chunks(FOUR).zip((0..).step_by(FOUR)) {
        let mut four = [Lane::NEW; FOUR];
        four[..decks.len()].copy_from_slice(decks);
        for (lane, index) in four.iter().zip(first..) {
            measures.fixed_points[index] = fixed_points(lane.places()) - (PLACES - cards) as u16;
            measures.descents[index] = descents(lane.places());
            measures.displacement[index] = displacement(lane.places());
        }
        measures.cycles[first..first + FOUR].copy_from_slice(&cycles(&four, cards));
        for (decks, first) in four.as_chunks::<SETS>().0.iter().zip((first..).step_by(SETS)) {
            by_sets(decks, cards, first, measures);
        }
    }
}

/// One of the three that need no sets, written plainly.
#[inline(always)]
pub(super) fn alone(measure: Measure, decks: &[Lane], cards: usize, values: &mut [u16; DECKS]) {
    match measure {
        Measure::FixedPoints => {
            let behind = (PLACES - cards) as u16;
            one_by_one(decks, values, |lies| fixed_points(lies) - behind);
        }
        Measure::Descents => one_by_one(decks, values, descents),
        _ => {
            for (decks, values) in decks.chunks(FOUR).zip(values.as_chunks_mut::<FOUR>().0) {
                let mut four = [Lane::NEW; FOUR];
                four[..decks.len()].copy_from_slice(decks);
                *values = cycles(&four, cards);
            }
        }
    }
}

#[inline(always)]
fn one_by_one(decks: &[Lane], values: &mut [u16; DECKS], of: impl Fn(&[u8; PLACES]) -> u16) {
    values.iter_mut().zip(decks).for_each(|(value, deck)| *value = of(deck.places()));
}

/// Counted in bytes: the lanes of a vector.
#[inline(always)]
fn fixed_points(lies: &[u8; PLACES]) -> u16 {
    let here = lies.iter().zip(&Lane::NEW.0).fold(0, |sum: u8, (card, place)| sum + u8::from(card == place));
    here.into()
}

#[inline(always)]
fn descents(lies: &[u8; PLACES]) -> u16 {
    let pairs = lies[..PLACES - 1].iter().zip(&lies[1..]);
    pairs.fold(0, |sum: u8, (above, below)| sum + u8::from(above > below)).into()
}

#[inline(always)]
fn displacement(lies: &[u8; PLACES]) -> u16 {
    lies.iter().zip(&Lane::NEW.0).fold(0, |sum, (card, place)| sum + u16::from(card.abs_diff(*place)))
}

/// What has been seen of a deck, card after card: sets of cards are words.
#[derive(Clone, Copy)]
struct Seen {
    /// The cards above.
    above: u64,
    /// Those that had their neighbour above them when they came: they begin no rising sequence.
    followed: u64,
    /// The tops of the piles of patience sorting are the zeros. A card goes onto the pile with the smallest
    /// top above it, or begins a pile. Adding its bit runs through ones up to the next zero, the top that
    /// is covered; ones that it ran through come back, but for the card, which is a top now (Hyyrö 2004,
    /// for longest common subsequences).
    tops: u64,
    inversions: u32,
}

impl Seen {
    const NOTHING: Seen = Seen { above: 0, followed: 0, tops: u64::MAX, inversions: 0 };

    #[inline(always)]
    fn see(&mut self, card: u8) {
        let bit = 1u64 << (card % 64);
        self.inversions += (self.above >> (card % 64)).count_ones();
        self.followed |= bit & (self.above << 1);
        self.above |= bit;
        self.tops = self.tops.wrapping_add(bit) | (self.tops & !bit);
    }
}

#[inline(always)]
fn by_sets<const SETS: usize>(decks: &[Lane; SETS], cards: usize, first: usize, measures: &mut Measures) {
    let mut seen = [Seen::NOTHING; SETS];
    for place in 0..cards {
        seen.iter_mut().zip(decks).for_each(|(seen, deck)| seen.see(deck.at(place)));
    }
    for (seen, index) in seen.iter().zip(first..) {
        measures.rising_sequences[index] = cards as u16 - seen.followed.count_ones() as u16;
        measures.inversions[index] = seen.inversions as u16;
        measures.longest_increasing[index] = seen.tops.count_zeros() as u16;
    }
}

/// Each step goes to the next card of the cycle, or where that has been, to the first card that has not: as
/// many steps as cards, and nothing to foretell. Never part of a function that is compiled for vectors: four
/// decks look like one then, and take four times as long.
#[inline(never)]
fn cycles(decks: &[Lane; FOUR], cards: usize) -> [u16; FOUR] {
    let mut left = [u64::MAX.checked_shr((PLACES - cards) as u32).unwrap_or(0); FOUR];
    let (mut at, mut cycles) = ([0u32; FOUR], [0; FOUR]);
    for _ in 0..cards {
        for (index, deck) in decks.iter().enumerate() {
            left[index] &= !(1 << at[index]);
            let next = u32::from(deck.at(at[index] as usize)) % 64;
            let goes_on = left[index] >> next & 1 == 1;
            cycles[index] += u16::from(!goes_on);
            at[index] = if goes_on { next } else { left[index].trailing_zeros() % 64 };
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definitions.
    fn defined(deck: &[u8]) -> [u16; 7] {
        let count = |of: usize| of as u16;
        let pairs = || (0..deck.len()).flat_map(|below| (0..below).map(move |above| (above, below)));
        let place = |card: usize| deck.iter().position(|&lies| usize::from(lies) == card).unwrap();
        let mut seen = vec![false; deck.len()];
        let mut cycles = 0;
        for start in 0..deck.len() {
            cycles += u16::from(!seen[start]);
            let mut place = start;
            while !seen[place] {
                seen[place] = true;
                place = deck[place].into();
            }
        }
        let mut longest = vec![1; deck.len()];
        for (above, below) in pairs().filter(|&(above, below)| deck[above] < deck[below]) {
            longest[below] = longest[below].max(longest[above] + 1);
        }
        // Going through the deck, cards are picked up in order until one lies above the last.
        let turns = (1..deck.len()).filter(|&card| place(card) < place(card - 1)).count();
        [
            cycles,
            count(deck.iter().enumerate().filter(|&(place, &card)| usize::from(card) == place).count()),
            count(deck.windows(2).filter(|pair| pair[0] > pair[1]).count()),
            count(turns + usize::from(!deck.is_empty())),
            count(pairs().filter(|&(above, below)| deck[above] > deck[below]).count()),
            longest.into_iter().max().unwrap_or(0),
            deck.iter().enumerate().map(|(place, &card)| count(place.abs_diff(card.into()))).sum(),
        ]
    }

    fn check(decks: &[Vec<u8>]) {
        for (decks, processor) in decks
            .chunks(DECKS)
            .flat_map(|decks| Processor::available().into_iter().map(move |one| (decks, one)))
        {
            let lanes: Vec<Lane> = decks
                .iter()
                .map(|deck| Lane::of(&deck.iter().map(|&card| card.into()).collect::<Vec<u32>>()))
                .collect();
            let found = Measures::of(&lanes, decks[0].len(), processor);
            for (index, deck) in decks.iter().enumerate() {
                let measured = found.each().map(|values| values[index]);
                assert_eq!(measured, defined(deck), "{processor:?} {deck:?}");
            }
            for (measure, all) in Measure::ALL.into_iter().zip(found.each()) {
                let alone = measure.of(&lanes, decks[0].len(), processor);
                assert_eq!(alone[..lanes.len()], all[..lanes.len()], "{processor:?} {measure:?}");
            }
        }
    }

    /// All orders of so many cards.
    fn orders(cards: u8) -> Vec<Vec<u8>> {
        let mut orders = vec![vec![]];
        for card in 0..cards {
            let longer = |order: &Vec<u8>| {
                (0..=order.len())
                    .map(|place| [&order[..place], &[card], &order[place..]].concat())
                    .collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        orders
    }

    #[test]
    fn all_orders_of_up_to_seven_cards() {
        let largest = if cfg!(miri) { 4 } else { 7 };
        (0..=largest).for_each(|cards| check(&orders(cards)));
    }

    /// The extremes of 64 cards leave no counter.
    #[test]
    fn extremes() {
        let new: Vec<u8> = (0..64).collect();
        let reversed = new.iter().rev().copied().collect();
        let turned = (0..64).map(|place| (place + 1) % 64).collect();
        check(&[new, reversed, turned]);
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
        fn any_decks(keys in proptest::collection::vec(any::<[u64; 3]>(), 0..=PLACES)) {
            let sorted = |by: usize| {
                let mut deck: Vec<u8> = (0..keys.len() as u8).collect();
                deck.sort_by_key(|&card| (keys[usize::from(card)][by], card));
                deck
            };
            check(&[sorted(0), sorted(1), sorted(2)]);
        }
    }
}
