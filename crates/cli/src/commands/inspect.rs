//! `faro inspect`: examines a given deck.
//!
//! It reports the cycles, the statistics, the nearest named stack, and a short word that makes the deck.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::Style;
use faro::inspection::{Figure, fewest_riffles, figures};
use faro::stacks::{Likeness, Stack};
use faro::{Permutation, Word};
use faro_permutation::Statistic;
use faro_permutation::cayley::{self, Bounds, Outcome};
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::palette::RED;
use faro_render::view::{Flow, Page, Report, Strip, StripRow, Table, TextCell, Tint};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::Value;

use crate::arguments::integer;
use crate::arguments::integer::Integer;
use crate::arguments::playing_card::{self, Suits};
use crate::arguments::regular_file;
use crate::arguments::search::SearchArgs;
use crate::arguments::stack;
use crate::arguments::word::{self, FoundWord};
use crate::commands::cycles::{LengthCount, write_cycle};
use crate::intake::guess;
use crate::output::error::invalid;
use crate::output::options::OutputArgs;
use crate::output::overwrite;
use crate::output::probability::PValue;
use crate::output::signals;

const DECK: &str = "[DECK]...";
const FROM: &str = "--start <STACK|FILE>";
const MAX_CARDS: usize = 100_000;

/// Maximum number of cards whose rank is computed. It has 35,660 digits there.
const MAX_RANKED: usize = 10_000;

/// Maximum number of cards, and of characters of a line, that text shows.
const MAX_SHOWN: usize = 104;
const MAX_DIGITS: usize = 40;

/// Memory of the search for a word, in bytes.
const MAX_SEARCH_BYTES: usize = 1 << 26;

/// What an arrangement of cards is. It has cycles, figures, a nearest stack and a shortest word.
///
/// A deck is cards from the top (3 1 4 2, AS KH 10D, Ten of Hearts, a list such as [3, 1, 4, 2]), the name of a stack
/// (`faro list stacks`), a file, - for standard input, a permutation in cycles such as '(1 2 4 3)', or with --cards any
/// word, which shuffles a new deck. Numbers count from 0 or from 1. Some cards of a pack are a hand, seen in the order
/// of a new pack.
///
/// All figures compare the deck with new-deck order, or with the order --start. A p-value is the two-sided probability
/// that a random deck is at least as unusual; figures are called unusual only after correction for their number.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct InspectArgs {
    /// The deck from the top, a stack or a file. It is cards, a list, cycles, a stack, a file, or - for standard input
    #[arg(value_name = "DECK")]
    deck: Vec<String>,

    /// The order before: a stack or a file of cards [default: new-deck order]
    #[arg(long, alias = "from", value_name = "STACK|FILE")]
    start: Option<String>,

    /// The number of cards that a word shuffles
    #[arg(long, short = 'n', value_name = "N")]
    cards: Option<String>,

    #[command(flatten)]
    search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro inspect 3 1 4 2
  faro inspect mnemonica                the figures of a stack
  faro inspect aronson --start nikola   beside the order that it had before
  faro inspect '(1 2 4 3)'              a permutation: card 1 goes to position 2
  faro inspect 'out^3' --cards 52       a new deck after a word";

/// The arrangement that the user gave, with the names of its cards from the top if they are not numbers.
struct Arrangement {
    arrangement: Permutation,
    names: Option<Vec<String>>,
    what: String,
}

#[derive(Serialize)]
pub struct InspectReport {
    cards: usize,
    /// A description of the input, such as "a deck of 52 cards".
    what: String,
    deck: Vec<u32>,
    names: Option<Vec<String>>,
    cycles: Vec<Vec<u32>>,
    cycle_type: Vec<LengthCount>,
    order: Integer,
    sign: i8,
    fixed_points: u64,
    inversions: u64,
    descents: u64,
    rising_sequences: u64,
    riffles_at_least: u32,
    longest_increasing: u64,
    rank: Option<Integer>,
    figures: Vec<ReportedFigure>,
    unusual: Vec<&'static str>,
    stack: Option<FoundStack>,
    word: Option<String>,
    length: Option<Integer>,
    /// The reason why there is no word, or why no shorter word is known.
    reason: String,
    #[serde(skip)]
    type_notation: String,
    #[serde(skip)]
    moves: String,
}

