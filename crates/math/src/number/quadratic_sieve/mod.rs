//! The self-initialising quadratic sieve (Pomerance 1982; Contini 1997).
//!
//! It factors n from two squares that are equal modulo n, at a cost that depends on n and not on its factors.
//!
//! A multiple k·n is the discriminant of many polynomials, whose values are squares modulo n up to a known factor.
//! Values whose primes are all small are relations. With more relations than primes, linear algebra finds products of
//! relations that are squares. Every second such product splits n.
//!
//! The sieve uses one thread, and takes the same steps for the same n. Up to 220 bits it needs less than 30 MB. The
//! memory grows with the relations, which have about 200 bytes each and are at most about ten for each prime of the
//! base: some 300 MB for the widest numbers.

mod factor_base;
mod interval;
mod polynomials;
mod relations;

use num_bigint::BigUint;
use num_integer::Integer;

use super::budget::Budget;
use super::prime::primes_below;
use factor_base::{FactorBase, is_square, residue};
use interval::Interval;
use polynomials::LeadingCoefficients;
use polynomials::{Inverses, Polynomials};
use relations::Dependencies;
use relations::{Relation, Relations, factor_from};

/// Maximum number of bits of a composite for the sieve. It takes days for 100 digits.
pub(super) const MAX_BITS: u64 = 330;

/// Prime exponents of the powers that are recognised. A power with a larger prime exponent and at most [`MAX_BITS`]
/// bits has a base below 2^12, which trial division has found.
const EXPONENTS: [u32; 9] = [2, 3, 5, 7, 11, 13, 17, 19, 23];

/// Returns a proper factor of `n`, a composite of more than 64 bits, if one is found within `budget`.
pub(super) fn split(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    if n.is_even() {
        return Some(2u32.into());
    }
    let roots = EXPONENTS.map(|exponent| (n.nth_root(exponent), exponent));
    if let Some((root, _)) = roots.into_iter().find(|(root, exponent)| root.pow(*exponent) == *n) {
        return Some(root);
    }
    let multiple = n * best_multiplier(n);
    let parameters = Parameters::for_bits(multiple.bits());
    match FactorBase::new(n, &multiple, parameters.primes) {
        Ok(base) => Search::new(n, multiple, base, &parameters).run(budget),
        Err(prime) => Some(prime.into()),
    }
}

// The search: sieves one polynomial after another until there are more relations than primes, and
// combines them.

/// Number of relations beyond the size of the factor base. Each surplus relation gives a product that splits n with
/// probability 1/2.
const SURPLUS: usize = 32;

/// The sum of the logarithms of a smooth value, in units of the interval's cells.
const UNITS_OF_A_VALUE: f64 = 110.0;

struct Search<'a> {
    n: &'a BigUint,
    multiple: BigUint,
    base: FactorBase,
    length: usize,
    leading: LeadingCoefficients,
    inverses: Inverses,
    interval: Interval,
    candidates: Vec<u32>,
    relations: Relations,
}

