//! What all decks have in common, in words that a programmer can use when no cause is known.

use crate::card_names::CardNames;
use crate::tables::{PairCounts, Tables};
use faro_math::number::elementary::{ln, powi};

/// Minimum −ln of the probability that fair decks have a property in common.
const LEAST_NATS: f64 = 30.0;

/// Maximum number of cards that are listed one by one.
const MAX_LISTED: usize = 6;

/// A property of all decks that fair decks do not have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// The cards from the first number up to the second, counted from 0, keep their order.
    CardsKeepOrder(usize, usize),
    /// The cards at the positions from the first number up to the second, counted from 0, are in their old order.
    PositionsInOrder(usize, usize),
    /// A card is at most the given number of positions away from its old one.
    AtMost(usize),
    /// The second card is always directly below the first.
    Together(usize, usize),
    /// None of the given cards is ever on top.
    NeverOnTop(Vec<usize>),
    /// None of the given cards is ever at the bottom.
    NeverAtBottom(Vec<usize>),
    /// No card is ever at its old position.
    NoneStays,
}

impl Pattern {
    /// Returns the most useful property that all decks have in common, or `None` if there is none.
    pub(super) fn new(tables: &Tables) -> Option<Pattern> {
        let (cards, decks) = (tables.cards(), tables.decks() as f64);
        let positions = tables.positions();
        // A property is too rare for chance if its probability for one deck is small enough.
        let is_rare = |chance: f64| -decks * ln(chance.max(f64::MIN_POSITIVE)) > LEAST_NATS;
        let in_order = |table: &PairCounts| {
            longest_run(table, tables.decks())
                .filter(|&(first, last)| last - first > 1 && is_rare(1.0 / 6.0))
        };
        let never = |position: usize| {
            let absent = (0..cards).filter(|&card| positions.at(card, position) == 0);
            let absent: Vec<usize> = absent.collect();
            let is_some =
                absent.len() < cards - 1 && is_rare(1.0 - absent.len() as f64 / cards as f64);
            is_some.then_some(absent)
        };
        let keep = || {
            in_order(tables.precedence()).map(|(first, last)| Pattern::CardsKeepOrder(first, last))
        };
        let sorted = || {
            let table = tables.position_precedence()?;
            in_order(table).map(|(first, last)| Pattern::PositionsInOrder(first, last))
        };
        let together = || {
            let pairs = (0..cards).flat_map(|card| (0..cards).map(move |next| (card, next)));
            let mut always =
                pairs.filter(|&(card, next)| tables.successors().at(card, next) == tables.decks());
            let (card, next) = always.next().filter(|_| is_rare(1.0 / cards as f64))?;
            Some(Pattern::Together(card, next))
        };
        let at_most = || {
            let furthest = furthest(&positions);
            let outside = powi((cards - furthest) as f64 - 1.0, 2) / powi(cards as f64, 2);
            (furthest + 1 < cards && is_rare(1.0 - outside.min(0.999)))
                .then_some(Pattern::AtMost(furthest))
        };
        let none_stays = || {
            let is_empty = (0..cards).all(|card| positions.at(card, card) == 0);
            (is_empty && is_rare(0.37)).then_some(Pattern::NoneStays)
        };
        keep()
            .or_else(sorted)
            .or_else(at_most)
            .or_else(together)
            .or_else(|| never(0).map(Pattern::NeverOnTop))
            .or_else(|| never(cards - 1).map(Pattern::NeverAtBottom))
            .or_else(none_stays)
    }

    /// Returns a sentence about the property.
    pub(super) fn sentence(&self, names: &CardNames) -> String {
        match self {
            Pattern::CardsKeepOrder(first, last) => {
                format!(
                    "{} to {} keep their order in every deck",
                    names.name(*first),
                    names.label(*last)
                )
            }
            Pattern::PositionsInOrder(first, last) => format!(
                "the cards at positions {} to {} are in their old order in every deck",
                first + 1,
                last + 1
            ),
            Pattern::AtMost(places) => {
                format!("a card moves at most {places} places in every deck")
            }
            Pattern::Together(card, next) => {
                format!(
                    "{} is directly below {} in every deck",
                    names.name(*next),
                    names.name(*card)
                )
            }
            Pattern::NeverOnTop(cards) => {
                format!("the card on top is never {}", any_of(cards, names))
            }
            Pattern::NeverAtBottom(cards) => {
                format!("the card at the bottom is never {}", any_of(cards, names))
            }
            Pattern::NoneStays => "no card is ever where it was".into(),
        }
    }
}

