//! `faro solve`: searches for a short word that takes a deck from one order to another.

use std::io::{self, Write};
use std::path::Path;

use faro::stacks::Stack;
use faro::{Group, Permutation, Word};
use faro_math::number::Budget;
use faro_permutation::cayley::{self, Bounds, Limit, Obstacle, Outcome};
use faro_permutation::group::GroupError;
use faro_render::numbers::counted;
use faro_render::view::{Page, Report, Table};
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::arguments::argument::{CardsArgs, DeckSize, Named, Text};
use crate::arguments::integer::Integer;
use crate::arguments::search::{ON_MACHINE, SearchArgs};
use crate::arguments::stack;
use crate::arguments::word::{FoundWord, MoveList};
use crate::output::options::OutputArgs;
use crate::output::overwrite;
use crate::output::signals;

const MAX_CARDS: u32 = 100_000;

/// Maximum number of cards for which a tip names further moves that make an impossible order reachable.
const MAX_HINT_CARDS: usize = 1000;

/// The shuffles that take a deck from one order to another.
///
/// Searches for a shortest word from both ends, within --depth, --timeout and about 100 megabytes of memory. If
/// the search ends without an answer, the group of the moves shows whether the order can be reached, and
/// gives a word that may not be shortest. In it the inverse of a move, written in^-1 or cut:-1, counts as one
/// move. Text has its length, JSON and CSV have the word.
///
/// An order is its cards from the top, such as '2 1 3', the name of a stack (`faro list stacks`), a file of cards (AS, Q♦,
/// Ten of Hearts, numbers or other names, with or without 1. 2. 3. before them), or a word of moves: a new deck after
/// them. Numbers name the faces of a new pack if the other order has faces.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    cards: CardsArgs,

    /// The first order: a stack, a file, cards or a word. From the top it is the name of a stack, a file, cards such as '2 1 3', or a word, which shuffles a new deck
    #[arg(value_name = "FROM: STACK|FILE|WORD")]
    second: Option<String>,

    /// The last order
    #[arg(value_name = "TO: STACK|FILE|WORD")]
    third: Option<String>,

    /// The first order, by option
    #[arg(long, value_name = "STACK")]
    from: Option<String>,

    /// The last order, by option
    #[arg(long, value_name = "STACK")]
    to: Option<String>,

    #[command(flatten)]
    search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro solve new-deck si-stebbins
  faro solve 52 new-deck reverse             from a new deck to the reversed one
  faro solve --from new-deck --to reverse    the same, by options
  faro solve si-stebbins eight-kings --allow in,cut:1 --depth 20";

const FROM: Named = Named {
    what: "first order",
    position: "[FROM]",
    option: "--from <STACK>",
};
const TO: Named = Named {
    what: "last order",
    position: "[TO]",
    option: "--to <STACK>",
};
const EXAMPLE: &str = "faro solve new-deck reverse";

/// The two orders of the deck, and the limits of the search.
struct SolveQuestion<'a> {
    cards: DeckSize,
    from: Text,
    to: Text,
    search: &'a SearchArgs,
}

#[derive(Default, Serialize)]
pub struct SolveReport {
    cards: Integer,
    from: String,
    to: String,
    moves: Vec<String>,
    reachable: bool,
    length: Option<Integer>,
    word: Option<String>,
    /// Whether the word is proved shortest, or `None` if there is no word.
    shortest: Option<bool>,
    reason: String,
    /// The sentence that replaces a long word in text.
    #[serde(skip)]
    summary: Option<String>,
}

/// Memory of the search in bytes. Half a gigabyte would search three moves further, in eight times the time.
const MAX_SEARCH_BYTES: usize = 1 << 26;

impl SolveArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<SolveReport> {
        let (cards, [second, third]) = self
            .cards
            .and_others([self.second.clone(), self.third.clone()])?;
        cards.single()?;
        let from = FROM.required(second, self.from.clone(), EXAMPLE)?;
        let to = TO.required(third, self.to.clone(), EXAMPLE)?;
        overwrite::check(
            [&from, &to].map(|given| Path::new(&given.text)),
            args.written(),
        )?;
        SolveQuestion {
            cards,
            from,
            to,
            search: &self.search,
        }
        .answer()
    }
}

