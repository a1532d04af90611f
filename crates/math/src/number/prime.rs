//! Primality tests: proved below 2^64, Baillie–PSW above.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::montgomery::{BigUintRing, MontgomeryU64, ResidueRing};

/// Bases of the strong probable-prime tests that prove a number below 2^64 prime.
///
/// See Jim Sinclair 2011, checked against the list of base-2 pseudoprimes of Feitsma.
const BASES: [u64; 7] = [2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022];

/// Returns whether `n` is prime. The answer is proved.
pub(super) fn is_prime_u64(n: u64) -> bool {
    if n < 4 || n.is_multiple_of(2) {
        return n == 2 || n == 3;
    }
    let ring = MontgomeryU64::new(n);
    let exponent = (n - 1) >> (n - 1).trailing_zeros();
    // A base that is a multiple of n counts as passed.
    BASES.iter().all(|&base| {
        let base = ring.encode(base);
        base == 0 || passes(&ring, n, ring.pow(base, exponent))
    })
}

/// Returns whether `n` passes the strong probable-prime test. Let n − 1 = 2^s·d, and let `power` be base^d.
/// Then `power` must be 1, or its 2^i-th power must be −1 for some i < s.
fn passes(ring: &MontgomeryU64, n: u64, power: u64) -> bool {
    let squares = std::iter::successors(Some(power), |&x| Some(ring.mul(x, x)));
    let twos = (n - 1).trailing_zeros() as usize;
    power == ring.one() || squares.take(twos).any(|x| x == ring.minus_one())
}

/// Returns whether `n` is prime. Below 2^64 the answer is proved; above, `n` has to pass the strong
/// probable-prime test to base 2 and the strong Lucas test with Selfridge's parameters (Baillie and
/// Wagstaff 1980).
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

/// Returns whether `n` passes the strong Lucas test. Let n + 1 = 2^s·d. Then U_d ≡ 0, or V_(2^i·d) ≡ 0 for
/// some i < s. The parameters are P = 1 and Q = (1 − D)/4, where D is the first of 5, −7, 9, −11, … whose
/// Jacobi symbol over n is −1.
fn is_strong_lucas_probable_prime(n: &BigUint) -> bool {
    let Some(d) = selfridge(n) else { return false };
    Lucas::new(n, d).is_strong_probable_prime()
}

/// Returns Selfridge's D, or `None` if `n` is found to be composite. A square has no such D.
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

/// Returns the Jacobi symbol (a/n) for odd `n`, by quadratic reciprocity.
fn jacobi(a: i64, n: &BigUint) -> i32 {
    let mut top = BigInt::from(a)
        .mod_floor(&BigInt::from_biguint(Sign::Plus, n.clone()))
        .into_parts()
        .1;
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

/// The Lucas sequences U and V with P = 1 and discriminant D, modulo `n`.
struct Lucas<'a> {
    ring: BigUintRing<'a>,
    d: BigUint,
    q: BigUint,
    one: BigUint,
    half: BigUint,
}

/// The k-th term of the Lucas sequences: U_k, V_k and Q^k modulo n.
struct Term {
    u: BigUint,
    v: BigUint,
    q_power: BigUint,
}

impl<'a> Lucas<'a> {
    fn new(n: &'a BigUint, d: i64) -> Lucas<'a> {
        let signed = |x: i64| {
            let size = BigUint::from(x.unsigned_abs()) % n;
            if x < 0 { n - size } else { size }
        };
        Lucas {
            ring: BigUintRing(n),
            d: signed(d),
            q: signed((1 - d) / 4),
            one: signed(1),
            half: (n + 1u32) >> 1u32,
        }
    }
}

impl Lucas<'_> {
    fn is_strong_probable_prime(&self) -> bool {
        let plus_one = self.ring.0 + 1u32;
        let twos = plus_one.trailing_zeros().unwrap_or(0);
        let zero = self.ring.sub(&self.one, &self.one);
        let mut term = self.term(&(plus_one >> twos));
        if term.u == zero {
            return true;
        }
        for _ in 0..twos {
            if term.v == zero {
                return true;
            }
            term = self.doubled(term);
        }
        false
    }

    /// Returns the term k, by doubling from the highest bit of `k` ≥ 1.
    fn term(&self, k: &BigUint) -> Term {
        let first = Term {
            u: self.one.clone(),
            v: self.one.clone(),
            q_power: self.q.clone(),
        };
        (0..k.bits() - 1).rev().fold(first, |term, bit| {
            let doubled = self.doubled(term);
            if k.bit(bit) {
                self.next(doubled)
            } else {
                doubled
            }
        })
    }

    /// Returns the term 2k, given the term k: U_2k = U·V, V_2k = V² − 2Q^k.
    fn doubled(&self, Term { u, v, q_power }: Term) -> Term {
        let ring = &self.ring;
        let twice = ring.add(&q_power, &q_power);
        Term {
            u: ring.mul(&u, &v),
            v: ring.sub(&ring.mul(&v, &v), &twice),
            q_power: ring.mul(&q_power, &q_power),
        }
    }

    /// Returns the term k + 1, given the term k: 2U_(k+1) = U + V, 2V_(k+1) = D·U + V.
    fn next(&self, Term { u, v, q_power }: Term) -> Term {
        let ring = &self.ring;
        let above = ring.add(&ring.mul(&self.d, &u), &v);
        Term {
            u: ring.mul(&ring.add(&u, &v), &self.half),
            v: ring.mul(&above, &self.half),
            q_power: ring.mul(&q_power, &self.q),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::primes::primes_below;

    fn is_prime_by_division(n: u64) -> bool {
        n > 1
            && (2..)
                .take_while(|d| d * d <= n)
                .all(|d| !n.is_multiple_of(d))
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
                let both =
                    is_strong_probable_prime_to_2(&big) && is_strong_lucas_probable_prime(&big);
                assert_eq!(both, prime, "BPSW on {n}");
            }
        }
    }

    #[test]
    fn primes_whose_squares_exceed_32_bits() {
        // OEIS A007053: 82,025 primes are at most 2^20.
        let sieved = primes_below((1 << 20) + 1);
        assert_eq!(sieved.len(), 82_025);
        assert!(sieved.iter().all(|&prime| is_prime_u64(prime.into())));
    }

    #[test]
    fn strong_lucas_pseudoprimes_pass_the_lucas_test() {
        // OEIS A217255: the strong Lucas pseudoprimes with Selfridge's parameters.
        let known = [5459u32, 5777, 10877, 16109, 18971];
        let found: Vec<u32> = (5..20_000)
            .step_by(2)
            .filter(|&n| !is_prime_u64(n.into()) && is_strong_lucas_probable_prime(&n.into()))
            .collect();
        assert_eq!(found, known);
    }

    #[test]
    fn strong_pseudoprimes_are_composite() {
        // OEIS A014233: the least composites that pass the tests to the first 1, 2, … 12 primes.
        let composites = [
            2047u64,
            1_373_653,
            25_326_001,
            3_215_031_751,
            2_152_302_898_747,
            3_474_749_660_383,
            341_550_071_728_321,
            3_825_123_056_546_413_051,
        ];
        assert!(composites.iter().all(|&n| !is_prime_u64(n)));
        let large = ["318665857834031151167461", "3317044064679887385961981"];
        assert!(
            large
                .iter()
                .all(|n| !is_probable_prime(&n.parse().unwrap()))
        );
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
