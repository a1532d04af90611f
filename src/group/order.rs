use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

/// How many elements a group has, as `multiple · 2^twos · factorial!`: exact for groups whose
/// order nobody could write out.
///
/// It prints in the shortest form, as `2^26 · 26!`, `7!/2` or `10 · 2^10`.
///
/// ```
/// use faro::group::Order;
/// let order = Order::with_factorial(26, 26u32);
/// assert_eq!(order.to_string(), "2^26 · 26!");
/// assert_eq!(order.value().unwrap().to_string(), "27064431817106664380040216576000000");
/// assert_eq!(order.digits(), 35.0);
///
/// let huge = Order::with_factorial(500_000, 500_000u32);
/// assert_eq!((huge.to_string().as_str(), huge.digits()), ("2^500000 · 500000!", 2_782_317.0));
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    multiple: BigUint,
    twos: BigInt,
    factorial: BigUint,
}

impl Order {
    /// The most decimal digits of an order that [`value`](Self::value) computes.
    pub const MAX_DIGITS: u32 = 100_000;

    /// 2^twos · factorial!; −1 halves.
    ///
    /// # Panics
    ///
    /// If it is no whole number, as half of 1! or a quarter of anything.
    pub fn with_factorial(twos: impl Into<BigInt>, factorial: impl Into<BigUint>) -> Order {
        let (twos, factorial) = (twos.into(), factorial.into());
        let whole = twos.sign() != Sign::Minus || (twos == (-1).into() && factorial > BigUint::one());
        assert!(whole, "2^{twos} · {factorial}! is no whole number");
        Order { multiple: BigUint::one(), twos, factorial }
    }

    /// multiple · 2^twos.
    pub fn with_multiple(multiple: impl Into<BigUint>, twos: impl Into<BigUint>) -> Order {
        Order { multiple: multiple.into(), twos: twos.into().into(), factorial: BigUint::one() }
    }

    /// The number, if it has at most about [`MAX_DIGITS`](Self::MAX_DIGITS) digits.
    pub fn value(&self) -> Option<BigUint> {
        if self.log10() > Self::MAX_DIGITS.into() {
            return None;
        }
        let product = &self.multiple * product(1, self.factorial.to_u32()?);
        let twos = self.twos.to_i32()?;
        Some(if twos < 0 { product >> 1 } else { product << twos })
    }

    /// The number of its decimal digits. Beyond a thousand it is told from logarithms, good to
    /// about fifteen figures; infinite where even that number passes an `f64`.
    pub fn digits(&self) -> f64 {
        let logarithm = self.log10();
        let short = (logarithm < 1000.0).then(|| self.value()).flatten();
        short.map_or(logarithm.floor() + 1.0, |value| value.to_string().len() as f64)
    }

    fn log10(&self) -> f64 {
        log10(&self.multiple)
            + self.twos.to_f64().unwrap_or(f64::INFINITY) * std::f64::consts::LOG10_2
            + log10_factorial(&self.factorial)
    }
}

/// The form `multiple · 2^twos · factorial!`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if !self.multiple.is_one() {
            parts.push(self.multiple.to_string());
        }
        if self.twos.sign() == Sign::Plus {
            parts.push(format!("2^{}", self.twos));
        }
        if self.factorial > BigUint::one() {
            let half = if self.twos.sign() == Sign::Minus { "/2" } else { "" };
            parts.push(format!("{}!{half}", self.factorial));
        }
        f.write_str(if parts.is_empty() { "1".into() } else { parts.join(" · ") }.as_str())
    }
}

/// first · … · last, halving the range so that the factors are of like size.
pub(super) fn product(first: u32, last: u32) -> BigUint {
    match last.checked_sub(first) {
        None => BigUint::one(),
        Some(0..8) => (first..=last).map(BigUint::from).product(),
        Some(length) => product(first, first + length / 2) * product(first + length / 2 + 1, last),
    }
}

fn log10(number: &BigUint) -> f64 {
    if number.is_zero() {
        return f64::NEG_INFINITY;
    }
    // The leading 64 bits, and how many follow.
    let follow = number.bits().saturating_sub(64);
    let leading = (number >> follow).to_f64().unwrap_or(f64::INFINITY);
    leading.log10() + follow as f64 * std::f64::consts::LOG10_2
}

/// Stirling's series; below 64 the sum of the logarithms.
fn log10_factorial(number: &BigUint) -> f64 {
    let n = number.to_f64().unwrap_or(f64::INFINITY);
    if n < 64.0 {
        return (1..=n as u32).map(|factor| f64::from(factor).log10()).sum();
    }
    let natural = n.ln() * (n + 0.5) - n + (2.0 * std::f64::consts::PI).ln() / 2.0 + 1.0 / (12.0 * n)
        - 1.0 / (360.0 * n.powi(3));
    natural * std::f64::consts::LOG10_E
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_number() {
        for n in 0..400u32 {
            for twos in [0, 1, 5, 26, 333] {
                let order = Order::with_factorial(twos, n);
                assert_eq!(order.value().unwrap().to_string().len() as f64, order.digits(), "{order}");
            }
        }
        for exponent in 1..300 {
            let power = BigUint::from(10u32).pow(exponent);
            assert_eq!(Order::with_multiple(power.clone(), 0u32).digits(), f64::from(exponent + 1));
            assert_eq!(Order::with_multiple(power - 1u32, 0u32).digits(), f64::from(exponent));
        }
    }

    #[test]
    fn forms() {
        assert_eq!(Order::with_factorial(-1, 7u32).to_string(), "7!/2");
        assert_eq!(Order::with_factorial(-1, 7u32).value(), Some(2520u32.into()));
        assert_eq!(Order::with_factorial(0, 1u32).to_string(), "1");
        assert_eq!(Order::with_multiple(10u32, 10u32).to_string(), "10 · 2^10");
        assert_eq!(Order::with_multiple(10u32, 10u32).value(), Some(10_240u32.into()));
        assert_eq!(Order::with_factorial(0, 10u32.pow(9)).value(), None);
    }
}
