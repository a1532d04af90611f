//! Parses the bytes of the input into decks, and counts the decks.

pub mod arguments;
mod deals;
pub mod guess;
pub mod hints;
mod pairs;
pub mod partial;
pub mod related;
pub mod unambiguous;

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;

use data_encoding::HEXLOWER;
use faro_audit::bytes::{ByteReader, MAGIC, Row};
use faro_audit::lines::{
    CountDifference, FirstDecks, Form, Known, LineError, LineErrorKind, Naming, Pattern, Reader,
    Splitter, Translator,
};
use faro_audit::{
    CardNames, Counter, Evidence, Judgement, PartialEvidence, SequentialAudit, judge,
};
use faro_render::printable::printable;
use faro_sample::shuffle::{Choices, Generator, Seed};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::arguments::playing_card::PACKS;
use partial::{PartialDecks, own_start};

/// Maximum number of first bytes of the input that are kept for a comparison with a second run.
pub const COMPARED: usize = 1 << 12;

/// Maximum number of first decks that are kept, to look at them in another starting order.
const KEPT: usize = 3000;

/// Number of decks at the begin that are looked at for pairs.
const BEGIN: usize = 64;

/// The parameters of an intake: how decks are parsed and counted.
pub struct Wanted<'a> {
    pub reader: Reader,
    /// The number of cards in raw decks, or `None` if the input is lines of text.
    pub raw: Option<usize>,
    /// Whether a starting order gives the names of the cards.
    pub is_named: bool,
    /// The first decks, if they are looked at for sorted hands.
    pub first: Option<FirstDecks>,
    /// Whether each deck was shuffled from the previous deck.
    pub chain: bool,
    /// Whether the first deck counts even if it is in order. Otherwise such a deck is taken as the order before the
    /// shuffle.
    pub count_first: bool,
    /// Whether decks are refused if every second one follows from the others.
    pub looks_for_pairs: bool,
    /// Maximum number of decks to read.
    pub most: u64,
    /// Maximum number of lines to skip because they are not decks.
    pub most_bad: u64,
    /// The name of the field of JSON objects that holds the decks, if it is given.
    pub field: Option<&'a str>,
    /// The pattern that finds the deck in a line, if it is given. Lines that do not match are ignored.
    pub pattern: Option<Pattern>,
    /// Finds the decks in a text that is not plain lines of decks, if its form was recognised.
    pub translator: Option<Translator>,
    /// Whether the translator reads the arrays of a JSON document and not the lines of a text.
    pub is_json: bool,
    /// The options of partly visible decks, or `None` for whole decks.
    pub seen: Option<PartialDecks>,
    /// If each line begins with its own starting order, the generator that assigns cards with equal names.
    pub own: Option<Generator>,
    /// Judges decks as they arrive, with `--until-decided`. Reading ends as soon as the shuffle is found unfair.
    pub until_decided: Option<SequentialAudit>,
    /// Whether the SHA-256 of the input is computed.
    pub hashed: bool,
    pub threads: NonZero<usize>,
}

/// The decks read so far, and their counts.
pub struct Intake {
    splitter: Splitter,
    /// Splits the input into decks if it is binary, otherwise `None`.
    bytes: Option<ByteReader>,
    /// Whether the rows of binary input are decks of numbers. Otherwise the numbers are names of cards.
    is_plain: bool,
    decks: DeckParser,
    /// The SHA-256 of the input so far, if it was requested.
    digest: Option<Sha256>,
    /// The first bytes of the input.
    begin: Vec<u8>,
}

/// Parses lines, and adds the decks to the evidence.
struct DeckParser {
    reader: Reader,
    translator: Option<Translator>,
    pattern: Option<Pattern>,
    /// The first decks, until they were looked at.
    first: Option<FirstDecks>,
    /// A first line that is not a deck but may be the header of a table: its number of fields, and its error.
    header: Option<(usize, LineError)>,
    counts: WholeDeckCounts,
    /// The counts of partly visible decks, or `None` for whole decks.
    seen: Option<PartialDecks>,
    /// If each line begins with its own starting order, the generator that assigns cards with equal names.
    own: Option<Generator>,
    bad: BadLines,
    /// Maximum number of lines to skip because they are not decks.
    most_bad: u64,
}

