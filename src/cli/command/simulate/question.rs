use faro::shuffle::Seed;
use faro::simulate::{Orders, Problem, Statistics};
use faro::word::Routine;

/// What is asked: all that the result depends on, and in what the parts of a whole agree.
pub struct Question {
    pub problem: Problem,
    /// The word of the shuffle as it is printed.
    pub name: String,
    pub shuffle: Routine,
    /// The shuffle that is held against it, with its name.
    pub against: Option<(Routine, String)>,
    pub seed: Seed,
    /// The card that is followed, from 0.
    pub card: Option<u32>,
    pub orders: bool,
}

/// What is counted of the decks of one shuffle.
pub type Counts = (Statistics, Option<Orders>);

impl Question {
    pub fn against_name(&self) -> Option<&str> {
        self.against.as_ref().map(|(_, name)| name.as_str())
    }

    /// Nothing counted yet: of the shuffle, and of the other where there is one.
    pub fn nothing(&self) -> (Counts, Option<Counts>) {
        (self.counts(), self.against.is_some().then(|| self.counts()))
    }

    fn counts(&self) -> Counts {
        let cards = self.problem.cards();
        (Statistics::new(cards, self.card), self.orders.then(|| Orders::new(cards)))
    }
}
