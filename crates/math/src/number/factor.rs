//! Factors integers: divides by small primes, then calls the methods for larger factors.

use std::fmt;
use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::{Integer, Roots};
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

use super::budget::Budget;
use super::montgomery::PowersOfTwo;
use super::prime::is_strong_pseudoprime_to_2;
use super::trial::{self, SMALL_PRIMES};
use super::{cyclotomic, ecm, prime, rho};

/// Maximum number of bits of a number that is divided by the short list of primes only. Elliptic curves find the next
/// larger factors of such a number faster.
const MAX_BITS_SHORT: u64 = 256;

/// Prime exponents of the powers that are recognised at once. Elliptic curves find a prime p of a power p^e only if p
/// is small.
const EXPONENTS: [u32; 9] = [2, 3, 5, 7, 11, 13, 17, 19, 23];

static PRIMES_SHORT: LazyLock<Vec<u32>> = LazyLock::new(|| prime::primes_below(1 << 12));
static PRIMES_LONG: LazyLock<Vec<u32>> = LazyLock::new(|| prime::primes_below(1 << 16));

/// Factors a positive 64-bit number.
pub(super) fn factor_u64(n: u64) -> Factorization<u64> {
    assert!(n > 0, "0 has no factorization");
    let factors = prime_powers(n);
    let primes = factors.iter().flat_map(|(prime, exponent)| std::iter::repeat_n(prime, exponent as usize));
    Factorization::from_primes(primes.collect())
}

/// Factors a positive number of any size within `budget`.
pub(super) fn factor_big(n: &BigUint, budget: &Budget) -> Result<Factorization<BigUint>, UnfactoredError> {
    if let Some(small) = n.to_u64() {
        return Ok(Factorization::from_primes(factor_u64(small).into_primes().map(BigUint::from).collect()));
    }
    let (mut primes, cofactor) = divide_out_small_primes(n);
    let mut composites = cyclotomic::split_special_form(n, cofactor);
    while let Some(part) = composites.pop() {
        if let Some(small) = part.to_u64() {
            primes.extend(factor_u64(small).into_primes().map(BigUint::from));
        } else if prime::is_probable_prime(&part) {
            primes.push(part);
        } else if let Some(factor) = perfect_root(&part).or_else(|| ecm::split_big(&part, budget)) {
            composites.push(&part / &factor);
            composites.push(factor);
        } else {
            return Err(UnfactoredError { number: n.clone(), found: primes, resisting: part });
        }
    }
    Ok(Factorization::from_primes(primes))
}

/// Returns a number with a power of `n` > 1, if there is one for an exponent in [`EXPONENTS`].
fn perfect_root(n: &BigUint) -> Option<BigUint> {
    let mut roots = EXPONENTS.iter().map(|&exponent| (n.nth_root(exponent), exponent));
    roots.find(|(root, exponent)| root.pow(*exponent) == *n).map(|(root, _)| root)
}

/// Divides out the primes of the short or the long list. Returns them, repeated by multiplicity, and the cofactor.
fn divide_out_small_primes(n: &BigUint) -> (Vec<BigUint>, BigUint) {
    let mut primes = Vec::new();
    let mut cofactor = n.clone();
    let primes_to_try = if n.bits() <= MAX_BITS_SHORT { &PRIMES_SHORT } else { &PRIMES_LONG };
    for &prime in primes_to_try.iter() {
        while (&cofactor % prime).is_zero() {
            primes.push(BigUint::from(prime));
            cofactor /= prime;
        }
        if cofactor.is_one() {
            break;
        }
    }
    (primes, cofactor)
}

/// A prime and its exponent in a factorization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimePower<T> {
    /// The prime.
    pub prime: T,
    /// The exponent, at least 1.
    pub exponent: u32,
}

/// A positive integer as the product of its prime powers, smallest prime first.
///
/// [`Display`](fmt::Display) writes it as a product, for example `2^3 · 3^2 · 5`, and 1 as `1`.
///
/// ```
/// use faro_math::number::Natural;
/// let factors = 51u64.factor()?;
/// assert_eq!(factors.to_string(), "3 · 17");
/// # Ok::<(), faro_math::number::UnfactoredError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factorization<T> {
    powers: Vec<PrimePower<T>>,
}

impl<T: Integer + Clone> Factorization<T> {
    /// Creates the factorization from `primes`, which are in any order and repeated by multiplicity.
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

