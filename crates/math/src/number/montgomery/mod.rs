//! Montgomery multiplication (Montgomery 1985): products modulo an odd number without division.
//!
//! The submodules and types are for moduli of different sizes: 32, 64 and 128 bits, and several words. Primality tests
//! and elliptic curves are generic over them by [`ResidueRing`].

mod multi;

use num_bigint::BigUint;

pub(super) use multi::{MontgomeryMulti, pow_mod_big};

// Arithmetic modulo an odd number, for algorithms that are generic over its size.

/// The ring of residues modulo a fixed odd number.
///
/// The elements are residues in any representation in which 0 is 0.
pub(super) trait ResidueRing {
    type Element: Clone;
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn sub(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
}

/// A residue ring into which big integers can be converted.
pub(super) trait BigResidueRing: ResidueRing<Element: PartialEq> {
    /// Converts `number`, which is below the modulus, to an element.
    fn element(&self, number: &BigUint) -> Self::Element;

    /// Converts an element to a number below the modulus.
    fn number(&self, element: &Self::Element) -> BigUint;
}

/// The residues modulo a number of any size, reduced by division.
pub(super) struct BigUintRing<'a>(pub &'a BigUint);

impl ResidueRing for BigUintRing<'_> {
    type Element = BigUint;

    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        let sum = a + b;
        if sum < *self.0 { sum } else { sum - self.0 }
    }

    fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        if a < b { a + self.0 - b } else { a - b }
    }

    fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % self.0
    }
}

impl BigResidueRing for BigUintRing<'_> {
    fn element(&self, number: &BigUint) -> BigUint {
        number.clone()
    }

    fn number(&self, element: &BigUint) -> BigUint {
        element.clone()
    }
}

// Montgomery multiplication modulo an odd 64-bit number.
//
// The Montgomery form of a residue x is x·2^64 mod n. Products, sums and differences of numbers in this form are in
// this form, and the form of 0 is 0.

/// Arithmetic modulo an odd `n`, on residues in Montgomery form.
#[derive(Clone, Copy)]
pub(super) struct MontgomeryU64 {
    n: u64,
    /// n⁻¹ modulo 2^64.
    inverse: u64,
    /// The Montgomery form of 1.
    one: u64,
}

impl MontgomeryU64 {
    /// Prepares the arithmetic for an odd `n`.
    pub(super) fn new(n: u64) -> MontgomeryU64 {
        debug_assert!(n % 2 == 1);
        MontgomeryU64 { n, inverse: inverse_mod_2_64(n), one: (u64::MAX % n + 1) % n }
    }

    /// Returns 1 in Montgomery form.
    pub(super) fn one(&self) -> u64 {
        self.one
    }

    /// Returns −1 in Montgomery form.
    pub(super) fn minus_one(&self) -> u64 {
        self.sub(&0, &self.one)
    }

    /// Converts a number to Montgomery form.
    pub(super) fn encode(&self, x: u64) -> u64 {
        ((u128::from(x) << 64) % u128::from(self.n)) as u64
    }

    /// Converts from Montgomery form to the residue below `n`.
    pub(super) fn decode(&self, x: u64) -> u64 {
        self.mul(&x, &1)
    }

    /// Returns `base^exponent`. `base` and the result are in Montgomery form.
    pub(super) fn pow(&self, base: u64, exponent: u64) -> u64 {
        self.pow_each(base, [exponent])[0]
    }
}

impl ResidueRing for MontgomeryU64 {
    type Element = u64;

    #[inline(always)]
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        let product = u128::from(*a) * u128::from(*b);
        let multiple = (product as u64).wrapping_mul(self.inverse);
        let low = (u128::from(multiple) * u128::from(self.n)) >> 64;
        // The low words of the product and of the multiple of n are equal and cancel.
        self.sub(&((product >> 64) as u64), &(low as u64))
    }

    #[inline(always)]
    fn add(&self, a: &u64, b: &u64) -> u64 {
        self.sub(a, &(self.n - b))
    }

    #[inline(always)]
    fn sub(&self, a: &u64, b: &u64) -> u64 {
        let (difference, borrowed) = a.overflowing_sub(*b);
        if borrowed { difference.wrapping_add(self.n) } else { difference }
    }
}

