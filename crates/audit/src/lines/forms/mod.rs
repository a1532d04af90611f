//! Reads decks from texts of other forms than one plain deck on each line.
//!
//! The form is recognised from the first lines of a text and then holds for the whole text: a later line that does not
//! fit is an error.

mod bridge;
mod columns;
mod deals;
mod deck_cards;
mod face;
mod form;
mod groups;
mod hand;
mod place;
mod roles;
mod run;
mod tokens;
mod translator;

pub use bridge::bridge_order;
pub use face::{face, numbered_face};
pub use form::{Form, Known};
pub use run::{has_several_decks, longest_run, run};
pub use tokens::row_cards;
pub use translator::Translator;
