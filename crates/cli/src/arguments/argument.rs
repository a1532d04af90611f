//! Parses arguments that can be given by position or by option, such as the number of cards.

use std::fmt::Display;

use clap::Error;
use clap::error::ErrorKind;
use faro_render::numbers::joined;
use num_bigint::BigUint;

use crate::arguments::integer::{self, Range};
use crate::output::error::invalid;
use crate::output::note;

const DEFAULT_CARDS: u32 = 52;

/// The names, for error messages, of an argument that can be given by position or by option.
#[derive(Debug)]
pub struct Named {
    pub what: &'static str,
    pub position: &'static str,
    pub option: &'static str,
}

pub const CARDS: Named = Named {
    what: "number of cards",
    position: "[CARDS]",
    option: "--cards <N>",
};

/// The text of an argument, and the name under which the user gave it.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub argument: &'static str,
}

impl Named {
    /// Returns the text that the user gave, if any.
    pub fn given(
        &self,
        position: Option<String>,
        option: Option<String>,
    ) -> anyhow::Result<Option<Text>> {
        match (position, option) {
            (Some(position), Some(option)) => {
                let flag = self.option.split(' ').next().unwrap_or_default();
                Err(twice(self.what, &position, format!("{flag} {option}")))
            }
            (Some(text), None) => Ok(Some(Text {
                text,
                argument: self.position,
            })),
            (None, option) => Ok(option.map(|text| Text {
                text,
                argument: self.option,
            })),
        }
    }

    /// Returns the text that the user gave, or an error that shows the command line `example`.
    pub fn required(
        &self,
        position: Option<String>,
        option: Option<String>,
        example: &str,
    ) -> anyhow::Result<Text> {
        let given = self.given(position, option)?;
        given.ok_or_else(|| {
            anyhow::anyhow!(
                "the {} is missing; expected for example '{example}'",
                self.what
            )
        })
    }
}

impl Text {
    pub fn parse<T>(&self, parse: impl FnOnce(&str) -> Result<T, String>) -> anyhow::Result<T> {
        parse(&self.text).map_err(|why| self.error(why))
    }

    /// Returns the error of a text that the argument does not accept.
    pub fn error(&self, why: impl Display) -> anyhow::Error {
        invalid(self.argument, &self.text, why)
    }
}

/// The number of cards as it is typed.
#[derive(Debug, clap::Args)]
pub struct CardsArgs {
    /// The number of cards [default: 52]
    #[arg(value_name = "CARDS")]
    pub first: Option<String>,

    /// The number of cards, by option
    #[arg(long, short = 'n', value_name = "N")]
    cards: Option<String>,
}

impl CardsArgs {
    fn with_first(&self, first: Option<String>) -> anyhow::Result<DeckSize> {
        DeckSize::new(CARDS.given(first, self.cards.clone())?)
    }

    /// Returns the number of cards, and the texts of the other positions.
    ///
    /// If the first text does not begin as a number, the number of cards is left out and the text is the first
    /// of the others.
    pub fn and_others<const K: usize>(
        &self,
        others: [Option<String>; K],
    ) -> anyhow::Result<(DeckSize, [Option<String>; K])> {
        let is_left_out = self.first.as_ref().is_some_and(|first| !is_number(first));
        self.and_shifted(others, is_left_out)
    }

    /// Returns the number of cards and the other arguments by position, as `and_others` does.
    ///
    /// `is_left_out` says whether the user left out the number of cards, so that its place has the next argument.
    pub fn and_shifted<const K: usize>(
        &self,
        mut others: [Option<String>; K],
        is_left_out: bool,
    ) -> anyhow::Result<(DeckSize, [Option<String>; K])> {
        let mut first = self.first.clone();
        if is_left_out && others.last().is_some_and(Option::is_none) {
            others.rotate_right(1);
            others[0] = first.take();
        }
        Ok((self.with_first(first)?, others))
    }
}

/// The number of cards in the deck, or the list of numbers if the user asks for several decks.
#[derive(Clone, Debug)]
pub struct DeckSize {
    pub number: BigUint,
    /// All numbers of a list of deck sizes such as `25,32,50..=54`. `number` is the first of them. Empty if the
    /// user gave one number.
    sizes: Vec<BigUint>,
    /// The name of the argument, or `None` if the user gave no number.
    argument: Option<&'static str>,
}

impl DeckSize {
    fn new(given: Option<Text>) -> anyhow::Result<DeckSize> {
        let Some(given) = given else {
            return Ok(DeckSize::from(u64::from(DEFAULT_CARDS)).by(None));
        };
        let sizes = if is_list(&given.text) {
            given.parse(expanded)?
        } else {
            Vec::new()
        };
        let number = match sizes.first() {
            Some(first) => first.clone(),
            None => given.parse(integer::parse_positive)?,
        };
        Ok(DeckSize {
            number,
            sizes,
            argument: Some(given.argument),
        })
    }

    fn by(self, argument: Option<&'static str>) -> DeckSize {
        DeckSize { argument, ..self }
    }

