//! The result of `faro sweep` for every output format: a list of orders, a summary, or a plot.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::io::{self, Write};

use faro::Kind;
use faro::perfect::SizeOrders;
use faro_math::number::{Fraction, OrderSummary};
use faro_render::numbers::counted;
use faro_render::view::{ByteForm, Page, Report, Table};
use serde::{Serialize, Serializer};

use super::sizes::SweepSizes;
use crate::output;

/// A list of deck sizes with their orders. It can be rendered once.
pub struct Listing {
    sizes: RefCell<SweepSizes>,
    kinds: &'static [Kind],
    /// Listed orders are below this number.
    below: u64,
}

/// The order of a deck size in JSON: `{"cards": 52, "kind": "out", "order": 8}`
#[derive(Serialize)]
struct SweepRow {
    cards: u64,
    /// The kind, if both kinds are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    order: u64,
}

impl Listing {
    pub fn new(sizes: SweepSizes, kinds: &'static [Kind]) -> Listing {
        Listing {
            sizes: RefCell::new(sizes),
            kinds,
            below: u64::MAX,
        }
    }

    /// Lists only deck sizes whose order is below `below`.
    pub fn below(self, below: u64) -> Listing {
        Listing { below, ..self }
    }

    pub fn into_sizes(self) -> SweepSizes {
        self.sizes.into_inner()
    }

    fn has_kind(&self) -> bool {
        self.kinds.len() == 2
    }

    /// Returns the deck sizes with an order below the limit, for at least one of the listed kinds.
    fn sizes(&self) -> impl Iterator<Item = SizeOrders> {
        let is_listed =
            |size: &SizeOrders| self.kinds.iter().any(|&kind| size.order(kind) < self.below);
        std::iter::from_fn(|| self.sizes.borrow_mut().next()).filter(is_listed)
    }

    fn rows(&self) -> impl Iterator<Item = SweepRow> {
        let has_kind = self.has_kind();
        let rows_of = move |size: SizeOrders| {
            self.kinds.iter().map(move |&kind| SweepRow {
                cards: size.cards,
                kind: has_kind.then_some(kind),
                order: size.order(kind),
            })
        };
        self.sizes()
            .flat_map(rows_of)
            .filter(|row| row.order < self.below)
    }

    /// Returns the names of the columns of a table with one row for each deck size, for all kinds of shuffles. If
    /// there are two kinds, the column of an order has the name of the kind.
    fn columns_of_sizes(&self) -> Vec<String> {
        let of_kind = |kind: &Kind| match self.has_kind() {
            true => kind.to_string(),
            false => "order".into(),
        };
        std::iter::once("cards".into())
            .chain(self.kinds.iter().map(of_kind))
            .collect()
    }

    /// Returns the orders of a deck size, in the columns of [`columns_of_sizes`](Self::columns_of_sizes).
    fn orders(&self, size: SizeOrders) -> impl Iterator<Item = u64> {
        self.kinds.iter().map(move |&kind| size.order(kind))
    }

    fn write_array(&self, out: &mut dyn Write) -> io::Result<()> {
        let fields: Vec<String> = self
            .columns_of_sizes()
            .iter()
            .map(|name| format!("('{name}', '<u8')"))
            .collect();
        let rows = self.sizes.borrow().total();
        out.write_all(&faro_render::npy_header(
            &format!("[{}]", fields.join(", ")),
            &[rows],
        ))?;
        self.sizes().try_for_each(|size| {
            out.write_all(&size.cards.to_le_bytes())?;
            self.orders(size)
                .try_for_each(|order| out.write_all(&order.to_le_bytes()))
        })
    }
}

impl Report for Listing {
    fn table(&self) -> Table<'_> {
        let kind = self.has_kind().then_some("kind");
        let cells = |row: SweepRow| {
            [row.cards.to_string()]
                .into_iter()
                .chain(row.kind.map(|kind| kind.to_string()))
                .chain([row.order.to_string()])
                .collect()
        };
        Table::new(
            ["cards"].into_iter().chain(kind).chain(["order"]),
            self.rows().map(cells),
        )
    }

    /// Writes one line per deck size. The columns are as wide as the largest possible number.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let heads = self.columns_of_sizes();
        let longest = heads.iter().map(String::len).max().unwrap_or(0);
        let width = self
            .sizes
            .borrow()
            .cards()
            .end()
            .to_string()
            .len()
            .max(longest);
        if !page.quiet {
            let heads: Vec<String> = heads.iter().map(|head| format!("{head:>width$}")).collect();
            writeln!(out, "{}", heads.join("  "))?;
        }
        self.sizes().try_for_each(|size| {
            write!(out, "{:>width$}", size.cards)?;
            self.orders(size)
                .try_for_each(|order| write!(out, "  {order:>width$}"))?;
            writeln!(out)
        })
    }

    /// Writes an array with a row for each deck size: `cards` and `order`, or `cards`, `out` and `in`.
    fn bytes(&self, form: ByteForm, out: &mut dyn Write) -> Option<io::Result<()>> {
        (form == ByteForm::Npy).then(|| self.write_array(out))
    }

    fn unfinished(&self) -> Option<String> {
        self.sizes.borrow().unfinished()
    }
}

impl Serialize for Listing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

