//! Factors and orders of one word, without a list on the heap: what most questions come to.

use num_integer::{Integer, Roots};

use super::montgomery::Montgomery;
use super::trial::{self, SMALL_PRIMES};
use super::{ecm, prime, rho};

/// The first fifteen primes multiplied together still fit a word, sixteen do not.
const MOST_PRIMES: usize = 15;

/// Composites of so many bits are split quicker by elliptic curves than by rho.
const CURVES_FROM_BITS: u32 = 40;

/// Powers that are computed side by side: their steps wait for one another less.
const SIDE_BY_SIDE: usize = 4;

/// The prime powers of a word, in the order in which they were found.
#[derive(Clone, Copy, Default)]
pub(super) struct Primes {
    powers: [(u64, u32); MOST_PRIMES],
    length: usize,
}

impl Primes {
    /// The primes with their exponents.
    pub(super) fn powers(&self) -> &[(u64, u32)] {
        &self.powers[..self.length]
    }

    fn add(&mut self, prime: u64, times: u32) {
        match self.powers[..self.length].iter_mut().find(|power| power.0 == prime) {
            Some(power) => power.1 += times,
            None => {
                self.powers[self.length] = (prime, times);
                self.length += 1;
            }
        }
    }
}

/// The prime factors of a positive number.
pub(super) fn factor(n: u64) -> Primes {
    let mut primes = Primes::default();
    let mut rest = n;
    let twos = rest.trailing_zeros();
    if twos > 0 {
        primes.add(2, twos);
        rest >>= twos;
    }
    for small in &SMALL_PRIMES {
        if small.prime * small.prime > rest {
            break;
        }
        while let Some(quotient) = small.divide(rest) {
            primes.add(small.prime, 1);
            rest = quotient;
        }
    }
    split_fully(rest, &mut primes);
    primes
}

/// Adds the primes of `n`, which is a prime or has no factor among the small primes.
fn split_fully(n: u64, primes: &mut Primes) {
    match split(n) {
        Some(factor) => {
            split_fully(factor, primes);
            split_fully(n / factor, primes);
        }
        None if n > 1 => primes.add(n, 1),
        None => {}
    }
}

/// A proper factor; none where there is none.
fn split(n: u64) -> Option<u64> {
    if n < trial::SQUARE_OF_NEXT_PRIME {
        return None;
    }
    match u32::try_from(n) {
        Ok(half) => split_half_word(half),
        Err(_) => trial::divisor_of_word(n).or_else(|| split_word(n)),
    }
}

fn split_half_word(n: u32) -> Option<u64> {
    let wide = u64::from(n);
    if let Some(divisor) = trial::early_divisor(n) {
        return (divisor < wide).then_some(divisor);
    }
    let is_prime = wide < trial::SQUARE_AFTER_EARLY || prime::is_prime_u64(wide);
    if is_prime { None } else { trial::late_divisor(n) }
}

/// Of a number above 2^32 without a prime below 2^12.
fn split_word(n: u64) -> Option<u64> {
    if prime::is_prime_u64(n) {
        return None;
    }
    let root = n.sqrt();
    if root * root == n {
        return Some(root);
    }
    let by_curves = if n.ilog2() < CURVES_FROM_BITS { None } else { ecm::word::split(n) };
    by_curves.or_else(|| Some(rho::split_u64(n)))
}

/// The order of `base` modulo `modulus`, which are coprime.
///
/// The primes of a word are proved, so that Fermat's theorem and the powers ≢ 1 at which the
/// division of the exponent ends are the certificate: if q divides the order modulo p, the
/// power (p − 1)/…/q was found not to be 1, and no divisor of that exponent gives 1 either.
pub(super) fn order(base: u64, modulus: u64) -> u64 {
    let primes = factor(modulus);
    primes
        .powers()
        .iter()
        .fold(1, |order, &(prime, exponent)| order.lcm(&modulo_prime_power(base, prime, exponent)))
}

/// The residues ≡ 1 modulo p^j form a group of order p modulo p^(j+1), so that each step up
/// leaves the order as it is or multiplies it by p.
fn modulo_prime_power(base: u64, prime: u64, exponent: u32) -> u64 {
    let mut order = if prime == 2 { 1 } else { modulo_odd_prime(base, prime, &factor(prime - 1)) };
    let mut modulus = prime;
    for _ in 1..exponent {
        modulus *= prime;
        if super::montgomery::pow_mod(base, order, modulus) != 1 {
            order *= prime;
        }
    }
    order
}

/// From p − 1, whose factors are `units`, each prime is divided out while the power stays 1.
fn modulo_odd_prime(base: u64, prime: u64, units: &Primes) -> u64 {
    let ring = Montgomery::new(prime);
    let base = ring.enter(base);
    let exponent = prime - 1;
    let mut order = exponent;
    for divisors in units.powers().chunks(SIDE_BY_SIDE) {
        let mut exponents = [exponent; SIDE_BY_SIDE];
        for (exponent, (divisor, _)) in exponents.iter_mut().zip(divisors) {
            *exponent /= divisor;
        }
        let powers = ring.pow_each(base, exponents);
        for ((power, &shorter), &(divisor, _)) in powers.iter().zip(&exponents).zip(divisors) {
            if *power == ring.one() {
                order /= divisor * further(&ring, base, shorter, divisor);
            }
        }
    }
    order
}

/// The power of `divisor` that can be divided out of `exponent` too, the power staying 1.
fn further(ring: &Montgomery, base: u64, mut exponent: u64, divisor: u64) -> u64 {
    let mut further = 1;
    while exponent.is_multiple_of(divisor) && ring.pow(base, exponent / divisor) == ring.one() {
        exponent /= divisor;
        further *= divisor;
    }
    further
}