#[derive(Serialize)]
struct ReportedFigure {
    name: &'static str,
    value: u64,
    mean: Option<f64>,
    p_value: Option<PValue>,
    p_value_log10: Option<f64>,
    adjusted_p_value: Option<PValue>,
    adjusted_p_value_log10: Option<f64>,
    /// Whether the p-value comes from the exact law of the statistic, and not from the normal law.
    exact: bool,
}

/// The known stack that is most similar to a deck, and the moves that make it so.
#[derive(Serialize)]
struct FoundStack {
    name: &'static str,
    reversed: bool,
    cut: usize,
    /// The number of cards at the same position as in the stack, after its reversal and cut.
    alike: usize,
    word: String,
}

impl InspectArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<InspectReport> {
        let read = self.deck.iter().chain(&self.start).map(Path::new);
        overwrite::check(read, args.written())?;
        let given = self.given()?;
        let deck = given.arrangement.to_deck();
        let figures = figures(&given.arrangement);
        let figure = |statistic| {
            figures
                .iter()
                .find(|figure: &&Figure| figure.statistic == statistic)
        };
        let value = |statistic| figure(statistic).expect("a statistic of every deck").value;
        let cycle_type = given.arrangement.cycle_type();
        let (word, reason) = self.word(&given.arrangement)?;
        let ranked = deck.len() <= MAX_RANKED;
        let rank =
            ranked.then(|| Permutation::from_images(deck.clone()).map(|list| list.rank().into()));
        Ok(InspectReport {
            cards: deck.len(),
            what: given.what.clone(),
            deck: one_based::numbers(&deck),
            cycles: given
                .arrangement
                .cycles()
                .iter()
                .map(one_based::numbers)
                .collect(),
            order: cycle_type.order().into(),
            sign: cycle_type.sign(),
            fixed_points: value(Statistic::FixedPoints),
            inversions: value(Statistic::Inversions),
            descents: value(Statistic::Descents),
            rising_sequences: value(Statistic::RisingSequences),
            riffles_at_least: fewest_riffles(value(Statistic::RisingSequences)),
            longest_increasing: value(Statistic::LongestIncreasing),
            rank: rank.transpose()?,
            unusual: figures
                .iter()
                .filter(|figure| figure.is_unusual())
                .map(|figure| figure.statistic.name())
                .collect(),
            figures: figures.iter().map(ReportedFigure::new).collect(),
            stack: given
                .faces()
                .and_then(|faces| Stack::nearest(&faces))
                .map(FoundStack::new),
            length: word.as_ref().map(|word| word.length.clone()),
            word: word.map(|word| word.text),
            reason,
            type_notation: cycle_type.to_string(),
            cycle_type: LengthCount::each(&cycle_type).collect(),
            moves: self.search.moves()?.names().join(", "),
            names: given.names,
        })
    }

    /// Returns whether the deck comes from standard input, for which the command waits.
    pub fn reads_input(&self) -> bool {
        self.deck == ["-"] || (self.deck.is_empty() && !io::stdin().is_terminal())
    }

    /// Parses the user's input.
    fn given(&self) -> anyhow::Result<Arrangement> {
        let text = self.deck.join(" ");
        if let [folder] = &self.deck[..]
            && Path::new(folder).is_dir()
        {
            let why = "this is a folder; expected a deck, such as 3 1 4 2, or a file with one";
            return Err(invalid(DECK, folder, why));
        }
        let (from, text) = match &self.deck[..] {
            _ if self.reads_input() => {
                let from = if self.deck.is_empty() {
                    ""
                } else {
                    "standard input"
                };
                (from, stack::understood(standard_input()?))
            }
            [text] if stack::is_one(text) && Stack::named(text).is_none() => (
                text.as_str(),
                stack::contents(text)
                    .map(stack::understood)
                    .map_err(|why| invalid(DECK, text, why))?,
            ),
            _ => (text.as_str(), text.clone()),
        };
        if text.trim().is_empty() && from.is_empty() {
            anyhow::bail!(
                "the deck is missing; expected for example 'faro inspect 3 1 4 2' or 'faro inspect mnemonica'"
            );
        }
        if text.trim().is_empty() {
            return Err(invalid(
                DECK,
                from,
                "there is no card in it; expected a deck, such as 3 1 4 2",
            ));
        }
        if let Some(word) = self.as_word(text.trim_end())? {
            return Ok(word);
        }
        let names = match &self.deck[..] {
            [text] if Stack::named(text).is_some() || is_name(text) && from == text => {
                stack::order(DECK, text)?
            }
            _ => {
                check_suits(&text).map_err(|why| invalid(DECK, from, why))?;
                let list = list_of(&text).map_err(|why| invalid(DECK, from, why))?;
                stack::order_in(DECK, from, &list)?
            }
        };
        let given = match &self.start {
            Some(from) => Arrangement::after(stack::order(FROM, from)?, names)
                .map_err(|why| invalid(FROM, from, why)),
            None => Arrangement::new(names).map_err(|why| invalid(DECK, &text, why)),
        }?;
        if given.arrangement.degree() > MAX_CARDS {
            return Err(invalid(
                DECK,
                &text,
                format!("expected at most {MAX_CARDS} cards"),
            ));
        }
        Ok(given)
    }

    /// Reads a permutation in cycles or, with `--cards`, any word. Returns `None` if the text is something else.
    fn as_word(&self, text: &str) -> anyhow::Result<Option<Arrangement>> {
        let is_cycles = text.trim_start().starts_with('(');
        if let (Some(given), Some(known)) = (&self.cards, stack::cards_listed(text)) {
            return match given.parse() == Ok(known) {
                true => Ok(None),
                false => Err(invalid(
                    "--cards <N>",
                    given,
                    format!("the deck has {}", counted(known, "card")),
                )),
            };
        }
        if !is_cycles && self.cards.is_none() {
            return self.refuse_word(text).map(|()| None);
        }
        let cards = match &self.cards {
            Some(cards) => {
                integer::parse_positive(cards).map_err(|why| invalid("--cards <N>", cards, why))?
            }
            None => largest_number(text).into(),
        };
        let cards = usize::try_from(&cards)
            .ok()
            .filter(|&cards| cards <= MAX_CARDS);
        let cards = cards.ok_or_else(|| {
            let (argument, given) = match &self.cards {
                Some(given) => ("--cards <N>", given.as_str()),
                None => (DECK, text),
            };
            invalid(
                argument,
                given,
                format!("expected at most {MAX_CARDS} cards"),
            )
        })?;
        if let Some(from) = &self.start {
            return Err(invalid(
                FROM,
                from,
                format!(
                    "a word shuffles a new deck; type faro deck '{text}' --start {from} | faro inspect -"
                ),
            ));
        }
        let arrangement = word::permutation(DECK, text, cards)?;
        let cards = counted(cards, "card");
        let what = if is_cycles {
            format!("a permutation of {cards}")
        } else {
            format!("a new deck of {cards} after {text}")
        };
        Ok(Some(Arrangement {
            arrangement,
            names: None,
            what,
        }))
    }

    /// Returns an error if the text is a word, which only shuffles a new deck.
    fn refuse_word(&self, text: &str) -> anyhow::Result<()> {
        if let Some((cards, word)) = text.split_once(' ')
            && cards.parse::<u32>().is_ok()
            && word.parse::<Word>().is_ok()
        {
            let why =
                format!("for a new deck after a word type faro inspect '{word}' --cards {cards}");
            return Err(invalid(DECK, text, why));
        }
        // In `faro inspect`, cards in brackets are a deck. Elsewhere they are a permutation.
        let is_word = !text.trim_start().starts_with('[')
            && text.parse::<Word>().is_ok()
            && !stack::is_one(text)
            && playing_card::normal(text).is_none();
        let why = "a shuffle and no deck; for a new deck after it give --cards, such as --cards 52";
        match is_word {
            true => Err(invalid(DECK, text, why)),
            false => Ok(()),
        }
    }

    /// Returns a shortest word that makes the arrangement, and the reason why there is none or no shorter one.
    fn word(&self, goal: &Permutation) -> anyhow::Result<(Option<FoundWord>, String)> {
        let moves = self.search.moves()?;
        let Some(cards) = self.search.tabled(&moves, &BigUint::from(goal.degree())) else {
            return Ok((None, "the deck is too large to search for a word".into()));
        };
        let (moves, tables) = moves.permutations(cards)?;
        let all: Vec<u32> = (0..cards as u32).collect();
        let budget = self.search.budget().interrupted_by(signals::requested);
        let bounds = Bounds {
            bytes: MAX_SEARCH_BYTES,
            budget,
            ..self.search.bounds()
        };
        Ok(match cayley::route(&tables, &all, goal.images(), &bounds) {
            Outcome::Found(paths) => (
                Some(FoundWord::shortest(&moves, &paths.first())),
                "no word is shorter".into(),
            ),
            Outcome::Unreachable(_) => (None, "no word of these moves makes it".into()),
            Outcome::Stopped { none_to, .. } if signals::requested() => (
                None,
                format!(
                    "interrupted: no word of up to {} makes it",
                    counted(none_to, "move")
                ),
            ),
            Outcome::Stopped { none_to, limit } => (None, self.search.stopped(none_to, limit)),
        })
    }
}

