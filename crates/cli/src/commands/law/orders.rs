//! Reports of exact laws: the probability of each order, and the tree of the choices.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::ValueEnum;
use faro::Word;
use faro::distribution::{self, Leaves, Level};
use faro::riffle::{ExactMixing, Magnitude};
use faro_math::number::Fraction;
use faro_permutation::Statistic;
use faro_render::numbers::{counted, joined};
use faro_render::one_based;
use faro_render::view::{Bar, Bars, Page, Report, Sequence, Table, TreeBranch, TreeLeaf};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::statistic::{Condition, StatisticReport, Weights, max_cards, uniform_weights, weights};
use crate::arguments::integer;
use crate::arguments::shuffle::{NamedRoutine, ShuffleArgs};
use crate::arguments::statistic;
use crate::output::object::object;
use crate::output::options::OutputArgs;
use crate::output::probability;
use crate::output::probability::Number;
use crate::output::{self, PictureArgs};

/// The exact probability of every order of a small deck.
///
/// Lists every order of the deck with its probability as a fraction and as a decimal number, and below them
/// the number of reachable orders, the total variation distance from a fair shuffle, and the entropy.
/// Nothing is estimated. The deck has at most 10 cards; a computation that would take too long is an error.
///
/// With --statistic the answer is the law of one figure of the deck. For a shuffle that makes all orders equally likely it
/// comes from a formula: rising sequences and descents (Eulerian numbers), cycles (Stirling), fixed points (rencontres) of
/// up to 1000 cards, inversions (Mahonian) of up to 208. So do the rising sequences after riffles (Bayer and Diaconis 1992).
/// Otherwise the deck has at most 10 cards.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("first", |first| first.help("The number of cards [default: 52]")))]
#[command(mut_arg("second", |second| second))] // follows the first again
pub struct LawArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    /// List the orders alphabetically, or by probability
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    sort: Sort,

    /// Show the tree of random choices instead. It has one leaf per run of the shuffle, at most 1000
    #[arg(long, conflicts_with_all = ["format", "sort"])]
    tree: bool,

    /// Show the law of this statistic of the deck. It has the probability of each value, at any size where a formula is known
    #[arg(long, value_name = "STATISTIC", value_parser = statistic::parser(), conflicts_with_all = ["sort", "tree", "svg", "ascii"])]
    statistic: Option<Statistic>,

    /// Show the probability that the statistic is at least J
    #[arg(long, value_name = "J", value_parser = parse_bound, requires = "statistic", conflicts_with = "at_most")]
    at_least: Option<u64>,

    /// Show the probability that the statistic is at most J
    #[arg(long, value_name = "J", value_parser = parse_bound, requires = "statistic")]
    at_most: Option<u64>,

    #[command(flatten)]
    pub picture: PictureArgs,
}

fn parse_bound(text: &str) -> Result<u64, String> {
    let expected = "a number from 0 to 2^64 - 1, for example 20";
    integer::within(integer::parse(text)?, .., expected)
}

const EXAMPLES: &str = "\
Examples:
  faro law 3 naive                  27 runs on 6 orders
  faro law 3 naive --tree
  faro law 4 gsr^2 --sort chance
  faro law 8 naive                  40320 orders, summarised
  faro law 5 coin-sort:quick --svg law.svg
  faro law 6 sattolo --format json
  faro law 52 fisher-yates --statistic rising-sequences --at-most 20";

/// How orders are listed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// By the deck
    #[default]
    Order,
    /// By the probability
    #[value(alias = "probability")]
    Chance,
}

/// Maximum number of leaves of a tree.
pub const MAX_LEAVES: usize = 1000;

/// Maximum number of moved cards in a run of a tree.
const MAX_DEPTH: f64 = 2000.0;

/// Maximum number of cards for which a law is drawn: 40,320 orders.
pub const MAX_DRAWN: usize = 8;

