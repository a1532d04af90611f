//! The self-initialising quadratic sieve (Pomerance 1982; Contini 1997): factors n from two squares that are equal
//! modulo n, at a cost that depends on n and not on its factors.
//!
//! A multiple k·n is the discriminant of many polynomials, whose values are squares modulo n up to a known factor.
//! Values whose primes are all small are relations. With more relations than primes, linear algebra finds products of
//! relations that are squares. Every second such product splits n.
//!
//! The sieve uses one thread, and takes the same steps for the same n. Up to 220 bits it needs less than 30 MB. The
//! memory grows with the relations, which have about 200 bytes each and are at most about ten for each prime of the
//! base: some 300 MB for the widest numbers.

// | file | idea |
// |---|---|
// | `parameters` | the sizes of the base and of the interval, from the bits of k·n |
// | `multiplier` | the multiplier k |
// | `modular` | arithmetic modulo the primes of the base |
// | `factor_base` | the primes that can divide a value |
// | `leading_coefficients`, `polynomials` | polynomials, and where each prime divides their values |
// | `interval` | the sieve itself |
// | `relations`, `value` | trial division of the candidates |
// | `elimination` | products of relations that are squares |
// | `square_root` | a factor from a square product |
// | `search` | the whole algorithm |

mod elimination;
mod factor_base;
mod interval;
mod leading_coefficients;
mod modular;
mod multiplier;
mod parameters;
mod polynomials;
mod relations;
mod search;
mod square_root;
mod value;

use num_bigint::BigUint;
use num_integer::Integer;

use super::budget::Budget;
use factor_base::FactorBase;
use parameters::Parameters;
use search::Search;

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
    let multiple = n * multiplier::best_multiplier(n);
    let parameters = Parameters::for_bits(multiple.bits());
    match FactorBase::new(n, &multiple, parameters.primes) {
        Ok(base) => Search::new(n, multiple, base, &parameters).run(budget),
        Err(prime) => Some(prime.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use num_traits::One;

    use super::*;
    use crate::number::prime::{is_probable_prime, primes_below};

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
            let multiple = &n * multiplier::best_multiplier(&n);
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
