//! Makes the report from the decks that were read.

use std::time::Instant;

use faro_sample::shuffle::Seed;

use super::intake::Intake;
use super::listen::End;
use super::report::{AuditReport, Input};
use super::source::Source;
use super::{Audit, digest};
use faro_console::output;
use faro_render::plural::counted;

impl Audit {
    /// Notes that the source had fewer decks than requested.
    pub fn note_missing(&self, source: &Source, end: &End, came: u64) {
        match (end, self.decks) {
            (End::Deadline, _) => {
                output::note(&format!("stopped by --timeout after {}", counted(came, "deck")));
            }
            (End::Eof | End::PipeHeldOpen, Some(asked)) if source.is_program() => {
                output::note(&format!("the program ended after {came} of {}", counted(asked, "deck")));
            }
            _ => {}
        }
    }

    /// Returns the hash of the whole input, if a folder of reports is written and the whole input is known.
    fn sha256(&self, source: &Source, intake: &Intake, end: &End) -> Option<String> {
        self.files.folder()?;
        match (end, source) {
            (End::Eof | End::PipeHeldOpen, _) => intake.sha256(),
            (_, Source::File(path)) => digest::sha256(path),
            _ => None,
        }
    }

    pub fn report(
        &self,
        source: &Source,
        seed: Seed,
        (intake, end, begun): (Intake, End, Instant),
        explained: bool,
    ) -> AuditReport {
        let has_seed = source.takes_seed() || intake.is_drawn();
        let input = Input {
            source: source.name(),
            sha256: self.sha256(source, &intake, &end),
            naming: intake.naming().expect("decks came"),
            names: intake.card_names(),
            start_is_given: self.start.is_some(),
            chain: self.chain,
            seed: has_seed.then_some(seed),
            bad: intake.bad_lines().clone(),
            end,
            begun,
        };
        match intake.into_seen() {
            Ok(evidence) => AuditReport::of_seen(input, evidence, self.alpha),
            Err(intake) => {
                let (evidence, judgement) = intake.judged(self.alpha);
                AuditReport::of_whole(input, evidence, judgement, explained)
            }
        }
    }
}
