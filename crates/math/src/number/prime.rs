//! Primality tests: proved below 2^64, Baillie–PSW above.

use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::montgomery::{
    BigResidueRing, BigUintRing, MontgomeryMulti, MontgomeryU64, ResidueRing, pow_mod_big,
};

/// Bases of the strong probable-prime tests that, with base 2, prove a number below 2^64 prime.
///
/// See Jim Sinclair 2011, checked against the list of base-2 pseudoprimes of Feitsma.
const BASES_64_BITS: [u64; 6] = [325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022];

/// Bases of the strong probable-prime tests that prove a number below 2^32 prime.
///
/// See Jaeschke, *On strong pseudoprimes to several bases*, 1993: the bound is 4,759,123,141.
const BASES_32_BITS: [u64; 3] = [2, 7, 61];

/// Returns whether `n` is prime. The answer is proved.
pub(super) fn is_prime_u64(n: u64) -> bool {
    if n < 4 || n.is_multiple_of(2) {
        return n == 2 || n == 3;
    }
    let ring = MontgomeryU64::new(n);
    if n >> 32 == 0 {
        return passes_all(&ring, n, BASES_32_BITS);
    }
    // Few composites pass the test to base 2, so that it comes first, alone.
    is_strong_probable_prime_to_2_u64(&ring, n) && passes_all(&ring, n, BASES_64_BITS)
}

/// Returns whether `n` passes the strong probable-prime test to each of `bases`. A base that is a multiple of `n`
/// counts as passed.
fn passes_all<const K: usize>(ring: &MontgomeryU64, n: u64, bases: [u64; K]) -> bool {
    let bases = bases.map(|base| ring.encode(base));
    let powers = ring.powers(bases, (n - 1) >> (n - 1).trailing_zeros());
    bases
        .iter()
        .zip(powers)
        .all(|(&base, power)| base == 0 || passes(ring, n, power))
}

fn is_strong_probable_prime_to_2_u64(ring: &MontgomeryU64, n: u64) -> bool {
    passes(
        ring,
        n,
        ring.pow(ring.encode(2), (n - 1) >> (n - 1).trailing_zeros()),
    )
}

/// Returns whether `n` passes the strong probable-prime test. Let n − 1 = 2^s·d, and let `power` be base^d.
/// Then `power` must be 1, or its 2^i-th power must be −1 for some i < s.
fn passes(ring: &MontgomeryU64, n: u64, power: u64) -> bool {
    let squares = std::iter::successors(Some(power), |&x| Some(ring.mul(&x, &x)));
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
    let mut x = pow_mod_big(&BigUint::from(2u32), &(&minus_one >> twos), n);
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
    match n.bits().div_ceil(64) {
        0..=2 => Lucas::new(&MontgomeryMulti::<2>::new(n), n, d).is_strong_probable_prime(),
        3 => Lucas::new(&MontgomeryMulti::<3>::new(n), n, d).is_strong_probable_prime(),
        4 => Lucas::new(&MontgomeryMulti::<4>::new(n), n, d).is_strong_probable_prime(),
        _ => Lucas::new(&BigUintRing(n), n, d).is_strong_probable_prime(),
    }
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
struct Lucas<'a, R: BigResidueRing> {
    ring: &'a R,
    n: &'a BigUint,
    d: R::Element,
    q: R::Element,
    one: R::Element,
    half: R::Element,
}

/// U_k, V_k and Q^k.
struct Term<E> {
    u: E,
    v: E,
    q_power: E,
}

impl<'a, R: BigResidueRing> Lucas<'a, R> {
    fn new(ring: &'a R, n: &'a BigUint, d: i64) -> Lucas<'a, R> {
        let signed = |x: i64| {
            let size = BigUint::from(x.unsigned_abs()) % n;
            ring.element(&if x < 0 { n - size } else { size })
        };
        let half = ring.element(&((n + 1u32) >> 1u32));
        Lucas {
            ring,
            n,
            d: signed(d),
            q: signed((1 - d) / 4),
            one: signed(1),
            half,
        }
    }
}

impl<R: BigResidueRing> Lucas<'_, R> {
    fn is_strong_probable_prime(&self) -> bool {
        let plus_one = self.n + 1u32;
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
    fn term(&self, k: &BigUint) -> Term<R::Element> {
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
    fn doubled(&self, Term { u, v, q_power }: Term<R::Element>) -> Term<R::Element> {
        let ring = self.ring;
        let twice = ring.add(&q_power, &q_power);
        Term {
            u: ring.mul(&u, &v),
            v: ring.sub(&ring.mul(&v, &v), &twice),
            q_power: ring.mul(&q_power, &q_power),
        }
    }

    /// Returns the term k + 1, given the term k: 2U_(k+1) = U + V, 2V_(k+1) = D·U + V.
    fn next(&self, Term { u, v, q_power }: Term<R::Element>) -> Term<R::Element> {
        let ring = self.ring;
        let above = ring.add(&ring.mul(&self.d, &u), &v);
        Term {
            u: ring.mul(&ring.add(&u, &v), &self.half),
            v: ring.mul(&above, &self.half),
            q_power: ring.mul(&q_power, &self.q),
        }
    }
}

// The 32-bit composites that pass trial division and the strong probable-prime test to base 2.

/// The strong pseudoprimes to base 2 below 2^32 without a prime factor up to 2551. There are 2,314 strong pseudoprimes
/// below 2^32 in all (Jaeschke 1993). The tests recompute the list; see CONTRIBUTING.md.
static STRONG_PSEUDOPRIMES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let numbers = include_str!("strong_pseudoprimes.txt").split_whitespace();
    numbers
        .map(|number| number.parse().expect("32 bits"))
        .collect()
});

/// Returns whether `n`, which must have no prime factor up to 2551, is a strong pseudoprime to base 2.
pub(super) fn is_strong_pseudoprime_to_2(n: u32) -> bool {
    STRONG_PSEUDOPRIMES.binary_search(&n).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::montgomery::PowersOfTwo;
    use crate::number::primes::primes_below;
    use crate::number::trial::{early_divisor, small_divisors};

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

    /// Returns whether `n` has no prime factor up to 2551, passes the test to base 2, and is composite.
    fn belongs_in_the_list(n: u32) -> bool {
        small_divisors(n.into()) == 0
            && early_divisor(n).is_none()
            && PowersOfTwo::new(n).is_strong_probable_prime()
            && !is_prime_u64(n.into())
    }

    #[test]
    fn all_entries_are_strong_pseudoprimes() {
        assert!(STRONG_PSEUDOPRIMES.len() == 1516 && STRONG_PSEUDOPRIMES.is_sorted());
        assert!(STRONG_PSEUDOPRIMES.iter().all(|&n| belongs_in_the_list(n)));
    }

    #[test]
    #[ignore = "tests all 32-bit numbers: some minutes, optimised"]
    fn the_list_is_complete() {
        let found = (3..=u32::MAX)
            .step_by(2)
            .filter(|&n| belongs_in_the_list(n));
        assert!(found.eq(STRONG_PSEUDOPRIMES.iter().copied()));
    }
}
