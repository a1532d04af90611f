//! Multiplicative orders of integers of any size.

use super::budget::Budget;
use super::natural::Natural;
use super::order_error::OrderError;
use super::prime_power_orders::{CertifiedOrder, PrimePowerOrders, check_coprime, short_order};

/// Returns the multiplicative order of `base` modulo `modulus`: the least t ≥ 1 with base^t ≡ 1.
///
/// The order modulo 1 is 1.
///
/// The group of units modulo a prime power p^a has order p^(a−1)·(p − 1). Starting from that
/// exponent, each prime is divided out as long as the power stays 1; the order is the least common
/// multiple of the orders modulo the prime powers (Gauss, *Disquisitiones* art. 92; Cohen, *A Course
/// in Computational Algebraic Number Theory*, algorithm 1.4.3). The result t is certified:
/// base^t ≡ 1, and base^(t/p) ≢ 1 for each prime p that divides t.
///
/// Takes some microseconds for a modulus of up to 64 bits. A larger modulus has to be factored; the time limit is ten
/// seconds, as in the default [`Budget`].
///
/// # Errors
///
/// - [`OrderError::NotCoprime`] if `base` and `modulus` have a common factor.
/// - [`OrderError::Unfactored`] if the modulus, or p − 1 for one of its primes p, was not factored in
///   time; never for `u64`.
/// - [`OrderError::Uncertified`] if a factor above 2^64 that passed the primality test is composite.
///
/// # Panics
///
/// If `modulus` is 0.
///
/// ```
/// # use faro_math as faro;
/// use faro::number::multiplicative_order;
/// // Why eight out-shuffles restore 52 cards: 2^8 = 256 = 5·51 + 1.
/// assert_eq!(multiplicative_order(&2u64, &51)?, 8);
/// # Ok::<(), faro_math::number::OrderError>(())
/// ```
pub fn multiplicative_order<T: Natural>(base: &T, modulus: &T) -> Result<T, OrderError> {
    // Reading the clock would take a noticeable part of the time for a 64-bit modulus.
    let budget = if modulus.to_u64().is_some() {
        Budget::unlimited()
    } else {
        Budget::default()
    };
    multiplicative_order_within(base, modulus, &budget)
}

/// Returns the order as [`multiplicative_order`] does, within `budget`.
///
/// # Errors
///
/// The errors of [`multiplicative_order`].
///
/// # Panics
///
/// If `modulus` is 0.
pub fn multiplicative_order_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<T, OrderError> {
    Ok(certified_order_within(base, modulus, budget)?.order)
}

/// Returns the multiplicative order with the primes that its certificate depends on.
///
/// The order is computed as by [`multiplicative_order_within`].
///
/// # Errors
///
/// The errors of [`multiplicative_order`].
///
/// # Panics
///
/// If `modulus` is 0.
pub fn certified_order_within<T: Natural>(
    base: &T,
    modulus: &T,
    budget: &Budget,
) -> Result<CertifiedOrder<T>, OrderError> {
    check_coprime(base, modulus)?;
    match short_order(base, modulus) {
        Some(order) => Ok(CertifiedOrder {
            order,
            primes: Vec::new(),
        }),
        None => Ok(PrimePowerOrders::new(base, modulus, budget)?.certified_order()),
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::One;

    use super::*;

    fn order_by_multiplying(base: u64, modulus: u64) -> u64 {
        let (mut power, mut t) = (base % modulus, 1);
        while power != 1 % modulus {
            power = power * base % modulus;
            t += 1;
        }
        t
    }

    #[test]
    fn agrees_with_multiplying() {
        for modulus in 1..300u64 {
            for base in (1..12).filter(|&base| num_integer::gcd(base, modulus) == 1) {
                let order = multiplicative_order(&base, &modulus).unwrap();
                assert_eq!(
                    order,
                    order_by_multiplying(base, modulus),
                    "{base} mod {modulus}"
                );
                let big = certified_order_within(
                    &BigUint::from(base),
                    &modulus.into(),
                    &Budget::default(),
                );
                assert_eq!(big.unwrap().order, order.into());
            }
        }
    }

    #[test]
    fn wieferich_primes() {
        // The only known primes with ord mod p² = ord mod p (Meissner 1913, Beeger 1922).
        for (prime, order) in [(1093u64, 364), (3511, 1755)] {
            assert_eq!(multiplicative_order(&2, &prime).unwrap(), order);
            assert_eq!(multiplicative_order(&2, &(prime * prime)).unwrap(), order);
        }
        assert_eq!(
            multiplicative_order(&2u64, &(1091 * 1091)).unwrap(),
            1090 * 1091
        );
    }

    #[test]
    fn a_shared_factor_is_named() {
        let refused = multiplicative_order(&6u64, &51).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "6 has no order modulo 51: they share the factor 3"
        );
    }

    /// Checks the certificate of an order, independently of how it was found.
    fn is_certified(base: u64, modulus: u64, order: u64) -> bool {
        let one = 1 % modulus;
        let divides = order.factor().unwrap();
        let mut shorter = divides.powers().iter().map(|power| order / power.prime);
        base.pow_mod(&order, &modulus) == one
            && !shorter.any(|shorter| base.pow_mod(&shorter, &modulus) == one)
    }

    #[test]
    fn orders_are_certified() {
        assert!(is_certified(2, 51, 8) && !is_certified(2, 51, 16) && !is_certified(2, 51, 4));
        for modulus in (1..4_000u64)
            .chain(u64::MAX - 200..=u64::MAX)
            .filter(|modulus| modulus % 2 == 1)
        {
            let order = multiplicative_order(&2, &modulus).unwrap();
            assert!(is_certified(2, modulus, order), "{modulus}");
            let big =
                PrimePowerOrders::new(&BigUint::from(2u32), &modulus.into(), &Budget::unlimited())
                    .unwrap();
            assert_eq!(big.order(), order.into());
        }
    }

    /// Short orders are found at once, even modulo numbers whose factors are not known.
    #[test]
    fn short_orders_need_no_factors() {
        let at_once = Budget::new(std::time::Duration::ZERO);
        for exponent in [257u32, 607, 1277, 2203] {
            let power = BigUint::one() << exponent;
            let order = |modulus| {
                certified_order_within(&2u32.into(), &modulus, &at_once)
                    .unwrap()
                    .order
            };
            assert_eq!(order(&power - 1u32), exponent.into());
            assert_eq!(order(&power + 1u32), (2 * exponent).into());
        }
    }

    #[test]
    fn high_powers_of_primes() {
        for (base, prime) in [
            (2u32, 3u32),
            (3, 2),
            (5, 2),
            (7, 2),
            (2, 1093),
            (10, 487),
            (2, 7),
        ] {
            for exponent in 1..12 {
                let modulus = BigUint::from(prime).pow(exponent);
                let order = multiplicative_order(&base.into(), &modulus).unwrap();
                assert_eq!(
                    BigUint::from(base).modpow(&order, &modulus),
                    BigUint::from(1u32)
                );
                let shorter = &order / prime;
                assert!(
                    (&order % prime) != BigUint::ZERO
                        || BigUint::from(base).modpow(&shorter, &modulus) != 1u32.into()
                );
            }
        }
    }
}
