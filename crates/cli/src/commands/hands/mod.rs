//! `faro hands`: estimates the habits of a person who riffles.

mod report;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use faro::hands::{Equivalent, Habits, IdealTest, Model, Recorded, RecordedError};
use faro_audit::lines::{Start, Translator};
use faro_render::numbers::counted;
use faro_render::printable::printable;
use faro_sample::shuffle::Seed;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use self::report::HandsReport;
use crate::arguments::integer;
use crate::arguments::playing_card;
use crate::arguments::regular_file::read_limited;
use crate::arguments::seed;
use crate::arguments::stack;
use crate::output::error::{brief, invalid};
use crate::output::options::OutputArgs;
use crate::output::overwrite;
use crate::output::{self, SvgArgs};

/// How a person riffles, and how many of these riffles are enough.
///
/// Reads recorded riffles from a file or from standard input, one a line, as letters or as decks.
///
/// Letters: L for each card that drops from the packet that was the top of the deck, R for the packet that was the
/// bottom, in the order of the drops. The first letter is the bottom card of the riffled deck.
///
/// Decks: the deck before the riffle and after it, top card first, as BEFORE | AFTER or on two lines. The cards are
/// numbers or faces. If they are the same, the cut is unknown, and the riffle is not counted.
///
/// Blank lines, and text from # to the end of a line, are ignored.
///
/// "Same side again" counts only the drops between the first run and the last of each riffle, while both packets
/// surely have cards: the packets of the ends are as long as the cut makes them.
///
/// The ideal model is that of Gilbert, Shannon and Reeds (GSR). The comparison simulates a model with your cuts and
/// drops. It is a lower bound: the number of rising sequences is compared, and other statistics may need more riffles.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct HandsArgs {
    /// Read the riffles from this file, one a line such as RLLRLRRL [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Read letters from the top of the riffled deck down
    #[arg(long)]
    top_down: bool,

    /// The number of ideal riffles to compare with
    #[arg(long, value_name = "K", default_value = "7", value_parser = parse_ideal)]
    ideal: u32,

    /// The number of decks to simulate [default: 20000, or fewer if a deck has more than 52 cards]
    #[arg(long, value_name = "M", value_parser = integer::parse_positive)]
    samples: Option<BigUint>,

    /// The seed of the simulation. It is a number, 64 hexadecimal digits, or any text
    #[arg(long, value_name = "X", default_value = "1", value_parser = seed::parse)]
    seed: Seed,

    #[command(flatten)]
    pub svg: SvgArgs,
}

const EXAMPLES: &str = "\
Examples:
  printf 'RLLRLRRL\\nLRRLRLRL\\nRLRLLRRL\\n' | faro hands --ideal 3
  echo '1 2 3 4 5 6 | 4 1 2 5 3 6' | faro hands --ideal 2 --format json
  faro deck 6 gsr --samples 9 --seed 1 | sed 's/^/1 2 3 4 5 6 | /' | faro hands --ideal 3";

const MAX_IDEAL: u32 = 60;

fn parse_ideal(text: &str) -> Result<u32, String> {
    let riffles = integer::parse(text)?;
    integer::within(
        riffles,
        1..=MAX_IDEAL,
        format_args!("a number of riffles from 1 to {MAX_IDEAL}, such as 7"),
    )
}

/// Minimum number of simulated decks.
const MIN_DECKS: usize = 100;

/// Default number of simulated cards: 20,000 decks of 52.
const DEFAULT_CARDS: usize = 20_000 * 52;

/// Maximum number of simulated cards, over all decks.
const MAX_CARDS: usize = 100_000_000;

/// Maximum number of bytes of recorded riffles.
const MAX_BYTES: u64 = 1 << 24;

