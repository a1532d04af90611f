//! Decks of more than 64 cards: up to 256 cards of one byte, or up to 65,536 cards of two bytes.

// | file | contents |
// |---|---|
// | `card` | a card of one or two bytes |
// | `rows`, `decks` | decks in memory |
// | `riffle` | riffles by masks of more than 64 bits |
// | `uniform`, `batched_draws` | uniform shuffles by several draws from each random number |
// | `measures` | statistics |
// | `kernel` | a shuffle of large decks |

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
