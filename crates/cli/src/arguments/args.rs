//! Arguments that several commands share: output, deck and shuffle, seed, time limits.

use std::cell::OnceCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use faro::perfect::WeavePower;
use faro::word::Routine;
use faro::{Kind, Permutation, Weave, Word};
use faro_math::number::{Budget, OrderError};
use faro_permutation::cayley::{Bounds, Limit};
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::view::ByteForm;
use faro_sample::shuffle::Seed;
use faro_sample::simulate::MAX_SAMPLES;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rand::TryRng;
use rand::rngs::SysRng;

use crate::arguments::argument::{Cards, Text};
use crate::arguments::effort::parse_seconds;
use crate::arguments::integer;
use crate::arguments::word::{self, How, Moves, Shuffle};
use crate::output::answer::Answer;
use crate::output::error::invalid;

/// Maximum number of cards that are listed one by one. Ten million take a second or two to write.
pub const MAX_LISTED: u32 = 10_000_000;

/// Largest product of cards and moves for which a word is evaluated: about a minute of work.
const MAX_MOVED: u64 = 2_000_000_000;

/// Format and destination of the result.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// The format of the result
    ///
    /// JSON integers can have any number of digits: read them with a parser that keeps all digits.
    #[arg(long, global = true, value_enum, default_value_t)]
    pub format: Format,

    /// Write the result to this file; `-` means standard output
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    output: Option<PathBuf>,

    /// When to use colours in text
    ///
    /// `auto` uses none if NO_COLOR is set.
    #[arg(long, global = true, value_enum, default_value_t, hide_short_help = true)]
    pub color: Colour,

    /// Print only the result, without explanations and progress
    #[arg(long, short, global = true, hide_short_help = true)]
    pub quiet: bool,

    /// Collects the output, if it is set. Otherwise the output is written to standard output or to a file.
    #[arg(skip)]
    answer: Option<Rc<Answer>>,
}

impl OutputArgs {
    /// Makes the command collect its output in `answer` instead of writing it.
    pub fn collect_in(&mut self, answer: Rc<Answer>) {
        self.answer = Some(answer);
    }

    /// Returns the collector of the output, or `None` if the output is written.
    pub fn answer(&self) -> Option<&Rc<Answer>> {
        self.answer.as_ref()
    }