impl SolveQuestion<'_> {
    fn answer(&self) -> anyhow::Result<SolveReport> {
        let moves = self.search.moves()?;
        let cards = self.cards.at_most(MAX_CARDS, "")?;
        let listed = self
            .search
            .tabled(&moves, &self.cards.number)
            .ok_or_else(|| {
                self.cards
                    .error("too many moves for a deck of this size; try fewer moves or fewer cards")
            })?;
        let (moves, tables) = moves.permutations(listed)?;
        let goal = self.goal(listed)?;
        let all: Vec<u32> = (0..cards).collect();
        signals::poll();
        let bounds = Bounds {
            bytes: MAX_SEARCH_BYTES,
            budget: self.budget(),
            ..self.search.bounds()
        };
        match cayley::route(&tables, &all, goal.images(), &bounds) {
            Outcome::Found(paths) => {
                let reason = "no word is shorter: a search from both ends found none".into();
                Ok(self.solved(&moves, FoundWord::shortest(&moves, &paths.first()), reason))
            }
            Outcome::Unreachable(obstacle) => {
                let reason = self.explain(&obstacle)? + &self.remedy(listed, &goal);
                Ok(self.unreachable(&moves, reason))
            }
            Outcome::Stopped { none_to, .. } if signals::requested() => Err(interrupted(none_to)),
            Outcome::Stopped { none_to, limit } => {
                self.by_group(&moves, &tables, &goal, none_to, limit)
            }
        }
    }

    /// Returns the budget of the search, which ends at its time limit or at Ctrl-C.
    fn budget(&self) -> Budget {
        self.search.budget().interrupted_by(signals::requested)
    }

    /// Returns the budget of the work after the search. It has the same length as the search's, and ends at Ctrl-C.
    fn second_budget(&self) -> Budget {
        self.search
            .second_budget()
            .interrupted_by(signals::requested)
    }

    /// Returns the permutation that takes the first order to the last.
    fn goal(&self, cards: usize) -> anyhow::Result<Permutation> {
        let from = self.first_deck(cards)?;
        let to = stack::deck(self.to.argument, &self.to.text, cards)?;
        stack::between(from, to).map_err(|why| self.to.error(why))
    }

    /// Decides by the group that the moves generate.
    fn by_group(
        &self,
        moves: &MoveList,
        tables: &[Permutation],
        goal: &Permutation,
        none_to: usize,
        limit: Limit,
    ) -> anyhow::Result<SolveReport> {
        let ended = self.search.stopped(none_to, limit);
        let budget = self.second_budget();
        let group = Group::generated_within(tables, &budget).map_err(|error| {
            match signals::requested() {
                true => interrupted(none_to),
                false => self.to.error(format!("{ended} ({error})")),
            }
        })?;
        let order = group.order();
        match group.word_within(goal, &budget) {
            Ok(letters) => {
                let longer = longer_than(none_to, limit);
                let reason = format!(
                    "{longer}. This one comes from the group of the moves, which has {order} elements; a shorter one may exist"
                );
                Ok(self.solved(
                    moves,
                    FoundWord::from_letters(moves, tables, &letters),
                    reason,
                ))
            }
            Err(GroupError::NotInGroup) => {
                let reason = format!(
                    "the group of these moves, of order {order}, does not contain the permutation from one to the other"
                );
                Ok(self.unreachable(moves, reason + &self.remedy(goal.degree(), goal)))
            }
            Err(_) if signals::requested() => Err(interrupted(none_to)),
            Err(error) => {
                let reason = format!(
                    "the permutation is in the group of these moves, of order {order}, but {error}; {ended}"
                );
                Ok(SolveReport {
                    reachable: true,
                    ..self.unreachable(moves, reason)
                })
            }
        }
    }

    fn solved(&self, moves: &MoveList, word: FoundWord, reason: String) -> SolveReport {
        SolveReport {
            reachable: true,
            summary: word.is_summed_up().then(|| word.summary()),
            length: Some(word.length),
            word: Some(word.text),
            shortest: Some(word.is_shortest),
            ..self.unreachable(moves, reason)
        }
    }

    fn unreachable(&self, moves: &MoveList, reason: String) -> SolveReport {
        SolveReport {
            cards: self.cards.number.clone().into(),
            from: self.from.text.clone(),
            to: self.to.text.clone(),
            moves: moves.names(),
            reason,
            ..SolveReport::default()
        }
    }

    /// Returns the reason, in terms of cards, why the order cannot be reached.
    fn explain(&self, obstacle: &Obstacle) -> anyhow::Result<String> {
        let from = self.first_deck(self.cards.number.to_usize().unwrap_or_default())?;
        Ok(match *obstacle {
            Obstacle::Orbit { index, .. } => {
                format!(
                    "these moves never take card {} to its position",
                    from[index]
                )
            }
            Obstacle::MirrorPair {
                indices: [i, j],
                at_start,
            } => {
                let which = if at_start {
                    "before but not after"
                } else {
                    "after but not before"
                };
                format!(
                    "these moves keep mirror pairs, cards as far from the top as from the bottom: {} and {} are a pair {which}",
                    from[i], from[j]
                )
            }
            Obstacle::Exhausted { reached, .. } => {
                format!(
                    "these moves reach {} of the deck, and this is not among them; all were searched",
                    counted(reached, "order")
                )
            }
            _ => "these moves cannot do this".into(),
        })
    }

    /// Returns a tip that names moves which reach the last order. They are the recipe of a stack, or common
    /// moves to add.
    fn remedy(&self, cards: usize, goal: &Permutation) -> String {
        if let Some(recipe) = self.recipe(goal) {
            return format!("; other moves reach it: {recipe} (`faro list stacks` has such words)");
        }
        if cards > MAX_HINT_CARDS {
            return String::new();
        }
        let budget = self.second_budget();
        self.search.helpful(|moves| {
            let tables = moves.permutations(cards).map(|(_, tables)| tables);
            let group = tables
                .ok()
                .and_then(|tables| Group::generated_within(&tables, &budget).ok());
            group.is_some_and(|group| group.contains(goal))
        })
    }

    /// Returns the word of the recipes that lead from the first stack to the last. Returns `None` if there are no such
    /// recipes.
    fn recipe(&self, goal: &Permutation) -> Option<String> {
        let (mut name, mut words) = (self.to.text.as_str(), Vec::new());
        while name != self.from.text {
            let recipe = Stack::named(name)?.recipe.as_ref()?;
            words.insert(0, recipe.word);
            name = recipe.from;
        }
        let word = words.join(" ");
        let made = word.parse::<Word>().ok()?.permutation(goal.degree()).ok()?;
        (made == *goal).then_some(word)
    }

    fn first_deck(&self, cards: usize) -> anyhow::Result<Vec<String>> {
        stack::deck(self.from.argument, &self.from.text, cards)
    }
}

