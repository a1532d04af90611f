//! The arguments of `faro mix`.

use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use faro_sample::shuffle::Seed;

use crate::arguments::effort::{ThreadsArgs, parse_seconds};
use crate::arguments::integer::{self, Range};
use crate::arguments::seed;
use crate::arguments::shuffle::GivenArgs;
use crate::intake::arguments::composition;
use crate::output::SvgArgs;

/// How far from random a deck is after a number of riffles or other shuffles.
///
/// A riffle (Gilbert, Shannon, Reeds) cuts the deck by coin tosses and interleaves the packets at random.
/// "total variation" is the largest difference between the probability of an event and its probability in a
/// random deck. "separation" is the largest relative shortfall of the probability of an order. "KL bits" is
/// the relative entropy (Kullback-Leibler divergence) from a random deck: log2 N! minus the entropy, in bits.
///
/// JSON and CSV print only correct digits, also if a distance is near 0 or near 1. For riffles these are all digits of a
/// double for one card, for the separation of cards that look alike, and for decks of up to 208 cards with numbers of up
/// to 10,000 bits; 14 digits for up to 1000 cards; 12 for more cards. For other shuffles they are 12 or more, and for all
/// fewer beyond 10^200 and below 10^-200. Bounds are rounded outwards.
///
/// Total variation of shuffles other than riffles is exact, an estimate with its standard error, an upper bound or a
/// lower bound, which JSON and CSV call the method. A shuffle that makes all orders equally likely has the exact distance 0. Of
/// small decks the distances are exact wherever `faro law` answers. Lower bounds hold together for all rows, with
/// 99 % confidence (Bonferroni); and because total variation does not rise with more shuffles, a bound of a later row
/// is one of every earlier row.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("first", |first| first.help("The number of cards, up to 10^9 [default: 52]")))]
#[command(mut_arg("second", |second| second.help(RIFFLE)))]
pub struct MixArgs {
    #[command(flatten)]
    pub given: GivenArgs,

    /// The numbers of riffles or other shuffles, a row each. They go from A through B; A..B excludes B [default: from 1 to
    /// beyond the cutoff]
    #[arg(long, visible_alias = "times", value_name = "A..=B", value_parser = Range::of_shuffles, allow_hyphen_values = true)]
    pub riffles: Option<Range>,

    /// Riffle until the distance is at most this; the error for a distance that is never reached states the limit
    #[arg(long, value_name = "T", value_parser = parse_target, conflicts_with = "riffles")]
    pub until: Option<f64>,

    /// The distance for --until [default: total-variation if it is known]
    #[arg(long, value_enum, requires = "until")]
    pub distance: Option<DistanceArg>,

    /// Print all columns in text. It has also L-infinity, chi-square and the entropy
    #[arg(long)]
    pub all: bool,

    /// Print the distances as fractions, too. They are known for up to 2000 cards
    #[arg(long, conflicts_with = "card")]
    pub exact: bool,

    /// The number of cards of each kind that looks alike; the deck is sorted by kind before the riffles
    #[arg(long, value_name = "D,D…", conflicts_with_all = ["deck", "card"])]
    pub composition: Option<Composition>,

    /// A pack of 52 of which only some values count. The colours, suits, ranks or blackjack values are distinguished, sorted by kind before
    /// the riffles, as a real pack is not: this changes the distances. Several packs with --cards 104, 156, …
    #[arg(long, value_enum, conflicts_with = "card")]
    pub deck: Option<DeckArg>,

    /// Follow one card, by its position or its face. The distance of its position from uniform, for up to
    /// 2000 cards
    #[arg(long, value_name = "C")]
    pub card: Option<String>,

    /// Print how many cards the best strategy guesses right too: blind, and if each card is shown after its guess
    #[arg(long, conflicts_with_all = ["composition", "deck", "card"])]
    pub guessing: bool,

    /// The number of random decks for what is not exact. That is total variation of cards that look alike and of
    /// biased cuts, lower bounds, and guesses [default: 1000 to 100000, so that a row takes about a second]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(100..=100_000_000))]
    pub samples: Option<u32>,

