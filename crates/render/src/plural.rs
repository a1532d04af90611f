//! Formats counts with singular or plural nouns.

use std::fmt::Display;

/// Returns a text such as `1 card` or `2 cards`.
pub fn counted(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
}

/// Returns a number with its unit.
///
/// `unit` is empty, or a plural noun with a space before it.
pub fn measured(number: &str, unit: &str) -> String {
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
    fn only_one_is_singular() {
        assert_eq!(
            [counted(0, "card"), counted(1, "card"), counted(11, "card")],
            ["0 cards", "1 card", "11 cards"]
        );
        assert_eq!(
            [measured("1", " bits"), measured("1", " shelves"), measured("1", ""), measured("1.5", " bits")],
            ["1 bit", "1 shelf", "1", "1.5 bits"]
        );
    }
}
