//! The same in AVX-512, a deck or a byte of 64 decks in a register, where the machine has it.
//!
//! | file | idea |
//! |---|---|
//! | `words`, `cipher` | the generators, eight in a register; sixteen blocks of ChaCha |
//! | `riffle` | masks become indices, a deck is permuted by one instruction |
//! | `large` | riffles of large decks: the cards that fall from either packet, a register at a time |
//! | `large_measures` | sets of up to 512 cards, a register each |
//! | `uniform` | digits of Lehmer for 64 decks, a byte each |
//! | `measures` | sets of cards as words, eight decks in a register |
//! | `places` | counts of cards at places, by planes of bits |
//! | `turn` | columns made rows |
//!
//! `unsafe` says that the instructions are there, which [`Avx512`] is the evidence for, and in `lanes`
//! that the memory behind a pointer is.

#![allow(unsafe_code)]

mod cipher;
mod large;
mod large_measures;
mod measures;
mod places;
mod riffle;
mod turn;
mod uniform;
mod words;

use super::lane::{DECKS, Lane, PLACES};
use super::large::{Card, LargeDecks, Rows};
use super::measure::Measure;
use super::measures::Measures;
use super::words::{Row, Words};
use crate::simd::Avx512;

impl Avx512 {
    /// As the plain `words::fill`.
    pub(super) fn words(self, words: &mut Words, rows: &mut [Row]) {
        // SAFETY: `self` is the evidence that the machine has the instructions.
        unsafe { words::fill(words, rows) }
    }

    /// As the plain `riffle::plain`.
    pub(super) fn riffle(self, masks: &[Row], decks: &mut [Lane; DECKS]) {
        // SAFETY: as above.
        unsafe { riffle::riffle(masks, decks) }
    }

    /// As the plain `large::riffle::bytes_with`.
    pub(super) fn riffle_bytes(self, masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>) {
        // SAFETY: as above.
        unsafe { large::bytes(masks, cards, from, to) }
    }

    /// As the plain `large::riffle::shorts`.
    pub(super) fn riffle_shorts(self, masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>) {
        // SAFETY: as above.
        unsafe { large::shorts(masks, cards, from, to) }
    }

    /// As the plain `uniform::plain`.
    pub(super) fn uniform(self, cards: usize, decks: &mut [Lane; DECKS], words: &mut Words) {
        // SAFETY: as above.
        unsafe { uniform::shuffle(cards, decks, words) }
    }

    /// As the plain `measures::plain`.
    pub(super) fn measures(self, decks: &[Lane], cards: usize, measures: &mut Measures) {
        // SAFETY: as above.
        unsafe { measures::measure(decks, cards, measures) }
    }

    /// As the plain `measures::alone`.
    pub(super) fn measure(self, measure: Measure, decks: &[Lane], cards: usize, values: &mut [u16; DECKS]) {
        // SAFETY: as above.
        unsafe { measures::alone(measure, decks, cards, values) }
    }

    /// As the plain `places::plain`, of 64 decks.
    pub(super) fn places(self, decks: &[Lane; DECKS], cards: usize, counts: &mut [[[u64; 8]; PLACES]; 8]) {
        // SAFETY: as above.
        unsafe { places::count(decks, cards, counts) }
    }

    /// As the plain `large::measures::measure`.
    pub(super) fn large_measures<C: Card>(self, decks: &LargeDecks<C>, all: &mut [[u64; 7]]) {
        // SAFETY: as above.
        unsafe { large_measures::measure(decks, all) }
    }
}
