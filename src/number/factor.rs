use std::fmt;
use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

use super::budget::Budget;
use super::{cyclotomic, ecm, prime, rho, sieve, word};

/// Trial division comes first up to here; what it leaves of a modest number is for curves.
const TRIAL_OF_A_MODEST: u32 = 1 << 12;
const TRIAL_OF_A_LARGE: u32 = 1 << 16;
const BITS_OF_A_MODEST: u64 = 256;

static PRIMES: LazyLock<Vec<u32>> = LazyLock::new(|| prime::primes_below(TRIAL_OF_A_LARGE));

/// A prime and how often it divides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimePower<T> {
    /// The prime.
    pub prime: T,
    /// How often it divides, from 1.
    pub exponent: u32,
}

/// A positive integer as the product of its prime powers, smallest prime first.
///
/// It prints as it is written: `2^3 · 3^2 · 5`, and 1 as `1`.
///
/// ```
/// use faro::number::Natural;
/// let factors = 51u64.factor()?;
/// assert_eq!(factors.to_string(), "3 · 17");
/// assert_eq!(factors.totient(), 32);
/// # Ok::<(), faro::number::Unfactored>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factorization<T> {
    powers: Vec<PrimePower<T>>,
}

impl<T: Integer + Clone> Factorization<T> {
    /// From primes in any order, each as often as it divides.
    pub(super) fn from_primes(mut primes: Vec<T>) -> Factorization<T> {
        primes.sort_unstable();
        let mut powers: Vec<PrimePower<T>> = Vec::new();
        for prime in primes {
            match powers.last_mut() {
                Some(last) if last.prime == prime => last.exponent += 1,
                _ => powers.push(PrimePower { prime, exponent: 1 }),
            }
        }
        Factorization { powers }
    }

    /// The prime powers, smallest prime first.
    pub fn powers(&self) -> &[PrimePower<T>] {
        &self.powers
    }

    /// The number that was factored.
    pub fn value(&self) -> T {
        self.product(|power| num_traits::pow(power.prime.clone(), power.exponent as usize))
    }

    /// Euler's totient: how many of 0 … n − 1 are coprime to n; φ(51) = 32.
    pub fn totient(&self) -> T {
        self.product(|power| {
            let below = num_traits::pow(power.prime.clone(), power.exponent as usize - 1);
            below * (power.prime.clone() - T::one())
        })
    }

    fn product(&self, part: impl Fn(&PrimePower<T>) -> T) -> T {
        self.powers.iter().map(part).fold(T::one(), |product, part| product * part)
    }
}

impl<T: fmt::Display> fmt::Display for Factorization<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.powers.is_empty() {
            return f.write_str("1");
        }
        for (index, power) in self.powers.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " · " })?;
            match power.exponent {
                1 => write!(f, "{}", power.prime)?,
                exponent => write!(f, "{}^{exponent}", power.prime)?,
            }
        }
        Ok(())
    }
}

/// A number that could not be factored within the budget, and what was found of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} could not be factored in time: its factor {} is composite and resists{}",
    brief(.number), brief(.resisting), beside(.found)
)]
pub struct Unfactored {
    /// The number that was asked for.
    pub number: BigUint,
    /// The primes that were found, each as often as it was found.
    pub found: Vec<BigUint>,
    /// A composite factor of which no factor was found.
    pub resisting: BigUint,
}

/// The primes that were found beside what resists.
fn beside(found: &[BigUint]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let factors = Factorization::from_primes(found.to_vec()).to_string();
    let cut: String = factors.chars().take(60).collect();
    format!(", beside {cut}{}", if cut.len() < factors.len() { "…" } else { "" })
}

/// A number in full up to 40 digits, beyond that its ends and its length.
pub(super) fn brief(number: &BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        0..=40 => digits,
        length => format!("{}…{} ({length} digits)", &digits[..10], &digits[length - 10..]),
    }
}

pub(super) fn factor_u64(n: u64) -> Factorization<u64> {
    assert!(n > 0, "0 has no factorization");
    let primes = word::factor(n);
    let repeated = primes.powers().flat_map(|(prime, times)| std::iter::repeat_n(prime, times as usize));
    Factorization::from_primes(repeated.collect())
}

