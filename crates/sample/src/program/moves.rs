//! Moves and swaps that programs repeat.

use crate::shuffle::{Choices, Generator, Shuffle};
use crate::zoo::Riffle;

/// A move or swap that a program repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Swaps two neighbours.
    Neighbours,
    /// Swaps two different positions.
    TwoDifferent,
    /// Goes through the deck, and swaps each card with the next one if a coin says so.
    NeighbourPass,
    /// Swaps a random card with one that is near it.
    NearSwap(Near),
    /// Goes through the deck, and swaps each card with one that is near it.
    NearPass(Near),
    /// Swaps the top card with any card.
    TopSwap,
    /// A riffle of Gilbert, Shannon and Reeds, and then a cut at any place, all equally likely.
    RiffleAndCut,
    /// A riffle of two equal packets. The next card falls from either packet with probability 1/2 while both have cards,
    /// or with a probability proportional to the number of cards left in it.
    EqualRiffle {
        /// Whether both packets are equally likely.
        by_coins: bool,
    },
    /// Takes a card out and puts it back.
    Card(End, End),
    /// Cuts the deck into packets at random places, and reverses the order of the packets.
    Packets(u32),
    /// Takes packets of 1 to the given number of cards off the top, and puts them on each other.
    Strips(u32),
    /// Takes a packet out from anywhere and puts it back. The packet has the given number of cards.
    Packet(u32, End),
    /// Takes a packet out from anywhere and puts it back. The packet has 1 to the given number of cards, or fewer if it
    /// begins so near the end.
    PacketUpTo(u32, End),
}

/// The position with which a card is swapped: at most `reach` positions away, all equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Near {
    /// The maximum distance, at least 1.
    pub reach: u32,
    /// Whether the card can be swapped with itself.
    pub is_lazy: bool,
    /// Whether the card can also be swapped with a card above it, and not only below.
    pub is_both_ways: bool,
    /// Whether the last position is followed by the first one. Otherwise positions outside the deck are moved to its ends.
    pub is_cyclic: bool,
}

/// A position of a moved card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Any position, all equally likely.
    Any,
    /// The first position.
    Top,
    /// The last position.
    Bottom,
    /// Any position but the last one, all equally likely.
    NotLast,
}

impl Move {
    pub(super) fn make(self, deck: &mut [u32], generator: &mut Generator) {
        let n = deck.len() as u32;
        match self {
            Move::Neighbours => {
                let place = generator.below(n - 1) as usize;
                deck.swap(place, place + 1);
            }
            Move::TwoDifferent => {
                let [one, other] = [generator.below(n), generator.below(n - 1)];
                deck.swap(one as usize, (other + u32::from(other >= one)) as usize);
            }
            Move::NeighbourPass => {
                for place in 1..deck.len() {
                    if generator.below(2) == 0 {
                        deck.swap(place - 1, place);
                    }
                }
            }
            Move::NearSwap(near) => {
                let place = generator.below(n);
                deck.swap(place as usize, near.draw(place, n, generator));
            }
            Move::NearPass(near) => {
                (0..n).for_each(|place| deck.swap(place as usize, near.draw(place, n, generator)));
            }
            Move::TopSwap => deck.swap(0, generator.below(n) as usize),
            Move::RiffleAndCut => {
                Riffle::Packets(2).shuffle(deck, generator);
                deck.rotate_left(generator.below(n) as usize);
            }
            Move::EqualRiffle { by_coins } => merge_halves(deck, by_coins, generator),
            Move::Card(from, to) => {
                let [from, to] = [from, to].map(|end| end.draw(n, generator));
                put(deck, from, to);
            }
            Move::Packets(packets) => {
                let mut cuts: Vec<usize> = (1..packets)
                    .map(|_| generator.below(n + 1) as usize)
                    .collect();
                cuts.sort_unstable();
                reverse_packets(deck, cuts);
            }
            Move::Strips(most) => reverse_packets(deck, strips(n, most, generator)),
            Move::Packet(cards, to) => {
                let cards = cards.min(n);
                let from = generator.below(n - cards + 1);
                put_packet(deck, from as usize, cards as usize, to, generator);
            }
            Move::PacketUpTo(most, to) => {
                let [from, cards] = [generator.below(n), 1 + generator.below(most)];
                put_packet(
                    deck,
                    from as usize,
                    cards.min(n - from) as usize,
                    to,
                    generator,
                );
            }
        }
    }

    /// Returns the approximate time of the move in a deck of n cards, in nanoseconds.
    pub fn nanoseconds(self, n: f64) -> f64 {
        match self {
            Move::NeighbourPass
            | Move::NearPass(_)
            | Move::RiffleAndCut
            | Move::EqualRiffle { .. } => 8.0 * n,
            Move::Packets(_) | Move::Strips(_) => 100.0 + 2.0 * n,
            _ => 20.0 + 0.3 * n,
        }
    }

