//! Groups that are closed under conjugation by a permutation.

use num_bigint::BigUint;

use super::error::GroupError;
use super::generated::Group;
use crate::Permutation;
use faro_math::number::Budget;

/// The smallest group that contains some permutations and is closed under conjugation by another one. It grows by each
/// permutation that is inserted.
#[derive(Debug)]
pub struct NormalClosure {
    degree: usize,
    budget: Budget,
    generators: Vec<Permutation>,
    /// The group, unless it is trivial.
    group: Option<Group>,
}

impl NormalClosure {
    /// Creates the trivial group. The time `budget` is for all proofs together.
    pub fn new(degree: usize, budget: Budget) -> NormalClosure {
        NormalClosure {
            degree,
            budget,
            generators: Vec::new(),
            group: None,
        }
    }

    /// Returns whether the closure is the symmetric group, which cannot grow.
    pub fn is_symmetric(&self) -> bool {
        self.degree < 2 || self.group.as_ref().is_some_and(Group::is_symmetric)
    }

    /// Adds a permutation, and returns whether the group has grown.
    pub fn insert(&mut self, element: Permutation) -> Result<bool, GroupError> {
        let has_element = |group: &Group| group.contains(&element);
        if element.is_identity() || self.group.as_ref().is_some_and(has_element) {
            return Ok(false);
        }
        self.generators.push(element);
        self.group = Some(Group::generated_within(&self.generators, &self.budget)?);
        Ok(true)
    }

    /// Adds the conjugates of all elements by the powers of `element`.
    pub fn close(&mut self, element: &Permutation) -> Result<(), GroupError> {
        let mut next = 0;
        // Conjugates of generators that were added in this loop are needed too, so the list may grow.
        while next < self.generators.len() && !self.is_symmetric() {
            let conjugate = self.generators[next].conjugate(element);
            self.insert(conjugate)?;
            next += 1;
        }
        Ok(())
    }

    /// Returns the number of elements, or `None` if it has too many digits.
    pub fn order(&self) -> Option<BigUint> {
        self.group
            .as_ref()
            .map_or(Some(1u32.into()), |group| group.order().value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conjugates of (0 1)(2 3) by a cycle of three are the Klein four-group, by one of five the alternating group.
    #[test]
    fn closures_of_a_double_transposition() {
        for (cycle, order) in [(vec![0, 1, 2], 4u32), (vec![0, 1, 2, 3, 4], 60)] {
            let mut closure = NormalClosure::new(5, Budget::unlimited());
            let swaps = Permutation::from_cycles(5, [[0, 1], [2, 3]]).unwrap();
            assert!(closure.insert(swaps.clone()).unwrap() && !closure.insert(swaps).unwrap());
            closure
                .close(&Permutation::from_cycles(5, [cycle]).unwrap())
                .unwrap();
            assert_eq!(closure.order(), Some(order.into()));
            assert!(!closure.is_symmetric());
        }
        assert_eq!(
            NormalClosure::new(5, Budget::unlimited()).order(),
            Some(1u32.into())
        );
    }
}
