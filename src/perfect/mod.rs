//! Perfect (faro) shuffles: the deck cut into equal packets that fall one card each in turn.
//!
//! All of them are one affine map ([`Weave`]), so that where a card goes, when the deck
//! comes back and what its cycles are need no deck: they are answered for 52 cards and for
//! 10^18 alike.

// | file | idea |
// |---|---|
// | `weave` | the map, and where it takes a card |
// | `deck` | the whole deck after any number of shuffles, card by card |
// | `period` | order, cycle type, and the reversed deck on the way |
// | `theorem` | the group that out and in generate, at once for any deck |
// | `route` | one card from a position to another: Elmsley's problem |
// | `sizes` | the other way round: the decks of a given order |
// | `in_place` | slices, woven and unwoven |

mod deck;
mod in_place;
mod period;
mod route;
mod sizes;
mod theorem;
mod weave;

pub use deck::{Deck, DeckTooLarge};
pub use in_place::{
    unweave_in, unweave_in_into, unweave_out, unweave_out_into, unweave_packets, unweave_packets_into,
    weave_in, weave_in_into, weave_out, weave_out_into, weave_packets, weave_packets_into,
};
pub use route::Route;
pub use sizes::Sizes;
pub use theorem::{Case, FaroGroup};
pub use weave::{Kind, UnequalPackets, Weave};
