use std::io::{self, Write};

use anstyle::Style;
use faro_math::statistics::MAX_INCREASING;
use faro_permutation::Statistic;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::orders::OrderCounts;
use super::outcome::Outcome;
use super::summary::{self, Summary};
use faro_render::one_based;
use faro_render::view::{Page, Report, Sequence, Table};

/// Maximum number of bars of a histogram in text.
const BARS: usize = 20;

pub struct SimulationReport<'a> {
    outcome: &'a Outcome,
    statistics: Vec<Summary<'a>>,
    orders: Option<OrderCounts<'a>>,
    /// The statistics with a histogram in text.
    drawn: Vec<Statistic>,
}

impl<'a> SimulationReport<'a> {
    pub fn new(outcome: &'a Outcome, drawn: Vec<Statistic>) -> SimulationReport<'a> {
        let (statistics, orders) = (Summary::all(outcome), OrderCounts::new(outcome));
        SimulationReport { outcome, statistics, orders, drawn }
    }

    fn explain(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "uniform: the exact mean over all orders; z: standard errors from it; p: chi-square")?;
        if self.statistics.iter().any(|summary| summary.comparison.mean().std_error == Some(0.0)) {
            writeln!(out, "error -: all values are equal, and show no error")?;
        }
        if self.statistics.iter().any(|summary| !summary.comparison.is_exact()) {
            writeln!(out, "~: an asymptotic expansion, correct to 1e-8; exact up to {MAX_INCREASING} cards")?;
        }
        match self.outcome.question.against_name() {
            Some(other) => writeln!(out, "against: {other}; its z: standard errors of the difference"),
            None => Ok(()),
        }
    }
}

impl Report for SimulationReport<'_> {
    /// Returns one row per order with `--orders`, otherwise one row per statistic.
    fn table(&self) -> Table<'_> {
        let statistics = || summary::for_programs(&self.statistics, self.outcome.decks);
        self.orders.as_ref().map_or_else(statistics, OrderCounts::table)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.write(out, Style::new().bold(), &self.outcome.heading())?;
        writeln!(out)?;
        faro_render::text(summary::for_people(&self.statistics), page, out)?;
        if !page.quiet {
            self.explain(out)?;
        }
        if let Some(orders) = &self.orders {
            orders.write(out)?;
        }
        let drawn = self.statistics.iter().filter(|summary| self.drawn.contains(&summary.statistic()));
        drawn.into_iter().try_for_each(|summary| draw(summary, page, out))
    }

    fn unfinished(&self) -> Option<String> {
        self.outcome.interrupted.clone()
    }
}

fn draw(summary: &Summary, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let bars = summary.bars(BARS, false);
    writeln!(out)?;
    page.write(out, Style::new().bold(), &summary.title())?;
    writeln!(out, "{}", if bars.expected.is_some() { ", ┃ uniform" } else { "" })?;
    let labels: Vec<String> = bars.begins().map(|bin| summary.label(&bars, bin)).collect();
    let (label_width, count_width) = (width(&labels), width(&bars.counts));
    for ((label, count), bar) in labels.iter().zip(&bars.counts).zip(bars.drawn()) {
        write!(out, "  {label:>label_width$}  {count:>count_width$}")?;
        if !bar.is_empty() {
            write!(out, "  ")?;
            page.bar(out, &bar)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn width<T: ToString>(cells: &[T]) -> usize {
    cells.iter().map(|cell| cell.to_string().len()).max().unwrap_or(0)
}

impl Serialize for SimulationReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let question = &self.outcome.question;
        let mut fields = serializer.serialize_struct("Simulation", 10)?;
        fields.serialize_field("cards", &question.problem.cards())?;
        fields.serialize_field("shuffle", &question.name)?;
        fields.serialize_field("samples", &question.problem.samples())?;
        fields.serialize_field("seed", &question.seed)?;
        fields.serialize_field("against", &question.against_name())?;
        fields.serialize_field("card", &question.card.map(one_based::number))?;
        fields.serialize_field("decks", &self.outcome.decks)?;
        fields.serialize_field("complete", &self.outcome.is_complete())?;
        fields.serialize_field("statistics", &self.statistics)?;
        fields.serialize_field("orders", &self.orders.as_ref().map(|orders| Sequence::new(orders.each())))?;
        fields.end()
    }
}
