//! Formats probabilities and p-values. Only exact values print as 0 and 1, and all digits shown are correct.

use std::f64::consts::{LN_2, LN_10};
use std::fmt;

use faro::riffle::Magnitude;
use faro_math::number::{Bound, Fraction, elementary};
use faro_math::statistics::chi_square_ln_survival;
use serde::ser::{Serialize, Serializer};

/// Number of significant digits, in text, of a small probability, and of the difference of a large one from 1.
const TEXT_DIGITS: u32 = 2;

/// The same where others have six decimals or more.
const MORE_TEXT_DIGITS: u32 = 4;

/// Differences from 1 below this bound have no correct digits if the probability is an `f64`.
const MIN_DIFFERENCE: f64 = 1e-12;

/// Formats an exact probability with `places` decimals: `0.3333`, `1.8e-12`, `1 - 1.8e-12`.
///
/// Only the fractions 0 and 1 are written without decimals.
pub fn of_fraction(fraction: &Fraction, places: usize) -> String {
    let complement = Magnitude::from_fraction(&fraction.complement());
    of_parts(Magnitude::from_fraction(fraction), complement, places)
}

/// Formats a probability like [`of_fraction`]. `complement` is the probability of the opposite.
pub fn of_parts(number: Magnitude, complement: Magnitude, places: usize) -> String {
    decimals(number, complement, None, places)
}

/// Formats a probability like [`of_fraction`]. Its absolute error must be far below 10^-12.
pub fn of_number(number: f64, places: usize) -> String {
    of_bound(number, None, places)
}

/// Formats a probability like [`of_number`], or a bound of one, rounded outwards.
pub fn of_bound(number: f64, bound: Option<Bound>, places: usize) -> String {
    let number = number.clamp(0.0, 1.0);
    let difference = 1.0 - number;
    if difference > 0.0 && difference < MIN_DIFFERENCE {
        return format!("1 - less than {MIN_DIFFERENCE:e}");
    }
    decimals(
        Magnitude::scaled(number, 0),
        Magnitude::scaled(difference, 0),
        bound,
        places,
    )
}

fn decimals(
    number: Magnitude,
    complement: Magnitude,
    bound: Option<Bound>,
    places: usize,
) -> String {
    // Below the threshold, decimals would show few digits of the number or none, so it is written in scientific
    // notation.
    let threshold = 0.1f64.powi(places.min(3) as i32);
    let rounded = match bound {
        None => format!("{:.places$}", number.to_f64()),
        Some(bound) => bound.decimals(number.to_f64(), places),
    };
    if number == Magnitude::ZERO {
        "0".into()
    } else if complement == Magnitude::ZERO {
        "1".into()
    } else if number.to_f64() < threshold {
        few_digits(number, bound, places)
    } else if rounded.starts_with('1') {
        let opposite = bound.map(|bound| {
            if bound == Bound::Upper {
                Bound::Lower
            } else {
                Bound::Upper
            }
        });
        format!("1 - {}", few_digits(complement, opposite, places))
    } else {
        rounded
    }
}

fn few_digits(number: Magnitude, bound: Option<Bound>, places: usize) -> String {
    let digits = if places < 6 {
        TEXT_DIGITS
    } else {
        MORE_TEXT_DIGITS
    };
    match bound {
        None => number.to_digits(digits).to_string(),
        Some(bound) => bound.scientific(&number.to_string(), digits as usize),
    }
}

/// Formats the quotient of a probability and its value for a fair shuffle, computed exactly.
///
/// Examples are `0.3333` and `1 + 4.7e-11`. Equal probabilities are written as `1`.
pub fn times_fair(chance: &Fraction, fair: &Fraction) -> String {
    let (chance_part, fair_part) = (
        chance.numerator() * fair.denominator(),
        fair.numerator() * chance.denominator(),
    );
    let is_above = chance_part > fair_part;
    let difference = if is_above {
        &chance_part - &fair_part
    } else {
        &fair_part - &chance_part
    };
    let difference = Magnitude::from_fraction(&Fraction::new(difference, fair_part.clone()));
    ratio(
        Magnitude::from_fraction(&Fraction::new(chance_part, fair_part)),
        difference,
        is_above,
    )
}

