//! Formats numbers and lists for text, and counts with singular or plural nouns.

use std::fmt::Display;

pub use faro_math::number::{agreeing, counted};

/// Returns the number of characters of the longest text.
pub fn widest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    let widths = texts.into_iter().map(|text| text.as_ref().chars().count());
    widths.max().unwrap_or(0)
}

/// Formats items, separated by `separator`.
pub fn joined<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}

/// Formats a number with about four digits.
///
/// From 10^-3 to 10^6 the format is plain decimals, otherwise scientific notation.
pub fn brief(number: f64) -> String {
    match number.abs() {
        0.0 => "0".into(),
        size if !size.is_finite() => number.to_string(),
        size if !(1e-3..1e6).contains(&size) => format!("{number:.1e}"),
        size if size >= 1000.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

/// Formats a statistic with four decimals, or with fewer if the rest is zero.
///
/// Trailing zeros are dropped if the rounded number is within 10^-12 of the exact one.
pub fn short(part: f64) -> String {
    let rounded = format!("{part:.4}");
    let whole = rounded
        .parse()
        .is_ok_and(|number: f64| (number - part).abs() < 1e-12);
    if whole {
        rounded.trim_end_matches('0').trim_end_matches('.').into()
    } else {
        rounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_parts() {
        let parts = [0.2, 0.2 - 1e-16, 0.0, 1.0, 1.0 / 3.0, 0.20001];
        assert_eq!(
            parts.map(short),
            ["0.2", "0.2", "0", "1", "0.3333", "0.2000"]
        );
    }

    #[test]
    fn four_digits_or_so() {
        let numbers = [
            0.0,
            0.25,
            -1.5,
            12.345,
            1234.5,
            1e-300,
            2.5e7,
            f64::INFINITY,
        ];
        let shown = numbers.map(brief);
        assert_eq!(
            shown,
            [
                "0", "0.250", "-1.50", "12.3", "1234", "1.0e-300", "2.5e7", "inf"
            ]
        );
    }
}
