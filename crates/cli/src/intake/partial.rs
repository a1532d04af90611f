//! Decks that are partly visible, or whose cards look alike: the options, and the counting of their lines.

use faro_audit::lines::{LineErrorKind, Naming, PartialDeckReader, Start};
use faro_audit::{CardNames, Design, PartialEvidence};
use faro_render::numbers::{counted, joined};
use faro_render::printable::printable;
use faro_sample::shuffle::{Choices, Generator, Seed};

use super::arguments::{VisibleCards, composition, parse_hands, parse_see};
use super::deals::{Deals, are_hands, hands_option};
use crate::arguments::playing_card;
use crate::arguments::stack;
use crate::output::error::invalid;

/// The part of each deck that is seen, according to the command line.
#[derive(Clone, Debug)]
pub struct PartialOptions {
    /// The number of first cards that are seen, or the sizes of the hands.
    pub places: Option<VisibleCards>,
    pub cards: Option<usize>,
    /// The starting order, or the cards, some of which look alike, in any order.
    pub start: Option<Start>,
    pub is_composition: bool,
    /// Whether the first line defines the cards that every deck has.
    pub by_first: bool,
    /// Whether each line begins with its own starting order.
    pub own: bool,
}

/// The arguments of the command for the part that is seen.
#[derive(Clone, clap::Args)]
pub struct PartialArgs {
    /// Only the first K cards of each deck are given; a card that is not known is written as a point
    #[arg(long, value_name = "K", value_parser = parse_see, conflicts_with_all = ["hands", "chain", "until_decided", "report"])]
    pub see: Option<usize>,

    /// Each line has hands of these sizes. They are in the order of the deal, each in any order
    #[arg(long, value_name = "A,B,…", value_parser = parse_hands, conflicts_with_all = ["chain", "until_decided", "report"])]
    pub hands: Option<VisibleCards>,

    /// Cards of the same name look alike: a file or text such as `24 land, 36 spell`, `8 packs`, or `first` for the cards of the first line
    #[arg(long, value_name = "FILE|TEXT|first", conflicts_with_all = ["start", "chain", "until_decided", "report"])]
    pub composition: Option<String>,
}

/// The decks read so far.
pub struct PartialDecks {
    options: PartialOptions,
    counting: Option<(PartialDeckReader, PartialEvidence)>,
    /// Shows whether lines are the hands of one deal, if only the first cards of different cards are given.
    deals: Option<Deals>,
    naming: Naming,
    /// The cards of the first line, if they are the composition.
    first: Option<Start>,
    /// Draws cards to fill gaps, and among equal cards.
    generator: Generator,
}

impl PartialOptions {
    /// Returns the design of decks of `cards` cards.
    fn design(&self, cards: usize) -> Option<Design> {
        match &self.places {
            None => Design::first_cards(cards, cards).ok(),
            Some(VisibleCards::First(seen)) => Design::first_cards(cards, *seen).ok(),
            Some(VisibleCards::Hands(hands)) => Design::hands(cards, hands).ok(),
        }
    }

    /// Returns the design and the card or kind at each position of the starting order.
    ///
    /// The result is `None` if they are not known before the first line.
    pub fn whole_design(&self) -> Option<(Design, Vec<u32>)> {
        let cards = self.known_cards()?;
        let design = self.design(cards)?;
        match &self.start {
            Some(start) if self.is_composition => {
                Some((design.with_kinds(&start.kinds()).ok()?, start.labels()))
            }
            _ => Some((design, (0..cards as u32).collect())),
        }
    }

    /// Returns whether the cards of each deck are hands.
    pub fn has_hands(&self) -> bool {
        matches!(self.places, Some(VisibleCards::Hands(_)))
    }

    /// Returns the number of cards in each hand. It is empty if the cards of each deck are not hands.
    fn hands(&self) -> &[usize] {
        match &self.places {
            Some(VisibleCards::Hands(hands)) => hands,
            _ => &[],
        }
    }

    /// Returns the number of cards in all hands, if the cards of each deck are hands.
    fn in_hands(&self) -> Option<usize> {
        self.has_hands().then(|| self.hands().iter().sum())
    }

    /// Returns the number of cards if it is known before the first line.
    fn known_cards(&self) -> Option<usize> {
        self.cards
            .or(self.start.as_ref().map(Start::cards))
            .or(self.in_hands())
    }

