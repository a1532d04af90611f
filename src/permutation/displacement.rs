use super::Permutation;

impl Permutation {
    /// Returns the number of fixed points: cards that stay where they are. From 0 to n, never n − 1.
    ///
    /// `[0 2 1]` has one. Over all permutations their mean is 1, for every n ≥ 1
    /// (Montmort 1708). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([0, 2, 1])?.fixed_points(), 1);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn fixed_points(&self) -> usize {
        self.moves().filter(|(position, image)| position == image).count()
    }

    /// Returns the number of excedances: positions i with image(i) > i, cards that move down the
    /// deck. From 0 to n − 1.
    ///
    /// `[2 0 1]` has one. Over all permutations they have the same distribution as the descents
    /// (Foata 1965; Stanley, *Enumerative Combinatorics* 1, 2nd ed. 2012, §1.4). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.excedances(), 1);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn excedances(&self) -> usize {
        self.moves().filter(|(position, image)| image > position).count()
    }

    /// Returns the displacement (Spearman's footrule): Σ |image(i) − i|, the total distance that the
    /// cards move. Even, from 0 to ⌊n²/2⌋.
    ///
    /// `[2 0 1]` has 2 + 1 + 1 = 4. Its mean over all permutations is (n² − 1)/3 (Diaconis
    /// and Graham, *Spearman's footrule as a measure of disarray*, 1977). O(n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.displacement(), 4);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn displacement(&self) -> u64 {
        self.moves().map(|(position, image)| u64::from(image.abs_diff(position))).sum()
    }

    /// Returns each position with its image.
    fn moves(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..).zip(self.images.iter().copied())
    }
}
