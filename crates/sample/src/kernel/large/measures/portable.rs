//! The statistics of large decks, in portable code.

use crate::kernel::large::Card;

/// The number of decks that are measured together, card by card, so that the processor does not wait for one deck.
pub(super) const TOGETHER: usize = 4;

/// The number of cards of a block. A set of cards has a `u64` for each block.
const BLOCK: usize = 64;

/// The number of inversions, and the length of a longest increasing subsequence.
///
/// These statistics compare each card with the cards above it. The length is the number of piles of patience
/// sorting, where a card goes on the pile with the smallest larger top card, or begins a pile.
pub(super) type ByComparison = [u64; 2];

/// Computes all statistics. The function `compare` computes the statistics [`ByComparison`] of at most
/// [`TOGETHER`] decks. A caller may compile this function for more instructions.
#[inline(always)]
pub(super) fn measure<C: Card>(
    decks: &[&[C]],
    all: &mut [[u64; 7]],
    mut compare: impl FnMut(&[&[C]; TOGETHER], &mut [ByComparison]),
) {
    let cards = decks[0].len();
    let (mut positions, mut seen) = (vec![C::default(); cards], vec![false; cards]);
    for (some, decks) in all.chunks_mut(TOGETHER).zip(decks.chunks(TOGETHER)) {
        // If there are fewer than [`TOGETHER`] decks, copies of the last one fill the array.
        let decks = std::array::from_fn(|index| decks[index.min(some.len() - 1)]);
        let mut compared = [[0; 2]; TOGETHER];
        compare(&decks, &mut compared[..some.len()]);
        for ((measures, deck), [inversions, longest]) in some.iter_mut().zip(decks).zip(compared) {
            let from_number = |position| C::from_number(position);
            (0..)
                .zip(deck)
                .for_each(|(position, &card)| positions[index_of(card)] = from_number(position));
            *measures = [
                cycles(deck, &positions, &mut seen),
                fixed_points(deck),
                descents(deck),
                descents(&positions) + 1,
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
    let fixed = deck
        .iter()
        .zip(0..)
        .map(|(&card, position)| u32::from(Into::<u32>::into(card) == position));
    fixed.sum::<u32>().into()
}

#[inline(always)]
fn descents<C: Card>(deck: &[C]) -> u64 {
    let pairs = deck.iter().zip(&deck[1..]);
    pairs
        .map(|(above, below)| u32::from(above > below))
        .sum::<u32>()
        .into()
}

#[inline(always)]
fn displacement<C: Card>(deck: &[C]) -> u64 {
    // The displacement of at most 2^16 cards is at most 2^31, and fits in 32 bits.
    let distances = deck
        .iter()
        .zip(0..)
        .map(|(&card, position)| Into::<u32>::into(card).abs_diff(position));
    distances.sum::<u32>().into()
}

/// Walks through each cycle in both directions at once, until they meet.
#[inline(always)]
fn cycles<C: Card>(deck: &[C], positions: &[C], seen: &mut [bool]) -> u64 {
    seen.fill(false);
    let mut cycles = 0;
    for start in 0..deck.len() {
        if seen[start] {
            continue;
        }
        cycles += 1;
        let (mut next, mut last) = (start, start);
        loop {
            next = index_of(deck[next]);
            seen[next] = true;
            if next == last {
                break;
            }
            last = index_of(positions[last]);
            seen[last] = true;
            if next == last {
                break;
            }
        }
    }
    cycles
}

/// Returns a function that computes the statistics [`ByComparison`].
#[inline(always)]
pub(super) fn compare<C: Card>(cards: usize) -> impl FnMut(&[&[C]; TOGETHER], &mut [ByComparison]) {
    let (mut above, mut tops) = (CountTree::new(cards), vec![0; cards.div_ceil(BLOCK) + 1]);
    move |decks, compared| {
        for ([inversions, longest], deck) in compared.iter_mut().zip(decks) {
            (*inversions, *longest) = (above.inversions(deck), piles(deck, &mut tops));
        }
    }
}

/// The cards so far in a pass through a deck, counted by a tree. The leaves are blocks, and each node has
/// four children.
struct CountTree {
    /// The set of the cards so far.
    set: Vec<u64>,
    /// For each level above the leaves and each child of a node, the number of cards in its later siblings.
    /// Each number has 16 bits, which is enough for three of the four children of 65,536 cards.
    levels: Vec<Vec<u64>>,
}

impl CountTree {
    fn new(cards: usize) -> CountTree {
        let (set, mut levels) = (vec![0; cards.div_ceil(BLOCK)], Vec::new());
        let mut nodes = set.len();
        while nodes > 1 {
            nodes = nodes.div_ceil(4);
            levels.push(vec![0; nodes]);
        }
        CountTree { set, levels }
    }

    #[inline(always)]
    fn inversions<C: Card>(&mut self, deck: &[C]) -> u64 {
        self.set.fill(0);
        self.levels.iter_mut().for_each(|level| level.fill(0));
        let mut inversions = 0;
        for &card in deck {
            let (card, mut node) = (index_of(card) % BLOCK, index_of(card) / BLOCK);
            inversions += u64::from((self.set[node] >> card).count_ones());
            self.set[node] |= 1 << card;
            for level in &mut self.levels {
                let child = node % 4 * 16;
                node /= 4;
                inversions += level[node] >> child & 0xffff;
                // Counts the card in the later siblings of each earlier child: adds 1 to the number of each of
                // these children.
                level[node] += 0x0001_0001_0001_0001 & ((1 << child) - 1);
            }
        }
        inversions
    }
}

/// Returns the number of piles of patience sorting of a deck. The set of top cards has an additional member
/// at the end, which is never covered.
#[inline(always)]
fn piles<C: Card>(deck: &[C], tops: &mut [u64]) -> u64 {
    tops.fill(0);
    for &card in deck {
        let (block, bit) = (index_of(card) / BLOCK, 1u64 << (index_of(card) % BLOCK));
        *tops.last_mut().expect("the one that is never covered") = 1;
        let (mut at, mut larger) = (block, tops[block] & bit.wrapping_neg());
        while larger == 0 {
            at += 1;
            larger = tops[at];
        }
        tops[at] ^= larger & larger.wrapping_neg();
        tops[block] |= bit;
    }
    let blocks = tops.iter().rev().skip(1);
    blocks.map(|block| u64::from(block.count_ones())).sum()
}
