//! Shortest words: which moves, done one after another, bring cards from here to there.
//!
//! Cards on their places are the vertices of a graph and moves its edges: Cayley's graph of a
//! group where all cards are watched, Schreier's where some are. A word is a walk, and a shortest
//! one is found by breadth-first search from both ends.

// | file | idea |
// |---|---|
// | `action` | what a move does to a vertex; cards on their places |
// | `ball` | all vertices within a distance, each once |
// | `search` | two balls that grow until they meet |
// | `paths` | all shortest words, as a graph in layers |
// | `obstacle` | why some cards cannot get somewhere, seen without a search |

mod action;
mod ball;
mod obstacle;
mod paths;
mod search;

pub use action::Action;
pub use obstacle::Obstacle;
pub use paths::{Paths, Words};
pub use search::{Bounds, Limit, Outcome, growth, search};

use std::collections::HashSet;

use crate::Permutation;
use action::Places;

/// The shortest words in some moves that bring the cards at positions `from` to the positions
/// `to`, each to its own. With every position in `from` it is the whole deck that is asked for.
///
/// What is found is shortest, and what is called unreachable is: see [`search`]. Moves cost
/// O(cards watched) each. Where every move keeps mirror pairs, of two cards that lie as mirror
/// images of each other only one is watched.
///
/// ```
/// use faro::cayley::{self, Bounds, Outcome};
/// use faro::{Kind, Weave};
///
/// let moves = [Kind::In, Kind::Out].map(|kind| Weave::new(kind, 52u32).to_permutation().unwrap());
/// let Outcome::Found(paths) = cayley::route(&moves, &[0, 1], &[9, 19], &Bounds::default()) else {
///     panic!("52 cards have only 2652 ordered pairs");
/// };
/// assert_eq!((paths.length(), paths.first()), (12, vec![0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1]));
/// // The top and the bottom card always lie as mirror images of each other.
/// assert!(matches!(cayley::route(&moves, &[0, 51], &[0, 50], &Bounds::default()), Outcome::Unreachable(_)));
/// ```
///
/// # Panics
///
/// If the moves have different degrees; if `from` and `to` have different lengths or name a position
/// twice or one that is not there.
pub fn route(moves: &[Permutation], from: &[u32], to: &[u32], bounds: &Bounds) -> Outcome {
    check(moves, from, to);
    if let Some(obstacle) = Obstacle::of(moves, from, to) {
        return Outcome::Unreachable(obstacle);
    }
    let (from, to) = watched(moves, from, to);
    match moves.first().map_or(0, Permutation::degree) {
        0..=0x100 => search_places::<u8>(moves, &from, &to, bounds),
        0x101..=0x1_0000 => search_places::<u16>(moves, &from, &to, bounds),
        _ => search_places::<u32>(moves, &from, &to, bounds),
    }
}

/// How many placings of some cards are so many moves away: none, one, two …, up to the farthest.
///
/// ```
/// use faro::cayley::{self, Bounds};
/// use faro::{Kind, Weave};
/// let moves = [Kind::In, Kind::Out].map(|kind| Weave::new(kind, 8u32).to_permutation().unwrap());
/// assert_eq!(cayley::growth_from(&moves, &[0], &Bounds::default()), Ok(vec![1, 1, 2, 4]));
/// let pairs = cayley::growth_from(&moves, &[0, 1], &Bounds::default()).unwrap();
/// assert_eq!((pairs.len() - 1, pairs.iter().sum::<usize>()), (5, 24));
/// ```
///
/// # Errors
///
/// The bound that was reached before.
///
/// # Panics
///
/// As [`route`].
pub fn growth_from(moves: &[Permutation], from: &[u32], bounds: &Bounds) -> Result<Vec<usize>, Limit> {
    check(moves, from, from);
    growth(&Places::<u32>::new(moves, from.len()), from, bounds)
}

fn check(moves: &[Permutation], from: &[u32], to: &[u32]) {
    let degree = moves.first().map_or(0, Permutation::degree);
    assert!(moves.iter().all(|other| other.degree() == degree), "permutations of the same degree");
    assert_eq!(from.len(), to.len(), "a place to go for each card");
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

/// The cards that are enough to watch: their mirror images follow.
fn watched(moves: &[Permutation], from: &[u32], to: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mirrored = obstacle::keep_mirror_pairs(moves);
    let last = moves.first().map_or(0, Permutation::degree).saturating_sub(1) as u32;
    let mut known = HashSet::new();
    let needed = |pair: &(&u32, &u32)| {
        let from = *pair.0;
        known.insert(from);
        !(mirrored && last - from != from && known.contains(&(last - from)))
    };
    from.iter().zip(to).filter(needed).unzip()
}

fn search_places<L: action::Letter>(
    moves: &[Permutation],
    from: &[u32],
    to: &[u32],
    bounds: &Bounds,
) -> Outcome {
    let letters = |positions: &[u32]| positions.iter().map(|&position| L::of(position)).collect::<Vec<L>>();
    search(&Places::new(moves, from.len()), &letters(from), &letters(to), bounds)
}
