//! Parses lines of card names in a known starting order, in which several cards may have the same name.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use faro::stacks::Face;
use faro_sample::shuffle::{Choices, Generator, Seed};

use super::cards::{each, with_commas};
use super::error::{LineError, LineErrorKind, Times, brief};
use crate::lines::cards::{List, one_a_line};
use crate::lines::error::{MAX_CARDS, MAX_LINE, Mismatch};

/// Signs between hands, which are no cards.
pub const SIGNS: [&str; 4] = ["|", "||", "/", "//"];

/// The distinct names of a starting order, numbered by labels, with the cards that have each name.
#[derive(Debug)]
pub struct Names {
    labels: HashMap<Box<[u8]>, u32>,
    /// For each playing card, the label of the name that denotes it in any spelling. `None` if no name or more than one
    /// name denotes that card.
    faces: [Option<u32>; Face::COUNT],
    /// For each label, the cards with this name, by their positions in the starting order.
    cards: Vec<Vec<u32>>,
    /// For each label, the number of cards with this name on the line so far.
    used: Vec<usize>,
    /// Draws which of several cards with one name a name on a line stands for.
    generator: Generator,
}

impl Names {
    pub fn new(start: &[Box<[u8]>], seed: &Seed) -> Names {
        let (mut labels, mut cards) = (HashMap::new(), Vec::new());
        for (place, name) in (0..).zip(start) {
            match labels.entry(name.clone()) {
                Entry::Vacant(new) => {
                    new.insert(cards.len() as u32);
                    cards.push(vec![place]);
                }
                Entry::Occupied(known) => cards[*known.get() as usize].push(place),
            }
        }
        let used = vec![0; cards.len()];
        let faces = faces(&labels);
        Names {
            faces,
            labels,
            cards,
            used,
            generator: Generator::unit(seed, 0),
        }
    }

    /// Returns the error for a name that is not in the starting order, or all of whose cards were drawn.
    pub fn refusal(&self, name: &[u8]) -> LineErrorKind {
        let card = brief(name);
        match self.find(name) {
            None => LineErrorKind::Unknown { card },
            Some(label) => {
                let expected = self.cards[label as usize].len();
                LineErrorKind::TooOften {
                    card,
                    times: Times {
                        found: expected + 1,
                        expected,
                    },
                    missing: None,
                }
            }
        }
    }

    /// Returns whether all cards have different names.
    pub fn are_distinct(&self) -> bool {
        self.cards.iter().all(|cards| cards.len() == 1)
    }

    /// Reads a line into `deck`, as positions in the starting order, top card first.
    pub fn read(&mut self, line: &[u8], deck: &mut [u32]) -> Result<(), LineErrorKind> {
        self.used.fill(0);
        let (mut found, mut is_unknown) = (0, false);
        each(line, &mut |name| {
            match (self.draw(name), deck.get_mut(found)) {
                (Some(card), Some(place)) => *place = card,
                _ => is_unknown = true,
            }
            found += 1;
            Ok(())
        })?;
        if found == deck.len() && !is_unknown {
            Ok(())
        } else {
            Err(self.error_kind(line))
        }
    }

    /// Returns the label of `name`: its index among the distinct names by first occurrence.
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        let face = || self.faces[face(name)?.index()];
        self.labels.get(normal(name)).copied().or_else(face)
    }

    /// Draws a card with the name `name` that is not on the line so far, each equally likely. `None` if there is none.
    pub fn draw(&mut self, name: &[u8]) -> Option<u32> {
        let label = self.find(name)? as usize;
        let (cards, used) = (&mut self.cards[label], &mut self.used[label]);
        let left = cards.len().checked_sub(*used + 1)?;
        // A step of a Fisher–Yates shuffle of `cards`: its first `used` entries are the cards already on the line.
        if left > 0 {
            cards.swap(
                *used,
                *used + self.generator.below(left as u32 + 1) as usize,
            );
        }
        *used += 1;
        Some(cards[*used - 1])
    }

    /// Returns the error that describes why a line is not a deck.
    #[cold]
    fn error_kind(&self, line: &[u8]) -> LineErrorKind {
        let (mut found, mut counts, mut unknown) = (0, vec![0; self.cards.len()], None);
        let counted = each(line, &mut |name| {
            found += 1;
            match self.find(name) {
                Some(label) => counts[label as usize] += 1,
                None => unknown = unknown.take().or(Some(brief(name))),
            }
            Ok(())
        });
        match (counted, unknown) {
            (Err(error), _) => error,
            // A word that is not a card is the more likely mistake, even if the number of cards is wrong too.
            (_, Some(card)) => LineErrorKind::Unknown { card },
            _ => {
                let expected = |label: usize| self.cards[label].len();
                let name = |label| self.name(label);
                Mismatch::of_counts(None, (found, &counts), expected, name)
                    .error_kind(|card| LineErrorKind::Unknown { card })
            }
        }
    }

    fn name(&self, label: usize) -> String {
        let name = self
            .labels
            .iter()
            .find(|(_, other)| **other as usize == label);
        brief(name.map_or(b"", |(name, _)| name))
    }
}

