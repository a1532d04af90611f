use crate::kernel::large::card::Card;
use crate::kernel::large::decks::LargeDecks;

/// The decks that are processed together, card by card, so that the processor need not wait for one deck.
pub(super) const FOUR: usize = 4;

/// The cards of a block: a set of cards has a `u64` for each block.
const BLOCK: usize = 64;

/// The blocks of a group. Cards in later blocks of the same group, and in later groups, are counted separately.
const GROUP: usize = 16;

/// A count for each block of a group, 16 bits each, which is enough for the 1024 cards of a group.
type Counts = [u64; 4];

/// The statistics that need sets of cards: inversions, and the length of a longest increasing subsequence.
pub(super) type BySets = [u64; 2];

/// Computes all statistics, given a function for those that need sets of four decks, or of one. A caller may compile
/// this for more instructions.
#[inline(always)]
pub(super) fn measure<C: Card>(
    decks: &LargeDecks<C>,
    all: &mut [[u64; 7]],
    mut by_sets: impl FnMut(&[&[C]]) -> [BySets; FOUR],
) {
    let mut positions = vec![C::default(); decks.cards()];
    let mut done = 0;
    while done < all.len() {
        let size = if all.len() - done < FOUR { 1 } else { FOUR };
        let some: [&[C]; FOUR] = std::array::from_fn(|index| decks.deck(done + index.min(size - 1)));
        // Called from one place only: a function that is called from two may not be compiled for more instructions.
        let sets = by_sets(&some[..size]);
        if size == FOUR {
            all[done..done + FOUR].copy_from_slice(&measure_some(&some, &sets, &mut positions));
        } else {
            [all[done]] = measure_some(&[some[0]], &sets, &mut positions);
        }
        done += size;
    }
}

/// Computes the statistics of N decks, given those by sets.
#[inline(always)]
fn measure_some<C: Card, const N: usize>(
    decks: &[&[C]; N],
    sets: &[BySets; FOUR],
    positions: &mut [C],
) -> [[u64; 7]; N] {
    let cycles = cycles(decks);
    std::array::from_fn(|index| {
        let (deck, [inversions, longest]) = (decks[index], sets[index]);
        let from_number = |position| C::from_number(position);
        (0..).zip(deck).for_each(|(position, &card)| positions[index_of(card)] = from_number(position));
        [
            cycles[index],
            fixed_points(deck),
            descents(deck),
            descents(positions) + 1,
            inversions,
            longest,
            displacement(deck),
        ]
    })
}

#[inline(always)]
fn index_of<C: Card>(card: C) -> usize {
    card.into()
}

#[inline(always)]
fn fixed_points<C: Card>(deck: &[C]) -> u64 {
    let fixed = deck.iter().zip(0..).map(|(&card, position)| u32::from(Into::<u32>::into(card) == position));
    fixed.sum::<u32>().into()
}

#[inline(always)]
fn descents<C: Card>(deck: &[C]) -> u64 {
    let pairs = deck.iter().zip(&deck[1..]);
    pairs.map(|(above, below)| u32::from(above > below)).sum::<u32>().into()
}

#[inline(always)]
fn displacement<C: Card>(deck: &[C]) -> u64 {
    // For at most 2^16 cards the sum is at most 2^31.
    let distances = deck.iter().zip(0..).map(|(&card, position)| Into::<u32>::into(card).abs_diff(position));
    distances.sum::<u32>().into()
}

/// Each step goes to the next card of the cycle, or if that was visited, to the first card that was not.
#[inline(always)]
fn cycles<C: Card, const N: usize>(decks: &[&[C]; N]) -> [u64; N] {
    let cards = decks[0].len();
    // One more entry, which stays unvisited, ends the search.
    let mut left = [(); N].map(|()| vec![true; cards + 1]);
    let (mut at, mut first, mut cycles) = ([0; N], [0; N], [0; N]);
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

/// The state of a pass through a deck, card by card from the top.
struct Pass {
    /// The cards so far.
    above: Vec<u64>,
    /// For each block, the number of cards so far in later blocks of its group.
    later: Vec<Counts>,
    /// For each group, the number of cards so far in later groups.
    later_groups: Vec<u32>,
    /// The top cards of the piles of patience sorting, and at the end one that is never covered.
    tops: Vec<u64>,
    inversions: u64,
}

impl Pass {
    fn new(cards: usize) -> Pass {
        let blocks = cards.div_ceil(BLOCK);
        let groups = blocks.div_ceil(GROUP);
        Pass {
            above: vec![0; blocks],
            later: vec![[0; 4]; groups],
            later_groups: vec![0; groups],
            tops: vec![0; blocks + 1],
            inversions: 0,
        }
    }

    fn reset(&mut self) {
        self.above.fill(0);
        self.later.fill([0; 4]);
        self.later_groups.fill(0);
        self.tops.fill(0);
        self.inversions = 0;
    }

    #[inline(always)]
    fn take(&mut self, card: usize) {
        let (block, bit) = (card / BLOCK, 1u64 << (card % BLOCK));
        self.count_larger(block, card);
        self.above[block] |= bit;
        // The card goes on the pile with the smallest top card that is larger, or begins a pile.
        *self.tops.last_mut().expect("the one that is never covered") = 1;
        let (mut at, mut tops) = (block, self.tops[block] & bit.wrapping_neg());
        while tops == 0 {
            at += 1;
            tops = self.tops[at];
        }
        self.tops[at] ^= tops & tops.wrapping_neg();
        self.tops[block] |= bit;
    }

    /// Counts the inversions of a card with those above it.
    #[inline(always)]
    fn count_larger(&mut self, block: usize, card: usize) {
        let (group, within) = (block / GROUP, block % GROUP);
        let later = &mut self.later[group];
        let own = (self.above[block] >> (card % BLOCK)).count_ones();
        let in_group = later[within / 4] >> (within % 4 * 16) & 0xffff;
        self.inversions += in_group + u64::from(self.later_groups[group]) + u64::from(own);
        for (later, earlier) in later.iter_mut().zip(&EARLIER[within]) {
            *later += earlier;
        }
        for later in &mut self.later_groups[..group] {
            *later += 1;
        }
    }

    fn longest_increasing(&self) -> u64 {
        let blocks = self.tops.iter().rev().skip(1);
        blocks.map(|block| u64::from(block.count_ones())).sum()
    }
}

/// For each block of a group, the counts with a 1 for each block before it.
static EARLIER: [Counts; GROUP] = {
    let (mut earlier, mut pair) = ([[0; 4]; GROUP], 0);
    while pair < GROUP * GROUP {
        let (block, other) = (pair / GROUP, pair % GROUP);
        earlier[block][other / 4] |= ((other < block) as u64) << (other % 4 * 16);
        pair += 1;
    }
    earlier
};

/// Returns a function that computes the statistics by sets of at most four decks of the given number of cards.
#[inline(always)]
pub(super) fn measure_by_sets<C: Card>(cards: usize) -> impl FnMut(&[&[C]]) -> [BySets; FOUR] {
    let mut passes = [(); FOUR].map(|()| Pass::new(cards));
    move |decks| {
        passes.iter_mut().for_each(Pass::reset);
        match *decks {
            [one] => one.iter().for_each(|&card| passes[0].take(index_of(card))),
            [a, b, c, d] => {
                for position in 0..cards {
                    for (pass, deck) in passes.iter_mut().zip([a, b, c, d]) {
                        pass.take(index_of(deck[position]));
                    }
                }
            }
            _ => unreachable!("one deck or four"),
        }
        std::array::from_fn(|index| [passes[index].inversions, passes[index].longest_increasing()])
    }
}
