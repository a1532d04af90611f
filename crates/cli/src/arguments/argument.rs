//! Parses arguments that can be given by position or by option, such as the number of cards.

use std::fmt::Display;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use num_bigint::BigUint;

use crate::arguments::args::{KindArg, ShuffleArgs};
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

const SHUFFLE: Named = Named { what: "shuffle", position: "[SHUFFLE]", option: "--shuffle <WORD>" };

/// The number of cards, and the shuffle if the user gave one.
#[derive(Debug)]
pub struct GivenArgs {
    pub cards: Cards,
    pub shuffle: Option<Text>,
}

impl GivenArgs {
    /// Returns the shuffle that the user gave, or the default `usual`.
    pub fn shuffle_or(&self, usual: &str) -> Text {
        let usual = || Text { text: usual.into(), argument: SHUFFLE.position };
        self.shuffle.clone().unwrap_or_else(usual)
    }
}

/// The arguments as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct Typed {
    #[command(flatten)]
    cards: CardsArgs,

    /// The shuffle: out, in, or any word of moves applied from left to right, such as "out in^2 cut:26", with
    /// groups (in out)^5 and permutations (1 2 4); `faro list moves` lists all moves,
    /// `faro list shuffles` the random shuffles
    #[arg(value_name = "SHUFFLE")]
    second: Option<String>,

    /// The shuffle, by option
    #[arg(long = "shuffle", short = 's', value_name = "WORD")]
    word: Option<String>,
}

impl TryFrom<Typed> for GivenArgs {
    type Error = anyhow::Error;

    fn try_from(typed: Typed) -> anyhow::Result<GivenArgs> {
        let Typed { cards, second, word } = typed;
        if let (Some(first), Some(second)) = (&cards.first, &second)
            && !is_number(first)
            && is_number(second)
        {
            let why = format!("the number of cards comes first: {second} {first}");
            return Err(invalid(CARDS.position, first, why));
        }
        let (cards, [second]) = cards.and_others([second])?;
        Ok(GivenArgs { cards, shuffle: SHUFFLE.given(second, word)? })
    }
}

/// Converts an error to an error of the argument parser, which reads the arguments.
fn parse_error(error: &anyhow::Error) -> Error {
    Error::raw(ErrorKind::ValueValidation, format!("{error}\n"))
}

/// Implements clap's traits for a type that is converted from the arguments as they are typed.
macro_rules! converted {
    ($type:ty, $typed:ty, $read:path) => {
        impl FromArgMatches for $type {
            fn from_arg_matches(matches: &ArgMatches) -> Result<$type, Error> {
                <$type>::try_from($read(matches)?).map_err(|error| parse_error(&error))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
                *self = <$type>::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl Args for $type {
            fn augment_args(command: Command) -> Command {
                <$typed>::augment_args(command)
            }

            fn augment_args_for_update(command: Command) -> Command {
                <$typed>::augment_args(command)
            }
        }
    };
}

converted!(GivenArgs, Typed, Typed::from_arg_matches);
converted!(ShuffleArgs, TypedShuffle, TypedShuffle::read);

/// The arguments of [`ShuffleArgs`] as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct TypedShuffle {
    #[command(flatten)]
    given: GivenArgs,

    /// A perfect shuffle: the top half supplies the top card, which stays on top (out), or the bottom half does, and
    /// the old top card becomes the second (in). In an odd deck that half has one card more
    #[arg(long, short, value_enum, value_name = "out|in", conflicts_with = "word")]
    kind: Option<KindArg>,

    /// The number of equal packets that the deck is cut into; two packets may differ by one card [default: 2]
    #[arg(
        long, value_name = "K", conflicts_with = "word",
        value_parser = integer::parse_positive, allow_negative_numbers = true
    )]
    packets: Option<BigUint>,

    /// The inverse of the shuffle, which undoes it
    #[arg(long, conflicts_with = "word")]
    inverse: bool,

    /// Whether no shuffle is given, and the starting order is shown.
    #[arg(skip)]
    is_identity: bool,
}

impl TypedShuffle {
    /// Reads the arguments. With `--start` the shuffle is optional, unless the command [needs
    /// one](crate::arguments::start::StartArgs::check_shuffle).
    fn read(matches: &ArgMatches) -> Result<TypedShuffle, Error> {
        let typed = TypedShuffle::from_arg_matches(matches)?;
        let is_given = typed.given.shuffle.is_some() || typed.kind.is_some();
        let has_start = matches.try_get_one::<String>("start").is_ok_and(|start| start.is_some());
        Ok(TypedShuffle { is_identity: !is_given && has_start, ..typed })
    }
}

impl TryFrom<TypedShuffle> for ShuffleArgs {
    type Error = anyhow::Error;

    fn try_from(typed: TypedShuffle) -> anyhow::Result<ShuffleArgs> {
        let TypedShuffle { given: GivenArgs { cards, shuffle }, kind, packets, inverse, is_identity } = typed;
        let (kind, word) = match (shuffle, kind) {
            (Some(given), Some(kind)) => {
                return Err(twice(SHUFFLE.what, &given.text, format!("--kind {kind}")));
            }
            (Some(given), None) => match KindArg::from_str(&given.text, false) {
                Ok(kind) if given.argument == SHUFFLE.position => (Some(kind), None),
                _ => (None, Some(given)),
            },
            (None, None) if is_identity => {
                (None, Some(Text { text: "()".into(), argument: SHUFFLE.position }))
            }
            (None, kind) => (kind, None),
        };
        match &word {
            Some(Text { text, .. }) if packets.is_some() => anyhow::bail!(
                "'--packets' is for out and in, not for '{text}'; write the packets in the word, for example packets:4:in"
            ),
            Some(Text { text, .. }) if inverse => {
                anyhow::bail!("'--inverse' is for out and in, not for '{text}'; try '({text})^-1'")
            }
            None if kind.is_none() => {
                anyhow::bail!(
                    "the shuffle is missing; expected out, in, fisher-yates or another one, for example '52 out'"
                )
            }
            _ => {}
        }
        let packets = packets.unwrap_or_else(|| 2u32.into());
        Ok(ShuffleArgs { cards, kind, packets, inverse, word, is_identity })
    }
}
