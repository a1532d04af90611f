use super::Permutation;

impl Permutation {
    /// Returns the number of descents: positions i with image(i) > image(i + 1). From 0 to n − 1.
    ///
    /// `[2 0 1]` has one, after its 2. Their distribution over all permutations is Eulerian
    /// (Stanley, *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.4). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.descents(), 1);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn descents(&self) -> usize {
        self.descent_positions().count()
    }

    /// Returns the number of ascents: positions i with image(i) < image(i + 1). From 0 to n − 1.
    ///
    /// `[2 0 1]` has one, after its 0. Each of the n − 1 pairs of neighbours is a descent or an ascent
    /// (Stanley 2012, §1.4). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.ascents(), 1);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn ascents(&self) -> usize {
        self.degree().saturating_sub(1) - self.descents()
    }

    /// Returns the number of rising sequences of the deck: the number of passes from top to bottom that
    /// are needed to pick up the cards in their original order. From 1 to n (0 for no cards).
    ///
    /// Card c + 1 lies below card c unless c is a descent of the images. So the number is one more than
    /// the number of [descents](Self::descents). A riffle at most doubles it; the deck `0 4 1 5 2 6 3 7` has two, 0 1 2 3 and 4 5 6 7 (Bayer and Diaconis,
    /// *Trailing the dovetail shuffle to its lair*, 1992). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?.rising_sequences(), 2);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn rising_sequences(&self) -> usize {
        if self.degree() == 0 { 0 } else { self.descents() + 1 }
    }

    /// Returns the major index: the sum of the descents, counted from 1 (i + 1 for a descent at i). From 0 to n(n − 1)/2.
    ///
    /// `[2 0 1]` has 1, `[0 2 1]` has 2. Over all permutations it has the same distribution
    /// as the inversions (MacMahon 1916; Stanley 2012, §1.4). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([0, 2, 1])?.major_index(), 2);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn major_index(&self) -> u64 {
        self.descent_positions().map(|position| position as u64 + 1).sum()
    }

    fn descent_positions(&self) -> impl Iterator<Item = usize> {
        let neighbours = self.images.windows(2).enumerate();
        neighbours.filter(|(_, pair)| pair[0] > pair[1]).map(|(position, _)| position)
    }
}
