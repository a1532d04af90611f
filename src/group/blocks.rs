use crate::Permutation;

/// Sets that are joined, each named by its smallest member so far.
struct Sets(Vec<u32>);

impl Sets {
    fn apart(count: usize) -> Sets {
        Sets((0..count as u32).collect())
    }

    /// The name of the set, halving the way for the next to ask.
    fn name(&mut self, mut member: u32) -> u32 {
        while self.0[member as usize] != member {
            let above = self.0[self.0[member as usize] as usize];
            self.0[member as usize] = above;
            member = above;
        }
        member
    }

    /// Joins two sets; the name that is lost, if they were apart.
    fn join(&mut self, one: u32, other: u32) -> Option<u32> {
        let (one, other) = (self.name(one), self.name(other));
        let (kept, lost) = (one.min(other), one.max(other));
        self.0[lost as usize] = kept;
        (kept != lost).then_some(lost)
    }

    fn names(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).map(|member| self.name(member)).collect()
    }
}

/// The orbits: for each position the first position of its orbit. Nearly O(n) for each generator.
pub(super) fn orbits(generators: &[Permutation], degree: usize) -> Vec<u32> {
    let mut sets = Sets::apart(degree);
    for generator in generators {
        for (position, &image) in generator.images().iter().enumerate() {
            sets.join(position as u32, image);
        }
    }
    sets.names()
}

/// The smallest block of the transitive group that holds both positions, as the block system:
/// for each position the first position of its block (Atkinson, *An algorithm for finding the
/// blocks of a permutation group*, 1975). Nearly O(n) for each generator.
pub(super) fn joining(generators: &[Permutation], degree: usize, one: u32, other: u32) -> Vec<u32> {
    let mut sets = Sets::apart(degree);
    let mut waiting: Vec<u32> = sets.join(one, other).into_iter().collect();
    // Whenever two sets are joined, so must be their images.
    while let Some(lost) = waiting.pop() {
        for generator in generators {
            let kept = sets.name(lost);
            waiting.extend(sets.join(generator.image(lost), generator.image(kept)));
        }
    }
    sets.names()
}
