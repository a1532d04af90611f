//! What a report says of the input, besides the decks, and the report of decks and input.

use std::time::Instant;

use faro::audit::lines::Naming;
use faro::audit::{Evidence, Judgement, SeenEvidence, Verdict};
use faro::shuffle::Seed;

use super::bad_lines::BadLines;
use super::cards::CardNames;
use super::listen::End;
use super::report::{self, AuditReport};
use crate::cli::threads;
use crate::cli::watch::Watch;

/// How decks were read.
pub struct Input {
    pub source: Option<String>,
    pub sha256: Option<String>,
    pub naming: Naming,
    pub names: CardNames,
    pub start_is_given: bool,
    pub chain: bool,
    pub seed: Option<Seed>,
    pub bad: BadLines,
    pub end: End,
    pub begun: Instant,
}

impl Input {
    /// Returns the report of decks that are seen in part. Causes and detectable biases are those of whole decks.
    pub fn seen_report(self, mut evidence: SeenEvidence, alpha: f64) -> AuditReport {
        let design = evidence.design().clone();
        let judgement = evidence.judge(alpha);
        AuditReport { design: Some(design.clone()), ..self.report(design.cards(), judgement) }
    }

    /// Returns the report of whole decks, with the causes if they are wanted.
    pub fn whole_report(self, mut evidence: Evidence, judgement: Judgement, explained: bool) -> AuditReport {
        // A diagnosis of what was read before Ctrl-C is still wanted; another Ctrl-C ends the program.
        let (watch, already) = (Watch::without_progress(), self.end == End::Interrupted);
        let diagnosis = (explained && judgement.verdict == Verdict::Unfair)
            .then(|| evidence.diagnose(&judgement, threads::cores(), |_| already || !watch.interrupted()));
        let checks = judgement.findings.len().max(1);
        let names = &self.names;
        AuditReport {
            detectable: faro::audit::power(evidence.cards(), judgement.decks, judgement.alpha, checks),
            diagnosis,
            counts: report::counts(&mut evidence),
            maps: Some([report::positions(&mut evidence, names), report::neighbours(&mut evidence, names)]),
            ..self.report(evidence.cards(), judgement)
        }
    }

    fn report(self, cards: usize, judgement: Judgement) -> AuditReport {
        AuditReport {
            cards,
            judgement,
            diagnosis: None,
            detectable: Vec::new(),
            counts: [Vec::new(), Vec::new()],
            maps: None,
            design: None,
            source: self.source,
            sha256: self.sha256,
            naming: self.naming,
            names: self.names,
            start_is_given: self.start_is_given,
            chain: self.chain,
            seed: self.seed,
            bad: self.bad,
            end: self.end,
            elapsed: self.begun.elapsed(),
        }
    }
}
