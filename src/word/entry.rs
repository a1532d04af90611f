use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use crate::Kind;
use faro_sample::shuffle::Chance;
use faro_sample::zoo::RandomShuffle;

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

/// A row of the table of moves, for the parser, the printer and the listings.
#[derive(Debug)]
pub(super) struct Entry {
    pub name: &'static str,
    pub short: Option<&'static str>,
    pub slots: &'static [Slot],
    pub meaning: &'static str,
    /// Example words, for a deck of 8 cards.
    pub examples: &'static [&'static str],
    pub act: Act,
}

/// The kind of an argument, which follows a colon.
#[derive(Debug)]
pub(super) enum Slot {
    /// A whole number.
    Integer(&'static str),
    /// A whole number from 1.
    Count(&'static str),
    /// An optional count.
    MaybeCount(&'static str),
    /// One or more counts, each after a colon.
    Counts(&'static str),
    /// One of several words.
    Choice(&'static [&'static str]),
    /// An optional word.
    Option(&'static str),
    /// A whole number from 1 to a maximum.
    UpTo(&'static str, u32),
    /// A decimal from 0 to 1.
    Chance(&'static str),
    /// An optional setting: one of several words, `=` and a decimal.
    Settings(&'static [&'static str]),
}

/// The effect of a move on a deck.
#[derive(Debug)]
pub(super) enum Act {
    /// A perfect shuffle of equal packets.
    Weave(fn(&Move) -> (Kind, BigUint)),
    /// A function that returns the result for a new deck of n cards. The move must fit the deck.
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

/// The kind of a random shuffle: physical, uniform or flawed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A model of what people and machines do.
    Physical,
    /// All orders are equally likely.
    Uniform,
    /// Meant to be uniform, but flawed.
    Flawed {
        /// Where the shuffle is found.
        found: &'static str,
        /// The fault of the shuffle.
        wrong: &'static str,
        /// The correction of the fault.
        cure: &'static str,
    },
}

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
    /// Returns the syntax of the move, such as `packets:K:out|in`.
    pub fn usage(&self) -> String {
        let slots = self.slots.iter().map(|slot| match slot {
            Slot::Integer(name) | Slot::Count(name) => format!(":{name}"),
            Slot::MaybeCount(name) => format!("[:{name}]"),
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
}

impl Move {
    /// Returns the random shuffle, or `None` if the move is not random.
    pub fn random_shuffle(&self) -> Option<RandomShuffle> {
        match &self.entry.act {
            Act::Draw(random) => Some((random.shuffle)(self)),
            Act::Weave(_) | Act::Deal(_) => None,
        }
    }

    /// Returns the number at `index`, whose slot must limit it to 32 bits.
    pub fn small(&self, index: usize) -> u32 {
        self.count(index).to_u32().expect("its slot bounds it")
    }

    /// Returns the probability at `index`, with its name or an empty name.
    pub fn chance(&self, index: usize) -> Option<(&'static str, Chance)> {
        match self.arguments.get(index)? {
            Argument::Chance(chance) => Some(("", *chance)),
            Argument::Setting(name, chance) => Some((name, *chance)),
            _ => None,
        }
    }

    /// Returns the word at `index`, or `None` if there is none.
    pub fn choice(&self, index: usize) -> Option<&'static str> {
        match self.arguments.get(index)? {
            Argument::Choice(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the count at `index`, whose slot must take counts.
    pub fn count(&self, index: usize) -> BigUint {
        match &self.arguments[index] {
            Argument::Number(number) => number.magnitude().clone(),
            other => unreachable!("{other:?} is not a count"),
        }
    }

    /// Returns the [`count`](Move::count) at `index` as a `usize`, for a move that fits the deck.
    pub fn size(&self, index: usize) -> usize {
        self.count(index).to_usize().expect("it is at most the number of cards")
    }

    pub fn kind(&self, index: usize) -> Kind {
        match self.arguments[index] {
            Argument::Choice("in") => Kind::In,
            _ => Kind::Out,
        }
    }

    /// Returns the number of cards that a cut takes from the top, for a cut that fits the deck.
    pub fn top_part(&self, cards: usize) -> usize {
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
    /// Returns the name of the move.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Returns the short form of the name, if there is one.
    pub fn short(&self) -> Option<&'static str> {
        self.0.short
    }

    /// Returns the syntax of the move, with names for its arguments: `packets:K:out|in`.
    pub fn usage(&self) -> String {
        self.0.usage()
    }

    /// Returns the effect of the move, in one line.
    pub fn meaning(&self) -> &'static str {
        self.0.meaning
    }

    /// Returns whether a random shuffle is a physical model, uniform, or flawed, or `None` for a fixed move.
    pub fn nature(&self) -> Option<Nature> {
        match &self.0.act {
            Act::Draw(random) => Some(random.nature),
            Act::Weave(_) | Act::Deal(_) => None,
        }
    }

    /// Returns example words with the move, for a deck of 8 cards.
    pub fn examples(&self) -> &'static [&'static str] {
        self.0.examples
    }
}

const CHANCE: &str = "a decimal from 0 to 1 with at most six places";

impl Slot {
    /// Returns the expected argument in the words of an error message.
    pub fn expected(&self) -> String {
        match self {
            Slot::Integer(_) => "a whole number".into(),
            Slot::Count(_) | Slot::MaybeCount(_) | Slot::Counts(_) => "a whole number from 1".into(),
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

    /// Parses an argument. `number` is the value of `text` if it is a whole number.
    pub fn read(&self, text: &str, number: Option<BigInt>) -> Option<Argument> {
        match (self, number) {
            (Slot::Integer(_), Some(number)) => Some(Argument::Number(number)),
            (Slot::Count(_) | Slot::MaybeCount(_) | Slot::Counts(_), Some(number))
                if number >= BigInt::one() =>
            {
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
