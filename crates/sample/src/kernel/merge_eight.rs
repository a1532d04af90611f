//! Merges eight cards of a riffle at a time, in one `u64`.
//!
//! The code looks up the order of the eight cards, and moves them byte by byte, or by a byte shuffle of AVX2, NEON or
//! WebAssembly.

/// Merges the next eight cards of each packet, with the first card in the lowest byte. Returns the eight
/// cards that fall. Bit i gives the packet of the i-th card: 0 for the top packet, 1 for the bottom packet.
#[inline(always)]
pub(super) fn merge_eight(top: u64, bottom: u64, bits: u8) -> u64 {
    let cards = [top, bottom].map(u64::to_le_bytes);
    let order = ORDERS[usize::from(bits)].to_le_bytes();
    u64::from_le_bytes(order.map(|index| cards.as_flattened()[usize::from(index) % 16]))
}

/// [`merge_eight`] by a byte shuffle of AVX2.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn merge_eight_avx2(top: u64, bottom: u64, bits: u8) -> u64 {
    use std::arch::x86_64::*;
    let order = _mm_cvtsi64_si128(ORDERS[usize::from(bits)] as i64);
    _mm_cvtsi128_si64(_mm_shuffle_epi8(
        _mm_set_epi64x(bottom as i64, top as i64),
        order,
    )) as u64
}

/// [`merge_eight`] by a table lookup: `look_up` gets a table of sixteen bytes and eight indices.
#[inline(always)]
pub(super) fn merge_eight_by(
    look_up: impl Fn([u64; 2], u64) -> u64,
) -> impl Fn(u64, u64, u8) -> u64 {
    move |top, bottom, bits| look_up([top, bottom], ORDERS[usize::from(bits)])
}

/// For eight bits of a riffle, the indices of the cards that fall to eight positions. Indices 0 to 7 are the
/// next cards of the top packet, 8 to 15 of the bottom packet.
static ORDERS: [u64; 256] = orders();

const fn orders() -> [u64; 256] {
    let (mut orders, mut bits) = ([0; 256], 0);
    while bits < 256 {
        let (mut next, mut position) = ([0, 8], 0);
        while position < 8 {
            let packet = bits >> position & 1;
            orders[bits] |= next[packet] << (8 * position);
            next[packet] += 1;
            position += 1;
        }
        bits += 1;
    }
    orders
}

/// Returns the number of ones below each byte of `mask`, and the number of ones in `mask`.
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
    fn all_bits() {
        for bits in 0..=u8::MAX {
            let mut packets = [0u8..8, 8..16];
            let fallen: [u8; 8] = std::array::from_fn(|position| {
                packets[usize::from(bits >> position & 1)].next().unwrap()
            });
            let [top, bottom] =
                [0u8, 8].map(|first| std::array::from_fn(|card| first + card as u8));
            let merged = merge_eight(u64::from_le_bytes(top), u64::from_le_bytes(bottom), bits);
            assert_eq!(merged.to_le_bytes(), fallen, "{bits:08b}");
        }
    }

    #[test]
    fn ones_are_counted() {
        for mask in [
            0,
            1,
            u64::MAX,
            0x8000_0000_0000_0000,
            0x0123_4567_89ab_cdef,
            0xff00_00ff_0110_0f0f,
        ] {
            let below =
                std::array::from_fn(|byte| (mask & ((1 << (8 * byte)) - 1)).count_ones() as u8);
            assert_eq!(ones_below(mask), (below, mask.count_ones()), "{mask:x}");
        }
    }
}
