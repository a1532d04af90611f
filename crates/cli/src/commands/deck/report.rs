//! The result of `faro deck` for every output format: decks as lists of cards or as a coloured strip.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::ValueEnum;
use faro::Permutation;
use faro::word::Evaluation;
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::view::{ByteForm, Page, Report, Sequence, Strip, StripRow, Table, Thread, Tint};
use serde::{Serialize, Serializer};

use super::bytes;
use super::history::{History, State};
use crate::arguments::integer::Integer;
use crate::arguments::playing_card::{self, Suits};
use crate::arguments::start::CardNames;
use crate::arguments::word::FixedShuffle;
use crate::output::object::object;
use crate::output::watch::Watch;

/// Maximum number of cards whose numbers fit the cells of a strip.
const WIDE_CARDS: usize = 20;

/// Number of rows of a terminal that a listing leaves free for its notes and the prompt.
const FREE_ROWS: usize = 4;

/// Maximum number of characters of a move's name in a picture.
const MAX_NAME: usize = 24;

pub struct DeckReport {
    pub(super) shuffle: FixedShuffle,
    pub(super) history: History,
    /// The marked cards by their starting positions, each with its face if the user named it by the face.
    pub(super) track: BTreeMap<u64, Option<String>>,
    pub(super) names: CardNames,
    /// With `--faces`, the face of each card in the order of the starting positions.
    pub(super) faces: Option<Vec<String>>,
    pub(super) suits: Suits,
    pub(super) colours: Colours,
    /// Whether the user gave no number of shuffles, so that a terminal shows a screen of decks.
    pub(super) is_open: bool,
    /// The number of cards on a line, if the user gave one.
    pub(super) columns: Option<usize>,
    /// Whether a terminal shows numbers instead of coloured cells.
    pub(super) numbers: bool,
    pub(super) watch: Watch,
}

impl DeckReport {
    /// Returns the decks, until Ctrl-C. They can be iterated once.
    pub(super) fn states(&self) -> impl Iterator<Item = State<'_>> {
        self.history.states().take_while(|_| self.watch.goes_on())
    }

    pub(super) fn cards(&self) -> usize {
        self.history.cards
    }

    /// Returns the text of a card: its face, its name, or the number of its starting position.
    pub(super) fn name(&self, index: u64) -> String {
        match &self.faces {
            Some(faces) => playing_card::written(&faces[index as usize], self.suits),
            None => self.names.label_in(index, self.suits),
        }
    }

    pub(super) fn is_red(&self, index: u64) -> bool {
        let shown = self
            .faces
            .as_ref()
            .is_some_and(|faces| playing_card::is_red(&faces[index as usize]));
        shown || self.names.is_red(index)
    }

    /// Returns the marked cards with their positions in a deck.
    fn tracked(&self, state: &State) -> Vec<Tracked> {
        let place = |&index: &u64| Tracked {
            card: one_based::number(index).into(),
            position: one_based::number(self.history.position(index, state)).into(),
        };
        self.track.keys().map(place).collect()
    }

    pub fn title(&self) -> String {
        let (cards, rows) = (
            counted(&self.shuffle.cards, "card"),
            self.history.states - 1,
        );
        match (self.history.each, &self.history.moves) {
            (false, _) => {
                format!(
                    "{cards} after {}: {}",
                    counted(&self.history.first, "shuffle"),
                    self.shuffle
                )
            }
            (_, Some(_)) => format!(
                "{cards} after each of {}: {}",
                counted(rows, "move"),
                self.shuffle
            ),
            (_, None) => format!(
                "{cards} after each of {}: {}",
                counted(rows, "shuffle"),
                self.shuffle
            ),
        }
    }

    /// Returns the number of decks that a terminal shows: all if they fit, or a screen of them.
    fn shown(&self, page: &Page, is_strip: bool) -> u64 {
        let (Some(rows), Some(width), true) = (page.rows, page.width, self.is_open) else {
            return u64::MAX;
        };
        let room = rows.saturating_sub(FREE_ROWS).max(1) as u64;
        let cell = self.name(self.cards() as u64 - 1).chars().count() + 1;
        let lines = if is_strip {
            1
        } else {
            (self.cards() * cell).div_ceil(width.max(1)) as u64
        };
        // In a strip without names, a line of text shows two decks as half blocks.
        let is_dense = is_strip && self.track.is_empty() && !self.has_wide_cells();
        let fits = if is_dense { 2 * room } else { room / lines };
        if self.history.states <= fits {
            u64::MAX
        } else {
            (room / lines).max(1)
        }
    }

    /// Returns whether the cells of a strip have room for the numbers of the cards.
    fn has_wide_cells(&self) -> bool {
        self.cards() <= WIDE_CARDS
    }

    /// Returns whether the cards have names other than their numbers.
    fn is_named(&self) -> bool {
        self.faces.is_some() || self.names.start().is_some()
    }

    /// Returns the strip of the first `limit` decks.
    pub fn strip(&self, limit: u64) -> Strip<'_> {
        let thread = |(&index, face): (&u64, &Option<String>)| {
            // A card that the user named by its face is marked with the face, even where cards are shown as
            // numbers.
            let face = face.as_ref().filter(|_| !self.is_named());
            let name = face.map_or_else(
                || self.name(index),
                |face| playing_card::written(face, self.suits),
            );
            Thread { index, name }
        };
        let moves = self.history.moves.as_deref().unwrap_or_default();
        let longest = moves
            .iter()
            .map(|by| 1 + by.name.chars().count().min(MAX_NAME))
            .max();
        Strip {
            cards: self.cards(),
            count: self.history.states.min(limit),
            label_width: self.history.label_width() + longest.unwrap_or(0),
            rows: Box::new(
                self.states()
                    .take(limit.try_into().unwrap_or(usize::MAX))
                    .map(|state| self.row(state)),
            ),
            tint: Box::new(|index| self.colours.tint(index)),
            tracked: self.track.iter().map(thread).collect(),
            name: (self.is_named() || self.has_wide_cells())
                .then(|| Box::new(|index| self.name(index)) as Box<dyn Fn(u64) -> String>),
        }
    }

    fn row<'a>(&'a self, state: State<'a>) -> StripRow<'a> {
        let width = self.history.label_width();
        let name = state
            .last_move()
            .map(|name| format!(" {}", shortened(name)))
            .unwrap_or_default();
        StripRow {
            label: format!("{:>width$}{name}", state.number()),
            places: self
                .track
                .keys()
                .map(|&card| self.history.position(card, &state))
                .collect(),
            deck: Box::new(state.deck),
        }
    }
}

