use std::cmp::Reverse;
use std::io::{self, Write};

use anstyle::Style;
use faro::Kind;
use faro_math::number::{Fraction, OrderSummary};
use serde::Serialize;

use super::sizes::Sizes;
use faro_render::plural::counted;
use faro_render::view::{Page, Report, Table};

/// Length of the longest bar of the histogram, in characters.
const BAR: u64 = 40;

/// A summary of the orders of a range.
#[derive(Serialize)]
pub struct SummaryReport {
    first: u64,
    last: u64,
    sizes: u64,
    kinds: Vec<Summary>,
}

/// The orders of one kind.
#[derive(Serialize)]
struct Summary {
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
    pub fn new(sizes: &mut Sizes, kinds: &[Kind]) -> anyhow::Result<SummaryReport> {
        let tallies = sizes.tallies(kinds);
        if let Some(what) = sizes.unfinished() {
            return Err(anyhow::anyhow!(what));
        }
        let (first, last) = sizes.cards().clone().into_inner();
        let kinds = tallies.iter().zip(kinds).map(|(tally, kind)| Summary::new(tally, *kind)).collect();
        Ok(SummaryReport { first, last, sizes: sizes.total(), kinds })
    }
}

impl Report for SummaryReport {
    fn table(&self) -> Table<'_> {
        let columns = ["kind", "sizes", "largest", "largest_cards", "mean", "full"];
        let parts =
            ["to_10", "to_20", "to_30", "to_40", "to_50", "to_60", "to_70", "to_80", "to_90", "to_100"];
        let row = |summary: &Summary| {
            let Summary { kind, largest, largest_cards, mean, full, histogram, .. } = summary;
            let counts = histogram.iter().map(u64::to_string);
            let cells = [kind.clone(), self.sizes.to_string(), largest.to_string()];
            let cells =
                cells.into_iter().chain([largest_cards.to_string(), mean.to_string(), full.to_string()]);
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
            page.write(out, Style::new().bold(), &heading)?;
            writeln!(out)?;
            summary.write(self.sizes, page, out)?;
        }
        Ok(())
    }
}

impl Summary {
    fn new(tally: &OrderSummary, kind: Kind) -> Summary {
        let (sizes, (largest, Reverse(largest_cards))) = (u128::from(tally.count), tally.largest);
        Summary {
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
        writeln!(out, "largest order  {}, first for {}", self.largest, counted(self.largest_cards, "card"))?;
        writeln!(out, "mean order     {}.{:02}", self.hundredths / 100, self.hundredths % 100)?;
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
        let summary = Summary::new(&OrderSummary { count: 7, sum: 19, ..OrderSummary::default() }, Kind::Out);
        assert_eq!((summary.mean, summary.hundredths), (19.0 / 7.0, 271));
    }

    #[test]
    fn bars() {
        assert_eq!([bar(0, 5), bar(1, 320), bar(320, 320)], [String::new(), "▏".into(), "█".repeat(40)]);
    }
}
