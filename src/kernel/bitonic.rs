//! Eight cards of a riffle at a time, in one word, without instructions that only some processors have.
//!
//! The next cards of the top packet in order, behind them those of the bottom packet backwards: where they
//! fall to is a sequence that rises and then sinks, and three rows of comparisons sort any such (Batcher 1968,
//! "Sorting networks and their applications"). Which of them exchange depends on the bits alone: a table of
//! 8 KiB.

/// What eight bits of a riffle do with a word: each a byte of ones for each card that it concerns.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Fall {
    /// The cards that are of the top packet, before anything is exchanged.
    top: u64,
    /// The cards that change places with one four, two, and one further on.
    exchange: [u64; 3],
}

static FALLS: [Fall; 256] = {
    let (mut falls, mut bits) = ([Fall { top: 0, exchange: [0; 3] }; 256], 0);
    while bits < 256 {
        falls[bits] = fall(bits);
        bits += 1;
    }
    falls
};

const fn fall(bits: usize) -> Fall {
    // Zeros from the front, ones from the back.
    let (mut to, mut ends, mut place) = ([0; 8], [0, 7], 0);
    while place < 8 {
        let bottom = bits >> place & 1;
        to[ends[bottom]] = place;
        ends[bottom] = if bottom == 1 { ends[1].wrapping_sub(1) } else { ends[0] + 1 };
        place += 1;
    }
    let top = if ends[0] == 8 { u64::MAX } else { (1 << (8 * ends[0])) - 1 };
    let (mut exchange, mut row) = ([0; 3], 0);
    while row < 3 {
        (to, exchange[row]) = exchanged(to, 4 >> row);
        row += 1;
    }
    Fall { top, exchange }
}

/// Each pair at a distance, the lower first; and a byte of ones for each lower one of a pair that was
/// exchanged.
const fn exchanged(mut to: [usize; 8], distance: usize) -> ([usize; 8], u64) {
    let (mut mask, mut place) = (0, 0);
    while place < 8 {
        let other = place + distance;
        if place & distance == 0 && to[place] > to[other] {
            (to[place], to[other]) = (to[other], to[place]);
            mask |= 0xff << (8 * place);
        }
        place += 1;
    }
    (to, mask)
}

/// The next eight cards of either packet, the first in the lowest byte: those that fall, where bit i says
/// which packet the i-th is from, 0 the top one.
#[inline(always)]
pub(super) fn eight(top: u64, bottom: u64, bits: u8) -> u64 {
    let fall = &FALLS[usize::from(bits)];
    let backwards = bottom.swap_bytes();
    let mut cards = backwards ^ ((top ^ backwards) & fall.top);
    for (mask, shift) in fall.exchange.iter().zip([32, 16, 8]) {
        let differ = (cards ^ (cards >> shift)) & mask;
        cards ^= differ ^ (differ << shift);
    }
    cards
}

/// For each byte of a word how many ones there are below it, and in the whole word.
#[inline(always)]
pub(super) fn ones_below(mask: u64) -> ([u8; 8], u32) {
    let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let sums = bytes.wrapping_mul(0x0101_0101_0101_0101);
    ((sums << 8).to_le_bytes(), (sums >> 56) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_fall() {
        for bits in 0..=u8::MAX {
            let mut packets = [0u8..8, 8..16];
            let fallen: [u8; 8] =
                std::array::from_fn(|place| packets[usize::from(bits >> place & 1)].next().unwrap());
            let [top, bottom] = [0u8, 8].map(|first| std::array::from_fn(|card| first + card as u8));
            let word = eight(u64::from_le_bytes(top), u64::from_le_bytes(bottom), bits);
            assert_eq!(word.to_le_bytes(), fallen, "{bits:08b}");
        }
    }

    #[test]
    fn ones_are_counted() {
        for mask in [0, 1, u64::MAX, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef, 0xff00_00ff_0110_0f0f] {
            let below = std::array::from_fn(|byte| (mask & ((1 << (8 * byte)) - 1)).count_ones() as u8);
            assert_eq!(ones_below(mask), (below, mask.count_ones()), "{mask:x}");
        }
    }
}
