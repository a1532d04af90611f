//! What every command understands, and the deck and shuffle that most of them ask for.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use faro::number::{Budget, OrderError};
use faro::{Kind, Permutation, Weave};
use num_bigint::{BigInt, BigUint};

use super::integer;
use super::refusal::{brief, invalid};

/// How the result is written.
#[derive(clap::Args, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How to write the result. JSON has integers of any length: read large ones with a parser
    /// that keeps their digits
    #[arg(long, global = true, value_enum, default_value_t)]
    pub format: Format,

    /// Write the result to this file instead of standard output; `-` is standard output
    #[arg(long, global = true, value_name = "FILE")]
    output: Option<PathBuf>,

    /// When to colour text; NO_COLOR turns `auto` off
    #[arg(long, global = true, value_enum, default_value_t)]
    pub color: Colour,

    /// Print the result alone: no explanation, no progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

impl OutputArgs {
    /// The file that the result goes to, if any.
    pub fn to_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != "-")
    }
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

    /// Whether the top packet drops its card first, so that the top card stays on top (out),
    /// or last (in). Of an odd deck, the packet that drops first has one card more
    #[arg(long, value_enum, value_name = "out|in")]
    kind: KindArg,

    /// Cut into this many equal packets; only when there are two may they differ by a card
    #[arg(
        long, value_name = "K", default_value = "2",
        value_parser = integer::parse_positive, allow_negative_numbers = true
    )]
    packets: BigUint,

    /// Undo the shuffle instead
    #[arg(long)]
    inverse: bool,
}

/// How long a hard question may take.
#[derive(clap::Args)]
pub struct EffortArgs {
    /// Give up a number that cannot be factored in so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Duration,
}

impl EffortArgs {
    pub fn budget(&self) -> Budget {
        Budget::of(self.timeout)
    }

    /// For a proof that is good to have: never long, since the answer waits.
    pub fn budget_of_proofs(&self) -> Budget {
        Budget::of(self.timeout.min(LONGEST_PROOF))
    }
}

const LONGEST_PROOF: Duration = Duration::from_secs(1);

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".into())
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
                let divisor = divisor_near(&self.packets, &self.cards);
                let why = format!(
                    "{} cards cannot be cut into so many equal packets; {} would do",
                    brief(&unequal.cards),
                    brief(&divisor)
                );
                invalid("--packets <K>", &self.packets, why)
            },
        )?;
        Ok(Shuffle { weave, inverse: self.inverse })
    }

    /// A refusal where the order or the cycles could not be found.
    pub fn refuse_order(&self, error: &OrderError) -> anyhow::Error {
        let unfactored = matches!(error, OrderError::Unfactored { .. });
        let remedy = if unfactored { "more --timeout may help" } else { "`faro order` may still do" };
        self.refuse_cards(format!("{error}; {remedy}, and `faro where` takes any deck"))
    }

    /// A refusal of the number of cards.
    pub fn refuse_cards(&self, why: impl fmt::Display) -> anyhow::Error {
        invalid("--cards <N>", &self.cards, why)
    }
}

/// A number of packets that works: the next divisor below, if it is near, else two, which always does.
fn divisor_near(packets: &BigUint, cards: &BigUint) -> BigUint {
    let below = (1..1000u32).map_while(|less| (*packets > BigUint::from(less + 2)).then(|| packets - less));
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