/// Length of the longest bar of the histogram, in characters.
const BAR: u64 = 40;

/// A summary of the orders of a range.
#[derive(Serialize)]
pub struct SummaryReport {
    first: u64,
    last: u64,
    sizes: u64,
    kinds: Vec<KindSummary>,
}

/// The orders of the shuffles of one kind, in or out, over all deck sizes of the range.
#[derive(Serialize)]
struct KindSummary {
    kind: String,
    largest: u64,
    /// The first deck size that has the largest order.
    largest_cards: u64,
    mean: f64,
    /// The mean in hundredths, rounded, for text.
    #[serde(skip)]
    hundredths: u128,
    /// Number of orders equal to the modulus − 1, the largest possible order.
    full: u64,
    /// For k from 0 to 9, the number of orders above k/10 and up to (k + 1)/10 of the modulus − 1.
    histogram: [u64; 10],
}

impl SummaryReport {
    /// Returns the range of deck sizes, such as `2 to 9 cards`.
    fn decks(&self) -> String {
        if self.first == self.last {
            return counted(self.first, "card");
        }
        format!("{} to {}", self.first, counted(self.last, "card"))
    }

    /// # Errors
    ///
    /// If the sweep was interrupted.
    pub fn new(sizes: &mut SweepSizes, kinds: &[Kind]) -> anyhow::Result<SummaryReport> {
        let tallies = sizes.tallies(kinds);
        output::finished(sizes.unfinished())?;
        let (first, last) = sizes.cards().clone().into_inner();
        let kinds = tallies
            .iter()
            .zip(kinds)
            .map(|(tally, kind)| KindSummary::new(tally, *kind))
            .collect();
        Ok(SummaryReport {
            first,
            last,
            sizes: sizes.total(),
            kinds,
        })
    }
}

impl Report for SummaryReport {
    fn table(&self) -> Table<'_> {
        let columns = ["kind", "sizes", "largest", "largest_cards", "mean", "full"];
        let parts = [
            "to_10", "to_20", "to_30", "to_40", "to_50", "to_60", "to_70", "to_80", "to_90",
            "to_100",
        ];
        let row = |summary: &KindSummary| {
            let KindSummary {
                kind,
                largest,
                largest_cards,
                mean,
                full,
                histogram,
                ..
            } = summary;
            let counts = histogram.iter().map(u64::to_string);
            let cells = [kind.clone(), self.sizes.to_string(), largest.to_string()];
            let cells = cells.into_iter().chain([
                largest_cards.to_string(),
                mean.to_string(),
                full.to_string(),
            ]);
            cells.chain(counts).collect()
        };
        Table::new(columns.into_iter().chain(parts), self.kinds.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        for (index, summary) in self.kinds.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            let heading = format!("{}-shuffles of {}", summary.kind, self.decks());
            page.heading(out, &heading)?;
            summary.write(self.sizes, page, out)?;
        }
        Ok(())
    }
}

impl KindSummary {
    fn new(tally: &OrderSummary, kind: Kind) -> KindSummary {
        let (sizes, (largest, Reverse(largest_cards))) = (u128::from(tally.count), tally.largest);
        KindSummary {
            kind: kind.to_string(),
            largest,
            largest_cards,
            mean: Fraction::new(tally.sum, sizes).to_f64(),
            hundredths: (200 * tally.sum + sizes) / (2 * sizes),
            full: tally.full,
            histogram: tally.tenths,
        }
    }

    fn write(&self, sizes: u64, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "largest order  {}, first for {}",
            self.largest,
            counted(self.largest_cards, "card")
        )?;
        writeln!(
            out,
            "mean order     {}.{:02}",
            self.hundredths / 100,
            self.hundredths % 100
        )?;
        let percent = 100.0 * self.full as f64 / sizes as f64;
        writeln!(
            out,
            "full order     {} of {} ({percent:.2} %): the modulus - 1",
            self.full,
            counted(sizes, "size")
        )?;
        writeln!(out, "order divided by the modulus - 1:")?;
        let most = self.histogram.into_iter().max().unwrap_or(0).max(1);
        let width = most.to_string().len();
        for (part, &count) in self.histogram.iter().enumerate() {
            let (from, to) = (10 * part, 10 * (part + 1));
            write!(out, "  {from:>2} to {to:>3} %  {count:>width$}")?;
            if count > 0 {
                write!(out, "  ")?;
                page.bar(out, &bar(count, most))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Draws a bar in eighths of a column. It is empty only if the count is 0.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let length = (u128::from(count) * u128::from(8 * BAR)).div_ceil(most.into()) as usize;
    "█".repeat(length / 8) + EIGHTHS[length % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seven orders have the sum 19. Only text rounds the mean.
    #[test]
    fn the_mean_has_all_its_digits() {
        let summary = KindSummary::new(
            &OrderSummary {
                count: 7,
                sum: 19,
                ..OrderSummary::default()
            },
            Kind::Out,
        );
        assert_eq!((summary.mean, summary.hundredths), (19.0 / 7.0, 271));
    }

    #[test]
    fn bars() {
        assert_eq!(
            [bar(0, 5), bar(1, 320), bar(320, 320)],
            [String::new(), "▏".into(), "█".repeat(40)]
        );
    }
}
