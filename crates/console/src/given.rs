//! Parses the number of cards and the shuffle, by position as in `52 out`, or by option.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use num_bigint::BigUint;

use super::args::{KindArg, ShuffleArgs};
use super::argument::{CARDS, Cards, CardsArgs, Named, Text, is_number, twice};
use super::error::invalid;
use super::integer;

const SHUFFLE: Named = Named { what: "shuffle", position: "[SHUFFLE]", option: "--shuffle <WORD>" };

/// The number of cards, and the shuffle if the user gave one.
pub struct Given {
    pub cards: Cards,
    pub shuffle: Option<Text>,
}

impl Given {
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

impl TryFrom<Typed> for Given {
    type Error = anyhow::Error;

    fn try_from(typed: Typed) -> anyhow::Result<Given> {
        let Typed { cards, second, word } = typed;
        if let (Some(first), Some(second)) = (&cards.first, &second)
            && !is_number(first)
            && is_number(second)
        {
            let why = format!("the number of cards comes first: {second} {first}");
            return Err(invalid(CARDS.position, first, why));
        }
        let (cards, [second]) = cards.and_others([second])?;
        Ok(Given { cards, shuffle: SHUFFLE.given(second, word)? })
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

converted!(Given, Typed, Typed::from_arg_matches);
converted!(ShuffleArgs, TypedShuffle, TypedShuffle::read);

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

    /// Whether no shuffle is given, and the starting order is shown.
    #[arg(skip)]
    is_identity: bool,
}

impl TypedShuffle {
    /// Reads the arguments. With `--start` the shuffle is optional, unless the command [needs
    /// one](super::start::StartArgs::check_shuffle).
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
        let TypedShuffle { given: Given { cards, shuffle }, kind, packets, inverse, is_identity } = typed;
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
                anyhow::bail!("the shuffle is missing; expected out, in or another one, for example '52 out'")
            }
            _ => {}
        }
        let packets = packets.unwrap_or_else(|| 2u32.into());
        Ok(ShuffleArgs { cards, kind, packets, inverse, word, is_identity })
    }
}
