//! Guesses the form of a text whose first lines are not plain decks.

use std::collections::HashSet;

use faro_audit::lines::{Form, Known, Reader, Splitter, Translator, face, longest_run};
use faro_render::numbers::joined;

use super::deals::hands_option;
use super::hints;
use super::related::label;
use crate::arguments::playing_card::{self, PACKS};

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

/// How the user says that the text is read.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The number of cards in a deck.
    pub cards: Option<usize>,
    pub form: Option<Form>,
    /// The field of JSON objects that holds the decks.
    pub field: Option<&'a str>,
    /// Maximum number of lines to skip because they are not decks.
    pub most_bad: u64,
    /// Whether only the first cards of each deck are given.
    pub is_seen: bool,
    /// Whether the cards are hands of given sizes.
    pub has_hands: bool,
}

impl Asked<'_> {
    /// Returns whether all cards of decks are given.
    pub fn is_of_whole_decks(&self) -> bool {
        !self.is_seen && !self.has_hands
    }
}

/// Returns the form of a text, or `None` if its lines are plain decks, or nothing that is known.
///
/// `reader` reads plain lines.
pub fn understand(beginning: &[u8], reader: Reader, asked: Asked) -> Option<Understood> {
    let text = first_lines(beginning)?;
    let arrays = arrays(text, asked.field);
    let (is_json, text) = match &arrays {
        Some(arrays) => (true, &arrays[..]),
        None => (false, text),
    };
    let of_deals = || of_deals(text, asked).filter(|_| !is_json);
    if asked.is_seen && asked.form.is_none() {
        return of_deals();
    }
    // A text that has very long lines, or that begins like HTML or a program, is not lines of decks.
    let is_endless = text.lines().any(|line| line.len() > MAX_LINE) && asked.cards.is_none();
    let is_other = asked.form.is_none() && text.trim_start().starts_with(['{', '<']);
    let is_plain = || match is_json {
        true => is_plain(beginning, reader, asked),
        false => is_plain(text.as_bytes(), reader, asked) && !Translator::has_other_column(text),
    };
    if is_other || (asked.form.is_none() && is_plain()) {
        return None;
    }
    let only = is_endless.then_some(Form::Stream);
    let of = |text: &str| match asked.form.or(only) {
        Some(form) => Translator::of(form, text, asked.cards),
        None => Translator::guess(text, asked.cards),
    };
    // If the whole text has no known form, the first half of its lines defines the form. A later line can then be
    // reported as wrong.
    let first = text.lines().take(text.lines().count() / 2);
    let first: String = first.flat_map(|line| [line, "\n"]).collect();
    let (translator, text) = match of(text) {
        Some(translator) => (translator, text),
        None => match of(&first) {
            Some(translator) => (translator, &first[..]),
            None => return of_deals(),
        },
    };
    let mut read = translator.clone();
    for line in text.lines() {
        let _ = read.line(line);
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

/// Returns the number of cards of the decks of a text, if it is not the one that the user says.
pub fn other_size(beginning: &[u8], reader: Reader, asked: Asked) -> Option<usize> {
    let said = asked.cards?;
    let understood = understand(
        beginning,
        reader,
        Asked {
            cards: None,
            ..asked
        },
    )?;
    let mut translator = understood.translator;
    // Plain lines have their own message.
    (translator.description() != "a deck a line").then_some(())?;
    let decks = first_lines(beginning)?
        .lines()
        .filter_map(|line| translator.line(line).ok());
    let cards = decks.flatten().next()?.split(' ').count();
    (cards != said).then_some(cards)
}

/// Returns the form of a table that has cards of each deal, if the user says that the cards of decks are partly seen.
/// Without hands, a deal must have one card in each row or column, or one row with all its cards in one column.
fn of_deals(text: &str, asked: Asked) -> Option<Understood> {
    let is_asked = asked.form.is_none_or(|form| form == Form::Rows);
    (is_asked && (asked.is_seen || asked.has_hands)).then_some(())?;
    let (translator, sizes) = Translator::of_deals(text)?;
    let fits = asked.has_hands || matches!(sizes[..], [_]) || sizes.iter().all(|&size| size == 1);
    fits.then_some(Understood {
        translator,
        is_json: false,
        known: Known::Order,
    })
}

/// Returns the reason why a text does not have the form that the user named.
pub fn misfit(beginning: &[u8], form: Form, cards: Option<usize>) -> String {
    let text = first_lines(beginning).unwrap_or_default();
    Translator::misfit(form, text, cards)
}

/// Returns the whole lines at the beginning of a text, or its whole words if it has no line end. `None` if it is not
/// UTF-8.
fn first_lines(beginning: &[u8]) -> Option<&str> {
    let end_of = |is_end: fn(&u8) -> bool| beginning.iter().rposition(is_end);
    let end = match end_of(|&byte| byte == b'\n').or_else(|| end_of(u8::is_ascii_whitespace)) {
        Some(end) if beginning.len() >= LOOKED_AT => end + 1,
        _ => beginning.len(),
    };
    let text = std::str::from_utf8(&beginning[..end]).ok()?;
    Some(text.trim_start_matches('\u{feff}'))
}

/// Returns the arrays of cards in a JSON document as lines, or `None` for another text.
fn arrays(text: &str, field: Option<&str>) -> Option<String> {
    let first: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .take(2)
        .collect();
    // R prints `[[1]]` above the first element of a list.
    let is_of_r = text
        .lines()
        .nth(1)
        .is_some_and(|line| line.trim_start().starts_with("[1]"));
    let is_document = first.starts_with('{') || ["[[", "[{"].contains(&first.as_str()) && !is_of_r;
    is_document.then_some(())?;
    let mut lines = String::new();
    Splitter::each(text.as_bytes(), field, |_, text| {
        lines.extend(text.ok().map(|text| String::from_utf8_lossy(text) + "\n"));
    });
    (!lines.is_empty()).then_some(lines)
}

/// Returns whether names are the faces of a pack, whose order is known.
pub fn is_pack(names: &[String]) -> bool {
    let pack = playing_card::pack(names.len()).unwrap_or_default();
    !pack.is_empty() && pack.iter().all(|face| names.contains(face))
}

/// Returns the faces of a pack that are not among `names`, if all names are faces and few are missing.
pub fn missing_faces(names: &[String]) -> Option<String> {
    let pack = playing_card::pack(52)?;
    let missing: Vec<&str> = pack
        .iter()
        .filter(|face| !names.contains(face))
        .map(String::as_str)
        .collect();
    let are_faces = names.len() + missing.len() == pack.len() && missing.len() <= MAX_MISSING;
    are_faces.then(|| missing.join(", "))
}

/// Returns a question if some of these names of cards may be no cards: the name that is beside the playing cards of a whole pack, or
/// words that never move beside words that are no cards.
pub fn doubt(understood: &Understood) -> Option<String> {
    let mark = match &understood.known {
        Known::Names(names) => mark(names),
        _ => None,
    };
    let (words, place) = match mark {
        Some(mark) => (
            vec![mark.clone()],
            "beside the playing cards of a whole pack in each deck",
        ),
        None => (
            understood.translator.doubtful().to_vec(),
            "at the same place on all lines",
        ),
    };
    let number = understood.translator.cards();
    if words.is_empty() || 2 * words.len() > number {
        return None;
    }
    let is_plain = |letter: char| letter.is_alphanumeric();
    let pattern = |word: &String| word.replace(|letter| !is_plain(letter), ".");
    let patterns: Vec<String> = words.iter().map(pattern).collect();
    let words: Vec<String> = words.iter().map(|word| word.replace('_', " ")).collect();
    let (are, no_cards, cards, them, sed) = match &words[..] {
        [_] => (
            "is",
            "it is no card",
            "it is one",
            "it",
            format!("'s/[ ,]*{}//'", patterns[0]),
        ),
        _ => (
            "are",
            "they are no cards",
            "they are cards",
            "them",
            format!("-E 's/[ ,]*({})//g'", patterns.join("|")),
        ),
    };
    Some(format!(
        "'{}' {are} {place}; if {no_cards}, type sed {sed} FILE | faro audit; if {cards}, --cards {} takes {them}",
        words.join("', '"),
        number
    ))
}

/// Returns the name that is among the playing cards of a whole pack, if it is no joker.
fn mark(names: &[String]) -> Option<&String> {
    let is_other = |name: &&String| playing_card::normal(name).is_none();
    let mut others = names.iter().filter(is_other);
    let (mark, None) = (others.next()?, others.next()) else {
        return None;
    };
    let faces: Vec<String> = names
        .iter()
        .filter_map(|name| playing_card::normal(name))
        .collect();
    (is_pack(&faces) && !is_joker(mark)).then_some(mark)
}

fn is_joker(name: &str) -> bool {
    let name = name.to_lowercase();
    ["*", "jok", "jk", "wild"]
        .iter()
        .any(|word| name.contains(word))
}

/// Returns the names that are no playing cards, if nearly all others are. A joker is one.
pub fn other_names(names: &[String]) -> Option<String> {
    let is_other = |name: &&String| playing_card::normal(name).is_none() && !is_joker(name);
    let others: Vec<&str> = names.iter().filter(is_other).map(String::as_str).collect();
    let are_few = !others.is_empty() && others.len() <= MAX_MISSING && names.len() >= MIN_PACK;
    are_few.then(|| others.join(", "))
}

/// Maximum number of missing faces or other names that a note names. More may be on purpose.
const MAX_MISSING: usize = 4;

/// Returns what to type for a text that is no lines of decks, as the end of a message.
pub fn remedy(beginning: &[u8]) -> Option<String> {
    let is_control = |byte: &u8| byte.is_ascii_control() && !b"\t\n\r\x0c\x1b".contains(byte);
    if beginning.len() > 3 && beginning.chunks_exact(2).all(|pair| pair[1] == 0) {
        return Some(
            "; this is text in UTF-16; iconv -f UTF-16LE -t UTF-8 FILE converts it".into(),
        );
    }
    if beginning.iter().filter(|byte| is_control(byte)).count() > 1 {
        return Some(
            "; this is a binary file, not text; for decks of N cards as bytes type --raw N".into(),
        );
    }
    let text = String::from_utf8_lossy(beginning);
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('<') && (text.contains("</") || text.contains("/>")) {
        let plain = without_tags(without_last(text)) + "\n";
        let are_decks =
            has_plain_decks(plain.as_bytes()) || Translator::guess(&plain, None).is_some();
        return Some(match are_decks {
            true => "; for its text type sed 's/<[^>]*>/ /g' FILE | faro audit".into(),
            false => {
                "; this is a page of HTML or XML; expected its decks as text, one a line".into()
            }
        });
    }
    if text.starts_with('(') && text.lines().all(|line| line.contains(")(")) {
        return Some("; for permutations in cycle notation expected the lists of their images, as GAP's ListPerm(p, n) gives them".into());
    }
    of_hands(text)
        .or_else(|| hints::of_deals(beginning))
        .or_else(|| of_hands_in_log(text))
        .or_else(|| of_log(text))
}

/// Returns a text of HTML or XML with a space in place of each tag.
fn without_tags(text: &str) -> String {
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('>').map_or("", |(_, rest)| rest));
    std::iter::once(first)
        .chain(rest)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Prints the playing cards of each line of a log.
const ONLY_CARDS: &str = r#"awk -F'[^0-9A-Za-z♠♥♦♣]+' '{for (i = 1; i <= NF; i++) if ($i ~ /^(10|[2-9TJQKA])([SHDCshdc]|♠|♥|♦|♣)$/) printf "%s ", $i; print ""}'"#;

/// Returns what to type for lines with the cards of several hands, and other text before each hand.
fn of_hands_in_log(text: &str) -> Option<String> {
    let is_letter = |letter: char| letter.is_alphanumeric() || "♠♥♦♣".contains(letter);
    let mut comes_again = false;
    // A card that comes again, as those of the board of a game of poker do, counts once.
    let mut sizes = |line: &str| -> Vec<usize> {
        let words = line.split(|letter| !is_letter(letter));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let groups = words.chunk_by(|a, b| face(a).is_some() == face(b).is_some());
        let mut seen = HashSet::new();
        let sizes = groups.map(|group| {
            let cards = group.iter().filter_map(|word| face(word));
            let (new, again): (Vec<String>, Vec<String>) =
                cards.partition(|card| seen.insert(card.clone()));
            comes_again |= !again.is_empty();
            new.len()
        });
        sizes.filter(|&size| size > 0).collect()
    };
    let mut lines = without_last(text)
        .lines()
        .filter(|line| !line.trim().is_empty());
    let are_apart = |sizes: &[usize]| sizes.iter().all(|&size| size == 1);
    let is_deal = |sizes: &Vec<usize>| {
        let are_many = sizes.len() >= MIN_PACK || sizes.len() > 1 && !are_apart(sizes);
        are_many && sizes.iter().sum::<usize>() <= 52
    };
    let tip = |records: &str, sizes: Vec<usize>, comes_again: bool| {
        let awk = ONLY_CARDS.replacen("awk", &format!("awk{records}"), 1);
        let awk = match comes_again {
            true => awk
                .replace("'{for", "'{split(\"\", seen); for")
                .replace("/) printf", "/ && !seen[$i]++) printf"),
            false => awk,
        };
        match are_apart(&sizes) {
            true => format!("; for the cards in it type {awk} FILE | faro audit"),
            false => format!(
                "; for the cards of all hands type {awk} FILE | faro audit --hands {} --cards 52",
                joined(sizes, ",")
            ),
        }
    };
    let first = sizes(lines.next()?);
    if is_deal(&first) && lines.all(|line| sizes(line) == first) {
        return Some(tip("", first, comes_again));
    }
    // A deal may be several lines, with an empty line after it.
    let mut deals = without_last_deal(text).split("\n\n");
    let first = Some(sizes(deals.next()?)).filter(is_deal)?;
    let second = deals.next()?;
    let are_same = sizes(second) == first && deals.all(|deal| sizes(deal) == first);
    are_same.then(|| tip(" -v RS=", first, comes_again))
}

/// Returns a text without the lines after its last empty line, which may be a part of a deal.
fn without_last_deal(text: &str) -> &str {
    text.trim_end().rfind("\n\n").map_or("", |end| &text[..end])
}

/// Returns a text without its last line, which may not be there as a whole, unless it is the only line.
pub fn without_last(text: &str) -> &str {
    text.rfind('\n').map_or(text, |end| &text[..end])
}

/// Lines of a log that have the same text before their cards.
struct Logged<'a> {
    /// The pattern of these lines.
    pattern: String,
    cards: Vec<Vec<&'a str>>,
    /// Whether no other line has cards.
    are_all: bool,
    /// The number of patterns, if their lines come equally often.
    turns: Option<usize>,
}

/// Returns the lines of a log with the text before the cards that most lines with cards have. `None` if most lines have only
/// cards.
fn logged(text: &str) -> Option<Logged<'_>> {
    let mut patterns: Vec<(String, Vec<Vec<&str>>)> = Vec::new();
    let (mut plain, mut lines) = (0, 0);
    for (before, cards, after) in without_last(text).lines().filter_map(cards_in) {
        lines += 1;
        // Brackets around the cards are a list.
        if before.trim_matches(['[', '(', ' ']).is_empty() {
            plain += 1;
        } else if let Some(label) = label(before) {
            let pattern = format!("{label}{{deck}}{after}");
            match patterns.iter_mut().find(|(other, _)| *other == pattern) {
                Some((_, decks)) => decks.push(cards),
                None => patterns.push((pattern, vec![cards])),
            }
        }
    }
    let turns = patterns.len();
    let count = patterns.first()?.1.len();
    let mut counts = patterns.iter().map(|(_, decks)| decks.len());
    let are_turns = turns > 1 && count > 1 && counts.all(|other| other.abs_diff(count) < 2);
    // The first one of several that are equally frequent.
    let most = patterns
        .into_iter()
        .rev()
        .max_by_key(|(_, decks)| decks.len());
    let (pattern, cards) = most.filter(|(_, decks)| decks.len() > plain.max(1))?;
    Some(Logged {
        pattern,
        are_all: cards.len() == lines,
        turns: are_turns.then_some(turns),
        cards,
    })
}

