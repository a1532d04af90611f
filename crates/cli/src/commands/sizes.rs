//! `faro sizes`: the deck sizes that a given number of perfect shuffles restores.

use std::io::{self, Write};

use faro::Kind;
use faro::perfect;
use faro_math::number::ModuliError;
use faro_render::view::{Flow, Page, Report, Sequence, Table, TextCell};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};

use crate::arguments::argument::{Named, Text, number_first};
use crate::arguments::effort::EffortArgs;
use crate::arguments::integer::{self, Integer, JsonInteger};
use crate::arguments::shuffle::kinds;
use crate::commands::sweep;
use crate::output;
use crate::output::object::object;
use crate::output::options::OutputArgs;
use crate::output::watch::Watch;

/// The deck sizes that a given number of shuffles restores.
///
/// Lists, in ascending order, every number of cards whose order is exactly K: K perfect shuffles restore the
/// deck, and fewer do not. If 2 has the order K modulo m, then decks of m cards and of m + 1 (out) or m - 1
/// (in) cards have the order K. Without a kind, both are listed. Every K up to 300 works, and larger ones up to
/// 640 if the factors of 2^K - 1 are known or found. `faro sweep` has the orders of all decks in a range.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SizesArgs {
    /// The number of shuffles
    #[arg(value_name = "ORDER")]
    first: Option<String>,

    /// The perfect shuffle: out, in or both. The top card stays on top (out) or becomes the second (in); or both kinds [default: both]
    #[arg(value_name = "KIND")]
    second: Option<String>,

    /// The number of shuffles, by option
    #[arg(long, value_name = "K")]
    order: Option<String>,

    /// The kind of shuffle, by option
    #[arg(long, short, value_name = "out|in|both")]
    kind: Option<String>,

    /// Include the decks whose order divides K. K shuffles restore them too, but fewer are enough
    #[arg(long)]
    divides: bool,

    /// Print the number of deck sizes only
    #[arg(long)]
    count: bool,

    /// List only the smallest N deck sizes of each kind [default on a terminal: 100]
    #[arg(long, value_name = "N", value_parser = integer::parse_positive,
          conflicts_with = "count")]
    limit: Option<BigUint>,

    /// List the decks that fewer than K shuffles restore, of a range of sizes A..=B in place of ORDER
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..),
          conflicts_with_all = ["order", "divides", "count", "limit"])]
    below: Option<u64>,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro sizes 8 out                  52 cards are among them
  faro sizes --order 8 --kind out   the same, by options
  faro sizes 8 out --divides        the order divides 8
  faro sizes 300 in --count         201276944 deck sizes
  faro sizes 8                      both kinds
  faro sizes --below 10 60..=130    decks of 60 to 130 cards with a small order
  faro sizes 300 in | head -n 5";

const ORDER: Named = Named {
    what: "number of shuffles",
    position: "[ORDER]",
    option: "--order <K>",
};
const RANGE: Named = Named {
    what: "range of deck sizes",
    position: "[ORDER]",
    option: "",
};
const EXAMPLE: &str = "faro sizes 8 out";

pub struct SizesReport {
    order: Integer,
    lists: Vec<SizeList>,
    limit: Option<usize>,
    /// Shows the progress of listing the sizes, or `None` if the sizes are only counted.
    watch: Option<Watch>,
}

/// The sizes of decks for one kind of shuffle.
struct SizeList {
    kind: Kind,
    sizes: perfect::Sizes,
    count: BigUint,
}

/// Maximum number of sizes of each kind that a terminal shows without a limit from the user.
const MAX_ON_TERMINAL: usize = 100;

/// Number of sizes per step of the watch. A check for each size would take longer than writing it.
const SIZES_PER_STEP: u64 = 1 << 12;

impl SizesArgs {
    /// Writes the list of the sizes of an order, or of a range of sizes.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let [first, second] = number_first(self.first.clone(), self.second.clone());
        let kinds = || kinds(second, self.kind.clone());
        match self.below {
            Some(below) => {
                let range = RANGE.required(first, None, "faro sizes --below 10 60..=130")?;
                output::report(&sweep::sizes_below(&range, below, kinds()?, args)?, args)
            }
            None => {
                let order = ORDER.required(first, self.order.clone(), EXAMPLE)?;
                output::report(&self.of_order(&order, kinds()?, args)?, args)
            }
        }
    }

    fn of_order(
        &self,
        given: &Text,
        kinds: &[Kind],
        args: &OutputArgs,
    ) -> anyhow::Result<SizesReport> {
        let number = given.parse(|text| {
            let is_range = text.contains("..");
            let of_range = || {
                format!(
                    "expected one number of shuffles, such as 8; for the decks of sizes {text} that fewer than 10 shuffles restore type --below 10 {text}"
                )
            };
            integer::parse_positive(text).map_err(|why| if is_range { of_range() } else { why })
        })?;
        let order = number.to_u32().unwrap_or(u32::MAX);
        let find = if self.divides {
            perfect::Sizes::with_order_dividing
        } else {
            perfect::Sizes::with_order
        };
        let list = |&kind: &Kind| {
            let sizes =
                find(kind, order, &self.effort.budget()).map_err(|error| refused(given, &error))?;
            Ok(SizeList {
                kind,
                count: sizes.count(),
                sizes,
            })
        };
        let lists: Vec<SizeList> = kinds.iter().map(list).collect::<anyhow::Result<_>>()?;
        let limit = self
            .limit
            .as_ref()
            .map(|limit| limit.to_usize().unwrap_or(usize::MAX));
        let watch = if self.count {
            None
        } else {
            Some(watch(given, &lists, args)?.within(self.effort.budget_of_lists()))
        };
        let report = SizesReport {
            order: number.into(),
            lists,
            limit,
            watch,
        };
        output::remark(report.left_out(limit).as_deref(), args);
        Ok(report)
    }
}

