//! The histograms of a simulation, in text and as a picture.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use faro_permutation::Statistic;
use faro_render::view::{Panel, Panels};

use super::outcome::Outcome;
use super::report::{SimulationReport, StatisticSummary};
use crate::arguments::statistic::possible_value;
use crate::output::options::{Format, OutputArgs};
use crate::output::{self, SvgArgs};

/// The pictures of a result.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Draw histograms of these statistics, or of all
    #[arg(long, value_name = "STATISTIC", value_enum, value_delimiter = ',')]
    pub histogram: Vec<PicturedStatistic>,

    #[command(flatten)]
    pub svg: SvgArgs,
}

/// A statistic by name, or all of them.
#[derive(Clone, Copy)]
pub enum PicturedStatistic {
    All,
    One(Statistic),
}

impl ValueEnum for PicturedStatistic {
    fn value_variants<'a>() -> &'a [PicturedStatistic] {
        const VARIANTS: [PicturedStatistic; Statistic::ALL.len() + 1] = {
            let mut variants = [PicturedStatistic::All; Statistic::ALL.len() + 1];
            let mut index = 0;
            while index < Statistic::ALL.len() {
                variants[index + 1] = PicturedStatistic::One(Statistic::ALL[index]);
                index += 1;
            }
            variants
        };
        &VARIANTS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            PicturedStatistic::All => PossibleValue::new("all"),
            PicturedStatistic::One(statistic) => possible_value(*statistic),
        })
    }
}

impl PicturedStatistic {
    fn includes(self, statistic: Statistic) -> bool {
        match self {
            PicturedStatistic::All => true,
            PicturedStatistic::One(drawn) => drawn == statistic,
        }
    }
}

impl PictureArgs {
    /// Returns whether text has a histogram of the statistic.
    fn draws(&self, statistic: Statistic) -> bool {
        self.histogram.iter().any(|drawn| drawn.includes(statistic))
    }

    /// Returns whether the picture has a histogram of the statistic. If the user names none, it has all.
    fn pictures(&self, statistic: Statistic) -> bool {
        self.histogram.is_empty() || self.draws(statistic)
    }

    /// Returns an error if a file of the output cannot be written, before the work begins.
    pub fn check_files<'a>(
        &'a self,
        read: impl IntoIterator<Item = &'a Path>,
        args: &'a OutputArgs,
    ) -> anyhow::Result<()> {
        let has_text = matches!(args.format, Format::Text) || self.svg.path().is_some();
        anyhow::ensure!(
            has_text || self.histogram.is_empty(),
            "'--histogram' is for text and --svg; JSON has all histograms, and CSV has none"
        );
        output::check(read, self.svg.files(args), args)
    }

    /// Writes the result, and its picture if the user named a file for it.
    pub fn show(&self, outcome: &Outcome, args: &OutputArgs) -> anyhow::Result<()> {
        let drawn = Statistic::ALL
            .into_iter()
            .filter(|&statistic| self.draws(statistic))
            .collect();
        let report = SimulationReport::new(outcome, drawn);
        self.svg.show(&report, args, &mut |sheet, out| {
            let panels = panels(outcome, |statistic| self.pictures(statistic));
            faro_render::panels(&panels, sheet, out)
        })
    }
}

/// Maximum number of bars in a panel.
pub const MAX_BARS: usize = 60;

pub fn panels(outcome: &Outcome, chosen: impl Fn(Statistic) -> bool) -> Panels {
    let question = &outcome.question;
    let summaries = StatisticSummary::all(outcome)
        .into_iter()
        .filter(|summary| chosen(summary.statistic()));
    let names = [
        Some(question.shuffle.name.clone()),
        Some("uniform orders".into()),
        question.against_name().map(String::from),
    ];
    let (title, note) = (outcome.title(), format!("seed {}", question.seed));
    Panels {
        title,
        note,
        names,
        panels: summaries.map(|summary| panel(&summary)).collect(),
    }
}

pub fn panel(summary: &StatisticSummary) -> Panel {
    let bars = summary.bars(MAX_BARS, true);
    let values = bars
        .begins()
        .map(|bin| summary.comparison.value(bin as u64))
        .collect();
    Panel {
        title: summary.title(),
        bars,
        values,
    }
}
