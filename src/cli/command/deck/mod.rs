//! `faro deck`: writes decks after fixed or random shuffles.

mod drawn;

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::{Effects, Style};
use clap::ArgGroup;
use faro::simulate::{MAX_CARDS, MAX_SAMPLES, Problem};
use faro::word::{Cards, Evaluation};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};

use crate::cli::args::{EffortArgs, Format, MAX_LISTED, OutputArgs, SeedArgs, ShuffleArgs};
use crate::cli::error::{brief, invalid};
use crate::cli::integer::{self, Integer};
use crate::cli::palette::RED;
use crate::cli::playing_card::{self, Suits};
use crate::cli::shuffle::{How, Shuffle};
use crate::cli::start::{CardNames, StartArgs};
use crate::cli::view::{Cell, Flow, Page, Report, Sequence, Table};
use crate::cli::watch::Watch;
use crate::cli::{one_based, output};

/// The deck after a number of shuffles, or after each of them.
///
/// Cards are named by their first position, counted from 1 at the top. With --start the deck begins in that
/// order, and cards have the names that it gives them. Each deck is computed directly: many shuffles take no
/// longer than one.
///
/// A random shuffle starts from a new deck each time. --samples sets the number of decks, one per line, in
/// the format that `faro audit` reads. Their random numbers come from a cipher, so they may be used in real
/// games; `faro simulate` makes different decks from the same seed, faster.
///
/// CSV has one line per card (times, position, card). Ctrl-C ends a listing after the current deck; JSON then
/// has "complete": false.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("named").multiple(true).args(["faces", "start"])))]
pub struct Deck {
    #[command(flatten)]
    shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    effort: EffortArgs,

    /// The number of new decks to shuffle at random
    #[arg(long, value_name = "M", value_parser = parse_samples, allow_negative_numbers = true,
          conflicts_with_all = ["times", "each", "track", "faces"])]
    samples: Option<u64>,

    #[command(flatten)]
    seed: SeedArgs,

    /// The number of shuffles [default: 1]; a negative number undoes shuffles
    #[arg(long, value_name = "T", value_parser = integer::parse, allow_negative_numbers = true)]
    times: Option<BigInt>,

    /// Show the deck after each shuffle, up to --times or until the deck is restored
    #[arg(long)]
    each: bool,

    /// Mark these cards, separated by commas: first positions, faces such as AS, or names of --start
    #[arg(long, value_name = "C,…", value_delimiter = ',', allow_negative_numbers = true)]
    track: Vec<String>,

    /// Show faces. A new deck of 52 has spades and diamonds from ace to king, then clubs and hearts from king
    /// to ace; packs of 24, 32 and 36 are the same without the lowest ranks above the ace, a pack of 40
    /// without 8, 9 and 10, and a pack of 54 has a red and a black joker (RJ, BJ) on top
    #[arg(long)]
    faces: bool,

    /// Write suits as the letters S, D, C, H
    #[arg(long, requires = "named")]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  faro deck 52 in                                   after one shuffle
  faro deck 8 out --each                            after each, until it is restored
  faro deck 52 out --each --track 1,26              follow two cards
  faro deck 52 in --times 26 --faces --ascii
  faro deck 52 out --start mnemonica --track AS     a stack that a magician uses
  faro deck 52 'deal:4 cut:13'                      any shuffle, as a word
  faro deck 1000 in --each | head -n 3
  faro deck 52 fisher-yates --samples 9 --seed 1    at random";

use drawn::DrawnDecks;

pub struct DeckReport {
    shuffle: Shuffle,
    evaluation: Evaluation,
    span: Span,
    /// Indices of the marked cards.
    track: BTreeSet<u64>,
    names: CardNames,
    /// The faces of the cards by their first positions, with `--faces`.
    faces: Option<Vec<String>>,
    suits: Suits,
    watch: Watch,
}

/// The counts of shuffles after which the deck is shown.
struct Span {
    first: BigInt,
    step: i8,
    states: u64,
    /// Whether each deck is labelled with its number of shuffles.
    each: bool,
}

fn parse_samples(text: &str) -> Result<u64, String> {
    let samples = integer::parse_positive(text)?.to_u64().filter(|&samples| samples <= MAX_SAMPLES);
    samples.ok_or_else(|| format!("expected at most {MAX_SAMPLES} decks"))
}

