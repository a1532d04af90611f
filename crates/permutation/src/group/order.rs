//! The order of a group as a formula.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use faro_math::number::{factorial, log2_factorial};

/// The number of elements of a group, as a formula `multiple · 2^twos · factorial!/divisor`.
///
/// The formula is exact even if the number has too many digits to be written out.
///
/// [`Display`](fmt::Display) omits factors that are 1: it writes `2^26 · 26!`, `7!/2` or
/// `10 · 2^10`.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::group::Order;
/// let order = Order::with_factorial(26u32, 26u32);
/// assert_eq!(order.to_string(), "2^26 · 26!");
/// assert_eq!(order.value().unwrap().to_string(), "27064431817106664380040216576000000");
/// assert_eq!(order.digits(), 35.0);
///
/// let huge = Order::with_factorial(500_000u32, 500_000u32);
/// assert_eq!((huge.to_string().as_str(), huge.digits()), ("2^500000 · 500000!", 2_782_857.0));
/// ```
#[derive(Clone, Debug)]
pub struct Order {
    multiple: BigUint,
    twos: BigUint,
    factorial: BigUint,
    divisor: BigUint,
}

impl Order {
    /// Maximum number of decimal digits, approximately, of an order that [`value`](Self::value) computes.
    const MAX_DIGITS: u32 = 100_000;

    /// Returns the order multiple · 2^twos.
    pub fn with_multiple(multiple: impl Into<BigUint>, twos: impl Into<BigUint>) -> Order {
        let (multiple, twos) = (multiple.into(), twos.into());
        Order {
            multiple,
            twos,
            factorial: BigUint::one(),
            divisor: BigUint::one(),
        }
    }

    /// Returns the order 2^twos · factorial!.
    pub fn with_factorial(twos: impl Into<BigUint>, factorial: impl Into<BigUint>) -> Order {
        Order {
            factorial: factorial.into(),
            ..Order::with_multiple(1u32, twos)
        }
    }

    /// Divides the order by `divisor`, which must divide it without remainder.
    pub fn divided_by(self, divisor: impl Into<BigUint>) -> Order {
        Order {
            divisor: self.divisor * divisor.into(),
            ..self
        }
    }

    /// Returns the order as an integer, or `None` above about 100,000 digits.
    pub fn value(&self) -> Option<BigUint> {
        if self.log10() > Self::MAX_DIGITS.into() {
            return None;
        }
        let odd = &self.multiple * factorial(self.factorial.to_u32()?);
        Some((odd << self.twos.to_u32()?) / &self.divisor)
    }

    /// Returns the number of decimal digits.
    ///
    /// Above a thousand, the number is computed from logarithms with about fifteen significant figures. It is
    /// infinite if it exceeds the range of `f64`.
    pub fn digits(&self) -> f64 {
        let logarithm = self.log10();
        let short = (logarithm < 1000.0).then(|| self.value()).flatten();
        short.map_or(logarithm.floor() + 1.0, |value| {
            value.to_string().len() as f64
        })
    }

    fn log10(&self) -> f64 {
        log10(&self.multiple)
            + self.twos.to_f64().unwrap_or(f64::INFINITY) * std::f64::consts::LOG10_2
            + log2_factorial(self.factorial.to_f64().unwrap_or(f64::INFINITY))
                * std::f64::consts::LOG10_2
            - log10(&self.divisor)
    }

    /// Formats 2^twos, or returns `None` if it is 1.
    fn power_of_two(&self) -> Option<String> {
        match self.twos.to_u32() {
            Some(0) => None,
            Some(1) => Some("2".into()),
            _ => Some(format!("2^{}", self.twos)),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (!self.multiple.is_one()).then(|| self.multiple.to_string()),
            self.power_of_two(),
            (self.factorial > BigUint::one()).then(|| format!("{}!", self.factorial)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(
            if parts.is_empty() {
                "1".into()
            } else {
                parts.join(" · ")
            }
            .as_str(),
        )?;
        if self.divisor.is_one() {
            Ok(())
        } else {
            write!(f, "/{}", self.divisor)
        }
    }
}

/// Returns the logarithm to base 10 of a big integer.
fn log10(number: &BigUint) -> f64 {
    if number.is_zero() {
        return f64::NEG_INFINITY;
    }
    // Only the leading 64 bits are converted to `f64`. The number of the lower bits is added as an exponent.
    let below = number.bits().saturating_sub(64);
    let leading = (number >> below).to_f64().unwrap_or(f64::INFINITY);
    leading.log10() + below as f64 * std::f64::consts::LOG10_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_agree_with_the_number() {
        for n in 0..400u32 {
            for twos in [0u32, 1, 5, 26, 333] {
                let order = Order::with_factorial(twos, n);
                assert_eq!(
                    order.value().unwrap().to_string().len() as f64,
                    order.digits(),
                    "{order}"
                );
            }
        }
        for exponent in 1..300 {
            let power = BigUint::from(10u32).pow(exponent);
            assert_eq!(
                Order::with_multiple(power.clone(), 0u32).digits(),
                f64::from(exponent + 1)
            );
            assert_eq!(
                Order::with_multiple(power - 1u32, 0u32).digits(),
                f64::from(exponent)
            );
        }
    }

    #[test]
    fn formulas() {
        assert_eq!(
            Order::with_factorial(0u32, 7u32)
                .divided_by(2u32)
                .to_string(),
            "7!/2"
        );
        assert_eq!(
            Order::with_factorial(0u32, 7u32).divided_by(2u32).value(),
            Some(2520u32.into())
        );
        assert_eq!(Order::with_factorial(0u32, 1u32).to_string(), "1");
        assert_eq!(Order::with_multiple(10u32, 10u32).to_string(), "10 · 2^10");
        assert_eq!(
            Order::with_multiple(10u32, 10u32).value(),
            Some(10_240u32.into())
        );
        assert_eq!(Order::with_factorial(0u32, 10u32.pow(9)).value(), None);
    }
}
