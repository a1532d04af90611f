//! The language of shuffles: every move against real cards, hand-checked decks, laws.

mod support;

use std::collections::VecDeque;

use faro::word::moves;
use faro::{Kind, Permutation, Word};
use num_bigint::BigInt;
use support::{dealt, new_deck};

fn word(text: &str) -> Word {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn deck(text: &str, cards: usize) -> Vec<u32> {
    word(text).permutation(cards).unwrap_or_else(|misfit| panic!("{text} of {cards}: {misfit}")).to_deck()
}

/// Done by hand with eight cards.
const DECKS_OF_8: &[(&str, [u32; 8])] = &[
    ("out", [0, 4, 1, 5, 2, 6, 3, 7]),
    ("O", [0, 4, 1, 5, 2, 6, 3, 7]),
    ("in", [4, 0, 5, 1, 6, 2, 7, 3]),
    ("I", [4, 0, 5, 1, 6, 2, 7, 3]),
    ("packets:4:out", [0, 2, 4, 6, 1, 3, 5, 7]),
    ("packets:4:in", [6, 4, 2, 0, 7, 5, 3, 1]),
    ("packets:1:in", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("packets:8:in", [7, 6, 5, 4, 3, 2, 1, 0]),
    ("cut:3", [3, 4, 5, 6, 7, 0, 1, 2]),
    ("cut:-3", [5, 6, 7, 0, 1, 2, 3, 4]),
    ("cut:0", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("cut:8", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("cut:-8", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("reverse", [7, 6, 5, 4, 3, 2, 1, 0]),
    ("deal:1", [7, 6, 5, 4, 3, 2, 1, 0]),
    ("deal:2", [6, 4, 2, 0, 7, 5, 3, 1]),
    ("deal:3", [6, 3, 0, 7, 4, 1, 5, 2]),
    ("deal:4", [4, 0, 5, 1, 6, 2, 7, 3]),
    ("monge", [7, 5, 3, 1, 0, 2, 4, 6]),
    ("milk", [3, 4, 2, 5, 1, 6, 0, 7]),
    ("down-under", [7, 3, 5, 1, 6, 4, 2, 0]),
    ("faro:3", [0, 3, 1, 4, 2, 5, 6, 7]),
    ("faro:5", [0, 5, 1, 6, 2, 7, 3, 4]),
    ("faro:3:bottom", [3, 4, 0, 5, 1, 6, 2, 7]),
    ("faro:5:bottom", [0, 1, 2, 5, 3, 6, 4, 7]),
    ("overhand:3:2", [5, 6, 7, 3, 4, 0, 1, 2]),
    ("overhand:8", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("(1 2 4)(3 6 5)", [0, 4, 1, 5, 2, 6, 3, 7]),
    ("()", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("out cut:3", [5, 2, 6, 3, 7, 0, 4, 1]),
    ("(out cut:3)^-1", [5, 7, 1, 3, 6, 0, 2, 4]),
    ("out^3", [0, 1, 2, 3, 4, 5, 6, 7]),
];

#[test]
fn decks_of_eight() {
    for (text, cards) in DECKS_OF_8 {
        assert_eq!(deck(text, 8), cards, "{text}");
    }
    for shown in moves().flat_map(|entry| entry.examples()) {
        assert!(DECKS_OF_8.iter().any(|(text, _)| text == shown), "{shown} is shown, and checked");
    }
}

/// A deck in hand, its top card in front.
fn hand(cards: usize) -> VecDeque<u32> {
    new_deck(cards).into()
}

fn by_hand_deal(cards: usize, piles: usize) -> Vec<u32> {
    let mut table: Vec<VecDeque<u32>> = vec![VecDeque::new(); piles];
    let mut turn = (0..piles).cycle();
    for card in hand(cards) {
        table[turn.next().unwrap()].push_front(card);
    }
    table.into_iter().flatten().collect()
}

fn by_hand_monge(cards: usize) -> Vec<u32> {
    let (mut pile, mut on_top) = (VecDeque::new(), false);
    for card in hand(cards) {
        if on_top {
            pile.push_front(card);
        } else {
            pile.push_back(card);
        }
        on_top = !on_top;
    }
    pile.into()
}

fn by_hand_milk(cards: usize) -> Vec<u32> {
    let (mut hand, mut pile) = (hand(cards), VecDeque::new());
    while let Some(top) = hand.pop_front() {
        if let Some(bottom) = hand.pop_back() {
            pile.push_front(bottom);
        }
        pile.push_front(top);
    }
    pile.into()
}

fn by_hand_down_under(cards: usize) -> Vec<u32> {
    let (mut hand, mut pile) = (hand(cards), VecDeque::new());
    while let Some(down) = hand.pop_front() {
        pile.push_front(down);
        if let Some(under) = hand.pop_front() {
            hand.push_back(under);
        }
    }
    pile.into()
}

fn by_hand_faro(cards: usize, packet: usize, bottom: bool) -> Vec<u32> {
    let mut rest = hand(cards);
    let mut taken: VecDeque<u32> = rest.drain(..packet).collect();
    let mut woven = VecDeque::new();
    while !taken.is_empty() || !rest.is_empty() {
        if bottom {
            rest.pop_back().into_iter().for_each(|card| woven.push_front(card));
            taken.pop_back().into_iter().for_each(|card| woven.push_front(card));
        } else {
            woven.extend(taken.pop_front());
            woven.extend(rest.pop_front());
        }
    }
    woven.into()
}

fn by_hand_overhand(cards: usize, packets: &[usize]) -> Vec<u32> {
    let (mut hand, mut pile) = (hand(cards), Vec::new());
    for &packet in packets {
        let taken: Vec<u32> = hand.drain(..packet).collect();
        pile = [taken, pile].concat();
    }
    [Vec::from(hand), pile].concat()
}

fn by_hand_cut(cards: usize, count: isize) -> Vec<u32> {
    let mut hand = hand(cards);
    for _ in 0..count.unsigned_abs() {
        match count > 0 {
            true => hand.rotate_left(1),
            false => hand.rotate_right(1),
        }
    }
    hand.into()
}

#[test]
fn moves_do_what_hands_do() {
    for cards in 1..=40 {
        assert_eq!(deck("reverse", cards), hand(cards).into_iter().rev().collect::<Vec<_>>());
        assert_eq!(deck("monge", cards), by_hand_monge(cards));
        assert_eq!(deck("milk", cards), by_hand_milk(cards));
        assert_eq!(deck("down-under", cards), by_hand_down_under(cards));
        for (kind, name) in [(Kind::Out, "out"), (Kind::In, "in")] {
            assert_eq!(deck(name, cards), dealt(kind, &new_deck(cards), 2));
            for packets in (1..=cards).filter(|packets| cards % packets == 0) {
                let text = format!("packets:{packets}:{name}");
                assert_eq!(deck(&text, cards), dealt(kind, &new_deck(cards), packets), "{text}");
            }
        }
        for count in 1..=cards {
            assert_eq!(deck(&format!("deal:{count}"), cards), by_hand_deal(cards, count));
            assert_eq!(deck(&format!("faro:{count}"), cards), by_hand_faro(cards, count, false));
            assert_eq!(deck(&format!("faro:{count}:bottom"), cards), by_hand_faro(cards, count, true));
            for sign in [1, -1] {
                let count = sign * count as isize;
                assert_eq!(deck(&format!("cut:{count}"), cards), by_hand_cut(cards, count));
            }
            let packets = [count / 2 + 1, (cards - count / 2 - 1).min(3)];
            if packets[1] > 0 {
                let text = format!("overhand:{}:{}", packets[0], packets[1]);
                assert_eq!(deck(&text, cards), by_hand_overhand(cards, &packets), "{text}");
            }
        }
    }
}

/// Orders of the Monge shuffle of 2 to 20 cards and of 52, by brute force in two systems.
#[test]
fn monge_orders() {
    let orders = [2, 2, 3, 3, 6, 6, 4, 4, 6, 6, 10, 10, 14, 14, 5, 5, 18, 18, 10u32];
    for (cards, order) in (2..).zip(orders).chain([(52, 12)]) {
        assert_eq!(word("monge").permutation(cards).unwrap().order(), order.into(), "{cards}");
    }
}

#[test]
fn milk_undoes_monge() {
    for cards in 0..60 {
        let undone = if cards % 2 == 1 { "monge milk" } else { "monge reverse milk" };
        assert!(word(undone).permutation(cards).unwrap().is_identity(), "{cards}");
    }
}

/// The product written out, factor by factor and turn by turn.
#[test]
fn words_are_read_from_left_to_right() {
    let (out, cut) = (word("out").permutation(10).unwrap(), word("cut:3").permutation(10).unwrap());
    let twice = out.then(&cut).then(&cut);
    let group = twice.then(&twice).then(&twice).inverse();
    assert_eq!(word("out cut:3^2").permutation(10).unwrap(), twice);
    assert_eq!(word("cut:3 (out cut:3^2)^-3 out").permutation(10).unwrap(), cut.then(&group).then(&out));
    let literal = Permutation::from_cycles(10, [[0, 1], [2, 3]]).unwrap();
    assert_eq!(word("(0 1)(2 3)").permutation(10).unwrap(), literal);
    assert!(word("(0 1)(2 3)^2").permutation(10).unwrap().is_identity());
    assert_eq!(word("(0 1) (2 3)^2").permutation(10).unwrap().to_string(), "(0 1)");
    assert_eq!(word("(0 1) (1 2)").permutation(10).unwrap().to_string(), "(0 2 1)");
}

#[test]
fn nested_groups_keep_their_order() {
    let text = "in (cut:1 (out (milk cut:2)^2 monge)^3 (in out)^2)^-1 deal:3";
    let parts = ["in", "((in out)^-2 (out milk cut:2 milk cut:2 monge)^-3 cut:-1)", "deal:3"];
    let by_parts = parts.map(|part| word(part).permutation(12).unwrap());
    assert_eq!(word(text).permutation(12).unwrap(), by_parts[0].then(&by_parts[1]).then(&by_parts[2]));
}

#[test]
fn huge_exponents_are_powers() {
    let tens = "9".repeat(1000);
    let reduced = tens.parse::<BigInt>().unwrap() % 8;
    assert_eq!(deck(&format!("(out)^{tens}"), 52), deck(&format!("out^{reduced}"), 52));
}
