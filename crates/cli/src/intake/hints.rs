//! Says what to type for texts that are not read: other files than texts, tables of deals, and arrays of hands.

use faro_audit::lines::{
    LineErrorKind, Splitter, Translator, face, has_several_decks, longest_run,
};
use faro_render::numbers::joined;

use super::deals::{Deals, are_hands, hands_option};
use super::related::{self, MIN_AGAIN, MIN_DECK, is_before, label};
use crate::arguments::playing_card::{self, PACKS};
use crate::output::error::shortened;

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

/// What JavaScript prints for lists that are too long to print, and for objects.
const OF_NODE: [&str; 4] = ["[object Object]", "more items", "{ rank: ", "{ suit: "];

/// Returns the message for a text with one of these signs.
fn of_node(sign: &str) -> String {
    format!(
        "'{sign}' is how JavaScript prints lists and objects; expected console.log(JSON.stringify(deck)) in the program"
    )
}

/// Returns the whole message for a text that cannot hold plain decks: a compressed file, a workbook, a card a line, or a table of
/// deals.
pub fn refusal(beginning: &[u8]) -> Option<String> {
    let other = OTHER_FILES
        .iter()
        .find(|(begin, _)| beginning.starts_with(begin));
    if let Some((_, why)) = other {
        return Some((*why).into());
    }
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let is_other = std::str::from_utf8(beginning).is_err_and(|error| error.error_len().is_some());
    if is_other && !beginning.iter().any(is_control) {
        return Some("the text is not UTF-8; if it is Latin-1, type iconv -f LATIN1 -t UTF-8 FILE | faro audit".into());
    }
    let text = String::from_utf8_lossy(whole_lines(beginning)?);
    if let Some(sign) = OF_NODE.iter().find(|sign| text.contains(**sign)) {
        return Some(of_node(sign));
    }
    if text.starts_with("Array\n(\n") {
        return Some("'Array' is how PHP's print_r prints lists; expected echo implode(' ', $deck) in the program".into());
    }
    let is_cut = |line: &str| {
        let ends = line.split_once(" ... ");
        ends.is_some_and(|(before, after)| {
            let is_digit = |letter: char| letter.is_ascii_digit();
            before.trim_end().ends_with(is_digit) && after.trim_start().starts_with(is_digit)
        })
    };
    if text.lines().any(is_cut) {
        return Some("'...' stands for cards that numpy has left out; expected print(deck.tolist()) in the program".into());
    }
    if text.lines().filter(|line| has_several_decks(line)).count() > 1 {
        let arrow = ["->", "=>", "→"]
            .into_iter()
            .find(|arrow| text.lines().all(|line| line.contains(arrow)));
        if let Some(arrow) = arrow {
            let [without_bars, file] = match text.contains('|') {
                true => ["tr '|' ' ' <FILE | ", ""],
                false => ["", " FILE"],
            };
            return Some(format!(
                "each line has two decks of the same cards; if the first is the order before the shuffle, type {without_bars}sed 's/{arrow}/|/'{file} | faro audit --start each"
            ));
        }
        if let Some(halves) = related::halves(&text) {
            return Some(halves);
        }
        let remedy = match second_label(&text) {
            Some(label) => format!("for the second one of each type --pattern '{label}{{deck}}'"),
            None if text.contains(',') => {
                "if each was shuffled, type tr ',' '\\n' <FILE | faro audit".into()
            }
            None => "expected a deck a line".into(),
        };
        return Some(format!(
            "each line has several decks of the same cards; {remedy}"
        ));
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if text.lines().nth(2).is_some() && lines.all(|line| face(line.trim()).is_some()) {
        return Some("each line has one card, and the cards are not whole decks in turn; expected a deck a line, such as AS 10H 2C".into());
    }
    let (_, sizes) = Translator::of_deals(&text)?;
    let seen: usize = sizes.iter().sum();
    let are_hands = sizes.len() > 1 && sizes.iter().all(|&size| size > 1);
    (seen <= MAX_SEEN || are_hands).then_some(())?;
    Some(match sizes.len() == 1 || seen == sizes.len() {
        true => format!(
            "a table with {seen} cards of each deal, not a whole pack; type --see {seen} --cards 52"
        ),
        false => format!(
            "a table with hands of one deck for each deal; type --hands {} --cards 52",
            joined(sizes, ",")
        ),
    })
}

/// Returns what stands before the second deck of the first line as the begin of a pattern: quotes, or words that end with a
/// letter, a colon or an equals sign.
fn second_label(text: &str) -> Option<String> {
    let line = text.lines().next()?;
    if line.contains("\",\"") {
        return Some("*\",\"".into());
    }
    let (first, _) = longest_run(line)?;
    let (second, _) = longest_run(&line[first.end..])?;
    let label = label(&line[..first.end + second.start])?;
    let last = label
        .trim_end_matches([' ', '[', '"'])
        .chars()
        .next_back()?;
    (last.is_alphabetic() || ":=".contains(last)).then_some(label)
}

/// Maximum number of cards in a table of the cards seen of decks. Nearly a whole deck is a deck beside other words.
const MAX_SEEN: usize = 40;

/// Minimum number of cards of a pack after a number that never changes.
const MIN_PACK: usize = 32;

/// Returns the message for a text in which a deck a line would be found, but not the decks that were shuffled.
pub fn of_other_decks(beginning: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(whole_lines(beginning)?);
    // These words could be names of cards.
    let are_objects = text.starts_with(OF_NODE[0]);
    are_objects
        .then(|| of_node(OF_NODE[0]))
        .or_else(|| sentence(&text))
        .or_else(|| related::message(&text))
        .or_else(|| columns(&text))
        .or_else(|| related::halves(&text))
}

/// Returns the message for lines that are all the same sentence.
fn sentence(text: &str) -> Option<String> {
    let first = text.lines().next()?.trim();
    let is_nothing = ["None", "undefined", "null", "nil"].contains(&first);
    if is_nothing && text.lines().all(|line| line.trim() == first) {
        return Some(format!(
            "the lines are '{first}', which stands for nothing; expected the deck itself: functions such as Python's random.shuffle change it and return nothing"
        ));
    }
    let is_sentence = first.contains(' ') && first.ends_with(['.', '!', '?', ':']);
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && face(word).is_none();
    let are_words = first.split_whitespace().all(is_word);
    let is_same = text.lines().all(|line| line.trim() == first);
    (is_sentence && are_words && is_same).then(|| {
        format!(
            "the lines are the text '{}'; expected a deck a line, such as 3 1 2 or AS 10H 2C",
            shortened(first)
        )
    })
}

/// Returns the message for a table in which each column is a deck. The first row may be a heading.
fn columns<'a>(text: &'a str) -> Option<String> {
    let rows: Vec<Vec<&'a str>> = text
        .lines()
        .map(|line| line.split([',', ';', '\t']).map(str::trim).collect())
        .collect();
    let width = rows.first()?.len();
    let are_words = |row: &Vec<&str>| row.iter().all(|field| !field.contains(' '));
    let are_cards = rows.iter().skip(1).all(are_words);
    let is_table = rows.len() > MIN_DECK && are_cards && rows.iter().all(|row| row.len() == width);
    let column = |rows: &[Vec<&'a str>], column: usize| -> Vec<&'a str> {
        rows.iter().map(|row| row[column]).collect()
    };
    let are_decks = |rows: &[Vec<&'a str>]| {
        let columns = (0..width).map(|at| column(rows, at));
        let columns: Vec<Vec<&str>> = columns.filter(|cards| !are_positions(cards)).collect();
        let width = columns.len();
        let decks: Vec<Vec<&str>> = columns.into_iter().filter_map(distinct).collect();
        let are_most = decks.len() > 1 && 2 * decks.len() >= width;
        let are_equal = are_most && decks.windows(2).all(|pair| pair[0] == pair[1]);
        // Of a long table only the first rows are seen.
        let are_rows = rows.iter().any(|row| distinct(row.clone()).is_some());
        are_equal || decks.len() == width && width > rows.len() && !are_rows
    };
    is_table.then_some(())?;
    let rest = match (are_decks(&rows), are_decks(&rows[1..])) {
        (true, _) => "",
        (false, true) => "NR > 1 ",
        (false, false) => return None,
    };
    let first = 1 + usize::from(are_positions(&column(&rows[1..], 0)));
    let separator = match text.lines().next()?.find([',', ';', '\t']) {
        Some(at) => &text[at..=at],
        None => " ",
    };
    let separator = separator.replace('\t', "\\t");
    Some(format!(
        "each column is a deck, and expected is a deck a line; for this type awk -F'{separator}' '{rest}{{for (i = {first}; i <= NF; i++) deck[i] = deck[i] \" \" $i}} END {{for (i = {first}; i <= NF; i++) print deck[i]}}' FILE | faro audit"
    ))
}

/// Returns whether these are the numbers of positions, which count from any number.
fn are_positions(cards: &[&str]) -> bool {
    let first = cards.first().and_then(|card| card.parse::<usize>().ok());
    let is_next = |(position, card): (usize, &&str)| card.parse() == Ok(position);
    first.is_some_and(|first| (first..).zip(cards).all(is_next))
}

/// Returns the cards sorted, or `None` if one of them comes twice.
fn distinct(mut cards: Vec<&str>) -> Option<Vec<&str>> {
    cards.sort_unstable();
    let are_distinct = cards.windows(2).all(|pair| pair[0] != pair[1]);
    are_distinct.then_some(cards)
}

/// Returns the message for lines of a number that never changes, before the numbers of a whole pack.
pub fn of_number_before(beginning: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(whole_lines(beginning)?);
    let mut first = None;
    let mut lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        let (number, cards) = words.split_first()?;
        let mut cards: Vec<usize> = cards
            .iter()
            .map(|card| card.parse().ok())
            .collect::<Option<_>>()?;
        cards.sort_unstable();
        let low = *cards.first().filter(|low| **low < 2)?;
        let is_pack = cards.len() >= MIN_PACK && PACKS.contains(&cards.len());
        (is_pack && cards.iter().copied().eq(low..low + cards.len()))
            .then_some((*number, cards.len()))
    });
    let is_same = lines.all(|line| line.is_some() && *first.get_or_insert(line) == line);
    let (number, cards) = first
        .flatten()
        .filter(|_| is_same && text.lines().count() > MIN_AGAIN)?;
    Some(format!(
        "each line has {number}, and then {cards} numbers of a whole deck; leave it out by --pattern '{number},{{deck}}', or --as lines takes it as a card"
    ))
}