pub(super) fn factor_big(n: &BigUint, budget: &Budget) -> Result<Factorization<BigUint>, Unfactored> {
    assert!(!n.is_zero(), "0 has no factorization");
    let (mut primes, rest) = divide_out_small(n);
    let mut composites = cyclotomic::pieces_of_special_form(n, rest);
    while let Some(part) = composites.pop() {
        if let Some(word) = part.to_u64() {
            let powers = factor_u64(word).powers;
            primes.extend(
                powers.into_iter().flat_map(|power| {
                    std::iter::repeat_n(BigUint::from(power.prime), power.exponent as usize)
                }),
            );
        } else if prime::is_probable_prime(&part) {
            primes.push(part);
        } else if let Some(factor) = split(&part, budget) {
            composites.push(&part / &factor);
            composites.push(factor);
        } else {
            return Err(Unfactored { number: n.clone(), found: primes, resisting: part });
        }
    }
    Ok(Factorization::from_primes(primes))
}

/// A proper factor of an odd composite of more than 64 bits, if it is found within the budget.
fn split(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    let powers = [n.sqrt(), n.cbrt()].into_iter().zip([2, 3]);
    if let Some((root, _)) = powers.into_iter().find(|(root, exponent)| root.pow(*exponent) == *n) {
        return Some(root);
    }
    match n.bits() {
        0..=135 => ecm::wide::split(n, ecm::wide::ALL_LEVELS, budget),
        bits @ 136..=sieve::MAX_BITS => {
            let levels = if bits < 150 { 5 } else { 6 };
            ecm::wide::split(n, levels, budget).or_else(|| sieve::split(n, budget))
        }
        331..=ecm::wide::MAX_BITS => ecm::wide::split(n, ecm::wide::ALL_LEVELS, budget),
        _ => rho::split_big(n, budget),
    }
}

/// Small primes that divide `n`, and what is left of it.
fn divide_out_small(n: &BigUint) -> (Vec<BigUint>, BigUint) {
    let mut primes = Vec::new();
    let mut rest = n.clone();
    let limit = if n.bits() <= BITS_OF_A_MODEST { TRIAL_OF_A_MODEST } else { TRIAL_OF_A_LARGE };
    for &prime in PRIMES.iter().take_while(|&&prime| prime < limit) {
        while (&rest % prime).is_zero() {
            primes.push(BigUint::from(prime));
            rest /= prime;
        }
        if rest.is_one() {
            break;
        }
    }
    (primes, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Natural;

    fn totient_by_counting(n: u64) -> u64 {
        (0..n).filter(|&x| num_integer::gcd(x, n) == 1).count() as u64
    }

    #[test]
    fn small_numbers_multiply_back() {
        for n in 1..2_000u64 {
            let factors = factor_u64(n);
            assert_eq!(factors.value(), n);
            assert_eq!(factors.totient(), totient_by_counting(n));
            assert!(factors.powers().iter().all(|power| power.prime.is_prime()));
            assert_eq!(factor_big(&n.into(), &Budget::unlimited()).unwrap().to_string(), factors.to_string());
        }
    }

    #[test]
    fn the_ends_of_a_word() {
        assert_eq!(factor_u64(u64::MAX).to_string(), "3 · 5 · 17 · 257 · 641 · 65537 · 6700417");
        // The largest product of two primes below 2^32 and the largest square of one.
        assert_eq!(factor_u64(18446743979220271189).to_string(), "4294967279 · 4294967291");
        assert_eq!(factor_u64(18446744030759878681).to_string(), "4294967291^2");
    }

    #[test]
    fn above_a_word() {
        let number = (BigUint::one() << 67u32) - 1u32; // Cole 1903
        assert_eq!(
            factor_big(&number, &Budget::unlimited()).unwrap().to_string(),
            "193707721 · 761838257287"
        );
        let mersenne = |exponent: u32| (BigUint::one() << exponent) - 1u32;
        let hard = mersenne(521) * mersenne(607) * 15u32;
        let refused = factor_big(&hard, &Budget::of(std::time::Duration::from_millis(1))).unwrap_err();
        assert_eq!(refused.found, [3u32, 5].map(BigUint::from));
        assert_eq!(
            refused.to_string(),
            "5469232275…8487792655 (341 digits) could not be factored in time: \
             its factor 3646154850…3899186177 (340 digits) is composite and resists, beside 3 · 5"
        );
    }
}
