use faro_math::statistics::ChiSquare;
use faro_permutation::Statistic;
use faro_sample::simulate::{Comparison, Histogram, SampleMean};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::outcome::Outcome;
use faro_console::probability::PValue;
use faro_render::view::{Bins, Sequence, Table};
use faro_render::{float, one_based};

/// The values of one statistic for a report.
pub struct Summary<'a> {
    pub comparison: Comparison<'a>,
    /// Index of the followed card, counted from 0.
    card: Option<u32>,
}

impl<'a> Summary<'a> {
    pub fn all(outcome: &'a Outcome) -> Vec<Summary<'a>> {
        let counted = outcome.counts.0.each();
        counted.map(|(statistic, histogram)| Summary::new(outcome, statistic, histogram)).collect()
    }

    fn new(outcome: &'a Outcome, statistic: Statistic, histogram: &'a Histogram) -> Summary<'a> {
        let cards = outcome.question.problem.cards();
        let other = outcome.against.as_ref().and_then(|(counts, _)| counts.histogram(statistic));
        let first = if statistic == Statistic::Position { one_based::number(0) } else { 0 };
        let comparison = Comparison::new(statistic, cards, histogram).with_other(other).counted_from(first);
        Summary { comparison, card: outcome.question.card }
    }

    pub fn statistic(&self) -> Statistic {
        self.comparison.statistic()
    }

    pub fn title(&self) -> String {
        let name = self.statistic().name().replace('_', " ");
        match self.card.filter(|_| self.statistic() == Statistic::Position) {
            Some(card) => format!("{name} of card {}", one_based::number(card)),
            None => name,
        }
    }

    /// Returns the histogram in at most `most` bars. If `compared`, it includes the other shuffle's histogram.
    pub fn bars(&self, most: usize, compared: bool) -> Bins {
        let other = self.comparison.other().filter(|_| compared).map(Histogram::counts);
        let counts = self.comparison.histogram().counts();
        Bins::new(counts, self.comparison.bin_probabilities(), other, (most, self.step()))
    }

    /// Returns the number of bins that a bar must be a multiple of. Displacements are even, so every second bin
    /// is empty.
    fn step(&self) -> usize {
        let is_even = self.statistic() == Statistic::Displacement && self.comparison.histogram().width() == 1;
        if is_even { 2 } else { 1 }
    }

    /// Returns the label of a bar: a value, or the first and the last of several values.
    pub fn label(&self, bars: &Bins, begins: usize) -> String {
        let histogram = self.comparison.histogram();
        let first = self.comparison.value(begins as u64);
        let end = (begins + bars.bins).min(histogram.counts().len());
        let last = self.comparison.value(end as u64) - 1;
        let one = first == last || (bars.bins == self.step() && histogram.width() == 1);
        if one { first.to_string() } else { format!("{first}-{last}") }
    }

    fn z_p_value(&self) -> Option<PValue> {
        let (number, log10) = (self.comparison.z_p_value()?, self.comparison.z_p_value_log10()?);
        Some(PValue { number, log10 })
    }

    fn filled(&self, histogram: &'a Histogram) -> impl Iterator<Item = (u64, u64)> + '_ {
        histogram.filled().map(|(bin, count)| (self.comparison.value(bin), count))
    }
}

impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (comparison, mean) = (&self.comparison, self.comparison.mean());
        let filled = comparison.histogram().filled();
        let probabilities = comparison
            .bin_probabilities()
            .map(|law| filled.map(|(bin, _)| law[bin as usize]).collect::<Vec<_>>());
        let mut fields = serializer.serialize_struct("Statistic", 19)?;
        fields.serialize_field("name", &self.statistic())?;
        fields.serialize_field("mean", &mean.mean)?;
        fields.serialize_field("std_error", &mean.std_error)?;
        fields.serialize_field("variance", &mean.variance)?;
        fields.serialize_field("uniform_mean", &comparison.uniform_mean())?;
        fields.serialize_field("uniform_variance", &comparison.uniform_variance())?;
        fields.serialize_field("uniform_exact", &comparison.is_exact())?;
        fields.serialize_field("z", &comparison.z())?;
        let z_p_value = self.z_p_value();
        fields.serialize_field("z_p_value", &z_p_value)?;
        fields.serialize_field("z_p_value_log10", &z_p_value.and_then(PValue::log10))?;
        fields.serialize_field("chi_square", &comparison.chi_square().map(TestFields::from))?;
        if let (Some(mean), Some(histogram)) = (comparison.other_mean(), comparison.other()) {
            fields.serialize_field("against_mean", &mean.mean)?;
            fields.serialize_field("against_std_error", &mean.std_error)?;
            fields.serialize_field("against_variance", &mean.variance)?;
            fields.serialize_field("against_z", &comparison.other_z())?;
            fields.serialize_field("against_histogram", &Sequence::new(self.filled(histogram)))?;
        }
        fields.serialize_field("bin_width", &comparison.histogram().width())?;
        fields.serialize_field("histogram", &Sequence::new(self.filled(comparison.histogram())))?;
        fields.serialize_field("uniform_probabilities", &probabilities)?;
        fields.end()
    }
}