    /// Returns the output file, or `None` for standard output.
    pub fn to_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != "-")
    }

    /// Returns the output file with the name of the argument that names it.
    pub fn written(&self) -> Option<(&Path, &'static str)> {
        self.to_file().map(|path| (path, "--output <FILE>"))
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum Format {
    /// Readable text; plain if it goes to a pipe
    #[default]
    Text,
    /// One JSON value
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// Decks as bytes, one after another
    #[value(hide = true)]
    Raw,
    /// An array for numpy
    #[value(hide = true)]
    Npy,
}

impl Format {
    /// Returns the form of bytes, or `None` for text, JSON and CSV.
    pub fn byte_form(self) -> Option<ByteForm> {
        match self {
            Format::Text | Format::Json | Format::Csv => None,
            Format::Raw => Some(ByteForm::Raw),
            Format::Npy => Some(ByteForm::Npy),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// Only on a terminal
    #[default]
    Auto,
    Always,
    Never,
}

/// A deck and a shuffle of it: a perfect shuffle, or a word.
#[derive(Debug)]
pub struct ShuffleArgs {
    pub cards: Cards,
    pub(super) kind: Option<KindArg>,
    pub(super) packets: BigUint,
    pub(super) inverse: bool,
    pub(super) word: Option<Text>,
    /// Whether the deck stays as it is because no shuffle was given.
    pub is_identity: bool,
}

/// A shuffle of a deck, random or not, with its name.
#[derive(Debug)]
pub struct NamedRoutine {
    pub cards: usize,
    pub name: String,
    pub routine: Routine,
}

impl NamedRoutine {
    /// Returns the shuffle for `cards` cards, or `None` if it does not fit them.
    pub fn for_cards(&self, cards: usize) -> Option<Routine> {
        let word = Word::parse_counting_from(&self.name, one_based::FIRST).ok()?;
        word.routine(cards).ok()
    }
}

/// The seed of the random numbers.
#[derive(Debug, Default, clap::Args)]
pub struct SeedArgs {
    /// The seed of the random numbers: a number, 64 hexadecimal digits, or any text [default: from the system]
    #[arg(long, value_name = "X", value_parser = crate::arguments::seed::parse)]
    seed: Option<Seed>,
}

impl SeedArgs {
    pub fn seed(&self) -> anyhow::Result<Seed> {
        self.seed.map_or_else(from_system, Ok)
    }

    /// Returns whether the user gave the seed on the command line.
    pub fn is_given(&self) -> bool {
        self.seed.is_some()
    }
}

fn from_system() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn
        .map_err(|error| anyhow::anyhow!("the system provides no random numbers: {error}; give a --seed"))?;
    Ok(Seed::from(bytes))
}

/// The moves and limits of a search for words.
#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// The allowed moves: words of the language of shuffles, separated by commas. Words of the same length
    /// are listed in the order of their moves here
    #[arg(long, value_name = "WORDS", default_value = "in,out")]
    allow: String,

    /// Maximum number of moves in a word
    #[arg(long, value_name = "D", value_parser = parse_depth, allow_negative_numbers = true)]
    depth: Option<usize>,

    /// Maximum number of seconds for the search; `faro solve` may spend the same time again on a word that need not be
    /// shortest. How far a search gets in its time depends on the machine
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Duration,

    /// The start times of the first and of the second search. Each search has the whole time limit, shared by its
    /// parts.
    #[arg(skip)]
    started: [OnceCell<Instant>; 2],
}

/// A remark after a bound that a search reached within its time limit: the bound is not reproducible.
pub const ON_MACHINE: &str = "which depends on the machine";

/// Largest product of moves and cards for which moves are stored as tables.
const MAX_TABLED: usize = 20_000_000;

impl SearchArgs {
    pub fn moves(&self) -> anyhow::Result<Moves> {
        Moves::read(Text { text: self.allow.clone(), argument: "--allow <WORDS>" })
    }

    /// Returns the number of cards, or `None` if the moves of the deck are too large to store as tables.
    pub fn tabled(&self, moves: &Moves, cards: &BigUint) -> Option<usize> {
        cards.to_usize().filter(|cards| cards.saturating_mul(moves.words.len()) <= MAX_TABLED)
    }

    /// Returns a budget that ends `timeout` after the first call.
    pub fn budget(&self) -> Budget {
        self.shared_budget(0)
    }

    /// Returns the budget of a second search, which has the same length as the first.
    pub fn second_budget(&self) -> Budget {
        self.shared_budget(1)
    }

    fn shared_budget(&self, search: usize) -> Budget {
        let started = self.started[search].get_or_init(Instant::now);
        Budget::new(self.timeout.saturating_sub(started.elapsed()))
    }

    pub fn bounds(&self) -> Bounds {
        Bounds { depth: self.depth.unwrap_or(usize::MAX), budget: self.budget(), ..Bounds::default() }
    }

    /// Returns a tip for an impossible goal: common moves that would make it possible.
    ///
    /// `reaches` computes whether the goal can be reached by some moves.
    pub fn helpful(&self, reaches: impl Fn(Moves) -> bool) -> String {
        let helps = |candidate: &&str| {
            let text = format!("{},{candidate}", self.allow);
            Moves::read(Text { text, argument: "--allow <WORDS>" }).is_ok_and(&reaches)
        };
        let helpful: Vec<&str> = ["in", "out", "cut:1", "reverse"].into_iter().filter(helps).collect();
        match helpful.join(" or ") {
            none if none.is_empty() => none,
            more => format!("; adding {more} to --allow makes it possible"),
        }
    }

    /// Returns the reason why a search ended without an answer, and a remedy.
    pub fn stopped(&self, none_to: usize, limit: Limit) -> String {
        let none = format!("no word of up to {} does this", counted(none_to, "move"));
        let ended = match limit {
            Limit::Depth => "the search ended there; try a larger --depth".into(),
            Limit::Time => {
                format!("the time was over there, {ON_MACHINE}; try a larger --timeout")
            }
            Limit::Memory => {
                "the search ended there because its memory was full; try fewer cards or fewer moves".into()
            }
            _ => String::from("the search ended there; try fewer cards or fewer moves"),
        };
        format!("{none}, and {ended}")
    }
}

fn parse_depth(text: &str) -> Result<usize, String> {
    let depth = integer::parse(text)?;
    // No search reaches the depth `usize::MAX`.
    if depth < BigInt::ZERO {
        Err("expected 0 or more".into())
    } else {
        Ok(depth.to_usize().unwrap_or(usize::MAX))
    }
}

pub fn parse_samples(text: &str) -> Result<u64, String> {
    let samples = integer::parse_positive(text)?.to_u64().filter(|&samples| samples <= MAX_SAMPLES);
    samples.ok_or_else(|| format!("expected at most {MAX_SAMPLES} decks"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum KindArg {
    Out,
    In,
}

impl fmt::Display for KindArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KindArg::Out => "out",
            KindArg::In => "in",
        })
    }
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
        match (&self.word, &self.kind) {
            (Some(given), _) => self.written(given),
            (None, Some(kind)) => self.perfect(kind.kind()),
            (None, None) => unreachable!("the shuffle is required"),
        }
    }

    /// Returns a note if the user gave no shuffle.
    pub fn note(&self) -> Option<&'static str> {
        self.is_identity.then_some("no shuffle is given: this is the deck as it starts")
    }

    pub fn is_random(&self) -> bool {
        let word = self.word.as_ref().map(|given| Word::parse_counting_from(&given.text, one_based::FIRST));
        word.is_some_and(|word| word.is_ok_and(|word| word.is_random()))
    }

    fn perfect(&self, kind: Kind) -> anyhow::Result<Shuffle> {
        let cards = &self.cards.number;
        let weave = Weave::with_packets(kind, cards.clone(), self.packets.clone());
        let weave = weave.map_err(|_| {
            invalid("--packets <K>", &self.packets, word::unequal_packets(cards, &self.packets))
        })?;
        let power = WeavePower::new(weave, if self.inverse { -1 } else { 1 });
        Ok(Shuffle { cards: cards.clone(), name: power.to_string(), how: How::Weave(power) })
    }

    fn written(&self, given: &Text) -> anyhow::Result<Shuffle> {
        let cards = &self.cards.number;
        let (word, name) = word::read(given.argument, &given.text)?;
        let power =
            word.weave_power(cards).map_err(|error| word::fit_error(given.argument, &name, &word, &error))?;
        let how = power.map_or_else(|| How::Word(word), How::Weave);
        Ok(Shuffle { cards: cards.clone(), name, how })
    }

    /// Returns the shuffle, random or not, of a deck of at most `max` cards.
    pub fn routine(&self, max: usize) -> anyhow::Result<NamedRoutine> {
        let cards = self.cards.number.to_usize().filter(|&cards| cards <= max);
        let cards = cards.ok_or_else(|| self.invalid_cards(format!("expected at most {max} cards")))?;
        let (routine, name) = match &self.word {
            Some(given) => routine(given.argument, &given.text, cards)?,
            None => routine("--kind <out|in>", &self.shuffle()?.name, cards)?,
        };
        Ok(NamedRoutine { cards, name, routine })
    }

    /// Returns the permutation of `word`, or an error if the deck is too large to be listed.
    pub fn listed(&self, word: &Word) -> anyhow::Result<Permutation> {
        self.check_listed(word)?;
        let cards = self.cards.number.to_usize().expect("it is at most MAX_LISTED");
        Ok(word.permutation(cards).expect("a word that fits"))
    }

    /// Checks that the deck is small enough for its cards to be listed.
    pub fn check_listed(&self, word: &Word) -> anyhow::Result<()> {
        if self.cards.number > MAX_LISTED.into() {
            return Err(self.invalid_cards(format!(
                "this word needs a listed deck of at most {MAX_LISTED} cards; powers of one perfect shuffle \
                 work for any deck, and `faro where` accepts words of out, in and cut for any deck"
            )));
        }
        let max = MAX_MOVED / word.length().max(1) as u64;
        if self.cards.number > max.into() {
            let why =
                format!("expected at most {max} cards for a word of {}", counted(word.length(), "move"));
            return Err(self.invalid_cards(why));
        }
        Ok(())
    }

    /// Returns the message for an order, or cycles, that could not be computed.
    pub fn order_error(&self, error: &OrderError) -> anyhow::Error {
        let unfactored = matches!(error, OrderError::Unfactored { .. });
        let remedy = if unfactored { "try a larger --timeout" } else { "try `faro order`" };
        self.invalid_cards(format!("{error}; {remedy}, or follow one card with `faro where`"))
    }

    pub fn invalid_cards(&self, why: impl fmt::Display) -> anyhow::Error {
        self.cards.error(why)
    }
}

