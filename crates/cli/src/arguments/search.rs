//! The options of a search for words: its moves, its depth and its time.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use faro_math::number::Budget;
use faro_permutation::cayley::{Bounds, Limit};
use faro_render::numbers::counted;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

use crate::arguments::argument::Text;
use crate::arguments::effort::parse_seconds;
use crate::arguments::integer;
use crate::arguments::word::MoveList;

/// The moves and limits of a search for words.
#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// The allowed moves, separated by commas. They are words of the language of shuffles. Words of the same length
    /// are listed in the order of their moves here
    #[arg(long, value_name = "WORDS", default_value = "in,out")]
    allow: String,

    /// Maximum number of moves in a word
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth: Option<usize>,

    /// Maximum number of seconds for the search; `faro solve` may spend the same time again on a word that need not be
    /// shortest. How far a search gets in its time depends on the machine
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
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
    pub fn moves(&self) -> anyhow::Result<MoveList> {
        MoveList::read(Text {
            text: self.allow.clone(),
            argument: "--allow <WORDS>",
        })
    }

    /// Returns the number of cards, or `None` if the moves of the deck are too large to store as tables.
    pub fn tabled(&self, moves: &MoveList, cards: &BigUint) -> Option<usize> {
        cards
            .to_usize()
            .filter(|cards| cards.saturating_mul(moves.words.len()) <= MAX_TABLED)
    }

    /// Returns a budget that ends `timeout` after the first call.
    pub fn budget(&self) -> Budget {
        self.shared_budget(0)
    }

    /// Returns the budget of a second search. It has the whole time limit again.
    pub fn second_budget(&self) -> Budget {
        self.shared_budget(1)
    }

    fn shared_budget(&self, search: usize) -> Budget {
        let started = self.started[search].get_or_init(Instant::now);
        Budget::new(self.timeout.saturating_sub(started.elapsed()))
    }

    pub fn bounds(&self) -> Bounds {
        Bounds {
            depth: self.depth.unwrap_or(usize::MAX),
            budget: self.budget(),
            ..Bounds::default()
        }
    }

    /// Returns a tip for an impossible goal: common moves that would make it possible.
    ///
    /// `reaches` computes whether the goal can be reached by some moves.
    pub fn helpful(&self, reaches: impl Fn(MoveList) -> bool) -> String {
        let helps = |candidate: &&str| {
            let text = format!("{},{candidate}", self.allow);
            MoveList::read(Text {
                text,
                argument: "--allow <WORDS>",
            })
            .is_ok_and(&reaches)
        };
        let helpful: Vec<&str> = ["in", "out", "cut:1", "reverse"]
            .into_iter()
            .filter(helps)
            .collect();
        match helpful.join(" or ") {
            none if none.is_empty() => none,
            more => format!("; adding {more} to --allow makes it possible"),
        }
    }

    /// Returns a sentence with the reason why a search ended without an answer, and with a remedy.
    pub fn stopped(&self, none_to: usize, limit: Limit) -> String {
        let none = format!("no word of up to {} does this", counted(none_to, "move"));
        let ended = match limit {
            Limit::Depth => "the search ended there; try a larger --depth".into(),
            Limit::Time => {
                format!("the time was over there, {ON_MACHINE}; try a larger --timeout")
            }
            Limit::Memory => {
                "the search ended there because its memory was full; try fewer cards or fewer moves"
                    .into()
            }
            _ => String::from("the search ended there; try fewer cards or fewer moves"),
        };
        format!("{none}, and {ended}")
    }
}

fn parse_depth(text: &str) -> Result<usize, String> {
    let depth = integer::parse(text)?;
    // The depth `usize::MAX` means no limit, since no search reaches it.
    if depth < BigInt::ZERO {
        Err("expected 0 or more".into())
    } else {
        Ok(depth.to_usize().unwrap_or(usize::MAX))
    }
}
