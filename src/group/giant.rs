use super::OutOfTime;
use super::draw::Draw;
use super::frame::{Arithmetic, Frame};
use super::order::Order;
use crate::number::Budget;

/// The fewest blocks that a certificate is looked for: below 8 no prime is large enough, and of
/// so few blocks a chain is found as soon.
const MIN_BLOCKS: usize = 13;

/// Of a group that has a certificate, each drawn element shows it with chance about
/// ln 2 / ln n, one in log2 n. So many times log2 n are drawn before it is given up: where a chain
/// would do as well, and where it could be too large.
const DRAWN: [usize; 2] = [5, 20];

/// The most blocks for which a chain is always as good.
const FEW_BLOCKS: usize = 64;

/// Of a group that permutes its blocks in all ways, or in all even ways, each second element or
/// more has a cycle of over half the blocks. After so many without one it is not worth more.
const WITHOUT_LONG_CYCLE: usize = 10;

/// A random permutation of many blocks has a dozen lengths of cycles, seldom as few as
/// [`FEW_LENGTHS`]; a rotation has one. After so many elements with few lengths the certificate
/// is given up, and a minute is saved on a large deck.
const UNIFORM: u32 = 5;

/// The number of lengths that are few.
const FEW_LENGTHS: usize = 2;

/// The least number of blocks that are many.
const MANY_BLOCKS: usize = 20_000;

/// A proof that a group holds nearly everything that its blocks allow.
///
/// **On the blocks** (positions or mirror pairs) the group is transitive and has an element with
/// a cycle of prime length p, n/2 < p ≤ n − 3. A power of that element is the p-cycle alone; a
/// block system of a transitive group with such a cycle is trivial, so that the group is
/// primitive, and by Jordan's theorem (1873; Wielandt, *Finite permutation groups*, 1964,
/// theorem 13.9) it has all even permutations of the blocks.
///
/// **Within the mirror pairs** some element fixes every pair, and turns over some of them but not
/// all. Then all turns of an even number of pairs are there: conjugate by even permutations
/// and multiply to have the turn of any two.
///
/// So every element with an even permutation of the blocks and an even number of turns is in the
/// group, and what else is there is told by the two signs of the generators. O(n) for each
/// element that is drawn.
pub(super) struct Giant {
    arithmetic: Arithmetic,
    blocks: usize,
    is_mirrored: bool,
    signs: Signs,
}

/// What the generators can reach of the two signs: of the permutation of the blocks, and of the
/// number of turns. Bit 2·s + t stands for the signs (s, t), 1 for odd; it is a subgroup.
#[derive(Clone, Copy)]
struct Signs(u8);

impl Giant {
    /// Looks for a proof. None says nothing about the group.
    /// Only of many blocks is the clock looked at.
    pub fn of(frame: &Frame, generators: &[Vec<u32>], budget: &Budget) -> Result<Option<Giant>, OutOfTime> {
        let (arithmetic, blocks) = (frame.arithmetic(), frame.blocks());
        if blocks < MIN_BLOCKS || !is_transitive(arithmetic, generators, blocks) {
            return Ok(None);
        }
        let mut draw = Draw::from(arithmetic, generators.iter().map(Vec::as_slice));
        let (mut on_blocks, mut within_pairs) = (false, !frame.is_mirrored());
        let (mut cycles, mut long, mut uniform) = (BlockCycles::new(blocks), false, 0);
        let drawn_at_most = DRAWN[usize::from(blocks > FEW_BLOCKS)] * blocks.ilog2() as usize;
        for drawn in 0..drawn_at_most {
            if blocks >= MANY_BLOCKS && budget.is_spent() {
                return Err(OutOfTime);
            }
            cycles.read(arithmetic, draw.next());
            on_blocks |= cycles.have_jordan_prime();
            within_pairs |= cycles.have_power_that_turns_some();
            long |= cycles.longest() > blocks / 2;
            uniform += u32::from(cycles.have_few_lengths());
            if on_blocks && within_pairs {
                let signs = Signs::generated(generators.iter().map(|row| cycles.signs(arithmetic, row)));
                return Ok(Some(Giant { arithmetic, blocks, is_mirrored: frame.is_mirrored(), signs }));
            }
            if (drawn >= WITHOUT_LONG_CYCLE && !long) || (blocks >= MANY_BLOCKS && uniform >= UNIFORM) {
                break;
            }
        }
        Ok(None)
    }

