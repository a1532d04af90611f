//! The starting order of a deck, and the names of its cards.

use std::collections::HashMap;
use std::path::Path;

use faro::stacks::Stack;
use faro_render::one_based;
use faro_render::printable::printable;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::arguments::argument::DeckSize;
use crate::arguments::integer;
use crate::arguments::playing_card::{self, Suits};
use crate::arguments::stack;
use crate::output::error::{brief, invalid};

const START: &str = "--start <STACK|FILE>";

pub const AT: &str = "--at <P>";

/// The order of the deck before the shuffle.
#[derive(Debug, clap::Args)]
pub struct StartArgs {
    /// The order before the shuffle: a stack or a file. From the top it is the name of a stack (`faro list stacks`) or a
    /// file with the names of the cards. Cards are then named by it, and nothing else depends on it
    #[arg(long, value_name = "STACK|FILE")]
    start: Option<String>,
}

impl StartArgs {
    pub fn names(&self, cards: &DeckSize) -> anyhow::Result<CardNames> {
        let start = self
            .start
            .as_deref()
            .map(|text| StartingOrder::read(text, cards))
            .transpose()?;
        Ok(CardNames {
            cards: cards.clone(),
            start,
        })
    }

    /// Refuses a missing shuffle, for commands whose answer does not depend on the starting order.
    ///
    /// `remedy` says what to type if the order itself is meant.
    pub fn check_shuffle(is_identity: bool, remedy: &str) -> anyhow::Result<()> {
        let why = "the shuffle is missing, and --start only names the cards; expected out, in or another shuffle, for \
                   example '52 out'";
        anyhow::ensure!(!is_identity, "{why}{remedy}");
        Ok(())
    }

    /// Returns an error if the user gave an order to a command on which it has no effect.
    pub fn check_unused(&self, why: &str) -> anyhow::Result<()> {
        self.start
            .as_ref()
            .map_or(Ok(()), |text| Err(invalid(START, text, why)))
    }

    /// Returns whether the user gave a starting order.
    pub fn is_given(&self) -> bool {
        self.start.is_some()
    }

    pub fn path(&self) -> Option<&Path> {
        self.start
            .as_deref()
            .filter(|text| Stack::named(text).is_none())
            .map(Path::new)
    }
}

/// The names of the cards of a deck.
///
/// They are the names in its starting order, or numbers from 1 and the faces of a new pack.
#[derive(Debug)]
pub struct CardNames {
    cards: DeckSize,
    start: Option<StartingOrder>,
}

/// A starting order of distinct cards.
#[derive(Debug)]
struct StartingOrder {
    names: Vec<String>,
    indices: HashMap<String, u32>,
    faces: bool,
    /// Whether some name is a number. Numbers are then names and not positions.
    has_numbers: bool,
}

impl StartingOrder {
    fn read(text: &str, cards: &DeckSize) -> anyhow::Result<StartingOrder> {
        let names = stack::names(START, text, &cards.number)?;
        Ok(StartingOrder::new(names))
    }

    fn new(names: Vec<String>) -> StartingOrder {
        let indices = names.iter().cloned().zip(0..).collect();
        let faces = names
            .iter()
            .all(|name| playing_card::normal(name).is_some());
        let has_numbers = names.iter().any(|name| integer::parse(name).is_ok());
        StartingOrder {
            names,
            indices,
            faces,
            has_numbers,
        }
    }

    fn index(&self, argument: &str, text: &str) -> anyhow::Result<u32> {
        let name = playing_card::normal(text).filter(|face| self.indices.contains_key(face));
        let number = integer::parse_positive(text).ok();
        let name = name
            .or(number.as_ref().map(BigUint::to_string))
            .unwrap_or_else(|| text.into());
        self.indices.get(&name).copied().ok_or_else(|| {
            let position = number
                .as_ref()
                .and_then(|number| one_based::index(number.clone()).to_usize());
            let card = position.and_then(|index| self.names.get(index));
            let remedy = match card {
                Some(card) => format!("the card at position {text} is {}", printable(card)),
                None => format!(
                    "expected one of its cards, such as {}",
                    printable(&self.names[0])
                ),
            };
            invalid(
                argument,
                text,
                format!("the starting order has no card of this name; {remedy}"),
            )
        })
    }
}

/// Returns whether an argument accepts cards, and not only positions.
fn names_cards(argument: &str) -> bool {
    ![AT, "--position <P>", "--to <Q>", "[TO]"].contains(&argument)
}

impl CardNames {
    /// Creates the names of a deck without a starting order.
    pub fn new(cards: DeckSize) -> CardNames {
        CardNames { cards, start: None }
    }

