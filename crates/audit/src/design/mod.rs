//! Decks of which only a part is visible: hands, first cards, and cards that look alike.
//!
//! A fair deck is a uniform assignment of cards to places. A [`Design`] shows only the kinds of the cards in each group
//! of places. The mean, variance and third moment of each check are exact under this law.

// | file | idea |
// |---|---|
// | `definition` | the visible part of each deck |
// | `laws` | tests of sums by their laws |
// | `margins` | moments of sums over a random assignment of cards to groups |
// | `evidence` | the counts of the decks |
// | `checks`, `judge` | the checks of these counts; the verdict |
// | `fewest` | the number of decks that show common faults |
// | `score` | the number of visible cards that are still in their order |
// | `squares` | products of the counts of kinds |
// | `templates` | the positions to which faulty shuffles move cards |
// | `alike` | neighbours of the same kind |
// | `part` | parts of a run |
// | `pairs` | pairs of the same kind in a hand |
// | `rises` | kinds that are still in their order |
// | `changes` | changes over the run |

mod alike;
mod changes;
mod checks;
mod definition;
mod evidence;
mod fewest;
mod judge;
mod laws;
mod margins;
mod pairs;
mod part;
mod rises;
mod score;
mod squares;
pub(crate) mod templates;

pub use definition::Design;
pub use evidence::PartialEvidence;
