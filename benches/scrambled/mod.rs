//! A permutation that looks random, the same in every run and every bench.

use faro::Permutation;

/// Fisher–Yates with xorshift64 (Marsaglia 2003).
pub fn scrambled(degree: usize) -> Permutation {
    let mut state = 88_172_645_463_325_252u64;
    let mut images: Vec<u32> = (0..degree as u32).collect();
    for i in (1..degree).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        images.swap(i, (state % (i as u64 + 1)) as usize);
    }
    Permutation::from_images(images).unwrap()
}
