//! `faro certify`: audit, proof and seeding of a program in one document, which can be checked and repeated.

mod arguments;
mod compare;
mod document;
mod measured;
mod report;

use crate::output;
use crate::output::destination;
use crate::output::error::{Exit, invalid};
use crate::output::options::OutputArgs;
use arguments::{HTML, MAX_DECKS, PLAN};
use document::{Document, Subject};
use measured::TestResults;
use report::CertifyReport;

pub use arguments::CertifyArgs;

impl CertifyArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        if let Some(path) = &self.check {
            let confirmed = self.checked(path, args)?;
            output::report(&confirmed, args)?;
            return Ok(confirmed.exit());
        }
        let page = self.html.as_deref().map(|path| (path, HTML));
        let written = args.written().into_iter().chain(page);
        output::check(self.file.as_deref(), written, args)?;
        let decks = self.planned()?;
        let subject = Subject::new(self)?;
        let measured = self.measured(decks, args)?;
        let document = Document::new(self, subject, decks, &measured)?;
        let report = CertifyReport { document, measured };
        let printed = output::report(&report, args);
        let page = self
            .html
            .as_ref()
            .map(|path| destination::write(path, HTML, &mut |out| report::write(&report, out)));
        printed.and(page.unwrap_or(Ok(())))?;
        Ok(report.exit())
    }

    /// Returns the number of decks, if it is given or planned.
    fn planned(&self) -> anyhow::Result<Option<u64>> {
        let Some(share) = self.plan else {
            return Ok(self.decks);
        };
        let decks = document::decks_for(self.cards, share, self.alpha);
        decks.map(Some).ok_or_else(|| {
            let why = format!(
                "{MAX_DECKS} decks do not show it for {} cards; expected a larger share or more cards",
                self.cards
            );
            invalid(PLAN, share, why)
        })
    }

    fn measured(&self, decks: Option<u64>, args: &OutputArgs) -> anyhow::Result<TestResults> {
        if self.file.is_none() && self.program.is_empty() {
            anyhow::ensure!(
                self.plan.is_some(),
                "expected a program after --, a file of decks, or --plan alone; for example: faro certify -- python3 game.py"
            );
            return Ok(TestResults::default());
        }
        TestResults::new(self, decks, self.seed.readable()?, args)
    }
}
