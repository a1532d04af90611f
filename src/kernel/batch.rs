//! Several draws from one random word: Brackett-Rozinsky and Lemire, "Batched ranged random integer
//! generation" (2024).
//!
//! The word, as a fraction of 2^64, times a bound has a draw before the point, and behind it a fraction for the
//! next bound. With bounds of product p that is all outcomes of ⌊x·p/2^64⌋, told one after the other; those
//! 2^64 mod p words whose last fraction is the least are thrown away, so that each outcome is left with
//! ⌊2^64/p⌋ words: exactly uniform.

/// The most that the bounds of a word multiply to: one word in 256 is thrown away at most.
const MOST: u64 = 1 << 56;

/// The draws of one word: below `first`, below one less, and so on, so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    first: u64,
    count: u64,
    product: u64,
    /// Words whose last fraction is below are thrown away.
    surplus: u64,
}

impl Batch {
    /// Draws below n, n − 1, …, 2: as many from each word as multiply to at most 2^56.
    pub(super) fn all(n: usize) -> Vec<Batch> {
        let (mut batches, mut first) = (Vec::new(), n as u64);
        while first > 1 {
            let (mut product, mut count) = (first, 1);
            while first - count > 1 && MOST / product >= first - count {
                (product, count) = (product * (first - count), count + 1);
            }
            batches.push(Batch { first, count, product, surplus: product.wrapping_neg() % product });
            first -= count;
        }
        batches
    }

    /// Tells each bound and the draw below it, from the first word that is not thrown away.
    #[inline(always)]
    pub(super) fn draw(&self, mut word: impl FnMut() -> u64, mut tell: impl FnMut(usize, usize)) {
        let mut fraction = word();
        // The last fraction is that of the word times all bounds.
        while fraction.wrapping_mul(self.product) < self.surplus {
            fraction = word();
        }
        for bound in (0..self.count).map(|index| self.first - index) {
            let product = u128::from(fraction) * u128::from(bound);
            fraction = product as u64;
            tell(bound as usize, (product >> 64) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bound once, from n down; and no word could be asked for one draw more.
    #[test]
    fn each_bound_is_drawn_below() {
        let largest = if cfg!(miri) { 70 } else { 65_536 };
        for n in (0..600).chain([65_535, 65_536]).filter(|&n| n <= largest) {
            let batches = Batch::all(n);
            let mut bounds = Vec::new();
            for batch in &batches {
                let own: Vec<u64> = (0..batch.count).map(|index| batch.first - index).collect();
                assert_eq!(own.iter().product::<u64>(), batch.product);
                let more = u128::from(batch.product) * u128::from(batch.first - batch.count);
                assert!(batch.product <= MOST && (more > u128::from(MOST) || batch.first == batch.count + 1));
                assert_eq!(u128::from(batch.surplus), (1 << 64) % u128::from(batch.product));
                bounds.extend(own);
            }
            assert!(bounds.into_iter().eq((2..=n as u64).rev()), "{n}");
        }
        assert_eq!(Batch::all(52).len(), 5);
    }

    /// The same with words of 12 bits: each outcome comes of as many words, whatever the bounds.
    #[test]
    fn as_many_words_for_each_outcome() {
        for first in 2..=12u32 {
            for count in 1..first.min(4) {
                let product: u32 = (0..count).map(|index| first - index).product();
                let mut words = vec![0; product as usize];
                for word in 0..4096u32 {
                    let (mut fraction, mut outcome) = (word, 0);
                    for bound in (0..count).map(|index| first - index) {
                        outcome = outcome * bound + ((fraction * bound) >> 12);
                        fraction = fraction * bound % 4096;
                    }
                    assert_eq!(fraction, word * product % 4096, "the last fraction");
                    if fraction >= 4096 % product {
                        words[outcome as usize] += 1;
                    }
                }
                assert!(words.iter().all(|&words| words == 4096 / product), "{first} {count}");
            }
        }
    }
}
