//! Slices woven and unwoven, in place and not, against real packets dealt one card at a time.

use std::fmt::Debug;

use crate::support::{dealt, new_deck};
use faro::perfect::{
    unweave, unweave_into, unweave_packets, unweave_packets_into, weave, weave_into, weave_packets,
    weave_packets_into,
};
use faro::{Error, Kind};
use proptest::prelude::*;

const KINDS: [Kind; 2] = [Kind::Out, Kind::In];

/// Weaves and unweaves a deck, in place and into another slice.
fn check<T: Copy + PartialEq + Debug>(kind: Kind, packets: usize, deck: &[T], expected: &[T]) {
    let what = format!("{kind} of {} in {packets}", deck.len());
    let mut cards = deck.to_vec();
    weave_packets(kind, packets, &mut cards).unwrap();
    assert!(cards == expected, "{what}");
    unweave_packets(kind, packets, &mut cards).unwrap();
    assert!(cards == deck, "{what} back");

    let mut woven = vec![deck.first().copied(); deck.len()].into_iter().flatten().collect::<Vec<T>>();
    weave_packets_into(kind, packets, deck, &mut woven).unwrap();
    assert!(woven == expected, "{what}, into");
    unweave_packets_into(kind, packets, expected, &mut woven).unwrap();
    assert!(woven == deck, "{what} back, into");
}

/// Checks the same with cards of another type; `order` has the card at each position.
fn check_as<T: Copy + PartialEq + Debug>(kind: Kind, packets: usize, order: &[u32], card: fn(u32) -> T) {
    let deck: Vec<T> = (0..order.len() as u32).map(card).collect();
    let expected: Vec<T> = order.iter().map(|&index| card(index)).collect();
    check(kind, packets, &deck, &expected);
}

#[test]
fn every_small_deck_is_dealt() {
    for (cards, packets) in (0..=300).flat_map(|cards| (1..=6).map(move |packets| (cards, packets))) {
        if packets != 2 && cards % packets != 0 {
            continue;
        }
        for kind in KINDS {
            let order = dealt(kind, &new_deck(cards), packets);
            check_as(kind, packets, &order, |card| card as u8);
            check_as(kind, packets, &order, |card| card as u16);
            check_as(kind, packets, &order, |card| card);
            check_as(kind, packets, &order, |card| u64::from(card) << 32 | 1);
            check_as(kind, packets, &order, |card| u128::from(card) << 64 | 1);
            check_as(kind, packets, &order, |card| [card as u8, (card >> 8) as u8, 7]);
            check_as(kind, packets, &order, |card| (card, card as u8));
            check_as(kind, packets, &order, |_| ());
        }
    }
}

#[test]
fn two_packets_need_no_number() {
    for (cards, kind) in (0..=300).flat_map(|cards| KINDS.map(|kind| (cards, kind))) {
        let deck = new_deck(cards);
        let mut moved = deck.clone();
        weave(kind, &mut moved);
        assert_eq!(moved, dealt(kind, &deck, 2));
        unweave(kind, &mut moved);
        assert_eq!(moved, deck);
        let (mut woven, mut back) = (vec![0; cards], vec![0; cards]);
        weave_into(kind, &deck, &mut woven);
        assert_eq!(woven, dealt(kind, &deck, 2));
        unweave_into(kind, &woven, &mut back);
        assert_eq!(back, deck);
    }
}

#[test]
fn unequal_packets_are_refused() {
    for (cards, packets) in [(52, 5), (52, 0), (0, 0), (3, 4)] {
        let (mut deck, mut other) = (new_deck(cards), new_deck(cards));
        let error = weave_packets(Kind::Out, packets, &mut deck).unwrap_err();
        assert_eq!(error, Error::UnequalPackets { cards: cards.into(), packets: packets.into() });
        assert_eq!(unweave_packets(Kind::In, packets, &mut deck), Err(error.clone()));
        assert_eq!(weave_packets_into(Kind::Out, packets, &deck, &mut other), Err(error.clone()));
        assert_eq!(unweave_packets_into(Kind::In, packets, &deck, &mut other), Err(error));
        assert_eq!(deck, new_deck(cards));
    }
}

#[test]
#[should_panic(expected = "two slices of the same length")]
fn the_other_slice_has_the_same_length() {
    weave_into(Kind::Out, &[1, 2, 3, 4], &mut [0; 5]);
}

