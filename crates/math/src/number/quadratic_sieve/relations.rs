//! Relations: values of a polynomial that split over the factor base, except for at most one large
//! prime.

use std::collections::HashSet;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;

use super::factor_base::FactorBase;
use super::interval::Interval;
use super::polynomials::Polynomials;

/// Maximum number of bits by which the sum of the primes found at a place may fall short of its value. It falls short
/// mainly because a prime counts once even if its square divides the value.
const TOLERANCE: f64 = 3.0;

/// A relation: root² − k·n = ± (the product of the primes at the indices) · (the large prime).
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub root: BigUint,
    pub is_negative: bool,
    /// The indices of primes of the base, repeated by multiplicity.
    pub indices: Box<[u32]>,
    /// The large prime, or 1.
    pub large_prime: u32,
}

/// The relations found so far.
pub(super) struct Relations {
    pub found: Vec<Relation>,
    /// The low words of the roots, to recognise duplicates: two polynomials may share a value.
    roots: HashSet<u64>,
    large_primes: HashSet<u32>,
    /// Maximum of a large prime.
    largest: u32,
}

impl Relations {
    /// Creates an empty list of relations with large primes up to `largest`.
    pub(super) fn new(largest: u32) -> Relations {
        Relations { found: Vec::new(), roots: HashSet::new(), large_primes: HashSet::new(), largest }
    }

    /// Returns the number of independent products in which the exponents of all large primes are even.
    ///
    /// It is the number of relations minus the number of large primes.
    pub(super) fn usable(&self) -> usize {
        self.found.len() - self.large_primes.len()
    }

    /// Adds the relation at `place`, if there is one and it is new.
    pub(super) fn examine(
        &mut self,
        base: &FactorBase,
        polynomials: &Polynomials,
        interval: &Interval,
        place: u32,
    ) {
        if !is_promising(base, polynomials, interval, place, f64::from(self.largest).log2()) {
            return;
        }
        let Some(relation) = split(base, polynomials, place, self.largest) else { return };
        let low_word = relation.root.iter_u64_digits().next().unwrap_or(0);
        if self.roots.insert(low_word) {
            self.large_primes.extend((relation.large_prime > 1).then_some(relation.large_prime));
            self.found.push(relation);
        }
    }
}

/// Returns whether unsieved primes explain why the value exceeds the sieve's sum. These are 2 and the primes
/// that the sieve left out.
fn is_promising(
    base: &FactorBase,
    polynomials: &Polynomials,
    interval: &Interval,
    place: u32,
    bits_of_large_prime: f64,
) -> bool {
    let left_out = (1..interval.first()).filter(|&index| polynomials.is_divisible(base, index, place));
    let small: f64 = left_out.map(|index| base.logarithms[index]).sum();
    let found = interval.bits(place) + small + f64::from(polynomials.twos(place));
    found + bits_of_large_prime + TOLERANCE >= polynomials.bits(place)
}

/// Divides the primes of the base out of the value at `place`. Returns `None` if the rest is above `largest`.
fn split(base: &FactorBase, polynomials: &Polynomials, place: u32, largest: u32) -> Option<Relation> {
    let (root, value) = polynomials.root_and_value(place);
    let mut rest = Value::new(value.magnitude());
    // root² − k·n = 4·a·f(x)
    let mut indices: Vec<u32> = polynomials.indices.iter().map(|&index| index as u32).collect();
    indices.extend([0, 0]);
    let mut divide_out = |index: usize| {
        while let Some(quotient) = rest.divided_by(base.primes[index]) {
            rest = quotient;
            indices.push(index as u32);
        }
    };
    divide_out(0);
    polynomials.indices.iter().for_each(|&index| divide_out(index));
    polynomials.for_each_divisor(base, place, divide_out);
    let large_prime = rest.to_u32().filter(|&rest| rest <= largest)?;
    let is_negative = value < BigInt::ZERO;
    Some(Relation { root: root.into_parts().1, is_negative, indices: indices.into(), large_prime })
}

/// Number of 32-bit words: values of the widest numbers have fewer than 192 bits.
const WORDS: usize = 6;

/// A positive number below 2^192.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    words: [u32; WORDS],
    /// Number of words in use; the words above are 0.
    length: usize,
}

impl Value {
    pub(super) fn new(number: &BigUint) -> Value {
        let mut words = [0; WORDS];
        for (word, digit) in words.iter_mut().zip(number.iter_u32_digits()) {
            *word = digit;
        }
        Value { words, length: number.iter_u32_digits().len() }
    }

    /// Returns the quotient, or `None` if the division leaves a remainder.
    #[inline]
    fn divided_by(&self, divisor: u32) -> Option<Value> {
        let mut quotient = *self;
        let (divisor, mut rest) = (u64::from(divisor), 0u64);
        for word in quotient.words[..self.length].iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*word);
            *word = (dividend / divisor) as u32;
            rest = dividend % divisor;
        }
        if quotient.length > 0 && quotient.words[quotient.length - 1] == 0 {
            quotient.length -= 1;
        }
        (rest == 0).then_some(quotient)
    }

    /// Returns the number, if it has at most 32 bits.
    pub(super) fn to_u32(self) -> Option<u32> {
        (self.length <= 1).then_some(self.words[0])
    }
}

/// Returns a proper factor of `n`, given relations whose product is a square.
///
/// The product has two known square roots modulo n, one from the polynomials and one from the primes. The result is the
/// greatest common divisor of n and the sum of the roots, or `None` if that is 1 or n. This happens if the roots are
/// the same up to the sign.
pub(super) fn factor_from<'a>(
    n: &BigUint,
    base: &FactorBase,
    relations: impl Iterator<Item = &'a Relation>,
) -> Option<BigUint> {
    let (mut from_polynomials, mut from_primes) = (BigUint::one(), BigUint::one());
    let mut exponents = vec![0u32; base.len()];
    let mut large_primes = Vec::new();
    for relation in relations {
        from_polynomials = from_polynomials * &relation.root % n;
        relation.indices.iter().for_each(|&index| exponents[index as usize] += 1);
        large_primes.push(relation.large_prime);
    }
    large_primes.sort_unstable();
    let small = base.primes.iter().zip(&exponents);
    let small = small.flat_map(|(&prime, &exponent)| std::iter::repeat_n(prime, exponent as usize / 2));
    let mut word = 1u64;
    // The sorted large primes are in pairs of equals, of which every second is used.
    for prime in small.chain(large_primes.into_iter().step_by(2)) {
        word = word.checked_mul(prime.into()).unwrap_or_else(|| {
            from_primes = &from_primes * word % n;
            prime.into()
        });
    }
    let factor = (from_polynomials + from_primes * word % n).gcd(n);
    (!factor.is_one() && factor != *n).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divides_as_big_integers_do() {
        let mut number = BigUint::from(1u32);
        for step in 1..34u32 {
            number = number * 23u32 + step;
            for divisor in [2, 3, 5, 97, 65_537, u32::MAX] {
                let exact = (&number % divisor == BigUint::ZERO).then(|| Value::new(&(&number / divisor)));
                assert_eq!(Value::new(&number).divided_by(divisor), exact, "{number} / {divisor}");
                assert_eq!(Value::new(&(&number * divisor)).divided_by(divisor), Some(Value::new(&number)));
            }
            assert_eq!(Value::new(&number).to_u32(), u32::try_from(&number).ok());
        }
    }
}