/// Returns the list in a JSON object such as `{"deck": [3, 1, 2]}` or the answer of `faro deck`. Returns any
/// other text with its separators replaced by commas.
fn list_of(text: &str) -> Result<String, String> {
    let Ok(object @ Value::Object(_)) = serde_json::from_str::<Value>(text) else {
        return Ok(text.replace([';', '|'], ","));
    };
    let states = object["states"].as_array().map_or(&[][..], Vec::as_slice);
    match (&object["deck"], states) {
        (deck @ Value::Array(_), _) => Ok(deck.to_string()),
        (_, [state]) if state["deck"].is_array() => Ok(state["deck"].to_string()),
        (_, [_, _, ..]) => Err(format!("{} decks; expected one", states.len())),
        _ => Err(
            "an object without a list 'deck'; expected for example {\"deck\": [3, 1, 4, 2]}".into(),
        ),
    }
}

/// Refuses a number among faces, whose suit was forgotten. In a list of cards with their counts it would be a
/// count.
fn check_suits(text: &str) -> Result<(), String> {
    let is_single = !text.trim().contains('\n');
    let words = || text.split(|letter: char| letter.is_whitespace() || ",;|".contains(letter));
    let has_face = words().any(|word| playing_card::normal(word).is_some());
    let number = words().find(|word| word.parse::<u64>().is_ok());
    match number.filter(|_| is_single && has_face) {
        Some(number) => Err(format!(
            "{number} has no suit; expected faces such as {number}H, or only numbers"
        )),
        None => Ok(()),
    }
}