/// Parses a word and prepares it for decks of `cards` cards. Also returns the word as it is printed.
pub fn routine(argument: &str, text: &str, cards: usize) -> anyhow::Result<(Routine, String)> {
    let (word, name) = word::read(argument, text)?;
    let routine = word.routine(cards).map_err(|error| word::fit_error(argument, &name, &word, &error))?;
    Ok((routine, name))
}

/// Returns the number of packets of a word that is a single riffle.
pub fn packets(argument: &str, text: &str) -> anyhow::Result<BigUint> {
    let (word, name) = word::read(argument, text)?;
    word.packets().map_err(|error| word::fit_error(argument, &name, &word, &error))
}

/// One kind of perfect shuffle, or both side by side.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Kinds {
    Out,
    In,
    Both,
}

impl Kinds {
    /// Parses the kinds. Without a text the result is both.
    pub fn read(given: Option<&Text>) -> anyhow::Result<Kinds> {
        let parse = |text: &str| Kinds::from_str(text, true).map_err(|_| "expected out, in or both".into());
        given.map_or(Ok(Kinds::Both), |given| given.parse(parse))
    }

    pub fn each(self) -> &'static [Kind] {
        match self {
            Kinds::Out => &[Kind::Out],
            Kinds::In => &[Kind::In],
            Kinds::Both => &[Kind::Out, Kind::In],
        }
    }
}
