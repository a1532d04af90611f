use std::io::{self, Write};

use faro_permutation::group::{Blocks, Order};
use num_bigint::BigUint;
use serde::Serialize;

use faro_console::integer::Integer;
use faro_render::one_based;
use faro_render::plural::counted;
use faro_render::view::{Page, Report, Table};

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
    /// `None` if the order has too many digits.
    pub order: Option<Integer>,
    pub formula: String,
    pub digits: Option<Integer>,
    pub index: Option<Integer>,
    pub index_formula: Option<String>,
    pub name: Option<String>,
    pub theorem: Option<String>,
    pub proof: Proof,
    pub transitive: bool,
    pub primitive: Option<bool>,
    pub symmetric: bool,
    pub alternating: bool,
    pub blocks: Option<BlocksReport>,
    pub element: Option<String>,
    pub contains: Option<bool>,
    pub word: Option<String>,
    pub length: Option<Integer>,
    /// The reason why an element of the group has no word here.
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
pub enum Proof {
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
    pub fn new(cards: &BigUint, order: &Order, proof: Proof) -> GroupReport {
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
        GroupReport { index: index.and_then(Order::value).map(Integer::from), index_formula: formula, ..self }
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
        let parts: Vec<String> = [formula, name, self.index_in_words()].into_iter().flatten().collect();
        if parts.is_empty() { Ok(()) } else { writeln!(out, "{}", parts.join("; ")) }
    }

    fn index_in_words(&self) -> Option<String> {
        let formula = self.index_formula.clone()?;
        let number = self.index.as_ref().map_or(formula.clone(), Integer::to_string);
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
        let transitive = if self.transitive { "transitive" } else { "not transitive" };
        match (&self.blocks, self.primitive) {
            (Some(BlocksReport { size, count, mirror, .. }), _) => {
                let which = if *mirror { "mirror pairs".into() } else { format!("blocks of {size}") };
                writeln!(out, "{transitive}, not primitive: {count} {which}")
            }
            (None, Some(true)) => writeln!(out, "{transitive}, primitive"),
            (None, None) if self.transitive => writeln!(out, "{transitive}; blocks were not searched"),
            _ => writeln!(out, "{transitive}"),
        }
    }

    fn write_proof(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.theorem, self.proof) {
            (Some(theorem), _) => writeln!(out, "{theorem}"),
            (_, Proof::Jordan) => writeln!(out, "proved by Jordan's theorem"),
            (_, Proof::Affine) => writeln!(out, "proved by the affine action of the moves on binary digits"),
            (_, _) => writeln!(out, "proved by a chain of stabilisers"),
        }
    }

    fn write_membership(&self, contains: bool, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", if contains { "yes" } else { "no" })?;
        match (&self.word, &self.length, &self.reason) {
            _ if page.quiet => Ok(()),
            (Some(word), Some(length), _) => match &self.summary {
                Some(summary) => writeln!(out, "{summary}"),
                None => writeln!(out, "{word}\n{}", counted(length, "shuffle")),
            },
            (_, _, Some(reason)) => writeln!(out, "{reason}"),
            _ => Ok(()),
        }
    }
}

impl Report for GroupReport {
    fn table(&self) -> Table<'_> {
        let columns = ["cards", "moves", "order", "formula", "index", "name", "theorem", "transitive"];
        let others = ["primitive", "symmetric", "alternating", "contains", "word", "reason"];
        Table::with_records(columns.into_iter().chain(others), ",", [self])
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
            (0..size).map(|place| u32::try_from(&step * place).ok().map(one_based::number)).collect()
        } else {
            None
        };
        BlocksReport { size: size.clone().into(), count: count.into(), mirror, top: positions }
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
