use super::error::{CountDifference, LineErrorKind, Times};

/// The differences between a line and a deck.
pub struct Mismatch {
    /// Number of cards on the line.
    pub found: usize,
    /// The expected number of cards.
    pub expected: usize,
    /// A card that is not in the deck.
    pub unknown: Option<String>,
    /// A card that occurs too often, with its count.
    pub doubled: Option<(String, Times)>,
    /// A card that occurs too rarely.
    pub missing: Option<String>,
}

impl Mismatch {
    /// Returns the error of the line. `no_card` makes the error for a card that is not in the deck.
    pub fn error_kind(self, no_card: impl Fn(String) -> LineErrorKind) -> LineErrorKind {
        if self.found != self.expected {
            return LineErrorKind::Count {
                found: self.found,
                expected: self.expected,
                difference: self.difference(),
            };
        }
        match (self.unknown, self.doubled) {
            (Some(card), _) => no_card(card),
            (None, Some((card, times))) => LineErrorKind::TooOften { card, times, missing: self.missing },
            (None, None) => unreachable!("as many cards as there should be, none too often, are a deck"),
        }
    }

    /// Returns the card that makes the number of cards wrong, if it is a single card.
    fn difference(self) -> CountDifference {
        match (self.unknown, self.doubled, self.missing) {
            (None, None, Some(card)) if self.found + 1 == self.expected => CountDifference::Missing(card),
            (None, Some((card, times)), None) => CountDifference::TooOften(card, times),
            (Some(card), None, None) => CountDifference::Beyond(card),
            _ => CountDifference::Unclear,
        }
    }
}
