/// A source of choices, each among a given number of possibilities, such as a random generator.
pub trait Choices {
    /// Draws a number from 0 to `bound` − 1, all equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    fn below(&mut self, bound: u32) -> u32;

    /// Fills `numbers` with independent choices [below](Self::below) `bound`.
    ///
    /// A source may draw many numbers at once, so the numbers may differ from the results of single calls.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        numbers.iter_mut().for_each(|number| *number = self.below(bound));
    }

    /// Fills `numbers` with independent choices, the i-th below `first` + i·`step`.
    ///
    /// The numbers equal the results of single calls of [`below`](Self::below).
    ///
    /// # Panics
    ///
    /// If a bound is 0.
    fn below_each(&mut self, first: u32, step: i32, numbers: &mut [u32]) {
        let mut bound = first;
        for number in numbers {
            *number = self.below(bound);
            bound = bound.wrapping_add_signed(step);
        }
    }

    /// Draws `count` choices below 2 as [`fill_below`](Self::fill_below) does.
    ///
    /// The choices are the bits of the result, from the lowest bit on.
    ///
    /// # Panics
    ///
    /// If `count` is more than 64.
    fn bits(&mut self, count: usize) -> u64 {
        let mut bits = [0; 64];
        self.fill_below(2, &mut bits[..count]);
        bits.iter().rev().fold(0, |all, &bit| all << 1 | u64::from(bit))
    }

    /// Draws `count` choices below 2 as single calls of [`below`](Self::below) do.
    ///
    /// The choices are the bits of the result, from the lowest bit on.
    ///
    /// # Panics
    ///
    /// If `count` is more than 64.
    fn coins(&mut self, count: usize) -> u64 {
        assert!(count <= 64, "{count} coins");
        (0..count).fold(0, |all, index| all | u64::from(self.below(2)) << index)
    }

    /// Draws an index i with probability `weights[i]` / Σ `weights`.
    ///
    /// # Panics
    ///
    /// If the sum of `weights` is 0 or does not fit 32 bits.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let sum = weights.iter().try_fold(0u32, |sum, &weight| sum.checked_add(weight));
        let mut left = self.below(sum.expect("weights whose sum fits 32 bits"));
        let within = |weight: &u32| {
            let within = left < *weight;
            left = left.wrapping_sub(*weight);
            within
        };
        weights.iter().position(within).expect("the number is below the sum")
    }

    /// Fills `indices` with independent draws by `weights`.
    ///
    /// The draws equal the results of single calls of [`weighted`](Self::weighted).
    ///
    /// # Panics
    ///
    /// If the sum of `weights` is 0 or does not fit 32 bits.
    fn weighted_each(&mut self, weights: [u32; 2], indices: &mut [u32]) {
        indices.iter_mut().for_each(|index| *index = self.weighted(&weights) as u32);
    }
}

impl<C: Choices + ?Sized> Choices for &mut C {
    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }

    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        (**self).fill_below(bound, numbers);
    }

    fn below_each(&mut self, first: u32, step: i32, numbers: &mut [u32]) {
        (**self).below_each(first, step, numbers);
    }

    fn bits(&mut self, count: usize) -> u64 {
        (**self).bits(count)
    }

    fn coins(&mut self, count: usize) -> u64 {
        (**self).coins(count)
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        (**self).weighted(weights)
    }

    fn weighted_each(&mut self, weights: [u32; 2], indices: &mut [u32]) {
        (**self).weighted_each(weights, indices);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns the numbers of a list.
    struct Scripted(Vec<u32>);

    impl Choices for Scripted {
        fn below(&mut self, bound: u32) -> u32 {
            let number = self.0.remove(0);
            assert!(number < bound);
            number
        }
    }

    #[test]
    fn weights_split_the_numbers_below_their_sum() {
        let drawn: Vec<usize> = (0..6).map(|number| Scripted(vec![number]).weighted(&[2, 0, 1, 3])).collect();
        assert_eq!(drawn, [0, 0, 2, 3, 3, 3]);
    }

    #[test]
    #[should_panic(expected = "fits 32 bits")]
    fn weights_beyond_32_bits_panic() {
        Scripted(vec![0]).weighted(&[u32::MAX, 1]);
    }
}
