//! Shortest words: the shortest sequences of moves that take cards from given positions to others.
//!
//! A vertex of the graph is a tuple with the positions of the cards, and an edge is a move. The graph is a
//! Cayley graph if all cards of the deck are given, and a Schreier graph otherwise. A word is a walk in the
//! graph. A shortest walk is found by breadth-first search from both ends.

mod action;
mod ball;
mod obstacle;
mod paths;
mod search;

use std::collections::HashSet;

use crate::Permutation;
use crate::group::{StoredPoint, keeps_mirror_pairs};

pub use action::Action;
pub use obstacle::Obstacle;
pub use paths::{Paths, Words};
pub use search::{Bounds, Limit, Outcome, growth, search};

/// Returns the shortest words in `moves` that take the cards at `from` to the positions `to`.
///
/// The card at position `from[i]` goes to position `to[i]`. If `from` has every position, the words are words
/// for a permutation.
///
/// The results are proved: a breadth-first search from both ends leaves out no shorter word. A move takes O(cards)
/// time. If every move keeps mirror pairs, only one of two cards at mirror-image positions is tracked.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::cayley::{self, Bounds, Outcome};
/// use faro::Permutation;
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
/// # use faro_permutation as faro;
/// use faro::cayley::{self, Bounds};
/// use faro::Permutation;
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
pub fn growth_from(
    moves: &[Permutation],
    from: &[u32],
    bounds: &Bounds,
) -> Result<Vec<usize>, Limit> {
    check(moves, from, from);
    growth(&CardPositions::<u32>::new(moves, from.len()), from, bounds)
}

fn check(moves: &[Permutation], from: &[u32], to: &[u32]) {
    let degree = moves.first().map_or(0, Permutation::degree);
    assert!(
        moves.iter().all(|other| other.degree() == degree),
        "permutations of the same degree"
    );
    assert_eq!(from.len(), to.len(), "as many targets as cards");
    for positions in [from, to] {
        let mut sorted = positions.to_vec();
        sorted.sort_unstable();
        assert!(
            sorted.windows(2).all(|pair| pair[0] < pair[1]),
            "each position once"
        );
        assert!(
            moves.is_empty() || sorted.last().is_none_or(|&last| (last as usize) < degree),
            "no such position"
        );
    }
}

/// Omits each card whose position is determined by the position of its mirror image.
fn independent_cards(moves: &[Permutation], from: &[u32], to: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mirrored = moves.iter().all(keeps_mirror_pairs);
    let last = moves
        .first()
        .map_or(0, Permutation::degree)
        .saturating_sub(1) as u32;
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
    let points = |positions: &[u32]| {
        positions
            .iter()
            .map(|&position| L::new(position as usize))
            .collect::<Vec<L>>()
    };
    search(
        &CardPositions::new(moves, from.len()),
        &points(from),
        &points(to),
        bounds,
    )
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
            permutation
                .images()
                .iter()
                .map(|&image| L::new(image as usize))
                .collect()
        };
        CardPositions {
            cards,
            images: moves.iter().map(row).collect(),
            inverses: moves
                .iter()
                .map(|permutation| row(&permutation.inverse()))
                .collect(),
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