    /// The seed of the random decks: a number, 64 hexadecimal digits, or any text
    #[arg(long, value_name = "X", default_value = "1", value_parser = seed::parse)]
    pub seed: Seed,

    #[command(flatten)]
    pub threads: ThreadsArgs,

    /// Stop after this number of seconds, counting all work, and print the finished rows [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub timeout: Option<Duration>,

    #[command(flatten)]
    pub svg: SvgArgs,
}

pub const RIFFLE: &str = "The shuffle, such as gsr or shelf:10. It is a riffle such as gsr or riffle:3 for three packets, a shelf machine such as \
     shelf:10, top-to-random, random-transposition, gsr:cut=0.4, or any other random shuffle, of which the distances are \
     exact for up to 10 cards, as far as a row takes some seconds, and lower bounds for others [default: gsr]";

pub const EXAMPLES: &str = "\
Examples:
  faro mix 52                            one riffle, two, and more
  faro mix 52 --riffles 7..=7 --exact    as fractions
  faro mix 1e6 --riffles 26..=34
  faro mix 52 --until 0.01               how many are enough?
  faro mix --deck blackjack              suits are ignored
  faro mix 52 shelf:10 --times 1..=3     a casino's shelf machine
  faro mix 8 overhand:0.3                any shuffle of a small deck
  faro mix 52 thorp --times 5            at least how far from random?
  faro mix 52 --riffles 7 --guessing     how many cards can be guessed?
  faro mix 52 --card 52                  the position of the bottom card
  faro mix 52 --svg cutoff.svg";

#[derive(Clone, Copy, ValueEnum)]
pub enum DistanceArg {
    TotalVariation,
    Separation,
}

impl DistanceArg {
    pub fn key(self) -> &'static str {
        match self {
            DistanceArg::TotalVariation => "total_variation",
            DistanceArg::Separation => "separation",
        }
    }
}

pub fn parse_target(text: &str) -> Result<f64, String> {
    let expected = "a distance from 1e-100 to below 1, such as 0.01";
    integer::parse_decimal_within(text, 1e-100..1.0, expected)
}

/// The property by which the cards of a pack of 52 are distinguished.
#[derive(Clone, Copy, ValueEnum)]
pub enum DeckArg {
    /// 26 red and 26 black cards
    RedBlack,
    /// Four suits of 13 cards
    Suits,
    /// Thirteen ranks of 4 cards
    Ranks,
    /// The values of blackjack: nine of 4 cards, and ten with 16 cards
    Blackjack,
}

pub const PACK: u32 = 52;

impl DeckArg {
    /// Returns the number of cards of each kind in `packs` packs.
    pub fn composition(self, packs: u32) -> Vec<u32> {
        let kinds = match self {
            DeckArg::RedBlack => vec![26; 2],
            DeckArg::Suits => vec![13; 4],
            DeckArg::Ranks => vec![4; 13],
            DeckArg::Blackjack => [vec![4; 9], vec![16]].concat(),
        };
        kinds.into_iter().map(|count| count * packs).collect()
    }

    /// Returns the property by which cards differ, in the plural.
    pub fn property(self) -> &'static str {
        match self {
            DeckArg::RedBlack => "colours",
            DeckArg::Suits => "suits",
            DeckArg::Ranks => "ranks",
            DeckArg::Blackjack => "blackjack values",
        }
    }

    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The number of cards of each kind, such as `26,26`.
#[derive(Clone)]
pub struct Composition(pub Vec<u32>);

impl FromStr for Composition {
    type Err = String;

    fn from_str(text: &str) -> Result<Composition, String> {
        let count = |part: &str| part.parse::<u32>().ok().filter(|&count| count > 0);
        let counts: Option<Vec<u32>> = text.split(',').map(|part| count(part.trim())).collect();
        if let Some(counts) = counts {
            return Ok(Composition(counts));
        }
        let expected = |_| {
            "expected numbers of cards from 1, such as 26,26, or entries such as '2 packs'"
                .to_string()
        };
        let kinds = composition(text).map_err(expected)?.kinds();
        Ok(Composition(
            kinds.into_iter().map(|count| count as u32).collect(),
        ))
    }
}
