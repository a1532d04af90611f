//! Proves the order of groups that contain all even permutations of their blocks.

use super::blocks::{Arithmetic, BlockAction, RandomElements};
use super::order::Order;
use faro_math::number::{Budget, Natural};

/// Minimum number of blocks for which this proof is tried. Below 8 no prime is large enough, and for
/// few blocks a chain of stabilisers is as fast.
const MIN_BLOCKS: usize = 13;

/// Number of random elements that are tried, divided by log2 n, for up to and for more than
/// [`MAX_CHAIN_BLOCKS`] blocks. If the group has a proof of this kind, a random element has the required
/// cycle with probability about ln 2 / ln n, that is 1/log2 n.
const TRIES: [usize; 2] = [5, 20];

/// Maximum number of blocks for which a chain of stabilisers is always possible.
const MAX_CHAIN_BLOCKS: usize = 64;

/// Maximum number of random elements that may all lack a cycle of more than half the blocks before the search
/// ends. In the symmetric and the alternating group, at least half of the elements have such a cycle.
const MAX_WITHOUT_LONG_CYCLE: usize = 10;

/// Number of random elements with few cycle lengths after which the search ends. It applies to decks of at
/// least [`MIN_MANY_BLOCKS`] blocks, for which it saves a minute. A random permutation of many blocks has
/// about a dozen lengths; a rotation has one.
const MAX_WITH_FEW_LENGTHS: u32 = 5;

/// Maximum number of cycle lengths that counts as few.
const MAX_FEW_LENGTHS: usize = 2;

/// Minimum number of blocks for which [`MAX_WITH_FEW_LENGTHS`] applies and the budget is checked.
const MIN_MANY_BLOCKS: usize = 20_000;

/// A proof that a group contains all permutations of its blocks with given signs. Such a group is called a
/// giant, because it contains the alternating group.
///
/// **On the blocks** (positions or mirror pairs) the group is transitive and has an element with
/// a cycle of prime length p, n/2 < p ≤ n − 3. A power of that element is the p-cycle alone; a
/// block system of a transitive group with such a cycle is trivial, so that the group is
/// primitive, and by Jordan's theorem (1873; Wielandt, *Finite permutation groups*, 1964,
/// theorem 13.9) it has all even permutations of the blocks.
///
/// **Within the mirror pairs** some element fixes every pair, and swaps the positions of some pairs but not
/// of all. Conjugates of it by even permutations and their products swap any two pairs, and so any even
/// number of pairs.
///
/// So the group contains every element with an even permutation of the blocks and an even number of
/// swapped pairs. Which other elements it has is determined by these two signs of the generators. O(n) for
/// each random element.
#[derive(Debug)]
pub(super) struct Giant {
    arithmetic: Arithmetic,
    blocks: usize,
    is_mirrored: bool,
    signs: Signs,
}

/// The error of a search whose budget was spent.
pub(super) struct OutOfTime;

/// The pairs of signs (s, t) of the elements, a subgroup of Z2 × Z2. The sign s is 1 if the permutation of
/// the blocks is odd, and t is 1 if the number of swapped pairs is odd. Bit 2·s + t is set if the subgroup
/// has (s, t).
#[derive(Clone, Copy, Debug)]
struct Signs(u8);

impl Giant {
    /// Searches for a proof that the group is a giant. Without such a proof, the group may have any order. The
    /// budget is checked only for at least [`MIN_MANY_BLOCKS`] blocks.
    pub fn new(
        frame: &BlockAction,
        generators: &[Vec<u32>],
        budget: &Budget,
    ) -> Result<Option<Giant>, OutOfTime> {
        let (arithmetic, blocks) = (frame.arithmetic(), frame.blocks());
        if blocks < MIN_BLOCKS || !is_transitive(arithmetic, generators, blocks) {
            return Ok(None);
        }
        let mut random = RandomElements::new(arithmetic, generators.iter().map(Vec::as_slice));
        let (mut on_blocks, mut within_pairs) = (false, !frame.is_mirrored());
        let (mut cycles, mut long, mut uniform) = (BlockCycles::new(blocks), false, 0);
        let max_tries = TRIES[usize::from(blocks > MAX_CHAIN_BLOCKS)] * blocks.ilog2() as usize;
        for tries in 0..max_tries {
            if blocks >= MIN_MANY_BLOCKS && budget.is_spent() {
                return Err(OutOfTime);
            }
            cycles.read(arithmetic, random.next());
            on_blocks |= cycles.have_jordan_prime();
            within_pairs |= cycles.have_power_that_swaps_some_pairs();
            long |= cycles.longest() > blocks / 2;
            uniform += u32::from(cycles.have_few_lengths());
            if on_blocks && within_pairs {
                let signs =
                    Signs::generated(generators.iter().map(|row| cycles.signs(arithmetic, row)));
                return Ok(Some(Giant {
                    arithmetic,
                    blocks,
                    is_mirrored: frame.is_mirrored(),
                    signs,
                }));
            }
            if (tries >= MAX_WITHOUT_LONG_CYCLE && !long)
                || (blocks >= MIN_MANY_BLOCKS && uniform >= MAX_WITH_FEW_LENGTHS)
            {
                break;
            }
        }
        Ok(None)
    }

