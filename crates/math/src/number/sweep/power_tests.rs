//! Orders of 2 modulo primes, by tests of powers.
//!
//! Starting from p − 1 for a prime p, each prime factor of p − 1 is divided out as long as the power of 2
//! stays 1. The table of smallest factors gives the prime factors.

use super::tables::{BLOCK, FinishedTables, PRIME};
use super::wheel;

/// Number of groups of tests. Each group has exponents of four lengths in bits; the first group has the longest.
const GROUPS: usize = 8;

/// Capacity of a list. It has room for the tests of each group that are too few for a batch, for a batch that was added
/// since, and for a batch beyond the end, since the last tests are read as a whole batch.
const LENGTH: usize = (GROUPS + 2) * LANES;

/// The pending tests of whether 2^exponent ≡ 1 modulo a prime, in groups. If a test succeeds, a divisor is divided out
/// of the order modulo the prime.
#[derive(Debug)]
pub(super) struct PowerTests {
    groups: [TestGroup; GROUPS],
}

/// Pending tests whose exponents have a similar number of bits.
#[derive(Debug)]
struct TestGroup {
    moduli: [u32; LENGTH],
    exponents: [u32; LENGTH],
    /// The inverses of the divisors, as in [`ExactDivisor`].
    inverses: [u32; LENGTH],
    length: usize,
}

impl TestGroup {
    /// Returns an empty group. Unused entries have valid values too, since a batch may include them.
    fn new(group: usize) -> TestGroup {
        let exponents = [1 << (28 - 4 * group); LENGTH];
        TestGroup {
            moduli: [3; LENGTH],
            exponents,
            inverses: [1; LENGTH],
            length: 0,
        }
    }

    /// Removes the last tests, at most a batch. Returns the index of the first one and a mask of the lanes that they
    /// take.
    #[inline]
    fn pop(&mut self) -> (usize, u32) {
        let count = self.length.min(LANES);
        self.length -= count;
        (self.length, u32::MAX >> (LANES - count))
    }
}

/// Returns the batch of a list that starts at index `start`.
#[inline]
fn batch(list: &[u32; LENGTH], start: usize) -> &[u32; LANES] {
    list[start..]
        .first_chunk()
        .expect("a list is longer than its contents by a batch")
}

impl PowerTests {
    pub(super) fn new() -> PowerTests {
        PowerTests {
            groups: std::array::from_fn(TestGroup::new),
        }
    }

    /// Adds a test, unless the power is certainly not 1 because 1 < 2^e < p.
    fn push(&mut self, modulus: u32, exponent: u32, divisor: ExactDivisor) {
        if exponent >= modulus.ilog2() {
            let group = &mut self.groups[exponent.leading_zeros() as usize / 4];
            group.moduli[group.length] = modulus;
            group.exponents[group.length] = exponent;
            group.inverses[group.length] = divisor.inverse;
            group.length += 1;
        }
    }

    /// Adds a test for each prime factor of p − 1, and returns a multiple of the order modulo p.
    fn push_all(&mut self, prime: u32, known: FinishedTables<'_>) -> u32 {
        let twos = (prime - 1).trailing_zeros();
        let mut cofactor = (prime - 1) >> twos;
        // 2 is a square modulo the primes ±1 modulo 8 (Gauss, Disquisitiones art. 112).
        let multiple = if prime % 8 == 1 || prime % 8 == 7 {
            (prime - 1) / 2
        } else {
            prime - 1
        };
        let mut push =
            |divisor: ExactDivisor| self.push(prime, divisor.quotient(multiple), divisor);
        if twos >= 3 {
            push(ExactDivisor::TWO);
        }
        while cofactor > 1 {
            let factor = if cofactor.is_multiple_of(3) {
                3
            } else {
                known.smallest_factor(cofactor)
            };
            let divisor = ExactDivisor::odd(factor);
            push(divisor);
            while u64::from(divisor.quotient(cofactor)) * u64::from(factor) == u64::from(cofactor) {
                cofactor = divisor.quotient(cofactor);
            }
        }
        multiple
    }

    /// Performs the tests of the groups that have at least `least` tests, and divides the divisors out of the orders.
    /// After a test that succeeds, the same divisor is tested again with a smaller exponent, which belongs to the same
    /// group or a later one.
    fn run(&mut self, least: usize, orders: &mut [u32; BLOCK]) {
        for group in 0..GROUPS {
            while self.groups[group].length >= least {
                self.run_batch(group, orders);
            }
        }
    }

