use super::trouble::{Odd, Times, Trouble};

/// What was seen of a line that is no deck.
pub struct Amiss {
    /// The cards of the line.
    pub found: usize,
    /// Those that there should be.
    pub expected: usize,
    /// A card that is none of the deck's.
    pub stranger: Option<String>,
    /// A card that is there too often.
    pub doubled: Option<(String, Times)>,
    /// A card that is there too rarely.
    pub missing: Option<String>,
}

impl Amiss {
    /// The first thing to say of it; `no_card` says it of a card that is none of the deck's.
    pub fn trouble(self, no_card: impl Fn(String) -> Trouble) -> Trouble {
        if self.found != self.expected {
            return Trouble::Count { found: self.found, expected: self.expected, odd: self.odd() };
        }
        match (self.stranger, self.doubled) {
            (Some(card), _) => no_card(card),
            (None, Some((card, times))) => Trouble::TooOften { card, times, missing: self.missing },
            (None, None) => unreachable!("as many cards as there should be, none too often, are a deck"),
        }
    }

    /// The card that makes the number of cards wrong, where it is one.
    fn odd(self) -> Odd {
        match (self.stranger, self.doubled, self.missing) {
            (None, None, Some(card)) if self.found + 1 == self.expected => Odd::Missing(card),
            (None, Some((card, times)), None) => Odd::TooOften(card, times),
            (Some(card), None, None) => Odd::Beyond(card),
            _ => Odd::Unclear,
        }
    }
}