/// Returns the card at a position: of two packets, i → 2i modulo n or n ± 1 backwards; of k equal packets
/// the quotient is the card's place in its packet, the remainder the packet.
fn card_at(kind: Kind, packets: usize, cards: usize, position: usize) -> usize {
    let height = cards / packets;
    match kind {
        _ if !cards.is_multiple_of(packets) => {
            let start = if kind == Kind::Out { position } else { position + 1 };
            // Half of it modulo the odd n.
            let half = if start % 2 == 0 { start / 2 } else { (start + cards) / 2 } % cards;
            if kind == Kind::Out { half } else { (half + cards - 1) % cards }
        }
        Kind::Out => position % packets * height + position / packets,
        Kind::In => (packets - 1 - position % packets) * height + position / packets,
    }
}

#[test]
fn the_formula_is_what_dealing_does() {
    for (cards, packets) in [(1, 2), (9, 2), (15, 2), (12, 2), (12, 3), (20, 5)] {
        for kind in KINDS {
            let order = dealt(kind, &new_deck(cards), packets);
            let formula = (0..cards).map(|position| card_at(kind, packets, cards, position) as u32);
            assert!(formula.eq(order), "{kind} of {cards} in {packets}");
        }
    }
}

fn check_large<T: Copy + PartialEq + Debug>(packets: usize, cards: usize, card: fn(u32) -> T) {
    for kind in KINDS {
        let order = (0..cards).map(|position| card_at(kind, packets, cards, position) as u32);
        check_as(kind, packets, &order.collect::<Vec<_>>(), card);
    }
}

/// Decks of several blocks, with and without a remainder, some large enough for streaming stores.
#[test]
fn large_decks() {
    check_large(2, 2_400_000, |card| card);
    check_large(2, 4_000_037, |card| card);
    check_large(2, 8_500_002, |card| (card >> 8) as u8 ^ card as u8);
    check_large(2, 1_300_001, |card| [u64::from(card), 0]);
    check_large(2, 3_333_334, |card| [card as u8, (card >> 8) as u8, (card >> 16) as u8]);
    check_large(2, 1_500_007, |card| (card, card as u8));
    check_large(3, 3 * 1_000_003, |card| card);
    check_large(4, 4 * 600_011, u64::from);
    check_large(5, 5 * 200_003, |card| [card; 3]);
    check_large(7, 7 * 300_007, |card| card);
    check_large(64, 64 * 40_000, |card| card);
    check_large(100, 100 * 30_001, |card| card);
    check_large(1_000_003, 3 * 1_000_003, |card| card);
    check_large(2, 9, |card| [card; 50_000]);
}

/// Slices that begin at addresses of any alignment.
#[test]
fn slices_that_begin_anywhere() {
    let cards = 8_400_000;
    let deck: Vec<u8> = (0..cards as u32 + 64).map(|card| (card ^ card >> 8 ^ card >> 16) as u8).collect();
    for start in [0, 1, 2, 3, 31, 63] {
        let deck = &deck[start..start + cards];
        let mut woven = vec![0; cards + 64];
        weave_into(Kind::Out, deck, &mut woven[start / 2..][..cards]);
        let woven = &mut woven[start / 2..][..cards];
        let pairs = woven.as_chunks::<2>().0.iter().enumerate();
        assert!(pairs.into_iter().all(|(index, &pair)| pair == [deck[index], deck[index + cards / 2]]));
        unweave(Kind::Out, woven);
        assert!(woven == deck);
    }
    let quads = |start: usize| deck[start..].as_chunks::<4>().0;
    let mut woven = vec![0; cards];
    let woven = &mut woven[1..].as_chunks_mut::<4>().0[..2_000_002];
    weave_into(Kind::In, &quads(3)[..2_000_002], woven);
    let pairs = woven.as_chunks::<2>().0.iter().enumerate();
    assert!(pairs.into_iter().all(|(index, &pair)| pair == [quads(3)[index + 1_000_001], quads(3)[index]]));
    let mut back = [[0; 4]].repeat(2_000_002);
    unweave_into(Kind::In, woven, &mut back);
    assert!(back == quads(3)[..2_000_002]);
}

proptest! {
    #[test]
    fn any_deck_is_dealt(packets in 1usize..40, height in 0usize..400, kind in 0usize..2, salt: u32) {
        let deck: Vec<u32> = (0..(packets * height) as u32).map(|card| card.wrapping_mul(salt | 1)).collect();
        check(KINDS[kind], packets, &deck, &dealt(KINDS[kind], &deck, packets));
    }

    #[test]
    fn any_odd_deck_is_dealt(cards in 0usize..20_000, kind in 0usize..2) {
        let deck = new_deck(cards);
        check(KINDS[kind], 2, &deck, &dealt(KINDS[kind], &deck, 2));
    }
}