impl HandsArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let Records { riffles, unmoved } = self.records(self.file())?;
        let cards = riffles[0].cards();
        let samples = self.decks(cards)?;
        let report = HandsReport {
            cards,
            habits: Habits::new(&riffles),
            test: IdealTest::new(&riffles),
            model: Model::fit(&riffles),
            equivalent: Equivalent::new(&riffles, self.ideal, samples, &self.seed),
            ideal: self.ideal,
            samples,
            seed: self.seed,
            riffles,
            unmoved,
        };
        let picture = report::interleavings(&report);
        self.svg.show(&report, args, &mut |sheet, out| {
            faro_render::interleavings(&picture, sheet, out)
        })
    }

    /// Returns the file with the riffles, or `None` for standard input.
    fn file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns the path of the file or of standard input.
    pub fn path(&self) -> &Path {
        self.file().unwrap_or(Path::new(overwrite::STDIN))
    }

    fn records(&self, file: Option<&Path>) -> anyhow::Result<Records> {
        let refuse = |why: String| match file {
            Some(path) => invalid("[FILE]", path.display(), why),
            None => anyhow::anyhow!("standard input: {why}"),
        };
        let unreadable = |error: io::Error| {
            let name = file.map(|path| path.to_string_lossy());
            let is_riffle = |name: &str| name.chars().all(|letter| "LR".contains(letter));
            let tip = match name.filter(|name| is_riffle(name)) {
                Some(name) => {
                    format!("; a riffle comes from standard input: echo {name} | faro hands")
                }
                None => String::new(),
            };
            refuse(format!("cannot read it: {error}{tip}"))
        };
        let read = match file {
            Some(path) => File::open(path).and_then(|file| read_limited(file, MAX_BYTES)),
            None => {
                if io::stdin().is_terminal() {
                    output::note(
                        "reading riffles from the keyboard, one a line, such as RLLRL; Ctrl-D ends them",
                    );
                }
                read_limited(io::stdin(), MAX_BYTES)
            }
        };
        let bytes = read
            .map_err(unreadable)?
            .ok_or_else(|| refuse("it has more than 16 MB; expected fewer riffles".into()))?;
        let text = stack::text(bytes).map_err(refuse)?;
        parse(&text, self.top_down)
            .or_else(|why| match Translator::decks(&text) {
                Some((read_as, decks)) => parse(&decks.join("\n"), self.top_down)
                    .inspect(|_| output::note(&format!("read as {read_as}")))
                    .map_err(|_| why),
                None => Err(why),
            })
            .map_err(refuse)
    }

    fn decks(&self, cards: usize) -> anyhow::Result<usize> {
        let Some(samples) = &self.samples else {
            return Ok((DEFAULT_CARDS / cards).clamp(2000, 20_000));
        };
        let max = MAX_CARDS / cards;
        samples
            .to_usize()
            .filter(|decks| (MIN_DECKS..=max).contains(decks))
            .ok_or_else(|| {
                let why = format!(
                    "expected from {MIN_DECKS} to {max} decks of {}",
                    counted(cards, "card")
                );
                invalid("--samples <M>", brief(samples), why)
            })
    }
}

/// The accepted lines, for error messages.
const EXPECTED: &str = "expected letters such as RLLRL, or a deck";

/// The riffles in a text.
pub struct Records {
    pub riffles: Vec<Recorded>,
    /// The lines with riffles that left the deck unchanged, so that the cut is unknown.
    pub unmoved: Vec<usize>,
}

struct Lines {
    /// Whether letters are written from the top card down.
    top_down: bool,
    /// Whether some riffle was given by letters.
    has_letters: bool,
    records: Records,
    /// The line of a deck before a riffle (its number and text), until the line of the riffled deck is read.
    before: Option<(usize, String)>,
    /// The number of the first line with a riffle, and the number of cards of this riffle.
    first: Option<(usize, usize)>,
}

