//! The report of what was read.

use std::time::Instant;

use faro::audit::lines::Naming;
use faro::audit::{SeenEvidence, Verdict};
use faro::shuffle::Seed;

use super::cards::CardNames;
use super::intake::{BadLines, Intake};
use super::listen::End;
use super::report::{self, AuditReport};
use super::source::Source;
use super::{Audit, digest};
use crate::cli::plural::counted;
use crate::cli::watch::Watch;
use crate::cli::{output, threads};

impl Audit {
    /// Notes that fewer decks came than were asked for.
    pub fn note_missing(&self, source: &Source, end: &End, came: u64) {
        match (end, self.decks) {
            (End::Deadline, _) => {
                output::note(&format!("stopped by --timeout after {}", counted(came, "deck")));
            }
            (End::Eof | End::PipeHeldOpen, Some(asked)) if source.is_program() => {
                output::note(&format!("the program ended after {came} of {asked} decks"));
            }
            _ => {}
        }
    }

    /// Returns the report of decks that are seen in part. Causes and detectable biases are those of whole decks.
    fn seen_report(
        &self,
        source: &Source,
        (seed, names): (Option<Seed>, CardNames),
        (mut evidence, bad): (SeenEvidence, BadLines),
        naming: Naming,
        (end, begun): (End, Instant),
    ) -> AuditReport {
        let design = evidence.design().clone();
        AuditReport {
            cards: design.cards(),
            judgement: evidence.judge(self.alpha),
            diagnosis: None,
            detectable: Vec::new(),
            counts: [Vec::new(), Vec::new()],
            maps: None,
            design: Some(design),
            source: source.name(),
            sha256: None,
            naming,
            names,
            start_is_given: self.start.is_some(),
            chain: false,
            seed,
            bad: (bad.number, bad.shown),
            end,
            elapsed: begun.elapsed(),
        }
    }

    /// Returns the hash of the whole input, if a folder of reports is written and the input is known.
    fn sha256(&self, source: &Source, intake: &Intake, end: &End) -> Option<String> {
        self.report.as_ref()?;
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
        let naming = intake.naming().expect("decks came");
        let names = intake.card_names();
        let sha256 = self.sha256(source, &intake, &end);
        let takes_seed = source.takes_seed();
        let needed = (takes_seed || intake.is_drawn()).then_some(seed);
        let intake = match intake.into_seen() {
            Ok(seen) => return self.seen_report(source, (needed, names), seen, naming, (end, begun)),
            Err(intake) => *intake,
        };
        let is_drawn_from = takes_seed || matches!(naming, Naming::Alike | Naming::Own);
        let (mut evidence, judgement, bad) = intake.judged(self.alpha);
        let cards = evidence.cards();
        // A diagnosis of what was read before Ctrl-C is still wanted; another Ctrl-C ends the program.
        let (watch, already) = (Watch::without_progress(), end == End::Interrupted);
        let diagnosis = (explained && judgement.verdict == Verdict::Unfair)
            .then(|| evidence.diagnose(&judgement, threads::cores(), |_| already || !watch.interrupted()));
        let checks = judgement.findings.len().max(1);
        AuditReport {
            cards,
            detectable: faro::audit::power(cards, judgement.decks, self.alpha, checks),
            diagnosis,
            judgement,
            counts: report::counts(&mut evidence),
            maps: Some([report::positions(&mut evidence, &names), report::neighbours(&mut evidence, &names)]),
            design: None,
            source: source.name(),
            sha256,
            naming,
            names,
            start_is_given: self.start.is_some(),
            chain: self.chain,
            seed: is_drawn_from.then_some(seed),
            bad: (bad.number, bad.shown),
            end,
            elapsed: begun.elapsed(),
        }
    }
}
