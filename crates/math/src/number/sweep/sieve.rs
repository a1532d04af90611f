//! The smallest prime factors of the numbers coprime to 6, by a segmented sieve of Eratosthenes (Bays
//! and Hudson 1977).

use super::wheel;
use crate::number::prime;

/// Number of entries in a block, one for each number coprime to 6. The factors and orders of a block, and the lists
/// made from them, fit in the second-level cache.
pub(super) const BLOCK: usize = 1 << 15;

/// Number of integers in the range of a block.
pub(super) const SPAN: usize = 3 * BLOCK;

/// The period of divisibility by 5 and 7, in numbers coprime to 6.
const PERIOD: usize = 2 * 5 * 7;

/// The entry of a prime in the table of smallest factors.
pub(super) const PRIME: u16 = 0;

/// The segmented sieve.
#[derive(Debug)]
pub(super) struct Sieve {
    /// The primes from 11 on, ascending.
    primes: Vec<u32>,
    /// The entries 5 and 7 of the table, for the length of a block and one period more.
    pattern: Vec<u16>,
}

impl Sieve {
    /// Prepares the sieve for numbers up to `end`, which must be below 2^32 so that smallest factors fit
    /// in 16 bits.
    pub(super) fn new(end: u64) -> Sieve {
        let primes = prime::primes_below(end.isqrt() as u32 + 1);
        let primes = primes.into_iter().filter(|&prime| prime > 7).collect();
        let pattern = (0..BLOCK + PERIOD).map(|index| match wheel::number(index) {
            number if number % 5 == 0 => 5,
            number if number % 7 == 0 => 7,
            _ => PRIME,
        });
        Sieve { primes, pattern: pattern.collect() }
    }

    /// Writes the smallest prime factor of each number of a block, or [`PRIME`].
    pub(super) fn block(&self, block: usize, factors: &mut [u16]) {
        factors.fill(PRIME);
        let reached = self.primes.partition_point(|&prime| (prime as usize).pow(2) < (block + 1) * SPAN);
        // In descending order, so that the smallest prime is written last.
        for &prime in self.primes[..reached].iter().rev() {
            mark(prime as usize, block, factors);
        }
        let pattern = &self.pattern[block * BLOCK % PERIOD..];
        for (factor, &small) in factors.iter_mut().zip(pattern) {
            *factor = if small == PRIME { *factor } else { small };
        }
        if block == 0 {
            factors[..3].fill(PRIME); // 1, 5 and 7 themselves
        }
    }
}

/// Marks the multiples p·t of `prime` = p for all t ≥ p coprime to 6, which form two arithmetic progressions.
fn mark(prime: usize, block: usize, factors: &mut [u16]) {
    let cofactor = wheel::first_from(prime.max((block * SPAN).div_ceil(prime)));
    for cofactor in [cofactor, cofactor + 1] {
        let index = wheel::index(prime * wheel::number(cofactor)) - block * BLOCK;
        if let Some(rest) = factors.get_mut(index..) {
            rest.iter_mut().step_by(2 * prime).for_each(|factor| *factor = prime as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_factors_of_some_blocks() {
        let sieve = Sieve::new(1 << 30);
        for block in [0, 1, 2, 5, 6, 70, 10_000] {
            let mut factors = vec![PRIME; BLOCK];
            sieve.block(block, &mut factors);
            for (place, &factor) in factors.iter().enumerate().skip(usize::from(block == 0)) {
                let number = wheel::number(block * BLOCK + place);
                let smallest = (5..).take_while(|d| d * d <= number).find(|d| number.is_multiple_of(*d));
                assert_eq!(usize::from(factor), smallest.unwrap_or(0), "{number}");
            }
        }
    }
}
