//! Orders modulo primes p: starting from p − 1, each of its prime factors is divided out as long as the
//! power of 2 stays 1. The smallest-factor table gives the prime factors.

use super::powers::{LANES, inverse, powers_are_one};
use super::sieve::{BLOCK, PRIME};
use super::tables::Known;
use super::wheel;

/// The test whether 2^exponent ≡ 1 modulo a prime. If so, `divisor` is divided out of its order.
#[derive(Clone, Copy)]
struct PowerTest {
    modulus: u32,
    exponent: u32,
    divisor: u32,
    /// The index of the prime in its block.
    index: u32,
}

/// The pending tests, by the number of bits of their exponents.
pub(super) struct PowerTests([Vec<PowerTest>; 33]);

impl PowerTests {
    pub(super) fn new() -> PowerTests {
        PowerTests(std::array::from_fn(|_| Vec::new()))
    }

    /// Adds a test, unless the power is certainly not 1: 1 < 2^e < p.
    fn push(&mut self, test: PowerTest) {
        if test.exponent >= test.modulus.ilog2() {
            self.0[bits(test.exponent)].push(test);
        }
    }

    /// Adds a test for each prime factor of p − 1, and returns a multiple of the order modulo p.
    fn push_all(&mut self, prime: u32, index: u32, known: Known<'_>) -> u32 {
        let (twos, mut cofactor) =
            ((prime - 1).trailing_zeros(), (prime - 1) >> (prime - 1).trailing_zeros());
        // 2 is a square modulo the primes ±1 modulo 8 (Gauss, Disquisitiones art. 112).
        let multiple = if prime % 8 == 1 || prime % 8 == 7 { (prime - 1) / 2 } else { prime - 1 };
        let mut push = |divisor: u32| {
            self.push(PowerTest { modulus: prime, exponent: multiple / divisor, divisor, index });
        };
        if twos >= 3 {
            push(2);
        }
        if cofactor.is_multiple_of(3) {
            push(3);
        }
        while cofactor.is_multiple_of(3) {
            cofactor /= 3;
        }
        while cofactor > 1 {
            let divisor = known.smallest_factor(cofactor);
            push(divisor);
            while cofactor.is_multiple_of(divisor) {
                cofactor /= divisor;
            }
        }
        multiple
    }

    /// Adds a test for the prime at an index of a block.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) fn push_at(&mut self, block: usize, index: u32, exponent: u32, divisor: u32) {
        let modulus = wheel::number(block * BLOCK + index as usize) as u32;
        self.push(PowerTest { modulus, exponent, divisor, index });
    }

    /// Performs all tests, and divides the divisors out of the orders. `powers_are_one` is
    /// [`powers_are_one`](super::powers::powers_are_one) or an equivalent function.
    ///
    /// After a test that succeeds, the same divisor is tested again with a smaller exponent, which has
    /// fewer bits: the lists are processed from long exponents to short ones.
    pub(super) fn run(
        &mut self,
        powers_are_one: impl Fn(&[u32; LANES], &[u32; LANES], u32) -> u32,
        orders: &mut [u32; BLOCK],
    ) {
        for bits in (1..self.0.len()).rev() {
            let mut tests = std::mem::take(&mut self.0[bits]);
            for batch in tests.chunks(LANES) {
                self.run_batch(batch, bits as u32, &powers_are_one, orders);
            }
            tests.clear();
            self.0[bits] = tests;
        }
    }

    fn run_batch(
        &mut self,
        batch: &[PowerTest],
        bits: u32,
        powers_are_one: impl Fn(&[u32; LANES], &[u32; LANES], u32) -> u32,
        orders: &mut [u32; BLOCK],
    ) {
        let (mut moduli, mut exponents) = ([3; LANES], [1 << (bits - 1); LANES]);
        for (test, (modulus, exponent)) in batch.iter().zip(moduli.iter_mut().zip(&mut exponents)) {
            (*modulus, *exponent) = (test.modulus, test.exponent);
        }
        let mut successes = powers_are_one(&moduli, &exponents, bits);
        while let Some(&test) = batch.get(successes.trailing_zeros() as usize) {
            self.divide_out(test, orders);
            successes &= successes - 1;
        }
    }

    fn divide_out(&mut self, test: PowerTest, orders: &mut [u32; BLOCK]) {
        let divisor = ExactDivisor::new(test.divisor);
        let order = &mut orders[test.index as usize % BLOCK];
        *order = divisor.divide(*order).unwrap_or(*order);
        if let Some(exponent) = divisor.divide(test.exponent) {
            self.push(PowerTest { exponent, ..test });
        }
    }
}

/// Exact division by 2 or by an odd number, by multiplication with its inverse modulo 2^32.
struct ExactDivisor {
    inverse: u32,
    shift: u32,
}

impl ExactDivisor {
    #[inline]
    fn new(divisor: u32) -> ExactDivisor {
        let shift = u32::from(divisor == 2);
        ExactDivisor { inverse: inverse(divisor >> shift), shift }
    }

    /// Returns the quotient if there is no remainder. The divisor must divide the number, or their
    /// product must be below 2^32: then the result of the multiplication exceeds the number if there
    /// is a remainder.
    #[inline]
    fn divide(&self, number: u32) -> Option<u32> {
        let quotient = number.wrapping_mul(self.inverse).rotate_right(self.shift);
        (quotient < number).then_some(quotient)
    }
}

/// Returns the length of the exponent in bits.
fn bits(exponent: u32) -> usize {
    (u32::BITS - exponent.leading_zeros()) as usize
}

/// Writes the orders modulo the primes of a block.
pub(super) fn orders(
    block: usize,
    factors: &[u16],
    known: Known<'_>,
    tests: &mut PowerTests,
    orders: &mut [u32; BLOCK],
) {
    let first = usize::from(block == 0); // 1 is not a prime
    for (index, _) in factors.iter().enumerate().skip(first).filter(|(_, factor)| **factor == PRIME) {
        let prime = wheel::number(block * BLOCK + index) as u32;
        orders[index] = tests.push_all(prime, index as u32, known);
    }
    tests.run(powers_are_one, orders);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_division() {
        for divisor in [2, 3, 5, 7, 11, 32_749, 536_870_909] {
            for number in (1..2000).chain([divisor, 2 * divisor, (1 << 30) / divisor * divisor, 1 << 30]) {
                let expected = (number % divisor == 0).then_some(number / divisor);
                let small = u64::from(number) * u64::from(divisor) < 1 << 32;
                if small || expected.is_some() {
                    assert_eq!(ExactDivisor::new(divisor).divide(number), expected, "{number}/{divisor}");
                }
            }
        }
    }
}
