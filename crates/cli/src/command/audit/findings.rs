//! Describes findings in words.

use faro_audit::{Check, Effect, Finding, Stream};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::cards::CardNames;
use faro_console::probability::PValue;
use faro_render::one_based;
use faro_render::plural::counted;

/// A finding in JSON.
#[derive(Serialize)]
pub struct JsonFinding<'a> {
    check: String,
    of: Stream,
    statistic: f64,
    p_value: f64,
    p_value_log10: Option<f64>,
    adjusted_p_value: f64,
    adjusted_p_value_log10: Option<f64>,
    effect: JsonEffect<'a>,
    seen: String,
}

impl JsonFinding<'_> {
    pub fn new(finding: &Finding) -> JsonFinding<'_> {
        JsonFinding {
            check: finding.check.name(),
            of: finding.stream,
            statistic: finding.statistic,
            p_value: finding.p_value,
            p_value_log10: log10(finding.p_value),
            adjusted_p_value: finding.adjusted_p_value,
            adjusted_p_value_log10: log10(finding.adjusted_p_value),
            effect: JsonEffect(finding),
            seen: seen(finding),
        }
    }
}

/// The JSON fields of an effect. The check names the fields of a cell.
struct JsonEffect<'a>(&'a Finding);

impl Serialize for JsonEffect<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Effect", 4)?;
        match self.0.effect {
            Effect::Cell { row, column, count, times } => {
                let [first, second] = cell_names(self.0.check);
                fields.serialize_field(first, &one_based::number(row))?;
                fields.serialize_field(second, &one_based::number(column))?;
                fields.serialize_field("count", &count)?;
                fields.serialize_field("times_fair", &times)?;
            }
            Effect::Mean { observed, fair, deviations } => {
                fields.serialize_field("observed", &observed)?;
                fields.serialize_field("fair", &fair)?;
                fields.serialize_field("deviations", &deviations)?;
            }
            Effect::Distance(distance) => fields.serialize_field("chi_square_distance", &distance)?,
            Effect::Half { count, of } => {
                fields.serialize_field("count", &count)?;
                fields.serialize_field("of", &of)?;
            }
            Effect::Collisions { pairs, fair, states } => {
                fields.serialize_field("pairs", &pairs)?;
                fields.serialize_field("fair", &fair)?;
                fields.serialize_field("states", &states)?;
            }
            Effect::Drift { statistic, first, last } => {
                fields.serialize_field("statistic", &statistic)?;
                fields.serialize_field("first", &first)?;
                fields.serialize_field("last", &last)?;
            }
        }
        fields.end()
    }
}

fn cell_names(check: Check) -> [&'static str; 2] {
    match check {
        Check::NeighbourCell => ["card", "card_below"],
        Check::PrecedenceCell => ["card", "other_card"],
        Check::PositionPrecedenceCell => ["position", "other_position"],
        _ => ["card", "position"],
    }
}

/// Returns the name of the check in words.
pub fn name(finding: &Finding) -> String {
    let of = match finding.stream {
        Stream::Decks => "",
        Stream::Steps => "from deck to deck: ",
        Stream::Replacements => "card by card from deck to deck: ",
        Stream::Inverses => "from the inverse of a deck to the next: ",
        Stream::Ranks => "order of the cards that are seen: ",
    };
    format!("{of}{}", finding.check.meaning())
}

/// Returns the observation and the expectation. Cards are named by their positions in the starting order.
pub fn seen(finding: &Finding) -> String {
    seen_of(finding, &CardNames::Numbers(1))
}

/// Returns the observation and the expectation. For steps, cards are named by their positions in the deck
/// before.
pub fn seen_of(finding: &Finding, names: &CardNames) -> String {
    let names = if finding.stream == Stream::Steps { &CardNames::Numbers(1) } else { names };
    match finding.effect {
        Effect::Cell { row, column, count, times } => {
            let met = cell(finding.check, row, column, names);
            format!("{met} in {}, {} times the expected number", counted(count, "deck"), number(times))
        }
        Effect::Mean { observed, fair, .. } => format!("{}, expected {}", number(observed), number(fair)),
        Effect::Distance(distance) => format!("chi-square distance {}", number(distance)),
        Effect::Half { count, of } => format!("{count} of {of}, expected half of them"),
        Effect::Collisions { pairs, fair, states } => {
            let about = states.map_or(String::new(), |states| {
                format!("; as from {}", counted(number(states), "different deck"))
            });
            format!("{} of equal decks, expected {}{about}", counted(pairs, "pair"), number(fair))
        }
        Effect::Drift { statistic, first, last } => {
            let name = statistic.name().replace('_', " ");
            format!("mean {name} {} in the first part, {} in the last", number(first), number(last))
        }
    }
}

fn cell(check: Check, row: usize, column: usize, names: &CardNames) -> String {
    match check {
        Check::NeighbourCell => format!("{} directly below {}", names.name(column), names.name(row)),
        Check::PrecedenceCell => format!("{} above {}", names.name(row), names.name(column)),
        Check::PositionPrecedenceCell => {
            let [row, column] = [row, column].map(one_based::number);
            format!("position {row} holds a card from higher up than position {column}")
        }
        Check::CardHandCell => format!("{} in hand {}", names.name(row), one_based::number(column)),
        Check::CardSeenCell => format!("{} among the cards that are seen", names.name(row)),
        _ => format!("{} at position {}", names.name(row), one_based::number(column)),
    }
}

/// Formats a number with about four digits.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-4..1e6).contains(&size) {
        let places = if size >= 1000.0 {
            0
        } else if size >= 10.0 {
            2
        } else {
            4
        };
        let text = format!("{value:.places$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        text.into()
    } else {
        format!("{value:.2e}")
    }
}

/// Below this value, a p-value may be a bound of one that underflows.
const LEAST_KNOWN: f64 = 1e-300;

/// Formats a p-value. If it may underflow, the text is "< 1e-300".
pub fn chance(value: f64) -> String {
    if value < LEAST_KNOWN { "< 1e-300".into() } else { PValue::new(value).to_string() }
}

/// Returns the decimal logarithm of a p-value, or `None` if only a bound of it is known.
fn log10(value: f64) -> Option<f64> {
    (value >= LEAST_KNOWN).then(|| PValue::new(value).log10()).flatten()
}
