use std::io::{self, Write};

use anstyle::Style;
use faro_audit::{Finding, Verdict};

use super::cure::{self, Cure};
use super::listen::End;
use super::report::AuditReport;
use super::{findings, power, story};
use faro_render::palette;
use faro_render::plural::counted;
use faro_render::view::{Page, Report, Table};

impl AuditReport {
    fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{:>9}  check: observed", "p")?;
        for finding in self.shown() {
            let p_value = findings::chance(finding.adjusted_p_value);
            let (name, seen) = (findings::name(finding), findings::seen_of(finding, &self.input.names));
            writeln!(out, "{p_value:>9}  {name}: {seen}")?;
        }
        let (checks, alpha) = (self.judgement.findings.len(), self.judgement.alpha);
        let left = checks - self.shown().len();
        let others = if left > 0 { format!("; {}", counted(left, "other check")) } else { String::new() };
        write!(out, "p: corrected for {}", counted(checks, "check"))?;
        // The text for too few decks must not contain the word "fair".
        if self.judgement.verdict != Verdict::TooFewDecks {
            let runs = findings::number((1.0 / alpha).round());
            write!(out, ", so that at most one fair shuffler in {runs} is called unfair")?;
        }
        writeln!(out, "{others}")
    }

    /// Writes a fair shuffle in the language of the program.
    fn write_cure(&self, out: &mut dyn Write) -> io::Result<()> {
        let Cure { language, code } = cure::for_program(self.input.source.as_deref());
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
            names.into_iter().chain(numbers).chain([findings::seen(finding)]).collect()
        };
        let columns = ["check", "of", "statistic", "p_value", "adjusted_p_value", "seen"];
        Table::new(columns, self.judgement.findings.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        page.write(out, Style::new().bold(), &self.heading())?;
        writeln!(out)?;
        self.headline(page, out)?;
        self.passed_over().map_or(Ok(()), |line| writeln!(out, "{line}"))?;
        if page.quiet {
            return Ok(());
        }
        story::effects(self).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if self.diagnosis.is_some() {
            writeln!(out)?;
            self.causes().iter().try_for_each(|(head, line)| writeln!(out, "{head}: {line}"))?;
            story::next_steps(self).iter().try_for_each(|line| writeln!(out, "next: {line}"))?;
            self.write_cure(out)?;
        } else if !self.detectable.is_empty() {
            writeln!(out)?;
            power::write(&self.detectable, out)?;
        }
        if let Some([positions, _]) = self.maps.as_ref().filter(|_| page.colour) {
            writeln!(out, "\ncards (rows) at positions (columns), pale if chance explains it:")?;
            faro_render::heat_text(positions, false, page, out)?;
        }
        writeln!(out)?;
        self.write_findings(out)?;
        if let Some(design) = &self.design {
            writeln!(out, "left out, for they need whole decks: {}", design.left_out())?;
        }
        self.input.seed.as_ref().map_or(Ok(()), |seed| writeln!(out, "seed {seed}"))
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let colour = match self.judgement.verdict {
            Verdict::Unfair => palette::RED,
            Verdict::Fair => palette::GREEN,
            Verdict::TooFewDecks => palette::ORANGE,
        };
        page.write(out, colour.on_default().bold(), &self.verdict())?;
        writeln!(out)
    }

    fn unfinished(&self) -> Option<String> {
        let decks = self.judgement.decks;
        let read = if decks == 1 { "was read" } else { "were read" };
        match &self.input.end {
            End::Interrupted => Some(format!("interrupted: {} {read}", counted(decks, "deck"))),
            End::Silent(why) => Some(why.clone()),
            _ => None,
        }
    }
}
