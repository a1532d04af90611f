//! The result of `faro hands` for every output format.
//!
//! It has the habits of a person who riffles, and the comparison with ideal riffles.

use std::io::{self, Write};

use faro::hands::{
    Equivalent, Habits, IdealTest, IntervalEstimate, Model, NotComparable, Recorded,
    RiffleComparison, Side,
};
use faro_math::number::Bound;
use faro_render::numbers;
use faro_render::numbers::{agreeing, counted, joined};
use faro_render::view::{Interleaving, Interleavings, Page, Report, Table};
use faro_sample::shuffle::Seed;
use serde::{Serialize, Serializer};

use crate::output::object::object;
use crate::output::probability::{self, PValue};

pub struct HandsReport {
    pub cards: usize,
    pub habits: Habits,
    pub test: IdealTest,
    pub model: Model,
    pub equivalent: Equivalent,
    /// Number of ideal riffles for comparison.
    pub ideal: u32,
    pub samples: usize,
    pub seed: Seed,
    pub riffles: Vec<Recorded>,
    /// The lines whose cut is unknown.
    pub unmoved: Vec<usize>,
}

/// A habit in the report.
///
/// The fields are its name in CSV, its name in text, the estimate, the value for ideal riffles, and the
/// decimals in text.
pub struct HabitRow(
    pub &'static str,
    pub &'static str,
    pub Option<IntervalEstimate>,
    pub f64,
    pub usize,
);

impl HandsReport {
    pub fn rows(&self) -> [HabitRow; 9] {
        let (habits, cards) = (&self.habits, self.cards as f64);
        let packet = 2.0 * cards / (cards + 1.0);
        let sides = habits.packet_by_side;
        [
            HabitRow(
                "cut",
                "cut, in cards from the top",
                Some(habits.cut),
                cards / 2.0,
                1,
            ),
            HabitRow(
                "cut_deviation",
                "its standard deviation",
                habits.cut_deviation,
                cards.sqrt() / 2.0,
                1,
            ),
            HabitRow("same_side", "same side again", habits.same_side, 0.5, 3),
            HabitRow("packet", "cards per packet", habits.packet, packet, 2),
            HabitRow("packet_left", "from the left (top)", sides[0], packet, 2),
            HabitRow(
                "packet_right",
                "from the right (bottom)",
                sides[1],
                packet,
                2,
            ),
            HabitRow(
                "packet_difference",
                "left minus right",
                habits.packet_difference,
                0.0,
                2,
            ),
            HabitRow(
                "left_first",
                "first drop from the left",
                habits.left_first,
                0.5,
                2,
            ),
            HabitRow(
                "left_last",
                "last drop from the left",
                habits.left_last,
                0.5,
                2,
            ),
        ]
    }

    pub fn comparison(&self) -> Option<RiffleComparison> {
        self.equivalent.comparison.ok()
    }
}

/// An estimate in JSON. It has a name and a value, the ends of its interval, the value for ideal riffles, and
/// further fields.
struct EstimateField<'a> {
    name: &'static str,
    estimate: Option<IntervalEstimate>,
    ideal: f64,
    more: &'a [(&'static str, EstimateField<'a>)],
}

impl Serialize for EstimateField<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = self.name;
        let ends = self.estimate.and_then(|estimate| estimate.interval);
        object!(serializer, {
            name: self.estimate.map(|estimate| estimate.value),
            "low": ends.map(|ends| ends[0]),
            "high": ends.map(|ends| ends[1]),
            "ideal": self.ideal,
            ..self.more,
        })
    }
}

/// The number of equivalent riffles in JSON.
struct EquivalentFields<'a>(&'a HandsReport);

impl Serialize for EquivalentFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let EquivalentFields(report) = self;
        let Equivalent {
            comparison,
            target,
            rows,
            ..
        } = &report.equivalent;
        let number = report.comparison();
        let ends = number.and_then(|number| number.interval);
        object!(serializer, {
            "of_gsr": report.ideal,
            "total_variation": target,
            "riffles": number.map(|number| number.riffles),
            "low": ends.map(|ends| ends[0]),
            "high": ends.map(|ends| ends[1]),
            "standard_error": number.map(|number| number.standard_error),
            "method": "lower bound",
            "reason": comparison.as_ref().err().map(ToString::to_string),
            "samples": report.samples,
            "seed": report.seed,
            "rows": rows,
        })
    }
}

/// The p-values of the parts of the test.
#[derive(Serialize)]
struct PartFields {
    cut_mean: f64,
    cut_spread: f64,
    runs: f64,
}

#[derive(Serialize)]
struct ModelFields {
    persistence: f64,
    balance: f64,
}

