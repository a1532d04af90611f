//! Self-initialisation: all polynomials of a given discriminant with one leading coefficient.
//!
//! The polynomials are f(x) = a·x² + b·x + c of discriminant k·n (Contini, *Factoring integers with the
//! self-initializing quadratic sieve*, 1997). They are in the order of a Gray code, so that the next roots
//! modulo each prime are the last roots plus or minus a known difference.
//!
//! Since k·n ≡ 1 modulo 8, b is odd and every value is even. The values satisfy (2·a·x + b)² − k·n = 4·a·f(x).

use std::collections::{HashMap, HashSet};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::factor_base::{FactorBase, inverse, inverses_of, multiply, remainder, residue};

/// Inverses of primes of the pool modulo the primes of the base, by the index of the pool prime in the base.
pub(super) type Inverses = HashMap<usize, Vec<u32>>;

/// The polynomials of one leading coefficient, one of which is the current one.
pub(super) struct Polynomials {
    /// The indices of the primes of a.
    pub indices: Vec<usize>,
    /// The first places of the interval where a prime divides the value: two for each prime of the base. The places of
    /// 2 and of the primes of a are not used.
    pub places: [Vec<i32>; 2],
    multiple: BigInt,
    a: BigInt,
    b: BigInt,
    c: BigInt,
    /// a, b and c modulo 2^64, and as floating-point numbers: for tests before a value is computed.
    low_words: [u64; 3],
    approximations: [f64; 3],
    /// For each prime of a, a square root of k·n that is 0 modulo the other primes of a. Any sum of these parts, with
    /// any signs, is a square root of k·n modulo a.
    parts: Vec<BigInt>,
    /// For each part but the last: the part divided by a, modulo each prime of the base. The roots change by this
    /// number if the sign of the part changes, since b changes by twice the part.
    differences: Vec<Vec<i32>>,
    /// The length of the interval; x = 0 is in its middle.
    length: usize,
    /// The index of the current polynomial, from 0.
    number: u32,
}

impl Polynomials {
    /// Returns the polynomials of discriminant `multiple` = k·n for a new leading coefficient, or `None` if there is no
    /// new one.
    pub(super) fn new(
        base: &FactorBase,
        multiple: &BigUint,
        leading: &mut LeadingCoefficients,
        inverses: &mut Inverses,
        length: usize,
    ) -> Option<Polynomials> {
        let indices = leading.choose()?;
        let primes = indices.iter().map(|index| {
            let computed = inverses.remove(index);
            computed.unwrap_or_else(|| inverses_of(base.primes[*index], &base.primes))
        });
        let of_primes: Vec<Vec<u32>> = primes.collect();
        let polynomials = Polynomials::with_inverses(base, multiple, indices, &of_primes, length);
        let used = polynomials.indices.iter().copied().zip(of_primes);
        inverses.extend(used.filter(|(index, _)| leading.is_in_pool(*index)));
        Some(polynomials)
    }

    fn with_inverses(
        base: &FactorBase,
        multiple: &BigUint,
        indices: Vec<usize>,
        of_primes: &[Vec<u32>],
        length: usize,
    ) -> Polynomials {
        let a: BigUint = indices.iter().map(|&index| base.primes[index]).product();
        let (parts, multipliers) = parts(base, &a, &indices);
        let b: BigUint = parts.iter().sum();
        let adds_a = b.is_even();
        let size = base.len();
        let mut polynomials = Polynomials {
            places: [vec![0; size], vec![0; size]],
            multiple: multiple.clone().into(),
            b: if adds_a { b + &a } else { b }.into(),
            a: a.into(),
            c: BigInt::ZERO,
            low_words: [0; 3],
            approximations: [0.0; 3],
            parts: parts.into_iter().map(BigInt::from).collect(),
            differences: vec![vec![0; size]; indices.len() - 1],
            indices,
            length,
            number: 0,
        };
        for index in 1..size {
            polynomials.initialize(base, index, of_primes, &multipliers, adds_a);
        }
        polynomials.finish();
        polynomials
    }

