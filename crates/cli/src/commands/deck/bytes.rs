//! The header of decks that are written as bytes.

use std::io::{self, Write};

use faro_audit::bytes::Element;
use faro_render::view::ByteForm;

/// Writes what comes before the first of `decks` decks: nothing, or the header of an array.
pub fn begin(form: ByteForm, decks: u64, cards: usize, out: &mut dyn Write) -> io::Result<Element> {
    let element = Element::for_cards(cards);
    if form == ByteForm::Npy {
        out.write_all(&faro_render::npy_header(
            &format!("'{}'", element.name()),
            &[decks, cards as u64],
        ))?;
    }
    Ok(element)
}
