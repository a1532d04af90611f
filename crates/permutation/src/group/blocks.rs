//! Orbits and block systems of a group, by disjoint sets.

use crate::Permutation;

/// Disjoint sets with union and find. The representative of a set is its smallest member.
struct DisjointSets(Vec<u32>);

impl DisjointSets {
    /// Returns `count` sets of one member each.
    fn new(count: usize) -> DisjointSets {
        DisjointSets((0..count as u32).collect())
    }

    /// Returns the representative of the set of `member`, with path halving.
    fn find(&mut self, mut member: u32) -> u32 {
        while self.0[member as usize] != member {
            let above = self.0[self.0[member as usize] as usize];
            self.0[member as usize] = above;
            member = above;
        }
        member
    }

    /// Merges the sets of `one` and `other`. Returns the representative that was replaced, if the sets were
    /// different.
    fn union(&mut self, one: u32, other: u32) -> Option<u32> {
        let (one, other) = (self.find(one), self.find(other));
        let (kept, replaced) = (one.min(other), one.max(other));
        self.0[replaced as usize] = kept;
        (kept != replaced).then_some(replaced)
    }

    /// Returns, for each member, the representative of its set.
    fn representatives(mut self) -> Vec<u32> {
        (0..self.0.len() as u32)
            .map(|member| self.find(member))
            .collect()
    }
}

/// Returns for each position the first position of its orbit. Nearly O(n) for each generator.
pub fn orbits(generators: &[Permutation], degree: usize) -> Vec<u32> {
    let mut sets = DisjointSets::new(degree);
    for generator in generators {
        for (position, &image) in generator.images().iter().enumerate() {
            sets.union(position as u32, image);
        }
    }
    sets.representatives()
}

/// Returns the finest block system of a transitive group in which the positions `one` and `other` share a
/// block.
///
/// The result has, for each position, the first position of its block (Atkinson, *An algorithm for finding
/// the blocks of a permutation group*, 1975). Nearly O(n) for each generator.
pub(super) fn finest_block_system(
    generators: &[Permutation],
    degree: usize,
    one: u32,
    other: u32,
) -> Vec<u32> {
    let mut sets = DisjointSets::new(degree);
    let mut waiting: Vec<u32> = sets.union(one, other).into_iter().collect();
    // When two sets are merged, the sets of their images must be merged too.
    while let Some(replaced) = waiting.pop() {
        for generator in generators {
            let kept = sets.find(replaced);
            waiting.extend(sets.union(generator.image(replaced), generator.image(kept)));
        }
    }
    sets.representatives()
}

/// A block system: a partition of the positions into blocks.
///
/// Every element of the group takes each block to a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// For each position the first position of its block.
    first: Vec<u32>,
    size: usize,
}

impl Blocks {
    pub(super) fn new(first: Vec<u32>) -> Blocks {
        let size = first.iter().filter(|&&first| first == 0).count();
        Blocks { first, size }
    }

    /// Returns the number of positions in each block.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of blocks.
    pub fn count(&self) -> usize {
        self.first.len() / self.size
    }

    /// Returns the positions in the block of position 0, in ascending order.
    pub fn top(&self) -> impl Iterator<Item = u32> {
        (0..)
            .zip(&self.first)
            .filter(|(_, first)| **first == 0)
            .map(|(position, _)| position)
    }
}

/// An unsigned integer that stores a point. A narrow type takes less memory.
pub(crate) trait StoredPoint: Copy + Eq + Into<u64> {
    fn new(index: usize) -> Self;
    fn index(self) -> usize;
}

macro_rules! stored_points {
    ($($width:ty)*) => {$(
        impl StoredPoint for $width {
            fn new(index: usize) -> $width {
                index as $width
            }
            fn index(self) -> usize {
                self as usize
            }
        }
    )*};
}

stored_points!(u8 u16 u32);

/// The entry for a position that no generator moves, and that has no point.
const UNMOVED: u32 = u32::MAX;

