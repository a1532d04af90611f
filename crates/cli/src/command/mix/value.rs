//! The values of a row of `faro mix`, with their formats for text, JSON and CSV.

use faro::mixing::{Method, RoundDistances};
use faro::riffle::Magnitude;
use faro_math::number::Fraction;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// A cell of a row, with its formats for text and for JSON and CSV.
#[derive(Clone)]
pub enum Value {
    /// A distance from 0 to 1, and its complement to 1.
    Part(Magnitude, Magnitude),
    /// A number, and the number of its decimals in text.
    Real(Magnitude, usize),
    /// A number of any size.
    Size(Magnitude),
    /// A fraction, written as text.
    Exact(Fraction),
    /// A word, such as the name of a method.
    Text(&'static str),
    None,
}

/// Number of significant digits that an `f64` always keeps.
const ALL_DIGITS: u32 = 15;

/// Number of decimals of a distance in text.
const DECIMALS: usize = 10;

/// Number of significant digits of a small or large number in text.
const TEXT_DIGITS: usize = 5;

impl Value {
    /// Returns the value of a number with `digits` correct significant digits.
    ///
    /// Text shows `decimals` decimals.
    pub fn with_digits(number: f64, digits: u32, decimals: usize) -> Value {
        Value::Real(Magnitude::scaled(number, 0).to_digits(digits), decimals)
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Exact(fraction) => Some(fraction.to_f64()),
            _ => Some(self.magnitude()?.to_f64()),
        }
    }

    /// Returns the complement of a distance to 1. It keeps its digits if the distance is nearly 1.
    pub fn complement(&self) -> Option<f64> {
        match self {
            Value::Part(_, complement) => Some(complement.to_f64()),
            _ => None,
        }
    }

    /// Formats the value for text, with few digits.
    pub fn for_people(&self) -> String {
        match self {
            Value::Part(_, complement) if complement.to_f64() < 1e-9 => nearly_one(*complement),
            Value::Part(number, _) => decimals(*number, DECIMALS),
            Value::Real(number, places) => decimals(*number, *places),
            Value::Size(size) => brief(*size),
            Value::Exact(fraction) => fraction.to_string(),
            Value::Text(text) => (*text).into(),
            Value::None => "-".into(),
        }
    }

    /// Formats the value for CSV with its correct digits, or as an empty text if there is no value.
    pub fn for_programs(&self) -> String {
        match self {
            Value::Exact(fraction) => fraction.to_string(),
            Value::Text(text) => (*text).into(),
            _ => self.json().map_or_else(String::new, |number| number.to_string()),
        }
    }

    fn magnitude(&self) -> Option<Magnitude> {
        match self {
            Value::Part(number, _) | Value::Real(number, _) | Value::Size(number) => Some(*number),
            Value::Exact(_) | Value::Text(_) | Value::None => None,
        }
    }

    /// Returns the nearest `f64` if all its digits are correct, otherwise the number rounded to its correct
    /// digits. Beyond the range of an `f64` it is in scientific notation.
    fn json(&self) -> Option<serde_json::Number> {
        let size = self.magnitude()?;
        let number = size.to_f64();
        match size.digits() {
            _ if size != Magnitude::ZERO && !number.is_normal() => size.to_string().parse().ok(),
            ALL_DIGITS.. => serde_json::Number::from_f64(number),
            fewer => serde_json::Number::from_f64(rounded(number, fewer as usize)),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Exact(fraction) => serializer.collect_str(fraction),
            Value::Text(text) => serializer.serialize_str(text),
            _ => self.json().serialize(serializer),
        }
    }
}

fn rounded(number: f64, digits: usize) -> f64 {
    let digits = format!("{number:.*e}", digits - 1);
    digits.parse().expect("scientific notation is a number")
}

fn nearly_one(complement: Magnitude) -> String {
    if complement == Magnitude::ZERO { "1".into() } else { format!("1 - {}", brief(complement)) }
}

fn decimals(size: Magnitude, places: usize) -> String {
    let number = size.to_f64();
    let is_small = size != Magnitude::ZERO && number < 0.1f64.powi(places as i32 - 3);
    if is_small { scientific(size) } else { format!("{number:.places$}") }
}

fn brief(size: Magnitude) -> String {
    match size.to_f64() {
        number if (1e-3..1e5).contains(&number) => {
            let places = TEXT_DIGITS as f64 - 1.0 - number.log10().floor();
            format!("{number:.*}", places as usize)
        }
        _ => scientific(size),
    }
}

fn scientific(size: Magnitude) -> String {
    size.to_digits(TEXT_DIGITS as u32).to_string()
}

