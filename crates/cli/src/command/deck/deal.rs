use std::io::{self, Write};

use anstyle::Style;
use faro_console::deal::Deal;
use faro_console::playing_card::{self, Suits};
use faro_console::start::CardNames;
use faro_render::one_based;
use faro_render::palette::RED;
use faro_render::view::{Cell, Flow, Page, Report, Table};
use faro_sample::shuffle::Seed;
use serde::Serialize;

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
        deal: &Deal,
        (names, suits): (&CardNames, Suits),
    ) -> DealReport {
        let dealt: Vec<Vec<u64>> =
            deal.positions().iter().map(|own| own.iter().map(|&position| deck[position]).collect()).collect();
        let numbers = |cards: &[u64]| cards.iter().map(|&card| one_based::number(card)).collect::<Vec<u64>>();
        let shown = |&card: &u64| {
            let name = names.shown(card, suits).unwrap_or_else(|| one_based::number(card).to_string());
            (name, names.is_red(card))
        };
        let named = |hand: &Vec<u64>| hand.iter().map(|&card| names.name(card).map(String::from)).collect();
        DealReport {
            cards: deck.len(),
            shuffle,
            seed,
            deck: numbers(deck),
            hands: dealt.iter().map(|hand| numbers(hand)).collect(),
            names: dealt.iter().map(named).collect(),
            rest: numbers(&deck[deal.cards()..]),
            shown: dealt.iter().map(|hand| hand.iter().map(shown).collect()).collect(),
        }
    }
}

impl Report for DealReport {
    /// A row per dealt card.
    fn table(&self) -> Table<'_> {
        let rows = self.hands.iter().enumerate().flat_map(move |(hand, cards)| {
            let name = move |place: usize| Some(self.names.as_ref()?[hand][place].clone());
            let row = move |(place, card): (usize, &u64)| {
                let [hand, place_number] = [hand, place].map(|index| one_based::number(index).to_string());
                [hand, place_number, card.to_string()].into_iter().chain(name(place)).collect()
            };
            cards.iter().enumerate().map(row)
        });
        Table::new(["hand", "place", "card"].into_iter().chain(self.names.as_ref().map(|_| "name")), rows)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let width = self.shown.len().to_string().len();
        for (hand, cards) in self.shown.iter().enumerate() {
            let mut flow =
                Flow::with_label(&format!("hand {:>width$}  ", one_based::number(hand)).into(), page, out)?;
            for (name, is_red) in cards {
                let style = if *is_red { Style::new().fg_color(Some(RED.into())) } else { Style::new() };
                flow.cell(&Cell { text: name.clone(), style }, self.widest())?;
            }
            flow.end()?;
        }
        if page.quiet {
            return Ok(());
        }
        match self.rest.len() {
            0 => writeln!(out, "every card is dealt"),
            rest => writeln!(out, "{rest} of {} cards are left", self.cards),
        }
    }
}

impl DealReport {
    fn widest(&self) -> usize {
        self.shown.iter().flatten().map(|(name, _)| name.chars().count()).max().unwrap_or(0)
    }
}

/// Returns the names with faces if the deck is a pack, otherwise unchanged.
pub fn with_faces(names: CardNames, cards: usize) -> anyhow::Result<CardNames> {
    match names.start() {
        None if playing_card::pack(cards).is_some() => names.with_faces("--deal"),
        _ => Ok(names),
    }
}
