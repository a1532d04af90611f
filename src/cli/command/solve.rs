use std::io::{self, Write};
use std::path::Path;

use faro::cayley::{self, Limit, Obstacle, Outcome};
use faro::group::{Letter, WordError};
use faro::stacks::permutation_between;
use faro::{Group, Permutation};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive};
use serde::Serialize;

use crate::cli::args::{ON_MACHINE, OutputArgs, SearchArgs};
use crate::cli::error::invalid;
use crate::cli::integer::{self, Integer};
use crate::cli::moves::Moves;
use crate::cli::overwrite;
use crate::cli::plural::counted;
use crate::cli::stack;
use crate::cli::view::{Page, Report, Table};

/// The most cards of a deck that is solved.
const MAX_CARDS: u32 = 100_000;

/// Which shuffles take a deck from one order to another?
///
/// A shortest word is searched for from both ends, within --depth, --timeout and half a gigabyte.
/// Where that does not settle it, the group of the moves says whether the order can be reached at all, and gives
/// a word that is longer than it need be.
///
/// An order is a file (cards such as AS, 10H, Q♦, or numbers from 1, parted by white space or commas)
/// or one of the stacks that `faro list stacks` shows.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    /// The number of cards
    #[arg(long, value_name = "N", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    cards: BigUint,

    /// The order to begin with, from the top: the name of a stack, or a file
    #[arg(long, value_name = "STACK")]
    from: String,

    /// The order to end with
    #[arg(long, value_name = "STACK")]
    to: String,

    #[command(flatten)]
    search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro solve --cards 52 --from new-deck --to si-stebbins
  faro solve --cards 52 --from si-stebbins --to eight-kings --allow in,cut:1 --depth 20";

#[derive(Serialize)]
pub struct SolveReport {
    cards: Integer,
    from: String,
    to: String,
    moves: Vec<String>,
    reachable: bool,
    length: Option<Integer>,
    word: Option<String>,
    /// Whether no word is shorter; null where there is none.
    shortest: Option<bool>,
    reason: String,
}

/// A word as powers of moves.
type Powers = Vec<(usize, BigInt)>;

impl Solve {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<SolveReport> {
        overwrite::check([&self.from, &self.to].map(Path::new), args.written())?;
        let moves = self.search.moves()?;
        let cards = self.cards.to_u32().filter(|&cards| cards <= MAX_CARDS);
        let cards = cards
            .ok_or_else(|| self.refused(format!("whole decks of up to {MAX_CARDS} cards are solved")))?;
        let listed = self.search.tabled(&moves, &self.cards).ok_or_else(|| {
            self.refused("too many moves for a deck of this size; try fewer moves or fewer cards")
        })?;
        let (moves, tables) = moves.permutations(&self.search.allow, listed)?;
        let goal = self.goal(listed)?;
        let all: Vec<u32> = (0..cards).collect();
        match cayley::route(&tables, &all, goal.images(), &self.search.bounds()) {
            Outcome::Found(paths) => {
                let reason = "no word is shorter: a search from both ends saw none".into();
                let runs = paths.first();
                let powers = runs.chunk_by(|one, next| one == next).map(|run| (run[0], run.len().into()));
                Ok(self.solved(&moves, powers.collect(), true, reason))
            }
            Outcome::Unreachable(obstacle) => Ok(self.unreachable(&moves, self.told(&obstacle)?)),
            Outcome::Stopped { none_to, limit } => self.by_group(&moves, &tables, &goal, none_to, limit),
        }
    }

    /// Where each card goes, by its position in the first order.
    fn goal(&self, cards: usize) -> anyhow::Result<Permutation> {
        let from = stack::read(FROM, &self.from, cards)?;
        let to = stack::read(TO, &self.to, cards)?;
        permutation_between(&from, &to)
            .map_err(|card| invalid(TO, &self.to, format!("the card {card} of the other order is missing")))
    }