/// Returns the texts with which all lines but the first begin and end, up to a separator. They may have words that are no
/// cards. Returns `None` for fewer than three lines, or if a pattern cannot have such a text.
pub fn ends(beginning: &[u8]) -> Option<[String; 2]> {
    let text = std::str::from_utf8(whole_lines(beginning)?).ok()?;
    let mut lines = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let first = lines.next()?;
    let (mut start, mut end) = (first, first);
    for line in lines.clone() {
        let equal = |(a, b): &(char, char)| a == b;
        let length = |(letter, _): (char, char)| letter.len_utf8();
        let common: usize = start
            .chars()
            .zip(line.chars())
            .take_while(equal)
            .map(length)
            .sum();
        start = &start[..common];
        let letters = end.chars().rev().zip(line.chars().rev());
        let common: usize = letters.take_while(equal).map(length).sum();
        end = &end[end.len() - common..];
    }
    let start = &start[..start
        .rfind([' ', ',', ';', '\t', '|', '[', '('])
        .map_or(0, |at| at + 1)];
    let end = &end[end
        .find([' ', ',', ';', '\t', '|', ']', ')'])
        .unwrap_or(end.len())..];
    let is_plain = |text: &str| !text.contains(['\'', '*', '{']);
    let is_short = start.len() + end.len() < first.len();
    (lines.count() > 0 && is_short && is_plain(start) && is_plain(end))
        .then(|| [start.into(), end.into()])
}

