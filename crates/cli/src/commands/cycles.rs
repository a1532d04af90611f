//! `faro cycles`: lists the cycles of a shuffle, or counts their lengths for a large deck.

use std::io::{self, Write};

use anstyle::Style;
use faro::Permutation;
use faro::perfect::WeavePower;
use faro_permutation::{self as permutation, CycleType};
use faro_render::numbers::{counted, joined};
use faro_render::one_based;
use faro_render::palette::SERIES;
use faro_render::view::{Flow, Page, Report, Sequence, Table, TextCell, Tint, Wheel, Wheels};
use serde::{Serialize, Serializer};

use crate::arguments::effort::EffortArgs;
use crate::arguments::integer::{self, Integer};
use crate::arguments::shuffle::{MAX_LISTED, ShuffleArgs};
use crate::arguments::start::{CardNames, StartArgs};
use crate::arguments::word::{FixedShuffle, ShuffleMethod};
use crate::output::SvgArgs;
use crate::output::object::object;
use crate::output::options::{Format, OutputArgs};

/// The cycles of a shuffle, or the cycle type for a large deck.
///
/// A cycle starts at its smallest position and lists the positions in the order in which a card visits
/// them. For more than ten million cards only the cycle type is shown, the length and number of the cycles
/// ("cycles" is null in JSON). CSV always has the cycle type.
///
/// With --start, the cards of that order stand for their positions: (4C)(2H 7D 4H …) means that the two of hearts moves
/// to where the seven of diamonds was. The cycles belong to the shuffle, not to the order. For the cycles of an order,
/// write it as a permutation: '(1 2 4 3)' turns 1 2 3 4 into 3 1 4 2, for card 1 moves to position 2. `faro group 4
/// 'cut:1,(1 2)' --contains FILE` writes the order of a file as such a word.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CyclesArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    pub svg: SvgArgs,
}

/// Maximum number of cards whose cycles are drawn as wheels.
const MAX_DRAWN: u32 = 1000;

/// Explains how to list the cycles of a starting order.
const OF_AN_ORDER: &str = "; for the cycles of an order itself write it as a permutation, such as '(1 2 4 3)' for 3 1 4 2 \
                           (`faro group 4 'cut:1,(1 2)' --contains FILE` writes the order of a file as a word)";

const EXAMPLES: &str = "\
Examples:
  faro cycles 8 out                  (1)(2 3 5)(4 7 6)(8)
  faro cycles 52 out --format csv    lengths and counts
  faro cycles 10 'out cut:1'         any shuffle
  faro cycles 52 out --start mnemonica   by the names of the cards
  faro cycles 52 out --svg wheels.svg    a wheel for each cycle
  faro cycles 10^18 in               the cycle type";

pub struct CyclesReport {
    shuffle: FixedShuffle,
    names: CardNames,
    cycle_type: CycleType,
    /// The cycles, or `None` if the deck is too large to list.
    cycles: Option<permutation::Cycles>,
    /// The probable primes that the cycle type depends on.
    probable_primes: Vec<Integer>,
}

impl CyclesArgs {
    /// Writes the cycles, and a picture of them if the user named a file for it.
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        if matches!(args.format, Format::Csv) && self.svg.path().is_none() {
            self.start
                .check_unused("the cycle type, which CSV has, names no cards; try --format json")?;
        }
        let report = self.report()?;
        self.svg.show(&report, args, &mut |sheet, out| {
            faro_render::wheels(&report.wheels(), sheet, out)
        })
    }

    fn report(&self) -> anyhow::Result<CyclesReport> {
        StartArgs::check_shuffle(self.shuffle.is_identity, OF_AN_ORDER)?;
        let shuffle = self.shuffle.shuffle()?;
        if self.svg.path().is_some() && shuffle.cards > MAX_DRAWN.into() {
            let why = format!(
                "expected at most {MAX_DRAWN} cards with --svg; without it the cycles are listed"
            );
            return Err(self.shuffle.invalid_cards(why));
        }
        let names = self.start.names(&self.shuffle.cards)?;
        let (cycle_type, cycles, unproved) = match &shuffle.how {
            ShuffleMethod::Weave(power) => {
                let error = |error| self.shuffle.order_error(&error);
                let orders = power
                    .weave()
                    .orders_within(&self.effort.budget())
                    .map_err(error)?;
                let cycle_type = power.cycle_type_from(&orders).map_err(error)?;
                let listed = shuffle.cards <= MAX_LISTED.into();
                let unproved = orders.unproved(&self.effort.budget_of_proofs());
                (
                    cycle_type,
                    listed.then(|| listed_permutation(power).cycles()),
                    unproved,
                )
            }
            ShuffleMethod::Word(word) => {
                let permutation = self.shuffle.listed(word)?;
                (
                    permutation.cycle_type(),
                    Some(permutation.cycles()),
                    Vec::new(),
                )
            }
        };
        let probable_primes = unproved.into_iter().map(Integer::from).collect();
        Ok(CyclesReport {
            shuffle,
            names,
            cycle_type,
            cycles,
            probable_primes,
        })
    }
}

