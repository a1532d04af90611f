//! Orders modulo composites: the least common multiple of the orders modulo the smallest prime power
//! and the cofactor.

use num_integer::Integer;

use super::sieve::{BLOCK, PRIME};
use super::{small_primes, wheel};

/// The Wieferich primes, for which ord(p²) = ord(p). For all other primes below 4·10^12, ord(p²) = p·ord(p) (Wieferich
/// 1909; Meissner 1913, Beeger 1922; the bound Crandall, Dilcher and Pomerance 1997).
pub(super) const WIEFERICH: [u32; 2] = [1093, 3511];

/// Writes the orders modulo the composites of a block other than the first.
pub(super) fn orders(
    block: usize,
    factors: &[u16],
    known: &[u32],
    orders: &mut [u32],
    scratch: &mut Vec<u32>,
) {
    for (index, &factor) in factors.iter().enumerate().filter(|(_, factor)| **factor > 7) {
        let number = wheel::number(block * BLOCK + index) as u32;
        orders[index] = order(number, factor.into(), known);
    }
    small_primes::multiples::<7>(known, block, orders, scratch);
    small_primes::multiples::<5>(known, block, orders, scratch);
}

/// Writes the orders modulo the composites of the first block, given the orders modulo its primes. Cofactors are
/// smaller than their multiples, so that their orders are known in time.
pub(super) fn orders_of_first(factors: &[u16], orders: &mut [u32]) {
    orders[0] = 1;
    for (index, &factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != PRIME) {
        orders[index] = order(wheel::number(index) as u32, factor.into(), orders);
    }
}

/// Returns the order modulo the composite `number`, given its smallest prime factor `prime` and the orders `known`
/// modulo smaller numbers.
#[inline]
pub(super) fn order(number: u32, prime: u32, known: &[u32]) -> u32 {
    let below = |number: u32| known[wheel::index(number as usize)];
    let cofactor = number / prime;
    let order = below(cofactor);
    if !cofactor.is_multiple_of(prime) {
        let prime_order = below(prime);
        // The order of a small prime is small, so that the gcd is cheap after one remainder.
        return order * (prime_order / prime_order.gcd(&(order % prime_order)));
    }
    // If p^a divides the number, p^(a−1) must divide the order. This is the only condition that the order modulo the
    // cofactor may not meet.
    let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
    let power = powers.take_while(|&power| cofactor.is_multiple_of(power)).last().unwrap_or(1);
    let is_met = WIEFERICH.contains(&prime) || order.is_multiple_of(power);
    if is_met { order } else { order * prime }
}
