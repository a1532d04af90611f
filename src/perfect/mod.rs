//! Perfect (faro) shuffles: the deck is cut into equal packets, which are interleaved exactly.
//!
//! Each shuffle is an affine map ([`Weave`]). So positions of cards, order and cycle type are computed without
//! a deck, for 52 cards as for 10^18.

// | file | content |
// |---|---|
// | `weave` | the affine map, and the position of a card |
// | `deck` | the whole deck after any number of shuffles |
// | `period` | order, cycle type, and the number of shuffles that reverse the deck |
// | `group` | the group that the out- and the in-shuffle generate |
// | `weave_power` | position, order and cycle type for a power of a shuffle |
// | `route` | the shortest sequence that moves a card to a position: Elmsley's problem |
// | `sizes` | the deck sizes of a given order |
// | `in_place` | perfect shuffles of slices |

mod deck;
mod group;
mod in_place;
mod period;
mod route;
mod size_orders;
mod sizes;
mod weave;
mod weave_power;

pub use deck::{Deck, DeckTooLargeError};
pub use group::{Case, FaroGroup};
pub use in_place::{
    unweave_in, unweave_in_into, unweave_out, unweave_out_into, unweave_packets, unweave_packets_into,
    weave_in, weave_in_into, weave_out, weave_out_into, weave_packets, weave_packets_into,
};
pub use route::Route;
pub use size_orders::{SizeOrders, size_summary, sizes_of_modulus};
pub use sizes::Sizes;
pub use weave::{Kind, UnequalPacketsError, Weave};
pub use weave_power::WeavePower;
