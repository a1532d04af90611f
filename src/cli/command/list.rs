use std::io::{self, Write};

use anstyle::Style;
use clap::ValueEnum;
use faro::Word;
use faro::word::{self, MoveInfo};
use serde::Serialize;
use serde::ser::Serializer;

use crate::cli::count;
use crate::cli::view::{Page, Report, Sequence, Table};

/// What the program knows by name: the moves of the language of shuffles.
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
  faro list moves --format json";

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The moves that shuffles are written with
    Moves,
}

pub struct ListReport {
    moves: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    short: Option<&'static str>,
    usage: String,
    meaning: &'static str,
    examples: Vec<Example>,
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
            What::Moves => Ok(ListReport { moves: word::moves().map(|entry| listed(&entry)).collect() }),
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
    /// A row an example.
    fn table(&self) -> Table<'_> {
        let rows = self.moves.iter().flat_map(|one| {
            one.examples.iter().map(|example| {
                let short = one.short.unwrap_or_default();
                let texts = [one.name, short, &one.usage, one.meaning, example.word].map(String::from);
                texts.into_iter().chain([example.cards()]).collect()
            })
        });
        Table::new(["name", "short", "usage", "meaning", "example", "deck"], rows)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        for one in &self.moves {
            page.write(out, Style::new().bold(), &one.usage)?;
            match one.short {
                Some(short) => writeln!(out, ", short {short}")?,
                None => writeln!(out)?,
            }
            writeln!(out, "    {}", one.meaning)?;
            let line = |example: &Example| writeln!(out, "    {:<14}  {}", example.word, example.cards());
            one.examples.iter().try_for_each(line)?;
        }
        Ok(())
    }
}

impl Serialize for ListReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Sequence::of(self.moves.iter()).serialize(serializer)
    }
}
