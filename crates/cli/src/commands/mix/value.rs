//! The values of a row of `faro mix`, with their formats for text, JSON and CSV.

use std::f64::consts::LN_10;

use faro::mixing::{Method, RoundDistances};
use faro::riffle::Magnitude;
use faro_math::number::{Bound, Fraction};
use serde::{Serialize, Serializer};

use crate::output::object::object;

/// A value in a row of `faro mix`, with the formats for text and for programs.
#[derive(Clone)]
pub enum Value {
    /// A distance from 0 to 1, and 1 minus the distance.
    Part(Magnitude, Magnitude),
    /// A number, and the number of decimals that text shows.
    Real(Magnitude, usize),
    /// A number of any size.
    Size(Magnitude),
    /// A lower or an upper bound of a number.
    Bound(Bound, Magnitude),
    /// An estimate, its standard error, and the number of decimals that text shows.
    Estimate(Magnitude, f64, usize),
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

/// Number of decimals of a bound and of an estimate in text.
const FEW_DECIMALS: usize = 5;

/// Number of significant digits of a small or large number in text.
const TEXT_DIGITS: usize = 5;

impl Value {
    /// Returns the value of a number with `digits` correct significant digits.
    ///
    /// Text shows `decimals` decimals.
    pub fn with_digits(number: f64, digits: u32, decimals: usize) -> Value {
        Value::Real(Magnitude::scaled(number, 0).to_digits(digits), decimals)
    }

    /// Returns the value of a distance from its optional parts: its complement, its side if it is a bound, and its error
    /// if it is an estimate.
    fn distance(
        number: Magnitude,
        complement: Option<Magnitude>,
        bound: Option<Bound>,
        error: Option<f64>,
    ) -> Value {
        match (bound, error.filter(|&error| error > 0.0), complement) {
            (Some(bound), ..) => Value::Bound(bound, number),
            (_, Some(error), _) => Value::Estimate(number, error, FEW_DECIMALS),
            (.., Some(complement)) => Value::Part(number, complement),
            _ => Value::Real(number, DECIMALS),
        }
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Exact(fraction) => Some(fraction.to_f64()),
            _ => Some(self.magnitude()?.to_f64()),
        }
    }

    /// Returns 1 minus the distance, with all its digits even if the distance is nearly 1.
    pub fn complement(&self) -> Option<Magnitude> {
        match self {
            Value::Part(_, complement) => Some(*complement),
            _ => Some(self.magnitude()?.complement()),
        }
    }

    /// Formats the value for text, with few digits: `≥` or `≤` before a bound, and `±` two standard errors after an
    /// estimate.
    pub fn for_people(&self) -> String {
        match self {
            Value::Part(_, complement) if complement.to_f64() < 1e-9 => nearly_one(*complement),
            Value::Part(number, _) => decimals(*number, DECIMALS),
            Value::Real(number, places) => decimals(*number, *places),
            Value::Size(size) => brief(*size),
            Value::Bound(bound, number) => outwards(*bound, *number),
            Value::Estimate(number, error, places) => {
                let error = Magnitude::scaled(2.0 * error, 0);
                let shown = decimals(*number, *places);
                match format!("{:.places$}", error.to_f64()) {
                    error
                        if !shown.contains('e')
                            && error.contains(|digit| ('1'..='9').contains(&digit)) =>
                    {
                        format!("{shown} ± {error}")
                    }
                    _ => format!("{shown} ± {}", error.to_digits(2)),
                }
            }
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
            _ => self
                .json()
                .map_or_else(String::new, |number| number.to_string()),
        }
    }

    fn magnitude(&self) -> Option<Magnitude> {
        match self {
            Value::Part(number, _)
            | Value::Real(number, _)
            | Value::Size(number)
            | Value::Bound(_, number)
            | Value::Estimate(number, ..) => Some(*number),
            Value::Exact(_) | Value::Text(_) | Value::None => None,
        }
    }