/// Returns the playing card with this name.
pub fn face(name: &[u8]) -> Option<Face> {
    Face::parse(std::str::from_utf8(name).ok()?)
}

/// Returns, for each playing card, the label of the only name that denotes it, or `None` if there is no such name.
fn faces(labels: &HashMap<Box<[u8]>, u32>) -> [Option<u32>; Face::COUNT] {
    let (mut faces, mut found) = ([None; Face::COUNT], [0; Face::COUNT]);
    for (name, &label) in labels {
        if let Some(face) = face(name) {
            faces[face.index()] = Some(label);
            found[face.index()] += 1;
        }
    }
    (0..Face::COUNT)
        .filter(|&face| found[face] > 1)
        .for_each(|face| faces[face] = None);
    faces
}

/// The order of the cards before the shuffle, by their names.
///
/// A starting order is written in the same way as decks, on one line or several, for example one card a line. Playing
/// cards may be written as `AS` or `Ace of Spades`, with numbers (`1. AS`) that give their order, and under a heading.
/// Other names are compared byte by byte, except for leading zeros of numbers and the variation selector (U+FE0F) that
/// some systems append to a suit.
///
/// ```
/// use faro_audit::lines::Start;
/// let start = Start::parse(b"A\xe2\x99\xa0 K\xe2\x99\xa0\nQ\xe2\x99\xa0\n")?;
/// assert_eq!(start.cards(), 3);
/// assert_eq!(start.names().next(), Some("A♠".as_bytes()));
/// # Ok::<(), faro_audit::lines::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub(super) names: Vec<Box<[u8]>>,
    /// The lines before the first card of a list of playing cards, such as a title.
    headings: Vec<String>,
}

impl Start {
    /// Parses a starting order. O(length).
    ///
    /// # Errors
    ///
    /// If a line is not a valid list of cards, if there are no cards, or if there are more than 10,000 cards.
    pub fn parse(text: &[u8]) -> Result<Start, LineError> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let known = std::str::from_utf8(text)
            .ok()
            .map(Start::from_list)
            .transpose()?
            .flatten();
        if let Some(start) = known.filter(|start| start.cards() <= MAX_CARDS) {
            return Ok(start);
        }
        let mut names = Vec::new();
        for (line, content) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            add(content, &mut names).map_err(|kind| LineError { line, kind })?;
        }
        match names.len() {
            0 => Err(LineError {
                line: 1,
                kind: LineErrorKind::Alone,
            }),
            _ => Ok(Start::from_names(names)),
        }
    }

    /// Parses a list of playing cards, or a list of other cards with one card on each line. `None` if the text is
    /// neither.
    fn from_list(text: &str) -> Result<Option<Start>, LineError> {
        if let Some(list) = List::read(text)? {
            let headings = list.headings.into_iter().map(String::from).collect();
            return Ok(Some(Start {
                headings,
                ..list.cards.into_iter().collect()
            }));
        }
        Ok(one_a_line(text).map(|names| names.into_iter().collect()))
    }

    fn from_names(names: Vec<Box<[u8]>>) -> Start {
        Start {
            names,
            headings: Vec::new(),
        }
    }

    /// Returns the lines before the first card, such as a title. They are kept for lists of playing cards only.
    pub fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Returns the number of cards in the starting order.
    pub fn cards(&self) -> usize {
        self.names.len()
    }

    /// Returns the names of the cards, top card first, in the normal form in which names are compared.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.names.iter().map(|name| &**name)
    }

    /// Parses a starting order that is a single line.
    pub(super) fn from_line(line: &[u8]) -> Result<Start, LineErrorKind> {
        let mut names = Vec::new();
        add(line, &mut names)?;
        // A line with a single field may have semicolons or vertical bars as separators.
        let others = [b';', b'|']
            .into_iter()
            .find_map(|separator| with_commas(line, separator));
        if let Some(line) = others.filter(|_| names.len() < 2) {
            names.clear();
            add(&line, &mut names)?;
        }
        if names.len() < 2 {
            Err(LineErrorKind::Alone)
        } else {
            Ok(Start::from_names(names))
        }
    }

    /// Returns the names as numbers, if all of them are distinct numbers less than `below`.
    pub(super) fn numbers(&self, below: usize) -> Option<Vec<u32>> {
        let number = |name: &[u8]| super::numbers::number(name).filter(|&number| number < below);
        let numbers: Vec<u32> = self
            .names
            .iter()
            .map(|name| number(name).map(|number| number as u32))
            .collect::<Option<_>>()?;
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted
            .windows(2)
            .all(|pair| pair[0] != pair[1])
            .then_some(numbers)
    }
}

