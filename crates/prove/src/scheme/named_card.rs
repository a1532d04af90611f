//! Compares cards by their names.

use faro::stacks::Face;

/// The card that a name denotes, for comparisons. `TS`, `10♠` and `ten of spades` are the same playing card. Names of
/// other cards are compared without regard to case.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedCard {
    Face(String),
    Other(String),
}

impl NamedCard {
    pub fn new(name: &str) -> NamedCard {
        match Face::parse(name) {
            Some(face) => NamedCard::Face(face.to_string()),
            None => NamedCard::Other(name.to_lowercase()),
        }
    }
}
