//! Guesses the form of a text whose first lines are not plain decks.

use std::collections::BTreeMap;

use faro_audit::lines::{Form, Known, Reader, Splitter, Translator, face};

use crate::arguments::playing_card;

/// The form that was recognised in a text that is not plain lines of decks.
#[derive(Clone, Debug)]
pub struct Understood {
    pub translator: Translator,
    /// Whether the lines are the arrays of a JSON document.
    pub is_json: bool,
    pub known: Known,
}

/// Maximum number of bytes, from the start of the input, from which its form is guessed.
pub const LOOKED_AT: usize = 1 << 16;

/// Maximum number of bytes of a line that is looked at, unless the number of cards is known.
const MAX_LINE: usize = 1 << 13;

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
    let of = |text: &str| match asked {
        Some(form) => Translator::of(form, text, cards),
        None => Translator::guess(text, cards),
    };
    let arrays = arrays(text);
    let (is_json, text) = match &arrays {
        Some(arrays) => (true, &arrays[..]),
        None => (false, text),
    };
    // A text that has very long lines, or that begins like HTML or a program, is not lines of decks.
    let is_endless = text.lines().any(|line| line.len() > MAX_LINE) && cards.is_none();
    let is_other = asked.is_none() && (is_endless || text.trim_start().starts_with(['{', '<']));
    let is_plain = || match is_json {
        true => is_plain(beginning, reader),
        false => is_plain(text.as_bytes(), reader),
    };
    if is_other || (asked.is_none() && is_plain()) {
        return None;
    }
    // If the whole text has no known form, the first half of its lines defines the form. A later line can then be
    // reported as wrong.
    let first = text.lines().take(text.lines().count() / 2);
    let first: String = first.flat_map(|line| [line, "\n"]).collect();
    let (translator, text) = match of(text) {
        Some(translator) => (translator, text),
        None => (of(&first)?, &first[..]),
    };
    let mut read = translator.clone();
    for line in text.lines() {
        read.line(line).ok()?;
    }
    let _ = read.finish();
    let known = match read.known() {
        Known::Names(names) if is_pack(&names) => Known::Order,
        known => known,
    };
    Some(Understood {
        translator,
        is_json,
        known,
    })
}

/// Returns the arrays of cards in a JSON document as lines, or `None` for another text.
fn arrays(text: &str) -> Option<String> {
    let first: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .take(2)
        .collect();
    let is_document = first.starts_with('{') || ["[[", "[{"].contains(&first.as_str());
    is_document.then_some(())?;
    let mut lines = String::new();
    Splitter::each(text.as_bytes(), |_, text| {
        lines.extend(text.ok().map(|text| String::from_utf8_lossy(text) + "\n"));
    });
    (!lines.is_empty()).then_some(lines)
}

/// Returns whether names are the faces of a pack, whose order is known.
pub fn is_pack(names: &[String]) -> bool {
    let pack = playing_card::pack(names.len()).unwrap_or_default();
    !pack.is_empty() && pack.iter().all(|face| names.contains(face))
}

/// Returns what to type for a text that is no lines of decks, as the end of a message.
pub fn remedy(beginning: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(beginning);
    if text.trim_start().starts_with('<') {
        return Some(
            "; this is a page of HTML or XML; expected its decks as text, one a line".into(),
        );
    }
    if let Some(remedy) = of_hands(&text) {
        return Some(remedy);
    }
    let mut labels: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (label, rest) in text.lines().filter_map(|line| line.split_once('[')) {
        let inside = rest.split_once(']').map_or("", |(inside, _)| inside);
        let cards: Vec<_> = inside
            .split([' ', ','])
            .filter(|card| !card.is_empty())
            .collect();
        if !cards.is_empty() && cards.iter().all(|card| face(card).is_some()) {
            let (lines, seen) = labels.entry(label).or_insert((0, cards.len()));
            (*lines, *seen) = (*lines + 1, (*seen).min(cards.len()));
        }
    }
    let is_plain = |label: &str| !label.contains(['\'', '*', '{']);
    let (label, (_, seen)) = labels
        .into_iter()
        .filter(|(label, (lines, _))| *lines > 1 && is_plain(label))
        .max_by_key(|(_, (lines, _))| *lines)?;
    Some(format!(
        "; for the cards in brackets type --pattern '{label}[{{deck}}]*' --see {seen} --cards 52"
    ))
}

/// Returns what to type for lines of names that are the same number of cards, but not the same cards.
fn of_hands(text: &str) -> Option<String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let separators = |letter: char| match text.contains(',') {
        true => letter == ',',
        false => letter.is_whitespace(),
    };
    let mut cards = || -> Option<Vec<&str>> {
        let mut cards: Vec<&str> = lines.next()?.split(separators).map(str::trim).collect();
        cards.sort_unstable();
        Some(cards)
    };
    let (first, second, third) = (cards()?, cards()?, cards()?);
    let is_name = |card: &&str| card.starts_with(char::is_alphabetic);
    let seen = first.len();
    let are_hands = seen > 1 && [second.len(), third.len()] == [seen; 2] && first != second;
    (are_hands && [first, second, third].iter().flatten().all(is_name)).then(|| {
        format!("; for hands of {seen} cards of a deck give the deck with --composition FILE, and --see {seen}")
    })
}

/// Returns whether the first lines are plain decks, but for a header.
fn is_plain(text: &[u8], mut reader: Reader) -> bool {
    let (mut decks, mut wrong) = (0, 0);
    Splitter::each(text, |line, text| {
        match text.ok().map(|text| reader.read_at(line, text)) {
            Some(Ok(deck)) => decks += usize::from(deck.is_some()),
            _ => wrong += 1,
        }
    });
    decks > 0 && wrong <= 1
}
