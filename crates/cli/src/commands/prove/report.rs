//! The result of `faro prove` for every output format, including an HTML page and JUnit XML.

use std::io::{self, Write};
use std::time::Duration;

use faro_math::number::Bound;
use faro_prove::{Cause, HiddenSource, Run, Verdict, VerdictKind};
use faro_render::numbers::{counted, joined};
use faro_render::view::{Page, Report, Sequence, Table};
use faro_render::{one_based, palette};
use serde::{Serialize, Serializer};

use super::samples::{MAX_LAW_SAMPLES, needed_samples};
use super::words;
use crate::commands::audit::html;
use crate::commands::audit::junit::{Outcome, Suite};
use crate::commands::law::{LawReport, Sort, named, short_and_decimal};
use crate::output::error::Exit;
use crate::output::object::object;
use crate::output::signals;

/// The result of `faro prove`, for every output format.
pub struct ProveReport {
    pub cards: usize,
    pub program: String,
    pub verdict: Verdict,
    certify: bool,
    /// The value of `--at-most`: the largest distance from uniform that is accepted.
    at_most: Option<f64>,
    pub law: Option<LawReport>,
    /// The command that certifies the program for a larger deck, if it was not certified.
    pub command: Option<String>,
}

/// Returns the words for an early end: an interruption or a time limit.
pub fn ending() -> &'static str {
    if signals::requested() {
        "interrupted"
    } else {
        "the time of --timeout is over"
    }
}

impl ProveReport {
    pub fn new(
        cards: usize,
        program: String,
        mut verdict: Verdict,
        (certify, at_most): (bool, Option<f64>),
        (sort, ascii): (Sort, bool),
    ) -> ProveReport {
        let law = verdict
            .law
            .take()
            .map(|law| LawReport::new(program.clone(), law, sort, ascii));
        ProveReport {
            cards,
            program,
            verdict,
            certify,
            at_most,
            law,
            command: None,
        }
    }

    pub fn exit(&self) -> Exit {
        match (self.within(), self.verdict.kind) {
            (Some(false), _) | (None, VerdictKind::Unfair) => Exit::Unfair,
            _ => Exit::Success,
        }
    }

    /// Returns whether the distance from uniform is proved to be at most `--at-most`, or `None` if nothing is decided.
    fn within(&self) -> Option<bool> {
        self.verdict.within(self.at_most?)
    }

    fn cause(&self) -> Option<String> {
        words::cause(&self.verdict, self.cards)
    }

    /// Returns a sentence that answers `--at-most`, if the option is given.
    fn answer(&self) -> Option<String> {
        let (bound, verdict) = (self.at_most?, &self.verdict);
        let lower = if verdict.kind == VerdictKind::Unfair {
            verdict.bound
        } else {
            None
        };
        let answer = match self.within()? {
            true => "yes",
            false
                if verdict.total_variation.is_some()
                    || lower.is_some_and(|lower| lower > bound) =>
            {
                "no"
            }
            false if verdict.kind == VerdictKind::Unfair => "not shown",
            false => {
                let settings = verdict.settings.as_ref()?;
                let needed = needed_samples(bound, settings.confidence);
                match needed <= MAX_LAW_SAMPLES as f64 {
                    true => &format!("not shown; expected --samples {needed} or more"),
                    false => "not shown; smaller bounds are possible with --certify",
                }
            }
        };
        Some(format!("a distance of at most {bound}: {answer}"))
    }

    pub fn sentence(&self) -> String {
        let verdict = &self.verdict;
        let confidence = verdict.settings.as_ref().map_or(String::new(), |settings| {
            format!(", with confidence 1 - {:e}", settings.confidence)
        });
        match (verdict.kind, &verdict.total_variation, verdict.bound) {
            (VerdictKind::Fair, ..) => "proved fair: all orders are equally likely".into(),
            (VerdictKind::FairUpTo, _, bound) => {
                let bound = Bound::Upper.digits(bound.unwrap_or(1.0), BOUND_DIGITS);
                let text = format!("fair up to a total variation distance of {bound}{confidence}");
                match verdict.partial {
                    // The longer line leaves out the word "with" to fit in 80 columns.
                    true => format!("partial: {}", text.replace(", with ", ", ")),
                    false => text,
                }
            }
            (VerdictKind::Unfair, Some(distance), _) => {
                let distance = short_and_decimal(distance, 3);
                format!("proved unfair: total variation {distance} from uniform")
            }
            (VerdictKind::Unfair, None, Some(bound)) => format!(
                "proved unfair: total variation at least {}{confidence}",
                Bound::Lower.digits(bound, BOUND_DIGITS)
            ),
            (VerdictKind::Unfair, None, None) => "proved unfair: an order is too likely".into(),
            (VerdictKind::Undecided, ..) => "not decided".into(),
        }
    }

