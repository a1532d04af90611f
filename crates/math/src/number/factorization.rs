//! A number as a product of primes, and the error if it could not be factored.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use thiserror::Error;

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
/// # use faro_math as faro;
/// use faro::number::Natural;
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
        self.powers
            .into_iter()
            .flat_map(|power| std::iter::repeat_n(power.prime, power.exponent as usize))
    }

    /// Returns the number that was factored.
    pub fn value(&self) -> T {
        let powers = self
            .powers
            .iter()
            .map(|power| num_traits::pow(power.prime.clone(), power.exponent as usize));
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
    format!(
        "; known primes: {cut}{}",
        if cut.len() < factors.len() { "…" } else { "" }
    )
}

/// Formats a number of up to 40 digits in full, and a longer one by its first and last ten digits
/// and its length.
pub(super) fn abbreviated(number: &BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        0..=40 => digits,
        length => format!(
            "{}…{} ({length} digits)",
            &digits[..10],
            &digits[length - 10..]
        ),
    }
}
