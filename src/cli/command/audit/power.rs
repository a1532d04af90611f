//! What the decks could have shown, in words.

use std::io::{self, Write};

use faro::audit::{Detectable, Fault};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::findings::number;
use crate::cli::plural::counted;
use crate::cli::view::Sequence;

/// A fault of some size.
fn sized(fault: Fault, size: f64) -> String {
    let percent = || number((1000.0 * size).round() / 10.0);
    match fault {
        Fault::Riffles => counted(size, "riffle"),
        Fault::KeyBits => format!("sort keys of {}", counted(size, "bit")),
        Fault::SeedBits => format!("seeds of {}", counted(size, "bit")),
        Fault::CardInPlace => format!("a card at a position {} times as often as fair", number(size)),
        Fault::Neighbours => format!("a card below another {} times as often as fair", number(size)),
        Fault::OrderOfTwo => format!("a card above another in {} % of the decks", percent()),
        Fault::EvenOrders => format!("even orders in {} % of the decks", percent()),
        Fault::SkippedSwaps => format!("each swap left out with chance {}", number(size)),
    }
}

/// "9 riffles; 10 riffles would take 3905 decks".
pub fn line(detectable: &Detectable) -> String {
    let Detectable { fault, seen, next } = detectable;
    let more = next.first().map(|(size, decks)| format!("{} would take {decks} decks", sized(*fault, *size)));
    match (seen, more) {
        (Some(seen), Some(more)) => format!("{}; {more}", sized(*fault, *seen)),
        (Some(seen), None) => sized(*fault, *seen),
        (None, Some(more)) => format!("nothing yet: {more}"),
        (None, None) => "nothing".into(),
    }
}

pub const HEADING: &str = "with 99 % power these decks would have shown";

pub fn write(found: &[Detectable], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{HEADING}:")?;
    found.iter().try_for_each(|one| writeln!(out, "  {}", line(one)))
}

/// In JSON.
pub struct Plain<'a>(pub &'a Detectable);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Detectable { fault, seen, next } = self.0;
        let mut fields = serializer.serialize_struct("Detectable", 4)?;
        fields.serialize_field("effect", fault.name())?;
        fields.serialize_field("seen", seen)?;
        fields.serialize_field(
            "next",
            &Sequence::new(next.iter().map(|&(size, decks)| Next { size, decks })),
        )?;
        fields.serialize_field("means", &line(self.0))?;
        fields.end()
    }
}

#[derive(Serialize)]
struct Next {
    size: f64,
    decks: u64,
}
