//! The names of the cards in sentences.

/// The names of the cards in sentences.
///
/// ```
/// use faro_audit::CardNames;
///
/// let names = CardNames::Names(["A♠", "red", "red", "7"].map(String::from).to_vec());
/// assert_eq!([0, 1, 3, 9].map(|card| names.name(card)), ["A♠", "red (card 2)", "card 7", "card 10"]);
/// assert_eq!(CardNames::Numbers(0).name(3), "card 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
pub enum CardNames {
    /// Consecutive numbers, given by the first number.
    Numbers(usize),
    /// A name for each card in the starting order.
    Names(Vec<String>),
}

impl CardNames {
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
                Some(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                    format!("card {name}")
                }
                Some(name) => name.clone(),
            },
        }
    }

    /// Returns the name of a card without the word "card", for a table.
    pub fn label(&self, card: usize) -> String {
        let name = self.name(card);
        name.strip_prefix("card ")
            .map_or(name.clone(), String::from)
    }
}