impl Serialize for HandsReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [
            cut,
            deviation,
            same,
            packet,
            left,
            right,
            difference,
            first,
            last,
        ] = self.rows();
        let field = |HabitRow(_, _, estimate, ideal, _): HabitRow, name| EstimateField {
            name,
            estimate,
            ideal,
            more: &[],
        };
        let spread = [("deviation", field(deviation, "value"))];
        let sides = [
            ("left", field(left, "mean")),
            ("right", field(right, "mean")),
            ("difference", field(difference, "mean")),
        ];
        let IdealTest {
            p_value,
            cut_mean,
            cut_spread,
            runs,
        } = self.test;
        let Model {
            persistence,
            balance,
            ..
        } = self.model;
        object!(serializer, {
            "riffles": self.riffles.len(),
            "cards": self.cards,
            "cut": EstimateField { more: &spread,..field(cut, "mean") },
            "same_side": field(same, "probability"),
            "packet": EstimateField { more: &sides,..field(packet, "mean") },
            "left_first": field(first, "probability"),
            "left_last": field(last, "probability"),
            "gsr_p_value": p_value,
            "gsr_p_value_log10": PValue::new(p_value).log10(),
            "gsr_p_values": PartFields { cut_mean, cut_spread, runs, },
            "model": ModelFields { persistence, balance, },
            "equivalent_riffles": EquivalentFields(self),
            "not_counted": self.unmoved,
        })
    }
}

impl Report for HandsReport {
    fn table(&self) -> Table<'_> {
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let line =
            move |name: &str, value: Option<f64>, ends: Option<[f64; 2]>, ideal: Option<f64>| {
                let ends = [0, 1].map(|end| ends.map(|ends| ends[end]));
                vec![
                    name.into(),
                    number(value),
                    number(ends[0]),
                    number(ends[1]),
                    number(ideal),
                ]
            };
        let habit = move |HabitRow(name, _, estimate, ideal, _): HabitRow| {
            let ends = estimate.and_then(|estimate| estimate.interval);
            line(
                name,
                estimate.map(|estimate| estimate.value),
                ends,
                Some(ideal),
            )
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
        writeln!(out, "{} {}", habits(self), worth(self))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        self.headline(page, out)?;
        if page.quiet {
            return Ok(());
        }
        writeln!(out, "{}\n", fits(self))?;
        let row = |HabitRow(key, name, estimate, ideal, decimals): HabitRow| {
            let [value, range] = match PROBABILITIES.contains(&key) {
                true => parts(estimate, decimals),
                false => cells(estimate, decimals),
            };
            vec![name.into(), value, range, format!("{ideal:.decimals$}")]
        };
        let title = format!(
            "{}, {}",
            counted(self.riffles.len(), "riffle"),
            counted(self.cards, "card")
        );
        let columns = [title.as_str(), "you", "95 % interval", "ideal"].map(String::from);
        faro_render::text(
            Table::new(columns, self.rows().into_iter().map(row)),
            page,
            out,
        )?;
        writeln!(out, "\n{SAME_SIDE}")?;
        if let Ok(compared) = &self.equivalent.comparison {
            let error = match format!("{:.2}", compared.standard_error) {
                small if small == "0.00" => "below 0.01".into(),
                error => error,
            };
            writeln!(
                out,
                "Your riffles are simulated by a model with your cuts and drops, {} decks, seed {}. Their number is a lower bound, by rising sequences alone (standard error {error}).",
                self.samples, self.seed
            )?;
        }
        for note in [caution(self), set_aside(self)].into_iter().flatten() {
            writeln!(out, "{note}")?;
        }
        Ok(())
    }
}

/// Explains the row "same side again": which drops it counts.
const SAME_SIDE: &str = "Same side again: of the drops between the first run and the last of each riffle, while both packets have cards.";

/// The rows that are probabilities.
const PROBABILITIES: [&str; 3] = ["same_side", "left_first", "left_last"];

/// Maximum number of riffles in a picture.
const MAX_ROWS: usize = 200;

pub fn interleavings(report: &HandsReport) -> Interleavings {
    let row = |(number, riffle): (usize, &faro::hands::Recorded)| Interleaving {
        label: number.to_string(),
        left: riffle
            .drops()
            .iter()
            .map(|&side| side == Side::Left)
            .collect(),
        note: riffle.cut().to_string(),
    };
    let rows: Vec<Interleaving> = (1..).zip(&report.riffles).take(MAX_ROWS).map(row).collect();
    let (count, cards) = (report.riffles.len(), counted(report.cards, "card"));
    let shown = if rows.len() < count {
        format!(", the first {}", rows.len())
    } else {
        String::new()
    };
    Interleavings {
        title: format!("{} of {cards}{shown}", counted(count, "riffle")),
        description: format!(
            "One row for each riffle, one cell for each card in the order of the drops. {}",
            habits(report)
        ),
        rows,
    }
}

/// Number of riffles that the text recommends for useful intervals.
const RECOMMENDED_RIFFLES: usize = 20;

/// Significance level of the test of the ideal model.
const ALPHA: f64 = 0.05;

/// Smallest p-value that is printed. Below it only the bound is printed, which is as convincing.
const MIN_SHOWN_P_VALUE: f64 = 1e-9;

