//! The number of cards and the shuffle: by position, as in `52 out`, or by option.

use std::fmt::Display;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use num_bigint::BigUint;

use super::args::{KindArg, ShuffleArgs};
use super::error::invalid;
use super::integer;

/// The number of cards if none is given.
pub const USUAL_CARDS: u32 = 52;

/// The number of cards and the shuffle, if they are given.
pub struct Given {
    pub cards: Option<BigUint>,
    pub shuffle: Option<String>,
    /// The names of the arguments in error messages.
    pub cards_argument: &'static str,
    pub shuffle_argument: &'static str,
}

/// The names of the arguments by position, and by option.
const CARDS: [&str; 2] = ["[CARDS]", "--cards <N>"];
const SHUFFLE: [&str; 2] = ["[SHUFFLE]", "--shuffle <WORD>"];

/// The arguments as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct Typed {
    /// The number of cards [default: 52]
    #[arg(value_name = "CARDS", allow_negative_numbers = true)]
    first: Option<String>,

    /// The shuffle: out, in, or any word of moves applied from left to right, such as "out in^2 cut:26", with
    /// groups (in out)^5 and permutations (1 2 4); `faro list moves` lists all moves,
    /// `faro list shuffles` the random shuffles
    #[arg(value_name = "SHUFFLE")]
    second: Option<String>,

    /// The number of cards, by option
    #[arg(long, short = 'n', value_name = "N", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    cards: Option<BigUint>,

    /// The shuffle, by option
    #[arg(long = "shuffle", short = 's', value_name = "WORD")]
    word: Option<String>,
}

impl Typed {
    /// Splits the arguments by position. One that does not begin as a number is the shuffle.
    fn places(self) -> (Option<String>, Option<String>, Option<BigUint>, Option<String>) {
        let is_number =
            |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit() || "+-".contains(sign));
        let (cards, shuffle) = match (self.first, self.second) {
            (Some(only), None) if !is_number(&only) => (None, Some(only)),
            (first, second) => (first, second),
        };
        (cards, shuffle, self.cards, self.word)
    }
}

impl TryFrom<Typed> for Given {
    type Error = anyhow::Error;

    fn try_from(typed: Typed) -> anyhow::Result<Given> {
        let (first, second, cards, word) = typed.places();
        if let (Some(first), Some(cards)) = (&first, &cards) {
            return Err(twice("number of cards", first, format!("--cards {cards}")));
        }
        if let (Some(second), Some(word)) = (&second, &word) {
            return Err(twice("shuffle", second, format!("--shuffle {word}")));
        }
        let first = first.map(|text| {
            integer::parse_positive(&text).map_err(|why| match &second {
                Some(second) if integer::parse(second).is_ok() => {
                    invalid(CARDS[0], &text, format!("the number of cards comes first: {second} {text}"))
                }
                _ => invalid(CARDS[0], &text, why),
            })
        });
        let [cards_argument, shuffle_argument] =
            [CARDS[usize::from(cards.is_some())], SHUFFLE[usize::from(word.is_some())]];
        let (cards, shuffle) = (first.transpose()?.or(cards), second.or(word));
        Ok(Given { cards, shuffle, cards_argument, shuffle_argument })
    }
}

/// The error of a value that is given by position and by option.
fn twice(what: &str, position: &str, option: impl Display) -> anyhow::Error {
    anyhow::anyhow!("the {what} is given twice: '{position}' and '{option}'; expected one of them")
}

/// Turns an error into one of the argument parser, which reads the arguments.
fn parse_error(error: &anyhow::Error) -> Error {
    Error::raw(ErrorKind::ValueValidation, format!("{error}\n"))
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, Error> {
        Given::try_from(Typed::from_arg_matches(matches)?).map_err(|error| parse_error(&error))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        Typed::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Typed::augment_args(command)
    }
}

/// The arguments of [`ShuffleArgs`] as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct TypedShuffle {
    #[command(flatten)]
    given: Given,

    /// A perfect shuffle: in each round the top packet drops its card first, so that the top card stays on
    /// top (out), or last (in). The extra card of an odd deck belongs to the packet that drops first
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
}

impl TryFrom<TypedShuffle> for ShuffleArgs {
    type Error = anyhow::Error;

    fn try_from(typed: TypedShuffle) -> anyhow::Result<ShuffleArgs> {
        let TypedShuffle { given, kind, packets, inverse } = typed;
        let Given { cards, shuffle, cards_argument, shuffle_argument } = given;
        let (kind, word) = match (shuffle, kind) {
            (Some(text), Some(kind)) => return Err(twice("shuffle", &text, format!("--kind {kind}"))),
            (Some(text), None) => match KindArg::from_str(&text, false) {
                Ok(kind) if shuffle_argument == SHUFFLE[0] => (Some(kind), None),
                _ => (None, Some(text)),
            },
            (None, kind) => (kind, None),
        };
        match &word {
            Some(word) if packets.is_some() => anyhow::bail!(
                "'--packets' is for out and in, not for '{word}'; write the packets in the word, for example packets:4:in"
            ),
            Some(word) if inverse => {
                anyhow::bail!("'--inverse' is for out and in, not for '{word}'; try '({word})^-1'")
            }
            None if kind.is_none() => {
                anyhow::bail!("the shuffle is missing; expected out, in or another one, for example '52 out'")
            }
            _ => {}
        }
        let cards = cards.unwrap_or_else(|| USUAL_CARDS.into());
        let packets = packets.unwrap_or_else(|| 2u32.into());
        Ok(ShuffleArgs {
            cards,
            cards_argument,
            kind,
            packets,
            inverse,
            word,
            word_argument: shuffle_argument,
        })
    }
}

impl FromArgMatches for ShuffleArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ShuffleArgs, Error> {
        let typed = TypedShuffle::from_arg_matches(matches)?;
        ShuffleArgs::try_from(typed).map_err(|error| parse_error(&error))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = ShuffleArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for ShuffleArgs {
    fn augment_args(command: Command) -> Command {
        TypedShuffle::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        TypedShuffle::augment_args(command)
    }
}
