//! Relations: values of a polynomial that split over the factor base, except for at most one large
//! prime.

use std::collections::HashSet;

use num_bigint::{BigInt, BigUint};

use super::factor_base::FactorBase;
use super::interval::Interval;
use super::polynomials::Polynomials;
use super::value::Value;

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

    /// Returns the number of independent products in which the exponents of all large primes are even: one for each
    /// relation, minus one for each large prime.
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

/// Returns whether the primes that the sieve left out, and 2, can account for the difference between the value and the
/// sum of the sieve.
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
