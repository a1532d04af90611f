//! Splits text into the names of cards, and sorts and cleans names.

use std::cmp::Ordering;

use super::face::numbered_face;
use crate::lines::names::SIGNS;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Separator {
    #[default]
    Space,
    Comma,
    Semicolon,
    Tab,
    TwoSpaces,
    /// A word of signs, such as `|`, `/` or `->`.
    Signs,
    /// Commas, and between some names a word such as `v` or `and`.
    Pairs,
    /// The spaces between names of this number of words each.
    Words(usize),
}

impl Separator {
    /// Returns whether it separates names of several words, where nothing else is on the line.
    pub fn is_of_names(self) -> bool {
        matches!(self, Separator::Signs | Separator::Words(_))
    }
}

/// Minimum number of cards in a deck.
pub const MIN_CARDS: usize = 2;

/// Returns whether all names are numbers.
pub fn are_numbers(cards: &[String]) -> bool {
    cards.iter().all(|card| card.parse::<u64>().is_ok())
}

/// Returns whether names are the consecutive numbers from 0 or from 1, in any order.
pub fn are_consecutive(names: &[String]) -> bool {
    let mut numbers: Vec<usize> = names.iter().filter_map(|name| name.parse().ok()).collect();
    numbers.sort_unstable();
    let first = numbers.first().copied().unwrap_or(0);
    numbers.len() == names.len() && first <= 1 && numbers.into_iter().eq(first..first + names.len())
}

/// Returns whether all words of a line are numbers, each by 1 more than the one before.
pub fn count_up(line: &str) -> bool {
    let words = line.split([',', ';', '\t', ' ']).map(name);
    let words = words.filter(|word| !word.is_empty());
    let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]))
}

/// Returns whether a line is a rule such as `---`.
pub fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let mut letters = line.chars();
    let first = letters.next().filter(char::is_ascii_punctuation);
    line.len() > 2 && first.is_some_and(|first| letters.all(|letter| letter == first))
}

/// Returns whether a line is blank or a comment.
pub fn is_remark(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || line.starts_with("//")
        || line.starts_with("# ")
        || line.starts_with("#EXT")
        || line == "#"
        || line.starts_with("#!")
}

/// Returns whether a line has brackets or other signs only, such as the end of a list.
pub fn has_no_word(line: &str) -> bool {
    line.is_ascii() && !line.contains(|letter: char| letter.is_ascii_alphanumeric())
}

/// Returns the cards in a line of a deck of several lines. A playing card that is the line, or is between commas, may have
/// several words.
pub fn row_cards(line: &str) -> Vec<String> {
    if let Some(face) = numbered_face(line) {
        return vec![face];
    }
    let fields = tokens(line, Separator::Comma);
    let are_cards = fields.len() >= MIN_NUMBERS && are_numbers(&fields)
        || fields.iter().all(|card| numbered_face(card).is_some());
    match !fields.is_empty() && are_cards {
        true => fields,
        false => tokens(line, Separator::Space),
    }
}

/// Minimum number of numbers with commas between them that are taken for several cards.
const MIN_NUMBERS: usize = 10;

/// Maximum number of words of a line between two decks.
pub const MAX_WORDS: usize = 8;

/// Returns a cleaned line that has no cards, without its digits, or `None` if it may have cards.
pub fn heading(line: &str) -> Option<String> {
    if line.split([' ', ',', ';', '\t']).count() > MAX_WORDS {
        return None;
    }
    let words = row_cards(line);
    let is_number = |word: &String| word.parse::<u64>().is_ok();
    let has_cards =
        words.iter().all(is_number) || words.iter().any(|word| numbered_face(word).is_some());
    let text = line
        .trim()
        .chars()
        .filter(|letter| !letter.is_ascii_digit());
    (!has_cards).then(|| text.collect())
}

/// Returns the lines of the first part of a text. A last line without a line end may be incomplete, and is left out
/// unless it is the only line.
pub fn whole_lines(beginning: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = beginning.lines().collect();
    if !beginning.ends_with('\n') && lines.len() > 1 {
        lines.pop();
    }
    lines
}

/// Returns whether all lines consist of the same letters, in any order.
pub fn are_anagrams(lines: &[&str]) -> bool {
    let letters = |line: &str| sorted(line.chars().map(String::from).collect());
    let mut words = lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty());
    let Some(first) = words.next().map(letters) else {
        return false;
    };
    let is_other = |letter: char| letter == ' ' || letter.is_ascii_punctuation();
    let is_deck = |word: &str| !word.contains(is_other) && letters(word) == first;
    first.len() > MIN_CARDS && !first.contains(&" ".into()) && words.all(is_deck)
}

