/// Computes the steps between successive decks.
///
/// A step is the permutation from one deck to the next. Steps in which one or both decks are replaced by their inverses
/// are computed too.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// The previous deck, and the position of each of its cards.
    before: Vec<u32>,
    places: Vec<u32>,
    step: Vec<u32>,
    replaced: Vec<u32>,
    step_from_inverse: Vec<u32>,
}

impl Chain {
    /// Returns whether no deck was added yet.
    pub fn is_new(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the last deck.
    pub fn last(&self) -> &[u32] {
        &self.before
    }

    /// Returns the step from the previous deck to `deck`.
    ///
    /// The step has each card of `deck` given by its position in the previous deck. The first step starts from the
    /// starting order. O(n).
    ///
    /// # Panics
    ///
    /// If `deck` is not a permutation of 0 to n − 1, or its size differs from the first deck's.
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

    /// Returns the step between the inverses of the last two decks: for each card its replacement.
    pub fn replaced(&self) -> &[u32] {
        &self.replaced
    }

    /// Returns the step from the inverse of the previous deck to the last deck.
    ///
    /// It has each card of the last deck replaced by the card at that position in the previous deck.
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
