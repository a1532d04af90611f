//! `faro list`: the moves, random shuffles, deck orders and checks that have names.

use std::borrow::Cow;
use std::io::{self, Write};

use clap::ValueEnum;
use faro::Word;
use faro::stacks::{STACKS, Stack};
use faro::word::{self, MoveInfo, Nature};
use faro_audit::Check;
use faro_render::numbers::{joined, widest};
use faro_render::one_based;
use faro_render::view::{Page, Report, Table};
use serde::Serialize;

/// The moves, shuffles, stacks and checks with a name.
///
/// A shuffle is a word, applied from left to right: moves, powers such as in^-3, groups such as
/// (in out^2)^5, and permutations such as (1 2 4)(3 6 5), in which the card at 1 moves to 2.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ListArgs {
    /// One of moves, shuffles, stacks and checks [default: an overview of these]
    #[arg(value_enum)]
    what: Option<What>,
}

const EXAMPLES: &str = "\
Examples:
  faro list moves                  each with its effect on 8 cards
  faro list moves --format json
  faro list shuffles               correct and wrong ones
  faro list checks                 the checks of an audit and their laws
  faro list stacks                 the deck orders that `faro solve` knows";

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The moves of the language of shuffles
    Moves,
    /// The random shuffles: physical, uniform and wrong ones; where wrong ones occur, and how to fix them
    Shuffles,
    /// The deck orders that have a name, from the top of the deck
    Stacks,
    /// The checks of an audit: what each measures, and its law for fair decks
    Checks,
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum ListReport {
    Topics(Vec<Listable>),
    Moves(Vec<Listed>),
    Shuffles(Vec<ListedShuffle>),
    Stacks(Vec<ListedStack>),
    Checks(Vec<ListedCheck>),
}

/// Something that can be listed.
#[derive(Serialize)]
pub struct Listable {
    name: String,
    meaning: String,
}

#[derive(Serialize)]
pub struct ListedCheck {
    name: String,
    meaning: String,
    law: &'static str,
}

#[derive(Serialize)]
pub struct ListedStack {
    name: &'static str,
    meaning: &'static str,
    cards: Vec<String>,
    /// The stack from which shuffles make the listed stack, and their word, if there are any.
    from: Option<&'static str>,
    word: Option<&'static str>,
}

/// A random shuffle, and its fault if it has one.
#[derive(Serialize)]
pub struct ListedShuffle {
    name: &'static str,
    usage: String,
    kind: &'static str,
    meaning: &'static str,
    examples: &'static [&'static str],
    found: Option<&'static str>,
    wrong: Option<&'static str>,
    cure: Option<&'static str>,
}

#[derive(Serialize)]
pub struct Listed {
    name: &'static str,
    short: Option<&'static str>,
    usage: String,
    meaning: &'static str,
    examples: Vec<Example>,
    also: &'static [&'static str],
}

/// A word as an example of a move, with the deck that it makes of a new deck.
#[derive(Serialize)]
struct Example {
    word: &'static str,
    deck: Vec<u32>,
}

/// Number of cards of the deck that illustrates a move.
const EXAMPLE_CARDS: usize = 8;

impl ListArgs {
    pub fn run(&self) -> anyhow::Result<ListReport> {
        Ok(match self.what {
            None => ListReport::Topics(What::value_variants().iter().filter_map(topic).collect()),
            Some(What::Moves) => {
                ListReport::Moves(word::moves().map(|entry| listed(&entry)).collect())
            }
            Some(What::Shuffles) => {
                ListReport::Shuffles(word::shuffles().map(|entry| known(&entry)).collect())
            }
            Some(What::Checks) => ListReport::Checks(Check::each().map(ListedCheck::new).collect()),
            Some(What::Stacks) => ListReport::Stacks(STACKS.iter().map(ListedStack::new).collect()),
        })
    }
}

fn topic(what: &What) -> Option<Listable> {
    let value = what.to_possible_value()?;
    Some(Listable {
        name: value.get_name().into(),
        meaning: value.get_help()?.to_string(),
    })
}

fn listed(entry: &MoveInfo) -> Listed {
    Listed {
        name: entry.name(),
        short: entry.short(),
        usage: entry.usage(),
        meaning: entry.meaning(),
        examples: entry.examples().iter().map(|word| example(word)).collect(),
        also: entry.also(),
    }
}

fn known(listed: &MoveInfo) -> ListedShuffle {
    let (kind, fault) = match listed.nature() {
        Some(Nature::Flawed { found, wrong, cure }) => ("wrong", Some([found, wrong, cure])),
        Some(Nature::Uniform) => ("uniform", None),
        Some(Nature::Physical) | None => ("physical", None),
    };
    ListedShuffle {
        name: listed.name(),
        usage: listed.usage(),
        kind,
        meaning: listed.meaning(),
        examples: listed.examples(),
        found: fault.map(|[found, ..]| found),
        wrong: fault.map(|[_, wrong, _]| wrong),
        cure: fault.map(|[.., cure]| cure),
    }
}

impl ListedStack {
    fn new(stack: &Stack) -> ListedStack {
        let recipe = stack.recipe.as_ref();
        ListedStack {
            name: stack.name,
            meaning: stack.meaning,
            cards: stack.cards(),
            from: recipe.map(|recipe| recipe.from),
            word: recipe.map(|recipe| recipe.word),
        }
    }

    fn write(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.bold(out, self.name)?;
        writeln!(out, "\n    {}\n    {}", self.meaning, self.cards.join(" "))?;
        match (self.from, self.word) {
            (Some(from), Some(word)) => writeln!(out, "    from {from} by {word}"),
            _ => Ok(()),
        }
    }
}