    /// Returns an error for options that contradict each other, as far as this shows before the first line.
    pub fn check(&self) -> Result<(), String> {
        let Some(cards) = self.known_cards() else {
            let is_known_later = self.by_first || self.own;
            return if is_known_later {
                Ok(())
            } else {
                Err(UNKNOWN_CARDS.into())
            };
        };
        let most = faro_audit::MAX_PARTIAL_CARDS;
        match &self.places {
            _ if !(2..=most).contains(&cards) => {
                Err(format!("a deck of {cards} cards; expected 2 to {most}"))
            }
            None if cards > faro_audit::MAX_CARDS => Err(format!(
                "a deck of {cards} cards; expected at most {} if all are seen",
                faro_audit::MAX_CARDS
            )),
            Some(VisibleCards::First(seen)) if *seen > cards => Err(format!(
                "a deck has {cards} cards; expected at most {cards}, for example 7"
            )),
            Some(VisibleCards::Hands(hands)) if hands.iter().sum::<usize>() > cards => {
                Err(format!(
                    "the hands have {} cards; expected at most {cards}",
                    hands.iter().sum::<usize>()
                ))
            }
            _ => Ok(()),
        }
    }
}

/// Highest probability with which the first cards of different decks are taken for hands of one deal.
const MAX_CHANCE: f64 = 1e-9;

/// Names of arguments in error messages.
pub const START: &str = "--start <FILE|first|each>";
const SEE: &str = "--see <K>";
const HANDS: &str = "--hands <A,B,…>";
pub const COMPOSITION: &str = "--composition <FILE|TEXT|first>";

const UNKNOWN_CARDS: &str = "the number of cards of a whole deck is not known; give it with --cards, for example --cards 52";

impl PartialDecks {
    pub fn new(options: PartialOptions, seed: &Seed) -> PartialDecks {
        let naming = match (options.own, options.is_composition || options.by_first) {
            (true, _) => Naming::Own,
            (_, true) => Naming::Alike,
            _ => Naming::Names,
        };
        PartialDecks {
            options,
            counting: None,
            deals: None,
            naming,
            first: None,
            generator: Generator::unit(seed, 1),
        }
    }

    /// Parses a line and counts its deck.
    pub fn read(&mut self, text: &[u8]) -> Result<(), LineErrorKind> {
        if text.trim_ascii().is_empty() {
            return Ok(());
        }
        if self.options.own {
            return self.read_own(text);
        }
        if self.counting.is_none() {
            let begun = self.begun(text)?;
            let design = begun.1.design();
            let is_first = matches!(self.options.places, Some(VisibleCards::First(_)));
            let is_part = is_first && design.kinds().is_none() && design.seen() < design.cards();
            self.deals = is_part.then(|| Deals::new(design.cards()));
            self.counting = Some(begun);
        }
        if let Some((reader, evidence)) = &mut self.counting
            && let Some(cards) = reader.read_at(0, text).map_err(|error| error.kind)?
        {
            evidence.add_valid(cards);
            self.deals.iter_mut().for_each(|deals| deals.add(cards));
        }
        Ok(())
    }

    /// Returns the remedy for a first line with more or fewer cards than the hands, or with cards that a deck of the hands alone
    /// does not have.
    pub fn other_hands(&self, cards: Option<usize>) -> Option<String> {
        let hands = self.options.in_hands()?;
        Some(match cards {
            Some(cards) if cards > hands => format!(
                "; the cards of --hands are {hands}; for whole decks of {cards} cards leave --hands out"
            ),
            Some(cards) if cards < hands => {
                format!("; the cards of --hands are {hands}, and the line has {cards}")
            }
            Some(_) => return None,
            None if self.options.cards.is_some() => return None,
            None => {
                let sizes = self.options.hands();
                format!(
                    "; for hands from a larger deck type --cards 52 --hands {}",
                    joined(sizes, ",")
                )
            }
        })
    }

    /// Returns the reason why the lines are not the first cards of different decks: they are hands of one deal.
    pub fn refusal(&self) -> Option<String> {
        let hands = self.deals.as_ref()?.hands(MAX_CHANCE)?;
        let Some(VisibleCards::First(seen)) = self.options.places else {
            return None;
        };
        let option = hands_option(hands, seen);
        Some(format!(
            "{}; type {option} instead of --see {seen}",
            are_hands(hands)
        ))
    }

