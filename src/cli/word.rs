//! Words of the language of shuffles as they are written on the command line, and what is said of those
//! that cannot be read or do not fit, with carets under what is meant.

use std::fmt::Display;

use faro::Word;
use faro::perfect::UnequalPacketsError;
use faro::word::{FitError, FitErrorKind};
use num_bigint::BigUint;

use super::error::{brief, invalid, with_caret};
use super::one_based;

/// A word, with what it prints as.
pub fn read(argument: &str, text: &str) -> anyhow::Result<(Word, String)> {
    let word = read_part(argument, text, 0, text)?;
    let name = word.counting_from(one_based::FIRST).to_string();
    Ok((word, name))
}

/// A word that is a part of a text, from this byte on.
pub fn read_part(argument: &str, text: &str, start: usize, part: &str) -> anyhow::Result<Word> {
    Word::parse_counting_from(part, one_based::FIRST).map_err(|error| {
        let span = start + error.span.start..start + error.span.end;
        invalid(argument, text, with_caret(&error.kind, text, span))
    })
}

/// A refusal of a word that is read, and does not fit the deck; the value is what was written.
pub fn fit_error(argument: &str, value: impl Display, word: &Word, error: &FitError) -> anyhow::Error {
    let why = match &error.kind {
        FitErrorKind::UnequalPackets(unequal) => unequal_packets(unequal),
        FitErrorKind::NoPosition { point, cards } => {
            let point = one_based::number(BigUint::from(*point));
            format!("there is no position {point} in a deck of {cards}; up to {cards} would do")
        }
        FitErrorKind::MoreThanCards { asked, cards } => {
            let (asked, cards) = (brief(asked), brief(cards));
            format!("{asked} are more than the {cards} cards of the deck; up to {cards} would do")
        }
        FitErrorKind::Random { name } => {
            format!(
                "{name} draws at random; `faro deck --samples`, `faro law`, `faro matrix` and `faro simulate` take random shuffles"
            )
        }
        kind => kind.to_string(),
    };
    let name = word.counting_from(one_based::FIRST).to_string();
    let span = word.span(error.letter, one_based::FIRST).unwrap_or_default();
    invalid(argument, value, with_caret(why, &name, span))
}

pub fn unequal_packets(unequal: &UnequalPacketsError) -> String {
    let UnequalPacketsError { cards, packets } = unequal;
    let (cards, divisor) = (brief(cards), brief(&divisor_near(packets, cards)));
    format!("{cards} cards cannot be cut into so many equal packets; {divisor} would do")
}

/// A number of packets that works: the next divisor below, if it is near, else two, which always does.
fn divisor_near(packets: &BigUint, cards: &BigUint) -> BigUint {
    let below = (1..1000u32).map_while(|less| (*packets > BigUint::from(less + 2)).then(|| packets - less));
    below.into_iter().find(|divisor| cards % divisor == BigUint::ZERO).unwrap_or(2u32.into())
}
