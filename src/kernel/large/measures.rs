//! Statistics of large decks, those of small ones by the same ideas: sets of cards are bits, of many words.

use super::{Card, LargeDecks};
use crate::simd::{Instructions, Processor};

/// So many decks take their cards in turn, so that none waits for itself.
pub(in crate::kernel) const FOUR: usize = 4;

/// The cards of a word.
const WORD: usize = 64;

/// The words of which it is counted one by one what was seen in words above.
const GROUP: usize = 16;

/// A count of 16 bits for each word of a group, which is enough for its 1024 cards.
type Counts = [u64; 4];

/// The statistics of a deck, in the order of [`Measures::each`](crate::kernel::Measures::each).
type Seven = [u64; 7];

impl<C: Card> LargeDecks<C> {
    /// The statistics of each of the first so many decks, in the order of
    /// [`Measures::each`](crate::kernel::Measures::each). O(n) for each deck but for longest increasing
    /// subsequences, which take O(n^1.5/64), and inversions, O(n²/2^14): some 2 µs for 416 cards with AVX-512, 5 without.
    ///
    /// ```
    /// use faro::kernel::{LargeDecks, Processor};
    /// let new = LargeDecks::<u8>::new(104).measures(1, Processor::detect());
    /// assert_eq!(new, [[104, 104, 0, 1, 0, 104, 0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If there are fewer.
    pub fn measures(&self, count: usize, processor: Processor) -> Vec<Seven> {
        let mut all = vec![[0; 7]; count];
        match processor.instructions() {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(avx512) => avx512.large_measures(self, &mut all),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => avx2.large_measures(self, &mut all),
            Instructions::Portable => measure(self, &mut all, by_sets(self.cards())),
        }
        all
    }
}

/// What sets of cards tell of a deck: inversions, and the length of a longest increasing subsequence.
pub(in crate::kernel) type BySets = [u64; 2];

/// Decks that take their cards in turn.
pub(in crate::kernel) type Four<'a, C> = [&'a [C]; FOUR];

/// Written plainly, and compiled for what the processor has.
#[inline(always)]
pub(in crate::kernel) fn measure<C: Card>(
    decks: &LargeDecks<C>,
    all: &mut [Seven],
    mut by_sets: impl FnMut(&Four<C>) -> [BySets; FOUR],
) {
    let mut places = vec![C::default(); decks.cards()];
    for (first, some) in (0..).step_by(FOUR).zip(all.chunks_mut(FOUR)) {
        // Where decks are fewer than four, the last stands in for more.
        let four: Four<C> = std::array::from_fn(|index| decks.deck(first + index.min(some.len() - 1)));
        let cycles = cycles(&four);
        let sets = by_sets(&four);
        for (index, measures) in some.iter_mut().enumerate() {
            let deck = four[index];
            (0..).zip(deck).for_each(|(place, &card)| places[index_of(card)] = C::of(place));
            let [inversions, longest] = sets[index];
            *measures = [
                cycles[index],
                fixed_points(deck),
                descents(deck),
                descents(&places) + 1,
                inversions,
                longest,
                displacement(deck),
            ];
        }
    }
}

#[inline(always)]
fn index_of<C: Card>(card: C) -> usize {
    card.into()
}

#[inline(always)]
fn fixed_points<C: Card>(deck: &[C]) -> u64 {
    let here = deck.iter().zip(0..).map(|(&card, place)| u32::from(Into::<u32>::into(card) == place));
    here.sum::<u32>().into()
}

#[inline(always)]
fn descents<C: Card>(deck: &[C]) -> u64 {
    let pairs = deck.iter().zip(&deck[1..]);
    pairs.map(|(above, below)| u32::from(above > below)).sum::<u32>().into()
}

#[inline(always)]
fn displacement<C: Card>(deck: &[C]) -> u64 {
    // Of up to 2^16 cards the sum is at most 2^31.
    let far = deck.iter().zip(0..).map(|(&card, place)| Into::<u32>::into(card).abs_diff(place));
    far.sum::<u32>().into()
}