/// Returns the options that find the cards in the lines of a log.
fn of_log(text: &str) -> Option<String> {
    let Logged {
        pattern,
        cards,
        turns,
        ..
    } = logged(text)?;
    let seen = cards.iter().map(Vec::len).min().unwrap_or_default();
    let are_faces = cards.iter().all(|hand| face(hand[0]).is_some());
    let are_equal = cards.iter().all(|hand| hand.len() == seen);
    let is_deal = |turns: &usize| turns * seen <= 52 && are_equal && are_faces;
    if let Some(turns) = turns.filter(is_deal) {
        let (lines, hands) = ("- ".repeat(turns), joined(vec![seen; turns], ","));
        return Some(format!(
            "; for all hands of each deal type {ONLY_CARDS} FILE | paste -d' ' {lines}| faro audit --hands {hands} --cards 52"
        ));
    }
    let part = match (seen < MIN_PACK && are_faces, hints::hands_in(&cards)) {
        (true, Some(hands)) => format!(" {} --cards 52", hands_option(hands, seen)),
        (true, None) => format!(" --see {seen} --cards 52"),
        (false, _) => String::new(),
    };
    Some(format!(
        "; for the cards in such lines type --pattern '{pattern}'{part}"
    ))
}

/// Returns the pattern of the decks in a log: of all lines with cards, which are whole decks after the same text.
pub fn pattern_of_log(beginning: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(beginning).ok()?;
    let logged = logged(text).filter(|logged| logged.are_all)?;
    let are_whole = logged.cards.iter().all(|cards| cards.len() >= MIN_PACK);
    (are_whole && !has_plain_decks(beginning)).then_some(logged.pattern)
}

