//! The factorization of a 64-bit number, held on the stack.

use num_integer::Roots;

use super::factorization::Factorization;
use super::montgomery::PowersOfTwo;
use super::prime::is_strong_pseudoprime_to_2;
use super::trial::{self, SMALL_PRIMES};
use super::{ecm, prime, rho};

/// Maximum number of distinct primes of a 64-bit number. The product of the first 15 primes is below 2^64,
/// and the product of the first 16 is above.
const MAX_PRIMES: usize = 15;

/// Minimum log2 of a composite that elliptic curves split faster than Pollard's rho does.
const ECM_MIN_BITS: u32 = 40;

/// The prime powers of a 64-bit number, in the order in which they were found.
#[derive(Clone, Copy, Default)]
pub(super) struct PrimePowers {
    primes: [u64; MAX_PRIMES],
    exponents: [u8; MAX_PRIMES],
    length: usize,
}

impl PrimePowers {
    /// Returns the number of distinct primes.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Returns the primes with their exponents.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u32)> {
        let exponents = self.exponents.iter().map(|&exponent| exponent.into());
        self.primes[..self.length].iter().copied().zip(exponents)
    }

    /// Increases the exponent of `prime` by 1.
    fn add(&mut self, prime: u64) {
        match self.primes[..self.length]
            .iter()
            .position(|&known| known == prime)
        {
            Some(index) => self.exponents[index] += 1,
            None => self.push(prime, 1),
        }
    }

    /// Appends `prime`, which must not be in the list.
    fn push(&mut self, prime: u64, exponent: u8) {
        self.primes[self.length] = prime;
        self.exponents[self.length] = exponent;
        self.length += 1;
    }
}

/// Factors a positive number. The small primes come first, ascending.
pub(super) fn prime_powers(n: u64) -> PrimePowers {
    let mut primes = PrimePowers::default();
    let mut cofactor = n;
    let twos = cofactor.trailing_zeros();
    if twos > 0 {
        primes.push(2, twos as u8);
        cofactor >>= twos;
    }
    let mut divisors = trial::small_divisors(cofactor);
    while divisors != 0 {
        let (small, mut exponent) = (&SMALL_PRIMES[divisors.trailing_zeros() as usize], 0);
        while let Some(quotient) = small.divide(cofactor) {
            cofactor = quotient;
            exponent += 1;
        }
        primes.push(small.prime, exponent);
        divisors &= divisors - 1;
    }
    factor_recursively(cofactor, &mut primes);
    primes
}

/// Adds the primes of `n`, which is 1 or has no prime factor below 256.
fn factor_recursively(n: u64, primes: &mut PrimePowers) {
    match split_u64(n) {
        Some(factor) => {
            factor_recursively(factor, primes);
            factor_recursively(n / factor, primes);
        }
        None if n > 1 => primes.add(n),
        None => {}
    }
}

/// Returns a proper factor of `n`, or `None` if `n` is 1 or prime.
fn split_u64(n: u64) -> Option<u64> {
    if n < trial::SQUARE_OF_NEXT_PRIME {
        return None;
    }
    match u32::try_from(n) {
        Ok(n) => split_u32(n),
        Err(_) => trial::divisor_of_word(n).or_else(|| split_without_small_factor(n)),
    }
}

fn split_u32(n: u32) -> Option<u64> {
    let wide = u64::from(n);
    if let Some(divisor) = trial::early_divisor(n) {
        return (divisor < wide).then_some(divisor);
    }
    let is_prime = wide < trial::SQUARE_AFTER_EARLY
        || PowersOfTwo::new(n).is_strong_probable_prime() && !is_strong_pseudoprime_to_2(n);
    if is_prime {
        None
    } else {
        trial::late_divisor(n)
    }
}

/// Returns a proper factor of `n`, or `None` if `n` is prime. `n` is above 2^32 and has no prime factor below 2^12.
fn split_without_small_factor(n: u64) -> Option<u64> {
    if prime::is_prime_u64(n) {
        return None;
    }
    let root = n.sqrt();
    if root * root == n {
        return Some(root);
    }
    let by_ecm = if n.ilog2() < ECM_MIN_BITS {
        None
    } else {
        ecm::split_u64(n)
    };
    by_ecm.or_else(|| Some(rho::split_u64(n)))
}

/// Factors a positive 64-bit number.
pub(super) fn factor_u64(n: u64) -> Factorization<u64> {
    assert!(n > 0, "0 has no factorization");
    let factors = prime_powers(n);
    let primes = factors
        .iter()
        .flat_map(|(prime, exponent)| std::iter::repeat_n(prime, exponent as usize));
    Factorization::from_primes(primes.collect())
}
