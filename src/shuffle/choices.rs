/// A source of choices, each among a given number of possibilities, such as a random generator.
pub trait Choices {
    /// Draws a number from 0 to `bound` − 1, all equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    fn below(&mut self, bound: u32) -> u32;

    /// Fills `numbers` with independent choices [below](Self::below) `bound`. A source may draw many at once, so the
    /// numbers may differ from those of single calls.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        numbers.iter_mut().for_each(|number| *number = self.below(bound));
    }

    /// Draws as many choices below 2 as [`fill_below`](Self::fill_below), as the bits of a number, lowest first.
    ///
    /// # Panics
    ///
    /// If `count` is more than 64.
    fn bits(&mut self, count: usize) -> u64 {
        let mut bits = [0; 64];
        self.fill_below(2, &mut bits[..count]);
        bits.iter().rev().fold(0, |all, &bit| all << 1 | u64::from(bit))
    }

    /// Draws an index i with probability `weights[i]` over the sum of the weights.
    ///
    /// # Panics
    ///
    /// If the sum is 0 or does not fit 32 bits.
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
}

impl<C: Choices + ?Sized> Choices for &mut C {
    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }

    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        (**self).fill_below(bound, numbers);
    }

    fn bits(&mut self, count: usize) -> u64 {
        (**self).bits(count)
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        (**self).weighted(weights)
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
