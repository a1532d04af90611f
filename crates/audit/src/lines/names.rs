//! Parses lines of card names, some of which may be equal.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::cards::each;
use super::error::{LineErrorKind, Times, brief};
use super::start::normal;
use crate::lines::error::Mismatch;
use faro::stacks::Face;
use faro_sample::shuffle::{Choices, Generator, Seed};

/// The names of the cards of a starting order.
#[derive(Debug)]
pub struct Names {
    labels: HashMap<Box<[u8]>, u32>,
    /// For each playing card the name that denotes it, in any spelling. `None` if no name or more than one name denotes
    /// the card.
    faces: [Option<u32>; Face::COUNT],
    /// The cards with each name, by their positions in the starting order.
    cards: Vec<Vec<u32>>,
    /// Number of cards with each name on the line so far.
    used: Vec<usize>,
    /// Draws the assignment of equal cards.
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
        let faces = faces(&labels);
        Names { faces, labels, cards, used, generator: Generator::unit(seed, 0) }
    }

    /// Returns the index of a name in the order in which names first occur.
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        self.label(name)
    }

    /// Returns a card with the name `name` that was not drawn before, each of them equally likely.
    pub fn draw(&mut self, name: &[u8]) -> Option<u32> {
        self.card(name)
    }

    /// Returns the error of a name that is unknown, or of which no card is left.
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

    /// Returns whether a card has the name `name`.
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
        let face = || self.faces[face(name)?.index()];
        self.labels.get(normal(name)).copied().or_else(face)
    }

    /// Returns a card with the name `name` that is not on the line yet, each of them equally likely.
    fn card(&mut self, name: &[u8]) -> Option<u32> {
        let label = self.label(name)? as usize;
        let (cards, used) = (&mut self.cards[label], &mut self.used[label]);
        let left = cards.len().checked_sub(*used + 1)?;
        // A step of a Fisher–Yates shuffle: the first cards of the list are on the line.
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
            // A word that is not a card is the more likely mistake, even if the number of words is wrong too.
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

fn face(name: &[u8]) -> Option<Face> {
    Face::parse(std::str::from_utf8(name).ok()?)
}

/// Returns the labels of the names that are playing cards.
fn faces(labels: &HashMap<Box<[u8]>, u32>) -> [Option<u32>; Face::COUNT] {
    let (mut faces, mut found) = ([None; Face::COUNT], [0; Face::COUNT]);
    for (name, &label) in labels {
        if let Some(face) = face(name) {
            faces[face.index()] = Some(label);
            found[face.index()] += 1;
        }
    }
    (0..Face::COUNT).filter(|&face| found[face] > 1).for_each(|face| faces[face] = None);
    faces
}
