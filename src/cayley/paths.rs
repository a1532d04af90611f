use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::action::Action;
use super::ball::Ball;

/// All shortest words between two vertices: a graph whose layers are the vertices that lie so
/// many moves behind the start on one of them.
#[derive(Clone, Debug)]
pub struct Paths {
    /// For each vertex of a layer, the moves that go on, ascending, and the vertices of the next
    /// layer where they lead.
    layers: Vec<Vec<Vec<(u32, u32)>>>,
}

impl Paths {
    /// From the balls around both ends, of which one has just met the other.
    pub(super) fn between<A: Action>(action: &A, start: &Ball<A::Letter>, goal: &Ball<A::Letter>) -> Paths {
        let useful = useful(action, start, goal);
        let length = start.radius() + goal.radius();
        let mut paths = Paths { layers: Vec::with_capacity(length) };
        let mut layer = vec![start.row(0).to_vec()];
        let mut image = layer[0].clone();
        for step in 1..=length {
            let mut places: HashMap<usize, u32> = HashMap::new();
            let mut next = Vec::new();
            let edges = layer.iter().map(|vertex| {
                let mut edges = Vec::new();
                for by in 0..action.moves() {
                    action.apply(by, vertex, &mut image);
                    let Some(number) = on_the_way(&image, step, start, goal, &useful) else { continue };
                    let place = *places.entry(number).or_insert_with(|| {
                        next.push(image.clone());
                        next.len() as u32 - 1
                    });
                    edges.push((by as u32, place));
                }
                edges
            });
            paths.layers.push(edges.collect());
            layer = next;
        }
        paths
    }

    /// How many moves the words have.
    pub fn length(&self) -> usize {
        self.layers.len()
    }

    /// The first word in lexicographic order, moves by their numbers.
    pub fn first(&self) -> Vec<usize> {
        self.words().next().expect("there is a word")
    }

    /// How many words there are.
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

    /// All words in lexicographic order, each made when it is asked for.
    pub fn words(&self) -> Words<'_> {
        Words { paths: self, choices: None, done: false }
    }
}

/// The vertices of the start's ball that lie on a shortest word, found backwards from where the balls meet.
fn useful<A: Action>(action: &A, start: &Ball<A::Letter>, goal: &Ball<A::Letter>) -> HashSet<usize> {
    let mut layer: HashSet<usize> =
        start.frontier().filter(|&vertex| goal.find(start.row(vertex)).is_some()).collect();
    let mut useful = layer.clone();
    let mut image = start.row(0).to_vec();
    for distance in (0..start.radius()).rev() {
        let mut before = HashSet::new();
        for &vertex in &layer {
            for by in 0..action.moves() {
                action.undo(by, start.row(vertex), &mut image);
                before.extend(start.find(&image).filter(|found| start.level(distance).contains(found)));
            }
        }
        useful.extend(&before);
        layer = before;
    }
    useful
}

/// The number of a vertex in the ball that knows it, if it is `step` moves behind the start on a
/// shortest word.
fn on_the_way<L: Copy + Eq + Into<u64>>(
    row: &[L],
    step: usize,
    start: &Ball<L>,
    goal: &Ball<L>,
    useful: &HashSet<usize>,
) -> Option<usize> {
    if step <= start.radius() {
        start.find(row).filter(|found| start.level(step).contains(found) && useful.contains(found))
    } else {
        let left = start.radius() + goal.radius() - step;
        goal.find(row).filter(|found| goal.level(left).contains(found))
    }
}

/// The shortest words, one by one. Made by [`Paths::words`].
#[derive(Clone, Debug)]
pub struct Words<'a> {
    paths: &'a Paths,
    /// For the word before, the vertex of each layer and which of its edges was taken.
    choices: Option<Vec<(u32, usize)>>,
    done: bool,
}

impl Words<'_> {
    /// Goes on from a vertex of a layer by first edges.
    fn descend(&self, choices: &mut Vec<(u32, usize)>, mut vertex: u32) {
        for layer in choices.len()..self.paths.length() {
            choices.push((vertex, 0));
            vertex = self.paths.layers[layer][vertex as usize][0].1;
        }
    }

    /// The last choice that has another edge takes it.
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
