//! Decks of more than 64 cards: of up to 256 a byte each, of up to 65,536 two bytes each.

// | file | idea |
// |---|---|
// | `card` | one or two bytes |
// | `decks` | some decks, and room for what comes next |
// | `riffle` | riffles by masks of many words |
// | `uniform` | uniform shuffles by draws in batches |
// | `measures` | statistics |
// | `kernel` | a shuffle of such decks |

mod card;
mod decks;
mod kernel;
pub(super) mod measures;
pub(super) mod riffle;
mod uniform;

pub use card::Card;
pub use decks::LargeDecks;
#[cfg(target_arch = "x86_64")]
pub(super) use decks::Rows;
pub use kernel::LargeKernel;