/// A test in JSON. Its p-value may be outside the range of an `f64`.
#[derive(Serialize)]
struct TestFields {
    statistic: f64,
    degrees: u64,
    p_value: PValue,
    p_value_log10: Option<f64>,
}

impl From<ChiSquare> for TestFields {
    fn from(test: ChiSquare) -> TestFields {
        let ChiSquare { statistic, degrees, .. } = test;
        let p_value = p_value(test);
        TestFields { statistic, degrees, p_value, p_value_log10: p_value.log10() }
    }
}

/// Returns the p-value of a test.
pub fn p_value(test: ChiSquare) -> PValue {
    PValue { number: test.p_value, log10: test.p_value_log10 }
}

/// Returns one row per statistic, with all digits, for CSV.
pub fn for_programs<'a>(statistics: &'a [Summary], decks: u64) -> Table<'a> {
    let compared = are_compared(statistics);
    let columns = ["statistic", "decks", "mean", "std_error", "variance"];
    let uniform = ["uniform_mean", "uniform_variance", "uniform_exact"];
    let tests = ["z", "chi_square", "degrees", "p_value", "p_value_log10"];
    let others = ["against_mean", "against_std_error", "against_variance", "against_z"];
    let others = others.into_iter().filter(move |_| compared);
    let columns = columns.into_iter().chain(uniform).chain(tests).chain(others);
    let cell = |number: Option<f64>| number.map_or(String::new(), plain);
    let row = move |summary: &Summary| {
        let names = [summary.statistic().name().to_string(), decks.to_string()];
        let exact = [summary.comparison.is_exact().to_string()];
        let against = other_mean(summary).into_iter().chain([summary.comparison.other_z()]);
        let against = against.filter(|_| compared).map(cell);
        let means = means_of(summary).map(cell);
        names.into_iter().chain(means).chain(exact).chain(tests_of(summary)).chain(against).collect()
    };
    Table::new(columns, statistics.iter().map(row))
}

/// Formats a number with the digits that JSON has. Integers have no decimal point.
fn plain(number: f64) -> String {
    let written = serde_json::Number::from_f64(number).map(|number| number.to_string());
    let written = written.unwrap_or_else(|| number.to_string());
    written.strip_suffix(".0").map(String::from).unwrap_or(written)
}

fn means_of(summary: &Summary) -> [Option<f64>; 5] {
    let SampleMean { mean, std_error, variance } = summary.comparison.mean();
    [mean, std_error, variance, summary.comparison.uniform_mean(), summary.comparison.uniform_variance()]
}

/// Returns z, and the chi-square test with its p-value and the p-value's decimal logarithm.
fn tests_of(summary: &Summary) -> [String; 5] {
    let cell = |number: Option<f64>| number.map_or(String::new(), plain);
    let test = summary.comparison.chi_square();
    let p = test.map(p_value);
    [
        cell(summary.comparison.z()),
        cell(test.map(|test| test.statistic)),
        cell(test.map(|test| test.degrees as f64)),
        p.map_or(String::new(), |p| if p.underflows() { p.for_programs() } else { plain(p.number) }),
        cell(p.and_then(PValue::log10)),
    ]
}

fn other_mean(summary: &Summary) -> [Option<f64>; 3] {
    let other = summary.comparison.other_mean();
    [
        other.and_then(|mean| mean.mean),
        other.and_then(|mean| mean.std_error),
        other.and_then(|mean| mean.variance),
    ]
}

/// Returns one row per statistic, with few digits, for text.
pub fn for_people<'a>(statistics: &'a [Summary]) -> Table<'a> {
    let compared = are_compared(statistics);
    let columns = ["statistic", "mean", "error", "uniform", "z", "p"];
    let others = ["against", "error", "z"].into_iter().filter(move |_| compared);
    let row = move |summary: &Summary| {
        let SampleMean { mean, std_error, .. } = summary.comparison.mean();
        let about = if summary.comparison.is_exact() { "" } else { "~" };
        let uniform = summary.comparison.uniform_mean().map(|mean| format!("{about}{mean:.4}"));
        let p = summary.comparison.chi_square().map(|test| p_value(test).to_string());
        let tests = [summary.comparison.z().map(float::brief), p];
        let [other, other_error, _] = other_mean(summary);
        let other_z = summary.comparison.other_z().map(float::brief);
        let against = [other.map(four), other_error.and_then(error), other_z];
        let cells = [mean.map(four), std_error.and_then(error), uniform].into_iter().chain(tests);
        let cells = cells.chain(against.into_iter().filter(|_| compared));
        std::iter::once(summary.title()).chain(cells.map(|cell| cell.unwrap_or("-".into()))).collect()
    };
    Table::new(columns.into_iter().chain(others), statistics.iter().map(row))
}

/// Formats a number with four decimals, or in scientific notation if fewer than two of its digits would be
/// shown.
fn four(number: f64) -> String {
    let is_small = number != 0.0 && number.abs() < 1e-3;
    if is_small { format!("{number:.1e}") } else { format!("{number:.4}") }
}

/// Formats the standard error of an estimate. It is `None` if all values are equal.
fn error(number: f64) -> Option<String> {
    (number > 0.0).then(|| four(number))
}

fn are_compared(statistics: &[Summary]) -> bool {
    statistics.iter().any(|summary| summary.comparison.other().is_some())
}