    /// Computes the differences and the first places of one prime from the inverses of the primes of a. The part m·a/q
    /// of b, divided by a, is m/q.
    fn initialize(
        &mut self,
        base: &FactorBase,
        index: usize,
        of_primes: &[Vec<u32>],
        multipliers: &[u32],
        adds_a: bool,
    ) {
        let prime = base.primes[index];
        let (mut inverse_of_a, mut b_over_a) = (1, u32::from(adds_a));
        for (part, (inverses, &multiplier)) in of_primes.iter().zip(multipliers).enumerate() {
            inverse_of_a = multiply(inverse_of_a, inverses[index], prime);
            let difference = multiply(multiplier, inverses[index], prime);
            b_over_a += difference;
            if let Some(differences) = self.differences.get_mut(part) {
                differences[index] = difference as i32;
            }
        }
        let b_over_a = b_over_a % prime;
        let root_over_a = multiply(base.roots[index], inverse_of_a, prime);
        let middle = (self.length / 2) as u32 % prime;
        // x = (±root − b)/(2·a)
        let place = |root: u32| {
            let twice = (root + prime - b_over_a) % prime;
            let x = if twice.is_even() { twice / 2 } else { (twice + prime) / 2 };
            ((x + middle) % prime) as i32
        };
        self.places[0][index] = place(root_over_a);
        self.places[1][index] = place(prime - root_over_a);
    }

    /// Returns the number of polynomials. b and −b count as one, since they have the same values.
    pub(super) fn count(&self) -> u32 {
        1 << (self.indices.len() - 1)
    }

    /// Makes the next polynomial the current one.
    pub(super) fn advance(&mut self, base: &FactorBase) {
        self.number += 1;
        // A bit of the Gray code is 1 if the sign of a part is minus.
        let part = self.number.trailing_zeros() as usize;
        let becomes_minus = (self.number ^ self.number >> 1) >> part & 1 == 1;
        let twice = &self.parts[part] * 2;
        self.b = if becomes_minus { &self.b - twice } else { &self.b + twice };
        for places in &mut self.places {
            let change = if becomes_minus { add_modulo } else { subtract_modulo };
            change(places, &self.differences[part], &base.primes);
        }
        self.finish();
    }

    /// Sets the fields that depend on b, and moves the primes of a, which have one root only, out of the interval.
    fn finish(&mut self) {
        self.c = (&self.b * &self.b - &self.multiple) / (&self.a * 4);
        let coefficients = [&self.a, &self.b, &self.c];
        self.low_words = coefficients.map(low_word);
        self.approximations = coefficients.map(|number| number.to_f64().unwrap_or(f64::MAX));
        for &index in &self.indices {
            self.places.iter_mut().for_each(|places| places[index] = self.length as i32);
        }
    }
}

/// Values of the current polynomial at a place of the interval.
impl Polynomials {
    fn x(&self, place: u32) -> i64 {
        i64::from(place) - (self.length / 2) as i64
    }

    /// Returns 2·a·x + b and f(x).
    pub(super) fn root_and_value(&self, place: u32) -> (BigInt, BigInt) {
        let x = self.x(place);
        (&self.a * (2 * x) + &self.b, (&self.a * x + &self.b) * x + &self.c)
    }

    /// Returns log₂ |f(x)|, approximately.
    pub(super) fn bits(&self, place: u32) -> f64 {
        let ([a, b, c], x) = (self.approximations, self.x(place) as f64);
        ((a * x + b) * x + c).abs().log2()
    }

    /// Returns the exponent of 2 in f(x), at most 64.
    pub(super) fn twos(&self, place: u32) -> u32 {
        let ([a, b, c], x) = (self.low_words, self.x(place) as u64);
        a.wrapping_mul(x).wrapping_add(b).wrapping_mul(x).wrapping_add(c).trailing_zeros()
    }

    /// Returns whether the odd prime at `index`, which does not divide a, divides f(x).
    pub(super) fn is_divisible(&self, base: &FactorBase, index: usize, place: u32) -> bool {
        let first = remainder(place, base.primes[index], base.reciprocals[index]) as i32;
        first == self.places[0][index] || first == self.places[1][index]
    }

    /// Calls `found` with the index of each odd prime that divides f(x) and not a.
    pub(super) fn for_each_divisor(&self, base: &FactorBase, place: u32, mut found: impl FnMut(usize)) {
        let beyond = base.primes.partition_point(|&prime| prime as usize <= self.length);
        // The slices have one length, so that the loop needs no bounds checks.
        let (primes, reciprocals) = (&base.primes[..beyond], &base.reciprocals[..beyond]);
        let (ones, twos) = (&self.places[0][..beyond], &self.places[1][..beyond]);
        for index in 1..beyond {
            let first = remainder(place, primes[index], reciprocals[index]) as i32;
            if first == ones[index] || first == twos[index] {
                found(index);
            }
        }
        // A prime that exceeds the length of the interval divides at most the value at its first place.
        let place = place as i32;
        let larger = self.places[0][beyond..].iter().zip(&self.places[1][beyond..]);
        for (index, (&one, &two)) in larger.enumerate() {
            if one == place || two == place {
                found(beyond + index);
            }
        }
    }
}

