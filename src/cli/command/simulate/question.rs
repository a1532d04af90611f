use faro::shuffle::Seed;
use faro::simulate::{Orders, Problem, Statistics};
use faro::word::Routine;

/// The arguments that the result depends on. All parts of one simulation have the same.
pub struct Question {
    pub problem: Problem,
    /// The word of the shuffle as it is printed.
    pub name: String,
    pub shuffle: Routine,
    /// The shuffle for comparison, with its name.
    pub against: Option<(Routine, String)>,
    pub seed: Seed,
    /// The card that is followed, from 0.
    pub card: Option<u32>,
    pub orders: bool,
}

/// The counts of the decks of one shuffle.
pub type Counts = (Statistics, Option<Orders>);

impl Question {
    pub fn against_name(&self) -> Option<&str> {
        self.against.as_ref().map(|(_, name)| name.as_str())
    }

    /// Returns empty counts of the shuffle, and of the other one if there is one.
    pub fn empty_counts(&self) -> (Counts, Option<Counts>) {
        (self.counts(), self.against.is_some().then(|| self.counts()))
    }

    fn counts(&self) -> Counts {
        let cards = self.problem.cards();
        (Statistics::new(cards, self.card), self.orders.then(|| Orders::new(cards)))
    }
}
