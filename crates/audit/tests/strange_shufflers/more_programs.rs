//! Shufflers that were written after the diagnosis, to test it on unseen programs.

use faro::shuffle::Choices;
use faro_audit::Cause;

use super::programs::{From, Row, below, fair, swaps, uniform};

#[rustfmt::skip]
pub const MORE_ROWS: &[Row] = &[
    Row("the next free position", From::New, |deck, _, generator| {
        let mut taken = vec![None; deck.len()];
        for &card in deck.iter() {
            let mut place = below(taken.len(), generator);
            while taken[place].is_some() { place = (place + 1) % taken.len(); }
            taken[place] = Some(card);
        }
        *deck = taken.into_iter().flatten().collect();
    }, &[]),
    Row("a card from anywhere to the top, n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let place = below(deck.len(), generator);
        deck[..=place].rotate_right(1);
    }, &[Cause::ToOneEnd]),
    Row("a card from anywhere to anywhere, n times", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let card = deck.remove(below(deck.len(), generator));
        let place = below(deck.len() + 1, generator);
        deck.insert(place, card);
    }, &[Cause::CardMoves]),
    Row("reversed segments", From::New, |deck, _, generator| for _ in 0..deck.len() {
        let (one, other) = (below(deck.len(), generator), below(deck.len(), generator));
        deck[one.min(other)..=one.max(other)].reverse();
    }, &[]),
    Row("blocks swapped", From::New, |deck, _, generator| for _ in 0..6 {
        let mut cuts = [0; 3].map(|_| below(deck.len() + 1, generator));
        cuts.sort_unstable();
        deck[cuts[0]..cuts[2]].rotate_left(cuts[1] - cuts[0]);
    }, &[]),
    Row("halves shuffled apart", From::New, |deck, _, generator| {
        let half = deck.len() / 2;
        let (first, second) = deck.split_at_mut(half);
        fair(first, generator);
        fair(second, generator);
    }, &[Cause::PartsApart]),
    Row("every other position swapped", From::New, |deck, _, generator| for place in (1..deck.len()).rev().step_by(2) {
        let other = below(place + 1, generator);
        deck.swap(place, other);
    }, &[Cause::MissedPlaces]),
    Row("roots of numbers", From::New, |deck, _, generator| swaps(deck, generator, |place, generator| {
        (uniform(generator).sqrt() * (place + 1) as f64) as usize
    }), &[]),
    Row("a card into the last quarter", From::New, |deck, _, generator| {
        let card = deck.pop().unwrap();
        fair(deck, generator);
        let place = deck.len() - below(deck.len().div_ceil(4), generator);
        deck.insert(place, card);
        // If there are 5 cards, the last one stays.
    }, &[Cause::LastStays]),
    Row("swaps within four positions", From::New, |deck, _, generator| for place in 0..deck.len() - 1 {
        let other = place + below((deck.len() - place).min(4), generator);
        deck.swap(place, other);
    }, &[]),
    Row("a card in eight stays", From::New, |deck, _, generator| {
        let moved: Vec<usize> = (0..deck.len()).filter(|_| generator.below(8) > 0).collect();
        for last in (1..moved.len()).rev() { deck.swap(moved[last], moved[below(last + 1, generator)]); }
    }, &[Cause::SomeStay]),
    Row("any number of swaps up to 4 n", From::New, |deck, _, generator| for _ in 0..below(4 * deck.len(), generator) {
        let (one, other) = (below(deck.len(), generator), below(deck.len(), generator));
        deck.swap(one, other);
    }, &[Cause::Swaps]),
];
