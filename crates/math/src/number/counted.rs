//! Numbers beside nouns and verbs.

use std::fmt::Display;

/// Returns a text such as `1 card` or `2 cards`.
///
/// ```
/// use faro_math::number::counted;
/// assert_eq!([counted(0, "card"), counted(1, "card"), counted(11, "card")], ["0 cards", "1 card", "11 cards"]);
/// ```
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// Returns the form of a verb that agrees with a number, given its plural form.
///
/// ```
/// use faro_math::number::agreeing;
/// assert_eq!([agreeing(1, "leave"), agreeing(2, "leave")], ["leaves", "leave"]);
/// assert_eq!([agreeing(1, "are"), agreeing(1, "were"), agreeing(1, "reach")], ["is", "was", "reaches"]);
/// ```
pub fn agreeing(number: impl Display, verb: &str) -> String {
    match (number.to_string().as_str(), verb) {
        ("1", "are") => "is".into(),
        ("1", "were") => "was".into(),
        ("1", "have") => "has".into(),
        ("1", verb) if verb.ends_with("ch") || verb.ends_with("sh") => format!("{verb}es"),
        ("1", verb) => format!("{verb}s"),
        (_, verb) => verb.into(),
    }
}
