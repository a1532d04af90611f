use std::io::{self, Write};

use anstyle::Style;
use faro::Permutation;
use faro::perfect::WeavePower;
use faro::permutation::{self, CycleType};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::cli::args::{EffortArgs, MAX_LISTED, ShuffleArgs};
use crate::cli::integer::Integer;
use crate::cli::one_based;
use crate::cli::palette::SERIES;
use crate::cli::probable_primes;
use crate::cli::render;
use crate::cli::shuffle::{How, Shuffle};
use crate::cli::start::{CardNames, StartArgs};
use crate::cli::view::{Cell, Flow, Page, Report, Sequence, Table};

/// The cycles of a shuffle, or the cycle type for a large deck.
///
/// A cycle starts at its smallest position and lists the positions in the order in which a card visits
/// them. For more than ten million cards only the cycle type is shown, the length and number of the cycles
/// ("cycles" is null in JSON). CSV always has the cycle type.
///
/// With --start, the cards of that order stand for their positions: (4C)(2H 7D 4H …) means that the two of
/// hearts moves to where the seven of diamonds was.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Cycles {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro cycles 8 out                  (1)(2 3 5)(4 7 6)(8)
  faro cycles 52 out --format csv    lengths and counts
  faro cycles 10 'out cut:1'         any shuffle
  faro cycles 52 out --start mnemonica   by the names of the cards
  faro cycles 10^18 in               the cycle type";

pub struct CyclesReport {
    shuffle: Shuffle,
    names: CardNames,
    cycle_type: CycleType,
    /// `None` if the deck is too large to list.
    cycles: Option<permutation::Cycles>,
    /// The probable primes that the cycle type depends on.
    probable_primes: Vec<Integer>,
}

impl Cycles {
    pub fn run(&self) -> anyhow::Result<CyclesReport> {
        let shuffle = self.shuffle.shuffle()?;
        let names = self.start.names(&shuffle.cards)?;
        let (cycle_type, cycles, unproved) = match &shuffle.how {
            How::Weave(power) => {
                let error = |error| self.shuffle.order_error(&error);
                let orders = power.weave().orders_within(&self.effort.budget()).map_err(error)?;
                let cycle_type = power.cycle_type_from(&orders).map_err(error)?;
                let listed = shuffle.cards <= MAX_LISTED.into();
                let unproved = orders.unproved(&self.effort.budget_of_proofs());
                (cycle_type, listed.then(|| listed_permutation(power).cycles()), unproved)
            }
            How::Word(word) => {
                let permutation = self.shuffle.listed(word)?;
                (permutation.cycle_type(), Some(permutation.cycles()), Vec::new())
            }
        };
        let probable_primes = unproved.into_iter().map(Integer::from).collect();
        Ok(CyclesReport { shuffle, names, cycle_type, cycles, probable_primes })
    }
}

/// The permutation of a deck of at most [`MAX_LISTED`] cards.
fn listed_permutation(power: &WeavePower) -> Permutation {
    power.to_permutation().expect("a deck that can be listed")
}

impl Report for CyclesReport {
    fn table(&self) -> Table<'_> {
        let row = |(length, count): (&_, &_)| vec![format!("{length}"), format!("{count}")];
        Table::new(["length", "count"], self.cycle_type.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match &self.cycles {
            Some(cycles) => write_cycles(cycles, &self.names, page, out)?,
            None => render::text(self.table(), page, out)?,
        }
        if page.quiet {
            return Ok(());
        }
        let sign = if self.cycle_type.sign() > 0 { "even" } else { "odd" };
        write!(out, "order {}, {sign}", self.cycle_type.order())?;
        match &self.cycles {
            Some(_) => writeln!(out, ", cycle type {}", self.cycle_type)?,
            None => writeln!(out)?,
        }
        probable_primes::note(&self.probable_primes, out)
    }
}

/// Writes `(1 2 4)(3 6 5)`: neighbouring cycles in different colours, fixed points dimmed.
fn write_cycles(
    cycles: &permutation::Cycles,
    names: &CardNames,
    page: &Page,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut flow = Flow::with_label(&String::new().into(), page, out)?;
    let mut colours = SERIES.iter().cycle();
    for cycle in cycles.iter() {
        let style = match cycle.len() {
            1 => Style::new().dimmed(),
            _ => Style::new().fg_color(colours.next().map(|&colour| colour.into())),
        };
        for (place, &point) in cycle.iter().enumerate() {
            let (first, last) = (place == 0, place + 1 == cycle.len());
            let (open, close) = (if first { "(" } else { "" }, if last { ")" } else { "" });
            let cell = Cell { text: format!("{open}{}{close}", names.label(point.into())), style };
            if first { flow.abut(&cell)? } else { flow.cell(&cell, 0)? }
        }
    }
    flow.end()
}

impl Serialize for CyclesReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lengths = self
            .cycle_type
            .iter()
            .map(|(length, count)| Lengths { length: length.clone().into(), count: count.clone().into() });
        let mut fields = serializer.serialize_struct("CyclesReport", 7)?;
        fields.serialize_field("cards", &Integer::from(self.shuffle.cards.clone()))?;
        fields.serialize_field("shuffle", &self.shuffle.to_string())?;
        fields.serialize_field("order", &Integer::from(self.cycle_type.order()))?;
        fields.serialize_field("sign", &self.cycle_type.sign())?;
        fields.serialize_field("cycle_type", &Sequence::new(lengths))?;
        fields.serialize_field("cycles", &self.cycles.as_ref().map(listed))?;
        fields.serialize_field("probable_primes", &self.probable_primes)?;
        self.names.serialize_start(&mut fields)?;
        fields.end()
    }
}

/// `[[1], [2, 3, 5], …]`
fn listed(cycles: &permutation::Cycles) -> impl Serialize {
    let points = |cycle| <[u32]>::iter(cycle).map(|&point| one_based::number(point));
    Sequence::new(cycles.iter().map(move |cycle| Sequence::new(points(cycle))))
}

/// `{"length": 1, "count": 2}`
#[derive(Serialize)]
struct Lengths {
    length: Integer,
    count: Integer,
}
