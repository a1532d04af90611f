//! What all decks have in common, in words that a programmer can use when no cause is known.

use crate::card_names::CardNames;
use crate::tables::{PairCounts, Tables};
use faro_math::number::elementary::{ln, powi};

/// Minimum −ln of the probability that fair decks have a property in common.
const LEAST_NATS: f64 = 30.0;

/// Maximum number of decks, as a share of the fair number, in which a card is hardly ever at a position.
const SELDOM: f64 = 0.05;

/// Minimum number of decks, as a share of the fair number, of all other cards.
const OFTEN: f64 = 0.25;

/// Minimum number of cards at the largest distance from their old positions for a limit of the distance.
const LEAST_FURTHEST: u64 = 20;

/// Maximum number of cards that are listed one by one.
const MAX_LISTED: usize = 6;

/// A property of all decks that fair decks do not have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// The given cards stay where they are.
    NeverMove(Vec<usize>),
    /// The cards from the first number up to the second, counted from 0, keep their order.
    CardsKeepOrder(usize, usize),
    /// The cards at the positions from the first number up to the second, counted from 0, are in their old order.
    PositionsInOrder(usize, usize),
    /// A card is at most the given number of positions away from its old one.
    AtMost(usize),
    /// The second card is always directly below the first.
    Together(usize, usize),
    /// None of the given cards is ever on top. If the second value is `false`, one is now and then.
    SeldomOnTop(Vec<usize>, bool),
    /// None of the given cards is ever at the bottom. If the second value is `false`, one is now and then.
    SeldomAtBottom(Vec<usize>, bool),
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
        let seldom = |position: usize| {
            let count = |card: usize| positions.at(card, position) as f64 * cards as f64 / decks;
            let (absent, others): (Vec<usize>, Vec<usize>) =
                (0..cards).partition(|&card| count(card) <= SELDOM);
            // If other cards are rare too, the list of the absent ones is an accident of these decks.
            let is_clear = others.len() > 1 && others.iter().all(|&card| count(card) > OFTEN);
            let is_some = is_clear && is_rare(others.len() as f64 / cards as f64);
            let is_never = absent.iter().all(|&card| positions.at(card, position) == 0);
            is_some.then_some((absent, is_never))
        };
        let never_move = || {
            let stays = |&card: &usize| positions.at(card, card) == tables.decks();
            let fixed: Vec<usize> = (0..cards).filter(stays).collect();
            (!fixed.is_empty() && is_rare(1.0 / cards as f64)).then_some(Pattern::NeverMove(fixed))
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
            let furthest = furthest(&positions)?;
            let outside = powi((cards - furthest) as f64 - 1.0, 2) / powi(cards as f64, 2);
            (furthest + 1 < cards && is_rare(1.0 - outside.min(0.999)))
                .then_some(Pattern::AtMost(furthest))
        };
        let none_stays = || {
            let is_empty = (0..cards).all(|card| positions.at(card, card) == 0);
            (is_empty && is_rare(0.37)).then_some(Pattern::NoneStays)
        };
        never_move()
            .or_else(keep)
            .or_else(sorted)
            .or_else(at_most)
            .or_else(together)
            .or_else(|| seldom(0).map(|(absent, never)| Pattern::SeldomOnTop(absent, never)))
            .or_else(|| {
                seldom(cards - 1).map(|(absent, never)| Pattern::SeldomAtBottom(absent, never))
            })
            .or_else(none_stays)
    }

    /// Returns a sentence about the property of decks whose cards have these names. If each deck was made from the one
    /// before, the cards are those at these positions of the deck before.
    pub(super) fn sentence(&self, names: &CardNames, is_chain: bool) -> String {
        match is_chain {
            true => {
                let sentence = self.sentence_with(&CardNames::Numbers(1));
                format!("{sentence}; cards are numbered by their positions in the deck before")
            }
            false => self.sentence_with(names),
        }
    }

    fn sentence_with(&self, names: &CardNames) -> String {
        match self {
            Pattern::NeverMove(cards) if cards.len() == 1 => {
                format!("{} never moves", names.name(cards[0]))
            }
            Pattern::NeverMove(cards) => format!("{} never move", listed(cards, "and", names)),
            Pattern::CardsKeepOrder(first, last) => {
                format!(
                    "{} keep their order in every deck",
                    range(*first, *last, names)
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
            Pattern::SeldomOnTop(cards, is_never) => format!(
                "the card on top is {} {}",
                how_often(*is_never),
                any_of(cards, names)
            ),
            Pattern::SeldomAtBottom(cards, is_never) => format!(
                "the card at the bottom is {} {}",
                how_often(*is_never),
                any_of(cards, names)
            ),
            Pattern::NoneStays => "no card is ever where it was".into(),
        }
    }
}

fn how_often(is_never: bool) -> &'static str {
    if is_never { "never" } else { "hardly ever" }
}