    /// Finds out from the first line how cards are named.
    fn begun(
        &mut self,
        text: &[u8],
    ) -> Result<(PartialDeckReader, PartialEvidence), LineErrorKind> {
        let seed = self.seed();
        if self.options.by_first {
            let start = Start::parse(text).map_err(|error| error.kind)?;
            let begun = self.named(&start, &seed);
            self.first = Some(start);
            return begun;
        }
        if let Some(start) = self.options.start.clone() {
            return self.named(&start, &seed);
        }
        let cards = self.options.known_cards().ok_or(LineErrorKind::Alone)?;
        let design = self.options.design(cards).ok_or(LineErrorKind::Alone)?;
        let is_number = text
            .iter()
            .find(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        let pack =
            playing_card::pack(cards).filter(|_| !text.iter().all(|byte| is_of_numbers(*byte)));
        match pack.filter(|_| is_number.is_some()) {
            Some(pack) => {
                self.naming = Naming::Pack;
                let evidence = PartialEvidence::new(design.clone());
                Ok((
                    PartialDeckReader::named(&design, &pack.iter().collect(), &seed),
                    evidence,
                ))
            }
            None => {
                self.refuse_packs(cards, text)?;
                let reader = PartialDeckReader::counted(&design, &seed);
                Ok((reader, PartialEvidence::counted(design)))
            }
        }
    }

    /// Refuses faces of a deck of several packs if the user gave no composition.
    fn refuse_packs(&self, found: usize, text: &[u8]) -> Result<(), LineErrorKind> {
        let text = String::from_utf8_lossy(text);
        let is_separator = |letter: char| letter.is_whitespace() || ",;|[]()\"'".contains(letter);
        let first = text
            .split(is_separator)
            .find(|word| !matches!(*word, "" | "." | "_" | "?"));
        let has_face = first.is_some_and(|word| playing_card::normal(word).is_some());
        let packs = [52, 54]
            .into_iter()
            .filter(|cards| has_face && found.is_multiple_of(*cards));
        match packs
            .map(|cards| (cards, found / cards))
            .find(|(_, packs)| *packs > 1)
        {
            Some((cards, packs)) => Err(LineErrorKind::Packs {
                found,
                packs,
                cards,
            }),
            None => Ok(()),
        }
    }

    fn named(
        &self,
        start: &Start,
        seed: &Seed,
    ) -> Result<(PartialDeckReader, PartialEvidence), LineErrorKind> {
        let kinds = start.kinds();
        let design = self.options.design(start.cards());
        let design = match kinds.len() == start.cards() && !self.options.is_composition {
            true => design,
            false => design.and_then(|design| design.with_kinds(&kinds).ok()),
        };
        let design = design.ok_or(LineErrorKind::Alike)?;
        let (reader, evidence) = (
            PartialDeckReader::named(&design, start, seed),
            PartialEvidence::new(design),
        );
        // A composition that comes from the first line says nothing about the starting order: that line is a
        // shuffled deck.
        let is_start = evidence.design().kinds().is_some() && !self.options.by_first;
        let labels = is_start.then(|| start.labels());
        let evidence = match labels {
            Some(labels) => evidence
                .starting_with(&labels)
                .map_err(|_| LineErrorKind::Alike)?,
            None => evidence,
        };
        Ok((reader, evidence))
    }

    /// Parses a line that begins with its own starting order.
    fn read_own(&mut self, text: &[u8]) -> Result<(), LineErrorKind> {
        let (start, text) = own_start(text)?;
        let known = self
            .counting
            .as_ref()
            .map(|(_, evidence)| evidence.design().clone());
        let design = known.or_else(|| {
            self.options
                .design(self.options.cards.unwrap_or(start.cards()))
        });
        let design = design.ok_or(LineErrorKind::Alone)?;
        let mut reader = PartialDeckReader::own(&design, &start, &self.seed())?;
        if let Some(cards) = reader.read_at(0, text).map_err(|error| error.kind)? {
            let cards = cards.to_vec();
            if self.counting.is_none() {
                self.counting = Some((reader, PartialEvidence::new(design)));
            }
            self.counting
                .iter_mut()
                .for_each(|(_, evidence)| evidence.add_valid(&cards));
        }
        Ok(())
    }

    fn seed(&mut self) -> Seed {
        let [high, low] = [0; 2].map(|_| u64::from(self.generator.below(1 << 31)));
        Seed::from(high << 31 | low)
    }

    pub fn decks(&self) -> u64 {
        self.counting
            .as_ref()
            .map_or(0, |(_, evidence)| evidence.decks())
    }

    /// Returns the number of cards in a whole deck, if it is known.
    pub fn cards(&self) -> Option<usize> {
        self.options.known_cards()
    }

    /// Returns the number of hands of an unfinished deal.
    pub fn pending_hands(&self) -> usize {
        self.counting
            .as_ref()
            .map_or(0, |(reader, _)| reader.pending_hands())
    }

    /// Returns how cards are named, once it is known.
    pub fn naming(&self) -> Option<Naming> {
        let (reader, _) = self.counting.as_ref()?;
        Some(if reader.is_counted() {
            Naming::CountedFrom(reader.first())
        } else {
            self.naming
        })
    }

    /// Returns the names of the cards or of the kinds.
    pub fn card_names(&self) -> CardNames {
        let naming = self.naming();
        if let Some(Naming::CountedFrom(first)) = naming {
            return CardNames::Numbers(first as usize);
        }
        let start = self.options.start.as_ref().or(self.first.as_ref());
        let mut names: Vec<String> = match (start, naming) {
            (Some(start), _) => start
                .names()
                .map(|name| printable(&String::from_utf8_lossy(name)))
                .collect(),
            (None, Some(Naming::Pack)) => self
                .options
                .known_cards()
                .and_then(playing_card::pack)
                .unwrap_or_default(),
            _ => Vec::new(),
        };
        let mut known = std::collections::HashSet::new();
        names.retain(|name| known.insert(name.clone()));
        CardNames::Names(names)
    }

    /// Returns whether the report depends on random draws, which fill gaps or distinguish equal cards.
    pub fn is_drawn(&self) -> bool {
        self.options.own
            || self
                .counting
                .as_ref()
                .is_some_and(|(reader, _)| reader.has_drawn())
    }

    /// Returns the evidence, or `None` if there was no deck.
    pub fn evidence(self) -> Option<PartialEvidence> {
        let (reader, mut evidence) = self.counting?;
        evidence.count_from(reader.first()).ok()?;
        Some(evidence)
    }
}

impl PartialArgs {
    /// Returns the part of each deck that is seen, or `None` for whole decks. `order` is the value of `--start`.
    pub fn options(
        &self,
        order: Option<&str>,
        cards: Option<usize>,
    ) -> anyhow::Result<Option<PartialOptions>> {
        let own = order == Some("each");
        let places = self
            .see
            .map(VisibleCards::First)
            .or_else(|| self.hands.clone());
        if places.is_none() && self.composition.is_none() {
            return Ok(None);
        }
        let start = match (self.composition.as_deref(), order) {
            (Some("first"), _) => None,
            (Some(text), _) => {
                Some(composition(text).map_err(|why| invalid(COMPOSITION, text, why))?)
            }
            (None, None | Some("first" | "each")) => None,
            (None, Some(text)) => Some(stack::start(START, text)?),
        };
        if let (Some(start), Some(cards)) = (&start, cards)
            && start.cards() != cards
        {
            let (argument, text) = match self.composition.as_deref() {
                None => (START, order),
                composition => (COMPOSITION, composition),
            };
            let why = format!(
                "these are {}, but --cards is {cards}",
                counted(start.cards(), "card")
            );
            return Err(invalid(argument, text.unwrap_or_default(), why));
        }
        let by_first = self.composition.as_deref() == Some("first");
        if order == Some("first") {
            return Err(invalid(
                START,
                "first",
                "expected a file with --see or --hands",
            ));
        }
        let is_composition = self.composition.is_some();
        let options = PartialOptions {
            places,
            cards,
            start,
            is_composition,
            by_first,
            own,
        };
        match (options.check(), &self.hands) {
            (Ok(()), _) => Ok(Some(options)),
            (Err(why), Some(VisibleCards::Hands(hands))) => {
                Err(invalid(HANDS, joined(hands, ","), why))
            }
            (Err(why), _) => Err(match (self.see, &self.composition) {
                (None, Some(composition)) => invalid(COMPOSITION, composition, why),
                (see, _) => invalid(SEE, see.unwrap_or_default().to_string(), why),
            }),
        }
    }
}

/// Splits a line at its bar into a starting order and the text of a deck.
pub fn own_start(text: &[u8]) -> Result<(Start, &[u8]), LineErrorKind> {
    let bar = text.iter().position(|&byte| byte == b'|');
    let bar = bar.ok_or(LineErrorKind::NoStart)?;
    let start = Start::parse(&text[..bar]).map_err(|error| error.kind)?;
    Ok((start, &text[bar + 1..]))
}

fn is_of_numbers(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_whitespace() || b",;|[]\"._?".contains(&byte)
}
