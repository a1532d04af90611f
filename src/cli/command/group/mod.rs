//! `faro group`: computes the group that shuffles generate.

mod report;

use std::path::Path;

use faro::group::{self, GroupError, MAX_DEGREE, Order, WordError};
use faro::number::Budget;
use faro::perfect::{Case, FaroGroup};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::cli::args::{EffortArgs, OutputArgs};
use crate::cli::error::{brief, invalid};
use crate::cli::integer;
use crate::cli::moves::{self, Moves};
use crate::cli::overwrite;
use crate::cli::stack;
use report::{BlocksReport, GroupReport, Proof};

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
pub struct Group {
    /// The number of cards
    #[arg(long, short = 'n', value_name = "N", default_value = "52", value_parser = integer::parse_positive,
          allow_negative_numbers = true)]
    cards: BigUint,

    /// The moves: words of the language of shuffles, separated by commas
    #[arg(long, value_name = "WORDS", default_value = "out,in")]
    moves: String,

    /// Check whether an arrangement is in the group, and find a word for it. The arrangement is a word of the
    /// language of shuffles, such as a permutation in cycle notation, or a stack by its name or from a file
    /// (`faro list stacks`), made from a new deck
    #[arg(long, value_name = "PERM|STACK")]
    contains: Option<String>,

    #[command(flatten)]
    effort: EffortArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro group --cards 52                             2^26 · 26! orders
  faro group --cards 24                             contains the Mathieu group M12
  faro group --cards 52 --moves out,in,cut:1        with cuts: all 52!
  faro group --cards 8 --contains '(1 8)(2 7)(3 6)(4 5)'
  faro group --cards 52 --contains si-stebbins      no: it breaks mirror pairs
  faro group --cards 1000000000000000000            a formula";

impl Group {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<GroupReport> {
        overwrite::check(self.contains.as_deref().map(Path::new), args.written())?;
        let moves = Moves::read("--moves <WORDS>", &self.moves)?;
        let budget = self.effort.budget();
        let (moves, mut report, group) = if moves.are_out_and_in() {
            (moves, self.by_theorem(&budget)?, None)
        } else {
            let (moves, group) = self.generated(moves, &budget)?;
            (moves, self.by_proof(&group), Some(group))
        };
        report.moves = moves.names();
        if let Some(text) = &self.contains {
            let (moves, group) = match group {
                Some(group) => (moves, group),
                None => self.generated(moves, &budget)?,
            };
            self.look_for(text, &moves, &group, &budget, &mut report)?;
        }
        Ok(report)
    }

    fn by_theorem(&self, budget: &Budget) -> anyhow::Result<GroupReport> {
        let group =
            FaroGroup::with_budget(self.cards.clone(), budget).map_err(|error| self.unfactored(error))?;
        let block = group.block(budget).map_err(|error| self.unfactored(error))?;
        let is_even = group.index().is_some() && self.cards > 1u32.into();
        Ok(GroupReport {
            name: Some(group.name()),
            theorem: Some(theorem(&group)),
            transitive: true,
            primitive: Some(block.is_none()),
            // With at most three cards every order can be reached.
            symmetric: self.cards <= 3u32.into(),
            alternating: self.cards == 1u32.into(),
            blocks: block.map(|size| BlocksReport::from_theorem(&self.cards, &size, is_even)),
            ..GroupReport::new(&self.cards, group.order(), Proof::Theorem).with_index(group.index().as_ref())
        })
    }

    fn by_proof(&self, group: &faro::Group) -> GroupReport {
        let (symmetric, alternating) = (group.is_symmetric(), group.is_alternating());
        let name = match (symmetric, alternating) {
            (true, _) => Some(format!("S{}", self.cards)),
            (_, true) => Some(format!("A{}", self.cards)),
            _ => None,
        };
        let proof = match group.proof() {
            group::Proof::Giant => Proof::Jordan,
            group::Proof::Affine => Proof::Affine,
            group::Proof::Chain => Proof::Chain,
        };
        let blocks = group.minimal_blocks().ok();
        let transitive = group.is_transitive();
        GroupReport {
            name,
            transitive,
            primitive: blocks.as_ref().map(|blocks| transitive && blocks.is_none()),
            symmetric,
            alternating,
            blocks: blocks.flatten().map(|blocks| BlocksReport::new(&blocks, group.degree())),
            ..GroupReport::new(&self.cards, group.order(), proof).with_index(index(group).as_ref())
        }
    }

    /// Returns the moves that differ, and their group with its order proved.
    fn generated(&self, moves: Moves, budget: &Budget) -> anyhow::Result<(Moves, faro::Group)> {
        let cards = self.cards.to_usize().filter(|&cards| cards <= MAX_DEGREE).ok_or_else(|| {
            let why = format!("expected at most {MAX_DEGREE} cards, or the moves out and in");
            self.invalid_cards(why)
        })?;
        let (moves, permutations) = moves.permutations(&self.moves, cards)?;
        let group = faro::Group::generated_within(&permutations, budget).map_err(|error| match error {
            GroupError::Unproved { .. } => self.invalid_cards(
                "no quick certificate was found, and the chain of stabilisers would be too large; \
                 try fewer cards",
            ),
            GroupError::OutOfTime { .. } => self.invalid_cards(format!("{error}; try a larger --timeout")),
            error => self.invalid_cards(error),
        })?;
        Ok((moves, group))
    }

    fn look_for(
        &self,
        text: &str,
        moves: &Moves,
        group: &faro::Group,
        budget: &Budget,
        report: &mut GroupReport,
    ) -> anyhow::Result<()> {
        let argument = "--contains <PERM|STACK>";
        if let Some(name) = stack::similar(text) {
            return Err(invalid(argument, text, format!("there is no such stack; did you mean '{name}'?")));
        }
        let element = match stack::is_one(text) {
            true => stack::arrangement(argument, text, group.degree())?,
            false => moves::permutation(argument, text, group.degree())?,
        };
        report.element = Some(moves::name(text));
        let word = group.word_within(&element, budget);
        report.contains = Some(!matches!(word, Err(WordError::NotInGroup)));
        match word {
            Ok(word) => {
                report.length = Some(word.len());
                report.word = Some(moves.spelled(&word));
            }
            Err(WordError::NotInGroup) => {}
            Err(error @ WordError::OutOfTime) => {
                report.reason = Some(format!("{error}; try a larger --timeout"));
            }
            Err(error) => report.reason = Some(error.to_string()),
        }
        Ok(())
    }

    fn unfactored(&self, error: impl std::fmt::Display) -> anyhow::Error {
        self.invalid_cards(format!("{error}; try a larger --timeout or an even number of cards"))
    }

    fn invalid_cards(&self, why: impl std::fmt::Display) -> anyhow::Error {
        invalid("--cards <N>", &self.cards, why)
    }
}

/// Describes the case of the theorem.
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

/// Returns the index in the group of all arrangements that keep mirror pairs, if the group keeps them and the
/// numbers can be written out.
fn index(group: &faro::Group) -> Option<Order> {
    let pairs = group.degree() / 2;
    let all = Order::with_factorial(pairs, pairs).value().filter(|_| group.keeps_mirror_pairs())?;
    Some(Order::with_multiple(all / group.order().value()?, 0u32))
}
