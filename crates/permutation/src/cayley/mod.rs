//! Shortest words: the shortest sequences of moves that take cards from given positions to others.
//!
//! A vertex of the graph is a tuple with the positions of the cards, and an edge is a move. The graph is a
//! Cayley graph if all cards of the deck are given, and a Schreier graph otherwise. A word is a walk in the
//! graph. A shortest walk is found by breadth-first search from both ends.

mod search;

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::Permutation;
use crate::group::{StoredPoint, keeps_mirror_pairs, orbits};
use search::Ball;

pub use search::{Bounds, Limit, Outcome, growth, search};

/// Returns the shortest words in `moves` that take the cards at `from` to the positions `to`.
///
/// The card at position `from[i]` goes to position `to[i]`. If `from` has every position, the words are words
/// for a permutation.
///
/// The results are proved: see [`search`]. A move takes O(cards) time. If every move keeps mirror pairs, only
/// one of two cards at mirror-image positions is tracked.
///
/// ```
/// use faro_permutation::cayley::{self, Bounds, Outcome};
/// use faro_permutation::Permutation;
///
/// // Out: i to 2i modulo n - 1, the last card stays; in: i to 2i + 1 modulo n + 1.
/// let out = Permutation::from_images(std::array::from_fn::<u32, 52, _>(|i| if i == 51 { 51 } else { 2 * i as u32 % 51 }))?;
/// let inn = Permutation::from_images(std::array::from_fn::<u32, 52, _>(|i| (2 * i as u32 + 1) % 53))?;
/// let moves = [inn, out];
/// let Outcome::Found(paths) = cayley::route(&moves, &[0, 1], &[9, 19], &Bounds::default()) else {
///     panic!("52 cards have only 2652 ordered pairs");
/// };
/// assert_eq!((paths.length(), paths.first()), (12, vec![0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1]));
/// // The top and the bottom card are always mirror images of each other.
/// assert!(matches!(cayley::route(&moves, &[0, 51], &[0, 50], &Bounds::default()), Outcome::Unreachable(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the moves have different degrees, or if `from` and `to` have different lengths, a repeated position,
/// or a position that is not below the degree.
pub fn route(moves: &[Permutation], from: &[u32], to: &[u32], bounds: &Bounds) -> Outcome {
    check(moves, from, to);
    if let Some(obstacle) = Obstacle::find(moves, from, to) {
        return Outcome::Unreachable(obstacle);
    }
    let (from, to) = independent_cards(moves, from, to);
    match moves.first().map_or(0, Permutation::degree) {
        0..=0x100 => search_positions::<u8>(moves, &from, &to, bounds),
        0x101..=0x1_0000 => search_positions::<u16>(moves, &from, &to, bounds),
        _ => search_positions::<u32>(moves, &from, &to, bounds),
    }
}

/// Returns the number of vertices at each distance 0, 1, 2, … from the vertex `from`.
///
/// A vertex is a tuple of positions of the tracked cards, which start at `from`. Its distance is the least
/// number of `moves` that lead to it.
///
/// ```
/// use faro_permutation::cayley::{self, Bounds};
/// use faro_permutation::Permutation;
/// let out = Permutation::from_deck([0, 4, 1, 5, 2, 6, 3, 7])?;
/// let inn = Permutation::from_deck([4, 0, 5, 1, 6, 2, 7, 3])?;
/// let moves = [inn, out];
/// assert_eq!(cayley::growth_from(&moves, &[0], &Bounds::default()), Ok(vec![1, 1, 2, 4]));
/// let pairs = cayley::growth_from(&moves, &[0, 1], &Bounds::default()).unwrap();
/// assert_eq!((pairs.len() - 1, pairs.iter().sum::<usize>()), (5, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The bound that was reached first.
///
/// # Panics
///
/// As [`route`].
pub fn growth_from(moves: &[Permutation], from: &[u32], bounds: &Bounds) -> Result<Vec<usize>, Limit> {
    check(moves, from, from);
    growth(&CardPositions::<u32>::new(moves, from.len()), from, bounds)
}

fn check(moves: &[Permutation], from: &[u32], to: &[u32]) {
    let degree = moves.first().map_or(0, Permutation::degree);
    assert!(moves.iter().all(|other| other.degree() == degree), "permutations of the same degree");
    assert_eq!(from.len(), to.len(), "as many targets as cards");
    for positions in [from, to] {
        let mut sorted = positions.to_vec();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]), "each position once");
        assert!(
            moves.is_empty() || sorted.last().is_none_or(|&last| (last as usize) < degree),
            "no such position"
        );
    }
}

/// Omits each card whose position is determined by the position of its mirror image.
fn independent_cards(moves: &[Permutation], from: &[u32], to: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mirrored = moves.iter().all(keeps_mirror_pairs);
    let last = moves.first().map_or(0, Permutation::degree).saturating_sub(1) as u32;
    let mut passed = HashSet::new();
    let needed = |pair: &(&u32, &u32)| {
        let from = *pair.0;
        passed.insert(from);
        !(mirrored && last - from != from && passed.contains(&(last - from)))
    };
    from.iter().zip(to).filter(needed).unzip()
}

