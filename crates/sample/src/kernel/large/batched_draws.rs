//! Several draws from one random 64-bit number x: Brackett-Rozinsky and Lemire, "Batched ranged random
//! integer generation" (2024).
//!
//! The product of x/2^64 and a bound has a draw as its integral part, and a fraction for the next bound. If p
//! is the product of the bounds, the draws are the digits of ⌊x·p/2^64⌋ in mixed radix. The 2^64 mod p
//! numbers x with the smallest last fractions are rejected. This leaves ⌊2^64/p⌋ numbers for each combination
//! of draws, so the draws are exactly uniform.

/// Maximum product of bounds. It ensures that at most one number in 256 is rejected.
const MAX_PRODUCT: u64 = 1 << 56;

/// The `count` draws from one random number: below `first`, below `first` − 1, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchedDraws {
    first: u64,
    count: u64,
    /// The product of the bounds.
    product: u64,
    /// A random number is rejected if its last fraction is below this bound.
    rejected: u64,
}

impl BatchedDraws {
    /// Returns batches for the draws below n, n − 1, …, 2. Each batch has as many draws as [`MAX_PRODUCT`]
    /// allows.
    pub(super) fn all(n: usize) -> Vec<BatchedDraws> {
        let (mut batches, mut first) = (Vec::new(), n as u64);
        while first > 1 {
            let (mut product, mut count) = (first, 1);
            while first - count > 1 && MAX_PRODUCT / product >= first - count {
                (product, count) = (product * (first - count), count + 1);
            }
            batches.push(BatchedDraws { first, count, product, rejected: product.wrapping_neg() % product });
            first -= count;
        }
        batches
    }

    /// Takes the first random number that is not rejected, and calls `take` with each bound and the draw
    /// below it.
    #[inline(always)]
    pub(super) fn draw(&self, mut random: impl FnMut() -> u64, mut take: impl FnMut(usize, usize)) {
        let mut fraction = random();
        // The last fraction is the fractional part of the random number times all bounds.
        while fraction.wrapping_mul(self.product) < self.rejected {
            fraction = random();
        }
        for bound in (0..self.count).map(|index| self.first - index) {
            let product = u128::from(fraction) * u128::from(bound);
            fraction = product as u64;
            take(bound as usize, (product >> 64) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bound occurs once, from n down, and no batch could have one more draw.
    #[test]
    fn each_bound_is_drawn_below() {
        let largest = if cfg!(miri) { 70 } else { 65_536 };
        for n in (0..600).chain([65_535, 65_536]).filter(|&n| n <= largest) {
            let batches = BatchedDraws::all(n);
            let mut bounds = Vec::new();
            for batch in &batches {
                let own: Vec<u64> = (0..batch.count).map(|index| batch.first - index).collect();
                assert_eq!(own.iter().product::<u64>(), batch.product);
                let more = u128::from(batch.product) * u128::from(batch.first - batch.count);
                assert!(
                    batch.product <= MAX_PRODUCT
                        && (more > u128::from(MAX_PRODUCT) || batch.first == batch.count + 1)
                );
                assert_eq!(u128::from(batch.rejected), (1 << 64) % u128::from(batch.product));
                bounds.extend(own);
            }
            assert!(bounds.into_iter().eq((2..=n as u64).rev()), "{n}");
        }
        assert_eq!(BatchedDraws::all(52).len(), 5);
    }

    /// With random numbers of 12 bits, the same count of numbers gives each combination of draws, for all
    /// bounds.
    #[test]
    #[cfg_attr(miri, ignore = "slow, and plain arithmetic")]
    fn draws_are_uniform() {
        for first in 2..=12u32 {
            for count in 1..first.min(4) {
                let product: u32 = (0..count).map(|index| first - index).product();
                let mut counts = vec![0; product as usize];
                for random in 0..4096u32 {
                    let (mut fraction, mut outcome) = (random, 0);
                    for bound in (0..count).map(|index| first - index) {
                        outcome = outcome * bound + ((fraction * bound) >> 12);
                        fraction = fraction * bound % 4096;
                    }
                    assert_eq!(fraction, random * product % 4096, "the last fraction");
                    if fraction >= 4096 % product {
                        counts[outcome as usize] += 1;
                    }
                }
                assert!(counts.iter().all(|&count| count == 4096 / product), "{first} {count}");
            }
        }
    }
}
