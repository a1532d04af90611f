//! Parses words of the language of shuffles from the command line. Errors show the word with carets under the
//! wrong part.

use std::fmt::{self, Display};

use faro::Word;
use faro::perfect::WeavePower;
use faro::stacks::Stack;
use faro::word::{FitError, FitErrorKind, WordError, WordErrorKind};
use num_bigint::BigUint;

use super::error::{brief, invalid, with_caret};
use faro_render::one_based;
use faro_render::plural::counted;

/// Parses a word, and also returns it in the normal form of the language.
pub fn read(argument: &str, text: &str) -> anyhow::Result<(Word, String)> {
    let word = read_part(argument, text, 0, text)?;
    let name = word.counting_from(one_based::FIRST).to_string();
    Ok((word, name))
}

/// Parses a word that is the part of `text` from byte `start` on.
pub fn read_part(argument: &str, text: &str, start: usize, part: &str) -> anyhow::Result<Word> {
    Word::parse_counting_from(part, one_based::FIRST).map_err(|error| {
        if Stack::named(part).is_some() {
            let why = format!("this is a stack, not a shuffle; try `faro deck --start {part}`");
            return invalid(argument, text, why);
        }
        let tip = tip(part, &error).map_or_else(String::new, |tip| format!("; {tip}"));
        let span = start + error.span.start..start + error.span.end;
        invalid(argument, text, with_caret(format!("{}{tip}", error.kind), text, span))
    })
}

/// Returns a guess at the meaning of a text that is not a word.
fn tip(text: &str, error: &WordError) -> Option<String> {
    let is_factor = |word: &str| word.parse::<Word>().is_ok_and(|word| word.length() == 1);
    let [before, after] = [&text[..error.span.start], &text[error.span.start..]];
    let digits = after.len() - after.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (number, rest) = after.split_at(digits);
    let last = before.split_whitespace().next_back().filter(|last| is_factor(last));
    let next =
        rest.trim_start_matches([' ', 'x', '*']).split_whitespace().next().filter(|next| is_factor(next));
    match (&error.kind, last, next) {
        (WordErrorKind::Unexpected { .. }, _, _) if !number.is_empty() && digits == text.len() => {
            Some(format!(
                "the number of shuffles is an option: --times {number}, or --riffles {number} of `faro mix`"
            ))
        }
        (WordErrorKind::Unexpected { .. }, Some(last), _) if !number.is_empty() => {
            Some(format!("did you mean '{last}^{number}'?"))
        }
        (WordErrorKind::Unexpected { .. }, None, Some(next)) if !number.is_empty() => {
            Some(format!("did you mean '{next}^{number}'?"))
        }
        (WordErrorKind::Unexpected { found, .. }, ..)
            if "',' ';' '+' '*' '>' '-' '→'".contains(found.as_str()) =>
        {
            Some("moves are separated by spaces, and a power is written in^3".into())
        }
        _ => None,
    }
}

/// Returns the error of a word that does not fit the deck.
pub fn fit_error(argument: &str, value: impl Display, word: &Word, error: &FitError) -> anyhow::Error {
    let why = match &error.kind {
        FitErrorKind::UnequalPackets { cards, packets } => unequal_packets(cards, packets),
        FitErrorKind::NoPosition { point, cards } => {
            let point = one_based::number(BigUint::from(*point));
            format!(
                "there is no position {point} in a deck of {}; expected 1 to {cards}",
                counted(cards, "card")
            )
        }
        FitErrorKind::MoreThanCards { asked, cards } => {
            let (asked, cards) = (brief(asked), brief(cards));
            format!(
                "{asked} is more than the {} of the deck; expected at most {cards}",
                counted(&cards, "card")
            )
        }
        FitErrorKind::Random { name } => {
            format!(
                "{name} is a random shuffle, which this command does not accept; try `faro deck --samples`, `faro law`, `faro matrix` or `faro simulate`"
            )
        }
        kind => kind.to_string(),
    };
    let name = word.counting_from(one_based::FIRST).to_string();
    let span = word.span(error.letter, one_based::FIRST).unwrap_or_default();
    invalid(argument, value, with_caret(why, &name, span))
}

/// Returns the reason why `cards` cards cannot be cut into `packets` packets.
pub fn unequal_packets(cards: &BigUint, packets: &BigUint) -> String {
    let (cards, divisor) = (brief(cards), brief(&divisor_near(packets, cards)));
    format!(
        "{} cannot be cut into this number of equal packets; expected 2 or a divisor of {cards}, for example {divisor}",
        counted(&cards, "card")
    )
}

/// Returns a valid number of packets near `packets`.
///
/// It is the next smaller divisor of the number of cards if one is near, otherwise 2, which always divides.
fn divisor_near(packets: &BigUint, cards: &BigUint) -> BigUint {
    let below = (1..1000u32).map_while(|less| (*packets > BigUint::from(less + 2)).then(|| packets - less));
    below.into_iter().find(|divisor| cards % divisor == BigUint::ZERO).unwrap_or(2u32.into())
}

/// A fixed shuffle of a deck. It prints as a word of the language of shuffles.
pub struct Shuffle {
    pub cards: BigUint,
    pub name: String,
    pub how: How,
}

/// The method by which results are computed.
pub enum How {
    /// In closed form, for decks of any size.
    Weave(WeavePower),
    /// From the listed deck. The position of one card comes from a formula if there is one.
    Word(Word),
}

impl fmt::Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
