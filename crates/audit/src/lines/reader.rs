//! Parses lines into complete decks. The first deck determines how the cards are named.

use super::cards::{self, with_commas};
use super::error::{LineError, LineErrorKind, brief};
use super::names::{Names, Start, face, normal};
use super::numbers::{CardNumbers, MAX_NUMBER, number};
use crate::lines::error::{MAX_CARDS, MAX_LINE};
use faro_sample::shuffle::Seed;

/// Parses lines into decks. The first line determines how cards are named.
///
/// ```
/// use faro_audit::lines::{Naming, Reader};
///
/// let mut reader = Reader::new();
/// assert_eq!(reader.read(b"3 1 2")?, Some([2, 0, 1].as_slice()));
/// assert_eq!(reader.naming(), Some(Naming::CountedFrom(1)));
/// assert_eq!(reader.read(b"[2, 3, 1]\r")?, Some([1, 2, 0].as_slice()));
/// assert_eq!(reader.read(b"")?, None);
/// let wrong = reader.read(b"2 2 1").unwrap_err();
/// assert_eq!(wrong.to_string(), "line 4: card 2 twice, card 3 missing");
/// # Ok::<(), faro_audit::lines::LineError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    labels: Labels,
    /// The starting order, if it was given or read.
    start: Option<Start>,
    /// The required number of cards, if it was set.
    cards: Option<usize>,
    /// Starting orders of packs of playing cards. The first deck selects the pack that has all its cards.
    packs: Vec<Start>,
    /// The separator that replaces commas in this text, a semicolon or a vertical bar, if there is one.
    separator: Option<u8>,
    /// Whether at least one deck was read.
    has_begun: bool,
    /// The number of the last line read, from 1.
    lines: u64,
    deck: Vec<u32>,
}

/// Separators that are tried if the first line is not a deck with commas, tabs or white space as separators.
const OTHER_SEPARATORS: [u8; 2] = [b';', b'|'];

/// How the reader identifies the cards of a deck.
#[derive(Debug)]
enum Labels {
    /// By numbers, before the first deck, which decides whether they count from 0 or from 1.
    Counted,
    /// By names, before the first line, which is the starting order. The seed decides the draws for equal names.
    First(Seed),
    Numbers(CardNumbers),
    Names(Box<Names>),
}

/// How the cards of the decks are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
pub enum Naming {
    /// By consecutive numbers. The value is the number of the first card, 0 or 1.
    CountedFrom(u32),
    /// By distinct names in a given starting order.
    Names,
    /// By the playing cards of a pack. The starting order is that of the pack when it is new.
    Pack,
    /// By names in a given starting order, in which several cards have the same name.
    Alike,
    /// By names, where each line gives its own starting order.
    Own,
}

impl Reader {
    /// Returns a reader for decks of numbers. They count from 0 if the first deck has a 0, otherwise from 1.
    pub fn new() -> Reader {
        Reader::with_labels(Labels::Counted)
    }

    /// Returns a reader for decks of names with the starting order `start`.
    ///
    /// If several cards have the same name, draws from `seed` decide which card a name on a line stands for.
    ///
    /// ```
    /// use faro::shuffle::Seed;
    /// use faro_audit::lines::{Reader, Start};
    ///
    /// let start: Start = ["A♠", "K♠", "Q♠"].iter().collect();
    /// let mut reader = Reader::starting_with(&start, &Seed::from(1));
    /// assert_eq!(reader.read("Q♠ A♠ K♠".as_bytes())?, Some([2, 0, 1].as_slice()));
    /// # Ok::<(), faro_audit::lines::LineError>(())
    /// ```
    pub fn starting_with(start: &Start, seed: &Seed) -> Reader {
        let mut reader = Reader::with_labels(Labels::Counted);
        reader.learn(start, seed);
        reader
    }