/// Returns the permutation of a deck of at most [`MAX_LISTED`] cards.
fn listed_permutation(power: &WeavePower) -> Permutation {
    power.to_permutation().expect("a deck that can be listed")
}

impl CyclesReport {
    /// Returns the picture of the cycles. Its title says that the order is the least common multiple of the
    /// lengths.
    fn wheels(&self) -> Wheels {
        let cycles: Vec<&[u32]> = self
            .cycles
            .iter()
            .flat_map(|cycles| cycles.iter())
            .collect();
        let moving = cycles.iter().filter(|cycle| cycle.len() > 1).count() as u64;
        let mut drawn = 0;
        let mut wheel = |cycle: &&[u32]| {
            let tint = if cycle.len() > 1 {
                Tint::step(drawn, moving)
            } else {
                Tint::Neutral
            };
            drawn += u64::from(cycle.len() > 1);
            Wheel {
                names: cycle
                    .iter()
                    .map(|&point| self.names.label(point.into()))
                    .collect(),
                tint,
            }
        };
        let wheels = cycles.iter().map(&mut wheel).collect();
        let (cards, shuffle, order) = (
            counted(&self.shuffle.cards, "card"),
            &self.shuffle,
            self.cycle_type.order(),
        );
        let lengths = self.cycle_type.iter().map(|(length, _)| length);
        let lcm = match lengths.len() {
            0 | 1 => String::new(),
            _ => format!(" = lcm({})", joined(lengths, ", ")),
        };
        let title = format!("{cards}, {shuffle}: order {order}{lcm}");
        let description = "A wheel for each cycle: each shuffle moves every card to the next place, clockwise. Grey \
                           cards do not move. The order is the least common multiple of the lengths.";
        Wheels {
            title,
            description: description.into(),
            wheels,
        }
    }
}

impl Report for CyclesReport {
    fn table(&self) -> Table<'_> {
        let row = |(length, count): (&_, &_)| vec![format!("{length}"), format!("{count}")];
        Table::new(["length", "count"], self.cycle_type.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match &self.cycles {
            Some(cycles) => write_cycles(cycles, &self.names, page, out)?,
            None => faro_render::text(self.table(), page, out)?,
        }
        if page.quiet {
            return Ok(());
        }
        if self.names.start().is_some() {
            writeln!(
                out,
                "the cycles of {}; --start only names the cards",
                self.shuffle
            )?;
        }
        let sign = if self.cycle_type.sign() > 0 {
            "even"
        } else {
            "odd"
        };
        write!(out, "order {}, {sign}", self.cycle_type.order())?;
        match &self.cycles {
            Some(_) => writeln!(out, ", cycle type {}", self.cycle_type)?,
            None => writeln!(out)?,
        }
        integer::note_probable(&self.probable_primes, out)
    }
}

/// Writes `(1 2 4)(3 6 5)`. Neighbouring cycles have different colours, and fixed points are dimmed.
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
        let is_short = cycle.len() <= page.width.unwrap_or(0);
        if is_short {
            let names = cycle
                .iter()
                .map(|&point| names.label(point.into()).chars().count());
            flow.keep_together(names.sum::<usize>() + cycle.len() + 1)?;
        }
        let points = cycle.iter().map(|&point| names.label(point.into()));
        write_cycle(points, style, &mut flow)?;
    }
    flow.end()
}

/// Writes a cycle, such as `(1 2 4)`.
pub fn write_cycle(
    points: impl ExactSizeIterator<Item = String>,
    style: Style,
    flow: &mut Flow,
) -> io::Result<()> {
    let last = points.len() - 1;
    for (place, point) in points.enumerate() {
        let open = if place == 0 { "(" } else { "" };
        let close = if place == last { ")" } else { "" };
        let text = format!("{open}{point}{close}");
        let cell = TextCell { text, style };
        match place {
            0 => flow.abut(&cell)?,
            _ => flow.cell(&cell, 0)?,
        }
    }
    Ok(())
}

impl Serialize for CyclesReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "cards": Integer::from(self.shuffle.cards.clone()),
            "shuffle": self.shuffle.to_string(),
            "order": Integer::from(self.cycle_type.order()),
            "sign": self.cycle_type.sign(),
            "cycle_type": Sequence::new(LengthCount::each(&self.cycle_type)),
            "cycles": self.cycles.as_ref().map(listed),
            "probable_primes": self.probable_primes,
            "start"?: self.names.start(),
        })
    }
}

/// Returns the cycles as lists of positions for JSON: `[[1], [2, 3, 5], …]`
fn listed(cycles: &permutation::Cycles) -> impl Serialize {
    let points = |cycle| <[u32]>::iter(cycle).map(|&point| one_based::number(point));
    Sequence::new(cycles.iter().map(move |cycle| Sequence::new(points(cycle))))
}

/// The number of cycles of one length in JSON: `{"length": 1, "count": 2}`
#[derive(Serialize)]
pub struct LengthCount {
    length: Integer,
    count: Integer,
}

impl LengthCount {
    pub fn each(cycle_type: &CycleType) -> impl Iterator<Item = LengthCount> {
        cycle_type.iter().map(|(length, count)| LengthCount {
            length: length.clone().into(),
            count: count.clone().into(),
        })
    }
}