fn add_modulo(places: &mut [i32], differences: &[i32], primes: &[u32]) {
    for ((place, &difference), &prime) in places.iter_mut().zip(differences).zip(primes) {
        let sum = *place + difference - prime as i32;
        *place = sum + (prime as i32 & sum >> 31);
    }
}

fn subtract_modulo(places: &mut [i32], differences: &[i32], primes: &[u32]) {
    for ((place, &difference), &prime) in places.iter_mut().zip(differences).zip(primes) {
        let rest = *place - difference;
        *place = rest + (prime as i32 & rest >> 31);
    }
}

/// Returns the parts of b, one for each prime q of a, and for each part m·a/q its multiplier m.
fn parts(base: &FactorBase, a: &BigUint, indices: &[usize]) -> (Vec<BigUint>, Vec<u32>) {
    let part = |&index: &usize| {
        let prime = base.primes[index];
        let others = a / prime;
        let multiplier = multiply(base.roots[index], inverse(residue(&others, prime), prime), prime);
        let multiplier = multiplier.min(prime - multiplier);
        (others * multiplier, multiplier)
    };
    indices.iter().map(part).unzip()
}

/// Returns `number` modulo 2^64.
fn low_word(number: &BigInt) -> u64 {
    let low = number.magnitude().iter_u64_digits().next().unwrap_or(0);
    if *number < BigInt::ZERO { low.wrapping_neg() } else { low }
}

// The leading coefficients a of the polynomials a·x² + b·x + c: products of primes of the factor base, near the size
// for which the values in the interval are smallest.

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

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: usize = 1 << 10;

    /// Calls `check` with the base and with every polynomial of three leading coefficients.
    fn for_each_polynomial(mut check: impl FnMut(&FactorBase, &Polynomials)) {
        // A product of two primes; times 33 it is 1 modulo 8, and 3 and 11 have one root.
        let multiple = BigUint::from(1_152_921_504_606_846_883u64) * 1_000_000_000_000_000_003u64 * 33u32;
        assert_eq!(&multiple % 8u32, 1u32.into());
        let base = FactorBase::new(&(&multiple / 33u32), &multiple, 250).unwrap();
        let mut leading = LeadingCoefficients::new(&base, multiple.bits() as f64 / 2.0 - 9.5);
        let mut inverses = Inverses::new();
        for _ in 0..3 {
            let mut polynomials =
                Polynomials::new(&base, &multiple, &mut leading, &mut inverses, LENGTH).unwrap();
            for number in 0..polynomials.count() {
                if number > 0 {
                    polynomials.advance(&base);
                }
                let Polynomials { a, b, c, .. } = &polynomials;
                assert_eq!(b * b - a * c * 4, multiple.clone().into());
                check(&base, &polynomials);
            }
        }
    }

    #[test]
    fn no_two_polynomials_are_the_same() {
        let mut seen = std::collections::HashSet::new();
        for_each_polynomial(|_, polynomials| {
            let Polynomials { a, b, .. } = polynomials;
            assert!(seen.insert((a.clone(), b.magnitude().clone())), "{a}, {b}");
        });
        assert!(seen.len() > 40);
    }

    #[test]
    fn primes_divide_where_the_places_say() {
        let mut number = 0;
        for_each_polynomial(|base, polynomials| {
            number += 1;
            for place in (number % 37..LENGTH as u32).step_by(37) {
                let (root, value) = polynomials.root_and_value(place);
                assert_eq!(&root * &root - &polynomials.multiple, &polynomials.a * &value * 4);
                let mut found = Vec::new();
                polynomials.for_each_divisor(base, place, |index| found.push(index));
                let divides = |index: &usize| {
                    (&value % base.primes[*index]) == BigInt::ZERO && !polynomials.indices.contains(index)
                };
                let expected: Vec<usize> = (1..base.len()).filter(divides).collect();
                assert_eq!(found, expected);
                assert!(expected.iter().all(|&index| polynomials.is_divisible(base, index, place)));
                assert_eq!(u64::from(polynomials.twos(place)), value.trailing_zeros().unwrap());
                assert!((polynomials.bits(place) - value.to_f64().unwrap().abs().log2()).abs() < 1e-3);
            }
        });
    }
}