/// Returns a text such as "card 3", "card 3 or 5", or "one of cards 3 to 7".
fn any_of(cards: &[usize], names: &CardNames) -> String {
    match cards {
        [card] => names.name(*card),
        [first, .., last] if last - first + 1 == cards.len() || cards.len() > MAX_LISTED => {
            format!("one of {}", listed(cards, "or", names))
        }
        _ => listed(cards, "or", names).replacen("cards", "card", 1),
    }
}

/// Returns a text such as "cards 3, 5 and 7" or "cards 3 to 7", or the number of cards if they are many and not
/// successive.
fn listed(cards: &[usize], conjunction: &str, names: &CardNames) -> String {
    let (Some(&first), Some((&last, others))) = (cards.first(), cards.split_last()) else {
        return String::new();
    };
    if last - first + 1 == cards.len() && cards.len() > 2 {
        return range(first, last, names);
    }
    if cards.len() > MAX_LISTED {
        return format!("{} cards, such as {}", cards.len(), names.name(first));
    }
    let others: Vec<String> = others.iter().map(|&card| names.label(card)).collect();
    let (others, last) = (others.join(", "), names.label(last));
    format!("{}{others} {conjunction} {last}", plural(first, names))
}

/// Returns a text such as "cards 3 to 7", or "A♠ to 7♠".
fn range(first: usize, last: usize, names: &CardNames) -> String {
    let [low, high] = [first, last].map(|card| names.label(card));
    format!("{}{low} to {high}", plural(first, names))
}

/// Returns "cards " if cards have numbers, and nothing if they have names.
fn plural(card: usize, names: &CardNames) -> &'static str {
    match names.name(card).starts_with("card ") {
        true => "cards ",
        false => "",
    }
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

/// Returns the largest distance of a card from its old position, or `None` if so few cards are as far that it is only the
/// largest distance in these decks.
fn furthest(positions: &PairCounts) -> Option<usize> {
    let side = positions.side();
    let mut counts = vec![0; side];
    for (card, position) in (0..side).flat_map(|card| (0..side).map(move |place| (card, place))) {
        counts[card.abs_diff(position)] += positions.at(card, position);
    }
    let furthest = counts.iter().rposition(|&count| count > 0)?;
    (counts[furthest] >= LEAST_FURTHEST).then_some(furthest)
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
        Pattern::new(&tables).map(|one| one.sentence(&CardNames::Numbers(1), false))
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
        let without_the_last =
            Program::swaps((0..11).rev().collect(), DrawRange::UpTo, Numbers::Exact);
        assert_eq!(
            of(&without_the_last, |_| ()),
            expected("card 12 never moves")
        );
        let late = |deck: &mut [u32]| {
            let first = deck.iter().position(|&card| card >= 3).unwrap();
            deck.swap(0, first);
        };
        assert_eq!(
            of(&fair, late),
            expected("the card on top is never one of cards 1 to 3")
        );
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
