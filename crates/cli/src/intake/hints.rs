//! Says what to type for texts that are not read: other files than texts, tables of deals, and arrays of hands.

use faro_audit::lines::{LineErrorKind, Splitter, Translator, has_several_decks};
use faro_render::numbers::joined;

use super::deals::{Deals, are_hands, hands_option};
use crate::arguments::playing_card;

/// Probability of lines without a common card, below which a message takes them for the hands of one deal.
const RARE: f64 = 1e-3;

/// The first bytes of files that are no text, with the message for each.
const OTHER_FILES: [(&[u8], &str); 5] = [
    (
        b"\x1f\x8b",
        "a file compressed by gzip; expected text: gunzip -c FILE | faro audit",
    ),
    (
        b"PK\x03\x04",
        "a workbook or a zip archive; expected text: export a workbook as CSV, or unpack the archive",
    ),
    (
        b"%PDF",
        "a PDF; expected text: copy the decks from it into a file of text",
    ),
    (b"\x89PNG", "a picture; expected decks as text"),
    (b"\xff\xd8\xff", "a picture; expected decks as text"),
];

/// Returns the whole message for a text that cannot hold plain decks: a compressed file, a workbook, or a table of deals.
pub fn refusal(beginning: &[u8]) -> Option<String> {
    let other = OTHER_FILES
        .iter()
        .find(|(begin, _)| beginning.starts_with(begin));
    if let Some((_, why)) = other {
        return Some((*why).into());
    }
    let whole = beginning.iter().rposition(|&byte| byte == b'\n')?;
    let text = String::from_utf8_lossy(&beginning[..=whole]);
    if text.lines().filter(|line| has_several_decks(line)).count() > 1 {
        return Some("each line has several decks of the same cards; --pattern finds the one to judge, such as '*after: {deck}'".into());
    }
    let (_, sizes) = Translator::of_deals(&text)?;
    Some(match sizes.iter().all(|&size| size == 1) {
        true => format!(
            "a table with {} rows of cards for each deal, not a whole pack; type --see {0} --cards 52",
            sizes.len()
        ),
        false => format!(
            "several rows of cards for each deal: they are hands of one deck; type --hands {} --cards 52",
            joined(sizes, ",")
        ),
    })
}

/// Returns the options for lines of playing cards that are the hands of one deal, as the end of a message.
pub fn of_deals(beginning: &[u8]) -> Option<String> {
    let (mut lines, mut field): (Vec<Vec<String>>, _) = (Vec::new(), None);
    Splitter::each(beginning, None, |_, text| match text {
        Ok(text) => lines.extend(faces(&String::from_utf8_lossy(text))),
        Err(LineErrorKind::Fields { first, .. }) => field = Some(first),
        Err(_) => {}
    });
    let hands = hands_in(&lines)?;
    let field = field.map_or(String::new(), |field| format!("--field {field} "));
    let options = hands_option(hands, lines[0].len());
    Some(format!(
        "; {}; type {field}{options} --cards 52",
        are_hands(hands)
    ))
}

/// Returns the faces on a line, or `None` if it has other words.
fn faces(line: &str) -> Option<Vec<String>> {
    let is_separator = |letter: char| letter.is_whitespace() || ",;|[]\"'".contains(letter);
    let words = line.split(is_separator).filter(|word| !word.is_empty());
    let faces: Vec<String> = words.map(playing_card::normal).collect::<Option<_>>()?;
    (!faces.is_empty()).then_some(faces)
}

/// Returns the number of hands in a deal, if lines of equally many playing cards are the hands of deals.
pub fn hands_in<T: AsRef<str>>(lines: &[Vec<T>]) -> Option<usize> {
    let pack = playing_card::pack(52)?;
    let size = lines.first()?.len();
    let mut deals = Deals::new(pack.len());
    for line in lines {
        let label = |card: &T| {
            let face = playing_card::normal(card.as_ref())?;
            pack.iter().position(|other| *other == face)
        };
        let cards = line.iter().map(|card| Some(label(card)? as u32));
        let cards: Vec<u32> = cards.collect::<Option<_>>()?;
        (cards.len() == size).then(|| deals.add(&cards))?;
    }
    deals.hands(RARE)
}

/// Returns the one of two fields of JSON objects that is more likely the deck: whose arrays differ from object to object,
/// or otherwise whose first array is longer.
pub fn likely_field<'a>(beginning: &[u8], fields: [&'a str; 2]) -> &'a str {
    let rank = |field: &str| {
        let mut arrays: Vec<Vec<u8>> = Vec::new();
        Splitter::each(beginning, Some(field), |_, text| {
            arrays.extend(text.ok().map(<[u8]>::to_vec));
        });
        let differ = arrays.windows(2).any(|pair| pair[0] != pair[1]);
        (differ, arrays.first().map_or(0, Vec::len))
    };
    match rank(fields[1]) >= rank(fields[0]) {
        true => fields[1],
        false => fields[0],
    }
}
