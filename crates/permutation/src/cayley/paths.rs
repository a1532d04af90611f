//! All shortest words between two vertices.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::action::Action;
use super::ball::Ball;

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
    pub(super) fn between<A: Action>(
        action: &A,
        start: &Ball<A::Point>,
        goal: &Ball<A::Point>,
    ) -> Paths {
        let on_path = on_path(action, start, goal);
        let length = start.radius() + goal.radius();
        let mut paths = Paths {
            layers: Vec::with_capacity(length),
        };
        let mut layer = vec![start.row(0).to_vec()];
        let mut image = layer[0].clone();
        for step in 1..=length {
            // For each vertex of a ball that an edge leads to, its index in the next layer.
            let mut places: HashMap<usize, u32> = HashMap::new();
            let mut next = Vec::new();
            let edges = layer.iter().map(|vertex| {
                let mut edges = Vec::new();
                for number in 0..action.moves() {
                    action.apply(number, vertex, &mut image);
                    let Some(index) = on_shortest_path(&image, step, start, goal, &on_path) else {
                        continue;
                    };
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
                edges.iter().fold(BigUint::zero(), |sum, &(_, next)| {
                    sum + &counts[next as usize]
                })
            };
            counts = layer.iter().map(sum).collect();
        }
        counts.swap_remove(0)
    }

    /// Returns an iterator over all words in lexicographic order.
    pub fn words(&self) -> Words<'_> {
        Words {
            paths: self,
            choices: None,
            done: false,
        }
    }
}

/// Returns the vertices of the ball around the start that are on a shortest path. They are found backwards
/// from the vertices where the balls meet.
fn on_path<A: Action>(action: &A, start: &Ball<A::Point>, goal: &Ball<A::Point>) -> HashSet<usize> {
    let mut layer: HashSet<usize> = start
        .frontier()
        .filter(|&vertex| goal.find(start.row(vertex)).is_some())
        .collect();
    let mut on_path = layer.clone();
    let mut image = start.row(0).to_vec();
    for distance in (0..start.radius()).rev() {
        let mut before = HashSet::new();
        for &vertex in &layer {
            for number in 0..action.moves() {
                action.undo(number, start.row(vertex), &mut image);
                before.extend(
                    start
                        .find(&image)
                        .filter(|found| start.level(distance).contains(found)),
                );
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
        start
            .find(row)
            .filter(|found| start.level(step).contains(found) && on_path.contains(found))
    } else {
        let left = start.radius() + goal.radius() - step;
        goal.find(row)
            .filter(|found| goal.level(left).contains(found))
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
        layers
            .map(|(layer, &(vertex, edge))| layer[vertex as usize][edge].0 as usize)
            .collect()
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
