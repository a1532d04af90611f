//! What every command understands, and the deck and shuffle that most of them ask for.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, ValueEnum};
use faro::cayley::{Bounds, Limit};
use faro::number::{Budget, OrderError};
use faro::perfect::WeavePower;
use faro::shuffle::Seed;
use faro::word::Routine;
use faro::{Kind, Permutation, Weave, Word};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rand::TryRng;
use rand::rngs::SysRng;

use super::error::invalid;
use super::moves::Moves;
use super::plural::counted;
use super::shuffle::{How, Shuffle};
use super::{integer, one_based, word};

/// The most cards that are listed one by one. Ten million take a second or two to write; beyond,
/// nobody reads a list.
pub const MAX_LISTED: u32 = 10_000_000;

/// The most cards that are dealt for a word, taken over all its moves: about a minute.
const MAX_DEALT: u64 = 2_000_000_000;

/// The argument, as refusals name it.
const WORD: &str = "--shuffle <WORD>";

/// How the result is written.
#[derive(clap::Args, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How to write the result
    ///
    /// JSON has integers of any length: read large ones with a parser that keeps their digits.
    #[arg(long, global = true, value_enum, default_value_t)]
    pub format: Format,

    /// Write the result to this file; `-` is standard output
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    output: Option<PathBuf>,

    /// When to colour text
    ///
    /// NO_COLOR turns `auto` off.
    #[arg(long, global = true, value_enum, default_value_t, hide_short_help = true)]
    pub color: Colour,

    /// Print the result alone: no explanation, no progress
    #[arg(long, short, global = true, hide_short_help = true)]
    pub quiet: bool,
}

impl OutputArgs {
    /// The file that the result goes to, if any.
    pub fn to_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != "-")
    }

    /// The same with its argument.
    pub fn written(&self) -> Option<(&Path, &'static str)> {
        self.to_file().map(|path| (path, "--output <FILE>"))
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

/// A deck and a shuffle of it.
#[derive(clap::Args)]
#[group(skip)]
#[command(group(ArgGroup::new("which").required(true).args(["kind", "word"])))]
pub struct ShuffleArgs {
    /// The number of cards
    #[arg(long, value_name = "N", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    cards: BigUint,

    /// A perfect shuffle: whether the top packet drops its card first, so that the top card stays
    /// on top (out), or last (in). Of an odd deck, the packet that drops first has one card more
    #[arg(long, value_enum, value_name = "out|in")]
    kind: Option<KindArg>,

    /// Cut into this many equal packets; only when there are two may they differ by a card
    #[arg(
        long, value_name = "K", default_value = "2", conflicts_with = "word",
        value_parser = integer::parse_positive, allow_negative_numbers = true
    )]
    packets: BigUint,

    /// Undo the shuffle instead
    #[arg(long, conflicts_with = "word")]
    inverse: bool,

    /// Any shuffle, written as a word: moves from left to right, such as "out in^2 cut:26", with
    /// groups (in out)^5 and permutations (1 2 4); `faro list moves` has all moves, and
    /// `faro list shuffles` the random ones
    #[arg(long = "shuffle", value_name = "WORD")]
    word: Option<String>,
}

/// A random shuffle of a deck, ready to be drawn.
pub struct NamedRoutine {
    pub cards: usize,
    /// The word that it is.
    pub name: String,
    pub routine: Routine,
}

impl NamedRoutine {
    /// The shuffle of another number of cards, where it fits them.
    pub fn for_cards(&self, cards: usize) -> Option<Routine> {
        let word = Word::parse_counting_from(&self.name, one_based::FIRST).ok()?;
        word.routine(cards).ok()
    }
}

/// Where random numbers begin.
#[derive(clap::Args)]
pub struct SeedArgs {
    /// Draw from this seed: a number, 64 hexadecimal digits, or any text [default: from the system]
    #[arg(long, value_name = "X")]
    seed: Option<Seed>,
}

impl SeedArgs {
    pub fn seed(&self) -> anyhow::Result<Seed> {
        self.seed.map_or_else(from_system, Ok)
    }

    /// Whether it was given on the command line.
    pub fn is_given(&self) -> bool {
        self.seed.is_some()
    }
}

fn from_system() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn.map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}; --seed would do"))?;
    Ok(Seed::from(bytes))
}

/// How long a hard question may take.
#[derive(clap::Args)]
pub struct EffortArgs {
    /// Give up what cannot be factored or found in so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Duration,
}

impl EffortArgs {
    pub fn budget(&self) -> Budget {
        Budget::new(self.timeout)
    }

    /// For a proof that is good to have: never long, since the answer waits.
    pub fn budget_of_proofs(&self) -> Budget {
        Budget::new(self.timeout.min(LONGEST_PROOF))
    }
}

const LONGEST_PROOF: Duration = Duration::from_secs(1);

/// How far a search for words goes.
#[derive(clap::Args)]
pub struct SearchArgs {
    /// What may be done: words of the language of shuffles, parted by commas. Of words of the same
    /// number of moves, the first is that whose moves stand first here
    #[arg(long, value_name = "WORDS", default_value = "in,out")]
    pub allow: String,

    /// Search no further than words of so many moves
    #[arg(long, value_name = "D", value_parser = parse_depth, allow_negative_numbers = true)]
    depth: Option<usize>,

    /// Search for this number of seconds, and for a longer word of a whole deck as long again; how
    /// far a search gets in its time depends on the machine
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Duration,
}

