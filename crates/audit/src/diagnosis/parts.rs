//! Parts of the deck whose cards never leave them.

use super::cause::Cause;
use super::family::Family;
use super::grammar::keep_first;
use crate::tables::Tables;
use faro_sample::program::{DrawRange, Numbers, Part, Program};

/// Returns the families that shuffle each part of the deck by itself, if there are parts: fairly, or a slice by a naive
/// shuffle or by Sattolo's algorithm.
///
/// A part is a set of cards and a set of positions such that these cards come to these positions only. Parts of one
/// card always come to the same position.
pub fn parts(tables: &Tables) -> Vec<Family> {
    let (positions, cards) = (tables.positions(), tables.cards());
    // Each position is labelled with the part to which it belongs. Cards that share a position join its parts.
    let mut labels: Vec<usize> = (0..cards).collect();
    let at = |card: usize| {
        (0..cards)
            .filter(|&position| positions.at(card, position) > 0)
            .collect::<Vec<_>>()
    };
    for card in 0..cards {
        let joined: Vec<usize> = at(card)
            .into_iter()
            .map(|position| labels[position])
            .collect();
        let Some(least) = joined.iter().copied().min() else {
            return Vec::new();
        };
        labels
            .iter_mut()
            .filter(|label| joined.contains(label))
            .for_each(|label| *label = least);
    }
    let part = |label: usize| {
        let is_here = |position: &usize| labels[*position] == label;
        let cards = (0..cards).filter(|&card| at(card).first().is_some_and(is_here));
        Part {
            cards: cards.map(|card| card as u32).collect(),
            positions: (0..labels.len())
                .filter(is_here)
                .map(|position| position as u32)
                .collect(),
        }
    };
    let mut different = labels.clone();
    keep_first(&mut different, |label| *label);
    let parts: Vec<Part> = different.into_iter().map(part).collect();
    let sizes: Vec<usize> = parts
        .iter()
        .map(|part| part.cards.len())
        .filter(|&size| size > 1)
        .collect();
    let (cause, value) = match sizes[..] {
        [shuffled] if shuffled + 2 <= cards => (Cause::PartShuffled, shuffled),
        [] | [_] => return Vec::new(),
        _ => (Cause::PartsApart, sizes.len()),
    };
    let slice = parts
        .iter()
        .find(|part| sizes == [part.cards.len()] && is_slice(part));
    let naive = slice.into_iter().flat_map(|part| {
        let up: Vec<u32> = (0..part.cards.len() as u32).collect();
        let down: Vec<u32> = up.iter().rev().copied().collect();
        let loops = [
            (up, DrawRange::All),
            (down.clone(), DrawRange::All),
            (down, DrawRange::Before),
        ];
        loops.map(|(places, range)| {
            let one = Program::swaps(places, range, Numbers::Exact);
            Program::Within(
                part.cards[0],
                part.cards[0] + part.cards.len() as u32,
                Box::new(one),
            )
        })
    });
    let programs = naive.chain([Program::Parts(parts.clone())]);
    programs
        .map(|program| Family::of(cause, program, value as f64))
        .collect()
}

/// Returns whether the cards of a part stay at successive positions.
fn is_slice(part: &Part) -> bool {
    part.cards == part.positions && part.cards.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed};
    use faro_sample::simulate::Tally;

    fn part(cards: impl Iterator<Item = u32>, positions: impl Iterator<Item = u32>) -> Part {
        Part {
            cards: cards.collect(),
            positions: positions.collect(),
        }
    }

    fn found(cards: u32, decks: u32, of: &[Part]) -> Option<Family> {
        let (mut tables, mut generator) = (
            Tables::new(cards as usize),
            Generator::unit(&Seed::from(5), 0),
        );
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..cards).collect();
            Program::Parts(of.to_vec()).shuffle(0.0, &mut deck, &mut generator);
            tables.add(&deck, cards as usize);
        }
        parts(&tables).pop()
    }

    /// Recognises a shuffled part of each size, at the top, at the bottom and in the middle. No other size is tried.
    #[test]
    fn parts_are_exact() {
        for (cards, decks) in [(5, 40), (8, 10), (13, 200), (30, 60), (52, 500)] {
            for shuffled in 2..=cards - 2 {
                for first in [0, cards - shuffled, (cards - shuffled) / 2] {
                    let places = first..first + shuffled;
                    let family = found(cards, decks, &[part(places.clone(), places)]).unwrap();
                    let size = f64::from(shuffled);
                    assert_eq!(
                        (family.cause, family.known),
                        (Cause::PartShuffled, Some([size; 2]))
                    );
                    for round in [Family::about, Family::closer, Family::finer] {
                        let grids: Vec<_> = round(&family, 0)
                            .into_iter()
                            .map(|family| family.grid)
                            .collect();
                        assert_eq!(grids, [[size]]);
                    }
                }
            }
        }
    }

    /// Recognises halves that never mix, even and odd positions that never mix, and a shuffled part with five cards
    /// moved on top.
    #[test]
    fn several_parts() {
        let halves = [part(0..10, 0..10), part(10..20, 10..20)];
        let others = [0, 1].map(|first| part((first..20).step_by(2), (first..20).step_by(2)));
        for parts in [halves, others] {
            let family = found(20, 200, &parts).unwrap();
            assert_eq!(
                (family.cause, family.known),
                (Cause::PartsApart, Some([2.0; 2]))
            );
            assert_eq!(
                family.pattern,
                crate::diagnosis::family::Recipe::Program(Program::Parts(parts.to_vec()))
            );
        }
        let mut under = vec![part(0..15, 5..20)];
        under.extend((0..5).map(|card| part(15 + card..16 + card, card..card + 1)));
        let family = found(20, 200, &under).unwrap();
        assert_eq!(
            (family.cause, family.known),
            (Cause::PartShuffled, Some([15.0; 2]))
        );
        assert!(found(20, 200, &[part(0..20, 0..20)]).is_none());
    }
}
