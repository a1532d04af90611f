//! Factors and orders of one word, without a list on the heap: what most questions come to.

use num_integer::{Integer, Roots};

use super::montgomery::Montgomery;
use super::powers_of_two::PowersOfTwo;
use super::pseudoprimes::is_strong_pseudoprime_to_2;
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
    primes: [u64; MOST_PRIMES],
    exponents: [u8; MOST_PRIMES],
    length: usize,
}

impl Primes {
    /// The primes with their exponents.
    pub(super) fn powers(&self) -> impl DoubleEndedIterator<Item = (u64, u32)> {
        let exponents = self.exponents.iter().map(|&exponent| exponent.into());
        self.primes[..self.length].iter().copied().zip(exponents)
    }

    fn add(&mut self, prime: u64, times: u8) {
        match self.primes[..self.length].iter().position(|&known| known == prime) {
            Some(place) => self.exponents[place] += times,
            None => self.push(prime, times),
        }
    }

    fn push(&mut self, prime: u64, times: u8) {
        self.primes[self.length] = prime;
        self.exponents[self.length] = times;
        self.length += 1;
    }
}

/// The prime factors of a positive number.
pub(super) fn factor(n: u64) -> Primes {
    let mut primes = Primes::default();
    let mut rest = n;
    let twos = rest.trailing_zeros();
    if twos > 0 {
        primes.push(2, twos as u8);
        rest >>= twos;
    }
    for place in Places(trial::small_divisors(rest)) {
        let (small, mut times) = (&SMALL_PRIMES[place], 0);
        while let Some(quotient) = small.divide(rest) {
            rest = quotient;
            times += 1;
        }
        primes.push(small.prime, times);
    }
    split_fully(rest, &mut primes);
    primes
}

/// The places of the bits that are set, from the lowest.
struct Places(u64);

impl Iterator for Places {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.checked_sub(1)?;
        Some(place)
    }
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
    let is_prime = wide < trial::SQUARE_AFTER_EARLY
        || PowersOfTwo::modulo(n).is_strong_probable_prime() && !is_strong_pseudoprime_to_2(n);
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
    // The large primes were found last: the first multiple is their order, and costs nothing.
    let powers = factor(modulus);
    powers.powers().rev().fold(1, |order, (prime, exponent)| {
        least_common_multiple(order, modulo_prime_power(base, prime, exponent))
    })
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    if a == 1 || b == 1 {
        return a * b;
    }
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    large * (small / small.gcd(&(large % small)))
}

/// The residues ≡ 1 modulo p^j form a group of order p modulo p^(j+1), so that each step up
/// leaves the order as it is or multiplies it by p.
fn modulo_prime_power(base: u64, prime: u64, exponent: u32) -> u64 {
    let mut order = if prime == 2 { 1 } else { modulo_odd_prime(base, prime) };
    let mut modulus = prime;
    for _ in 1..exponent {
        modulus *= prime;
        if super::montgomery::pow_mod(base, order, modulus) != 1 {
            order *= prime;
        }
    }
    order
}

/// From p − 1 each prime is divided out while the power stays 1.
fn modulo_odd_prime(base: u64, prime: u64) -> u64 {
    match u32::try_from(prime) {
        Ok(half) if base == 2 => match trial::order_modulo_small(half) {
            Some(order) => order,
            None => {
                let powers = PowersOfTwo::modulo(half);
                reduced(prime - 1, |exponents| powers.are_one(exponents))
            }
        },
        _ => {
            let ring = Montgomery::new(prime);
            let (base, one) = (ring.enter(base), ring.one());
            reduced(prime - 1, |exponents| ring.pow_each(base, exponents).map(|power| power == one))
        }
    }
}

/// What is left of `units` when each of its primes is divided out while the power is 1.
fn reduced(units: u64, are_one: impl Fn([u64; SIDE_BY_SIDE]) -> [bool; SIDE_BY_SIDE]) -> u64 {
    let factors = factor(units);
    let (mut powers, mut order) = (factors.powers(), units);
    for _ in 0..factors.length.div_ceil(SIDE_BY_SIDE) {
        let divisors: [_; SIDE_BY_SIDE] = std::array::from_fn(|_| powers.next().unwrap_or((1, 0)));
        let shorter = divisors.map(|(divisor, times)| if times > 0 { units / divisor } else { 0 });
        for (((divisor, times), shorter), one) in divisors.into_iter().zip(shorter).zip(are_one(shorter)) {
            if one && times > 0 {
                order /= divisor;
                order /=
                    further(shorter, divisor, times - 1, |exponent| are_one([exponent; SIDE_BY_SIDE])[0]);
            }
        }
    }
    order
}

/// The power of `divisor`, up to so many times, that can be divided out of `exponent` too, the
/// power staying 1.
fn further(mut exponent: u64, divisor: u64, times: u32, is_one: impl Fn(u64) -> bool) -> u64 {
    let more = (0..times).take_while(|_| {
        exponent /= divisor;
        is_one(exponent)
    });
    more.fold(1, |power, _| power * divisor)
}