impl LawArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        if let Some(statistic) = self.statistic {
            return output::report(&self.of_statistic(statistic)?, args);
        }
        let cards = &self.shuffle.cards.number;
        if *cards > distribution::Law::MAX_CARDS.into() {
            return Err(self.shuffle.invalid_cards(format!(
                "expected at most {} cards; `faro mix` has the distances of larger decks, `faro matrix` their places, and \
                 `faro simulate` their statistics",
                distribution::Law::MAX_CARDS
            )));
        }
        let shuffle = self.shuffle.routine(distribution::Law::MAX_CARDS)?;
        if self.tree {
            return self.tree(&shuffle, args);
        }
        if self.picture.svg.path().is_some() && shuffle.cards > MAX_DRAWN {
            return Err(self
                .shuffle
                .invalid_cards(format!("expected at most {MAX_DRAWN} cards with --svg")));
        }
        let law = self.law(&shuffle, "matrix")?;
        let report = LawReport::new(shuffle.name, law, self.sort, self.picture.ascii);
        self.picture.show(&report, args, &mut |sheet, out| {
            faro_render::bars(&report.bars(), sheet, out)
        })
    }

    /// Returns the exact law of `shuffle`. If it would take too long, the error names the command `other` for
    /// larger decks.
    fn law(&self, shuffle: &NamedRoutine, other: &str) -> anyhow::Result<distribution::Law> {
        shuffle.routine.law().map_err(|error| {
            let remedy = match self.fewer(shuffle) {
                Some(cards) => format!("try {}", counted(cards, "card")),
                None => "try a shorter word".into(),
            };
            self.shuffle.invalid_cards(format!(
                "{error}; {remedy}, or `faro {other}`, which accepts larger decks"
            ))
        })
    }

    fn of_statistic(&self, statistic: Statistic) -> anyhow::Result<StatisticReport> {
        let shuffle = self.shuffle.routine(max_cards(statistic))?;
        let formula = match shuffle.routine.is_uniform() {
            true => uniform_weights(statistic, shuffle.cards),
            false => riffle_weights(statistic, &shuffle),
        };
        let (weights, total) = match formula {
            Some(formula) => formula,
            None if shuffle.cards > distribution::Law::MAX_CARDS => {
                return Err(self.shuffle.invalid_cards(format!(
                    "the law of {} is computed for at most {} cards, and for more only if the shuffle makes all orders \
                     equally likely{}; `faro simulate` accepts larger decks",
                    statistic::name(statistic).replace('-', " "),
                    distribution::Law::MAX_CARDS,
                    match statistic {
                        Statistic::RisingSequences => " or is a riffle",
                        _ => "",
                    }
                )));
            }
            None => weights(statistic, &self.law(&shuffle, "simulate")?),
        };
        let condition = match (self.at_least, self.at_most) {
            (Some(least), _) => Some(Condition::AtLeast(least)),
            (_, most) => most.map(Condition::AtMost),
        };
        Ok(StatisticReport {
            cards: shuffle.cards,
            shuffle: shuffle.name,
            statistic,
            condition,
            weights,
            total,
        })
    }

    /// Returns the largest number of cards below the given one for which the law can certainly be computed.
    fn fewer(&self, shuffle: &NamedRoutine) -> Option<usize> {
        let small = |&cards: &usize| {
            shuffle
                .for_cards(cards)
                .is_some_and(|routine| routine.has_small_law())
        };
        (2..shuffle.cards).rev().find(small)
    }

    fn tree(&self, shuffle: &NamedRoutine, args: &OutputArgs) -> anyhow::Result<()> {
        if shuffle.routine.moves() > MAX_DEPTH {
            let why = "this word makes too many choices for a tree; try a shorter word";
            return Err(self.shuffle.invalid_cards(why));
        }
        let leaves = Leaves::new(&shuffle.routine, shuffle.cards).take(MAX_LEAVES + 1);
        let title = format!("{} of {}", shuffle.name, counted(shuffle.cards, "card"));
        let leaves = leaves.map(|run| leaf(&run)).collect();
        show_tree(&title, leaves, &self.picture, args, |why| {
            self.shuffle.invalid_cards(why)
        })
    }
}

/// Returns the weights of the numbers of rising sequences if the shuffle is a riffle.
fn riffle_weights(statistic: Statistic, shuffle: &NamedRoutine) -> Option<Weights> {
    let is_known = statistic == Statistic::RisingSequences;
    let word: Word = shuffle.name.parse().ok().filter(|_| is_known)?;
    let exact = ExactMixing::new(shuffle.cards as u64).ok()?;
    exact.rising_sequences(&word.packets().ok()?).ok()
}

