use super::frame::Arithmetic;

/// The elements of a group that fix every block and turn over some: a space over the field of
/// two elements, as a basis in echelon form. A vector is a string of bits, one for each block.
pub(super) struct Turns {
    words: usize,
    /// Vectors with the places of their leading bits, which no later vector has.
    basis: Vec<(usize, Vec<u64>)>,
}

impl Turns {
    pub fn none(blocks: usize) -> Turns {
        Turns { words: blocks.div_ceil(64), basis: Vec::new() }
    }

    /// The dimension: the turns number 2 to the rank.
    pub fn rank(&self) -> usize {
        self.basis.len()
    }

    /// How many words a vector has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The blocks that a row turns over.
    pub fn of(arithmetic: Arithmetic, row: &[u16]) -> Vec<u64> {
        let mut vector = vec![0; row.len().div_ceil(64)];
        for block in 0..row.len() {
            vector[block / 64] |= u64::from(arithmetic.is_flipped(row, block)) << (block % 64);
        }
        vector
    }

    /// The turns with the blocks renamed as the row moves them.
    pub fn conjugate(arithmetic: Arithmetic, vector: &[u64], row: &[u16]) -> Vec<u64> {
        let mut conjugate = vec![0; vector.len()];
        for block in (0..row.len()).filter(|block| vector[block / 64] >> (block % 64) & 1 == 1) {
            let image = arithmetic.block_image(row, block);
            conjugate[image / 64] |= 1 << (image % 64);
        }
        conjugate
    }

    /// Whether the turns of a row that fixes every block are in the space.
    pub fn contains(&self, arithmetic: Arithmetic, row: &[u16]) -> bool {
        if (0..row.len()).all(|block| !arithmetic.is_flipped(row, block)) {
            return true;
        }
        let mut vector = Turns::of(arithmetic, row);
        self.reduce(&mut vector);
        vector.iter().all(|&word| word == 0)
    }

    /// Adds a vector; false if it was there.
    pub fn add(&mut self, vector: &[u64]) -> bool {
        let mut vector = vector.to_vec();
        self.reduce(&mut vector);
        let Some(word) = vector.iter().position(|&word| word != 0) else { return false };
        self.basis.push((64 * word + vector[word].trailing_zeros() as usize, vector));
        true
    }

    fn reduce(&self, vector: &mut [u64]) {
        for (leading, basis) in &self.basis {
            if vector[leading / 64] >> (leading % 64) & 1 == 1 {
                for (word, basis) in vector.iter_mut().zip(basis) {
                    *word ^= basis;
                }
            }
        }
    }
}