/// Returns a text such as "card 3, 5 or 7", or the number of cards if they are many and not successive.
fn any_of(cards: &[usize], names: &CardNames) -> String {
    let [first, .., last] = cards else {
        return cards
            .first()
            .map_or(String::new(), |&card| names.name(card));
    };
    if last - first + 1 == cards.len() && cards.len() > 2 {
        return format!("one of {} to {}", names.name(*first), names.label(*last));
    }
    if cards.len() > MAX_LISTED {
        return format!(
            "one of {} cards, such as {}",
            cards.len(),
            names.name(*first)
        );
    }
    let labels: Vec<String> = cards[1..].iter().map(|&card| names.label(card)).collect();
    let (last, others) = labels.split_last().expect("there are two cards");
    let others = others.iter().map(|label| format!(", {label}"));
    format!(
        "{}{} or {last}",
        names.name(*first),
        others.collect::<String>()
    )
}

/// Returns the first and the last index of the longest run of successive indices of which each two are always in order.
fn longest_run(table: &PairCounts, decks: u64) -> Option<(usize, usize)> {
    let is_sorted =
        |first: usize, last: usize| (first..last).all(|one| table.at(one, one + 1) == decks);
    let mut longest: Option<(usize, usize)> = None;
    let mut first = 0;
    for last in 1..table.side() {
        if !is_sorted(last - 1, last) {
            first = last;
        }
        let size = longest.map_or(0, |(first, last)| last - first);
        if last - first > size {
            longest = Some((first, last));
        }
    }
    longest
}

/// Returns the largest distance of a card from its old position.
fn furthest(positions: &PairCounts) -> usize {
    let side = positions.side();
    let cells = (0..side).flat_map(|card| (0..side).map(move |position| (card, position)));
    cells
        .filter(|&(card, position)| positions.at(card, position) > 0)
        .map(|(card, position)| card.abs_diff(position))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::program::{DrawRange, Numbers, Program};
    use faro_sample::shuffle::{Generator, Seed};
    use faro_sample::simulate::Tally;

    fn of(program: &Program, finish: impl Fn(&mut [u32])) -> Option<String> {
        let (mut tables, mut generator) = (Tables::new(12), Generator::unit(&Seed::from(4), 0));
        for _ in 0..300 {
            let mut deck: Vec<u32> = (0..12).collect();
            program.shuffle(0.0, &mut deck, &mut generator);
            finish(&mut deck);
            tables.add(&deck, 12);
        }
        Pattern::new(&tables).map(|one| one.sentence(&CardNames::Numbers(1)))
    }

    #[test]
    fn properties_of_all_decks() {
        let fair = Program::TakenOut(Numbers::Exact);
        let sattolo = Program::swaps((0..12).rev().collect(), DrawRange::Before, Numbers::Exact);
        let glued = |deck: &mut [u32]| {
            let mut cards: Vec<u32> = deck.iter().copied().filter(|&card| card != 8).collect();
            let place = cards.iter().position(|&card| card == 3).unwrap();
            cards.insert(place + 1, 8);
            deck.copy_from_slice(&cards);
        };
        let sorted = |range: std::ops::Range<usize>| {
            move |deck: &mut [u32]| deck[range.clone()].sort_unstable()
        };
        let expected = |text: &str| Some(text.to_string());
        assert_eq!(of(&fair, |_| ()), None);
        assert_eq!(
            of(&sattolo, |_| ()),
            expected("no card is ever where it was")
        );
        assert_eq!(
            of(&fair, glued),
            expected("card 9 is directly below card 4 in every deck")
        );
        assert_eq!(
            of(&fair, sorted(5..12)),
            expected("the cards at positions 6 to 12 are in their old order in every deck")
        );
    }
}
