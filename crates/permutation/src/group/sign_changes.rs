use super::block_action::Arithmetic;

/// The kernel of the action on mirror pairs: the elements of a group that fix every pair, and swap the two
/// positions of some pairs. These sign changes are a vector space over GF(2), stored as a basis in echelon
/// form. A vector has one bit for each block.
pub(super) struct SignChanges {
    /// The number of 64-bit words of a vector.
    pub words: usize,
    /// Each basis vector with the index of its leading bit. This bit is 0 in all later vectors.
    basis: Vec<(usize, Vec<u64>)>,
}

impl SignChanges {
    /// Returns the space of dimension 0.
    pub fn new(blocks: usize) -> SignChanges {
        SignChanges { words: blocks.div_ceil(64), basis: Vec::new() }
    }

    /// Returns the dimension k. The space has 2^k elements.
    pub fn rank(&self) -> usize {
        self.basis.len()
    }

    /// Returns the vector of the row: the bit of each block that the row swaps is set.
    pub fn vector_of(arithmetic: Arithmetic, row: &[u16]) -> Vec<u64> {
        let mut vector = vec![0; row.len().div_ceil(64)];
        for block in 0..row.len() {
            vector[block / 64] |= u64::from(arithmetic.is_flipped(row, block)) << (block % 64);
        }
        vector
    }

    /// Returns the conjugate of a vector by a row. The row renames the blocks of the vector.
    pub fn conjugate(arithmetic: Arithmetic, vector: &[u64], row: &[u16]) -> Vec<u64> {
        let mut conjugate = vec![0; vector.len()];
        for block in (0..row.len()).filter(|block| vector[block / 64] >> (block % 64) & 1 == 1) {
            let image = arithmetic.block_image(row, block);
            conjugate[image / 64] |= 1 << (image % 64);
        }
        conjugate
    }

    /// Returns whether a row that fixes every block is in the space.
    pub fn contains(&self, arithmetic: Arithmetic, row: &[u16]) -> bool {
        if (0..row.len()).all(|block| !arithmetic.is_flipped(row, block)) {
            return true;
        }
        let mut vector = SignChanges::vector_of(arithmetic, row);
        self.reduce(&mut vector);
        vector.iter().all(|&word| word == 0)
    }

    /// Adds a vector to the space. Returns false if it was in the space before.
    pub fn add(&mut self, vector: &[u64]) -> bool {
        let mut vector = vector.to_vec();
        self.reduce(&mut vector);
        let Some(word) = vector.iter().position(|&word| word != 0) else { return false };
        self.basis.push((64 * word + vector[word].trailing_zeros() as usize, vector));
        true
    }

    /// Subtracts basis vectors, so that a vector becomes 0 if it is in the space.
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
