//! Slices woven and unwoven in place, against real packets dealt one card at a time.

use crate::support::{dealt, new_deck};
use faro::Kind;
use faro::perfect::{unweave, weave};
use proptest::prelude::*;

const KINDS: [Kind; 2] = [Kind::Out, Kind::In];

fn check(kind: Kind, cards: usize) {
    let deck = new_deck(cards);
    let mut moved = deck.clone();
    weave(kind, &mut moved);
    assert!(moved == dealt(kind, &deck, 2), "{kind} of {cards}");
    unweave(kind, &mut moved);
    assert!(moved == deck, "{kind} of {cards} back");
}

#[test]
fn every_small_deck_is_dealt() {
    for cards in 0..=1_000 {
        KINDS.into_iter().for_each(|kind| check(kind, cards));
    }
}

/// Decks of one block, and of one card more or less.
#[test]
fn large_decks() {
    let block = 3usize.pow(12) - 1;
    for cards in block - 3..=block + 3 {
        KINDS.into_iter().for_each(|kind| check(kind, cards));
    }
}

#[test]
fn items_need_no_copies() {
    let mut words: Vec<String> = "a b c x y".split(' ').map(String::from).collect();
    weave(Kind::Out, &mut words);
    assert_eq!(words, ["a", "x", "b", "y", "c"]);
    unweave(Kind::Out, &mut words);
    assert_eq!(words, ["a", "b", "c", "x", "y"]);
}

proptest! {
    #[test]
    fn any_deck_is_dealt(cards in 0usize..100_000, kind in 0usize..2) {
        check(KINDS[kind], cards);
    }
}
