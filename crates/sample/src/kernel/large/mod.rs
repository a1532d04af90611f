//! Decks of more than 64 cards: of at most 256 with one byte for each card, of at most 65,536 with two bytes.

// | file | contents |
// |---|---|
// | `card` | a card of one or two bytes |
// | `rows`, `decks` | decks in memory |
// | `riffle` | riffles by masks of more than 64 bits |
// | `uniform`, `batched_draws` | uniform shuffles by several draws from each random number |
// | `measures` | statistics |
// | `kernel` | a shuffle of such decks |

mod batched_draws;
mod card;
mod decks;
mod kernel;
mod measures;
mod riffle;
mod rows;
mod uniform;

pub use card::Card;
pub use decks::LargeDecks;
pub use kernel::LargeKernel;
