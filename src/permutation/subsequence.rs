use super::Permutation;

impl Permutation {
    /// Returns the length of the longest increasing subsequence: the largest number of cards that keep
    /// their order. From 1 to n (0 for no cards).
    ///
    /// `[2 0 1]` has 2. A permutation and its inverse have the same. The mean over all permutations
    /// is about 2√n (Vershik and Kerov 1977; Aldous and Diaconis, *Longest
    /// increasing subsequences: from patience sorting to the Baik–Deift–Johansson theorem*,
    /// 1999). By patience sorting, O(n log n).
    ///
    /// ```
    /// # use faro::Permutation;
    /// assert_eq!(Permutation::from_images([2, 0, 1])?.longest_increasing_subsequence(), 2);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn longest_increasing_subsequence(&self) -> usize {
        // The top cards of the piles, in ascending order. Each card goes on the first pile whose top
        // card is larger; the number of piles is the length.
        let mut tops: Vec<u32> = Vec::new();
        for &image in self.images() {
            let pile = tops.partition_point(|&top| top < image);
            match tops.get_mut(pile) {
                Some(top) => *top = image,
                None => tops.push(image),
            }
        }
        tops.len()
    }
}
