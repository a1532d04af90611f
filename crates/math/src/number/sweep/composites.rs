//! Computes the order of 2 modulo odd composite numbers.
//!
//! The order follows from the orders modulo the smallest prime factor p and modulo the cofactor. If p does not divide the
//! cofactor, it is their least common multiple.

use num_integer::Integer;

use super::tables::{BLOCK, PRIME, SPAN};
use super::wheel;

/// The Wieferich primes, for which ord(p²) = ord(p). For all other primes below 4·10^12, ord(p²) = p·ord(p) (Wieferich
/// 1909; Meissner 1913, Beeger 1922; the bound Crandall, Dilcher and Pomerance 1997).
const WIEFERICH: [u32; 2] = [1093, 3511];

/// Writes the orders of 2 modulo the composite numbers of block `block` to `orders`. It is not the first block, and
/// `known` has the orders modulo smaller numbers.
pub(super) fn orders(
    block: usize,
    factors: &[u16],
    known: &[u32],
    orders: &mut [u32],
    scratch: &mut Vec<u32>,
) {
    for (index, &factor) in factors
        .iter()
        .enumerate()
        .filter(|(_, factor)| **factor > 7)
    {
        let number = wheel::number(block * BLOCK + index) as u32;
        orders[index] = order(number, factor.into(), known);
    }
    multiples::<7>(known, block, orders, scratch);
    multiples::<5>(known, block, orders, scratch);
}

/// Writes the orders of 2 modulo the composite numbers of the first block, given the orders modulo its primes. A
/// cofactor is smaller than its multiple, so the order modulo it is known in time.
pub(super) fn orders_of_first(factors: &[u16], orders: &mut [u32]) {
    orders[0] = 1;
    for (index, &factor) in factors
        .iter()
        .enumerate()
        .filter(|(_, factor)| **factor != PRIME)
    {
        orders[index] = order(wheel::number(index) as u32, factor.into(), orders);
    }
}

/// Returns the order of 2 modulo the composite `number`. `prime` is its smallest prime factor, and `known` has the
/// orders modulo smaller numbers.
#[inline]
fn order(number: u32, prime: u32, known: &[u32]) -> u32 {
    let below = |number: u32| known[wheel::index(number as usize)];
    let cofactor = number / prime;
    let order = below(cofactor);
    if !cofactor.is_multiple_of(prime) {
        let prime_order = below(prime);
        // The order modulo a small prime is small, so that the gcd takes few steps after one division.
        return order * (prime_order / prime_order.gcd(&(order % prime_order)));
    }
    // The order modulo a number that p^a divides must be a multiple of p^(a−1), for a prime p that is no Wieferich
    // prime. This is the only condition that the order modulo the cofactor may not meet.
    let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
    let power = powers
        .take_while(|&power| cofactor.is_multiple_of(power))
        .last()
        .unwrap_or(1);
    let is_met = WIEFERICH.contains(&prime) || order.is_multiple_of(power);
    if is_met { order } else { order * prime }
}

// The orders modulo multiples of 3, 5 and 7, which are more than half of all odd numbers. A closed form gives the
// order modulo p^a·t from the order modulo t, without a greatest common divisor.

/// Returns the least common multiple of `order` and of the order of 2 modulo P^exponent. The latter is
/// 2·3^(a−1), 4·5^(a−1) or 3·7^(a−1).
#[inline(always)]
fn lifted<const P: u32>(order: u32, exponent: u32) -> u32 {
    let mut lifted = match P {
        3 => order << (order & 1),
        5 if order & 1 == 1 => 4 * order,
        5 => order << (order >> 1 & 1),
        _ if order.is_multiple_of(3) => order,
        _ => 3 * order,
    };
    let mut rest = order;
    for _ in 1..exponent {
        if rest.is_multiple_of(P) {
            rest /= P;
        } else {
            lifted *= P;
        }
    }
    lifted
}

/// Returns the cofactors m of the multiples m·`power` in a block, as indices on the wheel.
fn cofactors(power: usize, block: usize) -> std::ops::Range<usize> {
    let from = |bound: usize| wheel::first_from(bound.div_ceil(power));
    from(block * SPAN)..from((block + 1) * SPAN)
}

