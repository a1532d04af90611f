use std::io::{self, Write};

use faro::Kind;
use faro::number::{MAX_MODULI, ModuliError, U640};
use faro::perfect;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::cli::args::{EffortArgs, KindArg, OutputArgs};
use crate::cli::error::invalid;
use crate::cli::integer::{self, Integer, Plain};
use crate::cli::view::{Page, Report, Sequence, Table};
use crate::cli::watch::Watch;

/// Which decks are back after so many shuffles?
///
/// Prints every number of cards, even and odd, ascending: the decks that K shuffles bring back
/// and fewer do not. A modulus m modulo which 2 has the order K belongs to the decks of m cards
/// and of m + 1 (out) or m - 1 (in). Every K up to 300 is answered, and others up to 640 where
/// the factors of 2^K - 1 are known or found.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Sizes {
    /// The number of shuffles
    #[arg(long, value_name = "K", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    order: BigUint,

    /// Whether the top card stays on top (out) or becomes second (in)
    #[arg(long, value_enum, value_name = "out|in")]
    kind: KindArg,

    /// Decks that are back after K shuffles, maybe sooner
    #[arg(long)]
    divides: bool,

    /// How many decks there are, without listing them
    #[arg(long)]
    count: bool,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro sizes --order 8 --kind out              52 cards are among them
  faro sizes --order 8 --kind out --divides    back after 8 shuffles, maybe sooner
  faro sizes --order 300 --kind in --count     201276944 decks, not listed
  faro sizes --order 300 --kind in | head -n 5";

pub struct SizesReport {
    order: Integer,
    kind: Kind,
    sizes: perfect::Sizes,
    count: BigUint,
    /// None where the decks are only counted.
    watch: Option<Watch>,
}

/// Sizes are watched by blocks: one by one would take longer than writing them.
const BLOCK: usize = 1 << 12;

impl Sizes {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<SizesReport> {
        let kind = self.kind.kind();
        let order = self.order.to_u32().unwrap_or(u32::MAX);
        let find =
            if self.divides { perfect::Sizes::with_order_dividing } else { perfect::Sizes::with_order };
        let sizes = find(kind, order, &self.effort.budget()).map_err(|error| self.refuse(&error))?;
        let count = sizes.count();
        let watch = if self.count { None } else { Some(self.watch(&sizes, &count, args)?) };
        Ok(SizesReport { order: self.order.clone().into(), kind, sizes, count, watch })
    }

    fn watch(&self, sizes: &perfect::Sizes, count: &BigUint, args: &OutputArgs) -> anyhow::Result<Watch> {
        if sizes.moduli().are_too_many() {
            let most = 2 * MAX_MODULI;
            let why = format!("{count} decks are too many, {most} are listed; --count would do");
            return Err(invalid("--order <K>", &self.order, why));
        }
        let blocks = count.to_usize().unwrap_or(usize::MAX).div_ceil(BLOCK);
        Ok(Watch::over(blocks as u64, args))
    }

    fn refuse(&self, error: &ModuliError) -> anyhow::Error {
        let known = match error {
            ModuliError::Unfactored { .. } => "; every order up to 300 would do",
            _ => "",
        };
        invalid("--order <K>", &self.order, format!("{error}{known}"))
    }
}

impl SizesReport {
    /// The sizes, until Ctrl-C; none where they are only counted.
    fn listed(&self) -> impl Iterator<Item = U640> {
        let watched = self.watch.as_ref().and_then(|watch| Some((watch, self.sizes.ascending().ok()?)));
        watched.into_iter().flat_map(|(watch, sizes)| {
            let goes_on = |(place, _): &(usize, U640)| !place.is_multiple_of(BLOCK) || watch.goes_on();
            sizes.enumerate().take_while(goes_on).map(|(_, cards)| cards)
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
            None => Table::of_one([("count", Some(self.count.to_string()))]),
        }
    }

    /// A line a deck, for people and for other programs alike.
    fn text(&self, _: &Page, out: &mut dyn Write) -> io::Result<()> {
        match self.watch {
            Some(_) => self.listed().try_for_each(|cards| writeln!(out, "{cards}")),
            None => writeln!(out, "{}", self.count),
        }
    }

    fn unfinished(&self) -> Option<String> {
        let blocks = self.interrupted()?.done();
        Some(format!("interrupted: {} of {} sizes were written", blocks * BLOCK as u64, self.count))
    }
}

impl Serialize for SizesReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("order", &self.order)?;
        fields.serialize_entry("kind", &self.kind.to_string())?;
        let listing = self.watch.as_ref().map(|_| Sequence::of(self.listed().map(Plain)));
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
