//! `faro group`: computes the group that shuffles generate.

use std::io::{self, Write};
use std::path::Path;

use faro::perfect::{Case, FaroGroup, WeavePower};
use faro::{Kind, Permutation, Weave};
use faro_math::number::Budget;
use faro_permutation::cayley::{self, Bounds, Outcome};
use faro_permutation::group::{self, Blocks, GroupError, MAX_GROUP_DEGREE, Order};
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::One;
use serde::Serialize;

use crate::arguments::argument::{CardsArgs, DeckSize, Named, Text, converted, is_number};
use crate::arguments::effort::EffortArgs;
use crate::arguments::integer::Integer;
use crate::arguments::stack;
use crate::arguments::word::{self, FoundWord, MoveList};
use crate::output::error::brief;
use crate::output::options::OutputArgs;
use crate::output::overwrite;

/// The group that shuffles generate: the orders of the deck that they can reach.
///
/// For the moves out and in, the default, the theorem of Diaconis, Graham and Kantor gives the order of the
/// group for any number of cards. Other moves are permutations of a deck of up to two million cards; the
/// order is proved by a certificate or by a chain of stabilisers, and it is an error if neither is found.
///
/// An order of up to a thousand digits is written in full (in JSON a hundred thousand), a larger one as a
/// formula. If the moves keep mirror pairs (cards as far from the top as from the bottom), the index in the
/// group of all 2^(N/2)·(N/2)! arrangements that keep them is shown.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct GroupArgs {
    #[command(flatten)]
    pub given: CardsAndMoves,

    /// Check whether this arrangement is in the group. Find a word for it, too. The arrangement is a word of the
    /// language of shuffles, such as a permutation in cycle notation, or a stack by its name or from a file
    /// (`faro list stacks`), made from a new deck
    #[arg(long, value_name = "PERM|STACK")]
    contains: Option<String>,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro group 52                                2^26 · 26! orders
  faro group 24                                contains the Mathieu group M12
  faro group 12 milk,monge                     is the Mathieu group M12
  faro group 52 out,in,cut:1                   with cuts: all 52!
  faro group --cards 52 --moves out,in,cut:1   the same, by options
  faro group 52 --contains reverse             in^26
  faro group 52 --contains si-stebbins         no: it breaks mirror pairs
  faro group 8 --contains '(1 8)(2 7)(3 6)(4 5)'
  faro group 1000000000000000000               a formula";

/// The number of cards, and the moves.
pub struct CardsAndMoves {
    pub cards: DeckSize,
    moves: Text,
}

/// The arguments as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct Typed {
    #[command(flatten)]
    cards: CardsArgs,

    /// The moves, separated by commas. They are words of the language of shuffles [default: out,in]
    #[arg(value_name = "MOVES")]
    others: Vec<String>,

    /// The moves, by option
    #[arg(long, value_name = "WORDS")]
    moves: Option<String>,
}

converted!(CardsAndMoves, Typed, Typed::from_arg_matches);

impl TryFrom<Typed> for CardsAndMoves {
    type Error = anyhow::Error;

    fn try_from(typed: Typed) -> anyhow::Result<CardsAndMoves> {
        let Typed {
            mut cards,
            mut others,
            moves,
        } = typed;
        let is_left_out = cards.first.as_ref().is_some_and(|first| !is_number(first));
        others.splice(0..0, cards.first.take_if(|_| is_left_out));
        let second = (!others.is_empty()).then(|| others.join(","));
        let usual = || Text {
            text: "out,in".into(),
            argument: MOVES.position,
        };
        Ok(CardsAndMoves {
            cards: DeckSize::try_from(cards)?,
            moves: MOVES.given(second, moves)?.unwrap_or_else(usual),
        })
    }
}

const MOVES: Named = Named {
    what: "list of moves",
    position: "[MOVES]",
    option: "--moves <WORDS>",
};