    /// Returns the lines below the verdict, each with a heading and a text.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let verdict = &self.verdict;
        let mut lines = Vec::new();
        lines.extend(self.answer().map(|answer| ("asked", answer)));
        lines.extend(self.cause().map(|cause| ("cause", cause)));
        let is_hidden = match verdict.cause {
            // What earlier runs leave is no seed of a run.
            Some(Cause::Hidden(source)) => !matches!(
                source,
                HiddenSource::Clock | HiddenSource::Counter(_) | HiddenSource::EarlierRuns
            ),
            _ => false,
        };
        lines.extend(self.command.iter().filter(|_| is_hidden).map(|command| {
            let text = format!("{command}   decides it if the hidden numbers are a seed");
            ("try", text)
        }));
        lines.extend(words::draws(verdict).map(|draws| ("draws", draws)));
        lines.extend(verdict.shown.iter().map(|run| {
            (
                "choices",
                format!("{} give {}", words::values(run), named(&run.deck)),
            )
        }));
        lines.extend(
            verdict
                .settings
                .as_ref()
                .filter(|settings| settings.samples > 0)
                .into_iter()
                .flat_map(|settings| {
                    let lists = counted(settings.samples, "random list");
                    let with = if self.certify { "model" } else { "law" };
                    [
                        ("compared", format!("{lists} of choices with the {with}")),
                        ("seed", settings.seed.to_string()),
                    ]
                }),
        );
        if self.law.is_some() && verdict.law_distance > 0.0 {
            let distance = Bound::Upper.digits(verdict.law_distance, BOUND_DIGITS);
            lines.push((
                "law",
                format!("within a total variation distance of {distance} of the program's own"),
            ));
        }
        lines.extend(verdict.notes.iter().map(|note| ("note", words::note(note))));
        lines.push(("runs", counted(verdict.runs, "run")));
        lines
    }
}

/// Maximum number of rows of a proof in text output, and maximum number of columns of its lines.
const MAX_ROWS: usize = 23;
const COLUMNS: usize = 80;

/// Minimum width in columns of a terminal for which lines are broken.
const MIN_COLUMNS: usize = 40;

/// Width in columns of the headings of the lines.
const HEAD: usize = 10;

/// Breaks a text between words into lines of at most `columns` columns. A word that is longer gets a line of its own.
fn folded(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("one line at least");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > columns {
            lines.push(word.into());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    lines
}

/// Number of significant digits with which a bound is written.
pub const BOUND_DIGITS: usize = 3;

impl Report for ProveReport {
    fn table(&self) -> Table<'_> {
        if let Some(law) = &self.law {
            return law.table();
        }
        let verdict = &self.verdict;
        Table::with_one_row([
            ("cards", Some(self.cards.to_string())),
            ("verdict", Some(verdict.kind.name().into())),
            ("bound", verdict.bound.map(|bound| bound.to_string())),
            (
                "confidence",
                verdict
                    .settings
                    .as_ref()
                    .map(|settings| settings.confidence.to_string()),
            ),
            (
                "samples",
                verdict
                    .settings
                    .as_ref()
                    .map(|settings| settings.samples.to_string()),
            ),
            ("runs", Some(verdict.runs.to_string())),
            ("cause", self.cause()),
        ])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        let mut rows = MAX_ROWS - self.sentence().len().div_ceil(COLUMNS);
        if !page.quiet {
            let columns = page.width.unwrap_or(COLUMNS).clamp(MIN_COLUMNS, COLUMNS) - HEAD;
            for (head, line) in self.lines() {
                page.bold(out, head)?;
                let lines = folded(&line, columns);
                rows = rows.saturating_sub(lines.len());
                for (index, line) in lines.iter().enumerate() {
                    let taken = if index == 0 { head.len() } else { 0 };
                    writeln!(out, "{:>width$}{line}", "", width = HEAD - taken)?;
                }
            }
        }
        let Some(law) = &self.law else { return Ok(()) };
        writeln!(out)?;
        law.summary(page, rows - 1, out)
    }

    fn headline(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let colour = match self.verdict.kind {
            VerdictKind::Unfair => palette::RED,
            _ if self.verdict.partial => palette::ORANGE,
            VerdictKind::Undecided => palette::ORANGE,
            _ => palette::GREEN,
        };
        page.line(out, colour.on_default().bold(), &self.sentence())
    }

    fn unfinished(&self) -> Option<String> {
        if self.verdict.partial {
            return Some(match &self.cause() {
                Some(cause) => format!("{}: {cause}", ending()),
                None => format!("{} after {}", ending(), counted(self.verdict.runs, "run")),
            });
        }
        let undecided = self.verdict.kind == VerdictKind::Undecided;
        undecided.then(|| {
            format!(
                "not decided: {}",
                self.cause().as_deref().unwrap_or("no cause is known")
            )
        })
    }
}