/// Minimum number of numbers after a colon that are taken for cards.
const MIN_NUMBERS: usize = 5;

/// Minimum number of cards in a line that are taken for a whole deck.
const MIN_PACK: usize = 24;

/// Returns the text before the longest run of cards in a line, the cards, and the bracket after them with a star. The cards
/// are faces, or many numbers.
fn cards_in(line: &str) -> Option<(&str, Vec<&str>, &'static str)> {
    let (place, cards) = longest_run(line)?;
    let are_faces = face(cards[0]).is_some();
    let is_named = line[..place.start]
        .trim_end_matches([' ', '[', '"'])
        .ends_with([':', '=']);
    let are_many = cards.len() >= MIN_PACK || cards.len() >= MIN_NUMBERS && is_named;
    (cards.len() > 1 && (are_faces || are_many)).then_some(())?;
    let after = match line[place.end..].chars().next() {
        None => "",
        Some(']') => "]*",
        Some(')') => ")*",
        Some(_) => return None,
    };
    Some((&line[..place.start], cards, after))
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
    let is_name = |card: &&str| card.starts_with(char::is_alphabetic) && !card.contains([':', '=']);
    let seen = first.len();
    let are_long = || text.lines().take(3).any(|line| face(line.trim()).is_some());
    let are_hands =
        seen > 1 && !are_long() && [second.len(), third.len()] == [seen; 2] && first != second;
    (are_hands && [first, second, third].iter().flatten().all(is_name)).then(|| {
        format!("; for hands of {seen} cards of a deck give the deck with --composition FILE, and --see {seen}")
    })
}