    /// Returns whether the user gave a list of numbers.
    pub fn is_list(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// Returns the numbers of the user's list, or an empty list, and keeps only the first of them.
    pub fn take_sizes(&mut self) -> Vec<BigUint> {
        std::mem::take(&mut self.sizes)
    }

    /// Returns an error if the user gave a list of numbers of cards instead of one number.
    pub fn single(&self) -> anyhow::Result<()> {
        let Some(argument) = self.argument.filter(|_| self.is_list()) else {
            return Ok(());
        };
        let sizes = joined(&self.sizes, ",");
        Err(invalid(
            argument,
            sizes,
            "expected one number of cards here",
        ))
    }

    pub fn is_given(&self) -> bool {
        self.argument.is_some()
    }

    /// Returns the number, or an error if it is above `max`. `purpose` is the end of the message.
    pub fn at_most<T>(&self, max: T, purpose: &str) -> anyhow::Result<T>
    where
        T: for<'a> TryFrom<&'a BigUint> + Copy + PartialOrd + Display,
    {
        let number = T::try_from(&self.number).ok();
        number
            .filter(|number| *number <= max)
            .ok_or_else(|| self.error(format!("expected at most {max} cards{purpose}")))
    }

    pub fn error(&self, why: impl Display) -> anyhow::Error {
        match self.argument {
            Some(argument) => invalid(argument, &self.number, why),
            None => {
                anyhow::anyhow!(
                    "no number of cards is given, so that the deck has {DEFAULT_CARDS}: {why}"
                )
            }
        }
    }
}

/// A number of cards given by option.
impl From<u64> for DeckSize {
    fn from(number: u64) -> DeckSize {
        DeckSize {
            number: number.into(),
            sizes: Vec::new(),
            argument: Some(CARDS.option),
        }
    }
}

/// Converts an error to an error of the argument parser, which reads the arguments.
pub fn parse_error(error: &anyhow::Error) -> Error {
    Error::raw(ErrorKind::ValueValidation, format!("{error}\n"))
}

/// Implements clap's traits for a type that is converted from the arguments as they are typed.
macro_rules! converted {
    ($type:ty, $typed:ty, $read:path) => {
        impl clap::FromArgMatches for $type {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<$type, clap::Error> {
                let typed: $typed = $read(matches)?;
                <$type>::try_from(typed)
                    .map_err(|error| $crate::arguments::argument::parse_error(&error))
            }

            fn update_from_arg_matches(
                &mut self,
                matches: &clap::ArgMatches,
            ) -> Result<(), clap::Error> {
                *self = <$type>::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl clap::Args for $type {
            fn augment_args(command: clap::Command) -> clap::Command {
                <$typed>::augment_args(command)
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                <$typed>::augment_args(command)
            }
        }
    };
}

pub(crate) use converted;

converted!(DeckSize, CardsArgs, clap::FromArgMatches::from_arg_matches);

impl TryFrom<CardsArgs> for DeckSize {
    type Error = anyhow::Error;

    fn try_from(typed: CardsArgs) -> anyhow::Result<DeckSize> {
        typed.with_first(typed.first.clone())
    }
}

/// Maximum number of sizes in a list.
const MAX_SIZES: u64 = 10_000;

/// Returns whether the text of a number of cards is a list or a range of numbers.
fn is_list(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && (text.contains([',', '-', '–']) || text.contains(".."))
        && text
            .chars()
            .all(|letter| letter.is_ascii_digit() || " ,.=^-–".contains(letter))
}

/// Returns the sizes of a list such as `25,32,50..=54`.
fn expanded(text: &str) -> Result<Vec<BigUint>, String> {
    let too_many =
        || format!("expected at most {MAX_SIZES} sizes; `faro sweep` has the orders of more");
    if text
        .split(',')
        .skip(1)
        .any(|part| part.len() == 3 && part.starts_with('0'))
    {
        let number = text.replace(',', "");
        return Err(format!(
            "it is a list of sizes, of which one is 0; for the number write {number}"
        ));
    }
    let mut sizes = Vec::new();
    for part in text.split(',') {
        if part.contains("..") || part.contains(['-', '–']) {
            let range = Range::of_sizes(part)?;
            range.note().iter().for_each(|text| note(text));
            let range = range.numbers;
            if range.end() - range.start() >= MAX_SIZES {
                return Err(too_many());
            }
            sizes.extend(range.map(BigUint::from));
        } else {
            sizes.push(integer::parse_positive(part)?);
        }
        if sizes.len() as u64 > MAX_SIZES {
            return Err(too_many());
        }
    }
    Ok(sizes)
}

pub fn is_number(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit() || "+-".contains(sign))
}

/// Returns two arguments by position with the number first. The user may have given them in either order.
pub fn number_first(first: Option<String>, second: Option<String>) -> [Option<String>; 2] {
    if first.as_ref().is_none_or(|first| is_number(first)) {
        [first, second]
    } else {
        [second, first]
    }
}

/// Returns the error of a value that is given both by position and by option.
pub fn twice(what: &str, position: &str, option: impl Display) -> anyhow::Error {
    anyhow::anyhow!("the {what} is given twice: '{position}' and '{option}'; expected one of them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_of_sizes() {
        let sizes = |text| {
            expanded(text).map(|sizes| sizes.iter().map(BigUint::to_string).collect::<Vec<_>>())
        };
        assert_eq!(
            sizes("25,32,50..=52").unwrap(),
            ["25", "32", "50", "51", "52"]
        );
        assert_eq!(sizes("2^3,9").unwrap(), ["8", "9"]);
        assert!(
            sizes("1..=100000")
                .unwrap_err()
                .contains("at most 10000 sizes")
        );
        assert!(sizes("5,,6").is_err());
        assert!(
            sizes("1,000,000")
                .unwrap_err()
                .contains("for the number write 1000000")
        );
    }
}
