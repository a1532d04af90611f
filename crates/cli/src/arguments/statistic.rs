//! The names of statistics of a deck as they are typed.

use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use faro_permutation::Statistic;

static NAMES: LazyLock<[String; Statistic::ALL.len()]> =
    LazyLock::new(|| Statistic::ALL.map(|statistic| statistic.name().replace('_', "-")));

/// Returns the name of a statistic as it is typed, such as `rising-sequences`.
pub fn name(statistic: Statistic) -> &'static str {
    &NAMES[statistic as usize]
}

/// Returns the name of a statistic with its other spellings: `rising-sequences`, `rising_sequences`, `rising`.
pub fn possible_value(statistic: Statistic) -> PossibleValue {
    let words = statistic.name();
    let short = words.split('_').next().unwrap_or(words);
    PossibleValue::new(name(statistic)).aliases([words, short])
}

/// Parses the name of a statistic of a whole deck.
pub fn parser() -> impl TypedValueParser<Value = Statistic> {
    PossibleValuesParser::new(Statistic::OF_DECKS.map(possible_value)).map(|text| {
        let is_named = |&statistic: &Statistic| possible_value(statistic).matches(&text, false);
        let found = Statistic::OF_DECKS.into_iter().find(is_named);
        found.expect("one of the possible values")
    })
}
