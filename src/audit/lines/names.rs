//! Parses lines of card names, some of which may be equal.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::error::{LineErrorKind, Times, brief};
use super::fields::each;
use super::mismatch::Mismatch;
use super::start::normal;
use crate::shuffle::{Choices, Generator, Seed};

/// The names of the cards of a starting order.
#[derive(Debug)]
pub struct Names {
    labels: HashMap<Box<[u8]>, u32>,
    /// Playing cards in the other spelling, unless another card has that name.
    others: HashMap<Vec<u8>, u32>,
    /// The cards of each name, by their positions in the starting order.
    cards: Vec<Vec<u32>>,
    /// The number of them on the line.
    used: Vec<usize>,
    /// Assigns equal cards.
    generator: Generator,
}

impl Names {
    pub fn new(start: &[Box<[u8]>], seed: &Seed) -> Names {
        let (mut labels, mut cards) = (HashMap::new(), Vec::new());
        for (place, name) in (0..).zip(start) {
            match labels.entry(name.clone()) {
                Entry::Vacant(new) => {
                    new.insert(cards.len() as u32);
                    cards.push(vec![place]);
                }
                Entry::Occupied(known) => cards[*known.get() as usize].push(place),
            }
        }
        let used = vec![0; cards.len()];
        let others = labels.iter().filter_map(|(name, label)| Some((other_suit(name)?, *label)));
        let others = others.filter(|(name, _)| !labels.contains_key(&name[..]));
        Names { others: others.collect(), labels, cards, used, generator: Generator::unit(seed, 0) }
    }

    /// Returns the faces of a pack, which may be spelled in any way.
    pub fn of_pack(start: &[Box<[u8]>]) -> Names {
        let mut names = Names::new(start, &Seed::from(0));
        let spelled = names
            .labels
            .iter()
            .flat_map(|(name, &label)| other_spellings(name).into_iter().map(move |other| (other, label)));
        names.others = spelled.collect();
        names
    }

    /// Returns whether a card can be spelled in several ways.
    pub fn has_other_spellings(&self) -> bool {
        !self.others.is_empty()
    }