fn search_positions<L: StoredPoint>(
    moves: &[Permutation],
    from: &[u32],
    to: &[u32],
    bounds: &Bounds,
) -> Outcome {
    let points =
        |positions: &[u32]| positions.iter().map(|&position| L::new(position as usize)).collect::<Vec<L>>();
    search(&CardPositions::new(moves, from.len()), &points(from), &points(to), bounds)
}

/// The action of moves, numbered from 0, on the vertices of a graph.
///
/// A vertex is a tuple of points. All vertices have the same length.
pub trait Action {
    /// The type of the entries of a vertex.
    type Point: Copy + Eq + Into<u64>;

    /// Returns the length of a vertex.
    fn width(&self) -> usize;

    /// Returns the number of moves.
    fn moves(&self) -> usize;

    /// Writes the image of `vertex` under the move with the given `number`.
    fn apply(&self, number: usize, vertex: &[Self::Point], image: &mut [Self::Point]);

    /// Writes the preimage of `vertex` under the move with the given `number`, the inverse of
    /// [`apply`](Self::apply).
    fn undo(&self, number: usize, vertex: &[Self::Point], image: &mut [Self::Point]);
}

/// The action of permutations on the positions of the tracked cards.
struct CardPositions<L> {
    cards: usize,
    images: Vec<Vec<L>>,
    inverses: Vec<Vec<L>>,
}

impl<L: StoredPoint> CardPositions<L> {
    pub fn new(moves: &[Permutation], cards: usize) -> CardPositions<L> {
        let row = |permutation: &Permutation| {
            permutation.images().iter().map(|&image| L::new(image as usize)).collect()
        };
        CardPositions {
            cards,
            images: moves.iter().map(row).collect(),
            inverses: moves.iter().map(|permutation| row(&permutation.inverse())).collect(),
        }
    }
}

impl<L: StoredPoint> Action for CardPositions<L> {
    type Point = L;

    fn width(&self) -> usize {
        self.cards
    }

    fn moves(&self) -> usize {
        self.images.len()
    }

    fn apply(&self, number: usize, vertex: &[L], image: &mut [L]) {
        map_positions(&self.images[number], vertex, image);
    }

    fn undo(&self, number: usize, vertex: &[L], image: &mut [L]) {
        map_positions(&self.inverses[number], vertex, image);
    }
}

fn map_positions<L: StoredPoint>(images: &[L], vertex: &[L], image: &mut [L]) {
    for (image, position) in image.iter_mut().zip(vertex) {
        *image = images[position.index()];
    }
}

/// The reason why no word takes the cards to their targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The target of one card is not in its orbit.
    Orbit {
        /// The index of the card in the list.
        index: usize,
        /// The number of positions in the orbit of the card.
        positions: usize,
    },
    /// Exactly one of the starts and the targets of two cards is a pair of mirror images.
    ///
    /// Position i from the top and position i from the bottom are mirror images. Every move takes mirror
    /// images to mirror images, so two cards that are mirror images stay so.
    MirrorPair {
        /// The indices of the two cards in the list.
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
    fn find(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
        separate_orbits(moves, from, to).or_else(|| split_mirror_pair(moves, from, to))
    }
}

/// Finds a card whose target is in another orbit.
fn separate_orbits(moves: &[Permutation], from: &[u32], to: &[u32]) -> Option<Obstacle> {
    let first = orbits(moves, moves.first().map_or(0, Permutation::degree));
    let orbit = |position: u32| first.get(position as usize).copied().unwrap_or(position);
    let index = from.iter().zip(to).position(|(&from, &to)| orbit(from) != orbit(to))?;
    let positions = first.iter().filter(|&&other| other == orbit(from[index])).count().max(1);
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
    let mirror = |places: &HashMap<u32, usize>, position: u32| places.get(&(last - position)).copied();
    (0..from.len()).find_map(|i| {
        let partners = [mirror(&places, from[i]), mirror(&goals, to[i])];
        let split = |j: &usize| *j != i && is_pair(from, i, *j) != is_pair(to, i, *j);
        let j = partners.into_iter().flatten().find(split)?;
        Some(Obstacle::MirrorPair { indices: [i, j], at_start: is_pair(from, i, j) })
    })
}

/// All shortest words between two vertices, as a layered graph.
///
/// Layer t has the vertices that the words reach after t moves.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The outgoing edges of each vertex of each layer, in ascending order of the move. An edge has the
    /// number of the move, and the index of the target in the next layer.
    layers: Vec<Vec<Vec<(u32, u32)>>>,
}