    /// Returns the names in the starting order, from the top.
    pub fn start(&self) -> Option<&[String]> {
        self.start.as_ref().map(|order| order.names.as_slice())
    }

    /// Returns the faces of the cards by first position, from the starting order or from a new pack.
    ///
    /// `argument` is the argument that needs the faces.
    pub fn faces(&self, argument: &str) -> anyhow::Result<Vec<String>> {
        let faces = match &self.start {
            Some(order) => order.faces.then(|| order.names.clone()),
            None => self.pack(),
        };
        faces.ok_or_else(|| match self.start {
            Some(_) => anyhow::anyhow!("{argument} needs cards with faces in --start, such as AS"),
            None => self.cards.error(format!(
                "{argument} needs a pack of {}",
                playing_card::packs()
            )),
        })
    }

    /// Returns the faces of a new pack of as many cards, or `None` if there is no such pack.
    fn pack(&self) -> Option<Vec<String>> {
        self.cards.number.to_usize().and_then(playing_card::pack)
    }

    /// Names the cards by their faces. `argument` is the argument that needs the faces.
    pub fn with_faces(self, argument: &str) -> anyhow::Result<CardNames> {
        let start = Some(StartingOrder::new(self.faces(argument)?));
        Ok(CardNames { start, ..self })
    }

    /// Returns the printed name of a card in the starting order. Faces are in the given notation of suits.
    fn shown(&self, index: u64, suits: Suits) -> Option<String> {
        let name = self.name(index)?;
        Some(if self.has_faces() {
            playing_card::written(name, suits)
        } else {
            printable(name)
        })
    }

    /// Returns whether the starting order has faces.
    fn has_faces(&self) -> bool {
        self.start.as_ref().is_some_and(|order| order.faces)
    }

    /// Returns whether a card has a red face in the starting order.
    pub fn is_red(&self, index: u64) -> bool {
        self.has_faces() && self.name(index).is_some_and(playing_card::is_red)
    }

    /// Returns the name of a card in the starting order. `index` is its first position, counted from 0.
    pub fn name(&self, index: u64) -> Option<&str> {
        let order = self.start.as_ref()?;
        order
            .names
            .get(usize::try_from(index).ok()?)
            .map(String::as_str)
    }

    /// Returns the printed text of a card: its name in the starting order, otherwise its number.
    pub fn label(&self, index: u64) -> String {
        self.label_in(index, Suits::Glyphs)
    }

    /// Returns the printed text of a card like [`label`](Self::label), with faces in the given notation of suits.
    pub fn label_in(&self, index: u64, suits: Suits) -> String {
        self.shown(index, suits)
            .unwrap_or_else(|| one_based::number(index).to_string())
    }

    /// Returns the first position, counted from 0, of a card.
    ///
    /// The text is a face, a number, or a name in the starting order.
    pub fn index(&self, argument: &str, text: &str) -> anyhow::Result<BigUint> {
        let text = text.trim();
        match &self.start {
            Some(order)
                if self.end(text).is_none()
                    && (order.has_numbers || integer::parse(text).is_err()) =>
            {
                order.index(argument, text).map(BigUint::from)
            }
            Some(_) => self.index_of_number(argument, text, "a card"),
            None => match playing_card::normal(text) {
                Some(face) => self.index_of_face(argument, text, &face).map(BigUint::from),
                None => self.index_of_number(argument, text, "a card"),
            },
        }
    }

    /// Returns the first position, counted from 0, of a card.
    ///
    /// The text is a position, a face, or a name.
    pub fn position_or_card(&self, argument: &str, text: &str) -> anyhow::Result<BigUint> {
        let text = text.trim();
        let is_name = self.start.is_some() || playing_card::normal(text).is_some();
        match integer::parse(text) {
            Err(_) if is_name && self.end(text).is_none() => self.index(argument, text),
            _ => self.index_of_number(argument, text, "a position"),
        }
    }

    /// Returns the index, counted from 0, of a position: a number, `top` or `bottom`.
    pub fn index_of_position(&self, argument: &str, text: &str) -> anyhow::Result<BigUint> {
        self.index_of_number(argument, text.trim(), "a position")
    }

    /// Returns the index of the position `top` or `bottom`, unless a card of the starting order has that name.
    fn end(&self, text: &str) -> Option<BigUint> {
        if self
            .start
            .as_ref()
            .is_some_and(|order| order.indices.contains_key(text))
        {
            return None;
        }
        match text {
            "top" => Some(BigUint::ZERO),
            "bottom" => Some(one_based::index(self.cards.number.clone())),
            _ => None,
        }
    }