/// Returns whether a text is a single word and no card, so that it can only be the name of a stack or a file.
fn is_name(text: &str) -> bool {
    let is_word = text.len() > 3
        && !text.contains(|letter: char| letter.is_whitespace() || ",;[(".contains(letter));
    is_word
        && text.contains(|letter: char| letter.is_alphabetic())
        && playing_card::normal(text).is_none()
}

fn standard_input() -> anyhow::Result<String> {
    let bytes = regular_file::read_limited(io::stdin(), stack::MAX_BYTES)?;
    let bytes =
        bytes.ok_or_else(|| anyhow::anyhow!("standard input is too long; expected one deck"))?;
    stack::text(bytes).map_err(|why| anyhow::anyhow!("standard input: {why}"))
}

/// Returns the largest number in a text, or 1.
fn largest_number(text: &str) -> usize {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit());
    numbers
        .filter_map(|number| number.parse().ok())
        .max()
        .unwrap_or(0)
        .max(1)
}

fn deck_of(cards: usize) -> String {
    format!("a deck of {}", counted(cards, "card"))
}

impl Arrangement {
    /// Creates the arrangement of named cards that were in the order `before`.
    fn named(before: Vec<String>, names: Vec<String>, what: String) -> Result<Arrangement, String> {
        Ok(Arrangement {
            arrangement: stack::between(before, names.clone())?,
            names: Some(names),
            what,
        })
    }

