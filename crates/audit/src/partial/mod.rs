//! Decks of which only a part is visible: hands, first cards, and kinds of equal cards.
//!
//! A fair deck is a uniform assignment of cards to places. A [`Design`](crate::Design) shows only the kinds of the
//! cards in each group of places. For each check, the mean, variance and third moment of a fair deck are exact.

mod changes;
mod checks;
mod evidence;
mod hand_counts;
mod judge;
mod kinds;
pub(crate) mod laws;
mod power;
mod score;

pub use evidence::PartialEvidence;
pub use hand_counts::KindInHands;
pub use judge::judge_partial;