    /// By the group that the moves generate.
    fn by_group(
        &self,
        moves: &Moves,
        tables: &[Permutation],
        goal: &Permutation,
        none_to: usize,
        limit: Limit,
    ) -> anyhow::Result<SolveReport> {
        let ended = self.search.told(none_to, limit);
        let budget = self.search.budget();
        let group = Group::generated_within(tables, &budget)
            .map_err(|error| invalid(TO, &self.to, format!("{ended} ({error})")))?;
        let word = match group.word_within(goal, &budget) {
            Err(WordError::NotInGroup) => {
                let reason = format!(
                    "the group of these moves, of order {}, does not hold what takes one to the other",
                    group.order()
                );
                return Ok(self.unreachable(moves, reason));
            }
            word => word,
        };
        Ok(match word {
            Ok(letters) => {
                let reason = format!(
                    "{}, not proved shortest: found by stabilisers in the group, of order {}",
                    longer_than(none_to, limit),
                    group.order()
                );
                self.solved(moves, allowed(tables, &letters), false, reason)
            }
            Err(error) => {
                let reason = format!(
                    "it is in the group of these moves, of order {}, but {error}; {ended}",
                    group.order()
                );
                SolveReport { reachable: true, ..self.unreachable(moves, reason) }
            }
        })
    }

    fn solved(&self, moves: &Moves, powers: Powers, shortest: bool, reason: String) -> SolveReport {
        let length: BigInt = powers.iter().map(|(_, exponent)| exponent.abs()).sum();
        SolveReport {
            reachable: true,
            length: Some(length.into()),
            word: Some(moves.product(powers)),
            shortest: Some(shortest),
            ..self.unreachable(moves, reason)
        }
    }

    fn unreachable(&self, moves: &Moves, reason: String) -> SolveReport {
        SolveReport {
            cards: self.cards.clone().into(),
            from: self.from.clone(),
            to: self.to.clone(),
            moves: moves.names(),
            reachable: false,
            length: None,
            word: None,
            shortest: None,
            reason,
        }
    }

    /// Why it cannot be, in cards.
    fn told(&self, obstacle: &Obstacle) -> anyhow::Result<String> {
        let from = stack::read(FROM, &self.from, self.cards.to_usize().unwrap_or_default())?;
        Ok(match *obstacle {
            Obstacle::Orbit { index, .. } => {
                format!("by these moves the card {} never gets to its place", from[index])
            }
            Obstacle::MirrorPair { indices: [i, j], at_start } => {
                let which = if at_start { "before and not after" } else { "after and not before" };
                format!(
                    "these moves keep mirror pairs, cards as far from the top as from the bottom: {} and {} are one {which}",
                    from[i], from[j]
                )
            }
            Obstacle::Exhausted { reached, .. } => {
                format!(
                    "these moves reach {reached} orders of the deck, and this is none of them; all were gone through"
                )
            }
            _ => "these moves do not do it".into(),
        })
    }

    fn refused(&self, why: impl std::fmt::Display) -> anyhow::Error {
        invalid("--cards <N>", &self.cards, why)
    }
}

const FROM: &str = "--from <STACK>";
const TO: &str = "--to <STACK>";

/// What a search that found nothing proves of a word's length.
fn longer_than(none_to: usize, limit: Limit) -> String {
    let word = format!("a word of more than {}", counted(none_to, "move"));
    match limit {
        Limit::Time => format!("{word} (as far as the search got in its time, {ON_MACHINE})"),
        _ => word,
    }
}

/// The letters in moves that are allowed: what undoes a move is another move, or the move again and again.
fn allowed(tables: &[Permutation], letters: &[Letter]) -> Powers {
    let inverses: Vec<Permutation> = tables.iter().map(Permutation::inverse).collect();
    let runs = letters.chunk_by(|one, next| one == next).map(|run| {
        let (by, length) = (run[0].generator, BigInt::from(run.len()));
        if !run[0].inverse {
            return (by, length);
        }
        match tables.iter().position(|table| *table == inverses[by]) {
            Some(undoing) => (undoing, length),
            None => (by, (-length).mod_floor(&tables[by].order().into())),
        }
    });
    runs.filter(|(_, exponent)| exponent.is_positive()).collect()
}

impl Report for SolveReport {
    fn table(&self) -> Table<'_> {
        Table::of_one([
            ("cards", Some(self.cards.to_string())),
            ("from", Some(self.from.clone())),
            ("to", Some(self.to.clone())),
            ("reachable", Some(self.reachable.to_string())),
            ("length", self.length.as_ref().map(Integer::to_string)),
            ("word", self.word.clone()),
            ("shortest", self.shortest.map(|shortest| shortest.to_string())),
        ])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match (&self.word, self.reachable) {
            (Some(word), _) => writeln!(out, "{word}")?,
            (None, true) => writeln!(out, "reachable")?,
            (None, false) => writeln!(out, "unreachable")?,
        }
        if page.quiet {
            return Ok(());
        }
        match &self.length {
            Some(length) => writeln!(out, "{}; {}", counted(length, "move"), self.reason),
            None => writeln!(out, "{}", self.reason),
        }
    }
}