    /// Returns the nearest `f64` if all its digits are correct, otherwise the number rounded to its correct
    /// digits. Beyond the range of an `f64` it is in scientific notation.
    fn json(&self) -> Option<serde_json::Number> {
        let size = self.magnitude()?;
        let number = size.to_f64();
        if let Value::Bound(bound, _) = self
            && number.is_normal()
        {
            let rounded = bound.digits(number, size.digits() as usize).parse().ok()?;
            return serde_json::Number::from_f64(rounded);
        }
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
    if complement == Magnitude::ZERO {
        "1".into()
    } else {
        format!("1 - {}", brief(complement))
    }
}

fn decimals(size: Magnitude, places: usize) -> String {
    if is_small(size, places) {
        scientific(size)
    } else {
        format!("{:.places$}", size.to_f64())
    }
}

/// Returns whether `places` decimals would show at most three significant digits of `size`.
fn is_small(size: Magnitude, places: usize) -> bool {
    size != Magnitude::ZERO && size.to_f64() < 0.1f64.powi(places as i32 - 3)
}

/// Formats a bound with its sign. Lower bounds are rounded down, and upper bounds up.
fn outwards(bound: Bound, size: Magnitude) -> String {
    let (sign, number) = (if bound == Bound::Lower { "≥" } else { "≤" }, size.to_f64());
    let text = match size {
        zero if zero == Magnitude::ZERO => "0".into(),
        _ if number == 1.0 => "1".into(),
        _ if is_small(size, FEW_DECIMALS) || number >= 1e5 => {
            bound.scientific(&size.to_string(), TEXT_DIGITS)
        }
        _ => bound.decimals(number, FEW_DECIMALS),
    };
    format!("{sign} {text}")
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
pub type RowValues = Vec<(&'static str, Value)>;

/// The values after a number of riffles, by their names in JSON.
pub struct MixRow {
    pub riffles: u64,
    pub values: RowValues,
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
const KINDS: [&str; 4] = [
    "total_variation",
    "standard_error",
    "separation",
    "separation_complement",
];
const BIASED: [&str; 5] = [
    "total_variation",
    "standard_error",
    "separation",
    "separation_complement",
    "l_infinity",
];
const BOUNDED: [&str; 3] = ["total_variation", "confidence", "statistic"];

/// Returns the values after riffles of the whole deck.
pub fn of_orders(row: &RoundDistances) -> RowValues {
    values(row, &ORDERS).chain(fractions(row)).collect()
}

/// Returns the values of the arrangement of kinds of cards after riffles.
pub fn of_kinds(row: &RoundDistances) -> RowValues {
    values(row, &KINDS).chain(fractions(row)).collect()
}

/// Returns the values after rounds of a shuffle that is not a riffle of equal packets.
pub fn of_rounds(row: &RoundDistances) -> RowValues {
    let keys = match row {
        RoundDistances {
            kl_bits: Some(_), ..
        } => &ORDERS[..8],
        RoundDistances {
            separation: Some(_),
            ..
        } => &BIASED,
        _ => &BOUNDED,
    };
    let method = match row.method {
        Method::Exact => "exact",
        Method::Estimate => "estimate",
        Method::UpperBound => UPPER_BOUND,
        Method::LowerBound => LOWER_BOUND,
    };
    [("method", Value::Text(method))]
        .into_iter()
        .chain(values(row, keys))
        .chain(fractions(row))
        .collect()
}

/// What the signs of a table mean, by the method of a row.
pub const NOTES: [(Method, &str); 3] = [
    (
        Method::LowerBound,
        "≥: a lower bound at 99 % confidence for all rows of a deck; 0 does not say that the deck is mixed",
    ),
    (
        Method::UpperBound,
        "≤: an upper bound (Diaconis and Shahshahani 1981)",
    ),
    (Method::Estimate, "±: two standard errors of an estimate"),
];

const UPPER_BOUND: &str = "upper bound";
const LOWER_BOUND: &str = "lower bound";

fn values(
    row: &RoundDistances,
    keys: &[&'static str],
) -> impl Iterator<Item = (&'static str, Value)> {
    keys.iter().map(|key| (*key, value(row, key)))
}

fn value(row: &RoundDistances, key: &str) -> Value {
    let bound = match row.method {
        Method::LowerBound => Some(Bound::Lower),
        Method::UpperBound => Some(Bound::Upper),
        Method::Exact | Method::Estimate => None,
    };
    let bounded = |number: Magnitude| bound.map(|bound| Value::Bound(bound, number));
    let size = |number: Option<Magnitude>| {
        number.map_or(Value::None, |it| bounded(it).unwrap_or(Value::Size(it)))
    };
    let real = |number: Option<Magnitude>, places| {
        number.map_or(Value::None, |it| Value::Real(it, places))
    };
    let part = |number: Option<Magnitude>, complement, error: Option<f64>| {
        number.map_or(Value::None, |number| {
            Value::distance(number, complement, bound, error)
        })
    };
    // An upper bound of a distance gives no upper bound of 1 minus the distance.
    let complement = |number| {
        if row.method == Method::UpperBound {
            Value::None
        } else {
            size(number)
        }
    };
    match key {
        "total_variation" => {
            let error = row.standard_error.map(Magnitude::to_f64);
            part(row.total_variation, row.total_variation_complement, error)
        }
        "total_variation_complement" => complement(row.total_variation_complement),
        "standard_error" => real(row.standard_error, FEW_DECIMALS),
        "confidence" => real(row.confidence.map(|part| Magnitude::scaled(part, 0)), 2),
        "statistic" => row.statistic.map_or(Value::None, Value::Text),
        "separation" => part(row.separation, row.separation_complement, None),
        "separation_complement" => complement(row.separation_complement),
        "l_infinity" => size(row.l_infinity),
        "chi_square" => size(row.chi_square),
        "kl_bits" => row
            .kl_bits
            .and_then(bounded)
            .unwrap_or_else(|| real(row.kl_bits, 6)),
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
    /// Reads the distances of a row of CSV. `cell` returns the text of a column, or `None` if there is no such column.
    pub fn from_csv<'a>(cell: impl Fn(&str) -> Option<&'a str>) -> Option<MixRow> {
        let number = |name: &str| magnitude(cell(name)?);
        let method = [LOWER_BOUND, UPPER_BOUND]
            .into_iter()
            .find(|method| cell("method") == Some(method));
        let bound = method.map(|method| {
            if method == LOWER_BOUND {
                Bound::Lower
            } else {
                Bound::Upper
            }
        });
        let error = number("standard_error");
        let distance = |name: &str, complement: &str, error| {
            Some(Value::distance(
                number(name)?,
                number(complement),
                bound,
                error,
            ))
        };
        let [variation, complement] = [ORDERS[0], ORDERS[1]];
        let values = [
            ("method", method.map(Value::Text)),
            (
                variation,
                distance(variation, complement, error.map(Magnitude::to_f64)),
            ),
            (
                "standard_error",
                error.map(|error| Value::Real(error, FEW_DECIMALS)),
            ),
            (ORDERS[2], distance(ORDERS[2], ORDERS[3], None)),
        ];
        let known = values
            .into_iter()
            .filter_map(|(key, value)| Some((key, value?)));
        Some(MixRow {
            riffles: cell("riffles")?.parse().ok()?,
            values: known.collect(),
        })
    }

    pub fn value(&self, key: &str) -> Option<&Value> {
        self.values
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    }

    /// Returns the method of the total variation. Riffles have no field `method`, and are exact or estimates.
    pub fn method(&self) -> Method {
        match self.value("method") {
            Some(Value::Text(LOWER_BOUND)) => Method::LowerBound,
            Some(Value::Text(UPPER_BOUND)) => Method::UpperBound,
            _ if self
                .number("standard_error")
                .is_some_and(|error| error > 0.0) =>
            {
                Method::Estimate
            }
            _ => Method::Exact,
        }
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.value(key)?.number()
    }

    /// Returns a cell of text, which is empty if there is no value.
    pub fn cell(&self, key: &str) -> String {
        self.value(key).map_or_else(String::new, Value::for_people)
    }
}

/// Reads a number of any size, or returns `None` for an empty text.
fn magnitude(text: &str) -> Option<Magnitude> {
    let number: f64 = text.parse().ok()?;
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let (mantissa, power): (f64, f64) = (mantissa.parse().ok()?, power.parse().ok()?);
    let is_held = number.is_normal() || mantissa == 0.0;
    Some(if is_held {
        Magnitude::scaled(number, 0)
    } else {
        Magnitude::from_ln(mantissa.ln() + power * LN_10)
    })
}

/// The JSON names of the values that describe the lower bound of a row.
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
        object!(serializer, {
            "riffles": self.riffles,
            ..&self.values,
        })
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
            [
                size(0.0),
                size(5.0),
                size(100.0),
                size(5000.0),
                size(4000.0)
            ],
            [
                "1.0000",
                "148.41",
                "2.6881e43",
                "2.9676e2171",
                "1.5064e1737"
            ]
        );
    }

    fn bounded(bound: f64, statistic: &'static str) -> MixRow {
        let values = vec![
            ("method", Value::Text("lower bound")),
            (
                "total_variation",
                Value::Bound(Bound::Lower, Magnitude::scaled(bound, 0).to_digits(6)),
            ),
            ("statistic", Value::Text(statistic)),
        ];
        MixRow { riffles: 0, values }
    }

    /// A lower bound of a later row holds for every earlier row, and is copied with its statistic.
    #[test]
    fn bounds_do_not_rise_with_more_shuffles() {
        let exact = MixRow {
            riffles: 0,
            values: vec![("total_variation", Value::with_digits(0.1, 6, 5))],
        };
        let mut rows: Vec<MixRow> = vec![exact];
        rows.extend(
            [(0.5, "a"), (0.7, "b"), (0.2, "c"), (0.4, "d")]
                .map(|(bound, name)| bounded(bound, name)),
        );
        raise_bounds(&mut rows);
        let bounds: Vec<_> = rows
            .iter()
            .filter_map(|row| row.number("total_variation"))
            .collect();
        assert_eq!(bounds, [0.1, 0.7, 0.7, 0.4, 0.4]);
        let names: Vec<String> = rows[1..]
            .iter()
            .filter_map(|row| Some(row.value("statistic")?.for_people()))
            .collect();
        assert_eq!(names.concat(), "bbdd");
    }

    /// People and programs see bounds that are rounded outwards.
    #[test]
    fn bounds_stay_bounds() {
        let value = |bound, number: f64, digits| {
            Value::Bound(bound, Magnitude::scaled(number, 0).to_digits(digits))
        };
        let lower = value(Bound::Lower, 0.2271599, 6);
        assert_eq!(
            [lower.for_people(), lower.for_programs()],
            ["≥ 0.22715", "0.227159"]
        );
        let upper = value(Bound::Upper, 0.6031203566, 5);
        assert_eq!(
            [upper.for_people(), upper.for_programs()],
            ["≤ 0.60313", "0.60313"]
        );
        let small = value(Bound::Upper, 1.23451e-7, 12);
        assert_eq!(
            [small.for_people(), small.for_programs()],
            ["≤ 1.2346e-7", "1.23451e-7"]
        );
        assert_eq!(value(Bound::Lower, 0.0, 6).for_people(), "≥ 0");
        assert_eq!(
            value(Bound::Upper, 2.42642e39, 6).for_people(),
            "≤ 2.4265e39"
        );
    }

    #[test]
    fn estimates_have_two_standard_errors() {
        let text = |number: f64, error| {
            Value::Estimate(Magnitude::scaled(number, 0), error, 5).for_people()
        };
        assert_eq!(text(0.75643, 0.0027433), "0.75643 ± 0.00549");
        assert_eq!(text(2.7579e-3, 2.0483e-5), "2.7579e-3 ± 4.1e-5");
        assert_eq!(text(0.3, 1e-9), "0.30000 ± 2.0e-9");
    }

    /// A row is read back from its CSV.
    #[test]
    fn rows_of_csv() {
        let cells = [
            ("riffles", "2"),
            ("method", ""),
            ("total_variation", "1.0"),
            ("total_variation_complement", "2.66e-2267"),
            ("separation", ""),
        ];
        let cell = |name: &str| {
            cells
                .iter()
                .find(|(other, _)| *other == name)
                .map(|(_, text)| *text)
        };
        let row = MixRow::from_csv(cell).unwrap();
        assert_eq!(
            (
                row.riffles,
                row.value("total_variation").unwrap().for_people()
            ),
            (2, "1 - 2.6600e-2267".into())
        );
        assert!(row.value("separation").is_none() && row.method() == Method::Exact);
    }

    #[test]
    fn programs_see_what_is_right() {
        let size = |ln: f64| Value::Size(Magnitude::from_ln(ln)).for_programs();
        assert_eq!([size(0.0), size(f64::NEG_INFINITY)], ["1.0", "0.0"]);
        // e^50000 = 5.2977951...·10^21714. Its logarithm determines ten of its digits.
        assert_eq!(size(50_000.0), "5.297795164e+21714");
        let third = Magnitude::scaled(1.0 / 3.0, 0);
        assert_eq!(Value::Real(third, 3).for_programs(), "0.3333333333333333");
        assert_eq!(
            Value::Real(third.to_digits(12), 3).for_programs(),
            "0.333333333333"
        );
        assert_eq!(
            Value::Real(Magnitude::scaled(-0.0, 0), 3).for_programs(),
            "0.0"
        );
        assert_eq!(
            Value::Size(Magnitude::scaled(1.0, -3000)).for_programs(),
            "8.12854862555774e-904"
        );
    }
}
