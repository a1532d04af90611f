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

    /// Returns the representative of each member.
    fn representatives(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|member| self.find(member)).collect()
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
        (0..).zip(&self.first).filter(|(_, first)| **first == 0).map(|(position, _)| position)
    }
}
