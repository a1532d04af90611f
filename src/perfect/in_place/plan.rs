use std::ops::Range;

/// The blocks that lie in one place of the deck together, one of each packet, have so many bytes
/// at most: they and their copy fit a cache of a megabyte.
const SLOT: usize = 400 << 10;

/// The blocks of more packets are so short that a copy of the deck is quicker.
const MOST_PACKETS: usize = 64;

/// How a deck of equal packets is cut into blocks for weaving in place.
///
/// Each packet is cut into `blocks` blocks of `length` cards and `rest` cards below them. The deck
/// itself is a grid of positions for blocks, with all rests below it. Block i of packet p, which is
/// block s = p·blocks + i of the deck, lies rest·p cards deeper than position s of the grid, and
/// belongs at position i·packets + p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub packets: usize,
    pub blocks: usize,
    pub length: usize,
    pub rest: usize,
}

impl Plan {
    /// A plan for packets of `height` cards of `size` bytes; none where the deck is better copied.
    pub(super) fn new(packets: usize, height: usize, size: usize) -> Option<Plan> {
        if size == 0 || packets > MOST_PACKETS {
            return None;
        }
        let longest = (SLOT / (packets * size)).max(1);
        let fewest = height.div_ceil(longest);
        if fewest < 4 {
            return None;
        }
        let plans = (fewest..=height.min(2 * fewest)).map(|blocks| Plan {
            packets,
            blocks,
            length: height / blocks,
            rest: height % blocks,
        });
        plans.min_by_key(|plan| plan.rest).filter(Plan::is_worth_it)
    }

    fn is_worth_it(&self) -> bool {
        self.depth() <= self.length && self.depth() * (self.packets - 1) * self.blocks <= self.grid() / 8
    }

    /// The number of positions.
    pub(super) fn positions(&self) -> usize {
        self.packets * self.blocks
    }

    /// The number of cards on the grid; the rests lie below.
    pub(super) fn grid(&self) -> usize {
        self.positions() * self.length
    }

    /// The block that belongs at a position.
    pub(super) fn source(&self, position: usize) -> usize {
        position % self.packets * self.blocks + position / self.packets
    }

    /// The position where a block belongs.
    pub(super) fn target(&self, block: usize) -> usize {
        block % self.blocks * self.packets + block / self.blocks
    }

    /// How much deeper than its position of the grid a block lies at most.
    pub(super) fn depth(&self) -> usize {
        (self.packets - 1) * self.rest
    }

    /// How much deeper than its position of the grid a block lies: so many of its cards are in the
    /// position below.
    pub(super) fn shift(&self, block: usize) -> usize {
        block / self.blocks * self.rest
    }

    /// Where the cards of a position are.
    pub(super) fn cards(&self, position: usize) -> Range<usize> {
        position * self.length..(position + 1) * self.length
    }

    /// The positions whose blocks are woven with that of this position.
    pub(super) fn slot(&self, position: usize) -> Range<usize> {
        let first = position - position % self.packets;
        first..first + self.packets
    }

    /// Where the cards of a whole slot are, that of a position.
    pub(super) fn slot_cards(&self, position: usize) -> Range<usize> {
        let slot = self.slot(position);
        slot.start * self.length..slot.end * self.length
    }

    /// The cards of a block that lie in its own position.
    pub(super) fn upper(&self, block: usize) -> Range<usize> {
        let cards = self.cards(block);
        cards.start + self.shift(block)..cards.end
    }

    /// Where the other cards of a block are, among the heads.
    pub(super) fn head(&self, block: usize) -> Range<usize> {
        let start = block.saturating_sub(self.blocks) * self.depth();
        start..start + self.shift(block)
    }

    /// The heads of all positions but those of the first packet: as many cards of each as the
    /// position above may have a part in.
    pub(super) fn heads(self) -> impl Iterator<Item = Range<usize>> {
        let below = self.blocks + 1..=self.positions();
        below.map(move |position| position * self.length..position * self.length + self.depth())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_has_one_block() {
        let plan = Plan { packets: 3, blocks: 5, length: 7, rest: 2 };
        for position in 0..plan.positions() {
            assert_eq!(plan.target(plan.source(position)), position);
        }
        assert_eq!((plan.source(1), plan.source(3)), (5, 1));
    }

    /// Heights that are worst to divide: primes, and one less or more than products of many.
    fn heights() -> impl Iterator<Item = usize> {
        let powers = (22..40).flat_map(|bits| [(1 << bits) - 1, 1 << bits, (1 << bits) + 1]);
        let factorials = (11..16).map(|n| (1..=n).product::<usize>()).flat_map(|n| [n - 1, n, n + 1]);
        (0..2000).map(|n| 3_000_017 + n * 1_234_567).chain(powers).chain(factorials)
    }

    /// What the documentation says of memory.
    #[test]
    #[cfg_attr(miri, ignore = "arithmetic alone, and long")]
    fn large_decks_are_cut_with_little_left() {
        for height in heights() {
            for (packets, part) in [(2, 1000), (3, 200), (5, 40), (8, 8)] {
                let plan = Plan::new(packets, height, 4).unwrap();
                assert_eq!(plan.blocks * plan.length + plan.rest, height);
                assert!(plan.packets * plan.length * 4 <= SLOT);
                let heads = plan.depth() * (packets - 1) * plan.blocks;
                assert!(heads * part <= plan.grid(), "{height}: {plan:?}");
            }
        }
    }

    #[test]
    fn small_decks_and_many_packets_are_copied() {
        assert_eq!(Plan::new(2, 1000, 4), None);
        assert_eq!(Plan::new(2, 1 << 40, 0), None);
        assert_eq!(Plan::new(65, 1 << 20, 4), None);
        // A card larger than a block.
        assert_eq!(Plan::new(2, 9, 1 << 20).unwrap().length, 1);
    }
}