fn push_decimal(line: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return line.extend_from_slice(&digits[first..]);
        }
    }
}

/// Returns `name`, or the beginning of a long name and an ellipsis.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME) {
        None => name.into(),
        Some(_) => name.chars().take(MAX_NAME - 1).chain(['…']).collect(),
    }
}

impl Report for DeckReport {
    /// Returns a table with a row for each card of each deck.
    fn table(&self) -> Table<'_> {
        let optional = [
            (self.history.moves.is_some(), "step"),
            (self.history.moves.is_some(), "move"),
            (self.faces.is_some(), "face"),
            (!self.track.is_empty(), "tracked"),
            (self.names.start().is_some(), "name"),
        ];
        let optional = optional
            .into_iter()
            .filter(|(shown, _)| *shown)
            .map(|(_, column)| column);
        let columns = ["times", "position", "card"].into_iter().chain(optional);
        Table::new(columns, self.states().flat_map(|state| self.rows(state)))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let is_strip = self.history.each && page.colour && !self.numbers;
        let shown = self.shown(page, is_strip);
        match is_strip {
            true => faro_render::strip_text(self.strip(shown), page, out)?,
            false => self.write_numbers(shown, page, out)?,
        }
        if self.history.each && page.width.is_some() && !page.quiet && !self.numbers {
            let rows = counted(self.history.states, "row");
            match page.colour {
                // The strip says by itself whether names fit its cells.
                true if self.is_named() || self.has_wide_cells() => {}
                true => writeln!(out, "--color never lists the numbers of the cards")?,
                false => writeln!(
                    out,
                    "with colours, which are off, this is a strip of {rows}"
                )?,
            }
        }
        let last = self.history.states - 1;
        match self.history.states.checked_sub(shown) {
            Some(left @ 1..) if self.history.moves.is_none() => {
                writeln!(
                    out,
                    "… {}; --times {last} shows all",
                    counted(left, "more deck")
                )
            }
            Some(left @ 1..) => writeln!(out, "… {}; a pipe gets all", counted(left, "more deck")),
            _ => Ok(()),
        }
    }

    fn numbers(&self, out: &mut dyn Write) -> Option<io::Result<()>> {
        let plain = self.history.moves.is_none()
            && self.faces.is_none()
            && self.track.is_empty()
            && self.names.start().is_none();
        plain.then(|| self.write_csv(out))
    }

    fn bytes(&self, form: ByteForm, out: &mut dyn Write) -> Option<io::Result<()>> {
        Some(self.write_bytes(form, out))
    }

    fn unfinished(&self) -> Option<String> {
        let (done, states) = (self.watch.done(), self.history.states);
        self.watch
            .cut_short()
            .then(|| self.watch.unfinished(done, states, "deck"))
    }
}

