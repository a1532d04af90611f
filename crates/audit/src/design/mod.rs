//! Decks of which only a part is visible: hands, first cards, and cards that look alike.
//!
//! A fair deck is a uniform assignment of cards to places. A [`Design`] shows only the kinds of the cards in each group
//! of places. The mean, variance and third moment of each check are exact under this law.

mod changes;
mod checks;
mod definition;
mod evidence;
mod kinds;
mod laws;
mod part;
mod score;
pub(crate) mod templates;

pub use definition::Design;
pub use evidence::PartialEvidence;
