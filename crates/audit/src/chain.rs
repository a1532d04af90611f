/// Computes the steps between decks: the permutation that leads from one deck to the next, and those that lead to it from
/// the inverse of the first, and from inverse to inverse.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The deck before, and the position of each of its cards.
    before: Vec<u32>,
    places: Vec<u32>,
    step: Vec<u32>,
    replaced: Vec<u32>,
    step_from_inverse: Vec<u32>,
}

impl Chain {
    /// Returns whether no deck has come.
    pub fn is_new(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the last deck.
    pub fn last(&self) -> &[u32] {
        &self.before
    }

    /// Returns the step to this deck: the deck with each card given by its position in the deck before. The step to
    /// the first deck leads from the starting order. O(n).
    ///
    /// # Panics
    ///
    /// If the deck is no permutation of 0 to n − 1, or of a different size from the first.
    pub fn step(&mut self, deck: &[u32]) -> &[u32] {
        if self.places.is_empty() {
            self.places = (0..deck.len() as u32).collect();
            self.before.clone_from(&self.places);
        }
        assert_eq!(self.places.len(), deck.len(), "cards of the deck");
        self.step.clear();
        self.step.extend(deck.iter().map(|&card| self.places[card as usize]));
        self.replaced.clear();
        self.replaced.extend(self.places.iter().map(|&place| deck[place as usize]));
        self.step_from_inverse.clear();
        self.step_from_inverse.extend(deck.iter().map(|&card| self.before[card as usize]));
        self.before.copy_from_slice(deck);
        for (place, &card) in (0..).zip(deck) {
            self.places[card as usize] = place;
        }
        &self.step
    }

    /// Returns for each card the one that replaced it by the last step: the step between the inverses of the two decks.
    pub fn replaced(&self) -> &[u32] {
        &self.replaced
    }

    /// Returns the deck with each card given by the one at that position in the deck before: the step from the inverse of
    /// the deck before.
    pub fn step_from_inverse(&self) -> &[u32] {
        &self.step_from_inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_shuffle_twice() {
        let mut chain = Chain::default();
        assert_eq!(chain.step(&[2, 0, 1]), [2, 0, 1]); // from the starting order
        assert_eq!(chain.step(&[1, 2, 0]), [2, 0, 1]);
        assert_eq!(chain.step(&[1, 0, 2]), [0, 2, 1]);
        assert_eq!(chain.replaced(), [2, 1, 0]);
        assert_eq!(chain.step_from_inverse(), [2, 1, 0]);
        chain.step(&[2, 1, 0]);
        assert_eq!(chain.step_from_inverse(), [2, 0, 1]);
    }
}