impl DeckReport {
    /// Writes one deck after another, with cards counted from 0.
    fn write_bytes(&self, form: ByteForm, out: &mut dyn Write) -> io::Result<()> {
        let element = bytes::begin(form, self.history.states, self.cards(), out)?;
        let mut bytes = Vec::new();
        for state in self.states() {
            bytes.clear();
            element.write(state.deck.map(|card| card as u32), &mut bytes);
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Writes the rows of a CSV table of numbers without the general formatter, which is faster. Each row must be
    /// three numbers.
    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "times,position,card")?;
        let mut line = Vec::new();
        for state in self.states() {
            let times = format!("{},", state.times);
            for (position, index) in state.deck.enumerate() {
                line.clear();
                line.extend_from_slice(times.as_bytes());
                push_decimal(&mut line, one_based::number(position as u64));
                line.push(b',');
                push_decimal(&mut line, one_based::number(index));
                line.push(b'\n');
                out.write_all(&line)?;
            }
        }
        Ok(())
    }

    fn rows<'a>(&'a self, state: State<'a>) -> impl Iterator<Item = Vec<String>> + 'a {
        let step = state
            .moves
            .map(|(step, name)| [step.to_string(), name.unwrap_or_default().into()]);
        state.deck.enumerate().map(move |(position, index)| {
            let mut row = vec![
                state.times.to_string(),
                one_based::number(position).to_string(),
            ];
            row.push(one_based::number(index).to_string());
            row.extend(step.iter().flatten().cloned());
            row.extend(self.faces.as_ref().map(|_| self.name(index)));
            row.extend(
                (!self.track.is_empty()).then(|| self.track.contains_key(&index).to_string()),
            );
            row.extend(self.names.name(index).map(String::from));
            row
        })
    }
}

impl Serialize for DeckReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let states = self.states().map(|state| DeckFields {
            state,
            report: self,
        });
        object!(serializer, {
            "cards": Integer::from(self.shuffle.cards.clone()),
            "shuffle": self.shuffle.to_string(),
            "states": Sequence::new(states),
            "complete": !self.watch.cut_short(),
            "start"?: self.names.start(),
        })
    }
}

/// A deck in JSON.
struct DeckFields<'a> {
    state: State<'a>,
    report: &'a DeckReport,
}

impl Serialize for DeckFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let DeckFields { state, report } = self;
        let deck = || state.deck.clone();
        object!(serializer, {
            "times": Integer::from(state.times.clone()),
            "step"?: state.moves.map(|(step, _)| step),
            "move"?: state.moves.map(|(_, name)| name),
            "deck": Sequence::new(deck().map(one_based::number)),
            "faces"?: report.faces.as_ref().map(|_| Sequence::new(deck().map(|index| report.name(index)))),
            "tracked"?: (!report.track.is_empty()).then(|| report.tracked(state)),
            "names"?: report.names.start().map(|_| Sequence::new(deck().map(|index| report.names.name(index)))),
        })
    }
}

/// A marked card and its position in JSON: `{"card": 1, "position": 2}`
#[derive(Serialize)]
struct Tracked {
    card: Integer,
    position: Integer,
}

/// What the colour of a card shows.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourBy {
    /// The position where the card started
    #[default]
    Start,
    /// Its cycle; cards that never move are grey
    Cycle,
    /// Its mirror pair: the cards as far from the top as from the bottom
    Pair,
    /// Its suit
    Suit,
}

pub struct Colours {
    by: ColourBy,
    cards: u64,
    /// The number, from 1, of each card's cycle or suit. It is 0 for a card that never moves or has no suit.
    parts: Vec<u32>,
    /// Number of cycles of more than one card, or of suits.
    count: u32,
}

impl Colours {
    pub fn new(
        by: ColourBy,
        cards: usize,
        evaluation: &Evaluation,
        names: &CardNames,
    ) -> anyhow::Result<Colours> {
        let (parts, count) = match by {
            ColourBy::Cycle => numbered(evaluation),
            ColourBy::Suit => suits(&names.faces("--colour-by suit")?),
            _ => (Vec::new(), 0),
        };
        Ok(Colours {
            by,
            cards: cards as u64,
            parts,
            count,
        })
    }

