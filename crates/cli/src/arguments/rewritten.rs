//! Command lines that are typed in a wrong form, and the lines that are meant by them.

use faro::Word;
use faro_render::one_based;

use crate::arguments::typed_line::{Line, SHUFFLERS, is_number, is_shuffle};

/// Wrong lines, and what is meant by each.
///
/// A capital letter stands for a word of the line: R for a random shuffle, S for any shuffle, W for a word that is no
/// number and no option, and each other letter for a number. Options after the wrong line stay.
const ROWS: &[(&str, &str)] = &[
    ("bits W", "bits --list"),
    ("bits N W", "bits --list"),
    ("completions W V", "completions W"),
    ("cycles N --list", "cycles N out"),
    ("cycles N R", "simulate N R"),
    ("deck N S --times T --samples M", "deck N S^T --samples M"),
    ("group N R", "mix N R"),
    ("group W N", "group N W"),
    ("list generator", "bits --list"),
    ("list generators", "bits --list"),
    ("matrix N S --card C", "matrix N S --format csv"),
    ("odds N K M", "odds N --of K --see M"),
    ("simulate N S -n M", "simulate N S --samples M"),
    ("sizes N S --max M", "sizes N --kind S --limit M"),
    ("sweep N M", "sweep N..=M"),
    ("sweep N M W", "sweep N..=M W"),
    ("where N S C T", "where N S --card C --times T"),
];

/// Returns command lines that the user may have meant by `line`, the likeliest first.
pub fn rewritten(line: &Line) -> Vec<Vec<String>> {
    let typed = [&[line.command][..], &line.words].concat();
    let rows = ROWS.iter().filter_map(|(wrong, meant)| {
        let wrong: Vec<&str> = wrong.split(' ').collect();
        let (begin, rest) = typed.split_at_checked(wrong.len())?;
        let is_row = wrong.iter().zip(begin).all(|(slot, word)| fits(slot, word));
        let is_rest = rest.first().is_none_or(|word| word.starts_with('-'));
        (is_row && is_rest).then(|| {
            let meant = meant.split(' ').map(|slot| filled(slot, &wrong, begin));
            meant.chain(rest.iter().map(|&word| word.into())).collect()
        })
    });
    rows.chain(of_lists(&typed)).collect()
}

/// Returns the single capital letter that stands for a word.
fn letter(slot: &str) -> Option<char> {
    let mut letters = slot.chars();
    let first = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(first)
}

fn fits(slot: &str, word: &str) -> bool {
    match letter(slot) {
        None => slot == word,
        Some('R') => Word::parse_counting_from(word, one_based::FIRST)
            .is_ok_and(|shuffle| shuffle.is_random()),
        Some('S') => is_shuffle(word),
        Some('V' | 'W') => !is_number(word) && !word.starts_with('-'),
        Some(_) => is_number(word),
    }
}

/// Returns `slot` with the words of the line instead of its capital letters.
fn filled(slot: &str, wrong: &[&str], words: &[&str]) -> String {
    let word_of = |capital: char| {
        let at = wrong.iter().position(|slot| letter(slot) == Some(capital));
        at.map_or_else(|| capital.into(), |at| words[at].to_string())
    };
    slot.chars().map(word_of).collect()
}

/// Returns what is meant by several arguments in one word, or by one argument in a wrong form of list.
fn of_lists(typed: &[&str]) -> Vec<Vec<String>> {
    let line = |words: &[&str], rest: &[&str]| {
        let words = [words, rest].concat();
        vec![words.into_iter().map(String::from).collect()]
    };
    match typed {
        [command @ ("group" | "route" | "solve"), rest @ ..] if rest.join(" ").contains(';') => {
            let rest: Vec<String> = rest.iter().map(|word| word.replace(';', ",")).collect();
            let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
            line(&[*command], &rest)
        }
        ["inspect", digits] if is_deck_of_digits(digits) => {
            let cards: Vec<&str> = digits.split("").filter(|card| !card.is_empty()).collect();
            line(&["inspect"], &cards)
        }
        ["solve", from, to, rest @ ..] => {
            let (Some((cards, from)), Some((_, to))) = (bracketed(from), bracketed(to)) else {
                return Vec::new();
            };
            line(&["solve", &cards.to_string(), &from, &to], rest)
        }
        [command, first, rest @ ..] if SHUFFLERS.contains(command) => match first.split_once(' ') {
            Some((cards, shuffle)) if is_number(cards) => line(&[*command, cards, shuffle], rest),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns whether the digits of a text are the numbers of a deck, as in `3142`.
fn is_deck_of_digits(text: &str) -> bool {
    let mut digits: Vec<char> = text.chars().collect();
    digits.sort_unstable();
    digits.len() > 1 && digits.into_iter().eq(('1'..='9').take(text.len()))
}

/// Returns the length of a list of numbers such as `1 2 3`, and the list in brackets.
fn bracketed(text: &str) -> Option<(usize, String)> {
    let numbers: Vec<&str> = text
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .collect();
    let is_list = numbers.len() > 1 && numbers.iter().all(|number| is_number(number));
    is_list.then(|| (numbers.len(), format!("[{}]", numbers.join(","))))
}