impl GroupArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<GroupReport> {
        overwrite::check(self.contains.as_deref().map(Path::new), args.written())?;
        let CardsAndMoves { cards, moves } = &self.given;
        let (cards, moves) = (cards.clone(), MoveList::read(moves.clone())?);
        let budget = self.effort.budget();
        let question = GroupQuestion { cards, budget };
        let theorem = match moves.are_out_and_in() {
            true => Some(GroupReport {
                moves: moves.names(),
                ..question.by_theorem()?
            }),
            false => None,
        };
        let theorem = match theorem {
            Some(report) if self.contains.is_none() => return Ok(report),
            theorem => theorem,
        };
        let generated = question.generated(moves)?;
        let by_proof = || GroupReport {
            moves: generated.moves.names(),
            ..question.by_proof(&generated)
        };
        let report = theorem.unwrap_or_else(by_proof);
        match &self.contains {
            Some(text) => question.look_for(text, &generated, report),
            None => Ok(report),
        }
    }
}

/// The cards, and the time limit.
struct GroupQuestion {
    cards: DeckSize,
    budget: Budget,
}

/// The distinct moves, and the group they generate, whose order is proved.
struct Generated {
    moves: MoveList,
    tables: Vec<Permutation>,
    group: faro::Group,
}

/// Maximum memory, in bytes, of the search for a shortest word. It then takes at most about a second.
const MAX_SEARCH_BYTES: usize = 1 << 24;

impl GroupQuestion {
    fn by_theorem(&self) -> anyhow::Result<GroupReport> {
        let (cards, budget) = (&self.cards.number, &self.budget);
        let group = FaroGroup::with_budget(cards.clone(), budget)
            .map_err(|error| self.unfactored(error))?;
        let block = group
            .block(budget)
            .map_err(|error| self.unfactored(error))?;
        let is_even = group.index().is_some() && *cards > 1u32.into();
        Ok(GroupReport {
            name: Some(group.name()),
            theorem: Some(theorem(&group)),
            transitive: true,
            primitive: Some(block.is_none()),
            // In decks of at most three cards, the group of the in- and the out-shuffle contains every order.
            symmetric: *cards <= 3u32.into(),
            alternating: *cards == 1u32.into(),
            blocks: block.map(|size| BlocksReport::from_theorem(cards, &size, is_even)),
            ..GroupReport::new(cards, &group.order(), OrderProof::Theorem)
                .with_index(group.index().as_ref())
        })
    }

    fn by_proof(&self, Generated { tables, group, .. }: &Generated) -> GroupReport {
        let (symmetric, alternating) = (group.is_symmetric(), group.is_alternating());
        let name = giant_name(group)
            .or_else(|| group.mathieu().map(|degree| format!("M{degree}")))
            .or_else(|| self.theorem_name(group))
            .or_else(|| cyclic_name(tables, group));
        let proof = match group.proof() {
            group::Proof::Giant => OrderProof::Jordan,
            group::Proof::Affine => OrderProof::Affine,
            group::Proof::Chain => OrderProof::Chain,
        };
        let blocks = group.minimal_blocks().ok();
        let transitive = group.is_transitive();
        GroupReport {
            name,
            transitive,
            primitive: blocks.as_ref().map(|blocks| transitive && blocks.is_none()),
            symmetric,
            alternating,
            blocks: blocks
                .flatten()
                .map(|blocks| BlocksReport::new(&blocks, group.degree())),
            ..GroupReport::new(&self.cards.number, &group.order(), proof)
                .with_index(index(group).as_ref())
        }
    }

    /// Returns the structure of the group by the theorem on perfect shuffles, such as `2^26 ⋊ S26`. Returns `None`
    /// if it is not the group of the out- and in-shuffle.
    fn theorem_name(&self, group: &faro::Group) -> Option<String> {
        let faro_group = FaroGroup::with_budget(self.cards.number.clone(), &self.budget).ok()?;
        let is_as_large = faro_group.order().value()? == group.order().value()?;
        let contains = |kind| {
            let weave = Weave::new(kind, self.cards.number.clone());
            WeavePower::new(weave, 1)
                .to_permutation()
                .is_ok_and(|shuffle| group.contains(&shuffle))
        };
        (is_as_large && contains(Kind::Out) && contains(Kind::In)).then(|| faro_group.name())
    }

    fn generated(&self, moves: MoveList) -> anyhow::Result<Generated> {
        let cards = self
            .cards
            .at_most(MAX_GROUP_DEGREE, ", or the moves out and in")?;
        let (moves, tables) = moves.permutations(cards)?;
        let group = faro::Group::generated_within(&tables, &self.budget).map_err(|error| match error {
            GroupError::Unproved { .. } => self.cards.error(
                "no quick certificate was found, and the chain of stabilisers would be too large; \
                 try fewer cards",
            ),
            GroupError::OutOfTime { .. } => self.cards.error(format!("{error}; try a larger --timeout")),
            error => self.cards.error(error),
        })?;
        Ok(Generated {
            moves,
            tables,
            group,
        })
    }

