//! Eight cards of two bytes at a time, by byte shuffles.

/// Eight entries of a packet.
pub(super) type Eight = [u16; 8];

/// Riffles a deck, eight positions at a time. `shuffle` moves the bytes of the next eight cards of each
/// packet by the index vectors of [`FALLEN`], and joins both.
#[inline(always)]
pub(super) fn riffle_with(
    shuffle: impl Fn([&Eight; 2], &[Eight; 2]) -> Eight,
) -> impl Fn(&[u64], usize, &[u16], &mut [u16]) {
    move |masks, cut, from, to| {
        let (mut top, mut bottom) = (0, cut);
        let bytes = masks.iter().flat_map(|mask| mask.to_le_bytes());
        for (to, bits) in to.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
            let next = |at: usize| from[at..].first_chunk().expect("64 entries after the deck");
            *to = shuffle([next(top), next(bottom)], &FALLEN[usize::from(bits)]);
            let ones = bits.count_ones() as usize;
            (top, bottom) = (top + 8 - ones, bottom + ones);
        }
    }
}

/// For each value of eight bits of a mask, two index vectors of bytes. The first moves the next cards of the
/// top packet to the zeros, and the second moves the next cards of the bottom packet to the ones. The index
/// 0x80 gives a byte of 0.
static FALLEN: [[[u16; 8]; 2]; 256] = {
    let (mut fallen, mut bits) = ([[[0x8080; 8]; 2]; 256], 0);
    while bits < 256 {
        let (mut next, mut position) = ([0, 0], 0);
        while position < 8 {
            let packet = (bits >> position) & 1;
            fallen[bits][packet][position] = (2 * next[packet]) | ((2 * next[packet] + 1) << 8);
            next[packet] += 1;
            position += 1;
        }
        bits += 1;
    }
    fallen
};