/// The counts of whole decks.
struct WholeDeckCounts {
    chain: bool,
    /// The first decks that were counted, if they are as large as a pack.
    first: Vec<Vec<u32>>,
    /// The decks at the begin, until they were looked at for pairs.
    begin: Option<Vec<Vec<u32>>>,
    evidence: Option<Counter>,
    threads: NonZero<usize>,
    /// Maximum number of decks to read.
    most: u64,
    sequential: Option<SequentialAudit>,
    before: Before,
}

/// What is known about the order before the shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// The first deck was not read yet.
    Unknown,
    /// The first deck was in order, and was taken as the order before the shuffle.
    Line { line: u64, cards: usize },
    /// The first deck was read, and counts as a shuffled deck.
    Counts,
}

/// Minimum number of cards with which a first deck in order is taken as the order before the shuffle. A fair shuffle of 10
/// cards leaves them in order once in 3,628,800 decks.
const MIN_CARDS_IN_ORDER: usize = 10;

/// Maximum number of sorted hands of two cards. More pairs in order are no hands.
const MAX_HANDS: usize = 11;

/// The unit in which messages number the parts of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Line,
    Deck,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Line => "line",
            Unit::Deck => "deck",
        })
    }
}

const ARRAY_WITHOUT_LINES: &str = "this is an array of numpy; leave --field and --pattern out";

/// The reason why no more decks are read.
pub enum Stop {
    Enough,
    /// The decks show that the shuffle is unfair.
    Decided,
    /// A line that is not a deck, after the maximum number of such lines was skipped.
    Bad(LineError),
    /// The first deck has more cards than an audit accepts. The value is the number of cards.
    TooManyCards(usize),
    /// The input does not hold decks of this kind. The value is the reason.
    Refused(String),
}

impl Intake {
    pub fn new(wanted: Wanted) -> Intake {
        let Wanted {
            reader,
            first,
            chain,
            most,
            most_bad,
            field,
            pattern,
            translator,
            own,
            threads,
            ..
        } = wanted;
        let before = if wanted.count_first {
            Before::Counts
        } else {
            Before::Unknown
        };
        let (seen, sequential) = (wanted.seen, wanted.until_decided);
        let counts = WholeDeckCounts {
            chain,
            first: Vec::new(),
            begin: (wanted.looks_for_pairs && !chain).then(Vec::new),
            evidence: None,
            threads,
            most,
            sequential,
            before,
        };
        let bad = BadLines::default();
        let decks = DeckParser {
            reader,
            translator,
            pattern,
            first,
            header: None,
            counts,
            seen,
            own,
            bad,
            most_bad,
        };
        let digest = wanted.hashed.then(Sha256::new);
        let is_plain = !wanted.is_named && decks.seen.is_none() && decks.own.is_none();
        let splitter = if decks.pattern.is_some() || decks.translator.is_some() && !wanted.is_json {
            Splitter::of_lines()
        } else {
            Splitter::new(field)
        };
        let bytes = wanted.raw.map(ByteReader::raw);
        Intake {
            splitter,
            bytes,
            is_plain,
            decks,
            digest,
            begin: Vec::new(),
        }
    }

    /// Returns the SHA-256 of the bytes read so far, if it was requested.
    pub fn sha256(&self) -> Option<String> {
        self.digest
            .clone()
            .map(|digest| HEXLOWER.encode(&digest.finalize()))
    }

    /// Returns the first bytes of the input.
    pub fn begin(&self) -> &[u8] {
        &self.begin
    }

