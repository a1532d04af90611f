//! The orders of a range of deck sizes: listed, summed up, or drawn.

mod listing;
mod plot;
mod sizes;
mod summary;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use faro::Kind;

use crate::cli::args::OutputArgs;
use crate::cli::error::invalid;
use crate::cli::output;
use crate::cli::range;
use crate::cli::threads::ThreadsArgs;
use crate::cli::watch::Watch;
use listing::Listing;
use sizes::Sizes;
use summary::SummaryReport;

/// The orders of a range of deck sizes, their summary or their plot.
///
/// The orders follow from those of smaller decks, so that a long range takes a small part of the
/// time that its deck sizes take one by one.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Sweep {
    /// The deck sizes from A through B, up to 2^63; beyond 10^9 at most 10^8 of them
    #[arg(long, value_name = "A..=B", value_parser = range::parse, allow_hyphen_values = true)]
    cards: RangeInclusive<u64>,

    /// Whether the top card stays on top (out) or becomes second (in), or one beside the other
    #[arg(long, value_enum)]
    kind: Kinds,

    /// Sum up: the largest order, the mean, how many are as large as can be, how they spread
    #[arg(long)]
    summary: bool,

    /// Draw the order against the deck size into this file, as SVG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["summary", "format", "output"])]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro sweep --cards 2..=20 --kind out                     decks of 2 to 20 cards
  faro sweep --cards 2..=1000 --kind both --format csv     out and in, a line each
  faro sweep --cards 2..=1000000 --kind in --summary
  faro sweep --cards 2..=10000 --kind out --svg orders.svg
  faro sweep --cards 1000000000000000000..=1000000000000000100 --kind in --format json";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kinds {
    Out,
    In,
    Both,
}

impl Kinds {
    fn each(self) -> &'static [Kind] {
        match self {
            Kinds::Out => &[Kind::Out],
            Kinds::In => &[Kind::In],
            Kinds::Both => &[Kind::Out, Kind::In],
        }
    }
}

/// Beyond so many cards orders do not follow from those of smaller decks, and each takes some
/// microseconds.
const FOLLOWING: u64 = 1_000_000_000;

/// The most deck sizes beyond [`FOLLOWING`]: they take less than an hour.
const MOST_SIZES: u64 = 100_000_000;

impl Sweep {
    /// Each of the three is a report of its own.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let cards = self.cards()?;
        let count = cards.end() - cards.start() + 1;
        let listed = self.svg.is_none() && !self.summary;
        let watch = if listed { Watch::over(count, args) } else { Watch::before(count, args) };
        let sizes = Sizes::of(cards, self.threads.count(), watch)?;
        match &self.svg {
            Some(path) => output::picture(&plot::figure(sizes, self.kind.each())?, path),
            None if self.summary => output::report(&SummaryReport::of(sizes, self.kind.each())?, args),
            None => output::report(&Listing::of(sizes, self.kind), args),
        }
    }

    fn cards(&self) -> anyhow::Result<RangeInclusive<u64>> {
        let (from, to) = self.cards.clone().into_inner();
        if to > FOLLOWING && to - from >= MOST_SIZES {
            let would_do = from..=from + MOST_SIZES - 1;
            let why =
                format!("beyond {FOLLOWING} cards up to {MOST_SIZES} sizes are swept; {would_do:?} would do");
            return Err(invalid("--cards <A..=B>", format!("{:?}", self.cards), why));
        }
        Ok(self.cards.clone())
    }
}