/// Splits a text at its separators, and returns the pieces without brackets, quotes and comments.
pub fn tokens(text: &str, separator: Separator) -> Vec<String> {
    let text = text.split(" # ").next().unwrap_or_default();
    let pieces: Vec<&str> = match separator {
        Separator::Space => outside_quotes(text, char::is_whitespace),
        Separator::Comma => outside_quotes(text, |letter| letter == ','),
        Separator::Semicolon => text.split(';').collect(),
        Separator::Tab => text.split('\t').collect(),
        Separator::TwoSpaces => text.split("  ").collect(),
        Separator::Words(words) => return several_words(text, words),
        Separator::Pairs => pairs(text),
        Separator::Signs => match at_signs(text) {
            pieces if pieces.len() > 1 => pieces,
            _ => at_sign(text),
        },
    };
    if separator != Separator::Space && pieces.len() < MIN_CARDS {
        return Vec::new();
    }
    // Between commas, a sign may be a card.
    let is_sign = |name: &String| {
        separator != Separator::Comma
            && (["-", "*", "•"].contains(&name.as_str()) || SIGNS.contains(&name.as_str()))
    };
    pieces
        .into_iter()
        .map(name)
        .filter(|name| !name.is_empty() && !is_sign(name))
        .collect()
}

/// Splits a text at its commas, and at the first sign of pairs that it has, as in `Leeds v Aston Villa`.
fn pairs(text: &str) -> Vec<&str> {
    let pieces = outside_quotes(text, |letter| letter == ',');
    match PAIR_SIGNS.iter().find(|sign| text.contains(*sign)) {
        Some(sign) if pieces.len() > 1 => {
            pieces.iter().flat_map(|piece| piece.split(sign)).collect()
        }
        _ => Vec::new(),
    }
}

/// Signs between the two names of a pair.
const PAIR_SIGNS: [&str; 6] = [" v ", " vs ", " vs. ", " - ", " and ", " & "];

/// Returns names of a number of words each. All names must be different, and some of the words equal.
fn several_words(text: &str, words: usize) -> Vec<String> {
    let are_different = |names: &[String]| {
        let names = sorted(names.to_vec());
        names.windows(2).all(|pair| pair[0] != pair[1])
    };
    let all = tokens(text, Separator::Space);
    let names: Vec<String> = all.chunks(words).map(|name| name.join("_")).collect();
    let is_whole = all.len().is_multiple_of(words);
    let has_others = text.contains([',', ';', ':']);
    match is_whole && !has_others && !are_different(&all) && are_different(&names) {
        true => names,
        false => Vec::new(),
    }
}

/// Splits a text at the word of signs only that it has most often.
fn at_signs(text: &str) -> Vec<&str> {
    let is_sign =
        |word: &&str| !word.contains(|letter: char| letter.is_alphanumeric() || is_suit(letter));
    let signs: Vec<&str> = text
        .split(' ')
        .filter(|word| !word.is_empty())
        .filter(is_sign)
        .collect();
    let count = |sign: &&&str| signs.iter().filter(|other| other == sign).count();
    let Some(sign) = signs.iter().rev().max_by_key(count) else {
        return Vec::new();
    };
    let (mut pieces, mut begin, mut end) = (Vec::new(), 0, 0);
    for word in text.split_inclusive(' ') {
        if word.trim() == *sign {
            pieces.push(&text[begin..end]);
            begin = end + word.len();
        }
        end += word.len();
    }
    pieces.push(&text[begin..]);
    pieces
}

/// Splits a text at the first sign that it has several times, if there are no spaces around it.
fn at_sign(text: &str) -> Vec<&str> {
    let mut pieces = SIGNS_INSIDE
        .map(|sign| text.split(sign).collect::<Vec<_>>())
        .into_iter();
    pieces
        .find(|pieces| pieces.len() > MIN_CARDS)
        .unwrap_or_default()
}

/// Signs that may stand between names without spaces.
const SIGNS_INSIDE: [char; 6] = ['|', '/', '>', '+', '&', '-'];

fn is_suit(letter: char) -> bool {
    ('\u{2660}'..='\u{2667}').contains(&letter)
}