    fn index_of_number(&self, argument: &str, text: &str, what: &str) -> anyhow::Result<BigUint> {
        if let Some(end) = self.end(text) {
            return Ok(end);
        }
        let error = |why: String| invalid(argument, text, why);
        let expected = format!("expected {what} from 1 to {}", brief(&self.cards.number));
        let face = || {
            playing_card::meant(text)
                .filter(|face| self.pack().is_some_and(|pack| pack.contains(face)))
        };
        match integer::parse_positive(text) {
            Ok(number) if number > self.cards.number => Err(error(expected)),
            Ok(number) => Ok(one_based::index(number)),
            Err(_) if names_cards(argument) && face().is_some() => {
                let or_ten = if text.starts_with('1') && text.chars().count() == 2 {
                    format!(" or '10{}'", &text[1..].to_uppercase())
                } else {
                    String::new()
                };
                Err(error(format!(
                    "did you mean '{}'{or_ten}?",
                    face().unwrap_or_default()
                )))
            }
            Err(why)
                if text
                    .trim_start_matches('-')
                    .starts_with(|letter: char| letter.is_ascii_digit()) =>
            {
                Err(error(why))
            }
            Err(_) => Err(error(expected + self.or_face(argument))),
        }
    }

    /// Returns the part of a message that says that an argument also accepts faces.
    fn or_face(&self, argument: &str) -> &'static str {
        if names_cards(argument) && self.pack().is_some() {
            ", or a face such as AS"
        } else {
            ""
        }
    }

    fn index_of_face(&self, argument: &str, text: &str, face: &str) -> anyhow::Result<usize> {
        let error = |why: String| Err(invalid(argument, text, why));
        let cards = brief(&self.cards.number);
        let Some(pack) = self.pack() else {
            return error(format!(
                "the cards of a deck of {cards} have no faces, only packs of {} have; expected a card from 1 to {cards}",
                playing_card::packs()
            ));
        };
        match pack.iter().position(|known| known == face) {
            Some(index) => Ok(index),
            None => error(format!(
                "a pack of {cards} has no {face}; expected one of its cards, such as {}, or a number from 1 to {cards}",
                pack[1]
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(cards: u64, text: &str) -> Result<BigUint, String> {
        CardNames::new(DeckSize::from(cards))
            .index("--card <C>", text)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn faces_and_numbers_without_a_starting_order() {
        assert_eq!(index(52, "AS"), Ok(51u32.into()));
        assert_eq!(index(52, " q♥ "), Ok(11u32.into()));
        assert_eq!(index(54, "BJ"), Ok(52u32.into()));
        assert_eq!(index(10u64.pow(18), "10"), Ok(9u32.into()));
        assert_eq!(
            [index(54, "top"), index(54, "bottom")],
            [Ok(0u32.into()), Ok(53u32.into())]
        );
        for (cards, text, why) in [
            (52, "53", "expected a card from 1 to 52"),
            (52, "0", "expected 1 or more"),
            (
                52,
                "XY",
                "expected a card from 1 to 52, or a face such as AS",
            ),
            (
                32,
                "2S",
                "a pack of 32 has no 2S; expected one of its cards, such as 7H, or a number from 1 to 32",
            ),
            (
                10,
                "AS",
                "the cards of a deck of 10 have no faces, only packs of 24, 32, 36, 40, 52 or 54 cards have; expected a card from 1 to 10",
            ),
        ] {
            assert_eq!(
                index(cards, text),
                Err(format!("invalid value '{text}' for '--card <C>': {why}"))
            );
        }
    }

    #[test]
    fn cards_of_a_starting_order() {
        let names = StartArgs {
            start: Some("mnemonica".into()),
        }
        .names(&DeckSize::from(52))
        .unwrap();
        assert_eq!(
            (names.name(0), names.name(51), names.name(52)),
            (Some("4C"), Some("9D"), None)
        );
        assert_eq!(names.index("--card <C>", "a♠").unwrap(), 6u32.into());
        assert_eq!(names.index("--card <C>", "bottom").unwrap(), 51u32.into());
        assert_eq!(names.index_of_position(AT, "top").unwrap(), 0u32.into());
        let error = |text| names.index("--card <C>", text).unwrap_err().to_string();
        assert_eq!(
            names.index("--track <C,…>", "7").unwrap(),
            names.index("--track <C,…>", "AS").unwrap()
        );
        assert!(error("53").ends_with("expected a card from 1 to 52"));
        assert!(error("RJ").ends_with("expected one of its cards, such as 4C"));
    }
}
