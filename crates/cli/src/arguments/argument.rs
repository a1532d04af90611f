//! Parses arguments that can be given by position or by option, such as the number of cards.

use std::fmt::Display;

use num_bigint::BigUint;

use crate::arguments::integer;
use crate::output::error::invalid;

const DEFAULT_CARDS: u32 = 52;

/// The names, for error messages, of an argument that can be given by position or by option.
#[derive(Debug)]
pub struct Named {
    pub what: &'static str,
    pub position: &'static str,
    pub option: &'static str,
}

pub const CARDS: Named = Named { what: "number of cards", position: "[CARDS]", option: "--cards <N>" };

/// The text of an argument, and the name under which the user gave it.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub argument: &'static str,
}

impl Named {
    /// Returns the text that the user gave, if any.
    pub fn given(&self, position: Option<String>, option: Option<String>) -> anyhow::Result<Option<Text>> {
        match (position, option) {
            (Some(position), Some(option)) => {
                let flag = self.option.split(' ').next().unwrap_or_default();
                Err(twice(self.what, &position, format!("{flag} {option}")))
            }
            (Some(text), None) => Ok(Some(Text { text, argument: self.position })),
            (None, option) => Ok(option.map(|text| Text { text, argument: self.option })),
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
        given.ok_or_else(|| anyhow::anyhow!("the {} is missing; expected for example '{example}'", self.what))
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
    #[arg(value_name = "CARDS", allow_negative_numbers = true)]
    pub first: Option<String>,

    /// The number of cards, by option
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true)]
    cards: Option<String>,
}

impl CardsArgs {
    pub fn cards(&self) -> anyhow::Result<Cards> {
        self.with_first(self.first.clone())
    }

    fn with_first(&self, first: Option<String>) -> anyhow::Result<Cards> {
        Cards::new(CARDS.given(first, self.cards.clone())?)
    }

    /// Returns the number of cards, and the texts of the other positions.
    ///
    /// If the first text does not begin as a number, the number of cards is left out and the text is the first
    /// of the others.
    pub fn and_others<const K: usize>(
        &self,
        others: [Option<String>; K],
    ) -> anyhow::Result<(Cards, [Option<String>; K])> {
        let is_left_out = self.first.as_ref().is_some_and(|first| !is_number(first));
        self.and_shifted(others, is_left_out)
    }

    /// Like [`and_others`](Self::and_others), but the caller says whether the number of cards is left out.
    pub fn and_shifted<const K: usize>(
        &self,
        mut others: [Option<String>; K],
        is_left_out: bool,
    ) -> anyhow::Result<(Cards, [Option<String>; K])> {
        let mut first = self.first.clone();
        if is_left_out && others.last().is_some_and(Option::is_none) {
            others.rotate_right(1);
            others[0] = first.take();
        }
        Ok((self.with_first(first)?, others))
    }
}

#[derive(Clone, Debug)]
pub struct Cards {
    pub number: BigUint,
    /// The name of the argument, or `None` if the user gave no number.
    argument: Option<&'static str>,
}

impl Cards {
    fn new(given: Option<Text>) -> anyhow::Result<Cards> {
        let Some(given) = given else { return Ok(Cards { number: DEFAULT_CARDS.into(), argument: None }) };
        Ok(Cards { number: given.parse(integer::parse_positive)?, argument: Some(given.argument) })
    }

    pub fn is_given(&self) -> bool {
        self.argument.is_some()
    }

    pub fn error(&self, why: impl Display) -> anyhow::Error {
        match self.argument {
            Some(argument) => invalid(argument, &self.number, why),
            None => {
                anyhow::anyhow!("no number of cards is given, so that the deck has {DEFAULT_CARDS}: {why}")
            }
        }
    }
}

/// A number of cards given by option.
impl From<u64> for Cards {
    fn from(number: u64) -> Cards {
        Cards { number: number.into(), argument: Some(CARDS.option) }
    }
}

pub fn is_number(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit() || "+-".contains(sign))
}

/// Returns two texts by position, the number first. The user may give them in either order.
pub fn number_first(first: Option<String>, second: Option<String>) -> [Option<String>; 2] {
    if first.as_ref().is_none_or(|first| is_number(first)) { [first, second] } else { [second, first] }
}

/// Returns the error of a value that is given both by position and by option.
pub fn twice(what: &str, position: &str, option: impl Display) -> anyhow::Error {
    anyhow::anyhow!("the {what} is given twice: '{position}' and '{option}'; expected one of them")
}
