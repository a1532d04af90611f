//! The same for processors with AVX2: the plain code, compiled for them, and riffles by byte shuffles.
//!
//! `unsafe` says that the instructions are there, which [`Avx2`] is the evidence for.

#![allow(unsafe_code)]

mod riffle;

use super::lane::{DECKS, Lane};
use super::large::riffle::{bytes_with, each, shorts};
use super::large::{self, Card, LargeDecks, Rows};
use super::measure::Measure;
use super::measures::{self, Measures};
use super::uniform;
use super::words::{self, Row, Words};
use crate::simd::Avx2;

impl Avx2 {
    /// As the plain `words::fill`.
    pub(super) fn words(self, words: &mut Words, rows: &mut [Row]) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled(words: &mut Words, rows: &mut [Row]) {
            words::fill(words, rows);
        }
        // SAFETY: `self` is the evidence that the machine has the instructions.
        unsafe { compiled(words, rows) }
    }

    /// As the plain `riffle::plain`.
    pub(super) fn riffle(self, masks: &[Row], decks: &mut [Lane; DECKS]) {
        // SAFETY: as above.
        unsafe { riffle::riffle(masks, decks) }
    }

    /// As the plain `uniform::plain`.
    pub(super) fn uniform(self, cards: usize, decks: &mut [Lane; DECKS], words: &mut Words) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled(cards: usize, decks: &mut [Lane; DECKS], words: &mut Words) {
            uniform::plain(cards, decks, words);
        }
        // SAFETY: as above.
        unsafe { compiled(cards, decks, words) }
    }

    /// As the plain `measures::plain`.
    pub(super) fn measures(self, decks: &[Lane], cards: usize, measures: &mut Measures) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled(decks: &[Lane], cards: usize, measures: &mut Measures) {
            measures::plain::<4>(decks, cards, measures);
        }
        // SAFETY: as above.
        unsafe { compiled(decks, cards, measures) }
    }

    /// As the plain `measures::alone`.
    pub(super) fn measure(self, measure: Measure, decks: &[Lane], cards: usize, values: &mut [u16; DECKS]) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled(measure: Measure, decks: &[Lane], cards: usize, values: &mut [u16; DECKS]) {
            measures::alone(measure, decks, cards, values);
        }
        // SAFETY: as above.
        unsafe { compiled(measure, decks, cards, values) }
    }

    /// As the plain `large::riffle::bytes_with`, by byte shuffles.
    pub(super) fn riffle_bytes(self, masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled(masks: &[u64], cards: usize, from: &Rows<u8>, to: &mut Rows<u8>) {
            each(masks, cards, from, to, bytes_with(|top, bottom, bits| riffle::eight(top, bottom, bits)));
        }
        // SAFETY: as above.
        unsafe { compiled(masks, cards, from, to) }
    }

    /// As the plain `large::riffle::shorts`.
    pub(super) fn riffle_shorts(self, masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled(masks: &[u64], cards: usize, from: &Rows<u16>, to: &mut Rows<u16>) {
            each(masks, cards, from, to, shorts);
        }
        // SAFETY: as above.
        unsafe { compiled(masks, cards, from, to) }
    }

    /// As the plain `large::measures::measure`.
    pub(super) fn large_measures<C: Card>(self, decks: &LargeDecks<C>, all: &mut [[u64; 7]]) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<C: Card>(decks: &LargeDecks<C>, all: &mut [[u64; 7]]) {
            large::measures::measure(decks, all, large::measures::by_sets(decks.cards()));
        }
        // SAFETY: as above.
        unsafe { compiled(decks, all) }
    }
}
