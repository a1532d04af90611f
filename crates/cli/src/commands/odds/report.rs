//! The report: a table, rows, or one probability, and what the games say.

use std::io::{self, Write};

use faro::riffle::Magnitude;
use faro_render::numbers::{self, brief, counted};
use faro_render::view::{Page, Report, Table};
use serde::Serialize;

use super::kinds::{Of, Wanted};
use super::law::{CountRow, EventChance};
use crate::arguments::integer::Integer;
use crate::output::probability::Number;

/// The probability of the condition for a number of seen cards, in JSON: `{"see": 7, "probability": 0.3, "exact":
/// "3/10"}`
#[derive(Serialize)]
pub struct SeenRow {
    pub see: u64,
    pub probability: Number,
    pub exact: Option<String>,
    #[serde(skip)]
    pub text: String,
}

#[derive(Serialize)]
pub struct Asked {
    pub condition: String,
    /// The probability of the condition, or `None` if the rows have the probabilities.
    pub probability: Option<Number>,
    pub exact: Option<String>,
    #[serde(skip)]
    pub chance: Option<EventChance>,
}

#[derive(Serialize)]
pub struct Games {
    pub games: u64,
    pub happened: u64,
    pub p_value: Number,
    pub games_needed: Option<Integer>,
    #[serde(skip)]
    /// The probability of the number or a more extreme one, on the side of the number.
    pub p: Magnitude,
    #[serde(skip)]
    pub is_below: bool,
    #[serde(skip)]
    pub expected: f64,
    #[serde(skip)]
    pub needed: Option<f64>,
}

#[derive(Serialize)]
pub struct OddsReport {
    pub cards: u64,
    /// The number of seen cards, or `None` for a range, whose numbers are in the rows.
    pub see: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Of>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub want: Vec<Wanted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probabilities: Option<Vec<CountRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<SeenRow>>,
    pub asked: Option<Asked>,
    pub games: Option<Games>,
}

/// Maximum number of rows of a table that text shows.
const MAX_SHOWN: usize = 18;

impl OddsReport {
    fn write_table(&self, rows: &[CountRow], page: &Page, out: &mut dyn Write) -> io::Result<()> {
        // A table that is too long for the screen shows the rows around its most probable one.
        let likely = |a: &&CountRow, b: &&CountRow| {
            a.texts[0].number.ln().total_cmp(&b.texts[0].number.ln())
        };
        let middle = rows
            .iter()
            .max_by(likely)
            .map_or(0, |row| row.count as usize);
        let first = match rows.len() {
            0..=MAX_SHOWN => 0,
            length => middle.saturating_sub(MAX_SHOWN / 2).min(length - MAX_SHOWN),
        };
        let shown = rows.iter().skip(first).take(MAX_SHOWN);
        let cells = shown.map(|row| {
            let [alone, or_more] = row.texts.each_ref().map(EventChance::text);
            vec![row.count.to_string(), alone, or_more]
        });
        faro_render::text(
            Table::new(["count", "probability", "at least"], cells),
            page,
            out,
        )?;
        if page.quiet {
            return Ok(());
        }
        if rows.len() > MAX_SHOWN {
            let others = rows.len() - MAX_SHOWN;
            writeln!(
                out,
                "and {} more; --format csv has all",
                counted(others, "row")
            )?;
        }
        let (Some(of), Some(see), Some(expected)) = (self.of, self.see, self.expected) else {
            return Ok(());
        };
        let (expected, among) = (numbers::short(expected), self.among(see));
        match of.kinds {
            1 => writeln!(out, "expected: {expected} of {} {among}", of.each),
            kinds => {
                writeln!(
                    out,
                    "count: of the kind with the most cards, of {kinds} kinds"
                )?;
                writeln!(
                    out,
                    "expected: {expected} of each kind of {} {among}",
                    of.each
                )
            }
        }
    }

    fn among(&self, see: u64) -> String {
        format!("among {see} of {}", counted(self.cards, "card"))
    }

    fn write_asked(
        &self,
        asked: &Asked,
        chance: &EventChance,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let among = self.among(self.see.unwrap_or_default());
        let Asked { condition, .. } = asked;
        writeln!(out, "{condition} {among}\n{}", frequency(chance))?;
        match asked
            .exact
            .as_ref()
            .filter(|exact| exact.len() <= MAX_FRACTION)
        {
            Some(exact) if exact.contains('/') => writeln!(out, "exactly {exact}"),
            _ => Ok(()),
        }
    }
}

/// Maximum number of characters of a fraction in text.
const MAX_FRACTION: usize = 60;