/// Formats a non-negative quotient of probabilities with relative error far below 10^-12.
///
/// Quotients within 10^-12 of 1 are written as `1 ± 1e-12`.
pub fn ratio_of_numbers(number: f64) -> String {
    let difference = (number - 1.0).abs();
    if difference < MIN_DIFFERENCE {
        return format!("1 ± {MIN_DIFFERENCE:e}");
    }
    ratio(
        Magnitude::scaled(number, 0),
        Magnitude::scaled(difference, 0),
        number > 1.0,
    )
}

fn ratio(number: Magnitude, difference: Magnitude, is_above: bool) -> String {
    let rounded = format!("{:.4}", number.to_f64());
    match rounded.as_str() {
        _ if number == Magnitude::ZERO => "0".into(),
        _ if difference == Magnitude::ZERO => "1".into(),
        _ if number.to_f64() < 1e-3 => number.to_digits(TEXT_DIGITS).to_string(),
        "1.0000" => {
            format!(
                "1 {} {}",
                if is_above { '+' } else { '-' },
                difference.to_digits(TEXT_DIGITS)
            )
        }
        _ => rounded,
    }
}

/// Number of correct significant digits of a probability computed in `f64` arithmetic.
pub const RIGHT_DIGITS: usize = 14;

/// Rounds a number to [`RIGHT_DIGITS`] significant digits.
pub fn rounded(number: f64) -> f64 {
    format!("{number:.*e}", RIGHT_DIGITS - 1)
        .parse()
        .unwrap_or(number)
}

/// Number of binary places beyond which an `f64` logarithm has no correct digit of its number.
const MAX_BINARY_PLACES: f64 = 1e9;

/// An exact probability for JSON and CSV.
///
/// It is the nearest `f64`, or 15 digits in scientific notation if it is too small for an `f64`.
#[derive(Debug)]
pub struct Number(Magnitude);

impl From<Magnitude> for Number {
    fn from(number: Magnitude) -> Number {
        Number(number)
    }
}

impl Number {
    pub fn new(fraction: &Fraction) -> Number {
        Number(Magnitude::from_fraction(fraction))
    }

    /// Formats an upper bound of a probability with few digits, rounded up.
    pub fn at_most(&self) -> String {
        few_digits(self.0, Some(Bound::Upper), 0)
    }

    /// Creates the number with the binary logarithm `log2`.
    ///
    /// The result is 0 if the number is so small that `log2` determines none of its digits.
    pub fn from_log2(log2: f64) -> Number {
        let number = log2.exp2();
        let is_held = number.is_normal() || log2 < -MAX_BINARY_PLACES;
        Number(if is_held {
            Magnitude::scaled(number, 0)
        } else {
            Magnitude::from_ln(log2 * LN_2)
        })
    }