    /// Returns the prime powers, smallest prime first.
    pub fn powers(&self) -> &[PrimePower<T>] {
        &self.powers
    }

    /// Returns the distinct primes, ascending.
    pub(super) fn primes(&self) -> impl Iterator<Item = &T> {
        self.powers.iter().map(|power| &power.prime)
    }

    /// Returns the primes, ascending, repeated by multiplicity.
    pub(super) fn into_primes(self) -> impl Iterator<Item = T> {
        self.powers.into_iter().flat_map(|power| std::iter::repeat_n(power.prime, power.exponent as usize))
    }

    /// Returns the number that was factored.
    pub fn value(&self) -> T {
        let powers =
            self.powers.iter().map(|power| num_traits::pow(power.prime.clone(), power.exponent as usize));
        powers.fold(T::one(), |product, power| product * power)
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

/// A number that could not be factored within the [`Budget`](super::Budget), with the factors that
/// were found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{} could not be factored in time: its factor {} is composite, and no factor of it was found{}",
    abbreviated(.number), abbreviated(.resisting), known_primes(.found)
)]
pub struct UnfactoredError {
    /// The number to be factored.
    pub number: BigUint,
    /// The prime factors that were found, repeated by multiplicity.
    pub found: Vec<BigUint>,
    /// A composite factor whose own factors were not found.
    pub resisting: BigUint,
}

/// Formats the primes that were found for the end of the error message, cut after 60 characters.
fn known_primes(found: &[BigUint]) -> String {
    if found.is_empty() {
        return String::new();
    }
    let factors = Factorization::from_primes(found.to_vec()).to_string();
    let cut: String = factors.chars().take(60).collect();
    format!("; known primes: {cut}{}", if cut.len() < factors.len() { "…" } else { "" })
}

/// Formats a number of up to 40 digits in full, and a longer one by its first and last ten digits
/// and its length.
pub(super) fn abbreviated(number: &BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        0..=40 => digits,
        length => format!("{}…{} ({length} digits)", &digits[..10], &digits[length - 10..]),
    }
}

// The factorization of a 64-bit number, held on the stack.

/// Maximum number of distinct primes of a 64-bit number. The product of the first 15 primes is below 2^64,
/// and the product of the first 16 is above.
const MAX_PRIMES: usize = 15;

/// Minimum log2 of a composite that elliptic curves split faster than Pollard's rho does.
const ECM_MIN_BITS: u32 = 40;

/// The prime powers of a 64-bit number, in the order in which they were found.
#[derive(Clone, Copy, Default)]
pub(super) struct PrimePowers {
    primes: [u64; MAX_PRIMES],
    exponents: [u8; MAX_PRIMES],
    length: usize,
}

impl PrimePowers {
    /// Returns the number of distinct primes.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Returns the primes with their exponents.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u32)> {
        let exponents = self.exponents.iter().map(|&exponent| exponent.into());
        self.primes[..self.length].iter().copied().zip(exponents)
    }

    /// Increases the exponent of `prime` by 1.
    fn add(&mut self, prime: u64) {
        match self.primes[..self.length].iter().position(|&known| known == prime) {
            Some(index) => self.exponents[index] += 1,
            None => self.push(prime, 1),
        }
    }

    /// Appends `prime`, which must not be in the list.
    fn push(&mut self, prime: u64, exponent: u8) {
        self.primes[self.length] = prime;
        self.exponents[self.length] = exponent;
        self.length += 1;
    }
}

/// Factors a positive number. The small primes come first, ascending.
pub(super) fn prime_powers(n: u64) -> PrimePowers {
    let mut primes = PrimePowers::default();
    let mut cofactor = n;
    let twos = cofactor.trailing_zeros();
    if twos > 0 {
        primes.push(2, twos as u8);
        cofactor >>= twos;
    }
    let mut divisors = trial::small_divisors(cofactor);
    while divisors != 0 {
        let (small, mut exponent) = (&SMALL_PRIMES[divisors.trailing_zeros() as usize], 0);
        while let Some(quotient) = small.divide(cofactor) {
            cofactor = quotient;
            exponent += 1;
        }
        primes.push(small.prime, exponent);
        divisors &= divisors - 1;
    }
    factor_recursively(cofactor, &mut primes);
    primes
}

