use std::io::{self, Write};

use anstyle::Style;
use faro_audit::words::{number, p_value};
use faro_audit::{CardNames, FairShuffle, Finding, Verdict};

use super::listen::End;
use super::report::{AuditReport, DETECTABLE};
use faro_render::palette;
use faro_render::plural::counted;
use faro_render::view::{Page, Report, Table};

/// Number of findings on a screen that has a cause, and of detectable biases on one that has none.
const FINDINGS_OF_SCREEN: usize = 2;
const POWERS_OF_SCREEN: usize = 8;

impl AuditReport {
    fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{:>9}  check: observed", "p")?;
        for finding in self.shown() {
            let p_value = p_value(finding.adjusted_p_value);
            let (meaning, seen) = (finding.meaning(), finding.observation(&self.input.names));
            writeln!(out, "{p_value:>9}  {meaning}: {seen}")?;
        }
        let judgement = &self.conclusion.judgement;
        let (checks, alpha) = (judgement.findings.len(), judgement.alpha);
        let left = checks - self.shown().len();
        let others = if left > 0 { format!("; {}", counted(left, "other check")) } else { String::new() };
        write!(out, "p: corrected for {}", counted(checks, "check"))?;
        // The text for too few decks must not contain the word "fair".
        if judgement.verdict != Verdict::TooFewDecks {
            let runs = number((1.0 / alpha).round());
            write!(out, ", so that at most one fair shuffler in {runs} is called unfair")?;
        }
        writeln!(out, "{others}")
    }

    /// Writes what fits a screen, with the verdict, the cause and the cure at its end, where a terminal shows them.
    fn write_screen(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let (judgement, conclusion) = (&self.conclusion.judgement, &self.conclusion);
        page.write(out, Style::new().bold(), &self.heading())?;
        writeln!(out)?;
        let is_explained = conclusion.diagnosis.is_some();
        let findings = if is_explained { FINDINGS_OF_SCREEN } else { 1 };
        writeln!(out, "{:>9}  check: observed", "p")?;
        for finding in self.shown().iter().take(findings) {
            let (p_value, seen) = (p_value(finding.adjusted_p_value), finding.observation(&self.input.names));
            writeln!(out, "{p_value:>9}  {}: {seen}", finding.meaning())?;
        }
        let others = judgement.findings.len().saturating_sub(findings);
        writeln!(out, "{}, and the map: --all; pictures: --html FILE", counted(others, "other check"))?;
        if !is_explained && !conclusion.detectable.is_empty() {
            writeln!(out, "{DETECTABLE}:")?;
            for power in conclusion.detectable.iter().take(POWERS_OF_SCREEN) {
                let power = power.to_string();
                writeln!(out, "  {}", power.split("; with").next().unwrap_or(&power))?;
            }
        }
        if let Some(design) = &conclusion.design {
            writeln!(out, "left out, for they need whole decks: {}", design.left_out())?;
        }
        self.input.seed.as_ref().map_or(Ok(()), |seed| writeln!(out, "seed {seed}"))?;
        self.passed_over().map_or(Ok(()), |line| writeln!(out, "{line}"))?;
        writeln!(out)?;
        self.headline(page, out)?;
        conclusion.effects().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if is_explained {
            self.causes().iter().try_for_each(|(head, line)| writeln!(out, "{head}: {line}"))?;
            self.next_steps().iter().try_for_each(|line| writeln!(out, "next: {line}"))?;
            self.write_cure(out)?;
        }
        Ok(())
    }

    /// Writes a fair shuffle in the language of the program.
    fn write_cure(&self, out: &mut dyn Write) -> io::Result<()> {
        let FairShuffle { language, code } = self.cure();
        writeln!(out, "a fair shuffle in {language} (--html has other languages):")?;
        code.lines().try_for_each(|line| writeln!(out, "    {line}"))
    }
}

impl Report for AuditReport {
    fn table(&self) -> Table<'_> {
        let row = |finding: &Finding| {
            let Finding { statistic, p_value, adjusted_p_value, .. } = finding;
            let numbers = [statistic, p_value, adjusted_p_value].map(|number| format!("{number:?}"));
            let names = [finding.check.name(), finding.stream.name().into()];
            names.into_iter().chain(numbers).chain([finding.observation(&CardNames::Numbers(1))]).collect()
        };
        let columns = ["check", "of", "statistic", "p_value", "adjusted_p_value", "seen"];
        Table::new(columns, self.conclusion.judgement.findings.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if page.rows.is_some() && page.width.is_some() && !self.all && !page.quiet {
            return self.write_screen(page, out);
        }
        page.write(out, Style::new().bold(), &self.heading())?;
        writeln!(out)?;
        self.headline(page, out)?;
        self.passed_over().map_or(Ok(()), |line| writeln!(out, "{line}"))?;
        if page.quiet {
            return Ok(());
        }
        self.conclusion.effects().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if self.conclusion.diagnosis.is_some() {
            writeln!(out)?;
            self.causes().iter().try_for_each(|(head, line)| writeln!(out, "{head}: {line}"))?;
            self.next_steps().iter().try_for_each(|line| writeln!(out, "next: {line}"))?;
            self.write_cure(out)?;
        } else if !self.conclusion.detectable.is_empty() {
            writeln!(out)?;
            writeln!(out, "{DETECTABLE}:")?;
            self.conclusion.detectable.iter().try_for_each(|power| writeln!(out, "  {power}"))?;
        }
        if let Some([positions, _]) = self.maps.as_ref().filter(|_| page.colour) {
            writeln!(out, "\ncards (rows) at positions (columns), pale if chance explains it:")?;
            faro_render::heat_text(positions, false, None, page, out)?;
        }
        writeln!(out)?;
        self.write_findings(out)?;
        if let Some(design) = &self.conclusion.design {
            writeln!(out, "left out, for they need whole decks: {}", design.left_out())?;
        }
        self.input.seed.as_ref().map_or(Ok(()), |seed| writeln!(out, "seed {seed}"))
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let colour = match self.conclusion.judgement.verdict {
            Verdict::Unfair => palette::RED,
            Verdict::Fair => palette::GREEN,
            Verdict::TooFewDecks => palette::ORANGE,
        };
        page.write(out, colour.on_default().bold(), &self.verdict())?;
        writeln!(out)
    }

    fn unfinished(&self) -> Option<String> {
        let decks = self.conclusion.judgement.decks;
        let read = if decks == 1 { "was read" } else { "were read" };
        match &self.input.end {
            End::Interrupted => Some(format!("interrupted: {} {read}", counted(decks, "deck"))),
            End::Silent(why) => Some(why.clone()),
            _ => None,
        }
    }
}
