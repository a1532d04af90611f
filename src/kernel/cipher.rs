use super::words::{ROW, Row};

/// The 64-bit words of a block of ChaCha.
const WORDS: usize = 8;

/// Four times a round of columns and one of diagonals.
pub(super) const DOUBLE_ROUNDS: usize = 4;

/// A word of 32 bits of each of sixteen blocks.
pub(super) type Lanes = [u32; ROW];

/// ChaCha with 8 rounds, sixteen blocks side by side: a row has the first 64 bits of each in turn, the next
/// row the next.
///
/// D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008).
#[derive(Clone)]
pub(super) struct Cipher {
    key: [u32; 8],
    stream: u64,
    /// The first of the blocks that come next.
    block: u64,
    /// The rows of sixteen blocks, and how many of them were told.
    rows: [Row; WORDS],
    told: usize,
}

impl Cipher {
    pub(super) fn new(key: &[u8; 32], stream: u64) -> Cipher {
        let word = |index: usize| u32::from_le_bytes(key.as_chunks().0[index]);
        let rows = [[0; ROW]; WORDS];
        Cipher { key: std::array::from_fn(word), stream, block: 0, rows, told: WORDS }
    }

    /// The row that comes next. Written plainly, and compiled for what the processor has.
    #[inline(always)]
    pub(super) fn row(&mut self) -> Row {
        self.row_by(encipher)
    }

    /// The same, by another way to make the rows of sixteen blocks.
    #[inline(always)]
    pub(super) fn row_by(&mut self, encipher: impl Fn(&[Lanes; 16], &mut [Row; WORDS])) -> Row {
        if self.told == WORDS {
            encipher(&self.start(), &mut self.rows);
            (self.block, self.told) = (self.block.wrapping_add(ROW as u64), 0);
        }
        self.told += 1;
        self.rows[self.told - 1]
    }

    /// Constants, key, the number of the block, the stream.
    #[inline(always)]
    fn start(&self) -> [Lanes; 16] {
        const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
        let mut start = [[0; ROW]; 16];
        let known = CONSTANTS.iter().chain(&self.key);
        start.iter_mut().zip(known).for_each(|(lanes, &word)| *lanes = [word; ROW]);
        let blocks: [u64; ROW] = std::array::from_fn(|lane| self.block.wrapping_add(lane as u64));
        (start[12], start[13]) = (blocks.map(|block| block as u32), blocks.map(|block| (block >> 32) as u32));
        (start[14], start[15]) = ([self.stream as u32; ROW], [(self.stream >> 32) as u32; ROW]);
        start
    }
}

#[inline(always)]
fn encipher(start: &[Lanes; 16], rows: &mut [Row; WORDS]) {
    let mut state = *start;
    for _ in 0..DOUBLE_ROUNDS {
        double_round(&mut state);
    }
    for (row, words) in rows.iter_mut().enumerate() {
        for (block, word) in words.iter_mut().enumerate() {
            let half = |half: usize| u64::from(state[half][block].wrapping_add(start[half][block]));
            *word = half(2 * row) | half(2 * row + 1) << 32;
        }
    }
}

#[inline(always)]
fn double_round(state: &mut [Lanes; 16]) {
    for column in 0..4 {
        quarter_round(state, [column, 4 + column, 8 + column, 12 + column]);
    }
    for column in 0..4 {
        quarter_round(state, [column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4]);
    }
}

/// Lane by lane, so that a lane's numbers stand in registers: compilers make vectors of that.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "a lane of four rows")]
fn quarter_round(state: &mut [Lanes; 16], [a, b, c, d]: [usize; 4]) {
    for lane in 0..ROW {
        let [mut x, mut y, mut z, mut w] = [state[a][lane], state[b][lane], state[c][lane], state[d][lane]];
        x = x.wrapping_add(y);
        w = (w ^ x).rotate_left(16);
        z = z.wrapping_add(w);
        y = (y ^ z).rotate_left(12);
        x = x.wrapping_add(y);
        w = (w ^ x).rotate_left(8);
        z = z.wrapping_add(w);
        y = (y ^ z).rotate_left(7);
        (state[a][lane], state[b][lane], state[c][lane], state[d][lane]) = (x, y, z, w);
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    use super::*;
    use crate::kernel::{Processor, Words};

    /// The blocks of the crate rand, word by word.
    #[test]
    fn words_are_those_of_chacha() {
        for (seed, stream) in [(1, 0), (2, 7), (3, u64::MAX)] {
            let key = std::array::from_fn(|index| (index * 13 + seed) as u8);
            let mut peer = ChaCha8Rng::from_seed(key);
            peer.set_stream(stream);
            let mut expected = Vec::new();
            for _ in 0..5 {
                let blocks: [[u64; WORDS]; ROW] =
                    std::array::from_fn(|_| std::array::from_fn(|_| peer.next_u64()));
                expected.extend((0..WORDS).map(|word| blocks.map(|block| block[word])));
            }
            for processor in Processor::available() {
                let (mut words, mut rows) = (Words::of_cipher(&key, stream), vec![[0; ROW]; expected.len()]);
                rows.chunks_mut(7).for_each(|rows| words.fill(rows, processor));
                assert_eq!(rows, expected, "{processor:?}");
            }
        }
    }

    /// The number of a block runs over into its high half.
    #[test]
    fn blocks_are_counted_in_64_bits() {
        let mut cipher = Cipher::new(&[5; 32], 0);
        cipher.block = u64::from(u32::MAX) - 3;
        let row = cipher.row();
        let mut peer = ChaCha8Rng::from_seed([5; 32]);
        peer.set_word_pos(u128::from(u32::MAX - 3) * 16);
        let blocks: [u64; ROW] = std::array::from_fn(|_| {
            let first = peer.next_u64();
            peer.set_word_pos(peer.get_word_pos() + 14);
            first
        });
        assert_eq!(row, blocks);
    }
}