impl Deck {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let is_plain = self.times.is_none() && !self.each && self.track.is_empty() && !self.faces;
        if self.seed.is_given() && !is_plain {
            let why = "random decks cannot be combined with --times, --each, --track or --faces; for several \
                       shuffles write a power, such as 'gsr^7'";
            return Err(invalid("--seed <X>", self.seed.seed()?, why));
        }
        match self.samples.is_some() || self.seed.is_given() || (is_plain && self.shuffle.is_random()) {
            true => output::report(&self.drawn(args)?, args),
            false => output::report(&self.fixed(args)?, args),
        }
    }

    /// Returns random decks: one without `--samples`.
    fn drawn(&self, args: &OutputArgs) -> anyhow::Result<DrawnDecks> {
        let shuffle = self.shuffle.routine(MAX_CARDS)?;
        let (problem, seed) = (Problem::new(shuffle.cards, self.samples.unwrap_or(1)), self.seed.seed()?);
        if !self.seed.is_given() && !matches!(args.format, Format::Json) {
            output::note(&format!("repeat this result with --seed {seed}"));
        }
        let (names, suits) = (self.start.names(&shuffle.cards.into())?, self.suits());
        Ok(DrawnDecks { shuffle, problem, seed, names, suits, watch: Watch::over(problem.samples(), args) })
    }

    fn fixed(&self, args: &OutputArgs) -> anyhow::Result<DeckReport> {
        let shuffle = self.shuffle.shuffle()?;
        if shuffle.cards > MAX_LISTED.into() {
            return Err(self.shuffle.invalid_cards(format!(
                "expected at most {MAX_LISTED} cards; for larger decks use `faro where` for one card or \
                 `faro cycles` for the cycle type"
            )));
        }
        let names = self.start.names(&shuffle.cards)?;
        let evaluation = match &shuffle.how {
            How::Weave(power) => Evaluation::Power(power.clone()),
            How::Word(word) => Evaluation::Permutation(self.shuffle.listed(word)?),
        };
        let span = self.span(&evaluation)?;
        Ok(DeckReport {
            track: self.tracked(&names)?,
            faces: if self.faces { Some(names.faces()?) } else { None },
            suits: self.suits(),
            names,
            watch: Watch::over(span.states, args),
            shuffle,
            evaluation,
            span,
        })
    }

    fn suits(&self) -> Suits {
        if self.ascii { Suits::Letters } else { Suits::Glyphs }
    }

    fn tracked(&self, names: &CardNames) -> anyhow::Result<BTreeSet<u64>> {
        let index = |card: &String| {
            let index = names.index("--track <C,…>", card)?;
            Ok(index.to_u64().expect("a card of a deck that is listed"))
        };
        self.track.iter().map(index).collect()
    }

    fn span(&self, evaluation: &Evaluation) -> anyhow::Result<Span> {
        let times = self.times.clone().unwrap_or_else(BigInt::one);
        if !self.each {
            return Ok(Span { first: times, step: 1, states: 1, each: false });
        }
        let last = match self.times {
            Some(_) => times,
            None => self.order(evaluation)?.into(),
        };
        let step = if last.is_negative() { -1 } else { 1 };
        let states = last.magnitude().to_u64().ok_or_else(|| self.span_error(&last))?;
        Ok(Span { first: step.into(), step, states, each: true })
    }

    fn span_error(&self, last: &BigInt) -> anyhow::Error {
        match self.times {
            Some(_) => invalid("--times <T>", last, "expected at most 2^64 - 1 with --each"),
            None => {
                let back = brief(last.magnitude());
                let why = format!("{back} shuffles restore the deck, too many for --each; give --times");
                self.shuffle.invalid_cards(why)
            }
        }
    }

    fn order(&self, evaluation: &Evaluation) -> anyhow::Result<BigUint> {
        let order = evaluation.order_within(&self.effort.budget());
        order.map_err(|error| self.shuffle.order_error(&error))
    }
}

impl Span {
    fn last(&self) -> BigInt {
        &self.first + BigInt::from(self.step) * (self.states.saturating_sub(1))
    }

    fn times(&self) -> impl Iterator<Item = BigInt> {
        (0..self.states).map(|index| &self.first + BigInt::from(self.step) * index)
    }
}

/// The deck after a number of shuffles.
struct State<'a> {
    times: BigInt,
    deck: Cards,
    report: &'a DeckReport,
}

