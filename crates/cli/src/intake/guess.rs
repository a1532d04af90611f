//! Guesses the form of a text whose first lines are not plain decks.

use faro_audit::lines::{Form, Known, Reader, Splitter, Translator};
use std::ops::ControlFlow;

/// What is understood of a text that is not plain lines of decks.
#[derive(Clone, Debug)]
pub struct Understood {
    pub translator: Translator,
    pub known: Known,
}

/// Maximum number of the first bytes that are looked at.
pub const LOOKED_AT: usize = 1 << 16;

/// Returns the form of a text, or `None` if its lines are plain decks, or nothing that is known.
///
/// `reader` reads plain lines. `asked` is the form that the user named.
pub fn understand(
    beginning: &[u8],
    reader: Reader,
    cards: Option<usize>,
    asked: Option<Form>,
) -> Option<Understood> {
    let whole = beginning.len() < LOOKED_AT;
    let end = match beginning.iter().rposition(|&byte| byte == b'\n') {
        Some(end) if !whole => end + 1,
        _ => beginning.len(),
    };
    let text = std::str::from_utf8(&beginning[..end]).ok()?;
    let text = text.trim_start_matches('\u{feff}');
    let translator = match asked {
        Some(form) => Translator::of(form, text, cards)?,
        None if is_plain(text.as_bytes(), reader) => return None,
        None => Translator::guess(text, cards)?,
    };
    let mut read = translator.clone();
    for line in text.lines() {
        read.line(line).ok()?;
    }
    let _ = read.finish();
    let known = read.known();
    Some(Understood { translator, known })
}

/// Returns whether the first lines are plain decks, but for a header.
fn is_plain(text: &[u8], mut reader: Reader) -> bool {
    let (mut decks, mut wrong) = (0, 0);
    let mut look = |line, text: Result<&[u8], _>| -> ControlFlow<()> {
        match text.ok().map(|text| reader.read_at(line, text)) {
            Some(Ok(deck)) => decks += usize::from(deck.is_some()),
            _ => wrong += 1,
        }
        ControlFlow::Continue(())
    };
    let mut splitter = Splitter::new(None);
    let _ = splitter.cut(text, &mut look);
    let _ = splitter.finish(&mut look);
    decks > 0 && wrong <= 1
}