/// Shows the tree with the given leaves, unless there are too many for the number of cards.
pub fn show_tree(
    title: &str,
    leaves: Vec<TreeLeaf>,
    picture: &PictureArgs,
    args: &OutputArgs,
    invalid_cards: impl FnOnce(String) -> anyhow::Error,
) -> anyhow::Result<()> {
    if leaves.len() > MAX_LEAVES {
        let why = format!("the tree has more than {MAX_LEAVES} leaves; try fewer cards");
        return Err(invalid_cards(why));
    }
    let title = format!("{title}: {}", counted(leaves.len(), "run"));
    let report = TreeReport {
        leaves,
        ascii: picture.ascii,
    };
    picture.show(&report, args, &mut |sheet, out| {
        faro_render::tree(&title, &report.leaves, sheet, out)
    })
}

pub fn leaf(leaf: &distribution::Leaf) -> TreeLeaf {
    let branch = |choice: &distribution::Choice| TreeBranch {
        index: choice.index,
        label: one_based::number(choice.index).to_string(),
    };
    let product = |part: fn(&distribution::Choice) -> u32| -> BigUint {
        leaf.path
            .iter()
            .map(|choice| BigUint::from(part(choice)))
            .product()
    };
    let probability = Fraction::new(
        product(|choice| choice.weight),
        product(|choice| choice.total),
    );
    TreeLeaf {
        branches: leaf.path.iter().map(branch).collect(),
        name: named(&leaf.deck),
        probability: probability.to_string(),
    }
}

/// Returns the cards of a deck as text, such as `2 1 3`.
pub fn named(deck: &[u32]) -> String {
    joined(one_based::numbers(deck), " ")
}

struct TreeReport {
    leaves: Vec<TreeLeaf>,
    ascii: bool,
}

impl Serialize for TreeReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.leaves.iter().map(|leaf| &leaf.name))
    }
}

impl Report for TreeReport {
    fn table(&self) -> Table<'_> {
        Table::new(
            ["deck", "probability"],
            self.leaves
                .iter()
                .map(|leaf| vec![leaf.name.clone(), leaf.probability.clone()]),
        )
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        faro_render::tree_text(&self.leaves, self.ascii, page, out)?;
        if page.quiet {
            return Ok(());
        }
        let decks: BTreeSet<_> = self.leaves.iter().map(|leaf| &leaf.name).collect();
        let (runs, orders) = (
            counted(self.leaves.len(), "run"),
            counted(decks.len(), "order"),
        );
        writeln!(out, "{runs}, {orders}; choices are counted from 1")
    }
}

/// Number of screen rows below the bars of the orders, including the prompt.
const ROWS_BELOW: usize = 9;

pub struct LawReport {
    cards: usize,
    name: String,
    pub law: distribution::Law,
    /// The ranks of the orders in the sequence in which text lists them: by rank or by probability.
    ranks: Vec<usize>,
    pub distance: Fraction,
    ascii: bool,
}

impl LawReport {
    pub fn new(name: String, law: distribution::Law, sort: Sort, ascii: bool) -> LawReport {
        let ranks = match sort {
            Sort::Order => (0..law.orders()).collect(),
            Sort::Chance => law.ranks_by_chance(),
        };
        let distance = law.total_variation();
        LawReport {
            cards: law.cards(),
            name,
            law,
            ranks,
            distance,
            ascii,
        }
    }

    fn fair(&self) -> Fraction {
        Fraction::new(1u32, self.law.orders())
    }

    pub fn bars(&self) -> Bars {
        let bar = |&rank: &usize| {
            let chance = self.law.chance(rank);
            Bar {
                name: named(&self.law.deck(rank)),
                length: chance.to_f64(),
                exact: chance.to_string(),
            }
        };
        Bars {
            title: format!("{}, {}", self.name, counted(self.cards, "card")),
            fair: self.fair().to_f64(),
            fair_name: format!("fair {}", self.fair()),
            bars: self.ranks.iter().map(bar).collect(),
        }
    }

