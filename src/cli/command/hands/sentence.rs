//! The result in words.

use faro::hands::{Estimate, NotComparable};

use super::report::HandsReport;
use crate::cli::float;
use crate::cli::plural::counted;

/// The number of riffles that is said to be enough for useful intervals.
const ENOUGH: usize = 20;

/// A p-value below which the ideal model does not fit.
const ALPHA: f64 = 0.05;

/// The least p-value that is printed. Smaller ones are bounded, and are as convincing.
const LEAST_SHOWN: f64 = 1e-9;

/// Returns a sentence about cuts and drops.
pub fn habits(report: &HandsReport) -> String {
    let beyond = report.habits.cut.value - report.cards as f64 / 2.0;
    let cut = match beyond {
        middle if middle.abs() < 0.05 => "in the middle".into(),
        below if below > 0.0 => format!("{} below the middle", cards(below)),
        above => format!("{} above the middle", cards(-above)),
    };
    match report.habits.packet {
        Some(packet) => format!("You cut {cut} and drop {} at a time.", cards(packet.value)),
        None => format!("You cut {cut}."),
    }
}

fn cards(number: f64) -> String {
    counted(format!("{number:.1}"), "card").replace("1.0 cards", "1 card")
}

/// Returns a sentence about the number of riffles that are worth the ideal ones.
pub fn worth(report: &HandsReport) -> String {
    let ideal = counted(report.ideal, "ideal riffle");
    let ones = counted(report.ideal, "ideal one");
    match &report.equivalent.comparison {
        Ok(number) => {
            let interval = number.interval.map_or(String::new(), |ends| format!(" ({})", range(ends, 1)));
            format!("{:.1} of your riffles mix at best as well as {ones}{interval}.", number.riffles)
        }
        Err(NotComparable::Target { instead }) => {
            let distance = float::brief(report.equivalent.target);
            let instead = instead.map_or(String::new(), |ideal| format!("; try --ideal {ideal}"));
            format!(
                "{ideal} leave {} at distance {distance} from random, where riffles can hardly be compared{instead}.",
                counted(report.cards, "card")
            )
        }
        Err(error @ NotComparable::Unreached) => {
            format!("{} as {ones}.", error.to_string().replace("these", "your"))
        }
    }
}

/// Returns a sentence about the ideal model.
pub fn fits(report: &HandsReport) -> String {
    let test = &report.test;
    let p = match test.p_value {
        tiny if tiny < LEAST_SHOWN => format!("< {}", float::brief(LEAST_SHOWN)),
        p => format!("= {}", float::brief(p)),
    };
    if test.p_value > ALPHA {
        return format!("The ideal model (GSR) fits: p {p}.");
    }
    let parts = [
        (test.cut_mean, "the mean of your cuts"),
        (test.cut_spread, "their distances from the middle"),
        (test.runs, "the packets that drop"),
    ];
    let least = parts.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or("", |(_, part)| part);
    format!("The ideal model (GSR) does not fit: p {p}, by {least}.")
}

/// Returns a note about few riffles.
pub fn caution(report: &HandsReport) -> Option<String> {
    let count = report.riffles.len();
    match count {
        1 => Some("One riffle gives no intervals; record at least 5.".into()),
        2..ENOUGH => {
            // The quantile of Student's t falls too, so this is the least gain.
            let wider = (ENOUGH as f64 / count as f64).sqrt();
            Some(format!("With {ENOUGH} riffles the intervals would be at least {wider:.1} times narrower."))
        }
        _ => None,
    }
}

/// Returns a note about riffles that are not counted.
pub fn set_aside(report: &HandsReport) -> Option<String> {
    let lines: Vec<String> = report.unmoved.iter().take(5).map(usize::to_string).collect();
    let more = if report.unmoved.len() > lines.len() { ", …" } else { "" };
    (!lines.is_empty()).then(|| {
        let count = counted(report.unmoved.len(), "riffle");
        format!("{count} not counted: the deck is the same before and after, so that the cut is unknown (line {}{more}).", lines.join(", "))
    })
}

/// Returns an interval with this number of decimals.
pub fn range([low, high]: [f64; 2], decimals: usize) -> String {
    format!("{low:.decimals$} to {high:.decimals$}")
}

/// Returns an estimate and its interval as two cells of a table.
pub fn cells(estimate: Option<Estimate>, decimals: usize) -> [String; 2] {
    let Some(Estimate { value, interval }) = estimate else { return ["-".into(), "-".into()] };
    [format!("{value:.decimals$}"), interval.map_or("-".into(), |ends| range(ends, decimals))]
}
