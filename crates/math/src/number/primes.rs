//! Lists of primes.

/// Returns the primes below `limit`, by the sieve of Eratosthenes.
pub(super) fn primes_below(limit: u32) -> Vec<u32> {
    let mut composite = vec![false; limit as usize];
    let mut primes = Vec::new();
    for candidate in 2..limit as usize {
        if !composite[candidate] {
            primes.push(candidate as u32);
            // The square may exceed a `usize` of 32 bits.
            for multiple in (candidate.saturating_mul(candidate)..limit as usize).step_by(candidate)
            {
                composite[multiple] = true;
            }
        }
    }
    primes
}