/// Returns whether the first lines are plain decks, but for a header and for lines to skip.
fn is_plain(text: &[u8], reader: Reader, asked: Asked) -> bool {
    let (decks, wrong) = plain_decks(text, reader, asked.field);
    decks > 0 && wrong <= asked.most_bad.max(1)
}

/// Returns the numbers of decks and of other lines in a text of plain decks.
fn plain_decks(text: &[u8], mut reader: Reader, field: Option<&str>) -> (u64, u64) {
    let (mut decks, mut wrong) = (0, 0);
    Splitter::each(text, field, |line, text| {
        match text.ok().map(|text| reader.read_at(line, text)) {
            Some(Ok(deck)) => decks += u64::from(deck.is_some()),
            _ => wrong += 1,
        }
    });
    (decks, wrong)
}

/// Returns whether lines after the first one are plain decks, so that it can be left out.
pub fn has_plain_decks(beginning: &[u8]) -> bool {
    let packs = PACKS.into_iter().filter_map(playing_card::pack);
    let reader = Reader::new().of_packs(packs.map(|pack| pack.iter().collect()));
    let whole = beginning.iter().rposition(|&byte| byte == b'\n');
    let (decks, wrong) = plain_decks(&beginning[..whole.unwrap_or(0)], reader, None);
    decks > wrong
}