fn watch(order: &Text, lists: &[SizeList], args: &OutputArgs) -> anyhow::Result<Watch> {
    let refused = lists
        .iter()
        .find_map(|list| Some((list, list.sizes.moduli().check_listed().err()?)));
    if let Some((SizeList { count, .. }, ModuliError::TooMany { at_most, .. })) = refused {
        let max = 2 * at_most;
        let why = format!(
            "{count} deck sizes are too many to list; at most {max} are listed, try --count"
        );
        return Err(order.error(why));
    }
    let sizes = |list: &SizeList| list.count.to_u64().unwrap_or(u64::MAX);
    Ok(Watch::over(
        lists.iter().map(sizes).fold(0, u64::saturating_add),
        args,
    ))
}

/// Returns the error of an order that could not be factored or has too many decks.
fn refused(order: &Text, error: &ModuliError) -> anyhow::Error {
    let remedy = match error {
        ModuliError::Unfactored { .. } => "; expected an order up to 300",
        _ => "",
    };
    order.error(format!("{error}{remedy}"))
}

impl SizesReport {
    /// Returns the sizes of a list, until Ctrl-C or the timeout. It is empty if sizes are only counted.
    fn listed(&self, list: &SizeList) -> impl Iterator<Item = BigUint> {
        let watched = self
            .watch
            .as_ref()
            .and_then(|watch| Some((watch, list.sizes.ascending().ok()?)));
        let sizes = watched.into_iter().flat_map(|(watch, sizes)| {
            let goes_on = |(place, _): &(u64, BigUint)| {
                !place.is_multiple_of(SIZES_PER_STEP) || watch.goes_on_by(SIZES_PER_STEP)
            };
            (0..).zip(sizes).take_while(goes_on).map(|(_, cards)| cards)
        });
        sizes.take(self.limit.unwrap_or(usize::MAX))
    }

    /// Returns a sentence about the number of sizes that `limit` leaves out, if there are any.
    fn left_out(&self, limit: Option<usize>) -> Option<String> {
        let limit = BigUint::from(limit?);
        let left = |list: &SizeList| (list.count > limit).then(|| &list.count - &limit);
        let left: BigUint = self.lists.iter().filter_map(left).sum();
        (left != BigUint::ZERO).then(|| format!("{left} larger deck sizes are left out"))
    }

    fn interrupted(&self) -> Option<&Watch> {
        self.watch.as_ref().filter(|watch| watch.cut_short())
    }
}

impl Report for SizesReport {
    fn table(&self) -> Table<'_> {
        let has_kinds = self.lists.len() > 1;
        let kind = has_kinds.then_some("kind");
        let column = if self.watch.is_some() {
            "cards"
        } else {
            "count"
        };
        let row = move |list: &SizeList, number: String| {
            [number]
                .into_iter()
                .chain(has_kinds.then(|| list.kind.to_string()))
                .collect()
        };
        let rows = self.lists.iter().flat_map(move |list| {
            let count = self
                .watch
                .is_none()
                .then(|| row(list, list.count.to_string()));
            self.listed(list)
                .map(move |cards| row(list, cards.to_string()))
                .chain(count)
        });
        Table::new([column].into_iter().chain(kind), rows)
    }

    /// Writes one size per line, also for other programs. If there are both kinds, each has one line. A
    /// terminal shows only the smallest sizes.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let limit = self.limit.or(page.width.map(|_| MAX_ON_TERMINAL));
        for list in &self.lists {
            let count = self.watch.is_none().then(|| list.count.to_string());
            let listed = self.listed(list).take(limit.unwrap_or(usize::MAX));
            let mut numbers = listed.map(|cards| cards.to_string()).chain(count);
            if self.lists.len() == 1 && page.width.is_none() {
                numbers.try_for_each(|number| writeln!(out, "{number}"))?;
            } else {
                let label = if self.lists.len() > 1 {
                    format!("{:<5}", format!("{}:", list.kind))
                } else {
                    String::new()
                };
                let label = TextCell::from(label);
                let mut flow = Flow::with_label(&label, page, out)?;
                numbers.try_for_each(|number| flow.cell(&number.into(), 0))?;
                flow.end()?;
            }
        }
        match self
            .left_out(limit)
            .filter(|_| self.watch.is_some() && self.limit.is_none() && !page.quiet)
        {
            Some(left) => writeln!(out, "{left}; --limit N lists more"),
            None => Ok(()),
        }
    }

    fn unfinished(&self) -> Option<String> {
        let watch = self.interrupted()?;
        let count: BigUint = self.lists.iter().map(|list| &list.count).sum();
        Some(watch.unfinished(watch.done(), count, "size"))
    }
}

/// Writes one object for a single kind, and a list of two objects for both.
impl Serialize for SizesReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.lists[..] {
            [list] => SizeListFields(self, list).serialize(serializer),
            both => serializer.collect_seq(both.iter().map(|list| SizeListFields(self, list))),
        }
    }
}

/// A list in JSON.
struct SizeListFields<'a>(&'a SizesReport, &'a SizeList);

impl Serialize for SizeListFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SizeListFields(report, list) = self;
        let has_count = report.watch.is_none() || report.limit.is_some();
        let listing = report
            .watch
            .as_ref()
            .map(|_| Sequence::new(report.listed(list).map(JsonInteger)));
        object!(serializer, {
            "order": report.order,
            "kind": list.kind,
            "sizes": listing,
            "count"?: has_count.then(|| Integer::from(list.count.clone())),
            "complete"?: report.interrupted().map(|_| false),
        })
    }
}
