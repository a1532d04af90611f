//! What is typed: numbers, decks, words, seeds.

pub mod args;
pub mod argument;
pub mod deal;
pub mod effort;
pub mod integer;
pub mod playing_card;
pub mod regular_file;
pub mod seed;
pub mod stack;
pub mod start;
pub mod tips;
pub mod word;