/// Each step goes to the next card of the cycle, or where that has been, to the first card that has not.
#[inline(always)]
fn cycles<C: Card>(decks: &Four<C>) -> [u64; FOUR] {
    let cards = decks[0].len();
    // One more, which is always left, ends the search.
    let mut left = [(); FOUR].map(|()| vec![true; cards + 1]);
    let (mut at, mut first, mut cycles) = ([0; FOUR], [0; FOUR], [0; FOUR]);
    for _ in 0..cards {
        for (index, deck) in decks.iter().enumerate() {
            let left = &mut left[index];
            left[at[index]] = false;
            at[index] = index_of(deck[at[index]]);
            if !left[at[index]] {
                cycles[index] += 1;
                while !left[first[index]] {
                    first[index] += 1;
                }
                at[index] = first[index];
            }
        }
    }
    cycles
}

/// What has been seen of a deck, card after card.
struct Seen {
    /// The cards above.
    above: Vec<u64>,
    /// For each word the cards above that are in later words of its group, and for each group those in later
    /// groups.
    later: Vec<Counts>,
    later_groups: Vec<u32>,
    /// The tops of the piles of patience sorting, and one that never goes.
    tops: Vec<u64>,
    inversions: u64,
}

impl Seen {
    fn nothing(cards: usize) -> Seen {
        let words = cards.div_ceil(WORD);
        let groups = words.div_ceil(GROUP);
        Seen {
            above: vec![0; words],
            later: vec![[0; 4]; groups],
            later_groups: vec![0; groups],
            tops: vec![0; words + 1],
            inversions: 0,
        }
    }

    fn forget(&mut self) {
        self.above.fill(0);
        self.later.fill([0; 4]);
        self.later_groups.fill(0);
        self.tops.fill(0);
        self.inversions = 0;
    }

    #[inline(always)]
    fn see(&mut self, card: usize) {
        let (word, bit) = (card / WORD, 1u64 << (card % WORD));
        self.count_larger(word, card);
        self.above[word] |= bit;
        // A card goes onto the pile with the smallest top above it, or begins a pile.
        *self.tops.last_mut().expect("the one that never goes") = 1;
        let (mut at, mut tops) = (word, self.tops[word] & bit.wrapping_neg());
        while tops == 0 {
            at += 1;
            tops = self.tops[at];
        }
        self.tops[at] ^= tops & tops.wrapping_neg();
        self.tops[word] |= bit;
    }

    #[inline(always)]
    fn count_larger(&mut self, word: usize, card: usize) {
        let (group, within) = (word / GROUP, word % GROUP);
        let later = &mut self.later[group];
        let own = (self.above[word] >> (card % WORD)).count_ones();
        let in_group = later[within / 4] >> (within % 4 * 16) & 0xffff;
        self.inversions += in_group + u64::from(self.later_groups[group]) + u64::from(own);
        for (later, before) in later.iter_mut().zip(&BEFORE[within]) {
            *later += before;
        }
        for later in &mut self.later_groups[..group] {
            *later += 1;
        }
    }

    fn tops(&self) -> u64 {
        let words = self.tops.iter().rev().skip(1);
        words.map(|word| u64::from(word.count_ones())).sum()
    }
}

/// A 1 for each word of a group that is before this one.
static BEFORE: [Counts; GROUP] = {
    let (mut before, mut word) = ([[0; 4]; GROUP], 0);
    while word < GROUP * GROUP {
        let (one, other) = (word / GROUP, word % GROUP);
        before[one][other / 4] |= ((other < one) as u64) << (other % 4 * 16);
        word += 1;
    }
    before
};