    /// Returns the number of all permutations and swaps of the blocks whose signs the group has.
    pub fn order(&self) -> Order {
        let reached = self.signs.0.count_ones();
        match self.is_mirrored {
            false => Order::with_factorial(0u32, self.blocks).divided_by(2 / reached),
            // Each pair of signs in the group accounts for a quarter of the 2^n · n! permutations that keep mirror
            // pairs.
            true => Order::with_factorial(
                self.blocks as u64 - 2 + u64::from(reached.ilog2()),
                self.blocks,
            ),
        }
    }

    /// Returns the index of the group in the symmetric group of `degree` points.
    ///
    /// Returns `None` if the group does not contain the alternating group of these points.
    pub fn index_in_symmetric(&self, degree: usize) -> Option<u32> {
        let all = !self.is_mirrored && self.blocks == degree;
        all.then(|| 2 / self.signs.0.count_ones())
    }

    /// Returns whether the row is an element of the group.
    pub fn contains(&self, row: &[u32]) -> bool {
        let mut cycles = BlockCycles::new(self.blocks);
        let (is_odd, is_swapped) = cycles.signs(self.arithmetic, row);
        self.signs.0 & Signs::bit(is_odd, is_swapped) != 0
    }
}

impl Signs {
    fn bit(is_odd: bool, is_swapped: bool) -> u8 {
        1 << (2 * u8::from(is_odd) + u8::from(is_swapped))
    }

    fn generated(signs: impl Iterator<Item = (bool, bool)>) -> Signs {
        let products = |group: u8, (is_odd, is_swapped): (bool, bool)| {
            let all = (0..4u8).filter(|pair| group & (1 << pair) != 0);
            all.fold(group, |group, pair| {
                group | Signs::bit((pair & 2 != 0) != is_odd, (pair & 1 != 0) != is_swapped)
            })
        };
        Signs(signs.fold(Signs::bit(false, false), products))
    }
}

struct BlockCycles {
    seen: Vec<bool>,
    /// The length of each cycle, and whether its power to the length swaps the positions of its blocks.
    cycles: Vec<(usize, bool)>,
}

impl BlockCycles {
    fn new(blocks: usize) -> BlockCycles {
        BlockCycles {
            seen: vec![false; blocks],
            cycles: Vec::new(),
        }
    }

    fn read(&mut self, arithmetic: Arithmetic, row: &[u32]) {
        self.seen.fill(false);
        self.cycles.clear();
        for start in 0..row.len() {
            let (mut block, mut length, mut swapped) = (start, 0, false);
            while !self.seen[block] {
                self.seen[block] = true;
                length += 1;
                swapped ^= arithmetic.is_flipped(row, block);
                block = arithmetic.block(row[block] as usize);
            }
            if length > 0 {
                self.cycles.push((length, swapped));
            }
        }
    }

    fn longest(&self) -> usize {
        self.cycles.iter().map(|cycle| cycle.0).max().unwrap_or(0)
    }

    fn have_few_lengths(&self) -> bool {
        let mut lengths = Vec::with_capacity(MAX_FEW_LENGTHS + 1);
        for (length, _) in &self.cycles {
            if lengths.len() <= MAX_FEW_LENGTHS && !lengths.contains(length) {
                lengths.push(*length);
            }
        }
        lengths.len() <= MAX_FEW_LENGTHS
    }

    /// Returns whether there is a cycle of prime length p, n/2 < p ≤ n − 3 for n blocks. The lengths of the
    /// other cycles are coprime to p, so that a power of the element is a single p-cycle.
    fn have_jordan_prime(&self) -> bool {
        let (longest, blocks) = (self.longest(), self.seen.len());
        longest > blocks / 2 && longest + 3 <= blocks && (longest as u64).is_prime()
    }

    /// Returns whether a power of the element fixes all blocks and swaps the positions of some, but not of
    /// all. It is the power to the least common multiple of the lengths, which swaps the blocks of those
    /// swapping cycles whose length has the highest power of two.
    fn have_power_that_swaps_some_pairs(&self) -> bool {
        let highest = self
            .cycles
            .iter()
            .map(|cycle| cycle.0.trailing_zeros())
            .max()
            .unwrap_or(0);
        let swapped = self
            .cycles
            .iter()
            .filter(|cycle| cycle.1 && cycle.0.trailing_zeros() == highest);
        let blocks: usize = swapped.map(|cycle| cycle.0).sum();
        0 < blocks && blocks < self.seen.len()
    }

    /// Returns whether the permutation of the blocks is odd, and whether the number of swapped pairs is odd.
    fn signs(&mut self, arithmetic: Arithmetic, row: &[u32]) -> (bool, bool) {
        self.read(arithmetic, row);
        let is_odd = self.cycles.iter().filter(|cycle| cycle.0 % 2 == 0).count() % 2 == 1;
        (
            is_odd,
            self.cycles
                .iter()
                .fold(false, |swapped, cycle| swapped ^ cycle.1),
        )
    }
}

fn is_transitive(arithmetic: Arithmetic, generators: &[Vec<u32>], blocks: usize) -> bool {
    let (mut seen, mut waiting, mut count) = (vec![false; blocks], vec![0], 1);
    seen[0] = true;
    while let Some(block) = waiting.pop() {
        for row in generators {
            let image = arithmetic.block(row[block] as usize);
            if !std::mem::replace(&mut seen[image], true) {
                count += 1;
                waiting.push(image);
            }
        }
    }
    count == blocks
}
