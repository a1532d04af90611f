//! Weaving in place: moves the blocks to their positions, and interleaves them there.

use super::interleave::interleave;
use super::plan::{Plan, in_falling_order};
use crate::perfect::weave::Kind;

/// Interleaves a deck of equal packets in place.
///
/// The blocks are moved along the cycles of their permutation. When the last block of a slot arrives, the slot
/// is interleaved while it is in the cache. The cards of a block that extend into the next position are copied
/// before any move.
pub(super) fn weave<T: Copy>(kind: Kind, plan: Plan, deck: &mut [T]) {
    let rests = rests(plan, deck);
    let mut weaving = Weaving::new(kind, plan, deck);
    for start in 0..plan.positions() {
        if !weaving.arrived[start] {
            weaving.follow(start);
        }
    }
    let rests = rests.chunks(plan.rest.max(1)).collect();
    interleave(&in_falling_order(kind, rests), &mut deck[plan.grid()..]);
}

/// Returns the cards below the blocks of each packet.
fn rests<T: Copy>(plan: Plan, deck: &[T]) -> Vec<T> {
    let height = plan.blocks * plan.length + plan.rest;
    deck.chunks(height).flat_map(|packet| &packet[height - plan.rest..]).copied().collect()
}

struct Weaving<'a, T> {
    kind: Kind,
    plan: Plan,
    deck: &'a mut [T],
    /// Copies of the first cards of each position, except positions of the first packet.
    heads: Vec<T>,
    /// The first block of the current cycle.
    held: Vec<T>,
    /// Copies of the other blocks of a slot while it is interleaved.
    others: Vec<T>,
    /// For each position, whether its block has arrived.
    arrived: Vec<bool>,
}

impl<'a, T: Copy> Weaving<'a, T> {
    fn new(kind: Kind, plan: Plan, deck: &'a mut [T]) -> Self {
        let heads = plan.heads().flat_map(|head| &deck[head]).copied().collect();
        let arrived = vec![false; plan.positions()];
        let others = Vec::with_capacity((plan.packets - 1) * plan.length);
        Weaving { kind, plan, deck, heads, held: Vec::with_capacity(plan.length), others, arrived }
    }

    /// Moves the blocks of the cycle that contains position `start`.
    fn follow(&mut self, start: usize) {
        self.hold(start);
        let mut position = start;
        loop {
            let block = self.plan.source(position);
            self.arrive(position, (block != start).then_some(block));
            if block == start {
                break;
            }
            position = block;
        }
    }

    /// Copies a block to `held`.
    fn hold(&mut self, block: usize) {
        let (upper, head) = (self.plan.upper(block), self.plan.head(block));
        self.held.clear();
        self.held.extend_from_slice(&self.deck[upper]);
        self.held.extend_from_slice(&self.heads[head]);
    }

    /// Moves a block, or the held one if `block` is `None`, to a position.
    fn arrive(&mut self, position: usize, block: Option<usize>) {
        self.arrived[position] = true;
        let complete = self.arrived[self.plan.slot(position)].iter().all(|&arrived| arrived);
        let to = if complete { self.plan.slot_cards(position) } else { self.plan.cards(position) };
        let (to, parts) = match block {
            None => (&mut self.deck[to], [self.held.as_slice(), &[]]),
            Some(block) => {
                let apart = self.deck.get_disjoint_mut([to, self.plan.upper(block)]);
                let [to, upper] = apart.expect("a block comes from another slot, or is not the last");
                (to, [&*upper, &self.heads[self.plan.head(block)]])
            }
        };
        if complete {
            interleave_slot(self.kind, self.plan, position % self.plan.packets, parts, &mut self.others, to);
        } else {
            let (upper, lower) = to.split_at_mut(parts[0].len());
            upper.copy_from_slice(parts[0]);
            lower.copy_from_slice(parts[1]);
        }
    }
}

/// Interleaves the blocks of a slot. Block number `place` is given in two parts.
fn interleave_slot<T: Copy>(
    kind: Kind,
    plan: Plan,
    place: usize,
    parts: [&[T]; 2],
    others: &mut Vec<T>,
    slot: &mut [T],
) {
    others.clear();
    for (_, block) in slot.chunks(plan.length).enumerate().filter(|&(index, _)| index != place) {
        others.extend_from_slice(block);
    }
    let upper = parts[0].len();
    let (upper_slot, lower_slot) = slot.split_at_mut(upper * plan.packets);
    let rows = [0..upper, upper..plan.length];
    for ((part, rows), slot) in parts.into_iter().zip(rows).zip([upper_slot, lower_slot]) {
        let mut packets: Vec<&[T]> = others.chunks(plan.length).map(|block| &block[rows.clone()]).collect();
        packets.insert(place, part);
        interleave(&in_falling_order(kind, packets), slot);
    }
}