    fn json(&self) -> Option<serde_json::Number> {
        let number = self.0.to_f64();
        match self.0 == Magnitude::ZERO || number.is_normal() {
            true => serde_json::Number::from_f64(number),
            false => self.0.to_string().parse().ok(),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0.to_f64();
        match self.0 == Magnitude::ZERO || number.is_normal() {
            // Plain decimals of small numbers would begin with a row of zeros.
            true if number > 0.0 && number < 1e-5 => write!(f, "{number:e}"),
            true => write!(f, "{number}"),
            false => write!(f, "{}", self.0),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

/// A p-value with its decimal logarithm, which stays correct if the p-value underflows.
#[derive(Clone, Copy, Debug)]
pub struct PValue {
    pub number: f64,
    pub log10: f64,
}

impl PValue {
    /// Creates a p-value from a number that does not underflow.
    pub fn new(number: f64) -> PValue {
        PValue {
            number,
            log10: elementary::log10(number),
        }
    }

    /// Creates a p-value from its number and decimal logarithm.
    ///
    /// Without a logarithm, only the bound 10^-300 is known.
    pub fn with_log10(number: f64, log10: Option<f64>) -> PValue {
        PValue {
            number,
            log10: log10.unwrap_or(f64::NAN),
        }
    }

    /// Returns the p-value times the number of `tests`, at most 1 (Bonferroni).
    pub fn corrected(self, tests: usize) -> PValue {
        let tests = tests as f64;
        PValue {
            number: (self.number * tests).min(1.0),
            log10: (self.log10 + tests.log10()).clamp(f64::NEG_INFINITY, 0.0),
        }
    }

    /// Returns `= 0.029` or `< 1e-300`, to follow the letter p.
    pub fn after_p(self) -> String {
        let text = self.to_string();
        if text.starts_with('<') {
            text
        } else {
            format!("= {text}")
        }
    }

    /// Creates the two-sided p-value of a normal deviate `z`, times the number of `tests`, at most 1.
    pub fn of_deviate(z: f64, tests: usize) -> PValue {
        // The square of a standard normal variable has the chi-square law of one degree.
        let ln = (chi_square_ln_survival(z * z, 1) + (tests as f64).ln()).min(0.0);
        PValue {
            number: ln.exp(),
            log10: ln / LN_10,
        }
    }

    /// Returns the decimal logarithm, or `None` for a p-value of 0.
    pub fn log10(self) -> Option<f64> {
        // Adding 0 turns the logarithm -0 of the p-value 1 into 0.
        self.log10.is_finite().then_some(self.log10 + 0.0)
    }

    /// Returns whether the p-value is positive and below the normal range of `f64`.
    pub fn underflows(self) -> bool {
        !self.number.is_normal() && self.log10.is_finite()
    }

    fn magnitude(self) -> Magnitude {
        Magnitude::from_ln(self.log10 * LN_10)
    }

    fn json(self) -> Option<serde_json::Number> {
        match self.underflows() {
            true => self.magnitude().to_string().parse().ok(),
            false => serde_json::Number::from_f64(self.number),
        }
    }

    /// Formats the p-value for CSV with its correct digits.
    pub fn for_programs(self) -> String {
        self.json()
            .map_or_else(String::new, |number| number.to_string())
    }
}

/// Formats the p-value for text: `0.029`, `< 1e-300`, `1 - 2.0e-7`. Only exact values print as 0 and 1.
impl fmt::Display for PValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            tiny if tiny < 1e-300 && self.log10 != f64::NEG_INFINITY => f.write_str("< 1e-300"),
            small if small > 0.0 && small < 1e-3 => write!(f, "{small:.1e}"),
            usual if usual > 0.0 && usual < 0.9995 => write!(f, "{usual:.3}"),
            number => f.write_str(&of_number(number, 3)),
        }
    }
}

impl Serialize for PValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn near_one(bits: u32) -> Fraction {
        let all = BigUint::from(1u32) << bits;
        Fraction::new(&all - 1u32, all)
    }

    #[test]
    fn only_exact_zeros_and_ones_are_written_so() {
        let text = |numerator: u32, denominator: u32| {
            of_fraction(&Fraction::new(numerator, denominator), 4)
        };
        assert_eq!(
            [
                text(0, 3),
                text(3, 3),
                text(1, 3),
                text(1, 2),
                text(1, 2000)
            ],
            ["0", "1", "0.3333", "0.5000", "5.0e-4"]
        );
        assert_eq!(
            [
                of_fraction(&near_one(40), 6),
                of_fraction(&near_one(2000), 6)
            ],
            ["1 - 9.095e-13", "1 - 8.710e-603"]
        );
        assert_eq!(of_fraction(&near_one(2000).complement(), 6), "8.710e-603");
        let numbers =
            [0.0, 1.0, 0.99996, 0.9999, 1.0 - 1e-15, 0.2, 3e-9].map(|number| of_number(number, 4));
        assert_eq!(
            numbers,
            [
                "0",
                "1",
                "1 - 4.0e-5",
                "0.9999",
                "1 - less than 1e-12",
                "0.2000",
                "3.0e-9"
            ]
        );
    }

