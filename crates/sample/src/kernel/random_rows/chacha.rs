//! The cipher ChaCha with 8 rounds, sixteen blocks at once.

/// The number of blocks that are computed side by side.
pub(super) const BLOCKS: usize = 16;

/// The number of 32-bit words of a block.
pub(super) const BLOCK_WORDS: usize = 16;

/// The number of words of all blocks that are computed side by side.
pub(super) const WORDS: usize = BLOCK_WORDS * BLOCKS;

/// The number of pairs of a column round and a diagonal round in the eight rounds.
pub(super) const DOUBLE_ROUNDS: usize = 4;

/// One 32-bit number of each block.
pub(super) type Lanes = [u32; BLOCKS];

/// The blocks of a stream, sixteen at a time.
///
/// D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008).
#[derive(Clone)]
pub(super) struct KeystreamBlocks {
    key: [u32; 8],
    stream: u64,
    /// The number of the next block.
    block: u64,
}

impl KeystreamBlocks {
    pub(super) fn new(key: &[u8; 32], stream: u64) -> KeystreamBlocks {
        let part = |index: usize| u32::from_le_bytes(key.as_chunks().0[index]);
        KeystreamBlocks {
            key: std::array::from_fn(part),
            stream,
            block: 0,
        }
    }

    /// Returns the start states of the next N blocks: the constants, the key, the number of the block, the
    /// stream.
    #[inline(always)]
    pub(super) fn next_start<const N: usize>(&mut self) -> [[u32; N]; 16] {
        const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
        let mut start = [[0; N]; 16];
        let common = CONSTANTS.iter().chain(&self.key);
        start
            .iter_mut()
            .zip(common)
            .for_each(|(lanes, &part)| *lanes = [part; N]);
        for (lane, index) in (0..).take(N).enumerate() {
            let block = self.block.wrapping_add(index);
            (start[12][lane], start[13][lane]) = (block as u32, (block >> 32) as u32);
        }
        (start[14], start[15]) = ([self.stream as u32; N], [(self.stream >> 32) as u32; N]);
        self.block = self.block.wrapping_add(N as u64);
        start
    }

    /// Returns whether no block was computed yet.
    pub(super) fn is_new(&self) -> bool {
        self.block == 0
    }

    /// Returns the words of the next block.
    pub(super) fn next_block(&mut self) -> [u32; 16] {
        let start = self.next_start::<1>();
        let mut state = start;
        for _ in 0..DOUBLE_ROUNDS {
            double_round(&mut state);
        }
        std::array::from_fn(|word| state[word][0].wrapping_add(start[word][0]))
    }
}

/// Computes sixteen blocks from their start states, and writes them one after another.
#[inline(always)]
pub(super) fn encipher_portable(start: &[Lanes; BLOCK_WORDS], words: &mut [u32; WORDS]) {
    let mut state = *start;
    for _ in 0..DOUBLE_ROUNDS {
        double_round(&mut state);
    }
    for (block, words) in words
        .as_chunks_mut::<BLOCK_WORDS>()
        .0
        .iter_mut()
        .enumerate()
    {
        for (word, (state, start)) in words.iter_mut().zip(state.iter().zip(start)) {
            *word = state[block].wrapping_add(start[block]);
        }
    }
}

#[inline(always)]
fn double_round<const N: usize>(state: &mut [[u32; N]; 16]) {
    for column in 0..4 {
        quarter_round(state, [column, 4 + column, 8 + column, 12 + column]);
    }
    for column in 0..4 {
        quarter_round(
            state,
            [
                column,
                4 + (column + 1) % 4,
                8 + (column + 2) % 4,
                12 + (column + 3) % 4,
            ],
        );
    }
}

/// Loads each lane into four variables, which lets the compiler vectorise the loop.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "the index is that of a lane in four rows"
)]
fn quarter_round<const N: usize>(state: &mut [[u32; N]; 16], [a, b, c, d]: [usize; 4]) {
    for lane in 0..N {
        let [mut x, mut y, mut z, mut w] = [
            state[a][lane],
            state[b][lane],
            state[c][lane],
            state[d][lane],
        ];
        x = x.wrapping_add(y);
        w = (w ^ x).rotate_left(16);
        z = z.wrapping_add(w);
        y = (y ^ z).rotate_left(12);
        x = x.wrapping_add(y);
        w = (w ^ x).rotate_left(8);
        z = z.wrapping_add(w);
        y = (y ^ z).rotate_left(7);
        (
            state[a][lane],
            state[b][lane],
            state[c][lane],
            state[d][lane],
        ) = (x, y, z, w);
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// The 64-bit number of a block is correct when its low half overflows into its high half.
    #[test]
    fn blocks_are_counted_in_64_bits() {
        let mut blocks = KeystreamBlocks::new(&[5; 32], 0);
        blocks.block = u64::from(u32::MAX) - 3;
        let mut words = [0; WORDS];
        encipher_portable(&blocks.next_start(), &mut words);
        let mut peer = ChaCha8Rng::from_seed([5; 32]);
        peer.set_word_pos(u128::from(u32::MAX - 3) * 16);
        assert_eq!(words, std::array::from_fn(|_| peer.next_u32()));
    }
}
