use faro::mixing::Distances;
use faro::shuffle::Seed;
use faro::word::Routine;

use crate::cli::command::mix::arguments::Mix;
use crate::cli::command::mix::value::{Value, Values};
use crate::cli::error::invalid;
use crate::cli::watch::Watch;

/// How the distances after each number of rounds are computed. A round is the given word, once.
pub trait Rounds {
    /// Returns the largest number of rounds.
    fn most(&self) -> u64 {
        MAX_ROUNDS
    }

    /// Returns the last row if no rows are given.
    fn usual_last(&self) -> u64;

    /// Returns the values after a number of rounds from 1, which is not smaller than in the call before. `None` if a
    /// signal or the timeout came first.
    fn values(&mut self, times: u64, watch: &Watch) -> Option<Values>;

    /// Returns the values of the deck that is not shuffled.
    fn at_start(&mut self, cards: usize, _watch: &Watch) -> Option<Values> {
        Some(exact(&Distances::certain(cards)))
    }

    /// Returns the number of random decks of a row and their seed, if something is estimated.
    fn drawn(&self) -> Option<(u32, Seed)> {
        None
    }
}

/// The most rounds that are done one by one.
const MAX_ROUNDS: u64 = 1_000_000;

/// A word with its deck, as it was given.
pub struct Given<'a> {
    pub mix: &'a Mix,
    pub name: &'a str,
    pub cards: usize,
    pub routine: Routine,
}

impl Given<'_> {
    pub fn invalid_cards(&self, why: impl Into<String>) -> anyhow::Error {
        self.mix.given.cards.error(why.into())
    }

    pub fn invalid_shuffle(&self, why: &str) -> anyhow::Error {
        invalid(self.mix.given.shuffle_or("gsr").argument, self.name, why)
    }
}

/// Returns the values of exact distances.
pub fn exact(row: &Distances) -> Values {
    with_method("exact", row)
}

pub fn with_method(method: &'static str, row: &Distances) -> Values {
    vec![
        ("method", Value::Text(method)),
        ("total_variation", Value::Part(row.total_variation, row.total_variation_complement)),
        ("total_variation_complement", Value::Size(row.total_variation_complement)),
        ("separation", Value::Part(row.separation, row.separation_complement)),
        ("separation_complement", Value::Size(row.separation_complement)),
        ("l_infinity", Value::Size(row.l_infinity)),
        ("chi_square", Value::Size(row.chi_square)),
        ("kl_bits", Value::Real(row.kl_bits, 6)),
        ("entropy_bits", Value::Real(row.entropy_bits, 6)),
    ]
}