/// Several powers at once: their products are independent, so that the processor overlaps them.
impl MontgomeryU64 {
    /// Returns `base`^e for each exponent e, in Montgomery form.
    pub(super) fn pow_each<const K: usize>(&self, base: u64, exponents: [u64; K]) -> [u64; K] {
        let bits = exponents.iter().fold(0, |bits, exponent| bits | exponent);
        // A doubling is much cheaper than a product, and 2 is the most frequent base.
        if base == self.add(&self.one, &self.one) {
            self.square_and_multiply(bits, |power, k, bit| {
                let double = self.add(&power, &power);
                if exponents[k] >> bit & 1 == 1 { double } else { power }
            })
        } else {
            self.square_and_multiply(bits, |power, k, bit| {
                let multiplied = self.mul(&power, &base);
                if exponents[k] >> bit & 1 == 1 { multiplied } else { power }
            })
        }
    }

    /// Returns b^`exponent` for each base b, in Montgomery form.
    pub(super) fn powers<const K: usize>(&self, bases: [u64; K], exponent: u64) -> [u64; K] {
        self.square_and_multiply(exponent, |power, k, bit| {
            let multiplied = self.mul(&power, &bases[k]);
            if exponent >> bit & 1 == 1 { multiplied } else { power }
        })
    }

    /// Binary exponentiation of K powers. For each bit position of `bits`, from the highest, squares
    /// each power and then applies `multiply(power, k, bit)`.
    #[inline(always)]
    fn square_and_multiply<const K: usize>(
        &self,
        bits: u64,
        multiply: impl Fn(u64, usize, u32) -> u64,
    ) -> [u64; K] {
        let mut powers = [self.one; K];
        for bit in (0..u64::BITS - bits.leading_zeros()).rev() {
            for (k, power) in powers.iter_mut().enumerate() {
                *power = multiply(self.mul(power, power), k, bit);
            }
        }
        powers
    }
}

/// Returns `base^exponent mod modulus`.
///
/// # Panics
///
/// If `modulus` is 0.
pub(super) fn pow_mod_u64(base: u64, exponent: u64, modulus: u64) -> u64 {
    if modulus % 2 == 1 {
        let ring = MontgomeryU64::new(modulus);
        return ring.decode(ring.pow(ring.encode(base), exponent));
    }
    let modulus = u128::from(modulus);
    let (mut power, mut square, mut exponent) = (1 % modulus, u128::from(base) % modulus, exponent);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    power as u64
}

/// Returns the inverse of an odd `n` modulo 2^64, by Newton's iteration. The first value `3n ^ 2` is correct
/// to 5 bits, and each of four steps doubles the number of correct bits.
pub(super) const fn inverse_mod_2_64(n: u64) -> u64 {
    let mut x = n.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 64 {
        x = x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x)));
        bits *= 2;
    }
    x
}

// Montgomery multiplication modulo an odd 128-bit number.
//
// The arithmetic computes whole 128-bit products. They depend on each other less than the steps of the word-by-word
// algorithm in `multi`, so that it is a quarter faster. Elliptic curves modulo numbers of up to 128 bits spend all
// their time here.

/// An odd modulus above 1, with its inverse modulo 2^128.
#[derive(Clone, Copy)]
struct MontgomeryU128 {
    n: u128,
    inverse: u128,
}

impl MontgomeryU128 {
    fn new(n: u128) -> MontgomeryU128 {
        debug_assert!(n % 2 == 1);
        let low = u128::from(inverse_mod_2_64(n as u64));
        MontgomeryU128 { n, inverse: low.wrapping_mul(2u128.wrapping_sub(n.wrapping_mul(low))) }
    }

    /// Returns a·b/2^128 modulo n, for a and b below n.
    #[inline(always)]
    fn mul(&self, a: u128, b: u128) -> u128 {
        let (high, low) = product(a, b);
        let (multiple, _) = product(low.wrapping_mul(self.inverse), self.n);
        // The low halves of the product and of the multiple of n are equal and cancel.
        self.sub(high, multiple)
    }