    #[test]
    fn bounds_are_rounded_outwards() {
        let text = |number: f64| {
            [Bound::Lower, Bound::Upper].map(|bound| of_bound(number, Some(bound), 3))
        };
        assert_eq!(text(0.22716), ["0.227", "0.228"]);
        assert_eq!(text(5.3249e-59), ["5.3e-59", "5.4e-59"]);
        assert_eq!(text(0.99987), ["0.999", "1 - 1.2e-4"]);
        assert_eq!(text(1.0), ["1", "1"]);
        assert_eq!(text(0.0), ["0", "0"]);
    }

    #[test]
    fn ratios_near_one_show_the_difference() {
        let fair = Fraction::new(1u32, 6u32);
        let text = |numerator: u32, denominator: u32| {
            times_fair(&Fraction::new(numerator, denominator), &fair)
        };
        assert_eq!([text(1, 6), text(0, 6), text(5, 27)], ["1", "0", "1.1111"]);
        assert_eq!(
            [text(1_000_001, 6_000_000), text(999_999, 6_000_000)],
            ["1 + 1.0e-6", "1 - 1.0e-6"]
        );
        assert_eq!(
            [1.0, 1.0 + 1e-9, 0.5, 1e-7, 0.0].map(ratio_of_numbers),
            ["1 ± 1e-12", "1 + 1.0e-9", "0.5000", "1.0e-7", "0"]
        );
    }

    #[test]
    fn p_values_that_underflow_have_a_bound_in_text_and_a_logarithm() {
        let p = PValue {
            number: 0.0,
            log10: -346.357,
        };
        assert_eq!(
            (p.to_string(), p.after_p()),
            ("< 1e-300".into(), "< 1e-300".into())
        );
        assert_eq!(PValue::new(0.029).after_p(), "= 0.029");
        let bound = PValue::with_log10(0.0, None);
        assert_eq!(
            (bound.to_string(), bound.log10()),
            ("< 1e-300".into(), None)
        );
        assert!(
            p.for_programs().starts_with("4.395") && p.for_programs().ends_with("e-347"),
            "{}",
            p.for_programs()
        );
        assert_eq!(serde_json::to_string(&p).unwrap(), p.for_programs());
        let none = PValue {
            number: 0.0,
            log10: f64::NEG_INFINITY,
        };
        assert_eq!(
            (none.to_string(), none.for_programs(), none.log10()),
            ("0".into(), "0.0".into(), None)
        );
        let shown = [1.0, 0.9998, 0.25, 0.001, 0.000_999_6, 3e-110]
            .map(|number| PValue::new(number).to_string());
        assert_eq!(
            shown,
            ["1", "1 - 2.0e-4", "0.250", "0.001", "1.0e-3", "3.0e-110"]
        );
        assert_eq!(PValue::new(1.0).log10(), Some(0.0));
    }

    #[test]
    fn numbers_are_rounded_to_right_digits() {
        assert_eq!(
            [0.5000000000000002, 1.0 / 3.0, 0.0, 1.0].map(rounded),
            [0.5, 0.33333333333333, 0.0, 1.0]
        );
        let tiny = Number::new(&near_one(2000).complement());
        assert_eq!(tiny.to_string(), "8.70980981621722e-603");
        assert_eq!(
            serde_json::to_string(&tiny).unwrap(),
            "8.70980981621722e-603"
        );
        let third = Number::new(&Fraction::new(1u32, 3u32));
        assert_eq!(
            (third.to_string(), serde_json::to_string(&third).unwrap()),
            ("0.3333333333333333".into(), "0.3333333333333333".into())
        );
    }
}
