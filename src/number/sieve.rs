//! The quadratic sieve, for composites without a factor that curves would find.

use std::time::Duration;

use num_bigint::BigUint;
use num_traits::One;
use rusqsieve::{FactorConfig, Natural, Parallelism, ProgressAction, ProgressSnapshot, factor_with_progress};

use super::budget::Budget;

/// The widest composite that the sieve is given: 100 digits take it a day.
pub(super) const MAX_BITS: u64 = 330;

/// Words of 64 bits that hold it.
const WORDS: usize = 8;

/// How often the sieve looks at the budget.
const INTERVAL: Duration = Duration::from_millis(20);

/// A proper factor of a composite, if it is found within the budget. One thread.
pub(super) fn split(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    let composite = Natural::<WORDS>::from_le_bytes(&n.to_bytes_le()).ok()?;
    let one_thread = Parallelism::threads(1)?;
    let config = FactorConfig::default().with_parallelism(one_thread).with_progress_interval(INTERVAL);
    let goes_on = |_: &ProgressSnapshot| {
        if budget.is_spent() { ProgressAction::Cancel } else { ProgressAction::Continue }
    };
    let factors = factor_with_progress(composite, config, goes_on).ok()?;
    let mut bytes = [0; WORDS * 8];
    factors.expanded().next()?.write_le_bytes(&mut bytes).ok()?;
    let factor = BigUint::from_bytes_le(&bytes);
    let proper = !factor.is_one() && factor < *n && (n % &factor) == BigUint::ZERO;
    proper.then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_two_primes_of_sixty_bits() {
        let primes = [1_152_921_504_606_846_883u64, 1_000_000_000_000_000_003];
        let n = BigUint::from(primes[0]) * primes[1];
        let factor = split(&n, &Budget::unlimited()).unwrap();
        assert!(primes.map(BigUint::from).contains(&factor));
        let hard = ((BigUint::one() << 127u32) - 1u32) * ((BigUint::one() << 107u32) - 1u32);
        assert_eq!(split(&hard, &Budget::new(Duration::ZERO)), None);
    }
}