/// The action of a group on blocks, and the representation of its elements as rows of numbers.
///
/// Positions that no generator moves are omitted, and the others are renamed to points 0, 1, …. There are two
/// cases:
///
/// - If every generator keeps mirror pairs, that is, commutes with the reversal of the deck, the blocks are
///   the mirror pairs. Block i consists of the points 2i and 2i + 1. A row has the images of the even points,
///   which determine the images of the odd ones.
/// - Otherwise each point is a block, and a row has the images of all points.
#[derive(Debug)]
pub(super) struct BlockAction {
    /// The binary logarithm of the size of a block: 1 for mirror pairs, else 0.
    fold: usize,
    /// The position of each point.
    positions: Vec<u32>,
    /// The point of each position, or [`UNMOVED`].
    points: Vec<u32>,
}

impl BlockAction {
    /// Chooses the blocks for a group given by generators.
    pub fn new(generators: &[Permutation], degree: usize) -> BlockAction {
        let mut moved = vec![false; degree];
        for generator in generators {
            for (moved, (position, &image)) in
                moved.iter_mut().zip(generator.images().iter().enumerate())
            {
                *moved |= position != image as usize;
            }
        }
        let mirrored = generators.iter().all(keeps_mirror_pairs);
        let positions: Vec<u32> = if mirrored {
            let top = (0..degree / 2).filter(|&position| moved[position]);
            top.flat_map(|position| [position as u32, (degree - 1 - position) as u32])
                .collect()
        } else {
            (0..degree as u32)
                .filter(|&position| moved[position as usize])
                .collect()
        };
        let mut points = vec![UNMOVED; degree];
        for (point, &position) in positions.iter().enumerate() {
            points[position as usize] = point as u32;
        }
        BlockAction {
            fold: usize::from(mirrored),
            positions,
            points,
        }
    }

    /// Returns whether the blocks are mirror pairs.
    pub fn is_mirrored(&self) -> bool {
        self.fold == 1
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.positions.len()
    }

    /// Returns the number of blocks, which is the length of a row.
    pub fn blocks(&self) -> usize {
        self.positions.len() >> self.fold
    }

    /// Returns the row of `permutation`. Returns `None` if `permutation` moves a position that the group
    /// fixes, or does not keep mirror pairs although the group does.
    pub fn row<P: StoredPoint>(&self, permutation: &Permutation) -> Option<Vec<P>> {
        let unmoved = |(position, &image): (usize, &u32)| {
            self.points[position] != UNMOVED || position == image as usize
        };
        let fits = permutation.images().iter().enumerate().all(unmoved)
            && (self.fold == 0 || keeps_mirror_pairs(permutation));
        let images = self
            .positions
            .iter()
            .step_by(1 << self.fold)
            .map(|&position| permutation.image(position));
        fits.then(|| {
            images
                .map(|image| P::new(self.points[image as usize] as usize))
                .collect()
        })
    }

    /// Returns the operations on rows.
    pub fn arithmetic(&self) -> Arithmetic {
        Arithmetic { fold: self.fold }
    }
}

/// Returns whether `permutation` takes mirror images to mirror images.
///
/// Position i from the top and position i from the bottom are mirror images.
pub fn keeps_mirror_pairs(permutation: &Permutation) -> bool {
    let images = permutation.images();
    images
        .iter()
        .zip(images.iter().rev())
        .all(|(&one, &other)| u64::from(one) + u64::from(other) + 1 == images.len() as u64)
}

/// Products and inverses of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arithmetic {
    fold: usize,
}

impl Arithmetic {
    /// Returns the image of a block.
    pub fn block_image<P: StoredPoint>(self, row: &[P], block: usize) -> usize {
        row[block].index() >> self.fold
    }

    /// Returns the block of a point.
    pub fn block(self, point: usize) -> usize {
        point >> self.fold
    }

    /// Returns whether the row swaps the two points of the block when it takes the block to its image.
    pub fn is_flipped<P: StoredPoint>(self, row: &[P], block: usize) -> bool {
        row[block].index() & self.fold == 1
    }

