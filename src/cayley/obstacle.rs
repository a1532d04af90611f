use std::collections::HashMap;

use crate::Permutation;

/// Why no word brings the cards where they should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// One of the cards does not even get there alone.
    Orbit {
        /// Which card, by its place in the list.
        index: usize,
        /// How many positions it gets to, its own among them.
        positions: usize,
    },
    /// Every move takes mirror images to mirror images, the i-th from the top and the i-th from the
    /// bottom; two of the cards lie so and should not, or should and do not.
    MirrorPair {
        /// The two cards, by their places in the list.
        indices: [usize; 2],
        /// Whether they lie so at the start.
        at_start: bool,
    },
    /// All that can be reached from the start, or can reach the goal, was gone through.
    Exhausted {
        /// How many placings of the cards that was.
        reached: usize,
        /// Whether it was from the start.
        forwards: bool,
    },
}

impl Obstacle {
    /// An obstacle that is seen without a search. O(cards · degree · moves) at most.
    pub(super) fn of(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
        separate_orbits(moves, from, to).or_else(|| split_mirror_pair(moves, from, to))
    }
}

fn separate_orbits(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
    let first = orbits(moves);
    let orbit = |position: u32| first.get(position as usize).copied().unwrap_or(position);
    let index = from.iter().zip(to).position(|(&from, &to)| orbit(from) != orbit(to))?;
    let positions = first.iter().filter(|&&other| other == orbit(from[index])).count().max(1);
    Some(Obstacle::Orbit { index, positions })
}

/// For each position the first of those that it can be brought to.
fn orbits(moves: &[Permutation]) -> Vec<u32> {
    let degree = moves.first().map_or(0, Permutation::degree) as u32;
    let mut first = vec![u32::MAX; degree as usize];
    let mut waiting = Vec::new();
    for start in 0..degree {
        if first[start as usize] == u32::MAX {
            first[start as usize] = start;
            waiting.push(start);
        }
        while let Some(position) = waiting.pop() {
            for image in moves.iter().map(|permutation| permutation.image(position)) {
                if first[image as usize] == u32::MAX {
                    first[image as usize] = start;
                    waiting.push(image);
                }
            }
        }
    }
    first
}

fn split_mirror_pair(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
    if !keep_mirror_pairs(moves) {
        return None;
    }
    let last = moves.first()?.degree() as u32 - 1;
    let is_pair = |positions: &[u32], i: usize, j: usize| positions[i] == last - positions[j];
    let places: HashMap<u32, usize> = from.iter().copied().zip(0..).collect();
    let goals: HashMap<u32, usize> = to.iter().copied().zip(0..).collect();
    let mirror = |places: &HashMap<u32, usize>, position: u32| places.get(&(last - position)).copied();
    (0..from.len()).find_map(|i| {
        let partners = [mirror(&places, from[i]), mirror(&goals, to[i])];
        let split = |j: &usize| *j != i && is_pair(from, i, *j) != is_pair(to, i, *j);
        let j = partners.into_iter().flatten().find(split)?;
        Some(Obstacle::MirrorPair { indices: [i, j], at_start: is_pair(from, i, j) })
    })
}

/// Whether every move takes mirror images to mirror images.
pub(super) fn keep_mirror_pairs(moves: &[Permutation]) -> bool {
    moves.iter().all(|permutation| {
        let images = permutation.images();
        let pairs = images.iter().zip(images.iter().rev());
        pairs.into_iter().all(|(&one, &other)| u64::from(one) + u64::from(other) + 1 == images.len() as u64)
    })
}
