//! Riffles with their variants, and two shuffles that gather cards by random labels.
//!
//! The two are the shelf machine, and the sort by short random keys.

use super::scratch::{with_copy, with_zeros};
use crate::kernel::{SmallDeck, Step};
use crate::shuffle::{Chance, Choices, Shuffle};

/// A riffle: the deck is cut into packets, which are interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Riffle {
    /// The a-shuffle with a packets, for the given number a.
    ///
    /// The sizes of the packets are multinomial, and all interleavings are equally likely. Two packets are
    /// the model of Gilbert, Shannon and Reeds. An a-shuffle followed by a b-shuffle is an ab-shuffle (Bayer
    /// and Diaconis 1992).
    Packets(u32),
    /// Two packets: each card belongs to the top packet with the given probability.
    ///
    /// All interleavings are equally likely.
    Cut(Chance),
    /// Two packets whose cards fall in clumps: a form of the clumpy shuffle (Jonasson and Morris 2015).
    ///
    /// The cut is as in the model of Gilbert, Shannon and Reeds. The first card falls from either packet with
    /// equal probability. As long as both packets have cards, each further card falls from the same packet as
    /// the card before with the given probability.
    Clump(Chance),
}

impl Shuffle for Riffle {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        if *self == Riffle::Packets(2) && deck.len() <= SmallDeck::MAX_CARDS {
            return riffle(1, deck, choices);
        }
        with_zeros(deck.len(), |packets| {
            let mut count = 2;
            match *self {
                Riffle::Packets(packet_count) => {
                    count = packet_count;
                    choices.fill_below(count, packets);
                }
                Riffle::Cut(top) => choices.weighted_each(top.odds(), packets),
                Riffle::Clump(stay) => clumps(stay, packets, choices),
            }
            // Each position takes the next card of its packet. The size of a packet is the number of
            // positions that take from it. So independent choices of the packets are a multinomial cut, with
            // all interleavings equally likely.
            let ranks = ranks(packets, count, |_| false);
            with_copy(deck, |deck, cards| {
                deck.iter_mut()
                    .zip(ranks)
                    .for_each(|(to, &rank)| *to = cards[rank as usize]);
            });
        });
    }

    fn repeat<C: Choices + ?Sized>(&self, times: u32, deck: &mut [u32], choices: &mut C) {
        match self {
            Riffle::Packets(2) if deck.len() <= SmallDeck::MAX_CARDS => {
                riffle(times, deck, choices);
            }
            _ => (0..times).for_each(|_| self.shuffle(deck, choices)),
        }
    }

    /// Uses that an a-shuffle followed by a b-shuffle is an ab-shuffle (Bayer and Diaconis 1992).
    fn kernel(&self, _cards: usize) -> Option<Vec<Step>> {
        match *self {
            Riffle::Packets(count) if count.is_power_of_two() => {
                Some(vec![Step::Riffles(count.trailing_zeros())])
            }
            Riffle::Cut(Chance::HALF) => Some(vec![Step::Riffles(1)]),
            _ => None,
        }
    }
}

/// Riffles at most 64 cards `times` times, in the model of Gilbert, Shannon and Reeds.
fn riffle<C: Choices + ?Sized>(times: u32, deck: &mut [u32], choices: &mut C) {
    let cards = deck.len();
    let order = SmallDeck::riffled(cards, (0..times).map(|_| choices.bits(cards)));
    with_copy(deck, |deck, cards| {
        deck.iter_mut()
            .zip(order.cards())
            .for_each(|(to, &from)| *to = cards[usize::from(from)]);
    });
}

/// Draws for each position, in clumps, the packet from which its card falls.
fn clumps<C: Choices + ?Sized>(stay: Chance, packets: &mut [u32], choices: &mut C) {
    choices.fill_below(2, packets);
    let bottom = packets.iter().sum::<u32>() as usize;
    let mut left = [packets.len() - bottom, bottom];
    let mut packet = 0;
    for (place, entry) in packets.iter_mut().enumerate() {
        if left[0] > 0 && left[1] > 0 {
            packet = match place {
                0 => choices.below(2) as usize,
                _ if stay.comes(choices) => packet,
                _ => 1 - packet,
            };
        } else {
            packet = usize::from(left[0] == 0);
        }
        left[packet] -= 1;
        *entry = packet as u32;
    }
}

