//! Randomly shuffled decks of `faro deck`, written while they are shuffled.

use std::io::{self, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use anstyle::Style;
use faro_render::numbers::{self, agreeing};
use faro_render::one_based;
use faro_render::palette::RED;
use faro_render::view::{self, ByteForm, Flow, Page, Report, Sequence, Table};
use faro_sample::shuffle::Seed;
use faro_sample::simulate::Problem;
use serde::{Serialize, Serializer};

use super::bytes;
use crate::arguments::deal::DealPattern;
use crate::arguments::playing_card::{self, Suits};
use crate::arguments::shuffle::NamedRoutine;
use crate::arguments::start::CardNames;
use crate::output::object::object;
use crate::output::watch::Watch;

/// New decks, each shuffled at random once. The random numbers come from a cipher and not from a fast kernel,
/// so that the decks may be used in real games.
pub struct DrawnDecks {
    pub shuffle: NamedRoutine,
    pub problem: Problem,
    pub seed: Seed,
    pub names: CardNames,
    pub suits: Suits,
    pub watch: Watch,
    /// Number of threads that shuffle decks which are written as bytes.
    pub threads: NonZero<usize>,
}

/// Maximum number of threads that shuffle.
const MAX_THREADS: usize = 16;

/// Maximum number of units of each thread that wait to be written.
const WAITING: usize = 2;

/// Number of bytes that are copied for each card, whatever the length of its text.
const CELL: usize = 8;

/// The text of a card, followed by unused bytes.
struct CardText {
    bytes: [u8; CELL],
    length: usize,
}

impl DrawnDecks {
    /// Returns the text of a card: its name in the starting order, or its number.
    fn name(&self, index: u32) -> String {
        self.names.label_in(index.into(), self.suits)
    }

    /// Returns, for each card, its text followed by a space, or `None` if a text is too long for a [`CardText`].
    fn cells(&self) -> Option<Vec<CardText>> {
        let cell = |card: u32| {
            let (text, mut cell) = (
                self.name(card) + " ",
                CardText {
                    bytes: [0; CELL],
                    length: 0,
                },
            );
            cell.length = text.len();
            cell.bytes
                .get_mut(..text.len())?
                .copy_from_slice(text.as_bytes());
            Some(cell)
        };
        (0..self.problem.cards() as u32).map(cell).collect()
    }

    /// Writes one deck per line.
    fn write_cells(&self, cells: &[CardText], out: &mut dyn Write) -> io::Result<()> {
        let mut line = vec![0; cells.len() * CELL];
        for deck in self.decks() {
            let mut end = 0;
            for card in deck {
                let cell = &cells[card as usize];
                line[end..end + CELL].copy_from_slice(&cell.bytes);
                end += cell.length;
            }
            line[end - 1] = b'\n';
            out.write_all(&line[..end])?;
        }
        Ok(())
    }

    /// Writes one deck after another, with cards counted from 0. They are the decks of the other formats.
    ///
    /// Thread t of T shuffles the units t, t + T, t + 2T, …, which are written in the order of the units.
    fn write_bytes(&self, form: ByteForm, out: &mut dyn Write) -> io::Result<()> {
        let element = bytes::begin(form, self.problem.samples(), self.problem.cards(), out)?;
        let sampler = self.problem.sampler(&self.shuffle.routine, &self.seed);
        let (problem, threads) = (self.problem, self.threads.get().min(MAX_THREADS) as u64);
        let packed = |unit| {
            let cards = problem.decks(unit) as usize * problem.cards();
            let mut bytes = Vec::with_capacity(cards * element.size());
            sampler
                .decks(unit)
                .for_each(|deck| element.write(deck.into_iter(), &mut bytes));
            bytes
        };
        let units = problem.units();
        thread::scope(|scope| {
            let begin = |first| {
                let (full, units_bytes) = sync_channel(WAITING);
                let packed = &packed;
                // A send fails if the receiver is gone. The remaining decks are then not needed.
                let work = move || {
                    let _ = (first..units)
                        .step_by(threads as usize)
                        .try_for_each(|unit| full.send(packed(unit)));
                };
                thread::Builder::new()
                    .spawn_scoped(scope, work)
                    .map(|_| units_bytes)
            };
            let workers: Vec<Receiver<Vec<u8>>> =
                (0..threads).map(begin).collect::<io::Result<_>>()?;
            for unit in 0..units {
                if !self.watch.goes_on_by(self.problem.decks(unit)) {
                    break;
                }
                let received = workers[(unit % threads) as usize].recv();
                out.write_all(&received.map_err(io::Error::other)?)?;
            }
            Ok(())
        })
    }

    /// Returns the first deck.
    pub fn first(&self) -> Vec<u32> {
        self.decks().next().unwrap_or_default()
    }

    /// Returns the decks, until Ctrl-C. Each deck is shuffled on demand, and the decks can be iterated once.
    fn decks(&self) -> impl Iterator<Item = Vec<u32>> {
        let sampler = self.problem.sampler(&self.shuffle.routine, &self.seed);
        sampler.iter().take_while(|_| self.watch.goes_on())
    }
}

impl Report for DrawnDecks {
    /// Returns a table with a row for each card of each deck.
    fn table(&self) -> Table<'_> {
        let rows = (1u64..).zip(self.decks()).flat_map(move |(sample, deck)| {
            let row = move |(position, card): (usize, u32)| {
                let [position, number] =
                    [position, card as usize].map(|index| one_based::number(index).to_string());
                let name = self.names.name(card.into()).map(String::from);
                [sample.to_string(), position, number]
                    .into_iter()
                    .chain(name)
                    .collect()
            };
            deck.into_iter().enumerate().map(row)
        });
        let name = self.names.start().map(|_| "name");
        Table::new(["sample", "position", "card"].into_iter().chain(name), rows)
    }

    fn text(&self, _page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let Some(cells) = self.cells() {
            return self.write_cells(&cells, out);
        }
        for deck in self.decks() {
            let mut cards = deck.into_iter().map(|index| self.name(index));
            cards
                .next()
                .map_or(Ok(()), |first| write!(out, "{first}"))?;
            cards.try_for_each(|card| write!(out, " {card}"))?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn bytes(&self, form: ByteForm, out: &mut dyn Write) -> Option<io::Result<()>> {
        Some(self.write_bytes(form, out))
    }

    fn unfinished(&self) -> Option<String> {
        let (done, all) = (self.watch.done(), self.problem.samples());
        self.watch
            .cut_short()
            .then(|| self.watch.unfinished(done, all, "deck"))
    }
}

impl Serialize for DrawnDecks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = |deck: &[u32]| {
            deck.iter()
                .filter_map(|&index| self.names.name(index.into()).map(String::from))
                .collect()
        };
        let states = self.decks().map(|deck| State {
            times: 1,
            names: self.names.start().map(|_| named(&deck)),
            deck: one_based::numbers(&deck),
        });
        object!(serializer, {
            "cards": self.shuffle.cards,
            "shuffle": self.shuffle.name,
            "samples": self.problem.samples(),
            "seed": self.seed,
            "states": Sequence::new(states),
            "complete": !self.watch.cut_short(),
            "start"?: self.names.start(),
        })
    }
}

