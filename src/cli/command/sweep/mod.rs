//! `faro sweep`: lists, summarises or plots the orders of a range of deck sizes.

mod listing;
mod plot;
mod size;
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
use crate::cli::render;
use crate::cli::threads::ThreadsArgs;
use crate::cli::watch::Watch;
use listing::Listing;
use sizes::Sizes;
use summary::SummaryReport;

/// The order of every deck size in a range, a summary or a plot.
///
/// Orders are computed from those of smaller decks, which is much faster than one deck size at a time.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Sweep {
    /// The deck sizes from A through B, up to 2^63; beyond 10^9 at most 10^8 of them
    #[arg(long, value_name = "A..=B", value_parser = range::parse, allow_hyphen_values = true)]
    cards: RangeInclusive<u64>,

    /// Whether the top card stays on top (out) or becomes the second (in), or both kinds side by side
    #[arg(long, value_enum)]
    kind: Kinds,

    /// Print a summary: the largest order, the mean, the number of largest possible orders, a histogram
    #[arg(long)]
    summary: bool,

    /// Plot the order against the deck size in this SVG file too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro sweep --cards 2..=20 --kind out                     decks of 2 to 20 cards
  faro sweep --cards 2..=1000 --kind both --format csv     out and in, one line each
  faro sweep --cards 2..=1000000 --kind in --summary
  faro sweep --cards 2..=10000 --kind out --svg orders.svg
  faro sweep --cards 1000000000000000000..=1000000000000000100 --kind in --format json";

#[derive(Clone, Copy, ValueEnum)]
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

/// The most cards whose order is computed from those of smaller decks. Beyond, each takes some microseconds.
const MAX_SIEVED: u64 = 1_000_000_000;

/// The most deck sizes of a range beyond [`MAX_SIEVED`]: they take less than an hour.
const MOST_SIZES: u64 = 100_000_000;

impl Sweep {
    /// Writes the list or the summary, and the plot if a file is given for one.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let cards = self.cards()?;
        let count = cards.end() - cards.start() + 1;
        let is_plot_only = self.svg.as_ref().is_some_and(|path| output::replaces_result(path, args));
        let is_listed = !self.summary && !is_plot_only;
        let watch = if is_listed { Watch::over(count, args) } else { Watch::before(count, args) };
        let mut sizes = Sizes::new(cards, self.threads.count(), watch)?;
        if self.svg.is_some() {
            sizes.plot(self.kind.each());
        }
        if is_listed {
            let listing = Listing::new(sizes, self.kind.each());
            output::report(&listing, args)?;
            sizes = listing.into_sizes();
        } else if !is_plot_only {
            output::report(&SummaryReport::new(&mut sizes, self.kind.each())?, args)?;
        }
        match (&self.svg, sizes.into_figure()?) {
            (Some(path), Some(figure)) => output::drawing(path, args, |out| render::svg(&figure, out)),
            _ => Ok(()),
        }
    }

    fn cards(&self) -> anyhow::Result<RangeInclusive<u64>> {
        let (from, to) = self.cards.clone().into_inner();
        if to > MAX_SIEVED && to - from >= MOST_SIZES {
            let accepted = from..=from + MOST_SIZES - 1;
            let why = format!(
                "expected at most {MOST_SIZES} sizes beyond {MAX_SIEVED} cards, for example {accepted:?}"
            );
            return Err(invalid("--cards <A..=B>", format!("{:?}", self.cards), why));
        }
        Ok(self.cards.clone())
    }
}
