//! `faro sweep`: lists, summarises or plots the orders of a range of deck sizes.

mod plot;
mod report;
mod sizes;

use std::ops::RangeInclusive;

use faro::Kind;

use crate::arguments::argument::{Named, Text, number_first};
use crate::arguments::effort::{self, ThreadsArgs};
use crate::arguments::integer::Range;
use crate::arguments::shuffle::kinds;
use crate::output::options::OutputArgs;
use crate::output::watch::Watch;
use crate::output::{self, SvgArgs};
use report::{Listing, SummaryReport};
use sizes::SweepSizes;

/// The order of every deck size in a range, a summary or a plot.
///
/// Orders are computed from those of smaller decks, which is much faster than one deck size at a time. `faro sizes` lists
/// the decks of one order.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SweepArgs {
    /// The deck sizes from A through B, up to 2^63; beyond 10^9 at most 10^8 of them. A..B excludes B
    #[arg(value_name = "SIZES")]
    first: Option<String>,

    /// The perfect shuffle: out, in or both. The top card stays on top (out) or becomes the second (in); or both kinds side by side [default: both]
    #[arg(value_name = "KIND")]
    second: Option<String>,

    /// The deck sizes, by option
    #[arg(long, short = 'n', value_name = "A..=B", allow_hyphen_values = true)]
    cards: Option<String>,

    /// The kind of shuffle, by option
    #[arg(long, short, value_name = "out|in|both")]
    kind: Option<String>,

    /// Print a summary instead of the list. It has the largest order, the mean, the number of largest possible orders, a histogram
    #[arg(long)]
    pub summary: bool,

    #[command(flatten)]
    pub svg: SvgArgs,

    #[command(flatten)]
    threads: ThreadsArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro sweep 2..=20 out                     decks of 2 to 20 cards
  faro sweep --cards 2..=20 --kind out      the same, by options
  faro sweep 2..=1000 both --format csv     out and in, one line each
  faro sweep 2..=1000000 in --summary
  faro sweep 2..=10000 out --svg orders.svg
  faro sweep 1000000000000000000..=1000000000000000100 in --format json";

const CARDS: Named = Named {
    what: "range of deck sizes",
    position: "[SIZES]",
    option: "--cards <A..=B>",
};
const EXAMPLE: &str = "faro sweep 2..=20 out";

/// Maximum number of cards for which the order is computed by a sieve. Larger decks take some microseconds
/// each.
const MAX_SIEVED: u64 = 1_000_000_000;

/// Maximum number of deck sizes in a range beyond [`MAX_SIEVED`]. They take less than an hour.
const MOST_SIZES: u64 = 100_000_000;

/// Lists the deck sizes of a range whose order is below `below`, for `faro sizes --below`.
pub fn sizes_below(
    range: &Text,
    below: u64,
    kinds: &'static [Kind],
    args: &OutputArgs,
) -> anyhow::Result<Listing> {
    let cards = bounded(range, args)?;
    let only = (cards.start() == cards.end()).then(|| {
        let size = cards.start();
        format!("only the deck of {size} cards is looked at; for several type a range, such as 2..={size}; the decks that {size} shuffles restore are in `faro sizes {size}`")
    });
    output::remark(only.as_deref(), args);
    let watch = Watch::before(cards.end() - cards.start() + 1, args);
    Ok(Listing::new(SweepSizes::new(cards, effort::cores(), watch)?, kinds).below(below))
}

/// Reads a range of deck sizes that can be swept.
fn bounded(given: &Text, args: &OutputArgs) -> anyhow::Result<RangeInclusive<u64>> {
    let sizes = given.parse(Range::of_sizes)?;
    let (from, to) = sizes.numbers.clone().into_inner();
    if to > MAX_SIEVED && to - from >= MOST_SIZES {
        let accepted = from..=from + MOST_SIZES - 1;
        let why = format!(
            "expected at most {MOST_SIZES} sizes beyond {MAX_SIEVED} cards, for example {accepted:?}"
        );
        return Err(given.error(why));
    }
    output::remark(sizes.note().as_deref(), args);
    Ok(sizes.numbers)
}

impl SweepArgs {
    /// Writes the list or the summary, and the plot if the user named a file for it.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let [first, second] = number_first(self.first.clone(), self.second.clone());
        let cards = bounded(&CARDS.required(first, self.cards.clone(), EXAMPLE)?, args)?;
        let kinds = kinds(second, self.kind.clone())?;
        let count = cards.end() - cards.start() + 1;
        let is_plot_only = self.svg.replaces_result(args);
        let is_listed = !self.summary && !is_plot_only;
        let watch = if is_listed {
            Watch::over(count, args)
        } else {
            Watch::before(count, args)
        };
        let mut sizes = SweepSizes::new(cards, self.threads.count(), watch)?;
        if self.svg.path().is_some() {
            sizes.plot(kinds);
        }
        if is_listed {
            let listing = Listing::new(sizes, kinds);
            output::report(&listing, args)?;
            sizes = listing.into_sizes();
        } else if !is_plot_only {
            output::report(&SummaryReport::new(&mut sizes, kinds)?, args)?;
        }
        match sizes.into_figure()? {
            Some(figure) => self.svg.draw(args, &mut |sheet, out| {
                faro_render::svg(&figure, sheet, out)
            }),
            None => Ok(()),
        }
    }
}
