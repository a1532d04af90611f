//! The result of `faro simulate` for every output format.
//!
//! It has the statistics of the decks with their tests and histograms.

use std::io::{self, Write};

use faro_math::statistics::{ChiSquare, MAX_INCREASING, chi_square};
use faro_permutation::Statistic;
use faro_render::numbers::counted;
use faro_render::view::{Bins, Page, Report, Sequence, Table};
use faro_render::{numbers, one_based};
use faro_sample::simulate::{Comparison, Histogram, Orders, SampleMean};
use serde::{Serialize, Serializer};

use super::outcome::Outcome;
use crate::output::object::object;
use crate::output::probability::PValue;

/// Maximum number of bars of a histogram in text.
const MAX_BARS: usize = 20;

pub struct SimulationReport<'a> {
    outcome: &'a Outcome,
    statistics: Vec<StatisticSummary<'a>>,
    orders: Option<OrderCounts<'a>>,
    /// The statistics with a histogram in text.
    drawn: Vec<Statistic>,
}

impl<'a> SimulationReport<'a> {
    pub fn new(outcome: &'a Outcome, drawn: Vec<Statistic>) -> SimulationReport<'a> {
        let (statistics, orders) = (StatisticSummary::all(outcome), OrderCounts::new(outcome));
        SimulationReport {
            outcome,
            statistics,
            orders,
            drawn,
        }
    }

    fn explain(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "uniform: the exact mean over all orders; z: standard errors from it; p: chi-square"
        )?;
        let any = |is: fn(&Comparison) -> bool| {
            self.statistics
                .iter()
                .any(|summary| is(&summary.comparison))
        };
        if self.outcome.decks == 1 {
            writeln!(out, "error -: one deck shows no error")?;
        } else if any(|found| found.mean().std_error == Some(0.0)) {
            writeln!(out, "error -: all values are equal, and show no error")?;
        }
        if any(|found| found.bin_probabilities().is_some() && found.chi_square().is_none()) {
            writeln!(out, "p -: not enough decks or values for chi-square")?;
        }
        if self
            .statistics
            .iter()
            .any(|summary| !summary.comparison.is_exact())
        {
            writeln!(
                out,
                "~: an asymptotic expansion, correct to 1e-8; exact up to {MAX_INCREASING} cards"
            )?;
        }
        match self.outcome.question.against_name() {
            Some(other) => {
                writeln!(
                    out,
                    "against: {other}; its z: standard errors of the difference"
                )?;
                writeln!(out, "{}", self.conclusion(other))
            }
            None => Ok(()),
        }
    }

    /// Returns a sentence that says whether the two shuffles differ in the mean of a statistic. It names the
    /// mean that differs most, and how significant the difference is.
    fn conclusion(&self, other: &str) -> String {
        let compared = self.statistics.iter().filter_map(|summary| {
            let (number, log10) = summary.comparison.other_p_value()?;
            Some((
                summary,
                summary.comparison.other_z()?,
                PValue::with_log10(number, log10),
            ))
        });
        let compared: Vec<(&StatisticSummary, f64, PValue)> = compared.collect();
        let by_p = |a: f64, b: f64, first: f64, second: f64| {
            a.total_cmp(&b).then(second.abs().total_cmp(&first.abs()))
        };
        let least = compared
            .iter()
            .min_by(|a, b| by_p(a.2.number, b.2.number, a.1, b.1));
        let Some((summary, z, p_value)) = least else {
            return format!("Nothing can be compared with {other}: no mean shows its error.");
        };
        let p_value = p_value.corrected(compared.len());
        let (means, p) = (counted(compared.len(), "mean"), p_value.after_p());
        let (name, first) = (summary.title(), &self.outcome.question.shuffle.name);
        match p_value.number < DIFFERENCE_LEVEL {
            true => format!(
                "{first} and {other} differ, most in {name} (z = {z:.1}, p {p} corrected for {means})."
            ),
            false => {
                format!(
                    "No difference between {first} and {other} is seen (p {p} corrected for {means})."
                )
            }
        }
    }
}

/// A difference is reported if its corrected p-value is below this level.
const DIFFERENCE_LEVEL: f64 = 0.001;

