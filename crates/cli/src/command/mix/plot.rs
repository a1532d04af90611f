use super::guessing::{BLIND, ERROR, SHOWN};
use super::value::{Method, Row};
use faro_render::view::{Axis, Figure, Marks, Point, Series};

/// The distances in the plot, with their names.
const PLOTTED: [(&str, &str); 2] = [("total_variation", "total variation"), ("separation", "separation")];

/// A distance above the first number is drawn at the top of the plot, one below the second at the bottom.
const TOP: f64 = 0.995;
const BOTTOM: f64 = 0.005;

/// Minimum number of rows in a flat part of the curves that is left out.
const LONG: usize = 5;

/// The numbers of right guesses in the plot, with their names.
const GUESSED: [(&str, &str); 2] = [(SHOWN, "each card is shown after its guess"), (BLIND, "blind")];

/// Plots the right guesses if there are any, otherwise total variation and separation in percent.
///
/// The horizontal axis is the number of riffles.
pub fn figure(title: String, noun: &str, rows: &[Row]) -> Figure {
    let guessed = |row: &Row| GUESSED.iter().filter_map(|(key, _)| row.number(key)).reduce(f64::max);
    match rows.iter().filter_map(guessed).reduce(f64::max) {
        Some(most) => guesses(title, noun, rows, most.ceil() as u64),
        None => distances(title, noun, rows),
    }
}

/// Plots the right guesses, the largest of which is at most `most`.
fn guesses(title: String, noun: &str, rows: &[Row], most: u64) -> Figure {
    let end = |row: Option<&Row>| row.map_or(0, |row| row.riffles);
    let across = Axis { name: format!("{noun}s"), from: end(rows.first()), to: end(rows.last()) };
    let up = Axis { name: "cards guessed right".into(), from: 0, to: most };
    let point = |row: &Row, key: &str| {
        let error = row.number(ERROR).filter(|_| key == SHOWN).unwrap_or_default();
        let part = |number: f64| number / most as f64;
        Some(Point { across: across.part(row.riffles), up: part(row.number(key)?), error: part(2.0 * error) })
    };
    let series = GUESSED.iter().filter_map(|&(key, name)| {
        let points: Vec<Point> = rows.iter().filter_map(|row| point(row, key)).collect();
        (!points.is_empty()).then_some(Series { name: name.into(), marks: Marks::Curve(points) })
    });
    let series = series.collect();
    Figure { title, series, across, up }
}

fn distances(title: String, noun: &str, rows: &[Row]) -> Figure {
    let (shown, left_out) = without_flat_ends(rows);
    let first = shown.first().map_or(0, |row| row.riffles);
    let last = shown.last().map_or(0, |row| row.riffles);
    let across = Axis { name: format!("{noun}s{left_out}"), from: first, to: last };
    let up = Axis { name: "distance from random in percent".into(), from: 0, to: 100 };
    let point = |row: &Row, key: &str| {
        let error = row.number("standard_error").filter(|_| key == "total_variation").unwrap_or_default();
        Some(Point { across: across.part(row.riffles), up: row.number(key)?, error: 2.0 * error })
    };
    let series = PLOTTED.iter().filter_map(|&(key, name)| {
        let points: Vec<Point> = shown.iter().filter_map(|row| point(row, key)).collect();
        let estimated = points.iter().any(|point| point.error > 0.0);
        let bound = if key == "total_variation" { bound(rows) } else { "" };
        let name = if estimated { format!("{name} ± 2 std errors") } else { format!("{name}{bound}") };
        (!points.is_empty()).then_some(Series { name, marks: Marks::Curve(points) })
    });
    let series = series.collect();
    Figure { title, series, across, up }
}

/// Returns `, at least` or `, at most` if the rows are bounds.
fn bound(rows: &[Row]) -> &'static str {
    match rows.last().map(Row::method) {
        Some(Method::LowerBound) => ", at least",
        Some(Method::UpperBound) => ", at most",
        _ => "",
    }
}

/// Returns the rows without long parts at both ends in which all curves are flat, and a note about them.
fn without_flat_ends(rows: &[Row]) -> (&[Row], String) {
    let some =
        |is: fn(f64) -> bool| move |row: &Row| PLOTTED.iter().filter_map(|(key, _)| row.number(key)).any(is);
    let falls = rows.iter().position(some(|part| part < TOP));
    let ends = rows.iter().rposition(some(|part| part > BOTTOM));
    // One flat row stays at each end.
    let before = falls.unwrap_or(0).saturating_sub(1);
    let before = if before >= LONG { before } else { 0 };
    let end = ends.map_or(rows.len(), |last| (last + 2).min(rows.len()));
    let end = if rows.len() - end >= LONG { end } else { rows.len() };
    let are = if bound(rows).is_empty() { "are" } else { "have bounds" };
    let mut note = String::new();
    if before > 0 {
        note += &format!("; {} to {} {are} near 100 %", rows[0].riffles, rows[before - 1].riffles);
    }
    if end < rows.len() {
        note += &format!("; {} to {} {are} near 0 %", rows[end].riffles, rows[rows.len() - 1].riffles);
    }
    (&rows[before..end], note)
}

#[cfg(test)]
mod tests {
    use faro::riffle::Magnitude;

    use super::super::value::Value;
    use super::*;

    fn rows(parts: &[f64]) -> Vec<Row> {
        let value = |part: f64| Value::Real(Magnitude::scaled(part, 0), 5);
        let row = |(riffles, &part)| Row { riffles, values: vec![("total_variation", value(part))] };
        (1..).zip(parts).map(row).collect()
    }

    fn axis(parts: &[f64]) -> (u64, u64, String) {
        let Axis { name, from, to } = figure(String::new(), "riffle", &rows(parts)).across;
        (from, to, name)
    }

    #[test]
    fn long_flat_ends_are_left_out() {
        let early = [[1.0; 6].as_slice(), &[0.5, 0.2]].concat();
        assert_eq!(axis(&early), (6, 8, "riffles; 1 to 5 are near 100 %".into()));
        let late = [[0.9].as_slice(), &[0.001; 6]].concat();
        assert_eq!(axis(&late), (1, 2, "riffles; 3 to 7 are near 0 %".into()));
    }

    #[test]
    fn short_and_only_flat_parts_stay() {
        for parts in [[[1.0; 5].as_slice(), &[0.5]].concat(), vec![1.0; 9], vec![0.0; 9], vec![0.5], vec![]] {
            let (from, to, name) = axis(&parts);
            assert_eq!((from, to, name), (parts.len().min(1) as u64, parts.len() as u64, "riffles".into()));
        }
    }

    #[test]
    fn bounds_say_so() {
        for (method, expected) in
            [("lower bound", "total variation, at least"), ("upper bound", "total variation, at most")]
        {
            let mut rows = rows(&[[0.9, 0.3].as_slice(), &[0.0; 6]].concat());
            rows.iter_mut().for_each(|row| row.values.insert(0, ("method", Value::Text(method))));
            let figure = figure(String::new(), "shuffle", &rows);
            assert_eq!(figure.series[0].name, expected);
            assert_eq!(figure.across.name, "shuffles; 4 to 8 have bounds near 0 %");
        }
        assert_eq!(figure(String::new(), "shuffle", &rows(&[0.9, 0.3])).series[0].name, "total variation");
    }
}
