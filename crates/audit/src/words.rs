//! Numbers as the sentences of an audit write them.

use faro::riffle::Magnitude;
use faro_math::number::Bound;
pub(crate) use faro_math::number::counted;
#[cfg(feature = "serde")]
use faro_math::number::elementary;

/// Minimum p-value that is reported as a number. A smaller value may be a bound of an underflowed p-value.
const MIN_KNOWN: f64 = 1e-300;

/// Differences of a p-value from 1 below this bound have no correct digits.
const MIN_DIFFERENCE: f64 = 1e-12;

/// Formats a number with about four digits.
///
/// ```
/// assert_eq!(faro_audit::words::number(12.345), "12.35");
/// ```
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e6).contains(&size) {
        return format!("{value:.2e}");
    }
    let places = match size {
        1000.0.. => 0,
        10.0.. => 2,
        _ => 4,
    };
    let text = format!("{value:.places$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

/// Formats a p-value. If it may underflow, the text is "< 1e-300". Only exact values are written as 1.
///
/// ```
/// assert_eq!(faro_audit::words::p_value(0.0123), "0.012");
/// assert_eq!(faro_audit::words::p_value(1e-310), "< 1e-300");
/// ```
pub fn p_value(value: f64) -> String {
    let (text, difference) = (format!("{value:.3}"), 1.0 - value);
    match value {
        _ if value < MIN_KNOWN => "< 1e-300".into(),
        _ if value < 1e-3 => format!("{value:.1e}"),
        _ if value < 0.9995 || !text.starts_with('1') => text,
        _ if difference <= 0.0 => "1".into(),
        _ if difference < MIN_DIFFERENCE => format!("1 - less than {MIN_DIFFERENCE:e}"),
        _ => format!("1 - {}", Magnitude::scaled(difference, 0).to_digits(2)),
    }
}

/// Formats an upper bound of a p-value, rounded up.
///
/// ```
/// assert_eq!(faro_audit::words::p_at_most(2.31e-7), "2.4e-7");
/// assert_eq!(faro_audit::words::p_at_most(0.0), "1.0e-300");
/// ```
pub fn p_at_most(value: f64) -> String {
    match value.max(MIN_KNOWN) {
        small if small < 1e-3 => Bound::Upper.digits(small, 2),
        usual => Bound::Upper.decimals(usual, 3),
    }
}

/// Returns the decimal logarithm of a p-value, or `None` if only a bound of it is known.
#[cfg(feature = "serde")]
pub(crate) fn log10(value: f64) -> Option<f64> {
    // Adding 0 turns the logarithm -0 of the p-value 1 into 0.
    (value >= MIN_KNOWN).then(|| elementary::log10(value) + 0.0)
}

/// Returns a number with its unit, which is empty or a plural noun after a space.
pub(crate) fn measured(number: &str, unit: &str) -> String {
    match (number, unit) {
        ("1", " shelves") => "1 shelf".into(),
        ("1", unit) => format!("1{}", unit.strip_suffix('s').unwrap_or(unit)),
        _ => format!("{number}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_about_four_digits() {
        let shown = [0.0, 0.25, -1.5, 12.345, 1234.5, 1e-5, 2.5e7].map(number);
        assert_eq!(
            shown,
            ["0", "0.25", "-1.5", "12.35", "1234", "1.00e-5", "2.50e7"]
        );
    }

    #[test]
    fn only_exact_p_values_are_one() {
        let shown = [1.0, 1.0 - 1e-15, 0.9998, 0.25, 0.000_999_6, 3e-110, 1e-305].map(p_value);
        let expected = [
            "1",
            "1 - less than 1e-12",
            "1 - 2.0e-4",
            "0.250",
            "1.0e-3",
            "3.0e-110",
            "< 1e-300",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn units_follow_the_number() {
        let units = [
            measured("1", " bits"),
            measured("1", " shelves"),
            measured("1", ""),
            measured("2", " bits"),
        ];
        assert_eq!(units, ["1 bit", "1 shelf", "1", "2 bits"]);
    }
}
