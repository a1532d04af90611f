//! Statistics of up to 64 decks at once.

use super::lane::{DECKS, Lane, PLACES};
use super::processor::{Has, Processor};

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
    /// deck, about 12 ns for 52 cards with AVX-512.
    ///
    /// ```
    /// use faro::kernel::{Lane, Measures, Processor};
    /// let measures = Measures::of(&[Lane::of(&[0, 4, 1, 5, 2, 6, 3, 7])], 8, Processor::here());
    /// assert_eq!((measures.cycles[0], measures.inversions[0], measures.displacement[0]), (4, 6, 12));
    /// ```
    ///
    /// # Panics
    ///
    /// If there are more decks, or decks of more cards.
    pub fn of(decks: &[Lane], cards: usize, processor: Processor) -> Measures {
        assert!(decks.len() <= DECKS && cards <= PLACES, "{} decks of {cards} cards", decks.len());
        let mut measures = Measures::NONE;
        match processor.has() {
            #[cfg(target_arch = "x86_64")]
            Has::Avx512(avx512) => avx512.measures(decks, cards, &mut measures),
            #[cfg(target_arch = "x86_64")]
            Has::Avx2(avx2) => avx2.measures(decks, cards, &mut measures),
            Has::Nothing => plain(decks, cards, &mut measures),
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

/// Written plainly, and compiled for what the processor has.
#[inline(always)]
pub(super) fn plain(decks: &[Lane], cards: usize, measures: &mut Measures) {
    for (index, deck) in decks.iter().enumerate() {
        let mut goes = Lane::NEW;
        (0..cards).for_each(|place| goes.0[usize::from(deck.at(place)) % PLACES] = place as u8);
        let lies = deck.places();
        measures.fixed_points[index] = fixed_points(lies) - (PLACES - cards) as u16;
        measures.descents[index] = descents(lies);
        measures.rising_sequences[index] = descents(&goes.0) + u16::from(cards > 0);
        measures.displacement[index] = displacement(lies);
        measures.inversions[index] = inversions(lies, cards);
        measures.longest_increasing[index] = longest_increasing(lies, cards);
        measures.cycles[index] = cycles(*deck, goes, cards);
    }
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

/// Each card against the larger ones among those above it: the set of these is a word.
#[inline(always)]
fn inversions(lies: &[u8; PLACES], cards: usize) -> u16 {
    let (mut above, mut inversions) = (0u64, 0);
    for &card in &lies[..cards] {
        let larger = above >> (card % 64);
        inversions += larger.count_ones();
        above |= 1 << (card % 64);
    }
    inversions as u16
}

/// Patience sorting: a card goes onto the pile with the smallest top above it, or begins a pile.
///
/// The tops are the zeros of a word. Adding the card's bit runs through ones up to the next zero, the top
/// that is covered; ones that it ran through come back, but for the card, which is a top now (Hyyrö 2004,
/// for longest common subsequences).
#[inline(always)]
fn longest_increasing(lies: &[u8; PLACES], cards: usize) -> u16 {
    let mut tops = u64::MAX;
    for &card in &lies[..cards] {
        let card = 1u64 << (card % 64);
        tops = tops.wrapping_add(card) | (tops & !card);
    }
    tops.count_zeros() as u16
}

/// Card after card is taken out of its cycle: one that is left alone was a cycle. No step depends on how
/// the others went, but through the two tables.
#[inline(always)]
fn cycles(mut lies: Lane, mut goes: Lane, cards: usize) -> u16 {
    let mut cycles = 0;
    for last in (0..cards).rev() {
        let (card, place) = (lies.at(last), goes.at(last));
        lies.0[usize::from(place) % PLACES] = card;
        goes.0[usize::from(card) % PLACES] = place;
        cycles += u16::from(usize::from(card) == last);
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
        for (decks, processor) in
            decks.chunks(DECKS).flat_map(|decks| Processor::all().into_iter().map(move |one| (decks, one)))
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
        (0..=7).for_each(|cards| check(&orders(cards)));
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
