//! Reasons why no word takes cards to their targets.

use std::collections::HashMap;

use crate::Permutation;
use crate::group::{keeps_mirror_pairs, orbits};

/// The reason why no word takes the cards to their targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The target of one card is not in its orbit.
    Orbit {
        /// The index of the card in the list of starts and targets.
        index: usize,
        /// The number of positions in the orbit of the card.
        positions: usize,
    },
    /// Exactly one of the starts and the targets of two cards is a pair of mirror images.
    ///
    /// Position i from the top and position i from the bottom are mirror images. Every move takes mirror
    /// images to mirror images, so two cards that are mirror images stay so.
    MirrorPair {
        /// The indices of the two cards in the list of starts and targets.
        indices: [usize; 2],
        /// Whether the two cards are mirror images at the start. Otherwise their targets are.
        at_start: bool,
    },
    /// The search visited all vertices that the start reaches, or all that reach the target.
    Exhausted {
        /// The number of visited vertices.
        reached: usize,
        /// Whether the search was from the start. Otherwise it was from the target, with inverse moves.
        forwards: bool,
    },
}

impl Obstacle {
    /// Returns an obstacle if one is found without a search, in O(cards · degree · moves) at most.
    pub(super) fn find(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
        separate_orbits(moves, from, to).or_else(|| split_mirror_pair(moves, from, to))
    }
}

/// Finds a card whose start and target position are in different orbits of the moves.
fn separate_orbits(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
    let first = orbits(moves, moves.first().map_or(0, Permutation::degree));
    let orbit = |position: u32| first.get(position as usize).copied().unwrap_or(position);
    let index = from
        .iter()
        .zip(to)
        .position(|(&from, &to)| orbit(from) != orbit(to))?;
    let positions = first
        .iter()
        .filter(|&&other| other == orbit(from[index]))
        .count()
        .max(1);
    Some(Obstacle::Orbit { index, positions })
}

/// Finds two cards that are mirror images at the start but not at their targets, or the other way round.
fn split_mirror_pair(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
    if !moves.iter().all(keeps_mirror_pairs) {
        return None;
    }
    let last = (moves.first()?.degree() as u32).checked_sub(1)?;
    let is_pair = |positions: &[u32], i: usize, j: usize| positions[i] == last - positions[j];
    let places: HashMap<u32, usize> = from.iter().copied().zip(0..).collect();
    let goals: HashMap<u32, usize> = to.iter().copied().zip(0..).collect();
    let mirror =
        |places: &HashMap<u32, usize>, position: u32| places.get(&(last - position)).copied();
    (0..from.len()).find_map(|i| {
        let partners = [mirror(&places, from[i]), mirror(&goals, to[i])];
        let split = |j: &usize| *j != i && is_pair(from, i, *j) != is_pair(to, i, *j);
        let j = partners.into_iter().flatten().find(split)?;
        Some(Obstacle::MirrorPair {
            indices: [i, j],
            at_start: is_pair(from, i, j),
        })
    })
}