/// Returns the lines of the first part of a text, without the last one, which may be incomplete.
fn whole_lines(beginning: &[u8]) -> Option<&[u8]> {
    let end = beginning.iter().rposition(|&byte| byte == b'\n')?;
    Some(&beginning[..=end])
}

/// Returns the options for lines of playing cards that are the hands of one deal, as the end of a message.
pub fn of_deals(beginning: &[u8]) -> Option<String> {
    let (mut lines, mut field): (Vec<Vec<String>>, _) = (Vec::new(), None);
    Splitter::each(beginning, None, |_, text| match text {
        Ok(text) => lines.extend(faces(&String::from_utf8_lossy(text))),
        Err(LineErrorKind::Fields { first, .. }) => field = Some(first),
        Err(_) => {}
    });
    let hands = hands_in(&lines).filter(|_| lines[0].len() > 1)?;
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

/// Returns the field that holds two fields whose names differ in their numbers only, as in `decks.game1` and `decks.game2`.
pub fn outer<'a>(first: &'a str, second: &'a str) -> Option<&'a str> {
    let [first, second] = [first, second].map(|field| {
        let (outer, name) = field.rsplit_once('.').unwrap_or(("", field));
        let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        (outer, letters, letters.len() < name.len())
    });
    (first == second && first.2).then_some(first.0)
}

/// Returns the field of which two fields are lists in the first object of a text, and the sizes of its lists, if it has nothing
/// else and they may be hands of one deck: equally many cards each.
pub fn hands_of_field<'a>(
    beginning: &[u8],
    first: &'a str,
    second: &'a str,
) -> Option<(&'a str, Vec<usize>)> {
    let [outer, other] =
        [first, second].map(|field| field.rsplit_once('.').map_or("", |(outer, _)| outer));
    let line = beginning.split(|&byte| byte == b'\n').next()?;
    let object: serde_json::Value = serde_json::from_slice(line).ok()?;
    let mut keys = outer.split('.').filter(|key| !key.is_empty());
    let value = keys.try_fold(&object, |value, key| value.get(key))?;
    let lists = value.as_object()?.values();
    let sizes: Vec<usize> = lists
        .map(|list| Some(list.as_array()?.len()))
        .collect::<Option<_>>()?;
    let size = *sizes.first()?;
    let are_hands = size > 1 && sizes.iter().all(|other| *other == size);
    let fit = are_hands && sizes.iter().sum::<usize>() <= 52;
    (outer == other && !outer.is_empty() && fit).then_some((outer, sizes))
}

