//! `faro mix`: computes the distances of riffled decks from uniform decks.

mod answer;
mod arguments;
pub mod list;
mod question;
mod report;
mod value;

use std::ops::RangeInclusive;

use faro_math::number::Budget;
use faro_render::numbers::counted;

use crate::arguments::integer::Range;
use crate::output;
use crate::output::error::invalid;
use crate::output::options::OutputArgs;
use crate::output::watch::Watch;
use arguments::DistanceArg;
use question::MixQuestion;
use report::{MixReport, Target};

pub use arguments::MixArgs;

/// Maximum number of rows of fractions, each of which takes up to a second.
const MAX_EXACT_ROWS: u64 = 100;

impl MixArgs {
    pub fn has_until(&self) -> bool {
        self.until.is_some()
    }

    /// Returns whether text has more columns than a list of sizes has room for.
    pub fn is_wide(&self) -> bool {
        self.all || self.exact || self.guessing
    }

    /// Writes the rows, and a picture of them if the user named a file for it.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let budget = self.timeout.map_or(Budget::unlimited(), Budget::new);
        let mut question = MixQuestion::new(self)?;
        output::remark(self.riffles.as_ref().and_then(Range::note).as_deref(), args);
        let shuffle = self
            .given
            .shuffle
            .as_ref()
            .filter(|_| self.riffles.is_some());
        let power = shuffle.and_then(|given| given.text.strip_prefix("gsr^")?.parse::<u64>().ok());
        let note = power.map(|power| {
            format!("{power} riffles count as one shuffle here; for rows up to {power} riffles leave ^{power} out")
        });
        output::remark(note.as_deref(), args);
        let report = match self.until {
            Some(target) => self.until(&mut question, target, budget)?,
            None => {
                let (riffles, step) = self.riffles(&question)?;
                let count = (riffles.end() - riffles.start()) / step + 1;
                let last = riffles.start() + (count - 1) * step;
                let watch =
                    Watch::before(count.saturating_mul(question.steps()), args).within(budget);
                let riffles = riffles.step_by(step as usize);
                let rows = riffles
                    .map_while(|riffles| question.row(riffles, &watch))
                    .collect();
                MixReport::new(&question, rows, None, self.all).up_to(last, &watch)
            }
        };
        self.svg.show(&report, args, &mut |sheet, out| {
            faro_render::svg(&report.figure(), sheet, out)
        })
    }

    /// Returns the numbers of riffles of the rows, and the step from one row to the next.
    fn riffles(&self, question: &MixQuestion) -> anyhow::Result<(RangeInclusive<u64>, u64)> {
        let Some(Range {
            numbers: riffles, ..
        }) = self.riffles.clone()
        else {
            return Ok(question.usual_riffles());
        };
        let max = question.most_riffles();
        let with_exact = if self.exact { " with --exact" } else { "" };
        let invalid_riffles =
            |why: String| Err(invalid("--riffles <A..=B>", format!("{riffles:?}"), why));
        if *riffles.end() > max {
            return invalid_riffles(format!(
                "expected at most {} of this deck{with_exact}",
                counted(max, question.noun())
            ));
        }
        if self.exact && riffles.end() - riffles.start() >= MAX_EXACT_ROWS {
            return invalid_riffles(format!(
                "expected at most {MAX_EXACT_ROWS} rows with --exact"
            ));
        }
        Ok((riffles, 1))
    }

    /// Returns the rows up to the first row within `target`. Row 0, the sorted deck, is included only if it is within
    /// `target`.
    fn until(
        &self,
        question: &mut MixQuestion,
        target: f64,
        budget: Budget,
    ) -> anyhow::Result<MixReport> {
        let watch = Watch::without_progress().within(budget);
        let distance = self
            .distance
            .map_or(question.usual_distance(), DistanceArg::key);
        let mut rows = Vec::new();
        // Some distances never fall to the target, and no number of riffles would be found.
        match question.why_never(distance, target, &watch) {
            None => return Ok(MixReport::new(question, rows, None, self.all).up_to(0, &watch)),
            Some(Some(why)) => return Err(invalid("--until <T>", target, why)),
            Some(None) => {}
        }
        for riffles in 0..=question.most_riffles() {
            let Some(row) = question.row(riffles, &watch) else {
                return Ok(MixReport::new(question, rows, None, self.all).up_to(riffles, &watch));
            };
            let Some(found) = row.number(distance) else {
                let why = "it cannot be computed for this deck; try separation";
                return Err(invalid("--distance <DISTANCE>", "total-variation", why));
            };
            rows.push(row);
            if found <= target {
                // The row of no riffles is left out, unless it is the answer.
                rows.drain(..riffles.min(1) as usize);
                let target = Target {
                    distance,
                    target,
                    riffles,
                };
                return Ok(MixReport::new(question, rows, Some(target), self.all));
            }
        }
        let max = question.most_riffles();
        Err(invalid(
            "--until <T>",
            target,
            format!(
                "no more than {} of this deck are tried",
                counted(max, question.noun())
            ),
        ))
    }
}
