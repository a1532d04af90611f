//! Breadth-first search from both ends for the shortest words that move cards to given positions.

use super::action::Action;
use super::ball::Ball;
use super::obstacle::Obstacle;
use super::paths::Paths;
use faro_math::number::Budget;

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum number of moves of a word.
    pub depth: usize,
    /// Maximum memory of the vertices in bytes. While a list grows, up to three times this memory is used.
    pub bytes: usize,
    /// The time limit.
    pub budget: Budget,
}

/// The default bounds: any depth, half a gigabyte, and ten seconds from the call.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            depth: usize::MAX,
            bytes: 1 << 29,
            budget: Budget::default(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All shortest words.
    Found(Paths),
    /// There is no word, for the reason that the obstacle gives.
    Unreachable(Obstacle),
    /// A bound was reached before the search ended.
    Stopped {
        /// Every word has more than `none_to` moves, if there is one.
        none_to: usize,
        /// The bound that was reached.
        limit: Limit,
    },
}

/// The bound that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The maximum length of a word, [`Bounds::depth`].
    Depth,
    /// The maximum memory, [`Bounds::bytes`].
    Memory,
    /// The time limit, [`Bounds::budget`].
    Time,
}

/// The number of vertices that are expanded between two checks of the budget.
const VERTICES_PER_CLOCK_READ: usize = 1024;

/// Returns the shortest words that lead from one vertex to another.
///
/// This is breadth-first search from both ends. Two balls grow level by level, always the ball with the
/// smaller frontier: one around the start by the moves, one around the target by their inverses. As long as
/// balls of radii a and b have no vertex in common, there is no word of at most a + b moves: its vertex after
/// a moves (the target, if the word is shorter) would be in both balls. When the balls meet after one more
/// level, the shortest words have exactly a + b + 1 moves, and all of them pass through a common vertex at
/// that level. If a ball stops growing before the balls meet, it contains every vertex that can be reached
/// from its centre (or from which its centre can be reached), and there is no word.
///
/// # Panics
///
/// If the length of a vertex is not [`Action::width`].
pub fn search<A: Action>(
    action: &A,
    from: &[A::Point],
    to: &[A::Point],
    bounds: &Bounds,
) -> Outcome {
    assert!(
        from.len() == action.width() && to.len() == action.width(),
        "vertices of the action's width"
    );
    let (mut start, mut goal) = (Ball::around(from), Ball::around(to));
    if from == to {
        return Outcome::Found(Paths::between(action, &start, &goal));
    }
    loop {
        let none_to = start.radius() + goal.radius();
        if none_to >= bounds.depth {
            return Outcome::Stopped {
                none_to,
                limit: Limit::Depth,
            };
        }
        // The ball with the smaller frontier grows: fewer new vertices are visited.
        let forwards = start.frontier().len() <= goal.frontier().len();
        let grown = if forwards {
            grow(
                &mut start,
                Some(&goal),
                bounds,
                action.moves(),
                |index, row, image| {
                    action.apply(index, row, image);
                },
            )
        } else {
            grow(
                &mut goal,
                Some(&start),
                bounds,
                action.moves(),
                |index, row, image| {
                    action.undo(index, row, image);
                },
            )
        };
        match grown {
            Ok(Grown::Met) => return Outcome::Found(Paths::between(action, &start, &goal)),
            Ok(Grown::Complete) => {
                let reached = if forwards { start.len() } else { goal.len() };
                return Outcome::Unreachable(Obstacle::Exhausted { reached, forwards });
            }
            Ok(Grown::Disjoint) => {}
            Err(limit) => return Outcome::Stopped { none_to, limit },
        }
    }
}

/// Returns the number of vertices at each distance from the vertex `from`, up to the largest distance.
///
/// # Errors
///
/// The bound that was reached first. The depth counts as reached only if there are vertices beyond it.
///
/// # Panics
///
/// If the length of the vertex is not [`Action::width`].
pub fn growth<A: Action>(
    action: &A,
    from: &[A::Point],
    bounds: &Bounds,
) -> Result<Vec<usize>, Limit> {
    assert_eq!(from.len(), action.width(), "a vertex of the action's width");
    let mut ball = Ball::around(from);
    let mut sizes = Vec::new();
    loop {
        match ball.frontier().len() {
            0 => return Ok(sizes),
            _ if sizes.len() > bounds.depth => return Err(Limit::Depth),
            size => sizes.push(size),
        }
        grow(
            &mut ball,
            None,
            bounds,
            action.moves(),
            |index, row, image| action.apply(index, row, image),
        )?;
    }
}

/// The result of adding a level to a ball.
enum Grown {
    /// The balls have a common vertex.
    Met,
    /// The balls have no common vertex.
    Disjoint,
    /// There are no further vertices.
    Complete,
}

/// Adds a level to a ball. `step` gets the index of a move and a vertex, and writes the neighbour to which
/// the move leads.
fn grow<L: Copy + Eq + Into<u64>>(
    ball: &mut Ball<L>,
    other: Option<&Ball<L>>,
    bounds: &Bounds,
    moves: usize,
    step: impl Fn(usize, &[L], &mut [L]),
) -> Result<Grown, Limit> {
    let frontier = ball.frontier();
    let mut image = ball.row(0).to_vec();
    let mut met = false;
    let other_bytes = other.map_or(0, Ball::bytes);
    for vertex in frontier.clone() {
        if (vertex - frontier.start).is_multiple_of(VERTICES_PER_CLOCK_READ)
            && bounds.budget.is_spent()
        {
            return Err(Limit::Time);
        }
        for index in 0..moves {
            step(index, ball.row(vertex), &mut image);
            met |= ball.insert(&image) && other.is_some_and(|other| other.find(&image).is_some());
        }
        if ball.bytes().saturating_add(other_bytes) > bounds.bytes {
            return Err(Limit::Memory);
        }
    }
    ball.end_level();
    Ok(match (met, ball.frontier().is_empty()) {
        (true, _) => Grown::Met,
        (false, true) => Grown::Complete,
        (false, false) => Grown::Disjoint,
    })
}
