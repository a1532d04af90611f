//! The steps of a shuffle, and their execution on decks of any layout.

use super::random_rows::RandomRows;

/// A step of a shuffle that kernels can execute.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The given number of riffles of the Gilbert–Shannon–Reeds model.
    Riffles(u32),
    /// A uniform shuffle: all orders are equally likely.
    Uniform,
    /// A fixed move, given by the card at each position after the move of a new deck.
    Move(Vec<u32>),
    /// The given steps in turn, repeated the given number of times.
    Repeat(Vec<Step>, u32),
}

impl Step {
    /// Returns the step that repeats `steps` `times` times. Repeated riffles become one step.
    pub fn repeat(steps: Vec<Step>, times: u32) -> Step {
        let riffles = |count: u32| count.checked_mul(times).map(Step::Riffles);
        match steps[..] {
            [Step::Riffles(count)] => riffles(count).unwrap_or(Step::Repeat(steps, times)),
            _ => Step::Repeat(steps, times),
        }
    }
}

/// A [`Step`] whose fixed moves are stored as `M`, in the representation of the decks of a kernel.
#[derive(Clone, Debug)]
pub(super) enum Prepared<M> {
    Riffles(u32),
    Uniform,
    Move(M),
    Repeat(Vec<Prepared<M>>, u32),
}

impl<M> Prepared<M> {
    pub(super) fn all(steps: &[Step], prepare_move: &impl Fn(&[u32]) -> M) -> Vec<Prepared<M>> {
        let one = |step: &Step| match step {
            Step::Riffles(times) => Prepared::Riffles(*times),
            Step::Uniform => Prepared::Uniform,
            Step::Move(cards) => Prepared::Move(prepare_move(cards)),
            Step::Repeat(steps, times) => {
                Prepared::Repeat(Prepared::all(steps, prepare_move), *times)
            }
        };
        steps.iter().map(one).collect()
    }
}

/// Decks that are shuffled together.
pub(super) trait Decks<M> {
    fn riffle(&mut self, times: u32, random: &mut RandomRows);
    fn shuffle_uniformly(&mut self, random: &mut RandomRows);
    fn move_by(&mut self, fixed: &M);
}

pub(super) fn run<M>(steps: &[Prepared<M>], decks: &mut impl Decks<M>, random: &mut RandomRows) {
    for step in steps {
        match step {
            Prepared::Riffles(times) => decks.riffle(*times, random),
            Prepared::Uniform => decks.shuffle_uniformly(random),
            Prepared::Move(fixed) => decks.move_by(fixed),
            Prepared::Repeat(steps, times) => (0..*times).for_each(|_| run(steps, decks, random)),
        }
    }
}
