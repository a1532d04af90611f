use std::io::{self, Write};

use faro::number::{MAX_MODULI, ModuliError, U640};
use faro::{Kind, perfect};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::cli::args::{EffortArgs, KindArg, OutputArgs};
use crate::cli::argument::{Named, Text, number_first};
use crate::cli::integer::{self, Integer, JsonInteger};
use crate::cli::view::{Page, Report, Sequence, Table};
use crate::cli::watch::Watch;

/// The deck sizes that a given number of shuffles restores.
///
/// Lists, in ascending order, every number of cards whose order is exactly K: K perfect shuffles restore the
/// deck, and fewer do not. If 2 has the order K modulo m, then decks of m cards and of m + 1 (out) or m - 1
/// (in) cards have the order K. Every K up to 300 works, and larger ones up to 640 if the factors of 2^K - 1
/// are known or found.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Sizes {
    /// The number of shuffles
    #[arg(value_name = "ORDER", allow_negative_numbers = true)]
    first: Option<String>,

    /// Whether the top card stays on top (out) or becomes the second (in)
    #[arg(value_name = "KIND")]
    second: Option<String>,

    /// The number of shuffles, by option
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    order: Option<String>,

    /// The kind of shuffle, by option
    #[arg(long, short, value_name = "out|in")]
    kind: Option<String>,

    /// Include the decks that fewer shuffles restore: their order divides K
    #[arg(long)]
    divides: bool,

    /// Print the number of deck sizes only
    #[arg(long)]
    count: bool,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro sizes 8 out                  52 cards are among them
  faro sizes --order 8 --kind out   the same, by options
  faro sizes 8 out --divides        the order divides 8
  faro sizes 300 in --count         201276944 deck sizes
  faro sizes 300 in | head -n 5";

const ORDER: Named = Named { what: "number of shuffles", position: "[ORDER]", option: "--order <K>" };
const KIND: Named = Named { what: "kind of shuffle", position: "[KIND]", option: "--kind <out|in>" };
const EXAMPLE: &str = "faro sizes 8 out";

pub struct SizesReport {
    order: Integer,
    kind: Kind,
    sizes: perfect::Sizes,
    count: BigUint,
    /// `None` if the sizes are only counted.
    watch: Option<Watch>,
}

/// The sizes per step of the watch. Watching each size would take longer than writing it.
const BLOCK: u64 = 1 << 12;

impl Sizes {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<SizesReport> {
        let [first, second] = number_first(self.first.clone(), self.second.clone());
        let given = ORDER.required(first, self.order.clone(), EXAMPLE)?;
        let kind = KIND.required(second, self.kind.clone(), EXAMPLE)?;
        let number = given.parse(integer::parse_positive)?;
        let kind = kind.parse(KindArg::parse)?.kind();
        let order = number.to_u32().unwrap_or(u32::MAX);
        let find =
            if self.divides { perfect::Sizes::with_order_dividing } else { perfect::Sizes::with_order };
        let sizes = find(kind, order, &self.effort.budget()).map_err(|error| refused(&given, &error))?;
        let count = sizes.count();
        let watch = if self.count { None } else { Some(watch(&given, &sizes, &count, args)?) };
        Ok(SizesReport { order: number.into(), kind, sizes, count, watch })
    }
}

fn watch(order: &Text, sizes: &perfect::Sizes, count: &BigUint, args: &OutputArgs) -> anyhow::Result<Watch> {
    if sizes.moduli().are_too_many() {
        let most = 2 * MAX_MODULI;
        let why = format!("{count} deck sizes are too many to list; at most {most} are listed, try --count");
        return Err(order.error(why));
    }
    Ok(Watch::over(count.to_u64().unwrap_or(u64::MAX), args))
}

/// The error of an order that was not factored or has too many decks.
fn refused(order: &Text, error: &ModuliError) -> anyhow::Error {
    let known = match error {
        ModuliError::Unfactored { .. } => "; expected an order up to 300",
        _ => "",
    };
    order.error(format!("{error}{known}"))
}

impl SizesReport {
    /// Returns the sizes, until Ctrl-C; none if they are only counted.
    fn listed(&self) -> impl Iterator<Item = U640> {
        let watched = self.watch.as_ref().and_then(|watch| Some((watch, self.sizes.ascending().ok()?)));
        watched.into_iter().flat_map(|(watch, sizes)| {
            let goes_on = |(place, _): &(u64, U640)| !place.is_multiple_of(BLOCK) || watch.goes_on_by(BLOCK);
            (0..).zip(sizes).take_while(goes_on).map(|(_, cards)| cards)
        })
    }

    fn interrupted(&self) -> Option<&Watch> {
        self.watch.as_ref().filter(|watch| watch.cut_short())
    }
}

impl Report for SizesReport {
    fn table(&self) -> Table<'_> {
        match self.watch {
            Some(_) => Table::new(["cards"], self.listed().map(|cards| vec![cards.to_string()])),
            None => Table::with_one_row([("count", Some(self.count.to_string()))]),
        }
    }

    /// Writes one size per line, also for other programs.
    fn text(&self, _: &Page, out: &mut dyn Write) -> io::Result<()> {
        let Some(watch) = &self.watch else { return writeln!(out, "{}", self.count) };
        let lines = self.sizes.lines().into_iter().flatten();
        let mut lines = lines.take_while(|lines| watch.goes_on_by(lines.count as u64));
        lines.try_for_each(|lines| out.write_all(&lines.text))
    }

    fn unfinished(&self) -> Option<String> {
        let written = self.interrupted()?.done();
        Some(format!("interrupted: {written} of {} sizes were written", self.count))
    }
}

impl Serialize for SizesReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("order", &self.order)?;
        fields.serialize_entry("kind", &self.kind)?;
        let listing = self.watch.as_ref().map(|_| Sequence::new(self.listed().map(JsonInteger)));
        fields.serialize_entry("sizes", &listing)?;
        if self.watch.is_none() {
            fields.serialize_entry("count", &Integer::from(self.count.clone()))?;
        }
        if self.interrupted().is_some() {
            fields.serialize_entry("complete", &false)?;
        }
        fields.end()
    }
}