    /// Reads a deck that was shuffled from the order `before`.
    fn after(before: Vec<String>, names: Vec<String>) -> Result<Arrangement, String> {
        if before.len() != names.len() {
            return Err(format!(
                "this order has {}, but the deck has {}; expected orders of the same cards",
                counted(before.len(), "card"),
                counted(names.len(), "card")
            ));
        }
        let what = deck_of(names.len());
        Arrangement::named(before, names, what)
    }

    /// Reads a deck that was shuffled from a new deck.
    fn new(names: Vec<String>) -> Result<Arrangement, String> {
        let is_faces = names
            .iter()
            .all(|name| playing_card::normal(name).is_some());
        if is_faces {
            return Arrangement::of_faces(names);
        }
        let is_other = |name: &&String| name.parse::<u64>().is_err();
        let unknown = names
            .iter()
            .filter(is_other)
            .find(|name| playing_card::normal(name).is_none());
        if let Some(other) = unknown.or_else(|| names.iter().find(is_other)) {
            let other = faro_render::printable::printable(other);
            return Err(format!(
                "{other} is neither a number nor a playing card; expected cards such as AS or 10H, or --start FILE for others"
            ));
        }
        let cards = names.len();
        let first = u64::from(!names.iter().any(|name| name == "0"));
        let new: Vec<String> = (first..).take(cards).map(|card| card.to_string()).collect();
        if let Some(missing) = new.iter().find(|card| !names.contains(card)) {
            if let [number] = &names[..] {
                return Err(format!(
                    "{number} alone is no deck; expected its cards, such as 3 1 4 2"
                ));
            }
            let last = cards as u64 + first - 1;
            let numbers = counted(cards, "number");
            return Err(format!(
                "{numbers}, but {missing} is missing; expected each from {first} to {last} once"
            ));
        }
        let arrangement = stack::between(new, names)?;
        let counted_from = match first {
            0 => " counted from 0, shown from 1",
            _ => "",
        };
        Ok(Arrangement {
            arrangement,
            names: None,
            what: deck_of(cards) + counted_from,
        })
    }

    /// Reads a whole pack, or a hand of it, that was shuffled from a new pack.
    fn of_faces(names: Vec<String>) -> Result<Arrangement, String> {
        let has_all = |pack: &Vec<String>| names.iter().all(|name| pack.contains(name));
        let whole = playing_card::pack(names.len()).filter(has_all);
        let is_whole = whole.is_some();
        let pack = whole.or_else(|| {
            [52, 54]
                .into_iter()
                .filter_map(playing_card::pack)
                .find(has_all)
        });
        let pack =
            pack.ok_or_else(|| format!("expected cards of a pack of {}", playing_card::packs()))?;
        let what = match is_whole {
            true => deck_of(names.len()),
            false => {
                let missing = guess::missing_faces(&names);
                let without = missing.map_or(String::new(), |faces| format!(", without {faces}"));
                let cards = counted(names.len(), "card");
                format!("a hand of {cards} of {}{without}", pack.len())
            }
        };
        let before: Vec<String> = pack
            .into_iter()
            .filter(|card| names.contains(card))
            .collect();
        Arrangement::named(before, names, what)
    }

    /// Returns the cards from the top as faces of a pack of 52, if they are a whole pack.
    fn faces(&self) -> Option<Vec<String>> {
        if self.arrangement.degree() != 52 {
            return None;
        }
        match &self.names {
            Some(names) => Some(names.clone()),
            None => playing_card::pack(52).map(|pack| self.arrangement.apply(&pack)),
        }
    }
}

