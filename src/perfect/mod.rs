//! Perfect (faro) shuffles: the deck is cut into equal packets, which are interleaved exactly.
//!
//! Each shuffle is an affine map ([`Weave`]). So positions of cards, order and cycle type are computed without
//! a deck, for 52 cards as for 10^18.

mod group;
mod in_place;
mod period;
mod route;
mod size_orders;
mod weave;
mod weave_power;

pub use group::{Case, FaroGroup};
pub use in_place::{
    unweave, unweave_into, unweave_packets, unweave_packets_into, weave, weave_into, weave_packets,
    weave_packets_into,
};
pub use period::Sizes;
pub use route::Route;
pub use size_orders::SizeOrders;
pub use weave::{Deck, Kind, Weave};
pub use weave_power::WeavePower;