    /// Returns the number of a name, in the order in which names came first.
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        self.label(name)
    }

    /// Returns a card of this name that was not drawn before, each equally likely.
    pub fn draw(&mut self, name: &[u8]) -> Option<u32> {
        self.card(name)
    }

    /// Returns the error of a name of which no card is left.
    pub fn refusal(&self, name: &[u8]) -> LineErrorKind {
        let card = brief(name);
        match self.label(name) {
            None => LineErrorKind::Unknown { card },
            Some(label) => {
                let expected = self.cards[label as usize].len();
                LineErrorKind::TooOften {
                    card,
                    times: Times { found: expected + 1, expected },
                    missing: None,
                }
            }
        }
    }

    /// Returns whether a card has this name.
    pub fn contains(&self, name: &[u8]) -> bool {
        self.label(name).is_some()
    }

    /// Returns whether all names are distinct.
    pub fn are_distinct(&self) -> bool {
        self.cards.iter().all(|cards| cards.len() == 1)
    }

    /// Reads a line into a deck.
    pub fn read(&mut self, line: &[u8], deck: &mut [u32]) -> Result<(), LineErrorKind> {
        self.used.fill(0);
        let (mut found, mut strange) = (0, false);
        each(line, &mut |name| {
            match (self.card(name), deck.get_mut(found)) {
                (Some(card), Some(place)) => *place = card,
                _ => strange = true,
            }
            found += 1;
            Ok(())
        })?;
        if found == deck.len() && !strange { Ok(()) } else { Err(self.error_kind(line)) }
    }

    fn label(&self, name: &[u8]) -> Option<u32> {
        let name = normal(name);
        self.labels.get(name).or_else(|| self.others.get(name)).copied()
    }

    /// Returns a card of that name that is not yet on the line, each equally likely.
    fn card(&mut self, name: &[u8]) -> Option<u32> {
        let label = self.label(name)? as usize;
        let (cards, used) = (&mut self.cards[label], &mut self.used[label]);
        let left = cards.len().checked_sub(*used + 1)?;
        // A step of the shuffle of Fisher and Yates: the first cards of the list are on the line.
        if left > 0 {
            cards.swap(*used, *used + self.generator.below(left as u32 + 1) as usize);
        }
        *used += 1;
        Some(cards[*used - 1])
    }

    /// Returns the error of a line that is not a deck.
    #[cold]
    fn error_kind(&self, line: &[u8]) -> LineErrorKind {
        let (mut found, mut often, mut unknown) = (0, vec![0; self.cards.len()], None);
        let counted = each(line, &mut |name| {
            found += 1;
            match self.label(name) {
                Some(label) => often[label as usize] += 1,
                None => unknown = unknown.take().or(Some(brief(name))),
            }
            Ok(())
        });
        match (counted, unknown) {
            (Err(error), _) => error,
            // A word that is no card is the likelier mistake, whatever the number of words.
            (_, Some(card)) => LineErrorKind::Unknown { card },
            _ => self.mismatch(found, &often).error_kind(|card| LineErrorKind::Unknown { card }),
        }
    }

    fn mismatch(&self, found: usize, often: &[usize]) -> Mismatch {
        let expected = |label: usize| self.cards[label].len();
        let doubled = (0..often.len()).find(|&label| often[label] > expected(label));
        let missing = (0..often.len()).find(|&label| often[label] < expected(label));
        Mismatch {
            found,
            expected: self.cards.iter().map(Vec::len).sum(),
            unknown: None,
            doubled: doubled
                .map(|label| (self.name(label), Times { found: often[label], expected: expected(label) })),
            missing: missing.map(|label| self.name(label)),
        }
    }

    fn name(&self, label: usize) -> String {
        let name = self.labels.iter().find(|(_, known)| **known as usize == label);
        brief(name.map_or(b"", |(name, _)| name))
    }
}

/// Returns `10H` for `10♥`, and vice versa; none if it is not a playing card.
fn other_suit(name: &[u8]) -> Option<Vec<u8>> {
    let is_rank = |rank: &[u8]| rank == b"10" || (rank.len() == 1 && b"A23456789TJQK".contains(&rank[0]));
    let pairs = [("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣")];
    let both = pairs.into_iter().flat_map(|(letter, glyph)| [(letter, glyph), (glyph, letter)]);
    both.into_iter().find_map(|(one, other)| {
        let rank = name.strip_suffix(one.as_bytes()).filter(|rank| is_rank(rank))?;
        Some([rank, other.as_bytes()].concat())
    })
}

/// Returns the other spellings of a playing card, such as `TH`, `10h` and `10♥` of `10H`; none of another name.
fn other_spellings(name: &[u8]) -> Vec<Vec<u8>> {
    const RANKS: &[u8] = b"A23456789TJQK";
    let suits = [("S", "s", "♠"), ("H", "h", "♥"), ("D", "d", "♦"), ("C", "c", "♣")];
    let of_suit = |(upper, lower, glyph): (&'static str, &'static str, &'static str)| {
        let all = [upper, lower, glyph];
        let rank = all.iter().find_map(|suit| name.strip_suffix(suit.as_bytes()))?.to_ascii_uppercase();
        let rank = if rank == b"10" { b"T".to_vec() } else { rank };
        (rank.len() == 1 && RANKS.contains(&rank[0])).then_some((rank[0], all))
    };
    let Some((rank, suits)) = suits.into_iter().find_map(of_suit) else { return Vec::new() };
    let ranks: &[&[u8]] =
        if rank == b'T' { &[b"T", b"t", b"10"] } else { &[&[rank], &[rank.to_ascii_lowercase()]] };
    let spelled = ranks.iter().flat_map(|rank| suits.map(|suit| [rank, suit.as_bytes()].concat()));
    spelled.filter(|spelling| spelling != name).collect()
}
