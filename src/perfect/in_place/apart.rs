//! Slots that are taken apart, and their blocks brought back.

use super::plan::Plan;
use super::together::in_order;
use crate::kernel::weave::deinterleave;
use crate::perfect::Kind;

/// Undoes the weave of a deck in its own place, step by step from the last to the first.
pub(super) fn unweave<T: Copy>(kind: Kind, plan: Plan, deck: &mut [T]) {
    let mut rests = deck[plan.grid()..].to_vec();
    let columns = rests.chunks_mut(plan.rest.max(1)).collect();
    deinterleave(&deck[plan.grid()..], &mut in_order(kind, columns));
    let mut unweaving = Unweaving::new(kind, plan, deck);
    for start in 0..plan.positions() {
        if !unweaving.filled[start] {
            unweaving.follow(start);
        }
    }
    unweaving.lay_heads();
    let height = plan.blocks * plan.length + plan.rest;
    for (packet, rest) in deck.chunks_mut(height).zip(rests.chunks(plan.rest.max(1))) {
        packet[height - plan.rest..].copy_from_slice(rest);
    }
}

struct Unweaving<'a, T> {
    kind: Kind,
    plan: Plan,
    deck: &'a mut [T],
    /// What is to become the first cards of each position, from that below the first packet's on.
    heads: Vec<T>,
    /// The block with which a cycle began.
    held: Vec<T>,
    /// Of a slot that is taken apart, the blocks that are to stay there for now.
    others: Vec<T>,
    /// Whether a position has its block.
    filled: Vec<bool>,
    /// Whether the slot of a position is apart.
    apart: Vec<bool>,
}

impl<'a, T: Copy> Unweaving<'a, T> {
    fn new(kind: Kind, plan: Plan, deck: &'a mut [T]) -> Self {
        let heads = plan.heads().flat_map(|head| &deck[head]).copied().collect();
        let (held, others) =
            (deck[..plan.length].to_vec(), deck[..(plan.packets - 1) * plan.length].to_vec());
        let (filled, apart) = (vec![false; plan.positions()], vec![false; plan.blocks]);
        Unweaving { kind, plan, deck, heads, held, others, filled, apart }
    }

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

    /// Brings what lies at a position to where a block belongs, or else to where it is held.
    fn fetch(&mut self, position: usize, block: Option<usize>) {
        let plan = self.plan;
        let woven = !std::mem::replace(&mut self.apart[position / plan.packets], true);
        let from = if woven { plan.slot_cards(position) } else { plan.cards(position) };
        let (from, parts) = match block {
            None => (&mut self.deck[from], [self.held.as_mut_slice(), &mut []]),
            Some(block) => {
                let apart = self.deck.get_disjoint_mut([from, plan.upper(block)]);
                let [from, upper] = apart.expect("what was fetched before is not in a woven slot");
                (from, [upper, &mut self.heads[plan.head(block)]])
            }
        };
        if woven {
            rise(self.kind, plan, position % plan.packets, parts, &mut self.others, from);
        } else {
            let (upper, lower) = from.split_at(parts[0].len());
            let [to_upper, to_lower] = parts;
            to_upper.copy_from_slice(upper);
            to_lower.copy_from_slice(lower);
        }
    }

    fn release(&mut self, block: usize) {
        let (upper, head) = (self.plan.upper(block), self.plan.head(block));
        let (above, below) = self.held.split_at(upper.len());
        self.deck[upper].copy_from_slice(above);
        self.heads[head].copy_from_slice(below);
    }

    fn lay_heads(&mut self) {
        for block in self.plan.blocks..self.plan.positions() {
            let head = &self.heads[self.plan.head(block)];
            self.deck[(block + 1) * self.plan.length..][..head.len()].copy_from_slice(head);
        }
    }
}

/// Takes a slot apart: one block goes to two parts of memory elsewhere, the others stay.
fn rise<T: Copy>(
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
        deinterleave(slot, &mut in_order(kind, packets));
    }
    let stay = slot.chunks_mut(plan.length).enumerate().filter(|&(index, _)| index != place);
    for ((_, block), other) in stay.zip(others.chunks(plan.length)) {
        block.copy_from_slice(other);
    }
}
