use super::entry::{Act, Entry, MoveInfo, Slot};
use super::fixed_moves;
use crate::Kind;

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
        slots: &[Slot::MaybeCount("N")],
        meaning: "deals the cards, or the top N cards, into one pile, which reverses their order; a pile of N goes back on top",
        examples: &["reverse", "reverse:3"],
        act: Act::Deal(|reverse, cards| {
            let top = if reverse.arguments.is_empty() { cards } else { reverse.size(0) };
            fixed_moves::reverse(cards, top)
        }),
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
        meaning: "weaves the top N cards into the rest, from its top or its bottom on; perfect shuffles of the halves are out and in",
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