/// Calls `write` for each power of P that has multiples in a block, from the exponent `from` on. The arguments are the
/// power, the index of the first cofactor, and the orders modulo the multiples.
#[inline(always)]
fn each_power<const P: u32>(
    from: u32,
    known: &[u32],
    block: usize,
    orders: &mut Vec<u32>,
    mut write: impl FnMut(usize, usize, &[u32]),
) {
    let powers =
        std::iter::successors(Some(P.pow(from) as usize), |power| Some(power * P as usize));
    for (exponent, power) in (from..).zip(powers.take_while(|&power| power < (block + 1) * SPAN)) {
        let cofactors = cofactors(power, block);
        orders.clear();
        let known = known[cofactors.clone()].iter();
        match exponent {
            1 => orders.extend(known.map(|&order| lifted::<P>(order, 1))),
            2 => orders.extend(known.map(|&order| lifted::<P>(order, 2))),
            _ => orders.extend(known.map(|&order| lifted::<P>(order, exponent))),
        }
        write(power, cofactors.start, orders);
    }
}

/// Writes the orders modulo the multiples of P (5 or 7) in a block, from the orders modulo their
/// cofactors.
#[inline(always)]
fn multiples<const P: u32>(
    known: &[u32],
    block: usize,
    orders: &mut [u32],
    scratch: &mut Vec<u32>,
) {
    // For a cofactor that P divides, this entry is wrong, and the pass for the next power of P overwrites it.
    each_power::<P>(1, known, block, scratch, |power, first, lifted| {
        let place = |cofactor: usize| wheel::index(power * wheel::number(cofactor)) - block * BLOCK;
        scatter(
            lifted,
            [place(first), place(first + 1)],
            2 * power,
            orders,
            |order| order,
        );
    });
}

/// Returns the index of the cofactor of the n-th multiple of 3 of a block. If the cofactor is a multiple of 3 too, the
/// index belongs to another number.
#[inline]
fn cofactor_of_three(block: usize, n: usize) -> usize {
    wheel::index(block * BLOCK + 2 * n + 1)
}

/// Writes the orders modulo the odd numbers of a block that are not multiples of 9. The orders modulo the
/// numbers coprime to 6 are given.
pub(super) fn with_multiples_of_three(
    known: &[u32],
    block: usize,
    coprime: &[u32],
    orders: &mut [u64],
) {
    let triples = orders.chunks_exact_mut(3).zip(coprime.chunks_exact(2));
    for ((triple, pair), n) in triples.zip(0..) {
        let third = lifted::<3>(known[cofactor_of_three(block, n)], 1);
        triple.copy_from_slice(&[pair[0].into(), third.into(), pair[1].into()]);
    }
}

/// Writes the orders modulo the multiples of 9 among the odd numbers of a block.
#[inline(always)]
pub(super) fn multiples_of_nine(
    known: &[u32],
    block: usize,
    orders: &mut [u64],
    scratch: &mut Vec<u32>,
) {
    each_power::<3>(2, known, block, scratch, |power, first, lifted| {
        let place = |cofactor: usize| (power * wheel::number(cofactor) - block * SPAN) / 2;
        scatter(
            lifted,
            [place(first), place(first + 1)],
            3 * power,
            orders,
            u64::from,
        );
    });
}

/// Writes `orders` alternately to two arithmetic progressions of indices of `to`, which begin at `starts`.
#[inline(always)]
fn scatter<T>(
    orders: &[u32],
    starts: [usize; 2],
    step: usize,
    to: &mut [T],
    number: impl Fn(u32) -> T,
) {
    for (start, skipped) in starts.into_iter().zip(0..) {
        let places = to
            .get_mut(start..)
            .unwrap_or_default()
            .iter_mut()
            .step_by(step);
        let orders = orders.iter().skip(skipped).step_by(2);
        places
            .zip(orders)
            .for_each(|(place, &order)| *place = number(order));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::order::multiplicative_order;

    fn check<const P: u32>() {
        for exponent in 1..6 {
            let local = multiplicative_order(&2u64, &u64::from(P.pow(exponent))).unwrap() as u32;
            for order in 1..2000 {
                assert_eq!(
                    lifted::<P>(order, exponent),
                    order.lcm(&local),
                    "{order}, {P}^{exponent}"
                );
            }
        }
    }

    #[test]
    fn closed_forms_are_least_common_multiples() {
        check::<3>();
        check::<5>();
        check::<7>();
    }
}
