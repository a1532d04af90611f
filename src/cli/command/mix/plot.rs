use super::row::Row;
use crate::cli::view::{Axis, Figure, Marks, Series};

/// Plots total variation and separation in percent against the number of riffles.
pub fn figure(title: String, rows: &[Row]) -> Figure {
    let first = rows.first().map_or(0, |row| row.riffles);
    let last = rows.last().map_or(0, |row| row.riffles);
    let across = Axis { name: "riffles", from: first, to: last };
    let up = Axis { name: "percent", from: 0, to: 100 };
    let curve = |key: &str| -> Vec<(f64, f64)> {
        let point = |row: &Row| Some((across.part(row.riffles), row.number(key)?));
        rows.iter().filter_map(point).collect()
    };
    let named = [("total variation", curve("total_variation")), ("separation", curve("separation"))];
    let known = named.into_iter().filter(|(_, points)| !points.is_empty());
    let series = known.map(|(name, points)| Series { name, marks: Marks::Curve(points) });
    Figure { title, series: series.collect(), across, up }
}