impl Report for SimulationReport<'_> {
    /// Returns one row per order with `--orders`, otherwise one row per statistic.
    fn table(&self) -> Table<'_> {
        let statistics = || for_programs(&self.statistics, self.outcome.decks);
        self.orders
            .as_ref()
            .map_or_else(statistics, OrderCounts::table)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.heading(out, &self.outcome.heading())?;
        faro_render::text(for_people(&self.statistics), page, out)?;
        if !page.quiet {
            self.explain(out)?;
        }
        if let Some(orders) = &self.orders {
            orders.write(out)?;
        }
        let drawn = self
            .statistics
            .iter()
            .filter(|summary| self.drawn.contains(&summary.statistic()));
        drawn
            .into_iter()
            .try_for_each(|summary| draw(summary, page, out))
    }

    fn unfinished(&self) -> Option<String> {
        self.outcome.interrupted.clone()
    }
}

fn draw(summary: &StatisticSummary, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let bars = summary.bars(MAX_BARS, false);
    writeln!(out)?;
    page.bold(out, &summary.title())?;
    writeln!(
        out,
        "{}",
        if bars.expected.is_some() {
            ", ┃ uniform"
        } else {
            ""
        }
    )?;
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
    cells
        .iter()
        .map(|cell| cell.to_string().len())
        .max()
        .unwrap_or(0)
}

impl Serialize for SimulationReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let question = &self.outcome.question;
        object!(serializer, {
            "cards": question.problem.cards(),
            "shuffle": question.shuffle.name,
            "samples": question.problem.samples(),
            "seed": question.seed,
            "against": question.against_name(),
            "card": question.card.map(one_based::number),
            "decks": self.outcome.decks,
            "complete": self.outcome.is_complete(),
            "statistics": self.statistics,
            "orders": self.orders.as_ref().map(|orders| Sequence::new(orders.each())),
        })
    }
}

pub struct OrderCounts<'a> {
    orders: &'a Orders,
    against: Option<&'a Orders>,
}

#[derive(Serialize)]
pub struct OrderCount {
    deck: Vec<u32>,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_count: Option<u64>,
}

impl OrderCount {
    fn cells(&self) -> Vec<String> {
        let deck = numbers::joined(&self.deck, " ");
        let counts = [Some(self.count), self.against_count];
        std::iter::once(deck)
            .chain(counts.into_iter().flatten().map(|count| count.to_string()))
            .collect()
    }
}

impl<'a> OrderCounts<'a> {
    pub fn new(outcome: &'a Outcome) -> Option<OrderCounts<'a>> {
        let against = outcome
            .against
            .as_ref()
            .and_then(|(_, orders)| orders.as_ref());
        outcome
            .counts
            .1
            .as_ref()
            .map(|orders| OrderCounts { orders, against })
    }

    /// Returns all orders, lexicographically.
    pub fn each(&self) -> impl Iterator<Item = OrderCount> + use<'a> {
        let (orders, against) = (self.orders, self.against);
        orders
            .counts()
            .iter()
            .enumerate()
            .map(move |(place, &counted)| OrderCount {
                deck: one_based::numbers(&orders.deck(place)),
                count: counted,
                against_count: against.map(|against| against.counts()[place]),
            })
    }

    pub fn table(&self) -> Table<'a> {
        let against = self.against.is_some().then_some("against_count");
        let columns = ["deck", "count"].into_iter().chain(against);
        Table::new(columns, self.each().map(|order| order.cells()))
    }

    /// Tests whether all orders are equally likely.
    pub fn chi_square(&self) -> Option<ChiSquare> {
        let counts = self.orders.counts();
        chi_square(counts, &vec![1.0 / counts.len() as f64; counts.len()])
    }

    /// Writes a summary line and one line per order.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let counts = self.orders.counts();
        let seen = counts.iter().filter(|&&count| count > 0).count();
        let extremes = (
            counts.iter().min().unwrap_or(&0),
            counts.iter().max().unwrap_or(&0),
        );
        write!(
            out,
            "{seen} of {}, each {} to {} times",
            counted(counts.len(), "order"),
            extremes.0,
            extremes.1
        )?;
        if let Some(test) = self.chi_square() {
            let (statistic, p) = (numbers::brief(test.statistic), p_value(test));
            let degrees = counted(test.degrees, "degree");
            write!(out, "; chi-square {statistic}, {degrees} of freedom, p {p}")?;
        }
        writeln!(out)?;
        self.each()
            .try_for_each(|order| writeln!(out, "{}", order.cells().join("  ")))
    }
}

/// The values of one statistic for a report.
pub struct StatisticSummary<'a> {
    pub comparison: Comparison<'a>,
    /// Index of the followed card, counted from 0.
    card: Option<u32>,
}