/// Makes a starting order from the names of its cards, top card first.
impl<T: AsRef<str>> FromIterator<T> for Start {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Start {
        Start::from_names(
            names
                .into_iter()
                .map(|name| normal(name.as_ref().as_bytes()).into())
                .collect(),
        )
    }
}

fn add(line: &[u8], names: &mut Vec<Box<[u8]>>) -> Result<(), LineErrorKind> {
    if line.len() > MAX_LINE {
        return Err(LineErrorKind::TooLong);
    }
    each(line, &mut |name| {
        if names.len() == MAX_CARDS {
            return Err(LineErrorKind::TooManyCards);
        }
        if !SIGNS.iter().any(|sign| sign.as_bytes() == name) {
            names.push(normal(name).into());
        }
        Ok(())
    })
}

/// Returns the distinct names of a starting order, and the number of cards with each name. The names are in the order
/// of their first occurrence.
pub fn kinds(start: &Start) -> (Vec<Box<[u8]>>, Vec<usize>) {
    let (mut names, mut sizes) = (Vec::new(), Vec::new());
    for (name, label) in start.names.iter().zip(start.labels()) {
        if label as usize == names.len() {
            names.push(name.clone());
            sizes.push(0);
        }
        sizes[label as usize] += 1;
    }
    (names, sizes)
}

impl Start {
    /// Returns the number of cards with each distinct name. The names are in the order of their first occurrence.
    ///
    /// ```
    /// use faro_audit::lines::Start;
    ///
    /// let start: Start = ["red", "black", "red"].iter().collect();
    /// assert_eq!(start.kinds(), [2, 1]);
    /// assert_eq!(start.labels(), [0, 1, 0]);
    /// ```
    pub fn kinds(&self) -> Vec<usize> {
        kinds(self).1
    }

    /// Returns for each card, top card first, the index of its name among the distinct names. The names are in the
    /// order of their first occurrence.
    pub fn labels(&self) -> Vec<u32> {
        let mut labels = HashMap::new();
        let label = |name| {
            let next = labels.len() as u32;
            *labels.entry(name).or_insert(next)
        };
        self.names.iter().map(label).collect()
    }
}

/// Returns the normal form in which names are compared. It has no leading zeros and no variation selector (U+FE0F).
pub fn normal(name: &[u8]) -> &[u8] {
    if name.iter().all(u8::is_ascii_digit) {
        let zeros = name.iter().take_while(|&&byte| byte == b'0').count();
        return &name[zeros.min(name.len().saturating_sub(1))..];
    }
    name.strip_suffix("\u{fe0f}".as_bytes()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_they_are_compared() {
        for (name, as_compared) in [
            ("007", "7"),
            ("000", "0"),
            ("7♥\u{fe0f}", "7♥"),
            ("0A", "0A"),
            ("", ""),
        ] {
            assert_eq!(normal(name.as_bytes()), as_compared.as_bytes());
        }
    }

    #[test]
    fn orders() {
        let one = Start::parse("A, B of C,\r\nD\n\n".as_bytes()).unwrap();
        assert_eq!(one, ["A", "B of C", "D"].iter().collect());
        assert_eq!(
            Start::parse(b"\xef\xbb\xbf[1, 03]").unwrap().numbers(10),
            Some(vec![1, 3])
        );
        assert_eq!(Start::parse(b"1 10").unwrap().numbers(10), None);
        assert_eq!(Start::parse(b"1 01").unwrap().numbers(10), None);
        assert_eq!(Start::parse(b"A").unwrap().cards(), 1);
        for (text, line, kind) in [
            ("", 1, LineErrorKind::Alone),
            ("A B\nC,,D", 2, LineErrorKind::Nothing),
            (&"A ".repeat(MAX_CARDS + 1), 1, LineErrorKind::TooManyCards),
        ] {
            assert_eq!(Start::parse(text.as_bytes()), Err(LineError { line, kind }));
        }
    }
}