impl Paths {
    /// Constructs the graph from the balls around both ends, which have just met.
    fn between<A: Action>(action: &A, start: &Ball<A::Point>, goal: &Ball<A::Point>) -> Paths {
        let on_path = on_path(action, start, goal);
        let length = start.radius() + goal.radius();
        let mut paths = Paths { layers: Vec::with_capacity(length) };
        let mut layer = vec![start.row(0).to_vec()];
        let mut image = layer[0].clone();
        for step in 1..=length {
            let mut places: HashMap<usize, u32> = HashMap::new();
            let mut next = Vec::new();
            let edges = layer.iter().map(|vertex| {
                let mut edges = Vec::new();
                for number in 0..action.moves() {
                    action.apply(number, vertex, &mut image);
                    let Some(index) = on_shortest_path(&image, step, start, goal, &on_path) else { continue };
                    let place = *places.entry(index).or_insert_with(|| {
                        next.push(image.clone());
                        next.len() as u32 - 1
                    });
                    edges.push((number as u32, place));
                }
                edges
            });
            paths.layers.push(edges.collect());
            layer = next;
        }
        paths
    }

    /// Returns the number of moves of each word.
    pub fn length(&self) -> usize {
        self.layers.len()
    }

    /// Returns the first word in lexicographic order. Moves are ordered by their numbers.
    pub fn first(&self) -> Vec<usize> {
        self.words().next().expect("there is at least one word")
    }

    /// Returns the number of words.
    pub fn count(&self) -> BigUint {
        let mut counts = vec![BigUint::one()];
        for layer in self.layers.iter().rev() {
            let sum = |edges: &Vec<(u32, u32)>| {
                edges.iter().fold(BigUint::zero(), |sum, &(_, next)| sum + &counts[next as usize])
            };
            counts = layer.iter().map(sum).collect();
        }
        counts.swap_remove(0)
    }

    /// Returns an iterator over all words in lexicographic order.
    pub fn words(&self) -> Words<'_> {
        Words { paths: self, choices: None, done: false }
    }
}

/// Returns the vertices of the ball around the start that are on a shortest path. They are found backwards
/// from the vertices where the balls meet.
fn on_path<A: Action>(action: &A, start: &Ball<A::Point>, goal: &Ball<A::Point>) -> HashSet<usize> {
    let mut layer: HashSet<usize> =
        start.frontier().filter(|&vertex| goal.find(start.row(vertex)).is_some()).collect();
    let mut on_path = layer.clone();
    let mut image = start.row(0).to_vec();
    for distance in (0..start.radius()).rev() {
        let mut before = HashSet::new();
        for &vertex in &layer {
            for number in 0..action.moves() {
                action.undo(number, start.row(vertex), &mut image);
                before.extend(start.find(&image).filter(|found| start.level(distance).contains(found)));
            }
        }
        on_path.extend(&before);
        layer = before;
    }
    on_path
}

/// Returns the index of the vertex `row` in its ball, if a shortest path visits it after `step` moves. The
/// ball is `start` up to its radius, and `goal` after that.
fn on_shortest_path<L: Copy + Eq + Into<u64>>(
    row: &[L],
    step: usize,
    start: &Ball<L>,
    goal: &Ball<L>,
    on_path: &HashSet<usize>,
) -> Option<usize> {
    if step <= start.radius() {
        start.find(row).filter(|found| start.level(step).contains(found) && on_path.contains(found))
    } else {
        let left = start.radius() + goal.radius() - step;
        goal.find(row).filter(|found| goal.level(left).contains(found))
    }
}

/// An iterator over the shortest words, returned by [`Paths::words`].
#[derive(Clone, Debug)]
pub struct Words<'a> {
    paths: &'a Paths,
    /// For each layer of the previous word, the vertex and the index of the edge that was taken.
    choices: Option<Vec<(u32, usize)>>,
    done: bool,
}

impl Words<'_> {
    /// Completes a path from a vertex by taking the first edge in each layer.
    fn descend(&self, choices: &mut Vec<(u32, usize)>, mut vertex: u32) {
        for layer in choices.len()..self.paths.length() {
            choices.push((vertex, 0));
            vertex = self.paths.layers[layer][vertex as usize][0].1;
        }
    }

    /// Takes the next edge at the last vertex that has one, and completes the path. Returns whether there was
    /// a next edge.
    fn advance(&self, choices: &mut Vec<(u32, usize)>) -> bool {
        while let Some((vertex, edge)) = choices.pop() {
            let edges = &self.paths.layers[choices.len()][vertex as usize];
            if let Some(&(_, next)) = edges.get(edge + 1) {
                choices.push((vertex, edge + 1));
                self.descend(choices, next);
                return true;
            }
        }
        false
    }

    /// Returns the moves along the edges `choices`.
    fn word(&self, choices: &[(u32, usize)]) -> Vec<usize> {
        let layers = self.paths.layers.iter().zip(choices);
        layers.map(|(layer, &(vertex, edge))| layer[vertex as usize][edge].0 as usize).collect()
    }
}

impl Iterator for Words<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.done {
            return None;
        }
        let choices = match self.choices.take() {
            None => {
                let mut choices = Vec::with_capacity(self.paths.length());
                self.descend(&mut choices, 0);
                choices
            }
            Some(mut choices) => {
                if !self.advance(&mut choices) {
                    self.done = true;
                    return None;
                }
                choices
            }
        };
        let word = self.word(&choices);
        self.choices = Some(choices);
        Some(word)
    }
}