    fn look_for(
        &self,
        text: &str,
        generated: &Generated,
        report: GroupReport,
    ) -> anyhow::Result<GroupReport> {
        let element =
            stack::arrangement("--contains <PERM|STACK>", text, generated.group.degree())?;
        let report = GroupReport {
            element: Some(word::name(text)),
            ..report
        };
        let (contains, word, reason) = match self.word(generated, &element) {
            Ok(word) => (true, Some(word), None),
            Err(GroupError::NotInGroup) => (false, None, None),
            Err(error @ GroupError::NoWordInTime) => {
                (true, None, Some(format!("{error}; try a larger --timeout")))
            }
            Err(error) => (true, None, Some(error.to_string())),
        };
        let summary = word
            .as_ref()
            .filter(|word| word.is_summed_up())
            .map(FoundWord::summary);
        let (word, length) = word.map(|word| (word.text, word.length)).unzip();
        Ok(GroupReport {
            contains: Some(contains),
            word,
            length,
            summary,
            reason,
            ..report
        })
    }

    /// Returns the first word that is found: a shortest word, a power of a move, or a word by stabilisers.
    fn word(&self, generated: &Generated, element: &Permutation) -> Result<FoundWord, GroupError> {
        let Generated {
            moves,
            tables,
            group,
        } = generated;
        if !group.contains(element) {
            return Err(GroupError::NotInGroup);
        }
        let all: Vec<u32> = (0..group.degree() as u32).collect();
        let bounds = Bounds {
            bytes: MAX_SEARCH_BYTES,
            budget: self.budget,
            ..Bounds::default()
        };
        if let Outcome::Found(paths) = cayley::route(tables, &all, element.images(), &bounds) {
            return Ok(FoundWord::shortest(moves, &paths.first()));
        }
        if let Some(power) = FoundWord::power(moves, tables, element) {
            return Ok(power);
        }
        let letters = group.word_within(element, &self.budget)?;
        Ok(FoundWord::from_letters(moves, tables, &letters))
    }

    fn unfactored(&self, error: impl std::fmt::Display) -> anyhow::Error {
        self.cards.error(format!(
            "{error}; try a larger --timeout or an even number of cards"
        ))
    }
}

/// Returns the name of a symmetric or alternating group. The groups of order 1, 2 and 3 have the names 1, Z2
/// and Z3.
fn giant_name(group: &faro::Group) -> Option<String> {
    match (group.degree(), group.is_symmetric(), group.is_alternating()) {
        (_, false, false) => None,
        (0 | 1, ..) | (2, false, true) => Some("1".into()),
        (2, ..) => Some("Z2".into()),
        (3, false, true) => Some("Z3".into()),
        (degree, true, _) => Some(format!("S{degree}")),
        (degree, ..) => Some(format!("A{degree}")),
    }
}

/// Returns the name of a cyclic group, or `None` if the group that the moves generate is not cyclic.
///
/// It is if the moves commute and the least common multiple of their orders is the order of the group.
fn cyclic_name(moves: &[Permutation], group: &faro::Group) -> Option<String> {
    let commute = |one: &Permutation| moves.iter().all(|other| one.then(other) == other.then(one));
    let exponent = || {
        moves.iter().fold(BigUint::one(), |lcm, one| {
            lcm.lcm(&one.cycle_type().order())
        })
    };
    let order = group.order().value()?;
    (moves.iter().all(commute) && exponent() == order).then(|| format!("Z{order}"))
}

fn theorem(group: &FaroGroup) -> String {
    let (cards, pairs) = (group.cards(), group.cards() >> 1u8);
    let case = match group.case() {
        Case::Trivial => "one card".into(),
        Case::Odd { order_of_two } => {
            let (order, cards) = (brief(order_of_two), brief(cards));
            format!("odd deck: i → 2^j·i + c modulo {cards}, 2 has order {order}")
        }
        Case::PowerOfTwo { exponent } => format!("2^{exponent} cards"),
        Case::Twelve => "12 cards".into(),
        Case::TwentyFour => "24 cards".into(),
        Case::Residue(residue) => format!("{} mirror pairs, {residue} modulo 4", brief(&pairs)),
        _ => "another case".into(),
    };
    format!("Diaconis, Graham, Kantor 1983: {case}")
}

