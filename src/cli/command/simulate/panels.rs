use faro::permutation::Statistic;

use super::outcome::Outcome;
use super::summary::Summary;
use crate::cli::view::{Panel, Panels};

/// The most bars of a panel.
const BARS: usize = 60;

/// Returns the histograms of the chosen statistics as a picture.
pub fn panels(outcome: &Outcome, chosen: impl Fn(Statistic) -> bool) -> Panels {
    let question = &outcome.question;
    let summaries = Summary::all(outcome).into_iter().filter(|summary| chosen(summary.statistic()));
    let names = [
        Some(question.name.clone()),
        Some("uniform orders".into()),
        question.against_name().map(String::from),
    ];
    let (title, note) = (outcome.title(), format!("seed {}", question.seed));
    Panels { title, note, names, panels: summaries.map(|summary| panel(&summary)).collect() }
}

fn panel(summary: &Summary) -> Panel {
    let bars = summary.bars(BARS, true);
    let values = bars.begins().map(|bin| summary.comparison.value(bin as u64)).collect();
    Panel { title: summary.title(), bars, values }
}
