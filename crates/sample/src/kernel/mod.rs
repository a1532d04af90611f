//! Fast loops over many decks: riffles, uniform shuffles and statistics, by vector instructions.
//!
//! A [`SmallDeck`] has at most 64 cards of one byte. 64 small decks are a batch. Larger decks have one or two
//! bytes for each card. The results do not depend on the processor: each step documents which numbers it
//! takes from [`RandomRows`], and in which order. The tests compare the code for each instruction set with a
//! slow definition.
//!
//! This module has no names of shuffles. A shuffle that kernels can compute returns its steps by
//! [`Shuffle::kernel`](crate::shuffle::Shuffle::kernel).

mod large;
mod measures;
mod merge_eight;
mod position_counts;
mod random_rows;
mod riffle;
mod small_deck;
mod transpose;
mod uniform;

pub use faro_simd::{LimitError, Processor};

pub use large::{Card, LargeDecks, LargeKernel};
pub use measures::Measures;
pub use position_counts::PositionCounts;
pub use random_rows::{CipherWords, RandomRows, SEED_BYTES};
pub use small_deck::{BATCH, SmallDeck, SmallKernel};

//
// In a folder, `portable` is the definition, which every processor can execute. `avx2` and `avx512` compute
// the same results with more instructions. Riffles have code for NEON and for WebAssembly's vectors; for these two
// the compiler vectorises the other portable code.

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
enum Prepared<M> {
    Riffles(u32),
    Uniform,
    Move(M),
    Repeat(Vec<Prepared<M>>, u32),
}

impl<M> Prepared<M> {
    fn all(steps: &[Step], prepare_move: &impl Fn(&[u32]) -> M) -> Vec<Prepared<M>> {
        let one = |step: &Step| match step {
            Step::Riffles(times) => Prepared::Riffles(*times),
            Step::Uniform => Prepared::Uniform,
            Step::Move(cards) => Prepared::Move(prepare_move(cards)),
            Step::Repeat(steps, times) => Prepared::Repeat(Prepared::all(steps, prepare_move), *times),
        };
        steps.iter().map(one).collect()
    }
}

/// Decks that are shuffled together.
trait Decks<M> {
    fn riffle(&mut self, times: u32, random: &mut RandomRows);
    fn shuffle_uniformly(&mut self, random: &mut RandomRows);
    fn move_by(&mut self, fixed: &M);
}

fn run<M>(steps: &[Prepared<M>], decks: &mut impl Decks<M>, random: &mut RandomRows) {
    for step in steps {
        match step {
            Prepared::Riffles(times) => decks.riffle(*times, random),
            Prepared::Uniform => decks.shuffle_uniformly(random),
            Prepared::Move(fixed) => decks.move_by(fixed),
            Prepared::Repeat(steps, times) => (0..*times).for_each(|_| run(steps, decks, random)),
        }
    }
}