/// Returns the index of the group in the group of all arrangements that keep mirror pairs. Returns `None` if
/// the group does not keep them, or if the numbers are too large to be written out.
fn index(group: &faro::Group) -> Option<Order> {
    let pairs = group.degree() / 2;
    let all = Order::with_factorial(pairs, pairs)
        .value()
        .filter(|_| group.keeps_mirror_pairs())?;
    Some(Order::with_multiple(all / group.order().value()?, 0u32))
}

/// Maximum number of digits of an order that text shows in full.
const MAX_DIGITS_OF_TEXT: f64 = 1000.0;

/// Maximum number of characters of an index in text.
const MAX_INDEX: usize = 80;

/// Maximum number of positions of a block that are listed.
const MAX_LISTED: u32 = 100;

/// Largest number of digits that is exact as an `f64`.
const MAX_EXACT: f64 = 1e12;

#[derive(Default, Serialize)]
pub struct GroupReport {
    pub cards: Integer,
    pub moves: Vec<String>,
    /// The order of the group, or `None` if it has too many digits for JSON.
    pub order: Option<Integer>,
    pub formula: String,
    pub digits: Option<Integer>,
    pub index: Option<Integer>,
    pub index_formula: Option<String>,
    pub name: Option<String>,
    pub theorem: Option<String>,
    pub proof: OrderProof,
    pub transitive: bool,
    pub primitive: Option<bool>,
    pub symmetric: bool,
    pub alternating: bool,
    pub blocks: Option<BlocksReport>,
    pub element: Option<String>,
    pub contains: Option<bool>,
    pub word: Option<String>,
    pub length: Option<Integer>,
    /// The reason why the command has no word for an element of the group.
    pub reason: Option<String>,
    /// The sentence that replaces a long word in text.
    #[serde(skip)]
    pub summary: Option<String>,
    /// The approximate number of digits of the order.
    #[serde(skip)]
    pub size: f64,
}

/// How the order was proved.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderProof {
    Theorem,
    Jordan,
    Affine,
    #[default]
    Chain,
}

#[derive(Serialize)]
pub struct BlocksReport {
    size: Integer,
    count: Integer,
    mirror: bool,
    /// The positions in the top card's block, if it is small.
    top: Option<Vec<u32>>,
}

impl GroupReport {
    /// Creates a report with only the order.
    pub fn new(cards: &BigUint, order: &Order, proof: OrderProof) -> GroupReport {
        let size = order.digits();
        GroupReport {
            cards: cards.clone().into(),
            order: order.value().map(Integer::from),
            formula: order.to_string(),
            digits: (size <= MAX_EXACT).then(|| Integer::from(size as u64)),
            proof,
            size,
            ..GroupReport::default()
        }
    }

    pub fn with_index(self, index: Option<&Order>) -> GroupReport {
        let formula = index.map(Order::to_string);
        GroupReport {
            index: index.and_then(Order::value).map(Integer::from),
            index_formula: formula,
            ..self
        }
    }

    fn write_order(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.order {
            Some(order) if self.size <= MAX_DIGITS_OF_TEXT => writeln!(out, "{order}"),
            _ => writeln!(out, "{}", self.formula),
        }
    }

    /// Writes a line such as `2^26 · 26!; the group 2^26 ⋊ S26`.
    fn write_structure(&self, out: &mut dyn Write) -> io::Result<()> {
        let digits = self.size;
        let formula = match &self.order {
            Some(order) if digits <= MAX_DIGITS_OF_TEXT => {
                (order.to_string() != self.formula).then(|| self.formula.clone())
            }
            _ if digits <= MAX_EXACT => Some(format!("{digits:.0} digits")),
            _ => Some(format!("about {digits:.3e} digits")),
        };
        let name = self.name.as_ref().map(|name| match name.strip_prefix('M') {
            Some(_) => format!("the Mathieu group {name}"),
            None => format!("the group {name}"),
        });
        let parts: Vec<String> = [formula, name, self.index_in_words()]
            .into_iter()
            .flatten()
            .collect();
        if parts.is_empty() {
            Ok(())
        } else {
            writeln!(out, "{}", parts.join("; "))
        }
    }

