//! Formats floating-point numbers for text.

/// Formats about four digits: in plain decimals from a thousandth to a million, otherwise in scientific
/// notation.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_or_so() {
        let numbers = [0.0, 0.25, -1.5, 12.345, 1234.5, 1e-300, 2.5e7, f64::INFINITY];
        let shown = numbers.map(brief);
        assert_eq!(shown, ["0", "0.250", "-1.50", "12.3", "1234", "1.0e-300", "2.5e7", "inf"]);
    }
}