/// What tells of four decks of so many cards at a time.
#[inline(always)]
pub(in crate::kernel) fn by_sets<C: Card>(cards: usize) -> impl FnMut(&Four<C>) -> [BySets; FOUR] {
    let mut seen = [(); FOUR].map(|()| Seen::nothing(cards));
    move |decks| {
        seen.iter_mut().for_each(Seen::forget);
        for place in 0..cards {
            for (seen, deck) in seen.iter_mut().zip(decks) {
                seen.see(index_of(deck[place]));
            }
        }
        std::array::from_fn(|index| [seen[index].inversions, seen[index].tops()])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::{LargeKernel, SEED, Step, Words};

    /// The definitions.
    fn defined(deck: &[u32]) -> Seven {
        let count = |of: usize| of as u64;
        let pairs = || (0..deck.len()).flat_map(|below| (0..below).map(move |above| (above, below)));
        let mut places = vec![0; deck.len()];
        deck.iter().enumerate().for_each(|(place, &card)| places[card as usize] = place);
        let (mut seen, mut cycles) = (vec![false; deck.len()], 0);
        for start in 0..deck.len() {
            cycles += u64::from(!seen[start]);
            let mut place = start;
            while !seen[place] {
                seen[place] = true;
                place = deck[place] as usize;
            }
        }
        let mut longest = vec![1; deck.len()];
        for (above, below) in pairs().filter(|&(above, below)| deck[above] < deck[below]) {
            longest[below] = longest[below].max(longest[above] + 1);
        }
        [
            cycles,
            count(deck.iter().enumerate().filter(|&(place, &card)| card as usize == place).count()),
            count(deck.windows(2).filter(|pair| pair[0] > pair[1]).count()),
            count(places.windows(2).filter(|pair| pair[0] > pair[1]).count() + 1),
            count(pairs().filter(|&(above, below)| deck[above] > deck[below]).count()),
            longest.into_iter().max().unwrap(),
            deck.iter().enumerate().map(|(place, &card)| count(place.abs_diff(card as usize))).sum(),
        ]
    }

    fn check<C: Card>(decks: &LargeDecks<C>, count: usize) {
        let defined: Vec<Seven> = (0..count)
            .map(|index| defined(&decks.deck(index).iter().map(|&card| card.into()).collect::<Vec<u32>>()))
            .collect();
        for processor in Processor::available() {
            assert_eq!(decks.measures(count, processor), defined, "{processor:?}");
        }
    }

    fn shuffled<C: Card>(cards: usize, steps: &[Step], seed: u8) -> LargeDecks<C> {
        let mut decks = LargeDecks::new(cards);
        LargeKernel::new(cards, steps).unwrap().shuffle(&mut decks, &mut Words::seeded(&[seed; SEED]));
        decks
    }

    #[test]
    fn decks_of_many_sizes() {
        let largest = if cfg!(miri) { 128 } else { 3000 };
        for cards in [65, 104, 127, 128, 129, 255, 256].into_iter().filter(|&cards| cards <= largest) {
            let decks = shuffled::<u8>(cards, &[Step::Uniform], 1);
            check(&decks, if cfg!(miri) { 2 } else { decks.count() });
        }
        for cards in [257, 416, 1023, 1024, 1025, 3000].into_iter().filter(|&cards| cards <= largest) {
            check(&shuffled::<u16>(cards, &[Step::Uniform], 2), 1);
            check(&shuffled::<u16>(cards, &[Step::Riffles(2)], 3), 1);
        }
    }

    /// The extremes leave no counter: new and reversed decks, of 65,536 cards too.
    #[test]
    #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
    fn extremes() {
        let reversed = |cards: u32| Step::Move((0..cards).rev().collect());
        check(&LargeDecks::<u8>::new(256), 3);
        check(&shuffled::<u8>(256, &[reversed(256)], 1), 5);
        let n = 65_536u64;
        let largest = shuffled::<u16>(n as usize, &[reversed(n as u32)], 1);
        for processor in Processor::available() {
            let new = LargeDecks::<u16>::new(n as usize).measures(1, processor);
            assert_eq!(new, [[n, n, 0, 1, 0, n, 0]]);
            let expected = [n / 2, 0, n - 1, n, n * (n - 1) / 2, 1, n * n / 2];
            assert_eq!(largest.measures(1, processor), [expected]);
        }
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "long, and the sizes above are there")]
        fn any_decks(cards in 65..=600usize, count in 1..=8usize, riffles in 0..=4u32, seed in 1..=255u8) {
            let steps = if riffles == 0 { [Step::Uniform] } else { [Step::Riffles(riffles)] };
            let decks = shuffled::<u16>(cards, &steps, seed);
            check(&decks, count.min(decks.count()));
        }
    }
}