    fn index_in_words(&self) -> Option<String> {
        let formula = self.index_formula.clone()?;
        let number = self
            .index
            .as_ref()
            .map_or(formula.clone(), Integer::to_string);
        let index = match (number.len() <= MAX_INDEX, formula.len() <= MAX_INDEX) {
            (true, _) => number,
            (_, true) => formula,
            _ => format!("a number of {} digits", number.len()),
        };
        Some(match index.as_str() {
            "1" => "all arrangements that keep mirror pairs".into(),
            _ => format!("index {index} in the group of all that keep mirror pairs"),
        })
    }

    fn write_action(&self, out: &mut dyn Write) -> io::Result<()> {
        let transitive = if self.transitive {
            "transitive"
        } else {
            "not transitive"
        };
        match (&self.blocks, self.primitive) {
            (
                Some(BlocksReport {
                    size,
                    count,
                    mirror,
                    ..
                }),
                _,
            ) => {
                let which = if *mirror {
                    "mirror pairs".into()
                } else {
                    format!("blocks of {size}")
                };
                writeln!(out, "{transitive}, not primitive: {count} {which}")
            }
            (None, Some(true)) => writeln!(out, "{transitive}, primitive"),
            (None, None) if self.transitive => {
                writeln!(out, "{transitive}; blocks were not searched")
            }
            _ => writeln!(out, "{transitive}"),
        }
    }

    fn write_proof(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.theorem, self.proof) {
            (Some(theorem), _) => writeln!(out, "{theorem}"),
            (_, OrderProof::Jordan) => writeln!(out, "proved by Jordan's theorem"),
            (_, OrderProof::Affine) => writeln!(
                out,
                "proved by the affine action of the moves on binary digits"
            ),
            (_, _) => writeln!(out, "proved by a chain of stabilisers"),
        }
    }

    fn write_membership(&self, contains: bool, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if page.quiet {
            return writeln!(out, "{}", if contains { "yes" } else { "no" });
        }
        let element = self.element.as_deref().unwrap_or_default();
        match (&self.word, &self.length, &self.summary, &self.reason) {
            (Some(word), Some(length), None, _) => {
                writeln!(out, "yes, by {}: {word}", counted(length, "shuffle"))
            }
            (.., Some(summary), _) => writeln!(out, "yes, the group has it; {summary}"),
            (.., Some(reason)) => writeln!(out, "yes, the group has it; {reason}"),
            _ => writeln!(
                out,
                "no: the moves {} do not make {} of a new deck",
                self.moves.join(", "),
                printable(element)
            ),
        }
    }
}

impl Report for GroupReport {
    fn table(&self) -> Table<'_> {
        let columns = [
            "cards",
            "moves",
            "order",
            "formula",
            "index",
            "name",
            "theorem",
            "transitive",
            "primitive",
            "symmetric",
            "alternating",
            "contains",
            "word",
            "reason",
        ];
        Table::with_records(columns, ",", [self])
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let Some(contains) = self.contains {
            return self.write_membership(contains, page, out);
        }
        self.write_order(out)?;
        if page.quiet {
            return Ok(());
        }
        self.write_structure(out)?;
        self.write_action(out)?;
        self.write_proof(out)
    }
}

impl BlocksReport {
    /// Returns the blocks by the theorem: mirror pairs, or positions congruent modulo cards/size.
    pub fn from_theorem(cards: &BigUint, size: &BigUint, mirror: bool) -> BlocksReport {
        let count = cards / size;
        let step = if mirror { cards - 1u32 } else { count.clone() };
        let positions: Option<Vec<u32>> = if *size <= MAX_LISTED.into() {
            let size = u32::try_from(size).expect("it is small");
            (0..size)
                .map(|place| u32::try_from(&step * place).ok().map(one_based::number))
                .collect()
        } else {
            None
        };
        BlocksReport {
            size: size.clone().into(),
            count: count.into(),
            mirror,
            top: positions,
        }
    }

    pub fn new(blocks: &Blocks, cards: usize) -> BlocksReport {
        let positions: Vec<u32> = blocks.top().collect();
        let mirror = positions == [0, cards as u32 - 1];
        let short = blocks.size() <= MAX_LISTED as usize;
        BlocksReport {
            size: blocks.size().into(),
            count: blocks.count().into(),
            mirror,
            top: short.then(|| positions.into_iter().map(one_based::number).collect()),
        }
    }
}
