use faro::simulate::SampleMean;

use super::summary::Summary;
use crate::cli::float;
use crate::cli::view::Table;

/// Returns one row per statistic, with all digits, for CSV.
pub fn for_programs<'a>(statistics: &'a [Summary], decks: u64) -> Table<'a> {
    let compared = are_compared(statistics);
    let columns = ["statistic", "decks", "mean", "std_error", "variance"];
    let uniform = ["uniform_mean", "uniform_variance", "uniform_exact"];
    let tests = ["z", "chi_square", "degrees", "p_value"];
    let others = ["against_mean", "against_std_error", "against_variance", "against_z"];
    let others = others.into_iter().filter(move |_| compared);
    let columns = columns.into_iter().chain(uniform).chain(tests).chain(others);
    let cell = |number: Option<f64>| number.map_or(String::new(), plain);
    let row = move |summary: &Summary| {
        let names = [summary.statistic().name().to_string(), decks.to_string()];
        let exact = [summary.comparison.is_exact().to_string()];
        let against = other_mean(summary).into_iter().chain([summary.comparison.other_z()]);
        let tests = tests_of(summary).into_iter().chain(against.filter(|_| compared));
        let means = means_of(summary).map(cell);
        names.into_iter().chain(means).chain(exact).chain(tests.map(cell)).collect()
    };
    Table::new(columns, statistics.iter().map(row))
}

/// Formats a number with the digits that JSON has; integers without a decimal point.
fn plain(number: f64) -> String {
    let written = serde_json::Number::from_f64(number).map(|number| number.to_string());
    let written = written.unwrap_or_else(|| number.to_string());
    written.strip_suffix(".0").map(String::from).unwrap_or(written)
}

fn means_of(summary: &Summary) -> [Option<f64>; 5] {
    let SampleMean { mean, std_error, variance } = summary.comparison.mean();
    [mean, std_error, variance, summary.comparison.uniform_mean(), summary.comparison.uniform_variance()]
}

fn tests_of(summary: &Summary) -> [Option<f64>; 4] {
    let test = summary.comparison.chi_square();
    let [statistic, degrees, p] = [
        test.map(|test| test.statistic),
        test.map(|test| test.degrees as f64),
        test.map(|test| test.p_value),
    ];
    [summary.comparison.z(), statistic, degrees, p]
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
        let tests = [summary.comparison.z(), summary.comparison.chi_square().map(|test| test.p_value)]
            .map(|one| one.map(float::brief));
        let [other, other_error, _] = other_mean(summary);
        let against =
            [other.map(four), other_error.map(four), summary.comparison.other_z().map(float::brief)];
        let cells = [mean.map(four), std_error.map(four), uniform].into_iter().chain(tests);
        let cells = cells.chain(against.into_iter().filter(|_| compared));
        std::iter::once(summary.title()).chain(cells.map(|cell| cell.unwrap_or("-".into()))).collect()
    };
    Table::new(columns.into_iter().chain(others), statistics.iter().map(row))
}

fn four(number: f64) -> String {
    format!("{number:.4}")
}

fn are_compared(statistics: &[Summary]) -> bool {
    statistics.iter().any(|summary| summary.comparison.other().is_some())
}
