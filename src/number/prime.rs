//! Is it prime? Proved below 2^64, probable above.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::montgomery::Montgomery;
use super::residues::Residues;

/// Strong-pseudoprime tests to 2 and these six bases decide every number below 2^64
/// (Jim Sinclair 2011, checked against the list of base-2 pseudoprimes of Feitsma).
const SINCLAIR: [u64; 6] = [325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022];

/// These three decide every number below 2^32 (Jaeschke, *On strong pseudoprimes to several
/// bases*, 1993: below 4,759,123,141).
const JAESCHKE: [u64; 3] = [2, 7, 61];

/// The primes below `limit`, by the sieve of Eratosthenes.
pub(super) fn primes_below(limit: u32) -> Vec<u32> {
    let mut composite = vec![false; limit as usize];
    let mut primes = Vec::new();
    for candidate in 2..limit as usize {
        if !composite[candidate] {
            primes.push(candidate as u32);
            for multiple in (candidate * candidate..limit as usize).step_by(candidate) {
                composite[multiple] = true;
            }
        }
    }
    primes
}

/// Whether `n` is prime, proved.
pub(super) fn is_prime_u64(n: u64) -> bool {
    if n < 4 || n.is_multiple_of(2) {
        return n == 2 || n == 3;
    }
    let ring = Montgomery::new(n);
    if n >> 32 == 0 {
        return are_witnesses_silent(&ring, n, JAESCHKE);
    }
    // A composite that passes base 2 is rare: the others only confirm a prime.
    is_probable_prime_to_2(&ring, n) && are_witnesses_silent(&ring, n, SINCLAIR)
}

/// Miller's condition for several bases; one that n divides says nothing.
fn are_witnesses_silent<const K: usize>(ring: &Montgomery, n: u64, bases: [u64; K]) -> bool {
    let bases = bases.map(|base| ring.enter(base));
    let powers = ring.powers(bases, (n - 1) >> (n - 1).trailing_zeros());
    bases.iter().zip(powers).all(|(&base, power)| base == 0 || is_silent(ring, n, power))
}

fn is_probable_prime_to_2(ring: &Montgomery, n: u64) -> bool {
    is_silent(ring, n, ring.pow(ring.enter(2), (n - 1) >> (n - 1).trailing_zeros()))
}

/// Miller's condition: with n − 1 = 2^s·d, `power`, which is base^d, is 1, or its 2^i-th
/// power is −1 for an i < s.
fn is_silent(ring: &Montgomery, n: u64, power: u64) -> bool {
    let squares = std::iter::successors(Some(power), |&x| Some(ring.mul(x, x)));
    let twos = (n - 1).trailing_zeros() as usize;
    power == ring.one() || squares.take(twos).any(|x| x == ring.minus_one())
}

/// Whether `n` is prime: proved below 2^64; above, a strong test to base 2 and a strong
/// Lucas test with Selfridge's parameters (Baillie and Wagstaff 1980).
pub(super) fn is_probable_prime(n: &BigUint) -> bool {
    if let Some(small) = n.to_u64() {
        return is_prime_u64(small);
    }
    n.bit(0) && is_strong_probable_prime_to_2(n) && is_strong_lucas_probable_prime(n)
}

fn is_strong_probable_prime_to_2(n: &BigUint) -> bool {
    let minus_one = n - 1u32;
    let twos = minus_one.trailing_zeros().unwrap_or(0);
    let mut x = BigUint::from(2u32).modpow(&(&minus_one >> twos), n);
    if x.is_one() || x == minus_one {
        return true;
    }
    for _ in 1..twos {
        x = &x * &x % n;
        if x == minus_one {
            return true;
        }
    }
    false
}

/// With D the first of 5, −7, 9, −11, … whose Jacobi symbol over n is −1, P = 1 and
/// Q = (1 − D)/4: U_d ≡ 0, or V_(2^i·d) ≡ 0 for an i < s, where n + 1 = 2^s·d.
fn is_strong_lucas_probable_prime(n: &BigUint) -> bool {
    let Some(d) = selfridge(n) else { return false };
    let modulus = BigInt::from(n.clone());
    let plus_one = n + 1u32;
    let twos = plus_one.trailing_zeros().unwrap_or(0);
    let (u, mut v, mut q_power) = lucas(&modulus, d, &(&plus_one >> twos));
    if u.is_zero() || v.is_zero() {
        return true;
    }
    for _ in 1..twos {
        v = (&v * &v - BigInt::from(2) * &q_power).mod_floor(&modulus);
        if v.is_zero() {
            return true;
        }
        q_power = (&q_power * &q_power).mod_floor(&modulus);
    }
    false
}