impl DeckReport {
    /// Returns the decks, until Ctrl-C. They can be iterated once.
    fn states(&self) -> impl Iterator<Item = State<'_>> {
        self.span.times().take_while(|_| self.watch.goes_on()).map(|times| State {
            deck: self.evaluation.deck_after(&times).expect("a deck of at most MAX_LISTED cards"),
            times,
            report: self,
        })
    }

    /// Returns the marked cards with their positions after `times` shuffles.
    fn tracked(&self, times: &'_ BigInt) -> impl Iterator<Item = Tracked> {
        self.track.iter().map(move |&index| Tracked {
            card: one_based::number(index).into(),
            position: one_based::number(self.evaluation.position_after(&index.into(), times)).into(),
        })
    }

    /// Returns the text of a card: its face, its name, or the number of its first position.
    fn name(&self, index: u64) -> String {
        match &self.faces {
            Some(faces) => playing_card::written(&faces[index as usize], self.suits),
            None => {
                self.names.shown(index, self.suits).unwrap_or_else(|| one_based::number(index).to_string())
            }
        }
    }

    /// Returns whether a card is shown in red.
    fn is_red(&self, index: u64) -> bool {
        let shown = self.faces.as_ref().is_some_and(|faces| playing_card::is_red(&faces[index as usize]));
        shown || self.names.is_red(index)
    }

    /// Returns the cell of a card. A marked card is in brackets, and bold if there is colour.
    fn cell(&self, index: u64) -> Cell {
        let name = self.name(index);
        let red = self.is_red(index);
        let style = Style::new().fg_color(red.then_some(RED.into()));
        match self.track.contains(&index) {
            true => Cell { text: format!("[{name}]"), style: style | Effects::BOLD | Effects::INVERT },
            false => Cell { text: name, style },
        }
    }

    /// Returns the width of all cells, 0 in a pipe.
    fn cell_width(&self, page: &Page) -> usize {
        let widest = match (page.width, self.names.start(), &self.faces) {
            (None, ..) => return 0,
            (_, Some(names), _) => {
                (0..names.len()).map(|index| self.name(index as u64).chars().count()).max().unwrap_or(0)
            }
            (_, None, Some(_)) => "10S".len(),
            (_, None, None) => self.shuffle.cards.to_string().len(),
        };
        if self.track.is_empty() { widest } else { widest + "[]".len() }
    }
}

impl Report for DeckReport {
    /// One row per card.
    fn table(&self) -> Table<'_> {
        let optional = [
            (self.faces.is_some(), "face"),
            (!self.track.is_empty(), "tracked"),
            (self.names.start().is_some(), "name"),
        ];
        let optional = optional.into_iter().filter(|(shown, _)| *shown).map(|(_, column)| column);
        let columns = ["times", "position", "card"].into_iter().chain(optional);
        let rows = self.states().flat_map(|state| state.rows());
        Table::new(columns, rows)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let width = self.cell_width(page);
        let label_width = page.width.map_or(0, |_| self.span.last().to_string().len());
        for state in self.states() {
            let text =
                if self.span.each { format!("{:>label_width$}: ", state.times) } else { String::new() };
            let label = Cell { text, style: Style::new().dimmed() };
            let mut flow = Flow::with_label(&label, page, out)?;
            for index in state.deck {
                flow.cell(&self.cell(index), width)?;
            }
            flow.end()?;
        }
        Ok(())
    }

    fn unfinished(&self) -> Option<String> {
        let (done, states) = (self.watch.done(), self.span.states);
        self.watch.cut_short().then(|| format!("interrupted: {done} of {states} decks were written"))
    }
}

impl<'a> State<'a> {
    fn rows(self) -> impl Iterator<Item = Vec<String>> + 'a {
        let State { times, deck, report } = self;
        deck.enumerate().map(move |(position, index)| {
            let mut row = vec![times.to_string(), one_based::number(position).to_string()];
            row.push(one_based::number(index).to_string());
            row.extend(report.faces.as_ref().map(|_| report.name(index)));
            row.extend((!report.track.is_empty()).then(|| report.track.contains(&index).to_string()));
            row.extend(report.names.name(index).map(String::from));
            row
        })
    }
}

impl Serialize for DeckReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("DeckReport", 4)?;
        fields.serialize_field("cards", &Integer::from(self.shuffle.cards.clone()))?;
        fields.serialize_field("shuffle", &self.shuffle.to_string())?;
        fields.serialize_field("states", &Sequence::new(self.states()))?;
        fields.serialize_field("complete", &!self.watch.cut_short())?;
        self.names.serialize_start(&mut fields)?;
        fields.end()
    }
}

impl Serialize for State<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("times", &Integer::from(self.times.clone()))?;
        fields.serialize_entry("deck", &Sequence::new(self.deck.clone().map(one_based::number)))?;
        if self.report.faces.is_some() {
            let faces = self.deck.clone().map(|index| self.report.name(index));
            fields.serialize_entry("faces", &Sequence::new(faces))?;
        }
        if !self.report.track.is_empty() {
            fields.serialize_entry("tracked", &Sequence::new(self.report.tracked(&self.times)))?;
        }
        if self.report.names.start().is_some() {
            let names = self.deck.clone().map(|index| self.report.names.name(index));
            fields.serialize_entry("names", &Sequence::new(names))?;
        }
        fields.end()
    }
}

/// `{"card": 1, "position": 2}`
#[derive(Serialize)]
struct Tracked {
    card: Integer,
    position: Integer,
}