    /// Returns the entropy, and says that it is below the maximum if both would be rounded to the same number.
    fn entropy(&self) -> String {
        let max = format!("{:.6}", (self.law.orders() as f64).log2());
        match format!("{:.6}", self.law.entropy_bits()) {
            near if near == max && self.distance != Fraction::new(0u32, 1u32) => {
                format!("less than 0.000001 below {max} bits")
            }
            entropy => format!("{entropy} of {max} bits"),
        }
    }

    fn grouped(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let room = page
            .rows
            .filter(|_| page.width.is_some())
            .map(|rows| rows.saturating_sub(ROWS_BELOW) / 2);
        let at_ends = room.map_or(SHOWN_AT_ENDS, |room| room.clamp(2, SHOWN_AT_ENDS));
        let levels: Vec<&[Level]> = self.law.levels().chunks(1).collect();
        self.levels_text(&levels, at_ends, true, page, out)
    }

    fn level_chance(&self, level: &Level) -> Fraction {
        Fraction::new(level.weight.clone(), self.law.total())
    }

    /// Writes a row for each group of orders whose probabilities have equal digits. Of many groups, only `at_ends`
    /// from each end are written.
    fn levels_text(
        &self,
        groups: &[&[Level]],
        at_ends: usize,
        has_fractions: bool,
        page: &Page,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let fair = self.fair();
        let shown = |index: usize| index < at_ends || index + at_ends >= groups.len();
        let rows = groups
            .iter()
            .enumerate()
            .filter(|(index, _)| shown(*index))
            .map(|(_, group)| {
                let chance = self.level_chance(&group[0]);
                let times = match group {
                    [_] => probability::times_fair(&chance, &fair),
                    _ => format!("{:.4}", chance.to_f64() / fair.to_f64()),
                };
                let orders: usize = group.iter().map(|level| level.orders).sum();
                let cells = [
                    digits(&chance),
                    times,
                    orders.to_string(),
                    named(&self.law.deck(group[0].first)),
                ];
                let fraction = has_fractions.then(|| chance.to_string());
                fraction.into_iter().chain(cells).collect()
            });
        let heads = ["probability", "", "times fair", "orders", "for example"];
        let heads = match has_fractions {
            true => heads.to_vec(),
            false => [&heads[..1], &heads[2..]].concat(),
        };
        faro_render::text(Table::new(heads, rows), page, out)?;
        match groups.len().saturating_sub(2 * at_ends) {
            0 => Ok(()),
            1 => writeln!(out, "and 1 probability between them"),
            more => writeln!(out, "and {more} probabilities between them"),
        }
    }

    /// Writes the law in at most `rows` rows of 80 columns.
    ///
    /// It has bars or probabilities, and the distance from uniform.
    pub fn summary(&self, page: &Page, rows: usize, out: &mut dyn Write) -> io::Result<()> {
        let rows = rows.saturating_sub(if page.quiet { 0 } else { SUMMARY_ROWS });
        let levels = self.law.levels();
        let has_fractions = levels
            .iter()
            .all(|level| self.level_chance(level).to_string().len() <= MAX_FRACTION);
        if self.law.orders() <= rows && has_fractions {
            faro_render::bars_text(&self.bars(), self.ascii, page, out)?;
        } else {
            let same = |a: &Level, b: &Level| {
                !has_fractions && digits(&self.level_chance(a)) == digits(&self.level_chance(b))
            };
            let groups: Vec<&[Level]> = levels.chunk_by(same).collect();
            // Two rows go to the heading and to the number of probabilities that are left out.
            let at_ends = (rows.saturating_sub(2) / 2).max(1);
            self.levels_text(&groups, at_ends, has_fractions, page, out)?;
        }
        if page.quiet {
            return Ok(());
        }
        let fair = short_and_decimal(&self.fair(), 6);
        let reachable = self.law.reachable();
        let orders = counted(self.law.orders(), "order");
        let distance = short_and_decimal(&self.distance, 6);
        [
            ("fair", fair),
            ("reachable", format!("{reachable} of {orders}")),
            ("total variation", format!("{distance} from uniform")),
            ("entropy", self.entropy()),
        ]
        .iter()
        .try_for_each(|(name, text)| page.entry(out, name, COLUMN, text))
    }
}

