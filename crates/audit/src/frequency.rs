//! The count of an event beside its probability under a fair shuffle.

use crate::words::{counted, number};

/// The count of an event in some decks, and its probability in a deck of a fair shuffle.
///
/// ```
/// use faro_audit::Frequency;
///
/// let on_top = Frequency { count: 78, decks: 3000, chance: 1.0 / 52.0 };
/// assert_eq!(on_top.of("card 2", "comes", "on top"), "card 2 comes on top 35 % too often");
/// assert_eq!(on_top.to_string(), "78 times in 3000 decks, fair is 58 ± 15 (two standard deviations)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frequency {
    /// Number of decks with the event.
    pub count: u64,
    /// Number of decks.
    pub decks: u64,
    /// The probability of the event in a deck of a fair shuffle.
    pub chance: f64,
}

impl Frequency {
    /// Returns the expected count under a fair shuffle.
    pub fn expected(&self) -> f64 {
        self.decks as f64 * self.chance
    }

    /// Returns a clause such as "card 2 comes on top 35 % too often".
    pub fn of(&self, subject: &str, verb: &str, place: &str) -> String {
        match self.count {
            0 => format!("{subject} never {verb} {place}"),
            all if all == self.decks => format!("{subject} always {verb} {place}"),
            _ => format!("{subject} {verb} {place} {}", self.often()),
        }
    }

    /// Returns the deviation from a fair shuffle, such as "35 % too often".
    pub fn often(&self) -> String {
        match self.count as f64 / self.expected() {
            0.0 => "never".into(),
            times if times >= 3.0 => {
                format!("{} times as often as in a fair shuffle", rounded(times))
            }
            times if times >= 1.0 => format!("{} % too often", rounded(100.0 * (times - 1.0))),
            times => format!("{} % too rarely", rounded(100.0 * (1.0 - times))),
        }
    }
}

/// Writes the count, and the expected count with two of its standard deviations.
impl std::fmt::Display for Frequency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let spread = 2.0 * (self.expected() * (1.0 - self.chance)).sqrt();
        let (fair, spread) = (rounded(self.expected()), rounded(spread));
        let (count, decks) = (counted(self.count, "time"), counted(self.decks, "deck"));
        write!(
            f,
            "{count} in {decks}, fair is {fair} ± {spread} (two standard deviations)"
        )
    }
}

fn rounded(value: f64) -> String {
    if value < 9.95 {
        number((10.0 * value).round() / 10.0)
    } else {
        format!("{value:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_plain_words() {
        let said = |count, decks, chance| {
            let frequency = Frequency {
                count,
                decks,
                chance,
            };
            format!("{}: {frequency}", frequency.of("card 2", "comes", "on top"))
        };
        let fair = 1.0 / 52.0;
        assert_eq!(
            said(78, 3000, fair),
            "card 2 comes on top 35 % too often: 78 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
        assert_eq!(
            said(0, 3000, fair),
            "card 2 never comes on top: 0 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
        assert_eq!(
            said(40, 40, 0.2),
            "card 2 always comes on top: 40 times in 40 decks, fair is 8 ± 5.1 (two standard deviations)"
        );
        assert_eq!(
            said(29, 3000, fair),
            "card 2 comes on top 50 % too rarely: 29 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
        assert_eq!(
            said(577, 3000, fair),
            "card 2 comes on top 10 times as often as in a fair shuffle: 577 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
    }
}