    /// The blocks permuted in all ways and turned in all ways, less what the signs forbid.
    pub fn order(&self) -> Order {
        let reached = self.signs.0.count_ones();
        match self.is_mirrored {
            false => Order::with_factorial(0u32, self.blocks).over(2 / reached),
            // A quarter of 2^n · n! for each pair of signs.
            true => Order::with_factorial(self.blocks as u64 - 2 + u64::from(reached.ilog2()), self.blocks),
        }
    }

    /// Its index in the group of all permutations of so many positions, if it has all even ones.
    pub fn index_in_all(&self, degree: usize) -> Option<u32> {
        let all = !self.is_mirrored && self.blocks == degree;
        all.then(|| 2 / self.signs.0.count_ones())
    }

    pub fn contains(&self, row: &[u32]) -> bool {
        let mut cycles = BlockCycles::new(self.blocks);
        let (odd, turned) = cycles.signs(self.arithmetic, row);
        self.signs.0 & Signs::bit(odd, turned) != 0
    }
}

impl Signs {
    fn bit(odd: bool, turned: bool) -> u8 {
        1 << (2 * u8::from(odd) + u8::from(turned))
    }

    fn generated(signs: impl Iterator<Item = (bool, bool)>) -> Signs {
        let products = |group: u8, (odd, turned): (bool, bool)| {
            let all = (0..4u8).filter(|pair| group & (1 << pair) != 0);
            all.fold(group, |group, pair| {
                group | Signs::bit((pair & 2 != 0) != odd, (pair & 1 != 0) != turned)
            })
        };
        Signs(signs.fold(Signs::bit(false, false), products))
    }
}

/// The cycles of an element on the blocks, with whether each turns its blocks over.
struct BlockCycles {
    seen: Vec<bool>,
    /// Length, and whether going round once turns a block over.
    cycles: Vec<(usize, bool)>,
}

impl BlockCycles {
    fn new(blocks: usize) -> BlockCycles {
        BlockCycles { seen: vec![false; blocks], cycles: Vec::new() }
    }

    fn read(&mut self, arithmetic: Arithmetic, row: &[u32]) {
        self.seen.fill(false);
        self.cycles.clear();
        for start in 0..row.len() {
            let (mut block, mut length, mut turned) = (start, 0, false);
            while !self.seen[block] {
                self.seen[block] = true;
                length += 1;
                turned ^= arithmetic.is_flipped(row, block);
                block = arithmetic.block(row[block] as usize);
            }
            if length > 0 {
                self.cycles.push((length, turned));
            }
        }
    }

    fn longest(&self) -> usize {
        self.cycles.iter().map(|cycle| cycle.0).max().unwrap_or(0)
    }

    fn have_few_lengths(&self) -> bool {
        let mut lengths = Vec::with_capacity(FEW_LENGTHS + 1);
        for (length, _) in &self.cycles {
            if lengths.len() <= FEW_LENGTHS && !lengths.contains(length) {
                lengths.push(*length);
            }
        }
        lengths.len() <= FEW_LENGTHS
    }

    /// A cycle of prime length over half the blocks and three short of all: the lengths of the
    /// others are prime to it, so that a power leaves it alone.
    fn have_jordan_prime(&self) -> bool {
        let (longest, blocks) = (self.longest(), self.seen.len());
        longest > blocks / 2 && longest + 3 <= blocks && is_prime(longest)
    }

    /// The power to the least common multiple of all lengths fixes every block, and turns over
    /// those of the cycles that turn and have the highest power of two in their length.
    fn have_power_that_turns_some(&self) -> bool {
        let highest = self.cycles.iter().map(|cycle| cycle.0.trailing_zeros()).max().unwrap_or(0);
        let turned = self.cycles.iter().filter(|cycle| cycle.1 && cycle.0.trailing_zeros() == highest);
        let blocks: usize = turned.map(|cycle| cycle.0).sum();
        0 < blocks && blocks < self.seen.len()
    }

    /// Whether the permutation of the blocks is odd, and the number of turns.
    fn signs(&mut self, arithmetic: Arithmetic, row: &[u32]) -> (bool, bool) {
        self.read(arithmetic, row);
        let odd = self.cycles.iter().filter(|cycle| cycle.0 % 2 == 0).count() % 2 == 1;
        (odd, self.cycles.iter().fold(false, |turned, cycle| turned ^ cycle.1))
    }
}

fn is_prime(number: usize) -> bool {
    number >= 2
        && (2..)
            .take_while(|divisor| divisor * divisor <= number)
            .all(|divisor| !number.is_multiple_of(divisor))
}

/// Whether the generators lead from the first block to every other.
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
