//! Formats counts with singular or plural nouns.

use std::fmt::Display;

/// Returns a text such as `1 card` or `2 cards`.
pub fn counted(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
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
    }
}