    fn run_batch(&mut self, group: usize, orders: &mut [u32; BLOCK]) {
        let group = &mut self.groups[group];
        let (start, valid) = group.pop();
        let (moduli, exponents) = (
            *batch(&group.moduli, start),
            *batch(&group.exponents, start),
        );
        let inverses = *batch(&group.inverses, start);
        let longest = exponents.iter().fold(0, |all, exponent| all | exponent);
        let mut successes = powers_are_one(&moduli, &exponents, longest.ilog2() + 1) & valid;
        while successes != 0 {
            let lane = successes.trailing_zeros() as usize;
            let divisor = ExactDivisor {
                inverse: inverses[lane],
            };
            let order = &mut orders[wheel::index(moduli[lane] as usize) % BLOCK];
            *order = divisor.quotient(*order);
            if let Some(exponent) = divisor.divide(exponents[lane]) {
                self.push(moduli[lane], exponent, divisor);
            }
            successes &= successes - 1;
        }
    }
}

/// Exact division by 2 or by an odd number, by multiplication with its inverse modulo 2^32. The inverse is 0 for 2.
#[derive(Clone, Copy)]
struct ExactDivisor {
    inverse: u32,
}

impl ExactDivisor {
    const TWO: ExactDivisor = ExactDivisor { inverse: 0 };

    #[inline]
    fn odd(divisor: u32) -> ExactDivisor {
        ExactDivisor {
            inverse: inverse(divisor),
        }
    }

    /// Returns the quotient of a multiple of the divisor.
    #[inline]
    fn quotient(self, number: u32) -> u32 {
        if self.inverse == 0 {
            number.rotate_right(1)
        } else {
            number.wrapping_mul(self.inverse)
        }
    }

    /// Returns the quotient, or `None` if there is a remainder. The divisor must divide `number`, or their product must
    /// be below 2^32: then the result of the multiplication exceeds `number` if there is a remainder.
    #[inline]
    fn divide(self, number: u32) -> Option<u32> {
        Some(self.quotient(number)).filter(|&quotient| quotient < number)
    }
}

/// Writes the orders modulo the primes of a block.
pub(super) fn orders(
    block: usize,
    factors: &[u16],
    known: FinishedTables<'_>,
    tests: &mut PowerTests,
    orders: &mut [u32; BLOCK],
) {
    let first = usize::from(block == 0); // 1 is not a prime
    for (index, _) in factors
        .iter()
        .enumerate()
        .skip(first)
        .filter(|(_, factor)| **factor == PRIME)
    {
        let prime = wheel::number(block * BLOCK + index) as u32;
        orders[index] = tests.push_all(prime, known);
        tests.run(LANES, orders);
    }
    tests.run(1, orders);
}

// Tests, in batches, of whether 2^e ≡ 1 modulo a prime, by Montgomery multiplication modulo 32-bit numbers. The chains
// of products in a batch are independent and overlap.

/// Number of tests in a batch.
const LANES: usize = 32;

/// Number of chains of products that are computed together.
const CHAINS: usize = 8;

/// Modulus below which residues may stay below twice the modulus instead of being reduced completely. The
/// doubled square is then less than 2^32 times the modulus, as Montgomery reduction needs.
const LAZY_BELOW: u32 = 1 << 29;

/// Number of leading bits of an exponent that need no product, since a power of two below 2^32 is computed by a shift.
const FREE_BITS: u32 = 5;

/// Returns whether 2^exponent ≡ 1 for each modulus, as a bit mask whose lowest bit is the first. The moduli must be
/// odd, from 3 to 2^31. The exponents must be positive, with at most `bits` bits and at least `bits` − 3: their first
/// five bits are then at least 2, so that unreduced residues do not grow.
fn powers_are_one(moduli: &[u32; LANES], exponents: &[u32; LANES], bits: u32) -> u32 {
    let lazy = moduli.iter().all(|&modulus| modulus < LAZY_BELOW);
    let powers = if lazy {
        powers::<false>
    } else {
        powers::<true>
    };
    let chunks = moduli.as_chunks().0.iter().zip(exponents.as_chunks().0);
    chunks.rev().fold(0, |answers, (moduli, exponents)| {
        let ones = powers(moduli, exponents, bits);
        ones.iter()
            .rev()
            .fold(answers, |answers, &answer| answers << 1 | u32::from(answer))
    })
}

