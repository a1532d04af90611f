//! The generator xoshiro256++, sixteen side by side.

use std::fmt;

/// The number of generators side by side.
pub(crate) const GENERATORS: usize = 16;

/// The next 64-bit number of each generator.
pub(crate) type RandomRow = [u64; GENERATORS];

/// The number of bytes of a seed: four 64-bit numbers for each of sixteen generators.
pub const SEED_BYTES: usize = 32 * GENERATORS;

/// Sixteen generators xoshiro256++ side by side: fast, for simulation, and not a cipher.
///
/// Each generator gives one number of each row of sixteen 64-bit numbers. With random seeds, the probability that two of
/// the generators of 10^12 units overlap is below 2^-100.
///
/// D. Blackman, S. Vigna, "Scrambled linear pseudorandom number generators" (2021).
#[derive(Clone)]
#[repr(align(64))]
pub struct RandomRows {
    /// The four numbers of a state, each for all generators.
    pub(super) state: [RandomRow; 4],
}

/// Does not print the state, from which later numbers can be computed.
impl fmt::Debug for RandomRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomRows").finish_non_exhaustive()
    }
}

impl RandomRows {
    /// Creates the generators from a seed.
    ///
    /// The seed has the state of each generator in turn: four 64-bit numbers, each with the lowest byte
    /// first. A state of zeros, which would never change, becomes 1.
    pub fn new(seed: &[u8; SEED_BYTES]) -> RandomRows {
        let mut state = [[0; GENERATORS]; 4];
        for (index, bytes) in seed.as_chunks().0.iter().enumerate() {
            state[index % 4][index / 4] = u64::from_le_bytes(*bytes);
        }
        for lane in 0..GENERATORS {
            let zero = state.iter().all(|row| row[lane] == 0);
            state[0][lane] |= u64::from(zero);
        }
        RandomRows { state }
    }

    /// Fills the rows with the next numbers, by portable code that a caller may compile for more
    /// instructions.
    #[inline(always)]
    pub(crate) fn fill_portable(&mut self, rows: &mut [RandomRow]) {
        let [mut a, mut b, mut c, mut d] = self.state;
        for row in rows {
            for lane in 0..GENERATORS {
                row[lane] = a[lane]
                    .wrapping_add(d[lane])
                    .rotate_left(23)
                    .wrapping_add(a[lane]);
                let shifted = b[lane] << 17;
                c[lane] ^= a[lane];
                d[lane] ^= b[lane];
                b[lane] ^= c[lane];
                a[lane] ^= d[lane];
                c[lane] ^= shifted;
                d[lane] = d[lane].rotate_left(45);
            }
        }
        self.state = [a, b, c, d];
    }
}