/// Selfridge's D, or none where `n` shows itself composite on the way (a square has none).
fn selfridge(n: &BigUint) -> Option<i64> {
    let root = n.sqrt();
    if &root * &root == *n {
        return None;
    }
    let mut d = 5i64;
    loop {
        match jacobi(d, n) {
            -1 => return Some(d),
            0 if BigUint::from(d.unsigned_abs()) != *n => return None,
            _ => d = if d > 0 { -(d + 2) } else { 2 - d },
        }
    }
}

/// The Jacobi symbol (a/n) for odd `n`, by quadratic reciprocity.
fn jacobi(a: i64, n: &BigUint) -> i32 {
    let mut top = BigInt::from(a).mod_floor(&BigInt::from_biguint(Sign::Plus, n.clone())).into_parts().1;
    let mut bottom = n.clone();
    let mut symbol = 1;
    while !top.is_zero() {
        let twos = top.trailing_zeros().unwrap_or(0);
        top >>= twos;
        let residue = (&bottom % 8u32).to_u32().unwrap_or(0);
        if twos % 2 == 1 && (residue == 3 || residue == 5) {
            symbol = -symbol;
        }
        if (&top % 4u32).to_u32() == Some(3) && residue % 4 == 3 {
            symbol = -symbol;
        }
        (top, bottom) = (bottom % &top, top);
    }
    if bottom.is_one() { symbol } else { 0 }
}

/// `(U_k, V_k, Q^k)` modulo `n` for P = 1 and Q = (1 − D)/4, by doubling from the top bit.
fn lucas(n: &BigInt, d: i64, k: &BigUint) -> (BigInt, BigInt, BigInt) {
    let q = (1 - d) / 4;
    let halve = |x: BigInt| if x.is_even() { x / 2 } else { (x + n) / 2 };
    let (mut u, mut v, mut q_power) = (BigInt::one(), BigInt::one(), BigInt::from(q).mod_floor(n));
    for bit in (0..k.bits() - 1).rev() {
        u = (&u * &v).mod_floor(n);
        v = (&v * &v - BigInt::from(2) * &q_power).mod_floor(n);
        q_power = (&q_power * &q_power).mod_floor(n);
        if k.bit(bit) {
            (u, v) = (halve((&u + &v).mod_floor(n)), halve((d * &u + &v).mod_floor(n)));
            q_power = (q_power * q).mod_floor(n);
        }
    }
    (u.mod_floor(n), v.mod_floor(n), q_power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prime_by_division(n: u64) -> bool {
        n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
    }

    #[test]
    fn both_tests_agree_with_division() {
        let sieved = primes_below(20_000);
        for n in 0..20_000u64 {
            let prime = is_prime_by_division(n);
            assert_eq!(is_prime_u64(n), prime, "{n}");
            assert_eq!(sieved.binary_search(&(n as u32)).is_ok(), prime, "{n}");
            if n > 2 && n % 2 == 1 {
                let big = BigUint::from(n);
                let both = is_strong_probable_prime_to_2(&big) && is_strong_lucas_probable_prime(&big);
                assert_eq!(both, prime, "BPSW on {n}");
            }
        }
    }

    #[test]
    fn lucas_alone_lets_the_known_pseudoprimes_through() {
        // OEIS A217255: the strong Lucas pseudoprimes with Selfridge's parameters.
        let known = [5459u32, 5777, 10877, 16109, 18971];
        let found: Vec<u32> = (5..20_000)
            .step_by(2)
            .filter(|&n| !is_prime_u64(n.into()) && is_strong_lucas_probable_prime(&n.into()))
            .collect();
        assert_eq!(found, known);
    }

    #[test]
    fn strong_pseudoprimes_are_caught() {
        // OEIS A014233: the least numbers that fool the first 1, 2, … 12 prime bases.
        let fooling = [
            2047u64,
            1_373_653,
            25_326_001,
            3_215_031_751,
            2_152_302_898_747,
            3_474_749_660_383,
            341_550_071_728_321,
            3_825_123_056_546_413_051,
        ];
        assert!(fooling.iter().all(|&n| !is_prime_u64(n)));
        let large = ["318665857834031151167461", "3317044064679887385961981"];
        assert!(large.iter().all(|n| !is_probable_prime(&n.parse().unwrap())));
    }

    #[test]
    fn mersenne_exponents() {
        // OEIS A000043: 2^p − 1 is prime for these p between 64 and 700.
        let exponents: Vec<u32> = primes_below(700)
            .into_iter()
            .filter(|&p| p > 64 && is_probable_prime(&((BigUint::one() << p) - 1u32)))
            .collect();
        assert_eq!(exponents, [89, 107, 127, 521, 607]);
    }
}