impl ReportedFigure {
    fn new(figure: &Figure) -> ReportedFigure {
        let adjusted_log10 = figure.adjusted_p_value_log10();
        ReportedFigure {
            name: figure.statistic.name(),
            value: figure.value,
            mean: figure.mean,
            p_value: figure
                .p_value
                .map(|number| PValue::with_log10(number, figure.p_value_log10)),
            p_value_log10: figure.p_value_log10,
            adjusted_p_value: figure
                .adjusted_p_value
                .map(|number| PValue::with_log10(number, adjusted_log10)),
            adjusted_p_value_log10: adjusted_log10,
            exact: figure.is_exact,
        }
    }
}

impl FoundStack {
    fn new(likeness: Likeness) -> FoundStack {
        FoundStack {
            name: likeness.stack.name,
            reversed: likeness.is_reversed,
            cut: likeness.cut,
            alike: likeness.alike,
            word: likeness.word(),
        }
    }

    /// Returns `aronson`, `aronson after cut:9` or `50 of 52 cards lie as in aronson after cut:9`.
    fn sentence(&self, cards: usize) -> String {
        let after = if self.word == "()" {
            String::new()
        } else {
            format!(" after {}", self.word)
        };
        match self.alike == cards {
            true => format!("{}{after}", self.name),
            false => format!(
                "{} of {cards} cards lie as in {}{after}",
                self.alike, self.name
            ),
        }
    }
}

impl Report for InspectReport {
    /// Returns a table with a row for each statistic of the deck.
    fn table(&self) -> Table<'_> {
        let row = |figure: &ReportedFigure| {
            let p_value =
                |value: Option<PValue>| value.map_or_else(String::new, PValue::for_programs);
            let mean = figure
                .mean
                .map_or_else(String::new, |mean| mean.to_string());
            vec![
                figure.name.into(),
                figure.value.to_string(),
                mean,
                p_value(figure.p_value),
                p_value(figure.adjusted_p_value),
                figure
                    .p_value_log10
                    .map_or_else(String::new, |log10| log10.to_string()),
                figure.exact.to_string(),
            ]
        };
        let columns = [
            "figure",
            "value",
            "mean",
            "p_value",
            "adjusted_p_value",
            "p_value_log10",
            "exact",
        ];
        Table::new(columns, self.figures.iter().map(row))
    }

    fn headline(&self, _page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let even = if self.sign > 0 { "even" } else { "odd" };
        let stack = self
            .stack
            .as_ref()
            .map(|stack| format!("; {}", stack.sentence(self.cards)));
        let stack = stack.unwrap_or_default();
        let order = abridged(&self.order);
        writeln!(
            out,
            "{}{stack}, {even}, order {order}{}",
            self.what,
            self.trend().unwrap_or_default()
        )
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        if page.quiet {
            return Ok(());
        }
        self.write_strip(page, out)?;
        self.write_deck(page, out)?;
        self.write_cycles(page, out)?;
        self.write_figures(page, out)?;
        self.write_unusual(page, out)?;
        let riffles = counted(self.riffles_at_least, "riffle");
        writeln!(
            out,
            "riffles   at least {riffles} (2^{} ≥ {})",
            self.riffles_at_least,
            counted(self.rising_sequences, "rising sequence")
        )?;
        if let Some(rank) = &self.rank {
            writeln!(
                out,
                "rank      {} of {}!, counted from 0",
                abridged(rank),
                self.cards
            )?;
        }
        match &self.word {
            Some(word) => writeln!(out, "word      {word}; {}", self.reason),
            None => writeln!(out, "word      none of {}: {}", self.moves, self.reason),
        }
    }
}

impl InspectReport {
    /// Returns a clause such as `; late cards come early (p = 1.2e-5)` if the number of inversions is unusual.
    ///
    /// Half of the pairs of a random order are inverted; if more are, late cards come before early ones.
    fn trend(&self) -> Option<String> {
        let name = Statistic::Inversions.name();
        let figure = self.figures.iter().find(|figure| figure.name == name)?;
        let when = if figure.value as f64 > figure.mean? {
            "early"
        } else {
            "late"
        };
        let p = figure.p_value.filter(|_| self.unusual.contains(&name))?;
        Some(format!("; late cards come {when} (p {})", p.after_p()))
    }