    /// Adds a piece of the input.
    pub fn take(&mut self, piece: &[u8]) -> ControlFlow<Stop> {
        if self.begin.is_empty() && self.bytes.is_none() && piece.first() == MAGIC.first() {
            if self.is_filtered() {
                return ControlFlow::Break(Stop::Refused(ARRAY_WITHOUT_LINES.into()));
            }
            self.bytes = Some(ByteReader::array());
        }
        let missing = COMPARED - self.begin.len();
        self.begin.extend(&piece[..piece.len().min(missing)]);
        if let Some(digest) = &mut self.digest {
            digest.update(piece);
        }
        let Some(bytes) = &mut self.bytes else {
            return self
                .splitter
                .cut(piece, |line, text| self.decks.text(line, text));
        };
        let read = bytes.read(piece, |row| self.decks.row(row, self.is_plain));
        read.unwrap_or_else(|error| ControlFlow::Break(Stop::Refused(error.to_string())))
    }

    /// Ends the input, and parses its last line if it has no line end.
    pub fn finish(&mut self) -> ControlFlow<Stop> {
        self.read_rest()?;
        self.decks.look_at_first()?;
        if let Some(why) = self.decks.seen.as_ref().and_then(PartialDecks::refusal) {
            return ControlFlow::Break(Stop::Refused(why));
        }
        self.decks.counts.look_for_pairs()?;
        self.decks.counts.count_only_deck()
    }

