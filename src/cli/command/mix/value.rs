use faro::number::Fraction;
use faro::riffle::Magnitude;
use serde::{Serialize, Serializer};

/// A cell of a row: how it is shown to people, and how to programs.
pub enum Value {
    /// A distance from 0 to 1, with 1 less it.
    Part(f64, Magnitude),
    /// A number, shown to people with so many decimals.
    Real(f64, usize),
    /// A number of any size.
    Size(Magnitude),
    /// A fraction, as text.
    Exact(Fraction),
    None,
}

/// Significant digits that are shown to programs.
const DIGITS: usize = 12;

/// Decimals of distances as people see them, and significant digits of small and large numbers.
const DECIMALS: usize = 10;
const BRIEF: usize = 5;

impl Value {
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Part(number, _) | Value::Real(number, _) => Some(*number),
            Value::Size(size) => Some(size.to_f64()),
            Value::Exact(fraction) => Some(fraction.to_f64()),
            Value::None => None,
        }
    }

    /// As few digits as people compare.
    pub fn for_people(&self) -> String {
        match self {
            Value::Part(_, complement) if complement.to_f64() < 1e-9 => nearly_one(*complement),
            Value::Part(number, _) => decimals(*number, DECIMALS),
            Value::Real(number, places) => decimals(*number, *places),
            Value::Size(size) => brief(*size),
            Value::Exact(fraction) => fraction.to_string(),
            Value::None => "-".into(),
        }
    }

    /// The twelve digits that are right; empty where there is no value.
    pub fn for_programs(&self) -> String {
        match self {
            Value::Exact(fraction) => fraction.to_string(),
            _ => self.json().map_or_else(String::new, |number| number.to_string()),
        }
    }

    fn json(&self) -> Option<serde_json::Number> {
        match self {
            Value::Part(number, _) | Value::Real(number, _) => serde_json::Number::from_f64(rounded(*number)),
            // Beyond the range of an f64, scientific notation with the digits that are right.
            Value::Size(size) => match size.to_f64() {
                number if size.digits() as usize >= DIGITS => serde_json::Number::from_f64(rounded(number)),
                _ => size.to_string().parse().ok(),
            },
            Value::Exact(_) | Value::None => None,
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Exact(fraction) => serializer.collect_str(fraction),
            _ => self.json().serialize(serializer),
        }
    }
}

/// To twelve significant digits.
fn rounded(number: f64) -> f64 {
    let digits = format!("{number:.*e}", DIGITS - 1);
    digits.parse().expect("scientific notation is a number")
}

fn nearly_one(complement: Magnitude) -> String {
    if complement == Magnitude::ZERO { "1".into() } else { format!("1 - {}", brief(complement)) }
}

fn decimals(number: f64, places: usize) -> String {
    let small = number != 0.0 && number.abs() < 0.1f64.powi(places as i32 - 3);
    if small { format!("{number:.*e}", BRIEF - 1) } else { format!("{number:.places$}") }
}

fn brief(size: Magnitude) -> String {
    match size.to_f64() {
        number if (1e-3..1e5).contains(&number) => {
            let places = BRIEF as f64 - 1.0 - number.log10().floor();
            format!("{number:.*}", places as usize)
        }
        number if number.is_normal() => format!("{number:.*e}", BRIEF - 1),
        _ => shortened(&size.to_string()),
    }
}

/// The first digits of scientific notation.
fn shortened(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) => format!("{}e{exponent}", &digits[..digits.len().min(BRIEF + 1)]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_few_digits() {
        let part = |number: f64, ln: f64| Value::Part(number, Magnitude::of_ln(ln)).for_people();
        assert_eq!(part(0.334_060_999_521_6, -0.4), "0.3340609995");
        assert_eq!(part(1.0, -50.0), "1 - 1.9287e-22");
        assert_eq!(part(1.0, f64::NEG_INFINITY), "1");
        assert_eq!(part(3e-20, 0.0), "3.0000e-20");
        assert_eq!(part(0.0, 0.0), "0.0000000000");
        let size = |ln: f64| Value::Size(Magnitude::of_ln(ln)).for_people();
        assert_eq!(
            [size(0.0), size(5.0), size(100.0), size(5000.0)],
            ["1.0000", "148.41", "2.6881e43", "2.9676e2171"]
        );
    }

    #[test]
    fn programs_see_what_is_right() {
        let size = |ln: f64| Value::Size(Magnitude::of_ln(ln)).for_programs();
        assert_eq!([size(0.0), size(f64::NEG_INFINITY)], ["1.0", "0.0"]);
        // e^50000 = 5.2977951...·10^21714, of whose digits the logarithm keeps ten.
        assert_eq!(size(50_000.0), "5.297795164e+21714");
        assert_eq!(Value::Real(1.0 / 3.0, 3).for_programs(), "0.333333333333");
    }
}