#[derive(Serialize)]
struct State {
    times: u32,
    deck: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
}

/// The hands that are dealt from a deck.
#[derive(Serialize)]
pub struct DealReport {
    cards: usize,
    shuffle: String,
    /// The seed of a random shuffle.
    seed: Option<Seed>,
    /// The deck before the deal, from the top.
    deck: Vec<u64>,
    hands: Vec<Vec<u64>>,
    /// The names of the cards of each hand, or `None` if cards have only numbers.
    names: Option<Vec<Vec<String>>>,
    /// The cards that are not dealt.
    rest: Vec<u64>,
    #[serde(skip)]
    shown: Vec<Vec<(String, bool)>>,
}

impl DealReport {
    /// Deals from `deck`, the cards from the top by their first positions, counted from 0.
    pub fn new(
        (shuffle, seed): (String, Option<Seed>),
        deck: &[u64],
        deal: &DealPattern,
        (names, suits): (&CardNames, Suits),
    ) -> DealReport {
        let dealt: Vec<Vec<u64>> = deal
            .positions()
            .iter()
            .map(|own| own.iter().map(|&position| deck[position]).collect())
            .collect();
        let shown = |&card: &u64| (names.label_in(card, suits), names.is_red(card));
        let named = |hand: &Vec<u64>| {
            hand.iter()
                .map(|&card| names.name(card).map(String::from))
                .collect()
        };
        DealReport {
            cards: deck.len(),
            shuffle,
            seed,
            deck: one_based::numbers(deck),
            hands: dealt.iter().map(|hand| one_based::numbers(hand)).collect(),
            names: dealt.iter().map(named).collect(),
            rest: one_based::numbers(&deck[deal.cards()..]),
            shown: dealt
                .iter()
                .map(|hand| hand.iter().map(shown).collect())
                .collect(),
        }
    }
}

impl Report for DealReport {
    /// Returns a table with a row for each dealt card.
    fn table(&self) -> Table<'_> {
        let rows = self
            .hands
            .iter()
            .enumerate()
            .flat_map(move |(hand, cards)| {
                let name = move |place: usize| Some(self.names.as_ref()?[hand][place].clone());
                let row = move |(place, card): (usize, &u64)| {
                    let [hand, place_number] =
                        [hand, place].map(|index| one_based::number(index).to_string());
                    [hand, place_number, card.to_string()]
                        .into_iter()
                        .chain(name(place))
                        .collect()
                };
                cards.iter().enumerate().map(row)
            });
        Table::new(
            ["hand", "place", "card"]
                .into_iter()
                .chain(self.names.as_ref().map(|_| "name")),
            rows,
        )
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let width = self.shown.len().to_string().len();
        let widest = numbers::widest(self.shown.iter().flatten().map(|(name, _)| name));
        for (hand, cards) in self.shown.iter().enumerate() {
            let mut flow = Flow::with_label(
                &format!("hand {:>width$}  ", one_based::number(hand)).into(),
                page,
                out,
            )?;
            for (name, is_red) in cards {
                let style = Style::new().fg_color(is_red.then_some(RED.into()));
                flow.cell(
                    &view::TextCell {
                        text: name.clone(),
                        style,
                    },
                    widest,
                )?;
            }
            flow.end()?;
        }
        if page.quiet {
            return Ok(());
        }
        match self.rest.len() {
            0 => writeln!(out, "every card is dealt"),
            rest => writeln!(
                out,
                "{rest} of {} cards {} left",
                self.cards,
                agreeing(rest, "are")
            ),
        }
    }
}

/// Returns the names with faces if the deck is a pack, otherwise unchanged.
pub fn with_faces(names: CardNames, cards: usize) -> anyhow::Result<CardNames> {
    match names.start() {
        None if playing_card::pack(cards).is_some() => names.with_faces("--deal"),
        _ => Ok(names),
    }
}
