use std::io::{self, Write};
use std::path::Path;

use faro::cayley::{self, Bounds, Limit, Obstacle, Outcome};
use faro::group::{Letter, WordError};
use faro::number::Budget;
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
use crate::cli::signals;
use crate::cli::stack;
use crate::cli::view::{Page, Report, Table};
use crate::cli::watch::Waiting;

/// The most cards.
const MAX_CARDS: u32 = 100_000;

/// The shuffles that take a deck from one order to another.
///
/// Searches for a shortest word from both ends, within --depth, --timeout and about 100 megabytes of memory. If
/// the search ends without an answer, the group of the moves shows whether the order can be reached, and
/// gives a word that may not be shortest. In it the inverse of a move, written in^-1 or cut:-1, counts as one
/// move. Text has its length; --long prints it, and JSON and CSV always have it.
///
/// An order is a file (cards such as AS, 10H, Q♦, or numbers from 1, separated by white space or commas)
/// or the name of a stack (`faro list stacks`).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    /// The number of cards
    #[arg(long, short = 'n', value_name = "N", default_value = "52", value_parser = integer::parse_positive,
          allow_negative_numbers = true)]
    cards: BigUint,

    /// The first order, from the top: the name of a stack, or a file
    #[arg(long, value_name = "STACK")]
    from: String,

    /// The last order
    #[arg(long, value_name = "STACK")]
    to: String,

    /// Print a word of any length
    #[arg(long)]
    long: bool,

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
    /// Whether no word is shorter; `None` if there is no word.
    shortest: Option<bool>,
    reason: String,
    /// Whether text has the word, whatever its length.
    #[serde(skip)]
    long: bool,
}

/// The most moves of a word in text that is not shortest, without `--long`.
const MAX_PRINTED: u32 = 100;

/// The memory of the search in bytes. Half a gigabyte searches three moves further, in eight times the time.
const MEMORY: usize = 1 << 26;

/// A word as powers of moves, given by their indices.
type Powers = Vec<(usize, BigInt)>;

impl Solve {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<SolveReport> {
        overwrite::check([&self.from, &self.to].map(Path::new), args.written())?;
        let moves = self.search.moves()?;
        let cards = self.cards.to_u32().filter(|&cards| cards <= MAX_CARDS);
        let cards = cards.ok_or_else(|| self.invalid_cards(format!("expected at most {MAX_CARDS} cards")))?;
        let listed = self.search.tabled(&moves, &self.cards).ok_or_else(|| {
            self.invalid_cards("too many moves for a deck of this size; try fewer moves or fewer cards")
        })?;
        let (moves, tables) = moves.permutations(&self.search.allow, listed)?;
        let goal = self.goal(listed)?;
        let all: Vec<u32> = (0..cards).collect();
        let _waiting = Waiting::begin("searching for a word", args);
        let bounds = Bounds { bytes: MEMORY, budget: self.budget(), ..self.search.bounds() };
        match cayley::route(&tables, &all, goal.images(), &bounds) {
            Outcome::Found(paths) => {
                let reason = "no word is shorter: a search from both ends found none".into();
                let runs = paths.first();
                let powers = runs.chunk_by(|one, next| one == next).map(|run| (run[0], run.len().into()));
                Ok(self.solved(&moves, powers.collect(), true, reason))
            }
            Outcome::Unreachable(obstacle) => Ok(self.unreachable(&moves, self.explain(&obstacle)?)),
            Outcome::Stopped { none_to, .. } if signals::requested() => Err(interrupted(none_to)),
            Outcome::Stopped { none_to, limit } => self.by_group(&moves, &tables, &goal, none_to, limit),
        }
    }

    /// Returns the time limit, which Ctrl-C ends.
    fn budget(&self) -> Budget {
        self.search.budget().interrupted_by(Waiting::interrupted)
    }

    /// Returns the permutation that takes the first order to the last.
    fn goal(&self, cards: usize) -> anyhow::Result<Permutation> {
        let from = stack::read(FROM, &self.from, cards)?;
        let to = stack::read(TO, &self.to, cards)?;
        permutation_between(&from, &to)
            .map_err(|card| invalid(TO, &self.to, format!("card {card} of the other order is missing")))
    }