/// Adds the primes of `n`, which is 1 or has no prime factor below 256.
fn factor_recursively(n: u64, primes: &mut PrimePowers) {
    match split_u64(n) {
        Some(factor) => {
            factor_recursively(factor, primes);
            factor_recursively(n / factor, primes);
        }
        None if n > 1 => primes.add(n),
        None => {}
    }
}

/// Returns a proper factor of `n`, or `None` if `n` is 1 or prime.
fn split_u64(n: u64) -> Option<u64> {
    if n < trial::SQUARE_OF_NEXT_PRIME {
        return None;
    }
    match u32::try_from(n) {
        Ok(n) => split_u32(n),
        Err(_) => trial::divisor_of_word(n).or_else(|| split_without_small_factor(n)),
    }
}

fn split_u32(n: u32) -> Option<u64> {
    let wide = u64::from(n);
    if let Some(divisor) = trial::early_divisor(n) {
        return (divisor < wide).then_some(divisor);
    }
    let is_prime = wide < trial::SQUARE_AFTER_EARLY
        || PowersOfTwo::new(n).is_strong_probable_prime() && !is_strong_pseudoprime_to_2(n);
    if is_prime { None } else { trial::late_divisor(n) }
}

/// Returns a proper factor of `n`, or `None` if `n` is prime. `n` is above 2^32 and has no prime factor below 2^12.
fn split_without_small_factor(n: u64) -> Option<u64> {
    if prime::is_prime_u64(n) {
        return None;
    }
    let root = n.sqrt();
    if root * root == n {
        return Some(root);
    }
    let by_ecm = if n.ilog2() < ECM_MIN_BITS { None } else { ecm::split_u64(n) };
    by_ecm.or_else(|| Some(rho::split_u64(n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::natural::Natural;

    #[test]
    fn small_numbers_multiply_back() {
        for n in 1..2_000u64 {
            let factors = factor_u64(n);
            assert_eq!(factors.value(), n);
            assert!(factors.powers().iter().all(|power| power.prime.is_prime()));
            assert_eq!(factor_big(&n.into(), &Budget::unlimited()).unwrap().to_string(), factors.to_string());
        }
    }

    #[test]
    fn largest_64_bit_numbers() {
        assert_eq!(factor_u64(u64::MAX).to_string(), "3 · 5 · 17 · 257 · 641 · 65537 · 6700417");
        // The largest product of two primes below 2^32 and the largest square of one.
        assert_eq!(factor_u64(18446743979220271189).to_string(), "4294967279 · 4294967291");
        assert_eq!(factor_u64(18446744030759878681).to_string(), "4294967291^2");
    }

    #[test]
    fn products_of_two_primes_of_equal_size() {
        let below_powers =
            [(1u64 << 50) - 27, (1 << 52) - 47, (1 << 53) - 111, (1 << 61) - 1, (1 << 62) - 57];
        for pair in below_powers.windows(2) {
            let factors =
                factor_big(&pair.iter().copied().map(BigUint::from).product(), &Budget::unlimited());
            assert_eq!(factors.unwrap().to_string(), format!("{} · {}", pair[0], pair[1]));
        }
    }

    #[test]
    fn powers_of_large_primes() {
        let prime = (BigUint::one() << 107u32) - 1u32;
        for exponent in EXPONENTS.into_iter().chain([4, 6, 9, 22]) {
            let factors = factor_big(&prime.pow(exponent), &Budget::new(std::time::Duration::ZERO));
            assert_eq!(factors.unwrap().to_string(), format!("{prime}^{exponent}"));
        }
    }

    #[test]
    fn numbers_above_64_bits() {
        let number = (BigUint::one() << 67u32) - 1u32; // Cole 1903
        assert_eq!(
            factor_big(&number, &Budget::unlimited()).unwrap().to_string(),
            "193707721 · 761838257287"
        );
        let mersenne = |exponent: u32| (BigUint::one() << exponent) - 1u32;
        let hard = mersenne(521) * mersenne(607) * 15u32;
        let refused = factor_big(&hard, &Budget::new(std::time::Duration::from_millis(1))).unwrap_err();
        assert_eq!(refused.found, [3u32, 5].map(BigUint::from));
        assert_eq!(
            refused.to_string(),
            "5469232275…8487792655 (341 digits) could not be factored in time: \
             its factor 3646154850…3899186177 (340 digits) is composite, and no factor of it was found; known primes: 3 · 5"
        );
    }
}
