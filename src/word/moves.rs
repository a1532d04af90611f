//! The moves of the language that are not random: their table, and the decks that they make.

use faro_sample::shuffle::Chance;
use faro_sample::zoo::RandomShuffle;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use crate::Kind;

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
    /// Other names that are understood.
    pub also: &'static [&'static str],
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
    /// One of several words, which is optional.
    Option(&'static [&'static str]),
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
    /// A model of a shuffle by hand or by a machine.
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
            Slot::Option(words) => format!("[:{}]", words.join("|")),
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
        self.count(index)
            .to_usize()
            .expect("it is at most the number of cards")
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

    /// Returns the other names of the move that are understood, such as `klondike` for `milk`.
    pub fn also(&self) -> &'static [&'static str] {
        self.0.also
    }

    /// Returns the syntax of the move, with names for its arguments: `packets:K:out|in`.
    pub fn usage(&self) -> String {
        self.0.usage()
    }

    /// Returns the effect of the move, in one line.
    pub fn meaning(&self) -> &'static str {
        self.0.meaning
    }

    /// Returns the kind of a random shuffle: a physical model, uniform or flawed. `None` for a fixed move.
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
            Slot::Count(_) | Slot::MaybeCount(_) | Slot::Counts(_) => {
                "a whole number from 1".into()
            }
            Slot::Choice(words) | Slot::Option(words) => words.join(" or "),
            Slot::UpTo(_, max) => format!("a whole number from 1 to {max}"),
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
            (Slot::Choice(words) | Slot::Option(words), None) => words
                .iter()
                .find(|&&word| word == text)
                .map(|&word| Argument::Choice(word)),
            (Slot::UpTo(_, max), Some(number)) => {
                let within = number >= BigInt::one() && number <= BigInt::from(*max);
                within.then_some(Argument::Number(number))
            }
            (Slot::Chance(_), _) => text.parse().ok().map(Argument::Chance),
            (Slot::Settings(names), None) => {
                let (name, chance) = text.split_once('=')?;
                let name = names.iter().find(|&&known| known == name)?;
                chance
                    .parse()
                    .ok()
                    .map(|chance| Argument::Setting(name, chance))
            }
            _ => None,
        }
    }
}

/// The table of the moves. To add one, add a row here, its function below, and a row in the
/// documentation of the module.
pub(super) const TABLE: &[Entry] = &[
    Entry {
        name: "out",
        short: Some("O"),
        also: &["out-faro", "out-shuffle"],
        slots: &[],
        meaning: "perfect shuffle of the halves: the top half supplies the top card, which stays on top; of an odd deck a straddle faro; out^-1 is a reverse faro",
        examples: &["out"],
        act: Act::Weave(|_| (Kind::Out, 2u32.into())),
    },
    Entry {
        name: "in",
        short: Some("I"),
        also: &["in-faro", "in-shuffle"],
        slots: &[],
        meaning: "perfect shuffle of the halves: the bottom half supplies the top card, and the old one becomes the second",
        examples: &["in"],
        act: Act::Weave(|_| (Kind::In, 2u32.into())),
    },
    Entry {
        name: "packets",
        short: None,
        also: &[],
        slots: &[Slot::Count("K"), Slot::Choice(&["out", "in"])],
        meaning: "perfect shuffle of K equal packets, whose cards follow each other from the top packet down (out) or from the bottom one up (in)",
        examples: &["packets:4:out", "packets:4:in"],
        act: Act::Weave(|packets| (packets.kind(1), packets.count(0))),
    },
    Entry {
        name: "cut",
        short: None,
        also: &[],
        slots: &[Slot::Integer("N")],
        meaning: "moves N cards from the top to the bottom, or -N from the bottom to the top",
        examples: &["cut:3", "cut:-3"],
        act: Act::Deal(|given, cards| cut(cards, given.top_part(cards))),
    },
    Entry {
        name: "reverse",
        short: None,
        also: &[],
        slots: &[Slot::MaybeCount("N")],
        meaning: "deals the cards, or the top N cards, into one pile, which reverses their order; a pile of N goes back on top",
        examples: &["reverse", "reverse:3"],
        act: Act::Deal(|given, cards| {
            let top = if given.arguments.is_empty() {
                cards
            } else {
                given.size(0)
            };
            reverse(cards, top)
        }),
    },
    Entry {
        name: "deal",
        short: None,
        also: &[],
        slots: &[Slot::Count("K")],
        meaning: "deals into K piles and gathers them from left to right, the left pile on top",
        examples: &["deal:3"],
        act: Act::Deal(|given, cards| deal(cards, given.size(0))),
    },
    Entry {
        name: "increment",
        short: None,
        also: &["deal-with-increment"],
        slots: &[Slot::Count("N")],
        meaning: "deals the cards one by one to every Nth place, round and round; N and the number of cards have no common divisor",
        examples: &["increment:3"],
        act: Act::Deal(|given, cards| increment(cards, &given.count(0))),
    },
    Entry {
        name: "monge",
        short: None,
        also: &["mongean"],
        slots: &[],
        meaning: "card by card from the top: the second goes on the first, the third below, and so on",
        examples: &["monge"],
        act: Act::Deal(|_, cards| monge(cards)),
    },
    Entry {
        name: "milk",
        short: None,
        also: &["klondike"],
        slots: &[],
        meaning: "draws off top and bottom card together, top over bottom, each pair onto those before",
        examples: &["milk"],
        act: Act::Deal(|_, cards| milk(cards)),
    },
    Entry {
        name: "down-under",
        short: None,
        also: &["australian"],
        slots: &[],
        meaning: "one card goes down onto the pile, the next under the deck; the last goes on top",
        examples: &["down-under"],
        act: Act::Deal(|_, cards| down_under(cards)),
    },
    Entry {
        name: "faro",
        short: None,
        also: &["weave", "incomplete-faro", "partial-faro"],
        slots: &[Slot::Count("N"), Slot::Option(&["in", "bottom"])],
        meaning: "weaves the top N cards into the rest: from the top on, where the top card stays or becomes the second (in), or \
                  up to the bottom; faros of the halves are out and in",
        examples: &["faro:3", "faro:3:in", "faro:3:bottom"],
        act: Act::Deal(|faro, cards| match faro.choice(1) {
            Some("bottom") => faro_from_bottom(cards, faro.size(0)),
            place => faro_from_top(cards, faro.size(0), place == Some("in")),
        }),
    },
    Entry {
        name: "overhand",
        short: None,
        also: &[],
        slots: &[Slot::Counts("N")],
        meaning: "lays packets of these sizes from the top one on another, and the rest on top",
        examples: &["overhand:3:2"],
        act: Act::Deal(|given, cards| {
            overhand(
                cards,
                (0..given.arguments.len()).map(|index| given.size(index)),
            )
        }),
    },
];

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