/// Returns whether 2^e ≡ 1 for each exponent e, by computing 2^(−e), which is 1 if and only if 2^e is. With s
/// squarings, −e = −d·2^s + rest. The Montgomery form of 2^(−d) is 2^(32−d), and each set bit of the rest doubles the
/// power after a squaring.
#[inline(always)]
fn powers<const REDUCED: bool>(
    moduli: &[u32; CHAINS],
    exponents: &[u32; CHAINS],
    bits: u32,
) -> [bool; CHAINS] {
    let squarings = bits.saturating_sub(FREE_BITS);
    let negated = moduli.map(|modulus| inverse(modulus).wrapping_neg());
    let above = exponents.map(|exponent| exponent.div_ceil(1 << squarings));
    let rest: [u32; CHAINS] =
        std::array::from_fn(|lane| (above[lane] << squarings) - exponents[lane]);
    let mut power = above.map(|above| 1u32 << (32 - above));
    for bit in (0..squarings).rev() {
        for lane in 0..CHAINS {
            let square =
                (u64::from(power[lane]) * u64::from(power[lane])) << (rest[lane] >> bit & 1);
            power[lane] = reduced(square, moduli[lane], negated[lane]);
            if REDUCED {
                power[lane] = power[lane].min(power[lane].wrapping_sub(moduli[lane]));
            }
        }
    }
    std::array::from_fn(|lane| reduced(power[lane].into(), moduli[lane], negated[lane]) == 1)
}

/// Returns x/2^32 modulo n. The result is at most n above the high word of x. `negated` is −1/n modulo 2^32.
#[inline(always)]
fn reduced(x: u64, n: u32, negated: u32) -> u32 {
    let multiple = (x as u32).wrapping_mul(negated);
    ((x + u64::from(multiple) * u64::from(n)) >> 32) as u32
}

/// Returns the inverse of an odd `n` modulo 2^32, by Newton's iteration. `3n ^ 2` is correct to 5 bits, and
/// each of three steps doubles the number of correct bits.
#[inline(always)]
fn inverse(n: u32) -> u32 {
    (0..3).fold(n.wrapping_mul(3) ^ 2, |x, _| {
        x.wrapping_mul(2u32.wrapping_sub(n.wrapping_mul(x)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;

    #[test]
    fn exact_division() {
        for divisor in [2, 3, 5, 7, 11, 32_749, 536_870_909] {
            let exact = if divisor == 2 {
                ExactDivisor::TWO
            } else {
                ExactDivisor::odd(divisor)
            };
            for number in
                (1..2000).chain([divisor, 2 * divisor, (1 << 30) / divisor * divisor, 1 << 30])
            {
                let expected = (number % divisor == 0).then_some(number / divisor);
                let small = u64::from(number) * u64::from(divisor) < 1 << 32;
                if small || expected.is_some() {
                    assert_eq!(exact.divide(number), expected, "{number}/{divisor}");
                }
            }
        }
    }

    #[test]
    fn bits_are_in_order() {
        // 2^8 ≡ 1 modulo 51 and 2^8 ≡ −1 modulo 257.
        let moduli = std::array::from_fn(|lane| if [0, 5, 31].contains(&lane) { 51 } else { 257 });
        assert_eq!(
            powers_are_one(&moduli, &[8; LANES], 4),
            1 | 1 << 5 | 1 << 31
        );
    }

    #[test]
    fn agrees_with_pow_mod() {
        let primes = [
            3u32,
            5,
            7,
            17,
            31,
            127,
            8191,
            65_537,
            131_071,
            536_870_909,
            536_870_923,
            1_073_741_827,
        ];
        for prime in primes {
            for divisor in (1..200).filter(|&divisor| (prime - 1).is_multiple_of(divisor)) {
                let exponent = (prime - 1) / divisor;
                for exponent in [exponent, exponent + 1, exponent.max(2) - 1] {
                    let bits = 32 - exponent.leading_zeros();
                    let exponents = std::array::from_fn(|lane| (exponent >> (lane % 4)).max(1));
                    let found = powers_are_one(&[prime; LANES], &exponents, bits);
                    for (lane, &exponent) in exponents.iter().enumerate() {
                        let expected = 2u64.pow_mod(&exponent.into(), &prime.into()) == 1;
                        assert_eq!(found >> lane & 1 == 1, expected, "2^{exponent} mod {prime}");
                    }
                }
            }
        }
    }
}