impl<'a> StatisticSummary<'a> {
    pub fn all(outcome: &'a Outcome) -> Vec<StatisticSummary<'a>> {
        let counted = outcome.counts.0.each();
        counted
            .map(|(statistic, histogram)| StatisticSummary::new(outcome, statistic, histogram))
            .collect()
    }

    fn new(
        outcome: &'a Outcome,
        statistic: Statistic,
        histogram: &'a Histogram,
    ) -> StatisticSummary<'a> {
        let cards = outcome.question.problem.cards();
        let other = outcome
            .against
            .as_ref()
            .and_then(|(counts, _)| counts.histogram(statistic));
        let first = if statistic == Statistic::Position {
            one_based::number(0)
        } else {
            0
        };
        let comparison = Comparison::new(statistic, cards, histogram)
            .with_other(other)
            .counted_from(first);
        StatisticSummary {
            comparison,
            card: outcome.question.card,
        }
    }

    pub fn statistic(&self) -> Statistic {
        self.comparison.statistic()
    }

    pub fn title(&self) -> String {
        let name = self.statistic().name().replace('_', " ");
        match self
            .card
            .filter(|_| self.statistic() == Statistic::Position)
        {
            Some(card) => format!("{name} of card {}", one_based::number(card)),
            None => name,
        }
    }

    /// Returns the histogram in at most `max` bars. If `compared`, it includes the other shuffle's histogram.
    pub fn bars(&self, max: usize, compared: bool) -> Bins {
        let other = self
            .comparison
            .other()
            .filter(|_| compared)
            .map(Histogram::counts);
        let counts = self.comparison.histogram().counts();
        Bins::new(
            counts,
            self.comparison.bin_probabilities(),
            other,
            (max, self.step()),
        )
    }

    /// Returns the number of bins that a bar must be a multiple of. Displacements are even, so every second bin
    /// is empty.
    fn step(&self) -> usize {
        let is_even =
            self.statistic() == Statistic::Displacement && self.comparison.histogram().width() == 1;
        if is_even { 2 } else { 1 }
    }

    /// Returns the label of a bar: a value, or the first and the last of several values.
    pub fn label(&self, bars: &Bins, begins: usize) -> String {
        let histogram = self.comparison.histogram();
        let first = self.comparison.value(begins as u64);
        let end = (begins + bars.bins).min(histogram.counts().len());
        let last = self.comparison.value(end as u64) - 1;
        let is_single = first == last || (bars.bins == self.step() && histogram.width() == 1);
        if is_single {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    }

    fn z_p_value(&self) -> Option<PValue> {
        let (number, log10) = (
            self.comparison.z_p_value()?,
            self.comparison.z_p_value_log10()?,
        );
        Some(PValue { number, log10 })
    }

    fn filled(&self, histogram: &'a Histogram) -> impl Iterator<Item = (u64, u64)> + '_ {
        histogram
            .filled()
            .map(|(bin, count)| (self.comparison.value(bin), count))
    }
}

impl Serialize for StatisticSummary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (comparison, mean) = (&self.comparison, self.comparison.mean());
        let filled = comparison.histogram().filled();
        let probabilities = comparison
            .bin_probabilities()
            .map(|law| filled.map(|(bin, _)| law[bin as usize]).collect::<Vec<_>>());
        let (z_p_value, other) = (self.z_p_value(), comparison.other_mean());
        object!(serializer, {
            "name": self.statistic(),
            "mean": mean.mean,
            "std_error": mean.std_error,
            "variance": mean.variance,
            "uniform_mean": comparison.uniform_mean(),
            "uniform_variance": comparison.uniform_variance(),
            "uniform_exact": comparison.is_exact(),
            "z": comparison.z(),
            "z_p_value": z_p_value,
            "z_p_value_log10": z_p_value.and_then(PValue::log10),
            "chi_square": comparison.chi_square().map(TestFields),
            "against_mean"?: other.map(|other| other.mean),
            "against_std_error"?: other.map(|other| other.std_error),
            "against_variance"?: other.map(|other| other.variance),
            "against_z"?: other.map(|_| comparison.other_z()),
            "against_histogram"?: comparison.other().map(|histogram| Sequence::new(self.filled(histogram))),
            "bin_width": comparison.histogram().width(),
            "histogram": Sequence::new(self.filled(comparison.histogram())),
            "uniform_probabilities": probabilities,
        })
    }
}

/// A test in JSON. Its p-value may be outside the range of an `f64`.
struct TestFields(ChiSquare);

impl Serialize for TestFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let TestFields(test) = *self;
        object!(serializer, {
            "statistic": test.statistic,
            "degrees": test.degrees,
            "p_value": p_value(test),
            "p_value_log10": p_value(test).log10(),
        })
    }
}

/// Returns the p-value of a test.
pub fn p_value(test: ChiSquare) -> PValue {
    PValue {
        number: test.p_value,
        log10: test.p_value_log10,
    }
}

