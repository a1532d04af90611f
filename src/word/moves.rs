use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use super::fixed_moves;
use super::shuffles::{self, Nature};
use crate::Kind;
use crate::shuffle::Chance;
use crate::zoo::RandomShuffle;

/// A move with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Move {
    pub entry: &'static Entry,
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Argument {
    Number(BigInt),
    Choice(&'static str),
    Chance(Chance),
    /// A named probability.
    Setting(&'static str, Chance),
}

/// A row of the table of moves: what the parser, the printer and the listings need.
#[derive(Debug)]
pub(super) struct Entry {
    pub name: &'static str,
    pub short: Option<&'static str>,
    pub slots: &'static [Slot],
    pub meaning: &'static str,
    /// Example words, for a deck of 8.
    pub examples: &'static [&'static str],
    pub act: Act,
}

/// What kind of argument may follow a colon.
#[derive(Debug)]
pub(super) enum Slot {
    /// A whole number.
    Integer(&'static str),
    /// A whole number from 1.
    Count(&'static str),
    /// One or more counts, each after a colon.
    Counts(&'static str),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// This word, optional.
    Option(&'static str),
    /// A whole number from 1 to the largest.
    UpTo(&'static str, u32),
    /// A decimal from 0 to 1.
    Chance(&'static str),
    /// One of these words, `=` and a decimal; optional.
    Settings(&'static [&'static str]),
}

/// What a move does to a deck.
#[derive(Debug)]
pub(super) enum Act {
    /// A perfect shuffle of equal packets.
    Weave(fn(&Move) -> (Kind, BigUint)),
    /// A function that returns what a new deck of this number of cards becomes, for moves that fit it.
    Deal(fn(&Move, usize) -> Vec<u32>),
    /// A random shuffle.
    Draw(Random),
}

/// A random shuffle, and its description.
#[derive(Debug)]
pub(super) struct Random {
    pub shuffle: fn(&Move) -> RandomShuffle,
    pub nature: Nature,
}

/// The table of the moves. To add one, add a row here, its function in `fixed_moves`, and a row in the
/// documentation of the module.
pub(super) const TABLE: &[Entry] = &[
    Entry {
        name: "out",
        short: Some("O"),
        slots: &[],
        meaning: "perfect shuffle of the halves, the top half first: the top card stays on top",
        examples: &["out"],
        act: Act::Weave(|_| (Kind::Out, 2u32.into())),
    },
    Entry {
        name: "in",
        short: Some("I"),
        slots: &[],
        meaning: "perfect shuffle of the halves, the bottom half first",
        examples: &["in"],
        act: Act::Weave(|_| (Kind::In, 2u32.into())),
    },
    Entry {
        name: "packets",
        short: None,
        slots: &[Slot::Count("K"), Slot::Choice(&["out", "in"])],
        meaning: "perfect shuffle of K equal packets, the top packet first (out) or the bottom one (in)",
        examples: &["packets:4:out", "packets:4:in"],
        act: Act::Weave(|packets| (packets.kind(1), packets.count(0))),
    },
    Entry {
        name: "cut",
        short: None,
        slots: &[Slot::Integer("N")],
        meaning: "moves N cards from the top to the bottom, or -N from the bottom to the top",
        examples: &["cut:3", "cut:-3"],
        act: Act::Deal(|cut, cards| fixed_moves::cut(cards, cut.top_part(cards))),
    },
    Entry {
        name: "reverse",
        short: None,
        slots: &[],
        meaning: "deals the cards into one pile, which reverses their order",
        examples: &["reverse"],
        act: Act::Deal(|_, cards| fixed_moves::reverse(cards)),
    },
    Entry {
        name: "deal",
        short: None,
        slots: &[Slot::Count("K")],
        meaning: "deals into K piles and gathers them from left to right, the left pile on top",
        examples: &["deal:3"],
        act: Act::Deal(|deal, cards| fixed_moves::deal(cards, deal.size(0))),
    },
    Entry {
        name: "monge",
        short: None,
        slots: &[],
        meaning: "card by card from the top: the second goes on the first, the third below, and so on",
        examples: &["monge"],
        act: Act::Deal(|_, cards| fixed_moves::monge(cards)),
    },
    Entry {
        name: "milk",
        short: None,
        slots: &[],
        meaning: "draws off top and bottom card together, top over bottom, each pair onto those before",
        examples: &["milk"],
        act: Act::Deal(|_, cards| fixed_moves::milk(cards)),
    },
    Entry {
        name: "down-under",
        short: None,
        slots: &[],
        meaning: "one card goes down onto the pile, the next under the deck; the last goes on top",
        examples: &["down-under"],
        act: Act::Deal(|_, cards| fixed_moves::down_under(cards)),
    },
    Entry {
        name: "faro",
        short: None,
        slots: &[Slot::Count("N"), Slot::Option("bottom")],
        meaning: "weaves the top N cards into the rest, from its top or its bottom on",
        examples: &["faro:3", "faro:3:bottom"],
        act: Act::Deal(|faro, cards| match faro.arguments.len() {
            1 => fixed_moves::faro_from_top(cards, faro.size(0)),
            _ => fixed_moves::faro_from_bottom(cards, faro.size(0)),
        }),
    },
    Entry {
        name: "overhand",
        short: None,
        slots: &[Slot::Counts("N")],
        meaning: "lays packets of these sizes from the top one on another, and the rest on top",
        examples: &["overhand:3:2"],
        act: Act::Deal(|overhand, cards| {
            fixed_moves::overhand(cards, (0..overhand.arguments.len()).map(|index| overhand.size(index)))
        }),
    },
];

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.name == other.name
    }
}

impl Eq for Entry {}

impl std::hash::Hash for Entry {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Entry {
    /// Returns how the move is written: `packets:K:out|in`.
    pub fn usage(&self) -> String {
        let slots = self.slots.iter().map(|slot| match slot {
            Slot::Integer(name) | Slot::Count(name) => format!(":{name}"),
            Slot::Counts(name) => format!(":{name}[:{name}…]"),
            Slot::Choice(words) => format!(":{}", words.join("|")),
            Slot::Option(word) => format!("[:{word}]"),
            Slot::UpTo(name, _) | Slot::Chance(name) => format!(":{name}"),
            Slot::Settings(names) => {
                let settings: Vec<String> = names.iter().map(|name| format!(":{name}=P")).collect();
                format!("[{}]", settings.join("|"))
            }
        });
        self.name.to_string() + &slots.collect::<String>()
    }

    /// Finds an entry by its name or its short form. A move and a random shuffle may share a name; then an argument
    /// that is a decimal means the random one: `overhand:3:2`, `overhand:0.5`.
    pub fn named(name: &str, with_chance: bool) -> Option<&'static Entry> {
        let called = |entry: &&Entry| entry.name == name || entry.short == Some(name);
        let fixed = TABLE.iter().find(called);
        let random = shuffles::TABLE.iter().find(called);
        if with_chance { random.or(fixed) } else { fixed.or(random) }
    }

    /// Returns all names, each followed by its short form.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let entries = TABLE.iter().chain(shuffles::TABLE);
        entries.flat_map(|entry| std::iter::once(entry.name).chain(entry.short))
    }
}

impl Move {
    /// Returns the random shuffle, if the move is random.
    pub fn random_shuffle(&self) -> Option<RandomShuffle> {
        match &self.entry.act {
            Act::Draw(random) => Some((random.shuffle)(self)),
            Act::Weave(_) | Act::Deal(_) => None,
        }
    }

    /// Returns the argument at an index whose slot bounds it.
    pub fn small(&self, index: usize) -> u32 {
        self.count(index).to_u32().expect("its slot bounds it")
    }

    /// Returns the probability at an index, with its name if it has one.
    pub fn chance(&self, index: usize) -> Option<(&'static str, Chance)> {
        match self.arguments.get(index)? {
            Argument::Chance(chance) => Some(("", *chance)),
            Argument::Setting(name, chance) => Some((name, *chance)),
            _ => None,
        }
    }

    /// Returns the word at an index, if there is one.
    pub fn choice(&self, index: usize) -> Option<&'static str> {
        match self.arguments.get(index)? {
            Argument::Choice(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the count at an index whose slot takes counts.
    pub fn count(&self, index: usize) -> BigUint {
        match &self.arguments[index] {
            Argument::Number(number) => number.magnitude().clone(),
            other => unreachable!("{other:?} is not a count"),
        }
    }

    /// Returns the same as [`count`](Move::count) for a move that fits the deck.
    fn size(&self, index: usize) -> usize {
        self.count(index).to_usize().expect("it is at most the number of cards")
    }

    fn kind(&self, index: usize) -> Kind {
        match self.arguments[index] {
            Argument::Choice("in") => Kind::In,
            _ => Kind::Out,
        }
    }

    /// Returns the number of cards that a cut takes from the top of a deck that it fits.
    fn top_part(&self, cards: usize) -> usize {
        match &self.arguments[0] {
            Argument::Number(number) if *number < BigInt::zero() => cards - self.size(0),
            _ => self.size(0),
        }
    }
}

/// The description of a move for listings.
#[derive(Clone, Copy, Debug)]
pub struct MoveInfo(pub(super) &'static Entry);

impl MoveInfo {
    /// Returns its name.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Returns its short form, if it has one.
    pub fn short(&self) -> Option<&'static str> {
        self.0.short
    }

    /// Returns how it is written, with names for its arguments: `packets:K:out|in`.
    pub fn usage(&self) -> String {
        self.0.usage()
    }

    /// Returns what it does, in one line.
    pub fn meaning(&self) -> &'static str {
        self.0.meaning
    }

    /// Returns example words, for a deck of 8.
    pub fn examples(&self) -> &'static [&'static str] {
        self.0.examples
    }
}

/// Returns all moves of the language.
///
/// ```
/// use faro::word::{self, Word};
/// let cut = word::moves().find(|entry| entry.name() == "cut").unwrap();
/// assert_eq!((cut.usage().as_str(), cut.examples()), ("cut:N", &["cut:3", "cut:-3"][..]));
/// let deck = cut.examples()[0].parse::<Word>()?.permutation(8)?.to_deck();
/// assert_eq!(deck, [3, 4, 5, 6, 7, 0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves() -> impl ExactSizeIterator<Item = MoveInfo> {
    TABLE.iter().map(MoveInfo)
}

const CHANCE: &str = "a decimal from 0 to 1 with at most six places";

impl Slot {
    /// Returns what is expected, as errors say it.
    pub fn expected(&self) -> String {
        match self {
            Slot::Integer(_) => "a whole number".into(),
            Slot::Count(_) | Slot::Counts(_) => "a whole number from 1".into(),
            Slot::Choice(words) => words.join(" or "),
            Slot::Option(word) => (*word).into(),
            Slot::UpTo(_, most) => format!("a whole number from 1 to {most}"),
            Slot::Chance(_) => CHANCE.into(),
            Slot::Settings(names) => {
                let settings: Vec<String> = names.iter().map(|name| format!("{name}=P")).collect();
                format!("{} with {CHANCE}", settings.join(" or "))
            }
        }
    }

    /// Parses an argument.
    pub fn read(&self, text: &str, number: Option<BigInt>) -> Option<Argument> {
        match (self, number) {
            (Slot::Integer(_), Some(number)) => Some(Argument::Number(number)),
            (Slot::Count(_) | Slot::Counts(_), Some(number)) if number >= BigInt::one() => {
                Some(Argument::Number(number))
            }
            (Slot::Choice(words), None) => {
                words.iter().find(|&&word| word == text).map(|&word| Argument::Choice(word))
            }
            (Slot::Option(word), None) => (*word == text).then_some(Argument::Choice(word)),
            (Slot::UpTo(_, most), Some(number)) => {
                let within = number >= BigInt::one() && number <= BigInt::from(*most);
                within.then_some(Argument::Number(number))
            }
            (Slot::Chance(_), _) => text.parse().ok().map(Argument::Chance),
            (Slot::Settings(names), None) => {
                let (name, chance) = text.split_once('=')?;
                let name = names.iter().find(|&&known| known == name)?;
                chance.parse().ok().map(|chance| Argument::Setting(name, chance))
            }
            _ => None,
        }
    }
}