    /// Returns a reader for decks of names. The first line is the starting order, and each later line is a deck.
    ///
    /// If several cards have the same name, draws from `seed` decide which card a name on a line stands for.
    pub fn starting_with_first(seed: &Seed) -> Reader {
        Reader::with_labels(Labels::First(*seed))
    }

    fn with_labels(labels: Labels) -> Reader {
        Reader {
            labels,
            start: None,
            cards: None,
            packs: Vec::new(),
            separator: None,
            has_begun: false,
            lines: 0,
            deck: Vec::new(),
        }
    }

    /// Makes the reader accept decks of playing cards.
    ///
    /// If the first deck has playing cards, the starting order is the pack among `packs` that has all its cards.
    pub fn of_packs(self, packs: impl IntoIterator<Item = Start>) -> Reader {
        Reader {
            packs: packs.into_iter().collect(),
            ..self
        }
    }

    /// Makes the reader refuse a first deck that does not have `cards` cards.
    pub fn of_cards(self, cards: usize) -> Reader {
        Reader {
            cards: Some(cards),
            ..self
        }
    }

    /// Returns how the cards are named, or `None` before that is known from the first deck.
    pub fn naming(&self) -> Option<Naming> {
        match &self.labels {
            Labels::Counted | Labels::First(_) => None,
            Labels::Numbers(numbers) => {
                Some(numbers.first.map_or(Naming::Names, Naming::CountedFrom))
            }
            Labels::Names(_) if !self.packs.is_empty() => Some(Naming::Pack),
            Labels::Names(names) if names.are_distinct() => Some(Naming::Names),
            Labels::Names(_) => Some(Naming::Alike),
        }
    }

    /// Returns the starting order, if it was given, read from the first line, or taken from a pack.
    pub fn start(&self) -> Option<&Start> {
        self.start.as_ref()
    }

    /// Returns the number of cards in a deck, or `None` before it is known from the first deck.
    pub fn cards(&self) -> Option<usize> {
        self.naming().map(|_| self.deck.len())
    }

    /// Returns the number of the last line read. Blank lines are counted.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Reads the next line, with or without its line end, and returns its deck.
    ///
    /// The deck is given top card first, each card by its position in the starting order, from 0. Returns `None` for a
    /// blank line and for the starting order.
    ///
    /// O(length). Plain numbers take about 2 ns each.
    ///
    /// # Errors
    ///
    /// If the line is not a permutation of the cards. The reader can then read the next line.
    pub fn read(&mut self, line: &[u8]) -> Result<Option<&[u32]>, LineError> {
        self.read_at(self.lines + 1, line)
    }

    /// Reads `line`, whose line number is `number`, and returns its deck as [`Reader::read`] does.
    ///
    /// # Errors
    ///
    /// If the line is not a permutation of the cards.
    pub fn read_at(&mut self, number: u64, line: &[u8]) -> Result<Option<&[u32]>, LineError> {
        self.lines = number;
        let is_deck = self
            .read_line(line)
            .map_err(|kind| LineError { line: number, kind })?;
        self.has_begun |= is_deck;
        Ok(is_deck.then_some(&self.deck))
    }

    /// Reads a line into `self.deck`, and returns whether it is a deck and not blank or a starting order.
    fn read_line(&mut self, line: &[u8]) -> Result<bool, LineErrorKind> {
        let line = if self.lines == 1 {
            unmarked(line)?
        } else {
            line
        };
        if line.len() > MAX_LINE {
            return Err(LineErrorKind::TooLong);
        }
        if line.trim_ascii_start().is_empty() {
            return Ok(false);
        }
        match self.separator {
            Some(separator) => match with_commas(line, separator) {
                Some(line) => self.fields(&line),
                None => self.fields(line),
            },
            None if self.has_begun => self.fields(line),
            None => self
                .fields(line)
                .or_else(|kind| self.otherwise_separated(line, kind)),
        }
    }

