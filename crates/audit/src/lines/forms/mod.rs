//! Texts that hold decks, but not as plain lines of them.
//!
//! A form is guessed from the beginning of a text and then holds for all of it: a line that does not fit is an error.

mod bridge;
mod columns;
mod face;
mod form;
mod place;
mod tokens;
mod translator;

pub use bridge::bridge_order;
pub use face::face;
pub use form::{Form, Known};
pub use translator::Translator;