/// Said of a bound that a search reached when its time was over.
pub const ON_MACHINE: &str = "which depends on the machine";

/// The most places of moves that are held as tables: their number by that of the cards.
const MAX_TABLED: usize = 20_000_000;

impl SearchArgs {
    pub fn moves(&self) -> anyhow::Result<Moves> {
        Moves::read("--allow <WORDS>", &self.allow)
    }

    /// The number of cards, if the moves of such a deck can be held as tables.
    pub fn tabled(&self, moves: &Moves, cards: &BigUint) -> Option<usize> {
        cards.to_usize().filter(|cards| cards.saturating_mul(moves.words().len()) <= MAX_TABLED)
    }

    pub fn budget(&self) -> Budget {
        Budget::new(self.timeout)
    }

    pub fn bounds(&self) -> Bounds {
        Bounds { depth: self.depth.unwrap_or(usize::MAX), budget: self.budget(), ..Bounds::default() }
    }

    /// Why a search has ended without an answer, and what would help.
    pub fn told(&self, none_to: usize, limit: Limit) -> String {
        let none = format!("no word of up to {} does it", counted(none_to, "move"));
        let ended = match limit {
            Limit::Depth => "the search ended there; a larger --depth may help".into(),
            Limit::Time => {
                format!("the time of the search was over there, {ON_MACHINE}; try a larger --timeout")
            }
            Limit::Memory => {
                "the search ended there; there are more placings than are held in memory; fewer cards or moves would do".into()
            }
            _ => String::from("the search ended there; a smaller question would do"),
        };
        format!("{none}, and {ended}")
    }
}

fn parse_depth(text: &str) -> Result<usize, String> {
    let depth = integer::parse(text)?;
    // What is deeper than memory is as deep as anything.
    if depth < BigInt::ZERO {
        Err("expected 0 or more".into())
    } else {
        Ok(depth.to_usize().unwrap_or(usize::MAX))
    }
}

pub fn parse_seconds(text: &str) -> Result<Duration, String> {
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

impl ShuffleArgs {
    pub fn shuffle(&self) -> anyhow::Result<Shuffle> {
        match (&self.kind, &self.word) {
            (Some(kind), _) => self.perfect(kind.kind()),
            (None, text) => self.written(text.as_deref().unwrap_or_default()),
        }
    }

    /// Whether it is a word that draws.
    pub fn is_random(&self) -> bool {
        let word = self.word.as_deref().map(|text| Word::parse_counting_from(text, one_based::FIRST));
        word.is_some_and(|word| word.is_ok_and(|word| word.is_random()))
    }

    fn perfect(&self, kind: Kind) -> anyhow::Result<Shuffle> {
        let weave = Weave::with_packets(kind, self.cards.clone(), self.packets.clone());
        let weave = weave
            .map_err(|unequal| invalid("--packets <K>", &self.packets, word::unequal_packets(&unequal)))?;
        let power = WeavePower::new(weave, if self.inverse { -1 } else { 1 });
        Ok(Shuffle { cards: self.cards.clone(), name: power.to_string(), how: How::Weave(power) })
    }

    fn written(&self, text: &str) -> anyhow::Result<Shuffle> {
        let (word, name) = word::read(WORD, text)?;
        let power =
            word.weave_power(&self.cards).map_err(|error| word::fit_error(WORD, &name, &word, &error))?;
        let how = power.map_or_else(|| How::Word(word), How::Weave);
        Ok(Shuffle { cards: self.cards.clone(), name, how })
    }

    /// The shuffle, random or not, of a deck of at most so many cards.
    pub fn chosen(&self, most: usize) -> anyhow::Result<NamedRoutine> {
        let cards = self.cards.to_usize().filter(|&cards| cards <= most);
        let cards = cards.ok_or_else(|| self.refuse_cards(format!("up to {most} cards would do")))?;
        let text = match &self.word {
            Some(text) => text.clone(),
            None => self.shuffle()?.name,
        };
        let (routine, name) = routine(WORD, &text, cards)?;
        Ok(NamedRoutine { cards, name, routine })
    }

    /// The shuffle of a word as a permutation, of a deck that can be listed in bearable time.
    pub fn listed(&self, word: &Word) -> anyhow::Result<Permutation> {
        if self.cards > MAX_LISTED.into() {
            return Err(self.refuse_cards(format!(
                "this word is worked out on the listed deck, which has up to {MAX_LISTED} cards; powers of \
                 one perfect shuffle take any deck, and `faro where` takes words of out, in and cut"
            )));
        }
        let most = MAX_DEALT / word.length().max(1) as u64;
        if self.cards > most.into() {
            let why =
                format!("with a word of {} up to {most} cards would do", counted(word.length(), "move"));
            return Err(self.refuse_cards(why));
        }
        let cards = self.cards.to_usize().expect("it is at most MAX_LISTED");
        Ok(word.permutation(cards).expect("a word that fits"))
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

/// A word made ready for decks of so many cards, with what it prints as.
pub fn routine(argument: &str, text: &str, cards: usize) -> anyhow::Result<(Routine, String)> {
    let (word, name) = word::read(argument, text)?;
    let routine = word.routine(cards).map_err(|error| word::fit_error(argument, &name, &word, &error))?;
    Ok((routine, name))
}

/// The number of packets of a word that is one riffle.
pub fn packets(argument: &str, text: &str) -> anyhow::Result<BigUint> {
    let (word, name) = word::read(argument, text)?;
    word.packets().map_err(|error| word::fit_error(argument, &name, &word, &error))
}