    /// Decides by the group that the moves generate.
    fn by_group(
        &self,
        moves: &Moves,
        tables: &[Permutation],
        goal: &Permutation,
        none_to: usize,
        limit: Limit,
    ) -> anyhow::Result<SolveReport> {
        let ended = self.search.stopped(none_to, limit);
        let budget = self.budget();
        let group = Group::generated_within(tables, &budget).map_err(|error| match signals::requested() {
            true => interrupted(none_to),
            false => invalid(TO, &self.to, format!("{ended} ({error})")),
        })?;
        let word = match group.word_within(goal, &budget) {
            Err(WordError::NotInGroup) => {
                let reason = format!(
                    "the group of these moves, of order {}, does not contain the permutation from one to the other",
                    group.order()
                );
                return Ok(self.unreachable(moves, reason));
            }
            word => word,
        };
        Ok(match word {
            Ok(letters) => {
                let reason = format!(
                    "{}, not proved to be shortest: found by stabilisers in the group of order {}",
                    longer_than(none_to, limit),
                    group.order()
                );
                self.solved(moves, allowed(tables, &letters), false, reason)
            }
            Err(_) if signals::requested() => return Err(interrupted(none_to)),
            Err(error) => {
                let reason = format!(
                    "the permutation is in the group of these moves, of order {}, but {error}; {ended}",
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
            long: self.long,
        }
    }

    /// Explains in terms of cards why the order cannot be reached.
    fn explain(&self, obstacle: &Obstacle) -> anyhow::Result<String> {
        let from = stack::read(FROM, &self.from, self.cards.to_usize().unwrap_or_default())?;
        Ok(match *obstacle {
            Obstacle::Orbit { index, .. } => {
                format!("these moves never take card {} to its position", from[index])
            }
            Obstacle::MirrorPair { indices: [i, j], at_start } => {
                let which = if at_start { "before but not after" } else { "after but not before" };
                format!(
                    "these moves keep mirror pairs, cards as far from the top as from the bottom: {} and {} are a pair {which}",
                    from[i], from[j]
                )
            }
            Obstacle::Exhausted { reached, .. } => {
                format!(
                    "these moves reach {reached} orders of the deck, and this is not among them; all were searched"
                )
            }
            _ => "these moves cannot do this".into(),
        })
    }

    fn invalid_cards(&self, why: impl std::fmt::Display) -> anyhow::Error {
        invalid("--cards <N>", &self.cards, why)
    }
}

const FROM: &str = "--from <STACK>";
const TO: &str = "--to <STACK>";

/// Returns what a search without a result proves about a word's length.
fn longer_than(none_to: usize, limit: Limit) -> String {
    let word = format!("every word without inverses has more than {}", counted(none_to, "move"));
    match limit {
        Limit::Time => format!("{word} (the search had no time to go further, {ON_MACHINE})"),
        _ => word,
    }
}

/// The error of a search that Ctrl-C ended.
fn interrupted(none_to: usize) -> anyhow::Error {
    anyhow::anyhow!("interrupted: no word of up to {} does this", counted(none_to, "move"))
}

/// Writes letters as powers with few moves: the inverse of a move is another move or a negative power, and powers
/// are reduced by the order of the move.
fn allowed(tables: &[Permutation], letters: &[Letter]) -> Powers {
    let inverses: Vec<Permutation> = tables.iter().map(Permutation::inverse).collect();
    let runs = letters.chunk_by(|one, next| one == next).map(|run| {
        let (by, length) = (run[0].generator, BigInt::from(run.len()));
        let undoing = tables.iter().position(|table| *table == inverses[by]);
        match undoing.filter(|_| run[0].inverse) {
            Some(undoing) => (undoing, length),
            None => {
                let order = BigInt::from(tables[by].order());
                let exponent = if run[0].inverse { -length } else { length }.mod_floor(&order);
                let least = if &exponent * 2 > order { exponent - order } else { exponent };
                (by, least)
            }
        }
    });
    runs.filter(|(_, exponent)| *exponent != BigInt::ZERO).collect()
}

impl Report for SolveReport {
    fn table(&self) -> Table<'_> {
        Table::with_one_row([
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
            (Some(word), _) if !self.is_summed_up() => writeln!(out, "{word}")?,
            (Some(_), _) if !page.quiet => {
                writeln!(
                    out,
                    "no short word was found; one of {} exists, --long prints it",
                    self.moves_of_word()
                )?;
                return writeln!(out, "{}", self.reason);
            }
            (Some(_), _) => writeln!(out, "reachable")?,
            (None, true) => writeln!(out, "reachable")?,
            (None, false) => writeln!(out, "unreachable")?,
        }
        if page.quiet {
            return Ok(());
        }
        match &self.length {
            Some(_) => writeln!(out, "{}; {}", self.moves_of_word(), self.reason),
            None => writeln!(out, "{}", self.reason),
        }
    }
}

impl SolveReport {
    fn moves_of_word(&self) -> String {
        self.length.as_ref().map_or_else(String::new, |length| counted(length, "move"))
    }

    /// Returns whether text has only the length of the word.
    fn is_summed_up(&self) -> bool {
        let most = Integer::from(MAX_PRINTED);
        let many = self.length.as_ref().is_some_and(|length| *length > most);
        many && !self.long && self.shortest == Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(inverse: bool, count: usize) -> Vec<Letter> {
        vec![Letter { generator: 0, inverse }; count]
    }

    #[test]
    fn an_inverse_is_one_move() {
        let moves = |text| Moves::read("--allow <WORDS>", text).unwrap().permutations(text, 52).unwrap();
        for (text, inverse, count, word) in [
            ("in", true, 1, "in^-1"),
            ("in", false, 40, "in^-12"),
            ("in", false, 26, "in^26"),
            ("in", true, 26, "in^26"),
            ("cut:1", true, 1, "cut:-1"),
            ("cut:1", true, 3, "cut:-1^3"),
            ("cut:-2", true, 1, "cut:2"),
            ("reverse", true, 1, "reverse"),
            ("reverse", false, 2, "()"),
            ("cut:1,cut:-1", true, 2, "cut:-1^2"),
            ("in cut:1", true, 1, "(in cut:1)^-1"),
        ] {
            let (moves, tables) = moves(text);
            let powers = allowed(&tables, &letters(inverse, count));
            let shown = moves.product(powers);
            assert_eq!(shown, word, "{text}");
            let effect = |word: &str| word.parse::<faro::Word>().unwrap().permutation(52).unwrap();
            let direct = tables[0].pow(if inverse { -(count as i64) } else { count as i64 });
            assert_eq!(effect(&shown), direct, "{shown}");
        }
    }
}