/// Returns a new deck with its `top` top cards moved to the bottom.
pub fn cut(cards: usize, top: usize) -> Vec<u32> {
    (top..cards).chain(0..top).map(|card| card as u32).collect()
}

/// Returns a new deck with its `top` top cards in reverse order.
pub fn reverse(cards: usize, top: usize) -> Vec<u32> {
    (0..top)
        .rev()
        .chain(top..cards)
        .map(|card| card as u32)
        .collect()
}

/// Returns a new deck after dealing it into piles. Each pile has its last card on top, and the left pile is on
/// top.
pub fn deal(cards: usize, piles: usize) -> Vec<u32> {
    let pile = |left: usize| (left..cards).step_by(piles).rev();
    (0..piles).flat_map(pile).map(|card| card as u32).collect()
}

/// Returns a new deck after dealing card i to the place i·`step` modulo the number of cards.
///
/// `step` must be coprime to the number of cards.
pub fn increment(cards: usize, step: &BigUint) -> Vec<u32> {
    let mut deck = vec![0; cards];
    let step = (step % cards.max(1))
        .to_u64()
        .expect("it is below the number of cards");
    for card in 0..cards as u64 {
        deck[(card * step % cards as u64) as usize] = card as u32;
    }
    deck
}

/// Returns a new deck after Monge's shuffle. Odd cards (counted from 0) go on top one after another, even cards
/// below.
pub fn monge(cards: usize) -> Vec<u32> {
    let above = (0..cards as u32).filter(|card| card % 2 == 1).rev();
    above.chain((0..cards as u32).step_by(2)).collect()
}

/// Returns a new deck after the milk shuffle. The pair that was drawn last is on top.
pub fn milk(cards: usize) -> Vec<u32> {
    let middle = (cards % 2 == 1).then_some(cards / 2);
    let pairs = (0..cards / 2).rev().flat_map(|top| [top, cards - 1 - top]);
    middle
        .into_iter()
        .chain(pairs)
        .map(|card| card as u32)
        .collect()
}

/// Returns a new deck after the down-under deal. A queue holds the hand, and a pile the dealt cards.
pub fn down_under(cards: usize) -> Vec<u32> {
    let mut hand: std::collections::VecDeque<u32> = (0..cards as u32).collect();
    let mut pile = Vec::with_capacity(cards);
    while let Some(down) = hand.pop_front() {
        pile.push(down);
        hand.rotate_left(hand.len().min(1));
    }
    pile.reverse();
    pile
}

/// Weaves the top `packet` cards into the rest, beginning at the top of the rest. The first card of the
/// packet stays on top, or becomes the second with `is_in`.
pub fn faro_from_top(cards: usize, packet: usize, is_in: bool) -> Vec<u32> {
    let woven = packet.min(cards - packet);
    let pair = |card| {
        if is_in {
            [packet + card, card]
        } else {
            [card, packet + card]
        }
    };
    let pairs = (0..woven).flat_map(pair);
    // One of the two packets has cards left.
    let left_over = (woven..packet).chain(packet + woven..cards);
    pairs.chain(left_over).map(|card| card as u32).collect()
}

/// Weaves the top `packet` cards into the rest, ending at the bottom of the rest. The last card of the rest
/// stays last.
pub fn faro_from_bottom(cards: usize, packet: usize) -> Vec<u32> {
    let woven = packet.min(cards - packet);
    let left_over = (0..packet - woven).chain(packet..cards - woven);
    let pairs = (0..woven).flat_map(|card| [packet - woven + card, cards - woven + card]);
    left_over.chain(pairs).map(|card| card as u32).collect()
}

/// Lays packets one on another; the last packet is on top.
pub fn overhand(cards: usize, packets: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut ends = vec![0];
    ends.extend(packets.scan(0, |end, packet| {
        *end += packet;
        Some(*end)
    }));
    ends.push(cards);
    ends.windows(2)
        .rev()
        .flat_map(|packet| packet[0] as u32..packet[1] as u32)
        .collect()
}
