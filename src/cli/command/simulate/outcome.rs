use std::ops::Range;

use super::question::{Counts, Question};
use crate::cli::plural::counted;

/// The counts of a simulation or of a part of it.
pub struct Outcome {
    pub question: Question,
    /// The number of decks of each shuffle.
    pub decks: u64,
    pub counts: Counts,
    /// The counts of the other shuffle.
    pub against: Option<Counts>,
    /// The units that were counted, ascending.
    pub units: Vec<Range<u64>>,
    /// What is missing if Ctrl-C ended the work.
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

    /// Returns the shuffles, the number of cards and the number of decks.
    pub fn title(&self) -> String {
        let Question { name, problem, .. } = &self.question;
        let against = self.question.against_name().map_or(String::new(), |other| format!(" against {other}"));
        let decks = if self.is_complete() { String::new() } else { format!("{} of ", self.decks) };
        let (cards, samples) = (problem.cards() as u64, problem.samples());
        format!("{name}{against}, {}, {decks}{}", counted(cards, "card"), counted(samples, "deck"))
    }
}