/// Returns the arrays in a field of JSON objects.
fn arrays_of(beginning: &[u8], field: &str) -> Vec<Vec<u8>> {
    let mut arrays = Vec::new();
    Splitter::each(beginning, Some(field), |_, text| {
        arrays.extend(text.ok().map(<[u8]>::to_vec));
    });
    arrays
}

/// Returns whether two fields of JSON objects have the decks before and after a shuffle, of which the first ones differ.
pub fn are_pairs(beginning: &[u8], [first, second]: [&str; 2]) -> bool {
    let arrays = arrays_of(beginning, first);
    let differ = arrays.windows(2).any(|pair| pair[0] != pair[1]);
    let is_plain = ![first, second].iter().any(|field| field.contains('.'));
    is_plain && differ && is_before(first) && !is_before(second)
}

/// Returns whether bytes are lines of text.
pub fn is_text(bytes: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_graphic() || b" \t\r\n".contains(byte);
    bytes.contains(&b'\n') && bytes.iter().all(is_letter)
}

/// Returns the one of two fields of JSON objects that is more likely the deck: whose arrays differ from object to object,
/// otherwise whose name says so, or whose first array is longer.
pub fn likely_field<'a>(beginning: &[u8], fields: [&'a str; 2]) -> &'a str {
    let rank = |field: &str| {
        let arrays = arrays_of(beginning, field);
        let differ = arrays.windows(2).any(|pair| pair[0] != pair[1]);
        let is_named = ["deck", "cards", "shuffled", "order"]
            .iter()
            .any(|name| field.ends_with(name));
        (differ, is_named, arrays.first().map_or(0, Vec::len))
    };
    match rank(fields[1]) >= rank(fields[0]) {
        true => fields[1],
        false => fields[0],
    }
}
