//! The leading coefficients a of the polynomials a·x² + b·x + c: products of primes of the factor base, near the size
//! for which the values in the interval are smallest.

use std::collections::HashSet;

use super::factor_base::FactorBase;

/// Preferred number of bits of the primes of a coefficient. Such primes make many coefficients, and take few divisors
/// away from the values.
const BITS_OF_A_PRIME: f64 = 11.0;

/// Number of primes to each side of the middle in the pool, from which most primes are drawn.
const REACH_OF_POOL: usize = 14;

/// Number of random products of which the nearest to the target is taken.
const TRIES: usize = 24;

/// Chooses leading coefficients, each once. The choices are the same for the same base and target.
pub(super) struct LeadingCoefficients {
    /// log₂ of the best size.
    target: f64,
    /// log₂ of the primes of the base.
    logarithms: Vec<f64>,
    /// Number of primes of a coefficient.
    count: usize,
    /// The index of the first prime that may be chosen.
    first: usize,
    /// The index of the middle of the pool.
    middle: usize,
    /// Number of primes to each side of the middle. It exceeds the pool once the pool is exhausted.
    reach: usize,
    chosen: HashSet<Vec<usize>>,
    state: u64,
}

impl LeadingCoefficients {
    /// Prepares the choice of coefficients near 2^`target`.
    pub(super) fn new(base: &FactorBase, target: f64) -> LeadingCoefficients {
        let logarithms = base.logarithms.clone();
        let last = logarithms.len() - 1;
        let bits_of_a_prime = BITS_OF_A_PRIME.min(logarithms[last] - 1.5);
        let count = ((target / bits_of_a_prime).round() as usize).max(2);
        // The first index is above all primes that divide k: these have one root only.
        let first = base.roots.iter().rposition(|&root| root == 0).map_or(2, |index| index + 1).max(2);
        let middle = logarithms.partition_point(|&logarithm| logarithm < target / count as f64);
        LeadingCoefficients {
            target,
            logarithms,
            count,
            first,
            middle: middle.clamp(first, last),
            reach: REACH_OF_POOL,
            chosen: HashSet::new(),
            state: 1,
        }
    }

    /// Returns whether the prime at `index` is in the pool.
    pub(super) fn is_in_pool(&self, index: usize) -> bool {
        index.abs_diff(self.middle) <= REACH_OF_POOL
    }

    /// Returns the indices of the primes of a new coefficient, in increasing order, or `None` if all are used up.
    pub(super) fn choose(&mut self) -> Option<Vec<usize>> {
        while self.reach < 4 * self.logarithms.len() {
            let candidates: Vec<_> = (0..TRIES).filter_map(|_| self.candidate()).collect();
            let best = candidates.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, indices)) = best {
                self.chosen.insert(indices.clone());
                return Some(indices);
            }
            self.reach += self.reach / 2;
        }
        None
    }

    /// Draws all primes but one at random, and chooses the last one by the missing size. Returns the error of the
    /// product in bits with the indices, or `None` if the primes are not distinct, the error is above 1 or the product
    /// was chosen before.
    fn candidate(&mut self) -> Option<(f64, Vec<usize>)> {
        let last = self.logarithms.len() - 1;
        let low = self.middle.saturating_sub(self.reach).max(self.first);
        let high = (self.middle + self.reach).min(last);
        let mut indices: Vec<usize> = (1..self.count).map(|_| low + self.random(high - low + 1)).collect();
        let missing = self.target - indices.iter().map(|&index| self.logarithms[index]).sum::<f64>();
        let nearest = self.logarithms.partition_point(|&logarithm| logarithm < missing);
        let nearest = nearest.clamp(self.first, last);
        let error = (missing - self.logarithms[nearest]).abs();
        indices.push(nearest);
        indices.sort_unstable();
        let are_distinct = indices.windows(2).all(|pair| pair[0] < pair[1]);
        (are_distinct && error <= 1.0 && !self.chosen.contains(&indices)).then_some((error, indices))
    }

    /// Returns a random number below `bound` (xorshift64*, Vigna 2016).
    fn random(&mut self, bound: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        let word = self.state.wrapping_mul(0x2545_f491_4f6c_dd1d);
        ((u128::from(word) * bound as u128) >> 64) as usize
    }
}
