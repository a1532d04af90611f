use std::io::{self, Write};

use super::report::{HandsReport, Row};
use super::sentence;
use crate::cli::plural::counted;
use crate::cli::render;
use crate::cli::view::{Page, Report, Table};

impl Report for HandsReport {
    fn table(&self) -> Table<'_> {
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let line = move |name: &str, value: Option<f64>, ends: Option<[f64; 2]>, ideal: Option<f64>| {
            let ends = [0, 1].map(|end| ends.map(|ends| ends[end]));
            vec![name.into(), number(value), number(ends[0]), number(ends[1]), number(ideal)]
        };
        let habit = move |Row(name, _, estimate, ideal, _): Row| {
            let ends = estimate.and_then(|estimate| estimate.interval);
            line(name, estimate.map(|estimate| estimate.value), ends, Some(ideal))
        };
        let compared = self.comparison();
        let others = [
            line("gsr_p_value", Some(self.test.p_value), None, None),
            line(
                "equivalent_riffles",
                compared.map(|compared| compared.riffles),
                compared.and_then(|compared| compared.interval),
                Some(self.ideal.into()),
            ),
        ];
        let rows = self.rows().into_iter().map(habit).chain(others);
        Table::new(["quantity", "value", "low", "high", "ideal"], rows)
    }

    fn headline(&self, _: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} {}", sentence::habits(self), sentence::worth(self))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        if page.quiet {
            return Ok(());
        }
        writeln!(out, "{}\n", sentence::fits(self))?;
        let row = |Row(_, name, estimate, ideal, decimals): Row| {
            let [value, range] = sentence::cells(estimate, decimals);
            vec![name.into(), value, range, format!("{ideal:.decimals$}")]
        };
        let title = format!("{}, {}", counted(self.riffles.len(), "riffle"), counted(self.cards, "card"));
        let columns = [title.as_str(), "you", "95 % interval", "ideal"].map(String::from);
        render::text(Table::new(columns, self.rows().into_iter().map(row)), page, out)?;
        if let Ok(compared) = &self.equivalent.comparison {
            writeln!(
                out,
                "\nYour riffles are simulated by a model with your cuts and drops, {} decks, seed {}. Their number is a lower bound, by rising sequences alone (standard error {:.2}).",
                self.samples, self.seed, compared.standard_error
            )?;
        }
        for note in [sentence::caution(self), sentence::set_aside(self)].into_iter().flatten() {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }
}
