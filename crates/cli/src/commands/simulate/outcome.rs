//! The counts of a simulation, or of a part of it.

use std::ops::Range;

use faro_render::numbers::counted;
use faro_sample::shuffle::Seed;
use faro_sample::simulate::{Orders, Problem, Statistics, over_units};

use crate::arguments::effort::ThreadsArgs;
use crate::arguments::shuffle::NamedRoutine;
use crate::output::watch::Watch;

/// The counts of a simulation or of a part of it.
pub struct Outcome {
    pub question: SimulationQuestion,
    /// Number of decks of each shuffle.
    pub decks: u64,
    pub counts: ShuffleCounts,
    pub against: Option<ShuffleCounts>,
    /// The units of work that were counted, ascending.
    pub units: Vec<Range<u64>>,
    /// A description of what is missing if Ctrl-C ended the work.
    pub interrupted: Option<String>,
}

impl Outcome {
    /// Returns whether all decks were shuffled.
    pub fn is_complete(&self) -> bool {
        self.decks == self.question.problem.samples()
    }

    /// Returns the title with the seed.
    pub fn heading(&self) -> String {
        format!("{}, seed {}", self.title(), self.question.seed)
    }

    /// Returns a title with the shuffles, the number of cards and the number of decks.
    pub fn title(&self) -> String {
        let SimulationQuestion {
            shuffle, problem, ..
        } = &self.question;
        let against = self
            .question
            .against_name()
            .map_or(String::new(), |other| format!(" against {other}"));
        let decks = if self.is_complete() {
            String::new()
        } else {
            format!("{} of ", self.decks)
        };
        let (cards, samples) = (problem.cards() as u64, problem.samples());
        format!(
            "{}{against}, {}, {decks}{}",
            shuffle.name,
            counted(cards, "card"),
            counted(samples, "deck")
        )
    }
}

/// The arguments that the result depends on. All parts of one simulation share them.
pub struct SimulationQuestion {
    pub problem: Problem,
    pub shuffle: NamedRoutine,
    /// The shuffle for comparison.
    pub against: Option<NamedRoutine>,
    pub seed: Seed,
    /// Index of the followed card, counted from 0.
    pub card: Option<u32>,
    pub orders: bool,
}

/// The counts of the decks of one shuffle.
pub type ShuffleCounts = (Statistics, Option<Orders>);

impl SimulationQuestion {
    pub fn against_name(&self) -> Option<&str> {
        self.against.as_ref().map(|other| other.name.as_str())
    }

    /// Returns empty counts for the shuffle, and for the other shuffle if there is one.
    pub fn empty_counts(&self) -> (ShuffleCounts, Option<ShuffleCounts>) {
        (self.counts(), self.against.is_some().then(|| self.counts()))
    }

    fn counts(&self) -> ShuffleCounts {
        let cards = self.problem.cards();
        (
            Statistics::new(cards, self.card),
            self.orders.then(|| Orders::new(cards)),
        )
    }
}

/// Counts the decks of `units`, until Ctrl-C.
pub fn outcome(
    question: SimulationQuestion,
    units: Range<u64>,
    threads: &ThreadsArgs,
    watch: &Watch,
) -> Outcome {
    let problem = question.problem;
    let first = problem.sampler(&question.shuffle.routine, &question.seed);
    let other = question.against.as_ref().map(|other| {
        let sampler = problem.sampler(&other.routine, &question.seed);
        sampler.on_other_draws()
    });
    let empty = question.empty_counts();
    let count = |unit, (counts, against): &mut (ShuffleCounts, Option<ShuffleCounts>)| {
        first.count(unit, counts);
        if let (Some(other), Some(against)) = (&other, against) {
            other.count(unit, against);
        }
    };
    let decks_of_unit = problem.decks_of(0..1);
    let goes_on = |finished: u64| watch.goes_on_by(finished * decks_of_unit);
    let ((counts, against), done) = over_units(
        units.clone(),
        threads.affordable(bytes(&empty)),
        &empty,
        count,
        goes_on,
    );
    drop((first, other));
    let (decks, whole) = (
        problem.decks_of(done.clone()),
        problem.decks_of(units.clone()),
    );
    let interrupted = (done != units).then(|| {
        format!(
            "interrupted: {decks} of {} were shuffled",
            counted(whole, "deck")
        )
    });
    Outcome {
        question,
        decks,
        counts,
        against,
        units: vec![done],
        interrupted,
    }
}

/// Returns the memory of the counts in bytes.
fn bytes((counts, against): &(ShuffleCounts, Option<ShuffleCounts>)) -> usize {
    let bytes = |(statistics, orders): &ShuffleCounts| {
        let bins: usize = statistics
            .each()
            .map(|(_, histogram)| histogram.counts().len())
            .sum();
        8 * (bins + orders.as_ref().map_or(0, |orders| orders.counts().len()))
    };
    bytes(counts) + against.as_ref().map_or(0, bytes)
}
