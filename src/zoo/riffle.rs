use crate::kernel::Step;
use crate::shuffle::{Chance, Choices, Shuffle};

/// A riffle: the deck is cut into packets, which are interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Riffle {
    /// The a-shuffle with this number of packets: multinomial sizes, and all interleavings equally likely. Two
    /// packets are the model of Gilbert, Shannon and Reeds. An a-shuffle followed by a b-shuffle is an
    /// ab-shuffle (Bayer and Diaconis 1992).
    Packets(u32),
    /// Two packets: each card belongs to the top one with this probability. All interleavings are equally likely.
    Cut(Chance),
    /// Two packets, cut as by Gilbert, Shannon and Reeds. The first card falls from either with equal probability,
    /// and each further card from the same packet as the one before with this probability, while both packets
    /// have cards. A form of the clumpy shuffle (Jonasson and Morris 2015).
    Clump(Chance),
}

impl Shuffle for Riffle {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let mut packets = vec![0; deck.len()];
        match *self {
            Riffle::Packets(count) => choices.fill_below(count, &mut packets),
            Riffle::Cut(top) => packets.fill_with(|| u32::from(!top.comes(choices))),
            Riffle::Clump(stay) => clumps(stay, &mut packets, choices),
        }
        fall(deck, &packets);
    }

    /// An a-shuffle followed by a b-shuffle is an ab-shuffle (Bayer and Diaconis 1992).
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

/// Draws the packet from which the card at each position falls, in clumps.
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

/// Gives each position the next card of its packet. The size of a packet is the number of positions that take
/// from it, so independent choices of the packets are a multinomial cut with all interleavings equally likely.
fn fall(deck: &mut [u32], packets: &[u32]) {
    let mut positions: Vec<u32> = (0..deck.len() as u32).collect();
    positions.sort_by_key(|&position| packets[position as usize]);
    let cards = deck.to_vec();
    for (card, position) in cards.into_iter().zip(positions) {
        deck[position as usize] = card;
    }
}

/// The shelf machine of casinos with m shelves (Diaconis, Fulman and Holmes 2013): each card goes to a random
/// shelf, on top of or under the cards there, and the shelves are gathered in order. It is the same as drawing one
/// of 2m labels for each card and gathering the labels in order, every other one backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shelves(pub u32);

impl Shuffle for Shelves {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let mut labels = vec![0; deck.len()];
        choices.fill_below(2 * self.0, &mut labels);
        let place = |position: usize| match labels[position] % 2 {
            0 => (labels[position], position),
            _ => (labels[position], usize::MAX - position),
        };
        let mut positions: Vec<usize> = (0..deck.len()).collect();
        positions.sort_by_key(|&position| place(position));
        gather(deck, &positions);
    }
}

/// A stable sort by random keys of this number of bits, from 1 to 31. The inverse of an a-shuffle with 2^bits
/// packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShortKeys(pub u32);

impl Shuffle for ShortKeys {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let mut keys = vec![0; deck.len()];
        choices.fill_below(1 << self.0, &mut keys);
        let mut positions: Vec<usize> = (0..deck.len()).collect();
        positions.sort_by_key(|&position| keys[position]);
        gather(deck, &positions);
    }
}

fn gather(deck: &mut [u32], positions: &[usize]) {
    let cards = deck.to_vec();
    for (place, &position) in deck.iter_mut().zip(positions) {
        *place = cards[position];
    }
}

/// Returns the prime factors of a number of packets, with their exponents. An ab-shuffle is an a-shuffle
/// followed by a b-shuffle (Bayer and Diaconis 1992).
pub fn packets_by_primes(packets: u32) -> Vec<(u32, u32)> {
    let (mut rest, mut primes) = (packets, Vec::new());
    for prime in 2.. {
        if u64::from(prime) * u64::from(prime) > u64::from(rest) {
            break;
        }
        let mut exponent = 0;
        while rest % prime == 0 {
            (rest, exponent) = (rest / prime, exponent + 1);
        }
        primes.extend((exponent > 0).then_some((prime, exponent)));
    }
    primes.extend((rest > 1).then_some((rest, 1)));
    primes
}
