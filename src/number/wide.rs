//! Montgomery's multiplication for numbers of a fixed count of words, as `montgomery` is for one.

use num_bigint::BigUint;
use num_integer::Integer;

use super::montgomery;
use super::pair::Pair;
use super::residues::{Enter, Residues};

/// Arithmetic modulo an odd `n` of up to L words, on residues in Montgomery's form; words from
/// the lowest.
#[derive(Clone, Copy)]
pub(super) struct Wide<const L: usize> {
    n: [u64; L],
    /// −1/n modulo 2^64.
    inverse: u64,
    /// For two words, of which it has the lowest.
    pair: Pair,
    one: [u64; L],
    /// 2^(128·L) mod n: what brings a residue into the form.
    square: [u64; L],
}

impl<const L: usize> Wide<L> {
    /// For odd `n` below 2^(64·L).
    pub(super) fn new(n: &BigUint) -> Wide<L> {
        let power = |bits: usize| words(&((BigUint::from(1u32) << bits) % n));
        let n = words(n);
        Wide {
            n,
            inverse: montgomery::inverse(n[0]).wrapping_neg(),
            pair: Pair::new(two(n)),
            one: power(64 * L),
            square: power(128 * L),
        }
    }

    /// Into the form.
    pub(super) fn enter(&self, x: [u64; L]) -> [u64; L] {
        self.mul(x, self.square)
    }

    /// Out of the form.
    pub(super) fn leave(&self, x: [u64; L]) -> [u64; L] {
        let mut one = [0; L];
        one[0] = 1;
        self.mul(x, one)
    }

    /// `base^exponent`, the base in the form.
    pub(super) fn pow(&self, base: [u64; L], exponent: &BigUint) -> [u64; L] {
        let bits = (0..exponent.bits()).rev().map(|bit| exponent.bit(bit));
        bits.fold(self.one, |power, bit| {
            let square = self.mul(power, power);
            if bit { self.mul(square, base) } else { square }
        })
    }

    /// x − n where that is not negative, `carry` being the word above x.
    #[inline]
    fn reduced(&self, x: [u64; L], carry: u64) -> [u64; L] {
        let (difference, borrow) = subtract(x, self.n);
        let keep = all_bits(carry < u64::from(borrow));
        std::array::from_fn(|i| x[i] & keep | difference[i] & !keep)
    }
}

impl<const L: usize> Residues for Wide<L> {
    type Element = [u64; L];

    #[inline]
    fn add(&self, a: [u64; L], b: [u64; L]) -> [u64; L] {
        if L == 2 {
            return of_two(self.pair.add(two(a), two(b)));
        }
        let (sum, carry) = sum(a, b);
        self.reduced(sum, carry.into())
    }

    #[inline]
    fn sub(&self, a: [u64; L], b: [u64; L]) -> [u64; L] {
        if L == 2 {
            return of_two(self.pair.sub(two(a), two(b)));
        }
        let (difference, borrow) = subtract(a, b);
        sum(difference, self.n.map(|word| word & all_bits(borrow))).0
    }

    /// Word by word: a product, then the multiple of n that clears its lowest word.
    #[inline]
    fn mul(&self, a: [u64; L], b: [u64; L]) -> [u64; L] {
        if L == 2 {
            return of_two(self.pair.mul(two(a), two(b)));
        }
        let mut total = [0u64; L];
        let mut top = 0u64;
        for word in a {
            let (carry, over) = top.overflowing_add(multiply_add(&mut total, word, &b));
            let multiple = total[0].wrapping_mul(self.inverse);
            let (carry, again) = carry.overflowing_add(multiply_add(&mut total, multiple, &self.n));
            total.rotate_left(1); // the cleared word goes up and is replaced
            total[L - 1] = carry;
            top = u64::from(over) + u64::from(again);
        }
        self.reduced(total, top)
    }
}

impl<const L: usize> Enter for Wide<L> {
    fn enter_number(&self, number: &BigUint) -> [u64; L] {
        self.enter(words(number))
    }
}

/// The two lowest words.
#[inline(always)]
fn two<const L: usize>(words: [u64; L]) -> u128 {
    words.iter().take(2).rev().fold(0, |number, &word| number << 64 | u128::from(word))
}

#[inline(always)]
fn of_two<const L: usize>(number: u128) -> [u64; L] {
    std::array::from_fn(|place| if place < 2 { (number >> (64 * place)) as u64 } else { 0 })
}

/// A word to mask with: a branch that nobody can foretell costs more than what it spares.
#[inline]
fn all_bits(set: bool) -> u64 {
    u64::from(set).wrapping_neg()
}

/// `total += by·words`; returns the carry.
#[inline]
fn multiply_add<const L: usize>(total: &mut [u64; L], by: u64, words: &[u64; L]) -> u64 {
    let mut carry = 0u64;
    for (word, &other) in total.iter_mut().zip(words) {
        let wide = u128::from(by) * u128::from(other) + u128::from(*word) + u128::from(carry);
        *word = wide as u64;
        carry = (wide >> 64) as u64;
    }
    carry
}