/// Returns how often something happens, in words.
fn frequency(chance: &EventChance) -> String {
    let times = |part: Magnitude| once_in(part).unwrap_or_default();
    match (chance.number, chance.complement) {
        (number, _) if number == Magnitude::ZERO => "never happens".into(),
        (_, complement) if complement == Magnitude::ZERO => "always happens".into(),
        (number, complement) if number.ln() > complement.ln() => {
            format!("fails once in {} hands", times(complement))
        }
        (number, _) => format!("happens once in {} hands", times(number)),
    }
}

/// Returns 1/`chance`, or `None` for 0.
fn once_in(chance: Magnitude) -> Option<String> {
    if chance == Magnitude::ZERO {
        return None;
    }
    let times = Magnitude::from_ln(-chance.ln());
    Some(match times.to_f64() {
        usual if usual.is_finite() => brief(usual),
        _ => times.to_digits(2).to_string(),
    })
}

impl Games {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Games {
            games, happened, ..
        } = self;
        let p = match self.p.to_f64() {
            1.0 => "1".into(),
            usual if usual >= 1e-3 => format!("{usual:.3}"),
            _ => self.p.to_digits(2).to_string(),
        };
        let runs = counted(games, "game");
        let more = if self.is_below { "less" } else { "more" };
        writeln!(
            out,
            "it happened in {happened} of {runs}, and is expected in {}",
            brief(self.expected)
        )?;
        match once_in(self.p) {
            Some(_) if p == "1" => writeln!(out, "a fair shuffle always does this (p = 1)")?,
            Some(times) => writeln!(
                out,
                "a fair shuffle does this or {more} in one of {times} runs of {runs} (p = {p})"
            )?,
            None => writeln!(out, "a fair shuffle never does this (p = 0)")?,
        }
        let (chance, is_no_sign) = match self.p.ln().exp() {
            often if often >= 0.05 => ("chance alone does this: no sign of a bias", true),
            rare if rare >= 1e-3 => ("this is unusual, and not yet a sign of a bias", true),
            _ => ("chance alone hardly does this", false),
        };
        writeln!(out, "{chance}")?;
        let Some(needed) = self.needed else {
            return Ok(());
        };
        let shown = if needed < 1e9 {
            needed.to_string()
        } else {
            brief(needed)
        };
        if is_no_sign && (*games as f64) < needed {
            writeln!(out, "{runs} cannot show {BIAS}; {shown} would")
        } else {
            writeln!(out, "{shown} games would show {BIAS}")
        }
    }
}

/// The bias for which the number of games is computed.
const BIAS: &str = "that the rarer outcome comes a tenth too often";

impl Report for OddsReport {
    fn table(&self) -> Table<'_> {
        if let Some(rows) = &self.rows {
            return Table::with_records(["see", "probability", "exact"], " ", rows);
        }
        let Some(asked) = &self.asked else {
            let columns = ["count", "probability", "at_least", "exact"];
            return Table::with_records(columns, " ", self.probabilities.as_deref().unwrap_or(&[]));
        };
        let mut row = vec![
            ("condition", Some(asked.condition.clone())),
            (
                "probability",
                asked.probability.as_ref().map(Number::to_string),
            ),
            ("exact", asked.exact.clone()),
        ];
        if let Some(games) = &self.games {
            row.extend([
                ("games", Some(games.games.to_string())),
                ("happened", Some(games.happened.to_string())),
                ("p_value", Some(games.p_value.to_string())),
                (
                    "games_needed",
                    games.games_needed.as_ref().map(Integer::to_string),
                ),
            ]);
        }
        Table::with_one_row(row)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let Some(rows) = &self.rows {
            let cells = rows
                .iter()
                .map(|row| vec![row.see.to_string(), row.text.clone()]);
            faro_render::text(Table::new(["see", "probability"], cells), page, out)?;
            return match &self.asked {
                Some(asked) if !page.quiet => {
                    writeln!(
                        out,
                        "{} among these, of {}",
                        asked.condition,
                        counted(self.cards, "card")
                    )
                }
                _ => Ok(()),
            };
        }
        match (&self.asked, &self.probabilities) {
            (Some(asked), _) => {
                let Some(chance) = &asked.chance else {
                    return Ok(());
                };
                writeln!(out, "{}", chance.text())?;
                if page.quiet {
                    return Ok(());
                }
                self.write_asked(asked, chance, out)?;
                self.games.as_ref().map_or(Ok(()), |games| games.write(out))
            }
            (None, Some(rows)) => self.write_table(rows, page, out),
            (None, None) => Ok(()),
        }
    }
}