/// Splits a text at separators, but for those in quotes. Quotes begin where a piece begins, and end where it ends.
fn outside_quotes(text: &str, is_separator: fn(char) -> bool) -> Vec<&str> {
    let is_edge = |letter: Option<char>| {
        letter.is_none_or(|letter| letter.is_whitespace() || ",;:=[](){}".contains(letter))
    };
    let (mut pieces, mut begin) = (Vec::new(), 0);
    let (mut quote, mut before) = (None, None);
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        match quote {
            Some(open) if letter == open && is_edge(next) && before != Some('\\') => quote = None,
            Some(_) => {}
            None if "\"'".contains(letter) && is_edge(before) => quote = Some(letter),
            None if is_separator(letter) => {
                pieces.push(&text[begin..at]);
                begin = at + letter.len_utf8();
            }
            None => {}
        }
        before = Some(letter);
    }
    pieces.push(&text[begin..]);
    // A quote that does not end is an apostrophe.
    match quote {
        Some(_) => text.split(is_separator).collect(),
        None => pieces,
    }
}

/// Returns the name of a card as one word, without quotes and brackets.
pub fn name(text: &str) -> String {
    let text =
        text.trim_matches(|letter: char| letter.is_whitespace() || "\"'[](){},;".contains(letter));
    let decimal = text.strip_suffix(".0").or(text.strip_suffix(",0"));
    // Numbers as numpy.savetxt writes them, such as 3.000000000000000000e+00.
    let is_scientific = text.contains('.') && text.contains("e+");
    let scientific = text.parse::<f64>().ok().filter(|_| is_scientific);
    match (
        decimal.filter(|whole| whole.parse::<u64>().is_ok()),
        scientific,
    ) {
        (Some(whole), _) => whole.into(),
        (None, Some(number)) if number.fract() == 0.0 => number.to_string(),
        _ => {
            let words = text.split(|letter: char| letter.is_whitespace() || ",;".contains(letter));
            let words = words.filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join("_")
        }
    }
}

/// Splits a row of a table into its fields, of which some may be empty.
pub fn fields(line: &str) -> Vec<String> {
    let split = ['\t', ';', ',']
        .into_iter()
        .map(|separator| line.split(separator).map(name).collect());
    split.max_by_key(Vec::len).unwrap_or_default()
}

/// Returns a line without the escape sequences that colour it on a terminal. Joins a pair such as `('Ace', 'Spades')`,
/// as Python prints it, into the name of one card, and `Ace of Spades`
/// among other such names into one word. Leaves out the index at the start of a line, such as `[27]`, that R prints, and the
/// number or the hyphen before a card in a list.
pub fn cleaned(line: &str) -> String {
    let plain = without_colours(line);
    let plain = match without_index(&plain) {
        Some(rest) => rest.to_string(),
        None => plain,
    };
    let text = plain.trim_start();
    let listed = numbered(text).map_or(text.trim_start_matches("- "), |(_, card)| card);
    let plain = match listed.len() < text.len() && numbered_face(listed).is_some() {
        true => listed.into(),
        false => plain,
    };
    let are_long_names =
        plain.matches(" of ").count() > 1 && !plain.contains([',', ';', '\t', '"', '\'']);
    match plain.matches("('").count() > 1 {
        true => plain.replace("', '", " "),
        false if are_long_names => plain.replace(" of ", "_of_"),
        false => plain,
    }
}

/// Returns the number before a card in a list, such as `12. Imagine`, and the card.
pub fn numbered(line: &str) -> Option<(u64, &str)> {
    let (number, card) = line.trim_start().split_once(['.', ')', ':'])?;
    Some((number.parse().ok()?, card.trim_start()))
}

/// Returns the rest of a line after an index in square brackets, as R prints vectors, and nothing of `[[27]]` above an element of a
/// list.
fn without_index(line: &str) -> Option<&str> {
    let element = line
        .strip_prefix("[[")
        .and_then(|line| line.strip_suffix("]]"));
    if element.is_some_and(|index| index.parse::<u32>().is_ok()) {
        return Some("");
    }
    let (index, rest) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    let is_index = index.parse::<u32>().is_ok() && (rest.is_empty() || rest.starts_with(' '));
    is_index.then_some(rest)
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| letter.is_ascii_alphabetic());
        plain += end.map_or("", |end| &part[end + 1..]);
    }
    plain
}

/// Sorts names. Numbers inside names are compared by value.
pub fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_by(|a, b| natural(a, b));
    names
}

pub fn natural(a: &str, b: &str) -> Ordering {
    let split = |text: &str| {
        let at = text
            .find(|letter: char| letter.is_ascii_digit())
            .unwrap_or(text.len());
        let digits: String = text[at..]
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        (
            text[..at].to_string(),
            digits.parse::<u64>().unwrap_or(0),
            text.to_string(),
        )
    };
    split(a).cmp(&split(b))
}
