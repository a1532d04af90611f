use super::entry::{Act, Entry, MoveInfo, Slot};
use crate::Kind;

/// The table of the moves. To add one, add a row here, its function below, and a row in the
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
        act: Act::Deal(|given, cards| cut(cards, given.top_part(cards))),
    },
    Entry {
        name: "reverse",
        short: None,
        slots: &[Slot::MaybeCount("N")],
        meaning: "deals the cards, or the top N cards, into one pile, which reverses their order; a pile of N goes back on top",
        examples: &["reverse", "reverse:3"],
        act: Act::Deal(|given, cards| {
            let top = if given.arguments.is_empty() { cards } else { given.size(0) };
            reverse(cards, top)
        }),
    },
    Entry {
        name: "deal",
        short: None,
        slots: &[Slot::Count("K")],
        meaning: "deals into K piles and gathers them from left to right, the left pile on top",
        examples: &["deal:3"],
        act: Act::Deal(|given, cards| deal(cards, given.size(0))),
    },
    Entry {
        name: "monge",
        short: None,
        slots: &[],
        meaning: "card by card from the top: the second goes on the first, the third below, and so on",
        examples: &["monge"],
        act: Act::Deal(|_, cards| monge(cards)),
    },
    Entry {
        name: "milk",
        short: None,
        slots: &[],
        meaning: "draws off top and bottom card together, top over bottom, each pair onto those before",
        examples: &["milk"],
        act: Act::Deal(|_, cards| milk(cards)),
    },
    Entry {
        name: "down-under",
        short: None,
        slots: &[],
        meaning: "one card goes down onto the pile, the next under the deck; the last goes on top",
        examples: &["down-under"],
        act: Act::Deal(|_, cards| down_under(cards)),
    },
    Entry {
        name: "faro",
        short: None,
        slots: &[Slot::Count("N"), Slot::Option("bottom")],
        meaning: "weaves the top N cards into the rest, from its top or its bottom on; perfect shuffles of the halves are out and in",
        examples: &["faro:3", "faro:3:bottom"],
        act: Act::Deal(|faro, cards| match faro.arguments.len() {
            1 => faro_from_top(cards, faro.size(0)),
            _ => faro_from_bottom(cards, faro.size(0)),
        }),
    },
    Entry {
        name: "overhand",
        short: None,
        slots: &[Slot::Counts("N")],
        meaning: "lays packets of these sizes from the top one on another, and the rest on top",
        examples: &["overhand:3:2"],
        act: Act::Deal(|given, cards| {
            overhand(cards, (0..given.arguments.len()).map(|index| given.size(index)))
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
    (0..top).rev().chain(top..cards).map(|card| card as u32).collect()
}

/// Returns a new deck after dealing it into piles. Each pile has its last card on top, and the left pile is on
/// top.
pub fn deal(cards: usize, piles: usize) -> Vec<u32> {
    let pile = |left: usize| (left..cards).step_by(piles).rev();
    (0..piles).flat_map(pile).map(|card| card as u32).collect()
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
    middle.into_iter().chain(pairs).map(|card| card as u32).collect()
}

/// Returns a new deck after the down-under deal, with a queue for the hand and a pile for the table.
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

/// Weaves the top `packet` cards into the rest from its top on. The first card of the packet stays on top.
pub fn faro_from_top(cards: usize, packet: usize) -> Vec<u32> {
    let woven = packet.min(cards - packet);
    let pairs = (0..woven).flat_map(|card| [card, packet + card]);
    // One of the two packets has cards left.
    let left_over = (woven..packet).chain(packet + woven..cards);
    pairs.chain(left_over).map(|card| card as u32).collect()
}

/// Weaves the top `packet` cards into the rest from its bottom on. The last card of the rest stays last.
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
    ends.windows(2).rev().flat_map(|packet| packet[0] as u32..packet[1] as u32).collect()
}
