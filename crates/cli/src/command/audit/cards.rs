//! The names of the cards in the input.

use faro_audit::lines::{Naming, Reader};

use faro_render::printable::printable;
use faro_render::view::Labels;

/// The names of the cards in their starting order.
pub enum CardNames {
    /// Consecutive numbers, with the number of the first card.
    Numbers(usize),
    Names(Vec<String>),
}

impl CardNames {
    /// Returns the names that the reader has found.
    pub fn new(reader: &Reader) -> CardNames {
        let given = || reader.start().into_iter().flat_map(|start| start.names());
        match reader.naming() {
            Some(Naming::CountedFrom(first)) => CardNames::Numbers(first as usize),
            _ => CardNames::Names(given().map(|name| printable(&String::from_utf8_lossy(name))).collect()),
        }
    }

    /// Returns the name of a card by its index in the starting order: "card 7", or a name such as "A♠".
    ///
    /// If several cards have the name, the card's position follows.
    pub fn name(&self, card: usize) -> String {
        match self {
            CardNames::Numbers(first) => format!("card {}", first + card),
            CardNames::Names(names) => match names.get(card) {
                None => format!("card {}", card + 1),
                Some(name) if names.iter().filter(|other| *other == name).count() > 1 => {
                    format!("{name} (card {})", card + 1)
                }
                Some(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => format!("card {name}"),
                Some(name) => name.clone(),
            },
        }
    }

    /// Returns the labels of the first `cards` cards, for a picture.
    pub fn labels(&self, cards: usize) -> Labels {
        match self {
            CardNames::Numbers(first) => Labels::From(*first),
            CardNames::Names(_) => Labels::Names((0..cards).map(|card| self.label(card)).collect()),
        }
    }

    /// Returns the name of a card without the word "card", for a table.
    pub fn label(&self, card: usize) -> String {
        let name = self.name(card);
        name.strip_prefix("card ").map_or(name.clone(), String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_audit::lines::Start;
    use faro_sample::shuffle::Seed;

    fn names(start: &str) -> CardNames {
        CardNames::new(&Reader::starting_with(&Start::parse(start.as_bytes()).unwrap(), &Seed::from(1)))
    }

    #[test]
    fn cards_have_the_names_of_the_input() {
        assert_eq!(names("A♠ K♠ Q♠").name(1), "K♠");
        assert_eq!(names("7 5 6").name(1), "card 5");
        assert_eq!(names("red red black").name(1), "red (card 2)");
        assert_eq!(names("A \u{1b}[31m").name(1), "\\u{1b}[31m");
        assert_eq!(
            (CardNames::Numbers(0).name(3), CardNames::Numbers(1).label(3)),
            ("card 3".into(), "4".into())
        );
    }
}