    #[inline(always)]
    fn add(&self, a: u128, b: u128) -> u128 {
        self.sub(a, self.n - b)
    }

    #[inline(always)]
    fn sub(&self, a: u128, b: u128) -> u128 {
        let (difference, borrowed) = a.overflowing_sub(b);
        difference.wrapping_add(self.n & u128::from(borrowed).wrapping_neg())
    }
}

/// Returns the high and the low half of `a`·`b`.
#[inline(always)]
fn product(a: u128, b: u128) -> (u128, u128) {
    let halves = |x: u128| (x >> 64, u128::from(x as u64));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (outer, inner, low) = (a0 * b1, a1 * b0, a0 * b0);
    let middle = (low >> 64) + halves(outer).1 + halves(inner).1;
    let high = a1 * b1 + (outer >> 64) + (inner >> 64) + (middle >> 64);
    (high, middle << 64 | halves(low).1)
}

// Powers of 2 modulo an odd 32-bit number, which take most of the time of an order modulo such a
// number.

/// Number of exponent bits that are processed together. Powers stay below 2^33: the square of such a power, times 2^15,
/// is reduced to less than n + 2^17 + 1, which is below 2^33 again.
const WINDOW: u32 = 4;

/// Powers of 2 modulo an odd n below 2^32, in Montgomery form with R = 2^64.
///
/// Because R is much larger than n, a square can be multiplied by a power of 2 before it is reduced,
/// and results need not be reduced below n.
pub(in crate::number) struct PowersOfTwo {
    n: u64,
    /// −n⁻¹ modulo 2^64.
    inverse: u64,
    one: u64,
}

impl PowersOfTwo {
    pub(in crate::number) fn new(n: u32) -> PowersOfTwo {
        debug_assert!(n % 2 == 1);
        let n = u64::from(n);
        PowersOfTwo { n, inverse: inverse_mod_2_64(n).wrapping_neg(), one: u64::MAX % n + 1 }
    }

    /// Returns, for each exponent e, whether 2^e ≡ 1.
    #[inline]
    pub(in crate::number) fn are_one<const K: usize>(&self, exponents: [u64; K]) -> [bool; K] {
        self.powers(exponents).map(|power| self.reduced_below_n(power) == self.one)
    }

    /// Returns whether n passes the strong probable-prime test to base 2. Let n − 1 = 2^s·d. Then 2^d must be
    /// 1, or 2^(2^i·d) must be −1 for some i < s.
    pub(in crate::number) fn is_strong_probable_prime(&self) -> bool {
        let twos = (self.n - 1).trailing_zeros();
        let [mut power] = self.powers([(self.n - 1) >> twos]);
        if self.reduced_below_n(power) == self.one {
            return true;
        }
        for _ in 0..twos {
            if self.reduced_below_n(power) == self.n - self.one {
                return true;
            }
            power = self.reduced(power, 0);
        }
        false
    }

    /// Returns the representative of `power` below n.
    fn reduced_below_n(&self, power: u64) -> u64 {
        if power >= self.n { power - self.n } else { power }
    }

    /// Returns 2^e for each exponent e, in Montgomery form and below 2^33.
    #[inline(always)]
    fn powers<const K: usize>(&self, exponents: [u64; K]) -> [u64; K] {
        let bits = exponents.iter().fold(0, |bits, exponent| bits | exponent);
        let windows = (u64::BITS - bits.leading_zeros()).div_ceil(WINDOW);
        let mut powers = [self.one; K];
        for window in (0..windows).rev() {
            for _ in 1..if window + 1 < windows { WINDOW } else { 1 } {
                powers = powers.map(|power| self.reduced(power, 0));
            }
            for (power, exponent) in powers.iter_mut().zip(exponents) {
                *power = self.reduced(*power, exponent >> (WINDOW * window) & ((1 << WINDOW) - 1));
            }
        }
        powers
    }

