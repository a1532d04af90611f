//! Orders modulo composites: the least common multiple of those modulo their prime powers.

use num_integer::Integer;

use super::sieve::{BLOCK, PRIME};
use super::{lift, wheel};

/// Where ord(p²) is ord(p); for all other primes below 4·10^12 it is p·ord(p)
/// (Wieferich 1909; Meissner 1913, Beeger 1922; the bound Crandall, Dilcher and Pomerance 1997).
const WIEFERICH: [u32; 2] = [1093, 3511];

/// Writes the orders modulo the composites of a block that is not the first.
pub(super) fn orders(
    block: usize,
    factors: &[u16],
    known: &[u32],
    orders: &mut [u32],
    scratch: &mut Vec<u32>,
) {
    for (place, &factor) in factors.iter().enumerate().filter(|(_, factor)| **factor > 7) {
        let number = wheel::number(block * BLOCK + place) as u32;
        orders[place] = order(number, factor.into(), known);
    }
    lift::multiples::<7>(known, block, orders, scratch);
    lift::multiples::<5>(known, block, orders, scratch);
}

/// Writes the orders modulo the composites of the first block, whose primes have theirs: each
/// cofactor comes before its multiple.
pub(super) fn orders_of_first(factors: &[u16], orders: &mut [u32]) {
    orders[0] = 1;
    for (place, &factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != PRIME) {
        orders[place] = order(wheel::number(place) as u32, factor.into(), orders);
    }
}

/// The order modulo a number from its smallest prime factor and the orders modulo all numbers
/// below.
#[inline]
pub(super) fn order(number: u32, prime: u32, known: &[u32]) -> u32 {
    let below = |number: u32| known[wheel::index(number as usize)];
    let cofactor = number / prime;
    let mut local = below(prime);
    if cofactor.is_multiple_of(prime) {
        local *= repeated(cofactor, prime);
    }
    // The remainder first: the order of a small prime is small, and so is what is left to do.
    let order = below(cofactor);
    order * (local / local.gcd(&(order % local)))
}

/// By how much ord(p^a) exceeds ord(p), p^(a−1) being in the cofactor.
#[cold]
fn repeated(mut cofactor: u32, prime: u32) -> u32 {
    let mut excess = if WIEFERICH.contains(&prime) { 1 } else { prime };
    cofactor /= prime;
    while cofactor.is_multiple_of(prime) {
        cofactor /= prime;
        excess *= prime;
    }
    excess
}
