//! Decks that are seen in part: hands, first cards, and cards that look alike.
//!
//! A fair deck, seen through a [`Design`], is a uniform assignment of cards to places, of which only the kinds of the
//! cards in each group of places are known. Each check has its exact mean, variance and third moment under this law.

// | file | idea |
// |---|---|
// | `definition` | what is seen of each deck |
// | `laws` | tests of sums by their laws |
// | `margins` | moments of sums over a random assignment of cards to groups |
// | `evidence` | what is counted of the decks |
// | `checks`, `judge` | the checks of these counts; the verdict |
// | `fewest` | the number of decks that show common faults |
// | `score` | the number of cards that are still in their order, as far as it is seen |
// | `squares` | products of the counts of kinds |
// | `templates` | where faulty shuffles leave cards |
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
pub use evidence::SeenEvidence;
