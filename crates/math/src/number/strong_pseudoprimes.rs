//! The 32-bit composites that pass trial division and the strong probable-prime test to base 2.

use std::sync::LazyLock;

/// The strong pseudoprimes to base 2 below 2^32 without a prime factor up to 2551. There are 2,314 strong pseudoprimes
/// below 2^32 in all (Jaeschke 1993). The tests recompute the list; see CONTRIBUTING.md.
static STRONG_PSEUDOPRIMES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let numbers = include_str!("strong_pseudoprimes.txt").split_whitespace();
    numbers.map(|number| number.parse().expect("32 bits")).collect()
});

/// Returns whether `n`, which must have no prime factor up to 2551, is a strong pseudoprime to base 2.
pub(super) fn is_strong_pseudoprime_to_2(n: u32) -> bool {
    STRONG_PSEUDOPRIMES.binary_search(&n).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::montgomery::PowersOfTwo;
    use crate::number::prime::is_prime_u64;
    use crate::number::trial::{early_divisor, small_divisors};

    /// Returns whether `n` has no prime factor up to 2551, passes the test to base 2, and is composite.
    fn belongs_in_the_list(n: u32) -> bool {
        small_divisors(n.into()) == 0
            && early_divisor(n).is_none()
            && PowersOfTwo::new(n).is_strong_probable_prime()
            && !is_prime_u64(n.into())
    }

    #[test]
    fn all_entries_are_strong_pseudoprimes() {
        assert!(STRONG_PSEUDOPRIMES.len() == 1516 && STRONG_PSEUDOPRIMES.is_sorted());
        assert!(STRONG_PSEUDOPRIMES.iter().all(|&n| belongs_in_the_list(n)));
    }

    #[test]
    #[ignore = "tests all 32-bit numbers: some minutes, optimised"]
    fn the_list_is_complete() {
        let found = (3..=u32::MAX).step_by(2).filter(|&n| belongs_in_the_list(n));
        assert!(found.eq(STRONG_PSEUDOPRIMES.iter().copied()));
    }
}
