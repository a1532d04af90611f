//! What every command understands, and the deck and shuffle that most of them ask for.

use std::fmt;
use std::path::PathBuf;

use clap::ValueEnum;
use faro::number::OrderError;
use faro::{Kind, Permutation, Weave};
use num_bigint::{BigInt, BigUint};

use super::integer;
use super::refusal::invalid;

/// How the result is written.
#[derive(clap::Args, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How to write the result
    #[arg(long, global = true, value_enum, default_value_t)]
    pub format: Format,

    /// Write the result to this file instead of standard output
    #[arg(long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// When to colour text; NO_COLOR turns `auto` off
    #[arg(long, global = true, value_enum, default_value_t)]
    pub color: Colour,

    /// Print the result alone: no explanation, no progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Format {
    /// For people; plain in a pipe
    #[default]
    Text,
    /// One JSON value
    Json,
    /// Comma-separated values with a header
    Csv,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    #[default]
    Auto,
    Always,
    Never,
}

/// A deck and a perfect shuffle of it.
#[derive(clap::Args)]
pub struct ShuffleArgs {
    /// The number of cards
    #[arg(long, value_name = "N", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    cards: BigUint,

    /// Whether the top card stays on top (out) or becomes second (in)
    #[arg(long, value_enum)]
    kind: KindArg,

    /// Cut into this many equal packets; two may differ by a card
    #[arg(
        long, value_name = "K", default_value = "2",
        value_parser = integer::parse_positive, allow_negative_numbers = true
    )]
    packets: BigUint,

    /// Undo the shuffle instead
    #[arg(long)]
    inverse: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum KindArg {
    Out,
    In,
}

impl KindArg {
    pub fn kind(self) -> Kind {
        match self {
            KindArg::Out => Kind::Out,
            KindArg::In => Kind::In,
        }
    }
}

/// A perfect shuffle or its inverse.
pub struct Shuffle {
    pub weave: Weave,
    inverse: bool,
}

impl ShuffleArgs {
    pub fn shuffle(&self) -> anyhow::Result<Shuffle> {
        let weave = Weave::with_packets(self.kind.kind(), self.cards.clone(), self.packets.clone()).map_err(
            |unequal| {
                let divisor = divisor_below(&self.packets, &self.cards);
                let why = format!("{unequal}; {divisor} packets would do");
                invalid("--packets <K>", &self.packets, why)
            },
        )?;
        Ok(Shuffle { weave, inverse: self.inverse })
    }

    /// A refusal where the modulus could not be factored.
    pub fn refuse_factoring(&self, error: &OrderError) -> anyhow::Error {
        self.refuse_cards(format!("the modulus {error}; `faro where` needs no factors"))
    }

    /// A refusal of the number of cards.
    pub fn refuse_cards(&self, why: impl fmt::Display) -> anyhow::Error {
        invalid("--cards <N>", &self.cards, why)
    }
}

/// A number of packets that works: the next divisor below, if it is near, else two.
fn divisor_below(packets: &BigUint, cards: &BigUint) -> BigUint {
    let below = (1..1000u32).map_while(|less| (packets > &less.into()).then(|| packets - less));
    below.into_iter().find(|divisor| cards % divisor == BigUint::ZERO).unwrap_or(2u32.into())
}

impl Shuffle {
    /// The shuffle of a deck that can be listed.
    pub fn permutation(&self) -> anyhow::Result<Permutation> {
        let weave = self.weave.to_permutation()?;
        Ok(if self.inverse { weave.inverse() } else { weave })
    }

    /// So many of these shuffles, in shuffles of the weave.
    pub fn weaves(&self, times: &BigInt) -> BigInt {
        if self.inverse { -times } else { times.clone() }
    }
}

/// A word of the language of shuffles.
impl fmt::Display for Shuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.weave, if self.inverse { "^-1" } else { "" })
    }
}