impl Serialize for ProveReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdict = &self.verdict;
        let settings = verdict.settings.as_ref();
        let exact = verdict.total_variation.as_ref();
        let law = self.law.as_ref();
        let draw = |(index, draw): (usize, &faro_prove::Draw)| JsonDraw {
            index: one_based::number(index),
            bound: draw.bound,
        };
        let draws = verdict.first.draws.iter().enumerate().map(draw);
        object!(serializer, {
            "cards": self.cards,
            "mode": if self.certify { "certificate" } else { "law" },
            "verdict": verdict.kind,
            "total_variation": exact.map(faro_math::number::Fraction::to_f64),
            "bound": verdict.bound,
            "confidence": settings.map(|settings| settings.confidence),
            "runs": verdict.runs,
            "draws": Sequence::new(draws),
            "cause": self.cause(),
            "orders": law.map(|law| Sequence::new(law.orders())),
            "program": self.program,
            "total_variation_exact": exact.map(ToString::to_string),
            "reachable": law.map(|law| law.law.reachable()),
            "entropy_bits": law.map(|law| law.law.entropy_bits()),
            "same_draws": (verdict.same_draws == Some(true)),
            "choices": Sequence::new(verdict.shown.iter().map(JsonChoices::new)),
            "samples": settings.map(|settings| settings.samples),
            "seed": settings.map(|settings| settings.seed),
            "law_distance": law.map(|_| verdict.law_distance),
            "partial": verdict.partial,
            "at_most": self.at_most,
            "within": self.within(),
        })
    }
}

/// A draw in JSON, such as `{"index": 1, "bound": 52}`.
#[derive(Serialize)]
struct JsonDraw {
    index: usize,
    bound: u64,
}

/// A run in JSON, with the values of its draws as the program received them and its deck: `{"values": [0, 3], "deck":
/// [1, 3, 2]}`.
#[derive(Serialize)]
struct JsonChoices {
    values: Vec<u64>,
    deck: Vec<u32>,
}

impl JsonChoices {
    fn new(run: &Run) -> JsonChoices {
        JsonChoices {
            values: run.values(),
            deck: one_based::numbers(&run.deck),
        }
    }
}

/// Maximum number of orders for which the HTML page has a bar chart of their probabilities.
const MAX_BARS: usize = 720;

/// Writes the proof as a self-contained HTML page, without network access or scripts.
pub fn write_html(report: &ProveReport, out: &mut dyn Write) -> io::Result<()> {
    let class = match report.verdict.kind {
        VerdictKind::Unfair => "unfair",
        _ if report.verdict.partial => "few",
        VerdictKind::Undecided => "few",
        _ => "fair",
    };
    let title = format!(
        "faro prove: {}, {}",
        report.program,
        counted(report.cards, "card")
    );
    html::page(
        [&title, "Is this shuffle fair?", class, &report.sentence()],
        out,
        |out| {
            html::heading("What was proved", out)?;
            let mut rows = vec![
                ("program", report.program.clone()),
                ("cards", report.cards.to_string()),
            ];
            rows.extend(report.lines());
            rows.push(("version", format!("faro {}", env!("CARGO_PKG_VERSION"))));
            html::table(&rows, out)?;
            match report
                .law
                .as_ref()
                .filter(|law| law.law.orders() <= MAX_BARS)
            {
                Some(law) => {
                    html::heading("The probability of each order", out)?;
                    faro_render::bars(&law.bars(), None, out)
                }
                None => Ok(()),
            }
        },
    )
}

/// Writes the proof as JUnit XML for continuous integration.
pub fn write_junit(report: &ProveReport, elapsed: Duration, out: &mut dyn Write) -> io::Result<()> {
    let said = report.sentence();
    let lines = report.lines().into_iter();
    let lines = joined(lines.map(|(head, line)| format!("{head}: {line}")), "\n");
    let undecided = report.verdict.kind == VerdictKind::Undecided || report.verdict.partial;
    let outcome = match report.exit() {
        _ if undecided => Outcome::Skipped(said),
        Exit::Success => Outcome::Passed(format!("{said}\n{lines}")),
        _ => Outcome::Failed(said, lines),
    };
    let properties = [
        ("program", report.program.clone()),
        ("cards", report.cards.to_string()),
        ("version", format!("faro {}", env!("CARGO_PKG_VERSION"))),
    ];
    Suite {
        command: "prove",
        elapsed,
        properties: &properties,
    }
    .write(&outcome, out)
}