/// Parses riffles. Errors name the line.
pub fn parse(text: &str, top_down: bool) -> Result<Records, String> {
    let records = Records {
        riffles: Vec::new(),
        unmoved: Vec::new(),
    };
    let mut lines = Lines {
        top_down,
        has_letters: false,
        records,
        before: None,
        first: None,
    };
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let content = line.split('#').next().unwrap_or_default().trim();
        if !content.is_empty() {
            lines
                .read(number, content)
                .map_err(|why| format!("line {number}: {why}"))?;
        }
    }
    if let Some((number, _)) = lines.before {
        return Err(format!(
            "line {number}: no deck follows this deck; expected the deck after the riffle on the next line, or BEFORE | AFTER, or a riffle as LRRL…"
        ));
    }
    if top_down && !lines.has_letters {
        return Err(
            "'--top-down' is for riffles in letters, and these are decks; leave it out".into(),
        );
    }
    match (lines.records.riffles.len(), lines.records.unmoved.len()) {
        (0, 0) => Err("it has no riffle; expected one a line, such as RLLRL".into()),
        (0, _) => Err("every deck is the same before and after, so that no cut is known; expected decks that a riffle changed".into()),
        _ => Ok(lines.records),
    }
}

impl Lines {
    fn read(&mut self, number: usize, content: &str) -> Result<(), String> {
        if let Some((before, after)) = content.split_once('|') {
            return match &self.before {
                Some((line, _)) => Err(format!(
                    "expected the deck after the riffle of line {line}, without '|'"
                )),
                None if after.contains('|') => {
                    Err("it has more than one '|'; expected BEFORE | AFTER".into())
                }
                None => self.pair(number, before, after),
            };
        }
        if let Some((_, before)) = self.before.take() {
            return self.pair(number, &before, content);
        }
        if !is_letters(content) {
            self.before = Some((number, content.into()));
            return Ok(());
        }
        self.has_letters = true;
        let riffle: Recorded = content.parse().map_err(|error: RecordedError| {
            format!("{}; {EXPECTED}", printable(&error.to_string()))
        })?;
        self.add(
            number,
            if self.top_down {
                riffle.reversed()
            } else {
                riffle
            },
        )
    }

    fn pair(&mut self, number: usize, before: &str, after: &str) -> Result<(), String> {
        let deck = positions_before(&names(before)?, &names(after)?)?;
        match Recorded::from_deck(&deck) {
            Ok(riffle) => self.add(number, riffle),
            Err(RecordedError::Unmoved) => {
                self.records.unmoved.push(number);
                Ok(())
            }
            Err(error @ RecordedError::NoRiffle { .. }) => Err(format!(
                "{error}; expected the decks before and after a single riffle, top card first"
            )),
            Err(error) => Err(error.to_string()),
        }
    }

    fn add(&mut self, number: usize, riffle: Recorded) -> Result<(), String> {
        let cards = riffle.cards();
        let (line, expected) = *self.first.get_or_insert((number, cards));
        if cards != expected {
            let found = counted(cards, "card");
            return Err(format!(
                "{found}, but line {line} has {expected}; expected riffles of one deck"
            ));
        }
        self.records.riffles.push(riffle);
        Ok(())
    }
}

/// Returns whether a line is meant as letters: one word, or single letters.
fn is_letters(content: &str) -> bool {
    let mut words = content
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty());
    let has_digit = content.contains(|letter: char| letter.is_ascii_digit());
    let one_word = words.clone().count() == 1 && !has_digit && !content.starts_with('[');
    one_word || words.all(|word| word.bytes().all(|letter| b"LRlr-".contains(&letter)))
}

/// Returns the names of the cards of a deck. Faces are in normal form.
fn names(deck: &str) -> Result<Vec<String>, String> {
    let start =
        Start::parse(deck.as_bytes()).map_err(|error| format!("{}; {EXPECTED}", error.kind))?;
    let name = |name: &[u8]| {
        let name = String::from_utf8_lossy(name);
        playing_card::normal(&name).unwrap_or_else(|| name.into())
    };
    Ok(start.names().map(name).collect())
}