/// The values of a row, by their names in JSON.
pub type Values = Vec<(&'static str, Value)>;

/// The values after a number of riffles, by their names in JSON.
pub struct MixRow {
    pub riffles: u64,
    pub values: Values,
}

/// JSON name of the mean number of right guesses without feedback.
pub const BLIND: &str = "guesses_without_feedback";

/// JSON name of the mean number of right guesses if each card is shown after its guess.
pub const SHOWN: &str = "guesses_with_feedback";

/// JSON name of the standard error of the number of right guesses.
pub const ERROR: &str = "guesses_standard_error";

/// Names in JSON of the values of riffles. The next lists are for kinds of cards, for riffles with a biased
/// cut, and for lower bounds.
const ORDERS: [&str; 9] = [
    "total_variation",
    "total_variation_complement",
    "separation",
    "separation_complement",
    "l_infinity",
    "chi_square",
    "kl_bits",
    "entropy_bits",
    "rising_sequences",
];
const KINDS: [&str; 4] = ["total_variation", "standard_error", "separation", "separation_complement"];
const BIASED: [&str; 5] =
    ["total_variation", "standard_error", "separation", "separation_complement", "l_infinity"];
const BOUNDED: [&str; 3] = ["total_variation", "confidence", "statistic"];

/// Returns the values after riffles of the whole deck.
pub fn of_orders(row: &RoundDistances) -> Values {
    values(row, &ORDERS).chain(fractions(row)).collect()
}

/// Returns the values of the arrangement of kinds of cards after riffles.
pub fn of_kinds(row: &RoundDistances) -> Values {
    values(row, &KINDS).chain(fractions(row)).collect()
}

/// Returns the values after rounds of a shuffle that is not a riffle of equal packets.
pub fn of_rounds(row: &RoundDistances) -> Values {
    let keys = match row {
        RoundDistances { kl_bits: Some(_), .. } => &ORDERS[..8],
        RoundDistances { separation: Some(_), .. } => &BIASED,
        _ => &BOUNDED,
    };
    let method = match row.method {
        Method::Exact => "exact",
        Method::Estimate => "estimate",
        Method::UpperBound => UPPER_BOUND,
        Method::LowerBound => LOWER_BOUND,
    };
    [("method", Value::Text(method))].into_iter().chain(values(row, keys)).chain(fractions(row)).collect()
}

const UPPER_BOUND: &str = "upper bound";
const LOWER_BOUND: &str = "lower bound";

fn values(row: &RoundDistances, keys: &[&'static str]) -> impl Iterator<Item = (&'static str, Value)> {
    keys.iter().map(|key| (*key, value(row, key)))
}

fn value(row: &RoundDistances, key: &str) -> Value {
    let size = |number: Option<Magnitude>| number.map_or(Value::None, Value::Size);
    let real = |number: Option<Magnitude>, places| number.map_or(Value::None, |it| Value::Real(it, places));
    let places = if row.standard_error.is_some() || row.method == Method::LowerBound { 5 } else { 10 };
    let part = |number: Option<Magnitude>, complement: Option<Magnitude>| match (number, complement) {
        (Some(number), Some(complement)) => Value::Part(number, complement),
        (number, _) => real(number, places),
    };
    // Upper bounds of the distances are not bounds of the complements.
    let complement = |number| if row.method == Method::UpperBound { Value::None } else { size(number) };
    match key {
        "total_variation" => part(row.total_variation, row.total_variation_complement),
        "total_variation_complement" => complement(row.total_variation_complement),
        "standard_error" => real(row.standard_error, 5),
        "confidence" => real(row.confidence.map(|part| Magnitude::scaled(part, 0)), 2),
        "statistic" => row.statistic.map_or(Value::None, Value::Text),
        "separation" => part(row.separation, row.separation_complement),
        "separation_complement" => complement(row.separation_complement),
        "l_infinity" => size(row.l_infinity),
        "chi_square" => size(row.chi_square),
        "kl_bits" => real(row.kl_bits, 6),
        "entropy_bits" => real(row.entropy_bits, 6),
        _ => real(row.rising_sequences, 4),
    }
}

fn fractions(row: &RoundDistances) -> impl Iterator<Item = (&'static str, Value)> {
    row.fractions.iter().map(|(name, fraction)| {
        let key = match *name {
            "total_variation" => "total_variation_exact",
            "separation" => "separation_exact",
            "l_infinity" => "l_infinity_exact",
            "chi_square" => "chi_square_exact",
            _ => "rising_sequences_exact",
        };
        (key, fraction.clone().map_or(Value::None, Value::Exact))
    })
}

impl MixRow {
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Returns the method of the total variation. Riffles have no field `method`, and are exact or estimates.
    pub fn method(&self) -> Method {
        match self.value("method") {
            Some(Value::Text(LOWER_BOUND)) => Method::LowerBound,
            Some(Value::Text(UPPER_BOUND)) => Method::UpperBound,
            _ if self.number("standard_error").is_some_and(|error| error > 0.0) => Method::Estimate,
            _ => Method::Exact,
        }
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.value(key)?.number()
    }
}

/// The values of a row that belong to its lower bound.
const BOUND: [&str; 2] = ["total_variation", "statistic"];

/// Raises each lower bound to the largest bound of the later rows.
///
/// Total variation never rises with more shuffles, so a lower bound of a later row holds for every earlier row.
pub fn raise_bounds(rows: &mut [MixRow]) {
    for index in (1..rows.len()).rev() {
        let (earlier, later) = rows.split_at_mut(index);
        let (row, next) = (&mut earlier[index - 1], &later[0]);
        let are_bounds = row.method() == Method::LowerBound && next.method() == Method::LowerBound;
        if are_bounds && next.number(BOUND[0]) > row.number(BOUND[0]) {
            for (key, value) in row.values.iter_mut().filter(|(key, _)| BOUND.contains(key)) {
                *value = next.value(key).cloned().unwrap_or(Value::None);
            }
        }
    }
}

impl Serialize for MixRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("riffles", &self.riffles)?;
        for (key, value) in &self.values {
            fields.serialize_entry(key, value)?;
        }
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_few_digits() {
        let part = |number: f64, ln: f64| {
            Value::Part(Magnitude::scaled(number, 0), Magnitude::from_ln(ln)).for_people()
        };
        assert_eq!(part(0.334_060_999_521_6, -0.4), "0.3340609995");
        assert_eq!(part(1.0, -50.0), "1 - 1.9287e-22");
        assert_eq!(part(1.0, f64::NEG_INFINITY), "1");
        assert_eq!(part(3e-20, 0.0), "3.0000e-20");
        assert_eq!(part(0.0, 0.0), "0.0000000000");
        assert_eq!(part(-0.0, 0.0), "0.0000000000");
        let size = |ln: f64| Value::Size(Magnitude::from_ln(ln)).for_people();
        assert_eq!(
            [size(0.0), size(5.0), size(100.0), size(5000.0), size(4000.0)],
            ["1.0000", "148.41", "2.6881e43", "2.9676e2171", "1.5064e1737"]
        );
    }

    fn bounded(bound: f64, statistic: &'static str) -> MixRow {
        let values = vec![
            ("method", Value::Text("lower bound")),
            ("total_variation", Value::with_digits(bound, 6, 5)),
            ("statistic", Value::Text(statistic)),
        ];
        MixRow { riffles: 0, values }
    }

    /// A lower bound of a later row holds for every earlier row, and is copied with its statistic.
    #[test]
    fn bounds_do_not_rise_with_more_shuffles() {
        let exact = MixRow { riffles: 0, values: vec![("total_variation", Value::with_digits(0.1, 6, 5))] };
        let mut rows: Vec<MixRow> = vec![exact];
        rows.extend(
            [(0.5, "a"), (0.7, "b"), (0.2, "c"), (0.4, "d")].map(|(bound, name)| bounded(bound, name)),
        );
        raise_bounds(&mut rows);
        let bounds: Vec<_> = rows.iter().filter_map(|row| row.number("total_variation")).collect();
        assert_eq!(bounds, [0.1, 0.7, 0.7, 0.4, 0.4]);
        let names: Vec<String> =
            rows[1..].iter().filter_map(|row| Some(row.value("statistic")?.for_people())).collect();
        assert_eq!(names.concat(), "bbdd");
    }

    #[test]
    fn programs_see_what_is_right() {
        let size = |ln: f64| Value::Size(Magnitude::from_ln(ln)).for_programs();
        assert_eq!([size(0.0), size(f64::NEG_INFINITY)], ["1.0", "0.0"]);
        // e^50000 = 5.2977951...·10^21714. Its logarithm determines ten of its digits.
        assert_eq!(size(50_000.0), "5.297795164e+21714");
        let third = Magnitude::scaled(1.0 / 3.0, 0);
        assert_eq!(Value::Real(third, 3).for_programs(), "0.3333333333333333");
        assert_eq!(Value::Real(third.to_digits(12), 3).for_programs(), "0.333333333333");
        assert_eq!(Value::Real(Magnitude::scaled(-0.0, 0), 3).for_programs(), "0.0");
        assert_eq!(Value::Size(Magnitude::scaled(1.0, -3000)).for_programs(), "8.12854862555774e-904");
    }
}