    /// Returns the text of the card at a position.
    fn name(&self, position: usize) -> String {
        match &self.names {
            Some(names) => playing_card::written(&names[position], Suits::Glyphs),
            None => self.deck[position].to_string(),
        }
    }

    /// Draws the deck in the colours of its order before.
    fn write_strip(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if !page.colour || self.cards > page.width.unwrap_or(0).saturating_sub(LABEL) {
            return Ok(());
        }
        let row = StripRow {
            label: "strip".into(),
            places: Vec::new(),
            deck: Box::new(
                self.deck
                    .iter()
                    .map(|&card| one_based::index(u64::from(card))),
            ),
        };
        let strip = Strip {
            cards: self.cards,
            count: 1,
            label_width: LABEL - 1,
            rows: Box::new(std::iter::once(row)),
            tint: Box::new(|index| Tint::step(index, self.cards as u64)),
            tracked: Vec::new(),
            name: None,
        };
        faro_render::strip_text(strip, page, out)
    }

    fn write_deck(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let mut flow = Flow::with_label(&label("deck"), page, out)?;
        for position in 0..self.cards.min(MAX_SHOWN) {
            let name = self.name(position);
            let is_red = self
                .names
                .as_ref()
                .is_some_and(|names| playing_card::is_red(&names[position]));
            let style = Style::new().fg_color(is_red.then_some(RED.into()));
            flow.cell(&TextCell { text: name, style }, 0)?;
        }
        if self.cards > MAX_SHOWN {
            flow.cell(
                &format!("… ({} more; --format json has all)", self.cards - MAX_SHOWN).into(),
                0,
            )?;
        }
        flow.end()
    }

    fn write_cycles(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if self.cards <= MAX_SHOWN {
            let mut flow = Flow::with_label(&label("cycles"), page, out)?;
            for cycle in &self.cycles {
                let cards = cycle.iter().map(u32::to_string);
                write_cycle(cards, Style::new(), &mut flow)?;
            }
            flow.end()?;
        }
        writeln!(out, "type      {}", self.type_notation)
    }

    fn write_figures(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        let row = |figure: &ReportedFigure| {
            let mean = figure
                .mean
                .map_or_else(String::new, |mean| format!("{mean:.1}"));
            let about = if figure.exact { "" } else { "~" };
            let p_value = figure
                .p_value
                .map_or_else(String::new, |p_value| format!("{about}{p_value}"));
            vec![
                figure.name.replace('_', " "),
                figure.value.to_string(),
                mean,
                p_value,
            ]
        };
        let table = Table::new(
            ["figure", "here", "random decks", "p"],
            self.figures.iter().map(row),
        );
        faro_render::text(table, page, out)?;
        if self
            .figures
            .iter()
            .any(|figure| figure.p_value.is_some() && !figure.exact)
        {
            writeln!(
                out,
                "~: of the normal law, which approximates the exact one"
            )?;
        }
        writeln!(out)
    }

    fn write_unusual(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let mut flow = Flow::with_label(&label("unusual"), page, out)?;
        let names: Vec<String> = self
            .unusual
            .iter()
            .map(|name| name.replace('_', " "))
            .collect();
        let sentence = match names.is_empty() {
            _ if self.figures.iter().all(|figure| figure.p_value.is_none()) => {
                "not computed for decks of this size".into()
            }
            true => "nothing, for a random deck".into(),
            false => {
                format!(
                    "{} (p below 1 %, corrected for {} figures)",
                    names.join(", "),
                    self.figures.len()
                )
            }
        };
        for word in sentence.split(' ') {
            flow.cell(&word.to_string().into(), 0)?;
        }
        flow.end()
    }
}

/// Returns the number, or for a long number its first digits and its number of digits.
fn abridged(number: &Integer) -> String {
    let digits = number.to_string();
    match digits.len() > MAX_DIGITS {
        true => format!("{}… ({} digits)", &digits[..12], digits.len()),
        false => digits,
    }
}

/// Width of the labels before the lines.
const LABEL: usize = 10;

fn label(name: &str) -> TextCell {
    format!("{name:<LABEL$}").into()
}
