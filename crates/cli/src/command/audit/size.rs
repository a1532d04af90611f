use super::findings::number;
use faro_render::plural::counted;

/// How often an event occurred in some decks, and its probability in a deck of a fair shuffle.
pub struct Size {
    pub count: u64,
    pub decks: u64,
    pub chance: f64,
}

impl Size {
    pub fn fair(&self) -> f64 {
        self.decks as f64 * self.chance
    }

    /// Returns a clause such as "card 2 comes on top 35 % too often".
    pub fn said_of(&self, subject: &str, verb: &str, place: &str) -> String {
        match self.count {
            0 => format!("{subject} never {verb} {place}"),
            all if all == self.decks => format!("{subject} always {verb} {place}"),
            _ => format!("{subject} {verb} {place} {}", self.often()),
        }
    }

    pub fn often(&self) -> String {
        match self.count as f64 / self.fair() {
            0.0 => "never".into(),
            times if times >= 3.0 => format!("{} times as often as in a fair shuffle", rounded(times)),
            times if times >= 1.0 => format!("{} % too often", rounded(100.0 * (times - 1.0))),
            times => format!("{} % too rarely", rounded(100.0 * (1.0 - times))),
        }
    }

    /// Returns the numbers, with two standard deviations of a fair count.
    pub fn numbers(&self) -> String {
        let spread = 2.0 * (self.fair() * (1.0 - self.chance)).sqrt();
        let (fair, spread) = (rounded(self.fair()), rounded(spread));
        let (count, decks) = (counted(self.count, "time"), counted(self.decks, "deck"));
        format!("{count} in {decks}, fair is {fair} ± {spread}")
    }
}

fn rounded(value: f64) -> String {
    if value < 9.95 { number((10.0 * value).round() / 10.0) } else { format!("{value:.0}") }
}
