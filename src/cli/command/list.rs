use std::io::{self, Write};

use anstyle::Style;
use clap::ValueEnum;
use faro::Word;
use faro::word::{self, MoveInfo};
use serde::Serialize;
use serde::ser::Serializer;

use crate::cli::count;
use crate::cli::stack::{STACKS, Stack};
use crate::cli::view::{Page, Report, Sequence, Table};

/// What the program knows by name: the moves of the language of shuffles, and orders of the deck.
///
/// A shuffle is a word, read from left to right: moves, powers such as in^-3, groups such as
/// (in out^2)^5, and permutations such as (1 2 4)(3 6 5), the card at 1 moving to 2.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct List {
    /// What to list
    #[arg(value_enum)]
    what: What,
}

const EXAMPLES: &str = "\
Examples:
  faro list moves                  each with what becomes of 8 cards
  faro list moves --format json
  faro list stacks                 the orders that `faro solve` knows";

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The moves that shuffles are written with
    Moves,
    /// The orders of a deck that have a name, from the top of the deck lying face down
    Stacks,
}

pub enum ListReport {
    Moves(Vec<Listed>),
    Stacks(Vec<ListedStack>),
}

#[derive(Serialize)]
pub struct Listed {
    name: &'static str,
    short: Option<&'static str>,
    usage: String,
    meaning: &'static str,
    examples: Vec<Example>,
}

#[derive(Serialize)]
pub struct ListedStack {
    name: &'static str,
    meaning: &'static str,
    cards: Vec<String>,
}

/// A word and what becomes of the deck that shows it.
#[derive(Serialize)]
struct Example {
    word: &'static str,
    deck: Vec<u32>,
}

/// Cards of the deck that shows a move.
const SHOWN: usize = 8;

impl List {
    pub fn run(&self) -> anyhow::Result<ListReport> {
        match self.what {
            What::Moves => Ok(ListReport::Moves(word::moves().map(|entry| listed(&entry)).collect())),
            What::Stacks => Ok(ListReport::Stacks(STACKS.iter().map(listed_stack).collect())),
        }
    }
}

fn listed(entry: &MoveInfo) -> Listed {
    Listed {
        name: entry.name(),
        short: entry.short(),
        usage: entry.usage(),
        meaning: entry.meaning(),
        examples: entry.examples().iter().map(|word| example(word)).collect(),
    }
}

fn listed_stack(stack: &Stack) -> ListedStack {
    ListedStack { name: stack.name, meaning: stack.meaning, cards: stack.cards() }
}

fn example(word: &'static str) -> Example {
    let parsed: Word = word.parse().expect("the examples of the moves are words");
    let deck = parsed.permutation(SHOWN).expect("they fit a deck of 8").to_deck();
    Example { word, deck: deck.into_iter().map(count::to_people).collect() }
}

impl Example {
    fn cards(&self) -> String {
        self.deck.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
    }
}

impl Report for ListReport {
    /// A row an example, or a stack.
    fn table(&self) -> Table<'_> {
        match self {
            ListReport::Moves(moves) => moves_table(moves),
            ListReport::Stacks(stacks) => {
                let row = |stack: &ListedStack| {
                    vec![stack.name.into(), stack.meaning.into(), stack.cards.join(" ")]
                };
                Table::new(["name", "meaning", "cards"], stacks.iter().map(row))
            }
        }
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match self {
            ListReport::Moves(moves) => moves.iter().try_for_each(|one| write_move(one, page, out)),
            ListReport::Stacks(stacks) => stacks.iter().try_for_each(|one| write_stack(one, page, out)),
        }
    }
}

fn moves_table(moves: &[Listed]) -> Table<'_> {
    let rows = moves.iter().flat_map(|one| {
        one.examples.iter().map(|example| {
            let short = one.short.unwrap_or_default();
            let texts = [one.name, short, &one.usage, one.meaning, example.word].map(String::from);
            texts.into_iter().chain([example.cards()]).collect()
        })
    });
    Table::new(["name", "short", "usage", "meaning", "example", "deck"], rows)
}

fn write_move(one: &Listed, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    page.write(out, Style::new().bold(), &one.usage)?;
    match one.short {
        Some(short) => writeln!(out, ", short {short}")?,
        None => writeln!(out)?,
    }
    writeln!(out, "    {}", one.meaning)?;
    one.examples.iter().try_for_each(|example| writeln!(out, "    {:<14}  {}", example.word, example.cards()))
}

fn write_stack(one: &ListedStack, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    page.write(out, Style::new().bold(), one.name)?;
    writeln!(out, "\n    {}\n    {}", one.meaning, one.cards.join(" "))
}

impl Serialize for ListReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ListReport::Moves(moves) => Sequence::of(moves.iter()).serialize(serializer),
            ListReport::Stacks(stacks) => Sequence::of(stacks.iter()).serialize(serializer),
        }
    }
}