    /// Reads the first line with semicolons, then with vertical bars as separators. Returns the error `kind` if the
    /// line is a deck with neither.
    fn otherwise_separated(
        &mut self,
        line: &[u8],
        kind: LineErrorKind,
    ) -> Result<bool, LineErrorKind> {
        for separator in OTHER_SEPARATORS {
            let Some(line) = with_commas(line, separator) else {
                continue;
            };
            match self.fields(&line) {
                Ok(known) => {
                    self.separator = Some(separator);
                    return Ok(known);
                }
                Err(LineErrorKind::NotANumber { .. } | LineErrorKind::Unknown { .. }) => {}
                Err(kind) => return Err(kind),
            }
        }
        Err(kind)
    }

    /// Reads a line whose separators are known, and returns whether it is a deck and not the starting order.
    fn fields(&mut self, line: &[u8]) -> Result<bool, LineErrorKind> {
        match &mut self.labels {
            Labels::Numbers(numbers) => numbers.read(line, &mut self.deck)?,
            Labels::Names(names) => names.read(line, &mut self.deck)?,
            Labels::Counted => self.first_deck(line)?,
            Labels::First(seed) => {
                let (start, seed) = (Start::from_line(line)?, *seed);
                expect(start.cards(), self.cards)?;
                self.learn(&start, &seed);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads the first deck, and learns from it whether numbers count from 0 or from 1, or which pack is used.
    fn first_deck(&mut self, line: &[u8]) -> Result<(), LineErrorKind> {
        if let Some(start) = self.pack(line)? {
            let mut names = Names::new(&start.names, &Seed::from(0));
            let mut deck = vec![0; start.cards()];
            names.read(line, &mut deck)?;
            self.start = Some(spelled(start, line, &deck)?);
            (self.labels, self.deck) = (Labels::Names(Box::new(names)), deck);
            return Ok(());
        }
        if line.trim_ascii_start().starts_with(b"{") {
            return Err(LineErrorKind::Object);
        }
        let (cards, has_zero) = survey(line)?;
        self.packs.clear();
        expect(cards, self.cards)?;
        let mut numbers = CardNumbers::counted(cards, if has_zero { 0 } else { 1 });
        let mut deck = vec![0; cards];
        numbers.read(line, &mut deck)?;
        (self.labels, self.deck) = (Labels::Numbers(numbers), deck);
        Ok(())
    }

    /// Returns the pack that has all cards of a line. Returns `None` if there is no such pack, if the line consists of
    /// numbers, or if it has at most half as many cards as the pack.
    fn pack(&self, line: &[u8]) -> Result<Option<Start>, LineErrorKind> {
        if line
            .iter()
            .all(|&byte| byte.is_ascii_digit() || cards::is_separator(byte))
        {
            return Ok(None);
        }
        let (mut cards, mut names) = (0, Vec::new());
        cards::each(line, &mut |name| {
            cards += 1;
            names.push(name.to_vec());
            if cards <= MAX_CARDS {
                Ok(())
            } else {
                Err(LineErrorKind::TooManyCards)
            }
        })?;
        let has_all = |pack: &&Start| {
            let pack = Names::new(&pack.names, &Seed::from(0));
            names.iter().all(|name| pack.find(name).is_some())
        };
        let packs: Vec<&Start> = self.packs.iter().filter(has_all).collect();
        several_packs(cards, packs.iter().map(|pack| pack.cards()).min())?;
        let of_cards = |pack: &&Start| self.cards.is_none_or(|cards| cards == pack.cards());
        let packs = packs.into_iter().filter(of_cards);
        let best = packs.min_by_key(|pack| pack.cards().abs_diff(names.len()));
        Ok(best.filter(|pack| 2 * names.len() > pack.cards()).cloned())
    }

    fn learn(&mut self, start: &Start, seed: &Seed) {
        (self.labels, self.deck) = (Labels::from_start(start, seed), vec![0; start.cards()]);
        self.start = Some(start.clone());
    }
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Labels {
    fn from_start(start: &Start, seed: &Seed) -> Labels {
        match start.numbers(MAX_NUMBER) {
            Some(numbers) => Labels::Numbers(CardNumbers::in_order(numbers)),
            None => Labels::Names(Box::new(Names::new(&start.names, seed))),
        }
    }
}

/// Returns the number of cards on a line of numbers, and whether one of the numbers is 0.
fn survey(line: &[u8]) -> Result<(usize, bool), LineErrorKind> {
    let (mut cards, mut has_zero) = (0, false);
    cards::each(line, &mut |field| {
        let number = number(field).ok_or_else(|| no_number(line, field))?;
        has_zero |= number == 0;
        cards += 1;
        if cards > MAX_CARDS {
            Err(LineErrorKind::TooManyCards)
        } else {
            Ok(())
        }
    })?;
    if cards < 2 {
        Err(LineErrorKind::Alone)
    } else {
        Ok((cards, has_zero))
    }
}

/// Returns the error for a line with a `field` that is no number. If nearly all fields are playing cards, it
/// names the first one that is none. If all are, they are too few for a pack.
#[cold]
fn no_number(line: &[u8], field: &[u8]) -> LineErrorKind {
    let (mut cards, mut known, mut faces, mut others, mut hidden) = (0, 0, 0, Vec::new(), None);
    let _ = cards::each(line, &mut |name| {
        cards += 1;
        match face(name) {
            _ if matches!(name, b"?" | b"." | b"_") => {
                hidden = hidden.take().or(Some(brief(name)));
                return Ok(());
            }
            Some(_) => faces += 1,
            None => others.push(name.to_vec()),
        }
        known = cards;
        Ok(())
    });
    let are_numbers = others.iter().all(|name| number(name).is_some());
    match (hidden, others.first()) {
        (Some(found), _) if known > 0 && are_numbers => LineErrorKind::Hidden {
            found,
            seen: known,
            cards,
        },
        (None, None) if cards > 1 => LineErrorKind::Few { found: cards },
        (_, Some(found)) if faces > 3 * others.len() => LineErrorKind::NotAFace {
            found: brief(found),
        },
        _ => LineErrorKind::NotANumber {
            found: brief(field),
        },
    }
}

/// Returns an error if a line of `found` cards appears to be two or more packs, of each of which at most one card is missing
/// or surplus. `pack` is the size of the smallest pack that has all cards of the line.
fn several_packs(found: usize, pack: Option<usize>) -> Result<(), LineErrorKind> {
    match pack.map(|cards| (cards, (2 * found + cards) / (2 * cards))) {
        Some((cards, packs)) if packs > 1 && found.abs_diff(packs * cards) <= packs => {
            Err(LineErrorKind::Packs {
                found,
                packs,
                cards,
            })
        }
        _ => Ok(()),
    }
}

/// Returns the starting order `start` with each card spelled as on the line. `deck` gives the cards of the line.
fn spelled(mut start: Start, line: &[u8], deck: &[u32]) -> Result<Start, LineErrorKind> {
    let mut cards = deck.iter();
    cards::each(line, &mut |name| {
        if let Some(&card) = cards.next() {
            start.names[card as usize] = normal(name).into();
        }
        Ok(())
    })?;
    Ok(start)
}

fn expect(found: usize, expected: Option<usize>) -> Result<(), LineErrorKind> {
    match expected {
        Some(expected) if expected != found => Err(LineErrorKind::Count {
            found,
            expected,
            difference: super::error::CountDifference::Unclear,
        }),
        _ => Ok(()),
    }
}

/// Returns the first line without a UTF-8 byte order mark. A UTF-16 byte order mark is an error.
fn unmarked(line: &[u8]) -> Result<&[u8], LineErrorKind> {
    match line {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Err(LineErrorKind::Utf16),
        [0xef, 0xbb, 0xbf, rest @ ..] => Ok(rest),
        _ => Ok(line),
    }
}
