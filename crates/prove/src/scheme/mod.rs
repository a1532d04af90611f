//! Commit-and-reveal schemes: a deck from seeds that are committed to before the deal and revealed after it.
//!
//! A [`Scheme`] is a text of named parts: what is hashed for the commitment, the keyed stream of bytes, how bytes
//! become numbers, and how numbers become a deck. It derives the deck of a [`Deal`] and compares it with the cards that
//! were dealt. [`judge`] reports the distance of a scheme's decks from uniform, the number of decks that it can reach,
//! and who can choose the deck when they know what.
//!
//! ```
//! use faro_prove::scheme::{Deal, Scheme, Secret};
//!
//! let scheme = Scheme::preset("faro-deal-1").expect("a preset");
//! let deal = Deal {
//!     server: Some(Secret::new("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")),
//!     client: "anna".into(),
//!     nonce: 1,
//!     ..Deal::default()
//! };
//! assert_eq!(scheme.deck(&deal)?[..5], [23, 20, 43, 38, 8]); // from 0
//! # Ok::<(), faro_prove::scheme::DealError>(())
//! ```

mod bytes;
mod deal;
mod distance;
mod field;
mod first_cards;
mod generators;
mod judge;
mod kind;
mod method;
mod named_card;
mod stream;
mod template;
mod text;

pub use bytes::{bytes, clean};
pub use deal::{Deal, DealError, Secret};
pub use distance::SchemeDistance;
pub use field::Field;
pub use judge::{Check, Finding, Grade, Judgement, WrongCard, judge};
pub use method::Method;
pub use text::{Client, Committed, FAIR_DEAL, PRESETS, Preset, Scheme, SchemeError};
