use faro::riffle::Magnitude;
use faro::word::{Confinement, Evidence};

use super::question::{Question, Sort};
use super::value::Value;
use faro_console::watch::Watch;
use faro_render::plural::counted;

/// Returns the reason why no number of shuffles brings the distance to `target` or below.
///
/// The inner value is `None` if some number may. The outer value is `None` if a signal or the timeout came
/// first.
pub fn why(question: &Question, distance: &str, target: f64, watch: &Watch) -> Option<Option<String>> {
    let Sort::Other(other) = &question.sort else { return Some(None) };
    let Some(confinement) = other.confinement(watch)? else { return Some(None) };
    let Confinement { evidence, share } = confinement;
    // Some orders are impossible after any number of shuffles.
    let (limit, least) = match distance {
        "separation" => ("1".into(), 1.0),
        _ => (limit(share), 1.0 - share.to_f64()),
    };
    if target >= least {
        return Some(None);
    }
    let (what, name) = (distance.replace('_', " "), &other.name);
    let deck = counted(question.cards, "card");
    let because = match evidence {
        Evidence::Certain => {
            format!("{name} always moves the {deck} in the same way, so that the {what} stays {limit}")
        }
        Evidence::RandomRounds(rounds) => format!(
            "{name} does not mix {deck}, as far as {rounds} random shuffles show: the {what} tends to {limit} and is never less"
        ),
        _ => format!("{name} does not mix {deck}: the {what} tends to {limit} and is never less"),
    };
    let remedy = match limit.starts_with('1') {
        true => "try another shuffle".into(),
        false => format!("expected a larger T than {limit}, or another shuffle"),
    };
    Some(Some(format!("{because}; {remedy}")))
}

/// Formats the minimum total variation if decks reach only a share of all orders, such as `1 - 1.2398e-68` near
/// 1.
fn limit(share: Magnitude) -> String {
    let limit = Value::Part(share.complement(), share).for_people();
    match limit.starts_with("0.") {
        true => limit.trim_end_matches('0').into(),
        false => limit,
    }
}