    fn read_rest(&mut self) -> ControlFlow<Stop> {
        if let Some(bytes) = self.bytes.as_ref().filter(|_| !self.begin.is_empty()) {
            return match bytes.finish() {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some((line, kind))) => self.decks.bad(LineError { line, kind }),
                Err(error) => ControlFlow::Break(Stop::Refused(error.to_string())),
            };
        }
        self.splitter
            .finish(|line, text| self.decks.text(line, text))?;
        if let Some(translator) = &mut self.decks.translator {
            let rest = translator.finish().map(|deck| deck.into_iter().collect());
            self.decks.translated(self.splitter.lines(), rest)?;
        }
        self.decks
            .header
            .take()
            .map_or(ControlFlow::Continue(()), |(_, error)| {
                self.decks.bad(error)
            })
    }

    /// Returns the form of the text, if it is not plain lines of decks.
    pub fn form(&self) -> Option<Form> {
        self.decks.translator.as_ref().map(Translator::form)
    }

    /// Returns whether the order of the cards before the shuffle is unknown.
    pub fn is_order_unknown(&self) -> bool {
        if self.line_before().is_some() {
            return false;
        }
        let known = self.decks.translator.as_ref().map(Translator::known);
        matches!(known, Some(Known::Names(names)) if !guess::is_pack(&names))
    }

    /// Returns the number of the line with the order before the shuffle, which does not count as a deck, if there is
    /// one.
    pub fn line_before(&self) -> Option<u64> {
        match self.decks.counts.before {
            Before::Line { line, .. } => Some(line),
            Before::Unknown | Before::Counts => None,
        }
    }

    /// Returns the number of decks that were counted.
    pub fn decks(&self) -> u64 {
        match &self.decks.seen {
            Some(seen) => seen.decks(),
            None => self
                .decks
                .counts
                .evidence
                .as_ref()
                .map_or(0, Counter::decks),
        }
    }

    /// Returns the number of lines read, blank lines included, or of rows if the input is binary.
    pub fn lines(&self) -> u64 {
        self.bytes
            .as_ref()
            .map_or_else(|| self.splitter.lines(), ByteReader::decks)
    }

    /// Returns the unit in which messages number the parts of the input.
    pub fn unit(&self) -> Unit {
        if self.bytes.is_some() {
            Unit::Deck
        } else {
            Unit::Line
        }
    }

    /// Returns the first decks that were counted.
    pub fn first_decks(&self) -> &[Vec<u32>] {
        &self.decks.counts.first
    }

    /// Returns the number of the first card, if the input is binary with decks of numbers.
    fn first_of_bytes(&self) -> Option<u32> {
        self.bytes.as_ref().filter(|_| self.is_plain)?.first()
    }

    /// Returns whether decks are selected by a field or a pattern.
    pub fn is_filtered(&self) -> bool {
        self.decks.pattern.is_some() || self.splitter.has_field()
    }

    /// Returns the names of the cards. They are known after the first deck.
    pub fn card_names(&self) -> CardNames {
        if let Some(first) = self.first_of_bytes() {
            return CardNames::Numbers(first as usize);
        }
        self.decks
            .seen
            .as_ref()
            .map_or_else(|| card_names(&self.decks.reader), PartialDecks::card_names)
    }

    /// Returns the remedy for a line that has not the cards of the hands: `cards` cards, or a card that no hand has.
    pub fn other_hands(&self, cards: Option<usize>) -> Option<String> {
        self.decks.seen.as_ref()?.other_hands(cards)
    }

    pub fn naming(&self) -> Option<Naming> {
        if let Some(first) = self.first_of_bytes() {
            return Some(Naming::CountedFrom(first));
        }
        match (&self.decks.seen, &self.decks.own) {
            (Some(seen), _) => seen.naming(),
            (None, Some(_)) => Some(Naming::Own),
            (None, None) => self.decks.reader.naming(),
        }
    }

    /// Returns whether the report depends on random draws that assign unknown or equal cards.
    pub fn is_drawn(&self) -> bool {
        let of_whole = || matches!(self.naming(), Some(Naming::Alike | Naming::Own));
        self.decks
            .seen
            .as_ref()
            .map_or_else(of_whole, PartialDecks::is_drawn)
    }

    /// Returns the number of hands of an unfinished deal at the end of the input.
    pub fn pending_hands(&self) -> usize {
        self.decks
            .seen
            .as_ref()
            .map_or(0, PartialDecks::pending_hands)
    }

    /// Returns the lines that were skipped.
    pub fn bad_lines(&self) -> &BadLines {
        &self.decks.bad
    }

    /// Returns the evidence of partly visible decks, or the intake itself if decks are whole.
    pub fn into_seen(mut self) -> Result<PartialEvidence, Box<Intake>> {
        self.decks
            .seen
            .take()
            .and_then(PartialDecks::evidence)
            .ok_or_else(|| Box::new(self))
    }

    /// Returns the evidence of the whole decks and the verdict on them at the level `alpha`.
    ///
    /// # Panics
    ///
    /// If no deck was read.
    pub fn judged(self, alpha: f64) -> (Evidence, Judgement) {
        let WholeDeckCounts {
            evidence,
            sequential,
            ..
        } = self.decks.counts;
        let mut evidence = evidence.expect("decks came").into_evidence();
        if let (Some(Naming::Alike), Some(start)) =
            (self.decks.reader.naming(), self.decks.reader.start())
        {
            evidence = evidence.with_equal_cards(&start.labels());
        }
        let judgement = match sequential {
            Some(sequential) => sequential.judge(&mut evidence),
            None => judge(&mut evidence, alpha),
        };
        (evidence, judgement)
    }
}

impl DeckParser {
    /// Reads a row of binary input: as a deck if `is_plain`, otherwise as a line of card names.
    fn row(&mut self, row: Row, is_plain: bool) -> ControlFlow<Stop> {
        match row.deck {
            Err(kind @ LineErrorKind::AfterArray { .. }) => self.bad(LineError {
                line: row.number,
                kind,
            }),
            _ if !is_plain => self.line(row.number, row.line().as_bytes()),
            Ok(deck) => self.counts.add(row.number, deck),
            Err(kind) => self.bad(LineError {
                line: row.number,
                kind,
            }),
        }
    }