    /// Writes the product to `product`: first `row`, then `next`.
    pub fn multiply<P: StoredPoint>(self, row: &[P], next: &[P], product: &mut [P]) {
        // Blocks of one point and of two points have separate loops, so that each is compiled to simple code.
        if self.fold == 0 {
            for (product, image) in product.iter_mut().zip(row) {
                *product = next[image.index()];
            }
        } else {
            for (product, image) in product.iter_mut().zip(row) {
                let image = image.index();
                *product = P::new(next[image >> 1].index() ^ (image & 1));
            }
        }
    }

    /// Returns the inverse of a row.
    pub fn inverse<P: StoredPoint>(self, row: &[P]) -> Vec<P> {
        let mut inverse = row.to_vec();
        self.invert(row, &mut inverse);
        inverse
    }

    /// Writes the inverse of `row` to `inverse`.
    pub fn invert<P: StoredPoint>(self, row: &[P], inverse: &mut [P]) {
        for (block, image) in row.iter().enumerate() {
            let image = image.index();
            inverse[image >> self.fold] = P::new((block << self.fold) ^ (image & self.fold));
        }
    }

    /// Returns the row of the identity: each of `blocks` blocks is its own image.
    pub fn identity<P: StoredPoint>(self, blocks: usize) -> Vec<P> {
        (0..blocks)
            .map(|block| P::new(block << self.fold))
            .collect()
    }

    /// Returns the first block that the row moves.
    pub fn moved_block<P: StoredPoint>(self, row: &[P]) -> Option<usize> {
        row.iter()
            .zip(0..)
            .find(|(image, block)| image.index() >> self.fold != *block)
            .map(|(_, block)| block)
    }
}

/// The pseudorandom generator SplitMix64 (Steele, Lea and Flood 2014), with a fixed seed.
///
/// The random elements affect how soon an order is proved, never the result. A simple generator is
/// enough, and a fixed seed makes every run the same.
struct SplitMix64(u64);

impl SplitMix64 {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as usize
    }
}

/// Minimum size of the pool of elements that are multiplied by each other.
const MIN_POOL: usize = 3;

/// The number of replacement steps before the first element is returned.
const WARM_UP: usize = 10;

/// A generator of nearly uniform random elements of a group.
///
/// It uses the product replacement algorithm with an accumulator (Celler, Leedham-Green, Murray, Niemeyer and
/// O'Brien 1995; Leedham-Green and O'Brien, "rattle", 2002). Each element is a product of the group's
/// generators, so that it is certainly in the group.
pub(super) struct RandomElements<P> {
    arithmetic: Arithmetic,
    pool: Vec<Vec<P>>,
    product: Vec<P>,
    scratch: Vec<P>,
    random: SplitMix64,
}

impl<P: StoredPoint> RandomElements<P> {
    /// Prepares the pool from generators.
    ///
    /// # Panics
    ///
    /// If there are no generators.
    pub fn new<'a>(
        arithmetic: Arithmetic,
        generators: impl ExactSizeIterator<Item = &'a [P]> + Clone,
    ) -> RandomElements<P>
    where
        P: 'a,
    {
        let count = generators.len().max(MIN_POOL);
        let pool: Vec<Vec<P>> = generators.cycle().take(count).map(<[P]>::to_vec).collect();
        let (product, scratch) = (pool[0].clone(), pool[0].clone());
        let mut draw = RandomElements {
            arithmetic,
            pool,
            product,
            scratch,
            random: SplitMix64(0),
        };
        for _ in 0..WARM_UP {
            draw.next();
        }
        draw
    }

    /// Returns the next element.
    pub fn next(&mut self) -> &[P] {
        let count = self.pool.len();
        let changed = self.random.below(count);
        let factor = (changed + 1 + self.random.below(count - 1)) % count;
        let [first, second] = if self.random.below(2) == 0 {
            [changed, factor]
        } else {
            [factor, changed]
        };
        self.arithmetic
            .multiply(&self.pool[first], &self.pool[second], &mut self.scratch);
        std::mem::swap(&mut self.pool[changed], &mut self.scratch);
        self.arithmetic
            .multiply(&self.product, &self.pool[changed], &mut self.scratch);
        std::mem::swap(&mut self.product, &mut self.scratch);
        &self.product
    }
}
