//! Statistics of all decks of a batch at a time, in rows with one byte for each deck. A few thousand
//! comparisons of rows replace loops through each deck that wait for memory and mispredict branches.

use super::values::Measures;
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};
use crate::kernel::transpose::transpose;

/// Maximum number of cards.
pub(crate) const MAX_CARDS: usize = i8::MAX as usize;

/// Computes all statistics. A caller may compile this function for more instructions. Loops over decks have
/// no closures, which are not always inlined into such code.
#[inline(always)]
pub(super) fn measure_all(decks: &[SmallDeck], cards: usize, measures: &mut Measures) {
    let mut rows = [[0; BATCH]; POSITIONS];
    for (row, deck) in rows.iter_mut().zip(decks) {
        for (to, &card) in row.iter_mut().zip(&deck.0) {
            *to = card as i8;
        }
    }
    transpose(&mut rows);
    measure(&mut rows[..cards], &mut measures.0);
}

/// Adds the values of all statistics to `values`, in the order of `Statistic::OF_DECKS`. `rows` has the cards
/// of all decks at each of at most [`MAX_CARDS`] positions, and is overwritten.
#[inline(always)]
pub(crate) fn measure<const DECKS: usize>(
    rows: &mut [[i8; DECKS]],
    values: &mut [[u16; DECKS]; 7],
) {
    let [
        cycles,
        fixed,
        descents,
        rising,
        inversions,
        longest,
        displacement,
    ] = values;
    measure_by_positions(rows, [fixed, descents, displacement]);
    measure_by_pairs(rows, [rising, inversions]);
    add(&longest_increasing(rows), longest);
    add(&count_cycles(rows), cycles);
}

#[inline(always)]
fn add<const DECKS: usize>(row: &[i8; DECKS], values: &mut [u16; DECKS]) {
    for (value, &more) in values.iter_mut().zip(row) {
        *value += u16::from(more as u8);
    }
}

/// Adds the numbers of fixed points, the numbers of descents, and the displacements.
#[inline(always)]
fn measure_by_positions<const DECKS: usize>(
    rows: &[[i8; DECKS]],
    [fixed_points, all_descents, displacement]: [&mut [u16; DECKS]; 3],
) {
    let (mut fixed, mut descents) = ([0; DECKS], [0; DECKS]);
    for (position, row) in rows.iter().enumerate() {
        let (position, below) = (position as i8, rows.get(position + 1).unwrap_or(row));
        let mut distances = [0; DECKS];
        for deck in 0..DECKS {
            fixed[deck] += i8::from(row[deck] == position);
            descents[deck] += i8::from(row[deck] > below[deck]);
            distances[deck] = row[deck].max(position) - row[deck].min(position);
        }
        add(&distances, displacement);
    }
    add(&fixed, fixed_points);
    add(&descents, all_descents);
}

/// Adds the numbers of rising sequences and of inversions. A card begins a rising sequence if the card with
/// the next smaller number is not above it. Each card is compared with the cards above it, or with the cards
/// below it if they are fewer. In the second case the counts above follow by subtraction from the totals.
#[inline(always)]
fn measure_by_pairs<const DECKS: usize>(
    rows: &[[i8; DECKS]],
    [rising, inversions]: [&mut [u16; DECKS]; 2],
) {
    let mut beginnings = [rows.len() as i8; DECKS];
    for (position, row) in rows.iter().enumerate() {
        let (above, below) = (&rows[..position], &rows[position + 1..]);
        let (mut larger, mut preceding) = ([0; DECKS], [0; DECKS]);
        for other in if above.len() <= below.len() {
            above
        } else {
            below
        } {
            for deck in 0..DECKS {
                larger[deck] += i8::from(other[deck] > row[deck]);
                preceding[deck] += i8::from(other[deck] == row[deck] - 1);
            }
        }
        if above.len() > below.len() {
            for deck in 0..DECKS {
                larger[deck] = rows.len() as i8 - 1 - row[deck] - larger[deck];
                preceding[deck] = i8::from(row[deck] > 0) - preceding[deck];
            }
        }
        add(&larger, inversions);
        for deck in 0..DECKS {
            beginnings[deck] -= preceding[deck];
        }
    }
    add(&beginnings, rising);
}

/// Returns the number of piles of patience sorting for each deck. A card goes on the first pile with a larger
/// top card, or begins a pile. A top card c is represented by n − c, and no top card by 0, so that these
/// numbers decrease from pile to pile. A card is offered to the first pile and to each pile whose predecessor
/// has a smaller top card. All of these piles but the last have a smaller top card themselves and refuse it.
#[inline(always)]
fn longest_increasing<const DECKS: usize>(rows: &[[i8; DECKS]]) -> [i8; DECKS] {
    let (mut tops, mut used) = ([[0; DECKS]; MAX_CARDS + 1], 0);
    for row in rows {
        let mut reversed = [rows.len() as i8; DECKS];
        for deck in 0..DECKS {
            reversed[deck] -= row[deck];
        }
        let mut offered = reversed;
        for tops in &mut tops[..=used] {
            for deck in 0..DECKS {
                let top = tops[deck];
                tops[deck] = top.max(offered[deck]);
                offered[deck] = if top > reversed[deck] {
                    reversed[deck]
                } else {
                    0
                };
            }
        }
        let mut last = 0;
        for &top in &tops[used] {
            last |= top;
        }
        used += usize::from(last > 0);
    }
    let mut piles = [0; DECKS];
    for tops in &tops[..used] {
        for deck in 0..DECKS {
            piles[deck] += i8::from(tops[deck] > 0);
        }
    }
    piles
}

/// Counts the cycles. Removes one position after another from its cycle, from the last on: the position that
/// points to it then points to its image. A position that points to itself ends a cycle.
#[inline(always)]
fn count_cycles<const DECKS: usize>(rows: &mut [[i8; DECKS]]) -> [i8; DECKS] {
    let mut cycles = [0; DECKS];
    for last in (0..rows.len()).rev() {
        let (left, taken) = rows.split_at_mut(last);
        let (last, mut change) = (last as i8, taken[0]);
        for deck in 0..DECKS {
            cycles[deck] += i8::from(change[deck] == last);
            change[deck] ^= last;
        }
        for row in left {
            for deck in 0..DECKS {
                // The mask replaces an `if`, which would be compiled to branches.
                row[deck] ^= change[deck] & -i8::from(row[deck] == last);
            }
        }
    }
    cycles
}