    fn text(&mut self, line: u64, text: Result<&[u8], LineErrorKind>) -> ControlFlow<Stop> {
        let text = match (text, &self.pattern) {
            (Ok(text), Some(pattern)) => match pattern.deck(text) {
                Some(deck) => Ok(deck),
                None => return ControlFlow::Continue(()),
            },
            (text, _) => text,
        };
        match (text, &mut self.translator) {
            (Err(kind), _) => self.bad(LineError { line, kind }),
            (Ok(text), None) => self.line(line, text),
            (Ok(text), Some(translator)) => {
                let deck = translator.line(&String::from_utf8_lossy(text));
                self.translated(line, deck)
            }
        }
    }

    /// Counts the decks that the translator has found.
    fn translated(&mut self, line: u64, decks: Result<Vec<String>, String>) -> ControlFlow<Stop> {
        match decks {
            Ok(decks) => decks
                .iter()
                .try_for_each(|deck| self.line(line, deck.as_bytes())),
            Err(why) => self.bad(LineError {
                line,
                kind: LineErrorKind::Form { why },
            }),
        }
    }

    fn line(&mut self, line: u64, text: &[u8]) -> ControlFlow<Stop> {
        if let Some(first) = &mut self.first
            && first.add(&String::from_utf8_lossy(text))
        {
            self.look_at_first()?;
        }
        if let Some(seen) = &mut self.seen {
            return match seen.read(text) {
                Err(kind) => self.bad(LineError { line, kind }),
                Ok(()) if seen.decks() >= self.counts.most => {
                    ControlFlow::Break(seen.refusal().map_or(Stop::Enough, Stop::Refused))
                }
                Ok(()) => ControlFlow::Continue(()),
            };
        }
        if self.own.is_some() {
            return self.own_line(line, text);
        }
        let begins = self.reader.naming().is_none() || self.may_be_header(text);
        let deck = match self.reader.read_at(line, text) {
            Ok(Some(deck)) => deck,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => {
                return match header(text)
                    .filter(|_| begins && self.header.is_none() && self.most_bad == 0)
                {
                    Some(fields) => {
                        self.header = Some((fields, error));
                        ControlFlow::Continue(())
                    }
                    None => {
                        let has_columns = |fields| matches!(error.kind, LineErrorKind::Count { found, .. } | LineErrorKind::Few { found } if found == fields);
                        let header = self.header.take();
                        let header = header.filter(|(fields, _)| !has_columns(*fields));
                        self.bad(header.map_or(error, |(_, first)| first))
                    }
                };
            }
        };
        if let Some((_, error)) = self
            .header
            .take()
            .filter(|(fields, _)| *fields > 1 && *fields != deck.len())
        {
            return self.bad(error);
        }
        self.counts.add(line, deck)
    }

    /// Returns whether no deck was read, and a line has none of the cards of the given order.
    fn may_be_header(&self, line: &[u8]) -> bool {
        let is_card = |field: &[u8]| {
            let start = self.reader.start();
            start.is_some_and(|start| start.names().any(|name| name == field.trim_ascii()))
        };
        let is_first = self.counts.evidence.is_none() && self.counts.before == Before::Unknown;
        is_first && !line.split(|byte| b",;\t|".contains(byte)).any(is_card)
    }

    /// Refuses decks whose cards were sorted after the shuffle.
    fn look_at_first(&mut self) -> ControlFlow<Stop> {
        let Some(first) = self.first.take() else {
            return ControlFlow::Continue(());
        };
        let Some(hands) = first.sorted_hands() else {
            return ControlFlow::Continue(());
        };
        if hands.len() > MAX_HANDS && hands.iter().all(|&size| size == 2) {
            let why = "pairs of words are in order, as the two numbers of a tile of dominoes; expected each tile as one word, such as 0-6";
            return ControlFlow::Break(Stop::Refused(why.into()));
        }
        let cards = self.seen.as_ref().and_then(PartialDecks::cards);
        let whole = cards.unwrap_or(hands.iter().sum());
        let sizes: Vec<String> = hands.iter().map(usize::to_string).collect();
        let sizes = sizes.join(",");
        let hands = match first.are_names() {
            true => format!(
                "hands of names with commas or spaces between them type --hands {sizes} --composition first"
            ),
            false if self.seen.is_some() => {
                format!("their hands type --hands {sizes} --cards {whole} and no --see")
            }
            false => format!("their hands type --hands {sizes} --cards {whole}"),
        };
        let otherwise = match self.translator {
            Some(_) => "",
            None => "; --as lines takes the order as it is",
        };
        let why = format!(
            "cards were sorted after the shuffle, so that their order shows nothing of it; for {hands}{otherwise}"
        );
        ControlFlow::Break(Stop::Refused(why))
    }

