use std::ops::Range;

use super::question::{Counts, Question};
use crate::cli::plural::counted;

/// What was asked, and what was counted of which units of work.
pub struct Outcome {
    pub question: Question,
    /// The decks that were shuffled by each shuffle.
    pub decks: u64,
    pub counts: Counts,
    /// What was counted of the other shuffle.
    pub against: Option<Counts>,
    /// The units that were counted, ascending.
    pub units: Vec<Range<u64>>,
    /// How far it came, where Ctrl-C ended it.
    pub interrupted: Option<String>,
}

impl Outcome {
    /// Whether all decks were shuffled.
    pub fn is_complete(&self) -> bool {
        self.decks == self.question.problem.samples()
    }

    /// What this is, in a line; the seed always stands in it.
    pub fn heading(&self) -> String {
        format!("{}, seed {}", self.title(), self.question.seed)
    }

    /// What this is, but for the seed.
    pub fn title(&self) -> String {
        let Question { name, problem, .. } = &self.question;
        let against = self.question.against_name().map_or(String::new(), |other| format!(" against {other}"));
        let decks = if self.is_complete() { String::new() } else { format!("{} of ", self.decks) };
        let (cards, samples) = (problem.cards() as u64, problem.samples());
        format!("{name}{against}, {}, {decks}{}", counted(cards, "card"), counted(samples, "deck"))
    }
}
