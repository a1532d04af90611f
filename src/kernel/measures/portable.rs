//! All decks of a batch at a time, in rows with one byte for each deck. A few thousand comparisons of rows replace loops
//! through each deck that wait for memory and mispredict branches.

use super::values::Measures;
use crate::kernel::byte_rows::{Bytes, transpose};
use crate::kernel::small_deck::{BATCH, POSITIONS, SmallDeck};
use crate::permutation::Statistic;

/// Computes all statistics. A caller may compile this for more instructions. Loops over decks have no closures, which are not
/// always inlined into such code.
#[inline(always)]
pub(super) fn measure_all(decks: &[SmallDeck], cards: usize, measures: &mut Measures) {
    let mut rows = [[0; BATCH]; POSITIONS];
    for (row, deck) in rows.iter_mut().zip(decks) {
        for (to, &card) in row.iter_mut().zip(&deck.0) {
            *to = card as i8;
        }
    }
    transpose(&mut rows);
    let rows = &mut rows[..cards];
    measure_by_positions(rows, measures);
    measure_by_pairs(rows, measures);
    add(&longest_increasing(rows), measures.values_mut(Statistic::LongestIncreasing));
    add(&cycles(rows), measures.values_mut(Statistic::Cycles));
}

/// Adds a row to the values of a statistic.
#[inline(always)]
fn add(row: &Bytes, values: &mut [u16; BATCH]) {
    for (value, &more) in values.iter_mut().zip(row) {
        *value += u16::from(more as u8);
    }
}

#[inline(always)]
fn measure_by_positions(rows: &[Bytes], measures: &mut Measures) {
    let (mut fixed, mut descents) = ([0; BATCH], [0; BATCH]);
    for (position, row) in rows.iter().enumerate() {
        let (position, below) = (position as i8, rows.get(position + 1).unwrap_or(row));
        let mut distances = [0; BATCH];
        for deck in 0..BATCH {
            fixed[deck] += i8::from(row[deck] == position);
            descents[deck] += i8::from(row[deck] > below[deck]);
            distances[deck] = row[deck].max(position) - row[deck].min(position);
        }
        add(&distances, measures.values_mut(Statistic::Displacement));
    }
    add(&fixed, measures.values_mut(Statistic::FixedPoints));
    add(&descents, measures.values_mut(Statistic::Descents));
}

/// Compares each card with all cards above it. Those with the next smaller card above them do not begin a rising sequence.
#[inline(always)]
fn measure_by_pairs(rows: &[Bytes], measures: &mut Measures) {
    let mut beginnings = [rows.len() as i8; BATCH];
    for (position, row) in rows.iter().enumerate() {
        let mut larger = [0; BATCH];
        for above in &rows[..position] {
            for deck in 0..BATCH {
                larger[deck] += i8::from(above[deck] > row[deck]);
                beginnings[deck] -= i8::from(above[deck] == row[deck] - 1);
            }
        }
        add(&larger, measures.values_mut(Statistic::Inversions));
    }
    add(&beginnings, measures.values_mut(Statistic::RisingSequences));
}

/// Returns the numbers of piles of patience sorting: a card goes on the first pile with a larger top card, or begins a pile.
/// A top card is represented by its distance to the number of cards, and no top card by 0, so that these numbers decrease
/// from pile to pile. A card is offered to all piles after a smaller top card, of which all but the first refuse it.
#[inline(always)]
fn longest_increasing(rows: &[Bytes]) -> Bytes {
    let (mut tops, mut used) = ([[0; BATCH]; POSITIONS + 1], 0);
    for row in rows {
        let mut own = [rows.len() as i8; BATCH];
        for deck in 0..BATCH {
            own[deck] -= row[deck];
        }
        let mut offered = own;
        for tops in &mut tops[..=used] {
            for deck in 0..BATCH {
                let top = tops[deck];
                tops[deck] = top.max(offered[deck]);
                offered[deck] = if top > own[deck] { own[deck] } else { 0 };
            }
        }
        used += usize::from(tops[used] != [0; BATCH]);
    }
    let mut piles = [0; BATCH];
    for tops in &tops[..used] {
        for deck in 0..BATCH {
            piles[deck] += i8::from(tops[deck] > 0);
        }
    }
    piles
}

/// Takes one position after another out of its cycle, from the last on: the card that it points to replaces it. A position
/// that points to itself ends a cycle.
#[inline(always)]
fn cycles(rows: &mut [Bytes]) -> Bytes {
    let mut cycles = [0; BATCH];
    for last in (0..rows.len()).rev() {
        let (left, taken) = rows.split_at_mut(last);
        let (last, mut change) = (last as i8, taken[0]);
        for deck in 0..BATCH {
            cycles[deck] += i8::from(change[deck] == last);
            change[deck] ^= last;
        }
        for row in left {
            for deck in 0..BATCH {
                // Not by `if`, from which the compiler makes branches.
                row[deck] ^= change[deck] & -i8::from(row[deck] == last);
            }
        }
    }
    cycles
}