    /// Returns the Montgomery form of power²·2^shift, below n + 2^17 + 1.
    #[inline(always)]
    fn reduced(&self, power: u64, shift: u64) -> u64 {
        let square = (u128::from(power) * u128::from(power)) << shift;
        let (high, low) = ((square >> 64) as u64, square as u64);
        let multiple = low.wrapping_mul(self.inverse);
        // The low words sum to 2^64, or are both 0.
        let carried = (u128::from(multiple) * u128::from(self.n)) >> 64;
        carried as u64 + (high + u64::from(low != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moduli near powers of two and the ends of the range, where a carry could be lost.
    const EDGES: [u64; 8] = [1, 3, 5, (1 << 32) - 1, (1 << 32) + 1, (1 << 63) + 1, u64::MAX - 2, u64::MAX];

    #[test]
    fn words_agree_with_division() {
        for n in EDGES {
            let ring = MontgomeryU64::new(n);
            for a in [0, 1, 2, n / 2, n.saturating_sub(1)].map(|a| a % n) {
                for b in [0, 1, n / 3, n - 1].map(|b| b % n) {
                    let (x, y) = (ring.encode(a), ring.encode(b));
                    let (a, b, wide) = (u128::from(a), u128::from(b), u128::from(n));
                    assert_eq!(u128::from(ring.decode(ring.mul(&x, &y))), a * b % wide);
                    assert_eq!(u128::from(ring.decode(ring.add(&x, &y))), (a + b) % wide);
                    assert_eq!(u128::from(ring.decode(ring.sub(&x, &y))), (a + wide - b) % wide);
                }
            }
        }
    }

    #[test]
    fn powers_agree_with_repeated_multiplication() {
        for n in [1u64, 2, 3, 10, 12, 51, 53, 64, 1001] {
            for base in 0..15 {
                let mut power = 1 % n;
                for exponent in 0..40 {
                    assert_eq!(pow_mod_u64(base, exponent, n), power, "{base}^{exponent} mod {n}");
                    power = power * base % n;
                }
            }
        }
    }

    #[test]
    fn double_words_agree_with_division() {
        let power = BigUint::from(1u32) << 128u32;
        for n in [3, (1 << 64) - 1, (1 << 64) + 1, (1 << 127) - 1, (1 << 127) + 1, u128::MAX - 2, u128::MAX] {
            let (pair, big) = (MontgomeryU128::new(n), BigUint::from(n));
            let numbers = [0, 1, 2, n / 3, n / 2, n - 2, n - 1, (1 << 64) % n];
            for (a, b) in numbers.iter().flat_map(|&a| numbers.map(|b| (a, b))) {
                let (x, y) = (BigUint::from(a), BigUint::from(b));
                assert_eq!(BigUint::from(pair.mul(a, b)) * &power % &big, &x * &y % &big, "{a} {b} mod {n}");
                assert_eq!(BigUint::from(pair.add(a, b)), (&x + &y) % &big);
                assert_eq!(BigUint::from(pair.sub(a, b)), (&x + &big - &y) % &big);
            }
        }
    }

    #[test]
    fn agrees_with_pow_mod() {
        let mut seed = 1u64;
        for n in (3..2_000u32).chain(u32::MAX - 2_000..=u32::MAX).filter(|n| n % 2 == 1) {
            let powers = PowersOfTwo::new(n);
            seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let random = seed >> 32;
            let exponents =
                [0, 1, u64::from(n - 1), u64::from(n) / 2, random, random % 64, u64::from(u32::MAX)];
            let ones = exponents.map(|exponent| pow_mod_u64(2, exponent, n.into()) == 1);
            assert_eq!(powers.are_one(exponents), ones, "{n}");
            let twos = (n - 1).trailing_zeros();
            let odd = u64::from(n - 1) >> twos;
            let silent = |i: u32| pow_mod_u64(2, odd << i, n.into()) == u64::from(n - 1);
            let strong = pow_mod_u64(2, odd, n.into()) == 1 || (0..twos).any(silent);
            assert_eq!(powers.is_strong_probable_prime(), strong, "{n}");
        }
    }
}