/// Returns one row per statistic, with all digits, for CSV.
pub fn for_programs<'a>(statistics: &'a [StatisticSummary], decks: u64) -> Table<'a> {
    let compared = are_compared(statistics);
    let columns = [
        "statistic",
        "decks",
        "mean",
        "std_error",
        "variance",
        "uniform_mean",
        "uniform_variance",
        "uniform_exact",
        "z",
        "chi_square",
        "degrees",
        "p_value",
        "p_value_log10",
    ];
    let others = [
        "against_mean",
        "against_std_error",
        "against_variance",
        "against_z",
    ];
    let row = move |summary: &StatisticSummary| {
        let comparison = &summary.comparison;
        let (mean, test) = (comparison.mean(), comparison.chi_square());
        let p = test.map(p_value);
        let cells = [
            summary.statistic().name().into(),
            decks.to_string(),
            cell(mean.mean),
            cell(mean.std_error),
            cell(mean.variance),
            cell(comparison.uniform_mean()),
            cell(comparison.uniform_variance()),
            comparison.is_exact().to_string(),
            cell(comparison.z()),
            cell(test.map(|test| test.statistic)),
            cell(test.map(|test| test.degrees as f64)),
            match p {
                Some(p) if p.underflows() => p.for_programs(),
                p => cell(p.map(|p| p.number)),
            },
            cell(p.and_then(PValue::log10)),
        ];
        let [mean, std_error, variance] = other_mean(summary);
        let others = [mean, std_error, variance, comparison.other_z()].map(cell);
        cells
            .into_iter()
            .chain(others.into_iter().filter(|_| compared))
            .collect()
    };
    let others = others.into_iter().filter(|_| compared);
    Table::new(
        columns.into_iter().chain(others),
        statistics.iter().map(row),
    )
}

/// Formats a number with the digits that JSON has. Integers have no decimal point.
fn cell(number: Option<f64>) -> String {
    let Some(number) = number else {
        return String::new();
    };
    let written = serde_json::Number::from_f64(number).map(|number| number.to_string());
    let written = written.unwrap_or_else(|| number.to_string());
    written
        .strip_suffix(".0")
        .map(String::from)
        .unwrap_or(written)
}

fn other_mean(summary: &StatisticSummary) -> [Option<f64>; 3] {
    let other = summary.comparison.other_mean();
    [
        other.and_then(|mean| mean.mean),
        other.and_then(|mean| mean.std_error),
        other.and_then(|mean| mean.variance),
    ]
}

/// Returns one row per statistic, with few digits, for text.
pub fn for_people<'a>(statistics: &'a [StatisticSummary]) -> Table<'a> {
    let compared = are_compared(statistics);
    let columns = ["statistic", "mean", "error", "uniform", "z", "p"];
    let others = ["against", "error", "z"]
        .into_iter()
        .filter(move |_| compared);
    let row = move |summary: &StatisticSummary| {
        let SampleMean {
            mean, std_error, ..
        } = summary.comparison.mean();
        let about = if summary.comparison.is_exact() {
            ""
        } else {
            "~"
        };
        let uniform = summary
            .comparison
            .uniform_mean()
            .map(|mean| format!("{about}{mean:.4}"));
        let p = summary
            .comparison
            .chi_square()
            .map(|test| p_value(test).to_string());
        let tests = [summary.comparison.z().map(numbers::brief), p];
        let [other, other_error, _] = other_mean(summary);
        let other_z = summary.comparison.other_z().map(numbers::brief);
        let against = [other.map(four), other_error.and_then(error), other_z];
        let cells = [mean.map(four), std_error.and_then(error), uniform]
            .into_iter()
            .chain(tests);
        let cells = cells.chain(against.into_iter().filter(|_| compared));
        std::iter::once(summary.title())
            .chain(cells.map(|cell| cell.unwrap_or("-".into())))
            .collect()
    };
    Table::new(
        columns.into_iter().chain(others),
        statistics.iter().map(row),
    )
}

/// Formats a number with four decimals, or in scientific notation if fewer than two of its digits would be
/// shown.
fn four(number: f64) -> String {
    let is_small = number != 0.0 && number.abs() < 1e-3;
    if is_small {
        format!("{number:.1e}")
    } else {
        format!("{number:.4}")
    }
}

/// Formats the standard error of an estimate. It is `None` if all values are equal.
fn error(number: f64) -> Option<String> {
    (number > 0.0).then(|| four(number))
}

fn are_compared(statistics: &[StatisticSummary]) -> bool {
    statistics
        .iter()
        .any(|summary| summary.comparison.other().is_some())
}
