//! Describes the smallest detectable biases in words.

use std::io::{self, Write};

use faro_audit::{Alternative, Power};
use serde::Serialize;

use super::findings::number;
use faro_render::plural::counted;

/// Returns an alternative with its size in words.
fn sized(alternative: Alternative, size: f64) -> String {
    let percent = || number((1000.0 * size).round() / 10.0);
    match alternative {
        Alternative::Riffles => counted(size, "riffle"),
        Alternative::KeyBits => format!("sort keys of {}", counted(size, "bit")),
        Alternative::SeedBits => format!("seeds of {}", counted(size, "bit")),
        Alternative::CardInPlace => {
            format!("a card at a position {} times as often as expected", number(size))
        }
        Alternative::Neighbours => {
            format!("a card below another {} times as often as expected", number(size))
        }
        Alternative::OrderOfTwo => format!("a card above another in {} % of the decks", percent()),
        Alternative::EvenOrders => format!("even orders in {} % of the decks", percent()),
        Alternative::SkippedSwaps => format!("each swap left out with probability {}", number(size)),
    }
}

/// Returns a line such as "9 riffles; with 3905 decks: 10 riffles".
pub fn line(detectable: &Power) -> String {
    let Power { alternative, seen, next } = detectable;
    let more =
        next.first().map(|(size, decks)| format!("with {decks} decks: {}", sized(*alternative, *size)));
    match (seen, more) {
        (Some(seen), Some(more)) => format!("{}; {more}", sized(*alternative, *seen)),
        (Some(seen), None) => sized(*alternative, *seen),
        (None, Some(more)) => format!("none yet; {more}"),
        (None, None) => "none".into(),
    }
}

pub const HEADING: &str = "smallest bias that these decks show with probability 99 %";

pub fn write(found: &[Power], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEADING}:")?;
    found.iter().try_for_each(|one| writeln!(out, "  {}", line(one)))
}

/// A kind of bias in JSON: the smallest detectable size with these decks, and with more decks.
#[derive(Serialize)]
pub struct JsonPower {
    effect: Alternative,
    seen: Option<f64>,
    next: Vec<JsonSize>,
    means: String,
}

#[derive(Serialize)]
struct JsonSize {
    size: f64,
    decks: u64,
}

impl JsonPower {
    pub fn new(power: &Power) -> JsonPower {
        let Power { alternative, seen, ref next } = *power;
        let next = next.iter().map(|&(size, decks)| JsonSize { size, decks }).collect();
        JsonPower { effect: alternative, seen, next, means: line(power) }
    }
}