/// Width of the names below the probabilities.
const COLUMN: usize = 17;

/// Number of rows below the probabilities of a summary.
const SUMMARY_ROWS: usize = 4;

/// Maximum length of a fraction in a summary. Longer ones are in JSON.
const MAX_FRACTION: usize = 20;

/// Returns a probability with five digits.
fn digits(chance: &Fraction) -> String {
    Magnitude::from_fraction(chance).to_digits(5).to_string()
}

/// Returns a short fraction with its decimal number, such as `1/18 = 0.0556`, or only the number.
pub fn short_and_decimal(fraction: &Fraction, places: usize) -> String {
    exact_and_decimal(fraction, places, MAX_FRACTION)
}

fn exact_and_decimal(fraction: &Fraction, places: usize, longest: usize) -> String {
    let (exact, number) = (
        fraction.to_string(),
        probability::of_fraction(fraction, places),
    );
    if exact.len() > longest || exact == number {
        number
    } else {
        format!("{exact} = {number}")
    }
}

/// Maximum number of orders that text lists. More are grouped by their probability.
const MAX_LISTED: usize = 120;

/// Number of probabilities shown from each end if orders are grouped.
const SHOWN_AT_ENDS: usize = 15;

impl Report for LawReport {
    fn table(&self) -> Table<'_> {
        let row = |&rank: &usize| {
            let chance = self.law.chance(rank);
            vec![
                named(&self.law.deck(rank)),
                Number::new(&chance).to_string(),
                chance.to_string(),
            ]
        };
        Table::new(["deck", "probability", "exact"], self.ranks.iter().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let fits = page
            .rows
            .is_none_or(|rows| self.law.orders() + ROWS_BELOW <= rows || page.width.is_none());
        if self.law.orders() <= MAX_LISTED && fits {
            faro_render::bars_text(&self.bars(), self.ascii, page, out)?;
        } else {
            self.grouped(page, out)?;
        }
        if page.quiet {
            return Ok(());
        }
        let described = |rank: usize| {
            let chance = self.law.chance(rank);
            let times = probability::times_fair(&chance, &self.fair());
            format!(
                "{chance}, {times} times fair, for example {}",
                named(&self.law.deck(rank))
            )
        };
        let fair = probability::of_fraction(&self.fair(), 6);
        let levels = self.law.levels();
        let (reachable, orders) = (self.law.reachable(), counted(self.law.orders(), "order"));
        let distance = exact_and_decimal(&self.distance, 6, usize::MAX);
        [
            ("fair", format!("{} = {fair}", self.fair())),
            ("least likely", described(levels[0].first)),
            ("most likely", described(levels[levels.len() - 1].first)),
            ("reachable", format!("{reachable} of {orders}")),
            ("total variation", format!("{distance} from uniform")),
            ("entropy", self.entropy()),
        ]
        .iter()
        .try_for_each(|(name, text)| page.entry(out, name, COLUMN, text))
    }
}

impl Serialize for LawReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "cards": self.cards,
            "shuffle": self.name,
            "total_variation": Number::new(&self.distance),
            "total_variation_exact": self.distance.to_string(),
            "reachable": self.law.reachable(),
            "entropy_bits": self.law.entropy_bits(),
            "orders": Sequence::new(self.orders()),
        })
    }
}

impl LawReport {
    /// Returns the orders with their probabilities, for JSON.
    pub fn orders(&self) -> impl Iterator<Item = OrderProbability> {
        self.ranks.iter().map(|&rank| {
            let chance = self.law.chance(rank);
            OrderProbability {
                deck: one_based::numbers(&self.law.deck(rank)),
                probability: Number::new(&chance),
                exact: chance.to_string(),
            }
        })
    }
}

/// The probability of an order in JSON: `{"deck": [2, 1, 3], "probability": 0.18518518518518517, "exact": "5/27"}`
#[derive(Serialize)]
pub struct OrderProbability {
    deck: Vec<u32>,
    probability: Number,
    exact: String,
}
