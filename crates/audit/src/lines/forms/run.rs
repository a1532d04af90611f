//! Finds the longest run of cards in a line, whatever stands around it.

use std::collections::HashSet;
use std::ops::Range;

use faro::stacks::Face;

use super::face::{face, numbered_face};
use super::tokens::sorted;

/// Minimum number of cards in a run. Dates and times are shorter runs of numbers.
const MIN_RUN: usize = 5;

/// Maximum number of letters in the name of a card that no separator follows, such as `10♥` with a selector of emoji.
const MAX_LETTERS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Face,
    Number,
}

/// Returns the place in `line` of its longest run of playing cards or of numbers, and the cards. The same text, except for
/// the number of spaces, stands between any two neighbours of a run. Playing cards may also be one word, such as `AS10HKD`.
/// O(length).
///
/// Returns `None` if no word of the line is a playing card or a number.
///
/// ```
/// use faro_audit::lines::longest_run;
///
/// let line = "12:01 deck=AS,KD,10H (5 ms)";
/// let (place, cards) = longest_run(line).unwrap();
/// assert_eq!((&line[..place.start], cards), ("12:01 deck=", vec!["AS", "KD", "10H"]));
/// ```
pub fn longest_run(line: &str) -> Option<(Range<usize>, Vec<&str>)> {
    let runs = runs(line).into_iter();
    let longest = runs.reduce(|longest, run| {
        if run.len() > longest.len() {
            run
        } else {
            longest
        }
    })?;
    let place = longest.first()?.start..longest.last()?.end;
    Some((place, longest.into_iter().map(|card| &line[card]).collect()))
}

/// Returns the places of the cards in all runs of a line, in the order of their ends.
fn runs(line: &str) -> Vec<Vec<Range<usize>>> {
    let (mut runs, mut open) = (Vec::new(), Vec::new());
    let mut keep = |run: &[Range<usize>]| {
        if !run.is_empty() {
            runs.push(run.to_vec());
        }
    };
    let (mut kind, mut separator, mut end) = (None, None, 0);
    for range in Face::words(line) {
        let between = spaced(&line[end..range.start]);
        end = range.end;
        let found = kind_of(&line[range.clone()]);
        if found.is_none() || found != kind {
            keep(&open);
            open.clear();
            separator = None;
        } else if *separator.get_or_insert_with(|| between.clone()) != between {
            keep(&open);
            open.drain(..open.len() - 1);
            separator = Some(between);
        }
        kind = found;
        keep(&joined_faces(line, &range));
        open.extend(found.map(|_| range));
    }
    keep(&open);
    runs
}

/// Returns whether a line has several decks of the same different cards, at least five: in runs of their own, or one after
/// another in one run.
///
/// ```
/// use faro_audit::lines::has_several_decks;
///
/// assert!(has_several_decks("7;0 1 2 3 4;4 0 3 1 2"));
/// assert!(has_several_decks("0 1 2 3 4 4 0 3 1 2"));
/// ```
pub fn has_several_decks(line: &str) -> bool {
    let name = |card: &Range<usize>| {
        let text = &line[card.clone()];
        numbered_face(text).unwrap_or_else(|| text.into())
    };
    let decks = |run: &Vec<Range<usize>>| -> Vec<Vec<String>> {
        let cards: Vec<String> = run.iter().map(name).collect();
        let different: HashSet<&String> = cards.iter().collect();
        let decks = cards.chunks(different.len());
        decks.map(|deck| sorted(deck.to_vec())).collect()
    };
    let mut runs = runs(line);
    runs.retain(|run| run.len() >= MIN_RUN);
    let decks: Vec<Vec<String>> = runs.iter().flat_map(decks).collect();
    let are_different = |deck: &Vec<String>| {
        deck.len() >= MIN_RUN && deck.windows(2).all(|pair| pair[0] != pair[1])
    };
    (1..decks.len()).any(|at| are_different(&decks[at]) && decks[..at].contains(&decks[at]))
}

/// Returns the cards of the longest run in a line, or nothing if they are fewer than five.
pub fn run(line: &str) -> Vec<String> {
    let cards = longest_run(line).map(|(_, cards)| cards);
    let cards = cards
        .filter(|cards| cards.len() >= MIN_RUN)
        .unwrap_or_default();
    cards.into_iter().map(String::from).collect()
}

fn kind_of(word: &str) -> Option<Kind> {
    match word.parse::<u32>() {
        Ok(_) => Some(Kind::Number),
        Err(_) => numbered_face(word).map(|_| Kind::Face),
    }
}

/// Returns a text without its spaces, or one space if it has nothing else.
fn spaced(text: &str) -> String {
    let plain: String = text.split_whitespace().collect();
    match plain.is_empty() {
        true => " ".into(),
        false => plain,
    }
}

/// Returns the places in `line` of the playing cards of which the word at `range` consists, or nothing if it has other
/// letters.
fn joined_faces(line: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let (mut faces, mut at) = (Vec::new(), range.start);
    while at < range.end {
        let letters = line[at..range.end].char_indices().take(MAX_LETTERS);
        let ends: Vec<usize> = letters
            .map(|(index, letter)| at + index + letter.len_utf8())
            .collect();
        let Some(&end) = ends
            .iter()
            .rev()
            .find(|&&end| face(&line[at..end]).is_some())
        else {
            return Vec::new();
        };
        faces.push(at..end);
        at = end;
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_decks_of_the_same_cards() {
        for (line, expected) in [
            ("7,AS KD 3C 4H 10D,3C KD 4H 10D AS", true),
            ("0 1 2 3 4 -> 4 0 3 1 2", true),
            ("7,AS KD 3C 4H 10D,2C KD 4H 10D AS", false),
            ("7,AS KD 3C 4H 10D,AS KD", false),
            ("3 1 2 0 4 0 1 2 4 3 4 3 2 1 0", true),
            ("3 1 2 0 4 0 1 2 4 4", false),
            ("0 0 0 0 1 1 1 1 0 0 0 0", false),
        ] {
            assert_eq!(has_several_decks(line), expected, "{line}");
        }
    }

    #[test]
    fn the_longest_run() {
        for (line, expected) in [
            ("1,AS KD 3C 4H 10D,ann", "AS KD 3C 4H 10D"),
            (
                r#""2026-03-01 12:00:00",7,"AS KD 3C 4H 5D","P1""#,
                "AS KD 3C 4H 5D",
            ),
            ("[INFO] deck=AS,KD,3C,4H,5D", "AS KD 3C 4H 5D"),
            ("7;ASKD3C4H10D", "AS KD 3C 4H 10D"),
            ("0;♠A-♦K-♣3-♥4-♦10;x", "♠A ♦K ♣3 ♥4 ♦10"),
            ("12,4 0 3  1 2,9", "4 0 3 1 2"),
            (r#"[1] "AS" "KD" "3C"  "4H" "5D""#, "AS KD 3C 4H 5D"),
            ("12:00:01 3 1 2", ""),
            ("AS KD, 3C 4H 5D", ""),
        ] {
            assert_eq!(run(line).join(" "), expected, "{line}");
        }
    }
}