    /// Notes a line that is not a deck, and stops if there are more of them than allowed.
    fn bad(&mut self, error: LineError) -> ControlFlow<Stop> {
        self.bad.add(error, self.most_bad).map_break(Stop::Bad)
    }

    /// Parses a line with a starting order, a bar, and a deck.
    fn own_line(&mut self, line: u64, text: &[u8]) -> ControlFlow<Stop> {
        if text.trim_ascii().is_empty() {
            return ControlFlow::Continue(());
        }
        match self.own_deck(line, text) {
            Ok(deck) => self.counts.count(&deck),
            Err(kind) => self.bad(LineError { line, kind }),
        }
    }

    fn own_deck(&mut self, line: u64, text: &[u8]) -> Result<Vec<u32>, LineErrorKind> {
        let (start, text) = own_start(text)?;
        if let Some(expected) = self
            .counts
            .evidence
            .as_ref()
            .map(Counter::cards)
            .filter(|&cards| cards != start.cards())
        {
            let (found, difference) = (start.cards(), CountDifference::Unclear);
            return Err(LineErrorKind::Count {
                found,
                expected,
                difference,
            });
        }
        let seed = self
            .own
            .as_mut()
            .map_or(0, |generator| u64::from(generator.below(1 << 31)));
        let mut reader = Reader::starting_with(&start, &Seed::from(seed));
        let deck = reader.read_at(line, text).map_err(|error| error.kind)?;
        deck.map(<[u32]>::to_vec).ok_or(LineErrorKind::NoStart)
    }
}

impl WholeDeckCounts {
    /// Counts a deck, unless it is the first deck and is taken as the order before the shuffle.
    fn add(&mut self, line: u64, deck: &[u32]) -> ControlFlow<Stop> {
        if self.before == Before::Unknown {
            let is_in_order = || deck.iter().zip(0..).all(|(&card, place)| card == place);
            let is_before = deck.len() >= MIN_CARDS_IN_ORDER && is_in_order();
            self.before = if is_before {
                Before::Line {
                    line,
                    cards: deck.len(),
                }
            } else {
                Before::Counts
            };
            if is_before {
                return ControlFlow::Continue(());
            }
        }
        self.count(deck)
    }