/// Returns, for each card of the second deck, its position in the first deck, counted from 0.
fn positions_before(before: &[String], after: &[String]) -> Result<Vec<u32>, String> {
    let mut places = HashMap::new();
    for (place, name) in (0u32..).zip(before) {
        if places.insert(name.as_str(), place).is_some() {
            return Err(format!(
                "the card {} is twice in the deck before the riffle; {EXPECTED}",
                printable(name)
            ));
        }
    }
    if before.len() != after.len() {
        let found = counted(after.len(), "card");
        return Err(format!(
            "{found} after the riffle, but {} before",
            before.len()
        ));
    }
    let mut taken = vec![false; before.len()];
    let place = |name: &String| {
        let place = *places.get(name.as_str()).ok_or_else(|| {
            format!(
                "there is no card {} in the deck before the riffle; riffles without decks are written as LRRL…",
                printable(name)
            )
        })?;
        match std::mem::replace(&mut taken[place as usize], true) {
            true => Err(format!(
                "the card {} is twice in the deck after the riffle",
                printable(name)
            )),
            false => Ok(place),
        }
    };
    after.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(records: &Records) -> Vec<String> {
        let letter = |side: &faro::hands::Side| {
            if *side == faro::hands::Side::Left {
                'L'
            } else {
                'R'
            }
        };
        records
            .riffles
            .iter()
            .map(|riffle| riffle.drops().iter().map(letter).collect())
            .collect()
    }

    #[test]
    fn all_forms_are_one_riffle() {
        for text in [
            "RRLRL",
            "\u{feff}r r l r l\r\n",
            "# Monday\n\nR,R,L-R,L # good",
            "1 2 3 4 5\n1 3 2 4 5\n",
            "1 2 3 4 5 | 1 3 2 4 5",
            "[1,2,3,4,5] | [1,3,2,4,5]",
            "AS KH QD 10C 9S\na♠ q♦ K♥ TC 9s",
        ] {
            assert_eq!(letters(&parse(text, false).unwrap()), ["RRLRL"], "{text}");
        }
        assert_eq!(letters(&parse("LRLRR", true).unwrap()), ["RRLRL"]);
    }

    #[test]
    fn equal_decks_are_set_aside() {
        let records = parse("1 2 3 | 1 2 3\nLRL", false).unwrap();
        assert_eq!((records.unmoved, records.riffles.len()), (vec![1], 1));
    }

    #[test]
    fn wrong_texts_name_the_line() {
        for (text, expected) in [
            ("", "it has no riffle"),
            ("# only\n\n", "it has no riffle"),
            ("1 2 3 | 1 2 3", "every deck is the same before and after"),
            (
                "LRLR\nLRXL",
                "line 2: 'X' is neither L nor R, letter 3; expected letters such as RLLRL, or a deck",
            ),
            (
                "LRLR\n\nLRL",
                "line 3: 3 cards, but line 1 has 4; expected riffles of one deck",
            ),
            ("L", "line 1: a riffle has at least 2 cards"),
            ("1 2 3", "line 1: no deck follows this deck"),
            (
                "1 2 3\n1 3 | 2",
                "line 2: expected the deck after the riffle of line 1, without '|'",
            ),
            ("1 2 | 2 1 | 1 2", "line 1: it has more than one '|'"),
            (
                "1 2 3\n3 2 1",
                "line 2: no riffle leads from one deck to the other: it has 3 rising sequences",
            ),
            (
                "1 2 3 | 1 2 4",
                "line 1: there is no card 4 in the deck before the riffle",
            ),
            (
                "1 2 3 | 1 2",
                "line 1: 2 cards after the riffle, but 3 before",
            ),
            (
                "1 2 2 | 1 2 2",
                "line 1: the card 2 is twice in the deck before the riffle; expected letters",
            ),
            (
                "1 2 3 | 1 2 2",
                "line 1: the card 2 is twice in the deck after the riffle",
            ),
        ] {
            let error = parse(text, false).err().unwrap();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