    /// Returns moves that differ from this one a little, and the move itself.
    pub fn similar(self) -> Vec<Move> {
        let sizes = |size: u32| {
            [
                size / 2,
                3 * size / 4,
                size - 1,
                size,
                size + 1,
                4 * size / 3,
                2 * size,
            ]
        };
        let sizes = |size: u32| sizes(size).into_iter().filter(|&size| size > 1);
        let near = |near: Near| {
            let reaches = [near.reach - 1, near.reach, near.reach + 1, 2 * near.reach];
            let reaches = reaches.into_iter().filter(|&reach| reach > 0);
            let others = [
                Near {
                    is_lazy: !near.is_lazy,
                    ..near
                },
                Near {
                    is_both_ways: !near.is_both_ways,
                    ..near
                },
                Near {
                    is_cyclic: !near.is_cyclic,
                    ..near
                },
            ];
            reaches
                .map(move |reach| Near { reach, ..near })
                .chain(others)
        };
        match self {
            Move::NearSwap(one) => near(one).map(Move::NearSwap).collect(),
            Move::NearPass(one) => near(one).map(Move::NearPass).collect(),
            Move::Packet(cards, to) => sizes(cards)
                .map(|cards| Move::Packet(cards, to))
                .chain([Move::PacketUpTo(cards, to)])
                .collect(),
            Move::EqualRiffle { .. } => [true, false]
                .map(|by_coins| Move::EqualRiffle { by_coins })
                .into(),
            Move::PacketUpTo(most, to) => sizes(most)
                .map(|most| Move::PacketUpTo(most, to))
                .chain([Move::Packet(most.div_ceil(2), to)])
                .collect(),
            _ => vec![self],
        }
    }
}

impl End {
    /// Draws one of `n` positions.
    fn draw(self, n: u32, generator: &mut Generator) -> usize {
        match self {
            End::Any => generator.below(n) as usize,
            End::NotLast => generator.below((n - 1).max(1)) as usize,
            End::Top => 0,
            End::Bottom => n as usize - 1,
        }
    }
}

impl Near {
    fn draw(self, place: u32, n: u32, generator: &mut Generator) -> usize {
        let back = if self.is_both_ways { self.reach } else { 0 };
        let drawn = generator.below(back + self.reach + u32::from(self.is_lazy));
        let to = place + drawn + u32::from(!self.is_lazy && drawn >= back);
        if self.is_cyclic {
            return ((to + n * back - back) % n) as usize;
        }
        to.saturating_sub(back).min(n - 1) as usize
    }
}

/// Merges the first half of the deck with the second half, from the first cards on.
fn merge_halves(deck: &mut [u32], by_coins: bool, generator: &mut Generator) {
    let (cards, half) = (deck.to_vec(), deck.len() / 2);
    let (mut left, mut right) = (0, half);
    for card in deck {
        let [of_left, of_right] = [half - left, cards.len() - right].map(|size| size as u32);
        let is_left = match by_coins {
            _ if of_left == 0 || of_right == 0 => of_right == 0,
            true => generator.below(2) == 0,
            false => generator.below(of_left + of_right) < of_left,
        };
        let from = if is_left { &mut left } else { &mut right };
        *card = cards[*from];
        *from += 1;
    }
}

/// Takes the packet of `cards` cards at `from` out and puts it back at an end, or anywhere.
fn put_packet(deck: &mut [u32], from: usize, cards: usize, to: End, generator: &mut Generator) {
    let others = deck.len() - cards;
    let to = to.draw(others as u32 + 1, generator);
    if from < to {
        deck[from..to + cards].rotate_left(cards);
    } else {
        deck[to..from + cards].rotate_right(cards);
    }
}

/// Returns the ends of packets of one card to `most` cards, below `n`.
fn strips(n: u32, most: u32, generator: &mut Generator) -> Vec<usize> {
    let (mut cuts, mut cut) = (Vec::new(), 0);
    loop {
        cut += 1 + generator.below(most);
        if cut >= n {
            return cuts;
        }
        cuts.push(cut as usize);
    }
}

/// Reverses the order of the packets between ascending `cuts`.
fn reverse_packets(deck: &mut [u32], cuts: Vec<usize>) {
    let ends = [vec![0], cuts, vec![deck.len()]].concat();
    let packets = ends
        .windows(2)
        .rev()
        .flat_map(|ends| &deck[ends[0]..ends[1]]);
    let reversed: Vec<u32> = packets.copied().collect();
    deck.copy_from_slice(&reversed);
}

/// Takes the card at `from` out and puts it back, so that it comes to `to`.
pub(super) fn put(deck: &mut [u32], from: usize, to: usize) {
    if from < to {
        deck[from..=to].rotate_left(1);
    } else {
        deck[to..=from].rotate_right(1);
    }
}