    pub fn tint(&self, card: u64) -> Tint {
        match self.by {
            ColourBy::Start => Tint::step(card, self.cards),
            ColourBy::Pair => Tint::step(card.min(self.cards - 1 - card), self.cards.div_ceil(2)),
            ColourBy::Cycle | ColourBy::Suit => match self.parts[card as usize] {
                0 => Tint::Neutral,
                part => Tint::step(u64::from(part) - 1, self.count.into()),
            },
        }
    }
}

/// Numbers the cycles of more than one card from 1, in the order of their smallest cards.
fn numbered(evaluation: &Evaluation) -> (Vec<u32>, u32) {
    let listed;
    let permutation: &Permutation = match evaluation {
        Evaluation::Permutation(permutation) => permutation,
        Evaluation::Power(power) => {
            listed = power
                .to_permutation()
                .expect("a deck of at most MAX_LISTED cards");
            &listed
        }
    };
    let (mut numbers, mut count) = (vec![0; permutation.degree()], 0);
    for cycle in permutation.cycles().iter().filter(|cycle| cycle.len() > 1) {
        count += 1;
        cycle
            .iter()
            .for_each(|&card| numbers[card as usize] = count);
    }
    (numbers, count)
}

/// Numbers the suits of faces from 1. Jokers have no suit.
fn suits(faces: &[String]) -> (Vec<u32>, u32) {
    let suit = |face: &String| "HSDC".chars().position(|suit| face.ends_with(suit));
    let numbers = faces
        .iter()
        .map(|face| suit(face).map_or(0, |suit| suit as u32 + 1));
    (numbers.collect(), 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::argument::DeckSize;
    use faro::Word;

    #[test]
    fn decimals_are_those_of_the_library() {
        let powers = (0..20)
            .flat_map(|power| [10u64.pow(power) - 1, 10u64.pow(power), 10u64.pow(power) + 1]);
        for number in powers.chain([u64::MAX]) {
            let mut line = b"x".to_vec();
            push_decimal(&mut line, number);
            assert_eq!(line, format!("x{number}").as_bytes());
        }
    }

    fn tints(by: ColourBy, word: &str, cards: u64) -> Vec<Tint> {
        let evaluation = word
            .parse::<Word>()
            .unwrap()
            .evaluate(&cards.into())
            .unwrap();
        let colours = Colours::new(
            by,
            cards as usize,
            &evaluation,
            &CardNames::new(DeckSize::from(cards)),
        )
        .unwrap();
        (0..cards).map(|card| colours.tint(card)).collect()
    }

    #[test]
    fn each_way_of_colouring() {
        let ramp = |parts: &[f64]| parts.iter().copied().map(Tint::Ramp).collect::<Vec<_>>();
        assert_eq!(tints(ColourBy::Start, "out", 3), ramp(&[0.0, 0.5, 1.0]));
        assert_eq!(
            tints(ColourBy::Pair, "out", 6),
            ramp(&[0.0, 0.5, 1.0, 1.0, 0.5, 0.0])
        );
        let suits = tints(ColourBy::Suit, "out", 54);
        assert_eq!(
            [2, 15, 28, 41].map(|card| suits[card]),
            [0.0, 3.0, 2.0, 1.0].map(|suit| Tint::Ramp(suit / 3.0))
        );
        assert_eq!(suits[52..], [Tint::Neutral; 2]);
        let (gone, first, second) = (Tint::Neutral, Tint::Ramp(0.0), Tint::Ramp(1.0));
        // The cycles are (1)(2 3 5)(4 7 6)(8).
        let cycles = [gone, first, first, second, first, second, second, gone];
        assert_eq!(tints(ColourBy::Cycle, "out", 8), cycles);
        assert_eq!(
            tints(ColourBy::Cycle, "reverse out reverse out^-1", 8),
            [gone; 8]
        );
    }

    /// The in-shuffle maps each cycle to itself, so a card and its image have the same tint.
    #[test]
    fn cycles_are_kept_by_the_shuffle() {
        for cards in [1, 2, 7, 52] {
            let permutation = "in"
                .parse::<Word>()
                .unwrap()
                .permutation(cards as usize)
                .unwrap();
            let tints = tints(ColourBy::Cycle, "in", cards);
            (0..cards as u32).for_each(|card| {
                assert_eq!(
                    tints[card as usize],
                    tints[permutation.image(card) as usize]
                );
            });
        }
    }
}