#[inline]
fn sum<const L: usize>(mut a: [u64; L], b: [u64; L]) -> ([u64; L], bool) {
    let mut carry = false;
    for (word, other) in a.iter_mut().zip(b) {
        let (low, first) = word.overflowing_add(other);
        let (low, second) = low.overflowing_add(carry.into());
        *word = low;
        carry = first | second;
    }
    (a, carry)
}

#[inline]
fn subtract<const L: usize>(mut a: [u64; L], b: [u64; L]) -> ([u64; L], bool) {
    let mut borrow = false;
    for (word, other) in a.iter_mut().zip(b) {
        let (low, first) = word.overflowing_sub(other);
        let (low, second) = low.overflowing_sub(borrow.into());
        *word = low;
        borrow = first | second;
    }
    (a, borrow)
}

/// The words of a number below 2^(64·L).
pub(super) fn words<const L: usize>(n: &BigUint) -> [u64; L] {
    let mut words = [0; L];
    for (word, digit) in words.iter_mut().zip(n.iter_u64_digits()) {
        *word = digit;
    }
    words
}

/// The number that the words stand for.
pub(super) fn number(words: &[u64]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |number, &word| (number << 64u32) + word)
}

/// `base^exponent mod modulus` for any modulus but 0.
pub(super) fn pow_mod(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    match modulus.bits().div_ceil(64) {
        _ if modulus.is_even() => base.modpow(exponent, modulus),
        0..=2 => pow_in::<2>(base, exponent, modulus),
        3 => pow_in::<3>(base, exponent, modulus),
        4 => pow_in::<4>(base, exponent, modulus),
        _ => base.modpow(exponent, modulus),
    }
}

fn pow_in<const L: usize>(base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> BigUint {
    let ring = Wide::<L>::new(modulus);
    number(&ring.leave(ring.pow(ring.enter(words(&(base % modulus))), exponent)))
}

/// The inverses of several residues in the form at the price of one (Montgomery 1987), or a
/// factor of `n` where one is missing.
pub(super) fn invert_all<const L: usize>(
    ring: &Wide<L>,
    n: &BigUint,
    residues: &[[u64; L]],
) -> Result<Vec<[u64; L]>, BigUint> {
    let mut products = vec![ring.one];
    for &residue in residues {
        products.push(ring.mul(products[products.len() - 1], residue));
    }
    let whole = number(&ring.leave(products[residues.len()]));
    let inverse = whole.modinv(n).ok_or_else(|| whole.gcd(n))?;
    let mut inverse = ring.enter(words(&inverse));
    let mut inverses = Vec::with_capacity(residues.len());
    for (&residue, &before) in residues.iter().zip(&products).rev() {
        inverses.push(ring.mul(inverse, before));
        inverse = ring.mul(inverse, residue);
    }
    inverses.reverse();
    Ok(inverses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odd moduli at the edges of L words, and one in between.
    fn moduli<const L: usize>() -> Vec<BigUint> {
        let power = |bits: usize| BigUint::from(1u32) << bits;
        let full = power(64 * L) - 1u32;
        vec![
            &full - 58u32,
            power(64 * L - 1) + 1u32,
            power(64 * (L - 1)) * 6u32 + 1u32,
            full.clone(),
            (full / 5u32) | BigUint::from(1u32),
        ]
    }

    fn agrees_with_big_integers<const L: usize>() {
        for n in moduli::<L>() {
            let ring = Wide::<L>::new(&n);
            let samples = [BigUint::ZERO, 1u32.into(), &n - 1u32, &n / 3u32, &n - (&n >> 7u32)];
            for a in &samples {
                let x = ring.enter(words(a));
                assert_eq!(number(&ring.leave(x)), a % &n);
                assert_eq!(number(&ring.leave(ring.pow(x, &1001u32.into()))), a.modpow(&1001u32.into(), &n));
                for b in &samples {
                    let y = ring.enter(words(b));
                    let leave = |residue| number(&ring.leave(residue));
                    assert_eq!(leave(ring.mul(x, y)), a * b % &n, "{a} · {b} mod {n}");
                    assert_eq!(leave(ring.add(x, y)), (a + b) % &n);
                    assert_eq!(leave(ring.sub(x, y)), (a + &n - b) % &n);
                }
            }
        }
    }

    #[test]
    fn arithmetic_agrees_with_big_integers() {
        agrees_with_big_integers::<1>();
        agrees_with_big_integers::<2>();
        agrees_with_big_integers::<3>();
        agrees_with_big_integers::<4>();
    }

    #[test]
    fn inverses_and_missing_ones() {
        let n = BigUint::from(1_000_003u32) * 1_000_033u32;
        let ring = Wide::<1>::new(&n);
        let residues: Vec<[u64; 1]> = (2..10).map(|x| ring.enter([x])).collect();
        for (&residue, inverse) in residues.iter().zip(invert_all(&ring, &n, &residues).unwrap()) {
            assert_eq!(ring.mul(residue, inverse), ring.one);
        }
        let shared = invert_all(&ring, &n, &[ring.enter([3]), ring.enter([2_000_006])]);
        assert_eq!(shared, Err(1_000_003u32.into()));
    }
}