/// Returns a sentence that sums up the person's habits: where the deck is cut, and how the cards drop.
pub fn habits(report: &HandsReport) -> String {
    let beyond = report.habits.cut.value - report.cards as f64 / 2.0;
    let cut = match beyond {
        middle if middle.abs() < 0.05 => "in the middle".into(),
        below if below > 0.0 => format!("{} below the middle", cards(below)),
        above => format!("{} above the middle", cards(-above)),
    };
    match report.habits.packet {
        Some(packet) => format!("You cut {cut} and drop {} at a time.", cards(packet.value)),
        None => format!("You cut {cut}."),
    }
}

fn cards(number: f64) -> String {
    counted(format!("{number:.1}"), "card").replace("1.0 cards", "1 card")
}

/// Returns a sentence that compares the recorded riffles with ideal riffles.
pub fn worth(report: &HandsReport) -> String {
    let ideal = counted(report.ideal, "ideal riffle");
    let ones = counted(report.ideal, "ideal one");
    match &report.equivalent.comparison {
        Ok(number) => {
            let interval = number
                .interval
                .map_or(String::new(), |ends| format!(" ({})", range(ends, 1)));
            format!(
                "To mix as well as {ones}, you need at least {:.1} riffles{interval}.",
                number.riffles
            )
        }
        Err(NotComparable::Target { instead }) => {
            let distance = numbers::brief(report.equivalent.target);
            let instead = instead.map_or(String::new(), |ideal| format!("; try --ideal {ideal}"));
            format!(
                "{ideal} {} {} at distance {distance} from random, where riffles can hardly be compared{instead}.",
                agreeing(report.ideal, "leave"),
                counted(report.cards, "card")
            )
        }
        Err(error @ NotComparable::Unreached) => {
            format!("{} as {ones}.", error.to_string().replace("these", "your"))
        }
    }
}

/// Returns a sentence that says whether the riffles are consistent with the ideal model.
pub fn fits(report: &HandsReport) -> String {
    let test = &report.test;
    let p = match test.p_value {
        tiny if tiny < MIN_SHOWN_P_VALUE => format!("< {}", numbers::brief(MIN_SHOWN_P_VALUE)),
        p => format!("= {}", PValue::new(p)),
    };
    if test.p_value > ALPHA {
        return format!("The ideal model (GSR) fits: p {p}.");
    }
    let parts = [
        (test.cut_mean, "the mean of your cuts"),
        (test.cut_spread, "their distances from the middle"),
        (test.runs, "the packets that drop"),
    ];
    let least = parts
        .into_iter()
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or("", |(_, part)| part);
    format!("The ideal model (GSR) does not fit: p {p}, by {least}.")
}

/// Returns a note about wide intervals if there are fewer riffles than recommended.
pub fn caution(report: &HandsReport) -> Option<String> {
    let count = report.riffles.len();
    match count {
        1 => Some(
            "One riffle gives intervals of the first and the last drop only; record at least 5."
                .into(),
        ),
        2..RECOMMENDED_RIFFLES => {
            // The quantile of Student's t falls too, so this ratio is a lower bound of how much the intervals
            // narrow.
            let wider = (RECOMMENDED_RIFFLES as f64 / count as f64).sqrt();
            Some(format!(
                "With {RECOMMENDED_RIFFLES} riffles the intervals would be at least {} times narrower.",
                Bound::Lower.decimals(wider, 1)
            ))
        }
        _ => None,
    }
}

/// Returns a note about riffles that are not counted, if there are any.
pub fn set_aside(report: &HandsReport) -> Option<String> {
    let unmoved = &report.unmoved;
    let more = if unmoved.len() > 5 { ", …" } else { "" };
    (!unmoved.is_empty()).then(|| {
        let count = counted(unmoved.len(), "riffle");
        let lines = joined(unmoved.iter().take(5), ", ");
        format!("{count} not counted: the deck is the same before and after, so that the cut is unknown (line {lines}{more}).")
    })
}

pub fn range([low, high]: [f64; 2], decimals: usize) -> String {
    format!("{low:.decimals$} to {high:.decimals$}")
}

/// Returns an estimated probability and its interval as two cells of a table. Only exact values are written as
/// 0 and 1.
fn parts(estimate: Option<IntervalEstimate>, decimals: usize) -> [String; 2] {
    let Some(IntervalEstimate { value, interval }) = estimate else {
        return cells(None, decimals);
    };
    let part = |number: f64| match number {
        whole if whole == 0.0 || whole == 1.0 => format!("{whole:.decimals$}"),
        part => probability::of_number(part, decimals),
    };
    [
        part(value),
        interval.map_or("-".into(), |[low, high]| {
            format!("{} to {}", part(low), part(high))
        }),
    ]
}

/// Returns an estimate and its interval as two cells of a table.
pub fn cells(estimate: Option<IntervalEstimate>, decimals: usize) -> [String; 2] {
    let Some(IntervalEstimate { value, interval }) = estimate else {
        return ["-".into(), "-".into()];
    };
    [
        format!("{value:.decimals$}"),
        interval.map_or("-".into(), |ends| range(ends, decimals)),
    ]
}
