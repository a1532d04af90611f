//! Weaving in place: moves the blocks to their positions, and interleaves them there.

use super::plan::{Plan, deinterleave, in_falling_order, interleave};
use crate::perfect::weave::Kind;

/// Interleaves a deck of equal packets in place.
///
/// The blocks are moved along the cycles of their permutation. When the last block of a slot arrives, the slot
/// is interleaved while it is in the cache. The cards of a block that extend into the next position are copied
/// before any move.
pub(super) fn weave<T: Copy>(kind: Kind, plan: Plan, deck: &mut [T]) {
    let rests = below_blocks(plan, deck);
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
fn below_blocks<T: Copy>(plan: Plan, deck: &[T]) -> Vec<T> {
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
    held_block: Vec<T>,
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
        Weaving { kind, plan, deck, heads, held_block: Vec::with_capacity(plan.length), others, arrived }
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

    /// Copies a block to `held_block`.
    fn hold(&mut self, block: usize) {
        let (upper, head) = (self.plan.upper(block), self.plan.head(block));
        self.held_block.clear();
        self.held_block.extend_from_slice(&self.deck[upper]);
        self.held_block.extend_from_slice(&self.heads[head]);
    }

    /// Moves a block, or the held one if `block` is `None`, to a position.
    fn arrive(&mut self, position: usize, block: Option<usize>) {
        self.arrived[position] = true;
        let complete = self.arrived[self.plan.slot(position)].iter().all(|&arrived| arrived);
        let to = if complete { self.plan.slot_cards(position) } else { self.plan.cards(position) };
        let (to, parts) = match block {
            None => (&mut self.deck[to], [self.held_block.as_slice(), &[]]),
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

/// Inverts the weave of a deck in place, with the same steps in reverse order.
pub(super) fn unweave<T: Copy>(kind: Kind, plan: Plan, deck: &mut [T]) {
    let mut rests = deck[plan.grid()..].to_vec();
    let columns = rests.chunks_mut(plan.rest.max(1)).collect();
    deinterleave(&deck[plan.grid()..], &mut in_falling_order(kind, columns));
    let mut unweaving = Unweaving::new(kind, plan, deck);
    for start in 0..plan.positions() {
        if !unweaving.filled[start] {
            unweaving.follow(start);
        }
    }
    unweaving.write_heads();
    let height = plan.blocks * plan.length + plan.rest;
    for (packet, rest) in deck.chunks_mut(height).zip(rests.chunks(plan.rest.max(1))) {
        packet[height - plan.rest..].copy_from_slice(rest);
    }
}

struct Unweaving<'a, T> {
    kind: Kind,
    plan: Plan,
    deck: &'a mut [T],
    /// The first cards that each position will have in the end, except positions of the first packet.
    heads: Vec<T>,
    /// The first block of the current cycle.
    held_block: Vec<T>,
    /// Copies of the other blocks of a slot while it is deinterleaved.
    others: Vec<T>,
    /// For each position, whether the block that belongs there has arrived.
    filled: Vec<bool>,
    /// For each slot, whether it is deinterleaved.
    deinterleaved: Vec<bool>,
}

impl<'a, T: Copy> Unweaving<'a, T> {
    fn new(kind: Kind, plan: Plan, deck: &'a mut [T]) -> Self {
        let heads = plan.heads().flat_map(|head| &deck[head]).copied().collect();
        let (held_block, others) =
            (deck[..plan.length].to_vec(), deck[..(plan.packets - 1) * plan.length].to_vec());
        let (filled, deinterleaved) = (vec![false; plan.positions()], vec![false; plan.blocks]);
        Unweaving { kind, plan, deck, heads, held_block, others, filled, deinterleaved }
    }

    /// Moves the blocks of the cycle that contains position `start`.
    fn follow(&mut self, start: usize) {
        self.fetch(start, None);
        let mut block = start;
        loop {
            self.filled[block] = true;
            let position = self.plan.target(block);
            if position == start {
                break self.release(block);
            }
            self.fetch(position, Some(block));
            block = position;
        }
    }

    /// Moves the contents of a position to block `block`, or to `held_block` if `block` is `None`.
    fn fetch(&mut self, position: usize, block: Option<usize>) {
        let plan = self.plan;
        let is_woven = !std::mem::replace(&mut self.deinterleaved[position / plan.packets], true);
        let from = if is_woven { plan.slot_cards(position) } else { plan.cards(position) };
        let (from, parts) = match block {
            None => (&mut self.deck[from], [self.held_block.as_mut_slice(), &mut []]),
            Some(block) => {
                let parts = self.deck.get_disjoint_mut([from, plan.upper(block)]);
                let [from, upper] = parts.expect("a position filled before is not in an interleaved slot");
                (from, [upper, &mut self.heads[plan.head(block)]])
            }
        };
        if is_woven {
            deinterleave_slot(self.kind, plan, position % plan.packets, parts, &mut self.others, from);
        } else {
            let (upper, lower) = from.split_at(parts[0].len());
            let [to_upper, to_lower] = parts;
            to_upper.copy_from_slice(upper);
            to_lower.copy_from_slice(lower);
        }
    }

    /// Copies the held block to its place.
    fn release(&mut self, block: usize) {
        let (upper, head) = (self.plan.upper(block), self.plan.head(block));
        let (above, below) = self.held_block.split_at(upper.len());
        self.deck[upper].copy_from_slice(above);
        self.heads[head].copy_from_slice(below);
    }

    /// Copies the heads to their positions.
    fn write_heads(&mut self) {
        for block in self.plan.blocks..self.plan.positions() {
            let head = &self.heads[self.plan.head(block)];
            self.deck[(block + 1) * self.plan.length..][..head.len()].copy_from_slice(head);
        }
    }
}

/// Deinterleaves a slot. Block number `place` is written to two slices outside the slot; the other blocks stay
/// in it.
fn deinterleave_slot<T: Copy>(
    kind: Kind,
    plan: Plan,
    place: usize,
    parts: [&mut [T]; 2],
    others: &mut [T],
    slot: &mut [T],
) {
    let upper = parts[0].len();
    let (upper_slot, lower_slot) = slot.split_at(upper * plan.packets);
    let rows = [0..upper, upper..plan.length];
    for ((part, rows), slot) in parts.into_iter().zip(rows).zip([upper_slot, lower_slot]) {
        let columns = others.chunks_mut(plan.length).map(|block| &mut block[rows.clone()]);
        let mut packets: Vec<&mut [T]> = columns.collect();
        packets.insert(place, part);
        deinterleave(slot, &mut in_falling_order(kind, packets));
    }
    let stay = slot.chunks_mut(plan.length).enumerate().filter(|&(index, _)| index != place);
    for ((_, block), other) in stay.zip(others.chunks(plan.length)) {
        block.copy_from_slice(other);
    }
}
