//! Transposes matrices with one row for each position and one column for each deck.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

use super::small_deck::BATCH;

/// One byte for each deck.
pub(crate) type Bytes = [i8; BATCH];

/// Transposes a matrix of `ROWS` × 64 bytes, where `ROWS` is a power of 4. The columns are then stored one
/// after another. In the index of an entry, the lowest six bits are the column, and the bits above are the
/// row. Each out-shuffle of all entries rotates these bits by one.
#[inline(always)]
pub(crate) fn transpose<const ROWS: usize>(rows: &mut [Bytes; ROWS]) {
    let mut other = [[0; BATCH]; ROWS];
    for _ in 0..ROWS.ilog2() / 2 {
        out_shuffle(rows, &mut other);
        out_shuffle(&other, rows);
    }
}

#[inline(always)]
fn out_shuffle<const ROWS: usize>(from: &[Bytes; ROWS], to: &mut [Bytes; ROWS]) {
    let (top, bottom) = from.as_flattened().split_at(ROWS * BATCH / 2);
    for ((pair, top), bottom) in to
        .as_flattened_mut()
        .as_chunks_mut()
        .0
        .iter_mut()
        .zip(top)
        .zip(bottom)
    {
        *pair = [*top, *bottom];
    }
}
