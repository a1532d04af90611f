//! Perfect (faro) shuffles: the deck is cut into equal packets, which are interleaved exactly.
//!
//! Each shuffle is an affine map ([`Weave`]). So positions of cards, order and cycle type are computed without
//! a deck, for 52 cards as for 10^18.

mod group;
mod in_place;
mod orders;
mod route;
mod weave;
mod weave_power;

pub use group::{Case, FaroGroup};
pub use in_place::{unweave, weave};
pub use orders::SizeOrders;
pub use orders::Sizes;
pub use route::Route;
pub use weave::{Deck, Kind, Weave};
pub use weave_power::WeavePower;