impl<'a> Search<'a> {
    /// Prepares the search for a factor of `n`, with the base of `multiple` = k·n.
    fn new(n: &'a BigUint, multiple: BigUint, base: FactorBase, parameters: &Parameters) -> Search<'a> {
        // For places from −M to M, the best leading coefficient is a = √(k·n/2)/M. The values are then at
        // most M·√(k·n/8).
        let (bits, length) = (multiple.bits() as f64, parameters.interval);
        let half = (length as f64).log2() - 1.0;
        let bits_of_value = (bits - 3.0) / 2.0 + half;
        let largest = base.largest().saturating_mul(parameters.large_multiple);
        let units = UNITS_OF_A_VALUE / bits_of_value;
        let threshold = (bits_of_value - f64::from(largest).log2() - parameters.slack) * units;
        Search {
            n,
            leading: LeadingCoefficients::new(&base, (bits - 1.0) / 2.0 - half),
            inverses: Inverses::new(),
            interval: Interval::new(&base, length, parameters.skipped, units, threshold as u8),
            candidates: Vec::new(),
            relations: Relations::new(largest),
            multiple,
            base,
            length,
        }
    }

    /// Returns a proper factor of n, if one is found within `budget`.
    fn run(mut self, budget: &Budget) -> Option<BigUint> {
        let mut wanted = self.base.len() + SURPLUS;
        loop {
            self.collect(wanted, budget)?;
            let found = &self.relations.found;
            let dependencies = Dependencies::new(found, self.base.len(), budget)?;
            let factor = dependencies.iter().find_map(|set| {
                let product = set.iter().map(|&number| &found[number as usize]);
                factor_from(self.n, &self.base, product)
            });
            if factor.is_some() {
                return factor;
            }
            wanted += SURPLUS;
        }
    }

    /// Sieves until `wanted` relations are usable. Returns `None` if the budget is spent or there are no more
    /// polynomials.
    fn collect(&mut self, wanted: usize, budget: &Budget) -> Option<&[Relation]> {
        while self.relations.usable() < wanted {
            let mut polynomials = Polynomials::new(
                &self.base,
                &self.multiple,
                &mut self.leading,
                &mut self.inverses,
                self.length,
            )?;
            self.sieve(&polynomials, budget)?;
            for _ in 1..polynomials.count() {
                polynomials.advance(&self.base);
                self.sieve(&polynomials, budget)?;
            }
        }
        Some(&self.relations.found)
    }

    /// Sieves the current polynomial. Returns `None` if the budget is spent.
    fn sieve(&mut self, polynomials: &Polynomials, budget: &Budget) -> Option<()> {
        if budget.is_spent() {
            return None;
        }
        self.interval.sieve(&self.base, &polynomials.places, &mut self.candidates);
        for &place in &self.candidates {
            self.relations.examine(&self.base, polynomials, &self.interval, place);
        }
        Some(())
    }
}

// The Knuth–Schroeppel multiplier k. The sieve factors n through squares modulo k·n, and k is chosen so that k·n is a
// square modulo many small primes.

/// The candidates for k: odd, and without a square factor.
const MULTIPLIERS: [u32; 40] = [
    1, 3, 5, 7, 11, 13, 15, 17, 19, 21, 23, 29, 31, 33, 35, 37, 39, 41, 43, 47, 51, 53, 55, 57, 59, 61, 65,
    67, 69, 71, 73, 77, 79, 83, 85, 87, 89, 91, 93, 95,
];

/// The score of a multiplier uses the primes below this bound.
const SCORED_BELOW: u32 = 1_000;

/// Returns the multiplier with the highest score among the candidates with k·n ≡ 1 modulo 8. For these the polynomials
/// have odd middle coefficients and smaller values.
fn best_multiplier(n: &BigUint) -> u32 {
    let primes: Vec<(u32, u32)> =
        primes_below(SCORED_BELOW).into_iter().skip(1).map(|prime| (prime, residue(n, prime))).collect();
    let low = residue(n, 8);
    let candidates = MULTIPLIERS.into_iter().filter(|k| k * low % 8 == 1);
    let best = candidates.max_by(|&a, &b| score(a, &primes).total_cmp(&score(b, &primes)));
    best.unwrap_or(1)
}

/// Returns the expected logarithm of the smooth part of a value, the product of its small primes. Half of ln
/// k is subtracted, because k enlarges the values.
fn score(k: u32, primes: &[(u32, u32)]) -> f64 {
    let part = |&(prime, n): &(u32, u32)| {
        let logarithm = f64::from(prime).ln();
        match k % prime * n % prime {
            0 => logarithm / f64::from(prime),
            square if is_square(square, prime) => 2.0 * logarithm / f64::from(prime - 1),
            _ => 0.0,
        }
    };
    primes.iter().map(part).sum::<f64>() - f64::from(k).ln() / 2.0
}

// The sizes of the sieve for a number, from the bits of k·n. They were measured up to 220 bits; beyond that they are
// the usual ones (msieve, YAFU).

/// Parameters of the sieve. Each row has the bits of k·n, the size of the factor base, log₂ of the interval's
/// length, and the bound of large primes as a multiple of the largest prime of the base.
const MEASURED: [(u64, usize, u32, u32); 14] = [
    (60, 35, 12, 30),
    (80, 60, 12, 30),
    (100, 90, 12, 30),
    (120, 230, 14, 40),
    (140, 550, 14, 50),
    (160, 1_200, 15, 70),
    (180, 2_200, 15, 100),
    (200, 4_000, 15, 120),
    (220, 6_500, 16, 120),
    (240, 13_000, 16, 120),
    (260, 27_000, 17, 120),
    (280, 48_000, 17, 120),
    (300, 75_000, 18, 120),
    (330, 115_000, 18, 120),
];

struct Parameters {
    /// Number of primes in the factor base.
    pub primes: usize,
    /// Number of places at which the values of a polynomial are sieved; a power of two.
    pub interval: usize,
    /// Large primes are below this multiple of the largest prime of the base.
    pub large_multiple: u32,
    /// Primes below this bound are left out of the sieve.
    ///
    /// They cost the most updates and add the least to the logarithm.
    pub skipped: u32,
    /// Number of bits that the sieve may miss of a smooth value, mainly the bits of the primes left out.
    pub slack: f64,
}

impl Parameters {
    /// Returns the parameters for k·n with `bits` bits. The size of the base is interpolated between two rows; the rest
    /// is taken from the lower row.
    fn for_bits(bits: u64) -> Parameters {
        let above = MEASURED.iter().position(|row| row.0 > bits).unwrap_or(MEASURED.len() - 1).max(1);
        let (low, high) = (MEASURED[above - 1], MEASURED[above]);
        let part = (bits.clamp(low.0, high.0) - low.0) as f64 / (high.0 - low.0) as f64;
        let size = (low.1 as f64).powf(1.0 - part) * (high.1 as f64).powf(part);
        Parameters {
            primes: size as usize,
            interval: 1 << low.2,
            large_multiple: low.3,
            skipped: (bits as u32).clamp(60, 240) - 40,
            slack: bits.min(240) as f64 / 16.0 + 9.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use num_traits::One;

    use super::*;
    use crate::number::prime::is_probable_prime;

    /// Random primes, by xorshift64 (Marsaglia 2003).
    struct Primes(u64);

    impl Primes {
        fn word(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        /// Returns a prime of exactly `bits` bits.
        fn next(&mut self, bits: u64) -> BigUint {
            loop {
                let mut number =
                    (0..bits.div_ceil(64)).fold(BigUint::ZERO, |n, _| (n << 64u32) + self.word());
                number >>= number.bits().saturating_sub(bits);
                number.set_bit(0, true);
                number.set_bit(bits - 1, true);
                if is_probable_prime(&number) {
                    return number;
                }
            }
        }

        fn assert_split(&mut self, bits_of_one: u64, bits_of_other: u64) {
            let [one, other] = [bits_of_one, bits_of_other].map(|bits| self.next(bits));
            let n = &one * &other;
            let factor = split(&n, &Budget::unlimited()).unwrap();
            assert!(factor == one || factor == other, "{factor} of {n} = {one} · {other}");
            assert_eq!(split(&n, &Budget::unlimited()), Some(factor), "twice the same");
        }
    }

    #[test]
    fn products_of_two_random_primes() {
        let mut primes = Primes(88_172_645_463_325_252);
        for bits in (33..=60).step_by(3) {
            (0..3).for_each(|_| primes.assert_split(bits, bits));
            primes.assert_split(bits, bits - 1);
        }
        (0..3).for_each(|_| primes.assert_split(40, 60));
        primes.assert_split(20, 90);
        primes.assert_split(70, 70);
    }

    #[test]
    #[ignore = "takes about ten seconds in a release build"]
    fn products_of_two_large_primes() {
        let mut primes = Primes(1);
        [75, 80, 85, 90, 95, 100, 105].into_iter().for_each(|bits| primes.assert_split(bits, bits));
    }

    #[test]
    fn three_primes() {
        let mut primes = Primes(3);
        for bits in [23, 30, 36] {
            let factors = [bits, bits + 1, bits + 2].map(|bits| primes.next(bits));
            let n: BigUint = factors.iter().product();
            let factor = split(&n, &Budget::unlimited()).unwrap();
            assert!(!factor.is_one() && factor != n && (&n % &factor) == BigUint::ZERO);
            let rest = &n / &factor;
            assert!(is_probable_prime(&factor) != is_probable_prime(&rest));
        }
    }

    #[test]
    fn powers_of_primes() {
        for exponent in EXPONENTS {
            let prime = Primes(5).next(330 / u64::from(exponent));
            let n = prime.pow(exponent);
            assert_eq!(split(&n, &Budget::unlimited()), Some(prime.clone()), "{prime}^{exponent}");
            let factor = split(&prime.pow(2 * exponent), &Budget::unlimited()).unwrap();
            assert!(factor < n.pow(2) && (n.pow(2) % factor) == BigUint::ZERO);
        }
    }

    #[test]
    fn squares_among_the_factors() {
        let mut primes = Primes(7);
        let [one, other] = [24, 40].map(|bits| primes.next(bits));
        let n = one.pow(2) * &other;
        let factor = split(&n, &Budget::unlimited()).unwrap();
        assert!([&one, &other, &one.pow(2), &(&one * &other)].contains(&&factor), "{factor} of {n}");
    }

    #[test]
    fn small_factors() {
        let prime = Primes(9).next(80);
        for small in primes_below(60).into_iter().chain([2 * 3 * 5, 101 * 103]) {
            let n = &prime * small;
            let factor = split(&n, &Budget::unlimited()).unwrap();
            assert!(!factor.is_one() && factor < n && (&n % &factor) == BigUint::ZERO, "{factor} of {n}");
        }
    }

    #[test]
    fn a_spent_budget_ends_the_search() {
        let hard = ((BigUint::one() << 127u32) - 1u32) * ((BigUint::one() << 107u32) - 1u32);
        assert_eq!(split(&hard, &Budget::new(Duration::ZERO)), None);
        assert_eq!(split(&hard, &Budget::new(Duration::from_millis(20))), None);
    }

    #[test]
    fn relations_hold() {
        let mut primes = Primes(11);
        for bits in [40, 55] {
            let n = primes.next(bits) * primes.next(bits);
            let multiple = &n * best_multiplier(&n);
            assert_eq!(&multiple % 8u32, BigUint::one());
            let parameters = Parameters::for_bits(multiple.bits());
            let base = FactorBase::new(&n, &multiple, parameters.primes).unwrap();
            let primes = base.primes.clone();
            let mut search = Search::new(&n, multiple.clone(), base, &parameters);
            let relations = search.collect(parameters.primes, &Budget::unlimited()).unwrap();
            for relation in relations {
                let indices = relation.indices.iter().map(|&index| primes[index as usize]);
                let product: BigUint = indices.chain([relation.large_prime]).product();
                let square = relation.root.pow(2);
                let [more, less] =
                    if relation.is_negative { [&multiple, &square] } else { [&square, &multiple] };
                assert_eq!(more - less, product);
            }
            let large = relations.iter().filter(|relation| relation.large_prime > 1).count();
            assert!(large > 0 && large < relations.len());
        }
    }
}
