use faro::mixing::Distances;
use faro::word::Routine;
use faro_sample::shuffle::Seed;

use crate::command::mix::arguments::Mix;
use crate::command::mix::value::{Value, Values};
use faro_console::error::invalid;
use faro_console::watch::Watch;

/// Computes the distances after each number of rounds. A round is the user's word, once.
pub struct Rounds {
    pub most: u64,
    /// The last row by default.
    pub usual_last: u64,
    /// The number of random decks per row and their seed, if something is estimated.
    pub drawn: Option<(u32, Seed)>,
    /// How lower bounds hold together, if there are any.
    pub together: Option<String>,
    pub values: Box<AfterRounds>,
}

/// Returns the values after a number of rounds, or `None` if a signal or the timeout came first. The number
/// must not decrease from call to call.
type AfterRounds = dyn FnMut(u64, &Watch) -> Option<Values>;

/// Maximum number of rounds that are done one by one.
pub const MAX_ROUNDS: u64 = 1_000_000;

impl Rounds {
    /// Creates the rounds of a shuffle from its values after at least one round.
    ///
    /// The values of the unshuffled deck are exact.
    pub fn new(
        cards: usize,
        usual_last: u64,
        mut values: impl FnMut(u64, &Watch) -> Option<Values> + 'static,
    ) -> Rounds {
        let values = move |times, watch: &Watch| match times {
            0 => Some(exact(&Distances::certain(cards))),
            _ => values(times, watch),
        };
        Rounds { most: MAX_ROUNDS, usual_last, drawn: None, together: None, values: Box::new(values) }
    }

    /// Creates the rounds of a shuffle that makes all orders equally likely.
    pub fn uniform(cards: usize) -> Rounds {
        Rounds::new(cards, 1, move |_, _| Some(exact(&Distances::uniform(cards))))
    }
}

/// A word and its deck, as the user gave them.
pub struct Given<'a> {
    pub mix: &'a Mix,
    pub name: &'a str,
    pub cards: usize,
    pub routine: Routine,
}

impl Given<'_> {
    /// Returns the error for a number of cards that `error` refuses. `purpose` follows the accepted numbers.
    pub fn refused_cards(&self, error: &faro::Error, purpose: &str) -> anyhow::Error {
        self.invalid_cards(match error {
            faro::Error::TooManyCards { at_most, .. } => {
                format!("expected at most {at_most} cards {purpose}")
            }
            faro::Error::TooFewCards { at_least: 1, .. } => "expected at least one card".into(),
            faro::Error::TooFewCards { at_least, .. } => {
                format!("expected at least {at_least} cards {purpose}")
            }
            error => error.to_string(),
        })
    }

    pub fn invalid_cards(&self, why: impl Into<String>) -> anyhow::Error {
        self.mix.given.cards.error(why.into())
    }

    pub fn invalid_shuffle(&self, why: &str) -> anyhow::Error {
        invalid(self.mix.given.shuffle_or("gsr").argument, self.name, why)
    }
}

/// Returns the total variation of a deck that is not shuffled.
pub fn certain(cards: usize) -> Value {
    let row = Distances::certain(cards);
    Value::Part(row.total_variation, row.total_variation_complement)
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
