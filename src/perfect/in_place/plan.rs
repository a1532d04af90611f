//! Divides a deck into blocks that can be moved in place, and interleaves packets by a copy.

use std::ops::Range;

use crate::perfect::weave::Kind;

/// Maximum size of a slot, which has one block of each packet, in bytes. A slot and its copy fit in a cache of
/// a megabyte.
const MAX_SLOT_BYTES: usize = 400 << 10;

/// Maximum number of packets. For more, the blocks are so short that copying the deck is faster.
const MAX_PACKETS: usize = 64;

/// The division of a deck of equal packets into blocks.
///
/// Each packet consists of `blocks` blocks of `length` cards and `rest` cards below them. The woven deck is
/// a grid of positions for blocks, with the interleaved rests below it. Block i of packet p is block s =
/// p·blocks + i of the deck. Before the weave it begins rest·p cards below position s of the grid. It has
/// to be moved to position i·packets + p. The positions i·packets, …, i·packets + packets − 1 are a slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub packets: usize,
    pub blocks: usize,
    pub length: usize,
    pub rest: usize,
}

impl Plan {
    /// Returns a plan for packets of `height` cards of `size` bytes each.
    ///
    /// Returns `None` if copying the deck is better.
    pub(super) fn new(packets: usize, height: usize, size: usize) -> Option<Plan> {
        if size == 0 || packets > MAX_PACKETS {
            return None;
        }
        let longest = (MAX_SLOT_BYTES / (packets * size)).max(1);
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

    /// Returns whether the copies of heads are small enough.
    fn is_worth_it(&self) -> bool {
        self.depth() <= self.length && self.depth() * (self.packets - 1) * self.blocks <= self.grid() / 8
    }

    /// Returns the number of positions for blocks.
    pub(super) fn positions(&self) -> usize {
        self.packets * self.blocks
    }

    /// Returns the number of cards on the grid.
    pub(super) fn grid(&self) -> usize {
        self.positions() * self.length
    }

    /// Returns the block that has to be moved to position `position`.
    pub(super) fn source(&self, position: usize) -> usize {
        position % self.packets * self.blocks + position / self.packets
    }

    /// Returns the position that block `block` has to be moved to.
    pub(super) fn target(&self, block: usize) -> usize {
        block % self.blocks * self.packets + block / self.blocks
    }

    /// Returns the largest shift of a block.
    pub(super) fn depth(&self) -> usize {
        (self.packets - 1) * self.rest
    }

    /// Returns the shift of a block. It is the number of cards between the start of the block and the start
    /// of the grid position with its index. The same number of its cards are in the position below.
    pub(super) fn shift(&self, block: usize) -> usize {
        block / self.blocks * self.rest
    }

    /// Returns the range of the cards at a position.
    pub(super) fn cards(&self, position: usize) -> Range<usize> {
        position * self.length..(position + 1) * self.length
    }

    /// Returns the positions of the slot that contains `position`.
    pub(super) fn slot(&self, position: usize) -> Range<usize> {
        let first = position - position % self.packets;
        first..first + self.packets
    }

    /// Returns the range of the cards of the slot that contains `position`.
    pub(super) fn slot_cards(&self, position: usize) -> Range<usize> {
        let slot = self.slot(position);
        slot.start * self.length..slot.end * self.length
    }

    /// Returns the range of a block's cards that are in the position with its index.
    pub(super) fn upper(&self, block: usize) -> Range<usize> {
        let cards = self.cards(block);
        cards.start + self.shift(block)..cards.end
    }

    /// Returns the range of a block's first cards in the list of heads. These cards are in the position below.
    pub(super) fn head(&self, block: usize) -> Range<usize> {
        let start = block.saturating_sub(self.blocks) * self.depth();
        start..start + self.shift(block)
    }

    /// Returns the heads: the ranges of the first cards of each position below a block. The length of a head is
    /// the largest shift.
    pub(super) fn heads(self) -> impl Iterator<Item = Range<usize>> {
        let below = self.blocks + 1..=self.positions();
        below.map(move |position| position * self.length..position * self.length + self.depth())
    }
}

/// Reorders packets, given from the top down, to the order in which they fall.
pub(super) fn in_falling_order<P>(kind: Kind, mut packets: Vec<P>) -> Vec<P> {
    if kind == Kind::In {
        packets.reverse();
    }
    packets
}

/// Number of rows of a tile, for more packets than the compiler unrolls: a cache line of each packet for items
/// of 4 bytes.
const TILE_ROWS: usize = 16;

/// Interleaves packets into `woven`: one item of each in turn, beginning with the first packet. O(items).
///
/// # Panics
///
/// If the packets differ in length or do not fill `woven`.
pub fn interleave<T: Copy>(packets: &[&[T]], woven: &mut [T]) {
    let height = height(packets.iter().map(|packet| packet.len()), woven.len());
    match *packets {
        [a] => woven.copy_from_slice(a),
        [a, b] => interleave_rows([a, b], woven),
        [a, b, c] => interleave_rows([a, b, c], woven),
        [a, b, c, d] => interleave_rows([a, b, c, d], woven),
        _ => {
            for tile in tiles(height) {
                for (index, packet) in packets.iter().enumerate() {
                    for row in tile.clone() {
                        woven[row * packets.len() + index] = packet[row];
                    }
                }
            }
        }
    }
}

/// Separates packets: the inverse of [`interleave`]. O(items).
///
/// # Panics
///
/// If the packets differ in length or `woven` does not fill them.
pub fn deinterleave<T: Copy>(woven: &[T], packets: &mut [&mut [T]]) {
    let height = height(packets.iter().map(|packet| packet.len()), woven.len());
    let count = packets.len();
    match packets {
        [a] => a.copy_from_slice(woven),
        [a, b] => deinterleave_rows(woven, [a, b]),
        [a, b, c] => deinterleave_rows(woven, [a, b, c]),
        [a, b, c, d] => deinterleave_rows(woven, [a, b, c, d]),
        _ => {
            for tile in tiles(height) {
                for (index, packet) in packets.iter_mut().enumerate() {
                    for row in tile.clone() {
                        packet[row] = woven[row * count + index];
                    }
                }
            }
        }
    }
}

/// Returns the common length of the packets.
fn height(mut lengths: impl ExactSizeIterator<Item = usize>, items: usize) -> usize {
    let packets = lengths.len();
    let height = items.checked_div(packets).unwrap_or(0);
    assert!(lengths.all(|length| length == height) && items == height * packets, "packets of one length");
    height
}

fn tiles(height: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..height).step_by(TILE_ROWS).map(move |start| start..height.min(start + TILE_ROWS))
}