/// Replaces each label by the rank of its position when the positions are sorted by label. Labels are below
/// `count`. Positions with equal labels keep their order, or are reversed if `reversed` returns true for the
/// label.
fn ranks(labels: &mut [u32], count: u32, reversed: impl Fn(u32) -> bool) -> &[u32] {
    if count as usize > 2 * labels.len() + MAX_COUNTED_LABELS {
        // For many different labels, sorting the positions takes less time than counting the labels.
        let mut positions: Vec<usize> = (0..labels.len()).collect();
        let within = |position: usize| {
            if reversed(labels[position]) {
                usize::MAX - position
            } else {
                position
            }
        };
        positions.sort_unstable_by_key(|&position| (labels[position], within(position)));
        positions
            .iter()
            .zip(0..)
            .for_each(|(&position, rank)| labels[position] = rank);
        return labels;
    }
    with_zeros(count as usize, |next| {
        labels.iter().for_each(|&label| next[label as usize] += 1);
        // The counts become the next rank of each label: its first rank, or its last if the label is reversed.
        let mut first = 0;
        for (label, next) in (0..).zip(&mut *next) {
            let size = std::mem::replace(next, first);
            first += size;
            *next = if reversed(label) {
                first.wrapping_sub(1)
            } else {
                *next
            };
        }
        for label in &mut *labels {
            let (next, back) = (&mut next[*label as usize], reversed(*label));
            *label = *next;
            *next = if back {
                next.wrapping_sub(1)
            } else {
                *next + 1
            };
        }
    });
    labels
}

/// Up to about 64 labels, counting is faster than sorting, for any deck.
const MAX_COUNTED_LABELS: usize = 64;

/// The shelf machine of casinos with the given number of shelves (Diaconis, Fulman and Holmes 2013).
///
/// Each card goes to a random shelf, on top of or under the cards there, and the shelves are gathered in
/// order. Gathering them in random order, as the authors describe it, has the same law. For m shelves this is the same as drawing one of 2m labels for each card and gathering the labels
/// in order, every other label backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shelves(pub u32);

impl Shuffle for Shelves {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        gather(deck, 2 * self.0, |label| label % 2 == 1, choices);
    }
}

/// A stable sort by random keys of the given number of bits, from 1 to 31.
///
/// It is the inverse of an a-shuffle with 2^bits packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShortKeys(pub u32);

impl Shuffle for ShortKeys {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        gather(deck, 1 << self.0, |_| false, choices);
    }
}

/// Draws a label below `count` for each card, and sorts the cards by [`ranks`].
fn gather<C: Choices + ?Sized>(
    deck: &mut [u32],
    count: u32,
    reversed: impl Fn(u32) -> bool,
    choices: &mut C,
) {
    with_zeros(deck.len(), |labels| {
        choices.fill_below(count, labels);
        let ranks = ranks(labels, count, reversed);
        with_copy(deck, |deck, cards| {
            cards
                .iter()
                .zip(ranks)
                .for_each(|(&card, &rank)| deck[rank as usize] = card);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks by counting agree with ranks by sorting, for few and many labels.
    #[test]
    fn ranks_are_those_of_a_stable_sort() {
        for (length, count) in [
            (0, 3),
            (1, 1),
            (52, 3),
            (52, 8),
            (52, 9),
            (255, 1),
            (255, 8),
            (256, 8),
            (300, 70),
        ] {
            let labels: Vec<u32> = (0..length)
                .map(|position: u32| position * position / 3 % count)
                .collect();
            let mut positions: Vec<u32> = (0..length).collect();
            positions.sort_by_key(|&position| labels[position as usize]);
            let mut found = labels;
            let found = ranks(&mut found, count, |_| false);
            let ranks = positions.iter().zip(0..);
            assert!(
                ranks
                    .map(|(&position, rank)| (found[position as usize], rank))
                    .all(|(one, other)| one == other)
            );
        }
    }
}