/// Returns a sentence with the lower bound on the word length that a search without a result proves.
fn longer_than(none_to: usize, limit: Limit) -> String {
    let word = format!(
        "every word without inverses has more than {}",
        counted(none_to, "move")
    );
    match limit {
        Limit::Time => format!("{word} (the search had no time to go further, {ON_MACHINE})"),
        _ => word,
    }
}

/// Returns the error of a search that Ctrl-C ended.
fn interrupted(none_to: usize) -> anyhow::Error {
    anyhow::anyhow!(
        "interrupted: no word of up to {} does this",
        counted(none_to, "move")
    )
}

impl Report for SolveReport {
    fn table(&self) -> Table<'_> {
        Table::with_records(
            [
                "cards",
                "from",
                "to",
                "reachable",
                "length",
                "word",
                "shortest",
            ],
            " ",
            [self],
        )
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match (&self.word, &self.summary) {
            (Some(_), Some(summary)) if !page.quiet => {
                return writeln!(out, "{summary}\n{}", self.reason);
            }
            (Some(word), None) => writeln!(out, "{word}")?,
            _ => writeln!(
                out,
                "{}",
                if self.reachable {
                    "reachable"
                } else {
                    "unreachable"
                }
            )?,
        }
        match &self.length {
            _ if page.quiet => Ok(()),
            Some(length) => writeln!(out, "{}; {}", counted(length, "move"), self.reason),
            None => writeln!(out, "{}", self.reason),
        }
    }
}
