//! Rows with one byte for each deck of a batch, so that an instruction does the same to many decks.

use super::small_deck::BATCH;

/// One byte for each deck.
pub(super) type Bytes = [i8; BATCH];

/// Exchanges the rows and columns of a power of 4 rows; the columns are one after another. The index of an entry has six bits
/// for its column, below those of its row. Each out-shuffle of all entries rotates the bits by one.
#[inline(always)]
pub(super) fn transpose<const ROWS: usize>(rows: &mut [Bytes; ROWS]) {
    let mut other = [[0; BATCH]; ROWS];
    for _ in 0..ROWS.ilog2() / 2 {
        out_shuffle(rows, &mut other);
        out_shuffle(&other, rows);
    }
}

#[inline(always)]
fn out_shuffle<const ROWS: usize>(from: &[Bytes; ROWS], to: &mut [Bytes; ROWS]) {
    let (top, bottom) = from.as_flattened().split_at(ROWS * BATCH / 2);
    for ((pair, top), bottom) in to.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(top).zip(bottom) {
        *pair = [*top, *bottom];
    }
}
