//! Known prime factors of Φ_d(2), in `factors.txt`.
//!
//! The factors were computed with PARI/GP 2.15 (`factorint(polcyclo(d, 2))`, after Aurifeuille's identity where it
//! applies). For d = 277, 289, 293, 311, 313, 317, 347, 353 and 409 they are from the Cunningham project (Brillhart,
//! Lehmer, Selfridge, Tuckerman and Wagstaff, *Factorizations of b^n ± 1*). The tests multiply each factorization out
//! and test each prime.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use num_bigint::BigUint;
use num_traits::One;

/// For each d, the prime factors of Φ_d(2) with multiplicity, except the largest, which is computed as a quotient.
static TABLE: LazyLock<BTreeMap<u32, &str>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (d, smaller) = line.split_once(' ').unwrap_or((line, ""));
        (d.parse().expect("an index"), smaller)
    };
    include_str!("factors.txt").lines().map(row).collect()
});

/// Returns the prime factors of `value` = Φ_d(2), ascending and with multiplicity, or `None` if d is not in the table.
///
/// The table has every d up to 300, and most up to 600, for which Φ_d(2) has more than 64 bits.
pub(super) fn prime_factors(d: u32, value: &BigUint) -> Option<Vec<BigUint>> {
    let smaller = TABLE.get(&d)?.split_whitespace();
    let mut primes: Vec<BigUint> = smaller.map(|prime| prime.parse().expect("digits")).collect();
    let largest = value / primes.iter().product::<BigUint>();
    primes.extend((!largest.is_one()).then_some(largest));
    Some(primes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::cyclotomic::polynomial::cyclotomic_at_two;
    use crate::number::natural::Natural;

    #[test]
    fn factorizations_multiply_back_and_have_prime_factors() {
        for &d in TABLE.keys() {
            let value = cyclotomic_at_two(d);
            let primes = prime_factors(d, &value).expect("d is in the table");
            assert_eq!(primes.iter().product::<BigUint>(), value, "{d}");
            assert!(primes.iter().all(BigUint::is_prime), "{d}");
            assert!(primes.is_sorted(), "{d}");
        }
    }

    #[test]
    fn the_table_is_complete_up_to_300() {
        for d in 1..=300 {
            let value = cyclotomic_at_two(d);
            assert_eq!(prime_factors(d, &value).is_some(), value.bits() > 64, "{d}");
        }
    }
}