    /// Counts the first deck if it was taken as the order before the shuffle and no other deck was read.
    fn count_only_deck(&mut self) -> ControlFlow<Stop> {
        match self.before {
            Before::Line { cards, .. } if self.evidence.is_none() => {
                self.before = Before::Counts;
                self.count(&(0..cards as u32).collect::<Vec<u32>>())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Refuses decks of which every second one follows from the others.
    fn look_for_pairs(&mut self) -> ControlFlow<Stop> {
        let before = matches!(self.before, Before::Line { .. });
        let begin = self.begin.take().unwrap_or_default();
        match pairs::message(&begin, before.into()) {
            Some(why) => ControlFlow::Break(Stop::Refused(why)),
            None => ControlFlow::Continue(()),
        }
    }

    fn count(&mut self, deck: &[u32]) -> ControlFlow<Stop> {
        if let Some(begin) = &mut self.begin {
            begin.push(deck.to_vec());
            if begin.len() == BEGIN {
                self.look_for_pairs()?;
            }
        }
        let evidence = match &mut self.evidence {
            Some(evidence) => evidence,
            None => {
                let new = if self.chain {
                    Evidence::for_chain
                } else {
                    Evidence::new
                };
                let Ok(empty) = new(deck.len()) else {
                    return ControlFlow::Break(Stop::TooManyCards(deck.len()));
                };
                self.evidence.insert(Counter::new(empty, self.threads))
            }
        };
        if self.first.len() < KEPT && PACKS.contains(&deck.len()) {
            self.first.push(deck.to_vec());
        }
        // The deck needs no check, since the reader has checked it.
        evidence.add_valid(deck);
        if evidence.decks() >= self.most {
            return ControlFlow::Break(Stop::Enough);
        }
        let decided = self.sequential.as_mut().is_some_and(|audit| {
            audit.is_due(evidence.decks()) && audit.is_decided(evidence.evidence())
        });
        if decided {
            ControlFlow::Break(Stop::Decided)
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Returns the names of the cards that `reader` has found.
pub fn card_names(reader: &Reader) -> CardNames {
    let given = || reader.start().into_iter().flat_map(|start| start.names());
    match reader.naming() {
        Some(Naming::CountedFrom(first)) => CardNames::Numbers(first as usize),
        _ => CardNames::Names(
            given()
                .map(|name| printable(&String::from_utf8_lossy(name)))
                .collect(),
        ),
    }
}

/// Names of a single column of decks.
const HEADINGS: [&str; 6] = ["deck", "cards", "order", "shuffle", "permutation", "result"];

/// Returns the number of fields of a line that may be the header of a table. Their names begin with letters.
fn header(line: &[u8]) -> Option<usize> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let separators = |byte: &u8| b",;\t|".contains(byte);
    let unquoted = |field: &[u8]| field.trim_ascii().trim_ascii_start().first().copied();
    let is_name = |field: &[u8]| {
        let first = unquoted(field.trim_ascii().strip_prefix(b"\"").unwrap_or(field));
        first.is_some_and(|letter| letter.is_ascii_alphabetic() || letter == b'_')
    };
    let names = line.split(separators);
    let fields = names.clone().count();
    let only = String::from_utf8_lossy(line)
        .trim()
        .trim_matches('"')
        .to_lowercase();
    let is_heading = fields > 1 || HEADINGS.contains(&only.as_str());
    (is_heading && names.into_iter().all(is_name)).then_some(fields)
}

/// Maximum number of skipped lines that a report lists.
const SHOWN: usize = 10;

/// The lines that were skipped because they are not decks.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BadLines {
    pub number: u64,
    /// The first of the skipped lines, at most ten.
    pub first: Vec<BadLine>,
}

#[derive(Clone, Debug, Serialize)]
pub struct BadLine {
    pub line: u64,
    pub why: String,
}

impl BadLines {
    /// Adds a skipped line. Returns its error if there are then more than `most` skipped lines.
    pub fn add(&mut self, error: LineError, most: u64) -> ControlFlow<LineError> {
        self.number += 1;
        if self.number > most {
            return ControlFlow::Break(error);
        }
        if self.first.len() < SHOWN {
            self.first.push(BadLine {
                line: error.line,
                why: error.kind.to_string(),
            });
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use faro_audit::lines::Start;

    use super::*;

    fn names(start: &str) -> CardNames {
        card_names(&Reader::starting_with(
            &Start::parse(start.as_bytes()).unwrap(),
            &Seed::from(1),
        ))
    }

    #[test]
    fn cards_have_the_names_of_the_input() {
        assert_eq!(names("A♠ K♠ Q♠").name(1), "K♠");
        assert_eq!(names("7 5 6").name(1), "card 5");
        assert_eq!(names("red red black").name(1), "red (card 2)");
        assert_eq!(names("A \u{1b}[31m").name(1), "\\u{1b}[31m");
        assert_eq!(
            (
                CardNames::Numbers(0).name(3),
                CardNames::Numbers(1).label(3)
            ),
            ("card 3".into(), "4".into())
        );
    }
}
