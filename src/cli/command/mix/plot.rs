use super::report::MixReport;
use crate::cli::plural::counted;
use crate::cli::view::{Axis, Figure, Marks, Series};

/// Plots total variation and separation in percent against the number of riffles.
pub fn figure(report: &MixReport) -> Figure {
    let rows = report.rows();
    let first = rows.first().map_or(0, |row| row.riffles);
    let last = rows.last().map_or(0, |row| row.riffles);
    let across = Axis { name: "riffles", from: first, to: last };
    let up = Axis { name: "percent", from: 0, to: 100 };
    let curve = |key: &str| -> Vec<(f64, f64)> {
        let point = |row: &super::report::Row| Some((across.part(row.riffles), row.number(key)?));
        rows.iter().filter_map(point).collect()
    };
    let named = [("total variation", curve("total_variation")), ("separation", curve("separation"))];
    let known = named.into_iter().filter(|(_, points)| !points.is_empty());
    let series = known.map(|(name, points)| Series { name, marks: Marks::Curve(points) });
    Figure { title: title(report), series: series.collect(), across, up }
}

fn title(report: &MixReport) -> String {
    match report.card() {
        Some(card) => format!("Card {card} of {} after riffles", report.cards()),
        None => format!("{} after riffles", counted(report.cards(), "card")),
    }
}