impl ListedCheck {
    fn new(check: Check) -> ListedCheck {
        ListedCheck {
            name: check.name(),
            meaning: check.meaning(),
            law: check.law(),
        }
    }

    fn write(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.bold(out, &self.name)?;
        writeln!(out, ", {}\n    {}", self.meaning, self.law)
    }
}

impl ListedShuffle {
    fn write(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.bold(out, &self.usage)?;
        writeln!(out, ", {}", self.kind)?;
        writeln!(out, "    {}", self.meaning)?;
        for (name, text) in [
            ("found", self.found),
            ("wrong", self.wrong),
            ("cure", self.cure),
        ] {
            if let Some(text) = text {
                writeln!(out, "    {name:<6} {text}")?;
            }
        }
        Ok(())
    }
}

fn example(word: &'static str) -> Example {
    let parsed: Word = word.parse().expect("the examples of the moves are words");
    let deck = parsed
        .permutation(EXAMPLE_CARDS)
        .expect("they fit a deck of 8")
        .to_deck();
    Example {
        word,
        deck: one_based::numbers(&deck),
    }
}

impl Example {
    fn cards(&self) -> String {
        joined(&self.deck, " ")
    }
}

impl ListReport {
    /// Writes a line for each entry: its name, and as much of its meaning as fits.
    fn write_lines(&self, width: usize, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let lines: Vec<(&str, Cow<str>)> = match self {
            ListReport::Topics(topics) => topics
                .iter()
                .map(|topic| (topic.name.as_str(), topic.meaning.as_str().into()))
                .collect(),
            ListReport::Moves(moves) => moves
                .iter()
                .map(|entry| (entry.usage.as_str(), entry.line()))
                .collect(),
            ListReport::Shuffles(known) => known
                .iter()
                .map(|shuffle| (shuffle.usage.as_str(), shuffle.meaning.into()))
                .collect(),
            ListReport::Stacks(stacks) => stacks
                .iter()
                .map(|stack| (stack.name, stack.meaning.into()))
                .collect(),
            ListReport::Checks(checks) => checks
                .iter()
                .map(|check| (check.name.as_str(), check.meaning.as_str().into()))
                .collect(),
        };
        let column = widest(lines.iter().map(|(name, _)| name)).min(MAX_NAME);
        for (name, meaning) in lines {
            page.bold(out, &format!("{name:<column$}"))?;
            let room = width.saturating_sub(name.chars().count().max(column) + 3);
            let cut = meaning.chars().count() > room;
            let meaning: String = meaning.chars().take(room).collect();
            writeln!(out, "  {meaning}{}", if cut { "…" } else { "" })?;
        }
        match self {
            ListReport::Topics(_) => Ok(()),
            _ => writeln!(out, "a pipe has all of each, as in faro list … | less"),
        }
    }
}

/// Maximum width of the column of names.
const MAX_NAME: usize = 28;

impl Report for ListReport {
    /// Returns a table with a row for each example of a move, each random shuffle, each stack or each check.
    fn table(&self) -> Table<'_> {
        match self {
            ListReport::Topics(topics) => Table::with_records(["name", "meaning"], " ", topics),
            ListReport::Moves(moves) => {
                let columns = [
                    "name", "short", "usage", "meaning", "example", "deck", "also",
                ];
                Table::new(columns, moves.iter().flat_map(Listed::rows))
            }
            ListReport::Shuffles(known) => {
                let columns = [
                    "name", "usage", "kind", "meaning", "examples", "found", "wrong", "cure",
                ];
                Table::with_records(columns, ", ", known)
            }
            ListReport::Stacks(stacks) => {
                Table::with_records(["name", "meaning", "cards", "from", "word"], " ", stacks)
            }
            ListReport::Checks(checks) => {
                Table::with_records(["name", "meaning", "law"], " ", checks)
            }
        }
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let (Some(width), Some(_)) = (page.width, page.rows) {
            return self.write_lines(width, page, out);
        }
        match self {
            ListReport::Topics(topics) => {
                let line = |topic: &Listable| {
                    writeln!(out, "faro list {:<9} {}", topic.name, topic.meaning)
                };
                topics.iter().try_for_each(line)
            }
            ListReport::Moves(moves) => moves.iter().try_for_each(|entry| entry.write(page, out)),
            ListReport::Shuffles(known) => known
                .iter()
                .try_for_each(|shuffle| shuffle.write(page, out)),
            ListReport::Stacks(stacks) => {
                stacks.iter().try_for_each(|stack| stack.write(page, out))
            }
            ListReport::Checks(checks) => {
                checks.iter().try_for_each(|check| check.write(page, out))
            }
        }
    }
}

impl Listed {
    /// Returns the line of an entry: its other names, then its meaning.
    fn line(&self) -> Cow<'_, str> {
        match self.also {
            [] => self.meaning.into(),
            also => format!("({}) {}", also.join(", "), self.meaning).into(),
        }
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.examples.iter().map(|example| {
            let short = self.short.unwrap_or_default();
            let texts =
                [self.name, short, &self.usage, self.meaning, example.word].map(String::from);
            texts
                .into_iter()
                .chain([example.cards(), self.also.join(" ")])
                .collect()
        })
    }

    fn write(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.bold(out, &self.usage)?;
        if let Some(short) = self.short {
            write!(out, ", short {short}")?;
        }
        if !self.also.is_empty() {
            write!(out, ", also {}", self.also.join(", "))?;
        }
        writeln!(out)?;
        writeln!(out, "    {}", self.meaning)?;
        let line =
            |example: &Example| writeln!(out, "    {:<14}  {}", example.word, example.cards());
        self.examples.iter().try_for_each(line)
    }
}
