//! Finds the longest run of cards in a line, whatever stands around it.

use faro::stacks::Face;

use super::face::{face, numbered_face};

/// Minimum number of cards in a run. Dates and times are shorter runs of numbers.
const MIN_RUN: usize = 5;

/// Maximum number of letters in the name of a card that no separator follows, such as `10♥` with a selector of emoji.
const MAX_LETTERS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Face,
    Number,
}

/// Returns the longest run of playing cards or of numbers in a line. The same text, except for the number of spaces,
/// stands between any two neighbours of a run. Playing cards may also be one word, such as `AS10HKD`.
///
/// Returns no cards if the line has no run of at least five.
pub fn run(line: &str) -> Vec<String> {
    let (mut longest, mut open): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let (mut kind, mut separator, mut end) = (None, None, 0);
    for range in Face::words(line) {
        let (between, word) = (spaced(&line[end..range.start]), &line[range.clone()]);
        end = range.end;
        let joined = joined_faces(word);
        longest = longer(longest, &joined);
        let found = kind_of(word);
        let goes_on = found.is_some() && found == kind;
        if !goes_on {
            open.clear();
            separator = None;
        } else if separator.as_ref().is_some_and(|first| *first != between) {
            open.drain(..open.len() - 1);
            separator = Some(between);
        } else {
            separator = Some(between);
        }
        kind = found;
        open.extend(found.map(|_| word));
        longest = longer(longest, &open);
    }
    if longest.len() < MIN_RUN {
        longest.clear();
    }
    longest.into_iter().map(String::from).collect()
}

fn longer<'a>(longest: Vec<&'a str>, other: &[&'a str]) -> Vec<&'a str> {
    match other.len() > longest.len() {
        true => other.to_vec(),
        false => longest,
    }
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

/// Returns the playing cards of which a word consists, or nothing if it has other letters.
fn joined_faces(word: &str) -> Vec<&str> {
    let (mut faces, mut rest) = (Vec::new(), word);
    while !rest.is_empty() {
        let ends = rest
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8());
        let ends: Vec<usize> = ends.take(MAX_LETTERS).collect();
        let Some(&end) = ends.iter().rev().find(|&&end| face(&rest[..end]).is_some()) else {
            return Vec::new();
        };
        faces.push(&rest[..end]);
        rest = &rest[end..];
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

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
