//! Numbers of things, as people write them.

use std::fmt::Display;

/// `1 card`, `2 cards`.
pub fn counted(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(
            [counted(0, "card"), counted(1, "card"), counted(11, "card")],
            ["0 cards", "1 card", "11 cards"]
        );
    }
}
