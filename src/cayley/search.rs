use super::action::Action;
use super::ball::Ball;
use super::obstacle::Obstacle;
use super::paths::Paths;
use crate::number::Budget;

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Words of more moves are not looked for.
    pub depth: usize,
    /// How many bytes of vertices are held; where lists grow, up to three times as many for a moment.
    pub bytes: usize,
    /// How long it may take.
    pub budget: Budget,
}

/// Any depth, half a gigabyte, ten seconds from now on.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { depth: usize::MAX, bytes: 1 << 29, budget: Budget::default() }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The shortest words, all of them.
    Found(Paths),
    /// No word of any length, and why.
    Unreachable(Obstacle),
    /// A bound was reached.
    Stopped {
        /// No word is as short as this, or shorter.
        none_to: usize,
        /// Which bound.
        limit: Limit,
    },
}

/// The bound that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The depth.
    Depth,
    /// The memory.
    Memory,
    /// The time.
    Time,
}

/// How many vertices are expanded between two looks at the clock.
const UNWATCHED: usize = 1024;

/// The shortest words that lead from one vertex to another.
///
/// Two balls grow, around the start by the moves and around the goal by undoing them, always the
/// one with the smaller frontier and always by a whole level. As long as no vertex lies in both,
/// with radii a and b, there is no word of up to a + b moves: its vertex after a moves, or its last
/// one, would lie in both. So when after one more level they meet for the first time, the
/// shortest words have exactly a + b + 1 moves, and the vertices where they meet are those of all
/// shortest words. A ball that does not grow any more is all that can be reached from its centre
/// or can reach it; if the balls have not met by then, there is no word.
///
/// # Panics
///
/// If the vertices are not as wide as the action says.
pub fn search<A: Action>(action: &A, from: &[A::Letter], to: &[A::Letter], bounds: &Bounds) -> Outcome {
    assert!(from.len() == action.width() && to.len() == action.width(), "vertices of the action's width");
    let (mut start, mut goal) = (Ball::around(from), Ball::around(to));
    if from == to {
        return Outcome::Found(Paths::between(action, &start, &goal));
    }
    loop {
        let none_to = start.radius() + goal.radius();
        if none_to >= bounds.depth {
            return Outcome::Stopped { none_to, limit: Limit::Depth };
        }
        let forwards = start.frontier().len() <= goal.frontier().len();
        let grown = if forwards {
            grow(&mut start, Some(&goal), bounds, action.moves(), |by, row, image| {
                action.apply(by, row, image);
            })
        } else {
            grow(&mut goal, Some(&start), bounds, action.moves(), |by, row, image| {
                action.undo(by, row, image);
            })
        };
        match grown {
            Ok(Grown::Met) => return Outcome::Found(Paths::between(action, &start, &goal)),
            Ok(Grown::Closed) => {
                let reached = if forwards { start.len() } else { goal.len() };
                return Outcome::Unreachable(Obstacle::Exhausted { reached, forwards });
            }
            Ok(Grown::Apart) => {}
            Err(limit) => return Outcome::Stopped { none_to, limit },
        }
    }
}

/// How many vertices lie at each distance from one, up to the last that can be reached.
///
/// # Errors
///
/// The bound that was reached before: the depth only if there are vertices beyond.
///
/// # Panics
///
/// If the vertex is not as wide as the action says.
pub fn growth<A: Action>(action: &A, from: &[A::Letter], bounds: &Bounds) -> Result<Vec<usize>, Limit> {
    assert_eq!(from.len(), action.width(), "a vertex of the action's width");
    let mut ball = Ball::around(from);
    let mut sizes = Vec::new();
    loop {
        match ball.frontier().len() {
            0 => return Ok(sizes),
            _ if sizes.len() > bounds.depth => return Err(Limit::Depth),
            size => sizes.push(size),
        }
        grow(&mut ball, None, bounds, action.moves(), |by, row, image| action.apply(by, row, image))?;
    }
}

/// What a further level has brought.
enum Grown {
    /// The balls have vertices in common.
    Met,
    /// They have none.
    Apart,
    /// There are no vertices further away.
    Closed,
}

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
    let elsewhere = other.map_or(0, Ball::bytes);
    for vertex in frontier.clone() {
        if (vertex - frontier.start).is_multiple_of(UNWATCHED) && bounds.budget.is_spent() {
            return Err(Limit::Time);
        }
        for by in 0..moves {
            step(by, ball.row(vertex), &mut image);
            met |= ball.insert(&image) && other.is_some_and(|other| other.find(&image).is_some());
        }
        if ball.bytes().saturating_add(elsewhere) > bounds.bytes {
            return Err(Limit::Memory);
        }
    }
    ball.end_level();
    Ok(match (met, ball.frontier().is_empty()) {
        (true, _) => Grown::Met,
        (false, true) => Grown::Closed,
        (false, false) => Grown::Apart,
    })
}