/// A loop that the compiler vectorizes for few packets.
#[inline(always)]
fn interleave_rows<T: Copy, const K: usize>(packets: [&[T]; K], woven: &mut [T]) {
    let (rows, _) = woven.as_chunks_mut::<K>();
    let packets = packets.map(|packet| &packet[..rows.len()]);
    for (index, row) in rows.iter_mut().enumerate() {
        *row = packets.map(|packet| packet[index]);
    }
}

#[inline(always)]
fn deinterleave_rows<T: Copy, const K: usize>(woven: &[T], packets: [&mut [T]; K]) {
    let (rows, _) = woven.as_chunks::<K>();
    let mut packets = packets.map(|packet| &mut packet[..rows.len()]);
    for (index, row) in rows.iter().enumerate() {
        for (packet, &item) in packets.iter_mut().zip(row) {
            packet[index] = item;
        }
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

    /// Returns heights that are hard to divide: primes, and numbers next to products of many factors.
    fn heights() -> impl Iterator<Item = usize> {
        let powers = (22..40).flat_map(|bits| [(1u64 << bits) - 1, 1 << bits, (1 << bits) + 1]);
        let factorials = (11..16).map(|n| (1..=n).product::<u64>()).flat_map(|n| [n - 1, n, n + 1]);
        let all = (0..2000).map(|n| 3_000_017 + n * 1_234_567).chain(powers).chain(factorials);
        // Eight packets of items of four bytes fit into the memory of any machine.
        all.filter_map(|height| height.try_into().ok()).filter(|height| *height <= isize::MAX as usize / 32)
    }

    /// Checks the memory bounds that the documentation of `weave_packets` states.
    #[test]
    #[cfg_attr(miri, ignore = "arithmetic alone, and long")]
    fn large_decks_have_small_rests() {
        for height in heights() {
            for (packets, part) in [(2, 1000), (3, 200), (5, 40), (8, 8)] {
                let plan = Plan::new(packets, height, 4).unwrap();
                assert_eq!(plan.blocks * plan.length + plan.rest, height);
                assert!(plan.packets * plan.length * 4 <= MAX_SLOT_BYTES);
                let heads = plan.depth() * (packets - 1) * plan.blocks;
                assert!(heads * part <= plan.grid(), "{height}: {plan:?}");
            }
        }
    }

    #[test]
    fn small_decks_and_many_packets_are_copied() {
        assert_eq!(Plan::new(2, 1000, 4), None);
        assert_eq!(Plan::new(2, usize::MAX / 2, 0), None);
        assert_eq!(Plan::new(65, 1 << 20, 4), None);
        // A card may be larger than a block's maximum size.
        assert_eq!(Plan::new(2, 9, 1 << 20).unwrap().length, 1);
    }
}
