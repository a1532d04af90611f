//! The language of shuffles: every move against real cards, hand-checked decks, laws.

mod random;

use std::collections::VecDeque;

use crate::support::{dealt, new_deck};
use faro::word::{FormulaError, moves};
use faro::{Kind, Permutation, Word};
use faro_math::number::Budget;
use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn word(text: &str) -> Word {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn deck(text: &str, cards: usize) -> Vec<u32> {
    word(text)
        .permutation(cards)
        .unwrap_or_else(|error| panic!("{text} of {cards}: {error}"))
        .to_deck()
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
    ("reverse:1", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("reverse:3", [2, 1, 0, 3, 4, 5, 6, 7]),
    ("reverse:8", [7, 6, 5, 4, 3, 2, 1, 0]),
    ("deal:1", [7, 6, 5, 4, 3, 2, 1, 0]),
    ("deal:2", [6, 4, 2, 0, 7, 5, 3, 1]),
    ("deal:3", [6, 3, 0, 7, 4, 1, 5, 2]),
    ("deal:4", [4, 0, 5, 1, 6, 2, 7, 3]),
    ("increment:1", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("increment:3", [0, 3, 6, 1, 4, 7, 2, 5]),
    ("increment:7", [0, 7, 6, 5, 4, 3, 2, 1]),
    ("increment:11", [0, 3, 6, 1, 4, 7, 2, 5]),
    ("[0,2,4,6,1,3,5,7]", [0, 4, 1, 5, 2, 6, 3, 7]),
    ("[1 3 5 7 2 4 6 8]", [0, 4, 1, 5, 2, 6, 3, 7]),
    ("[0,2,4,6,1,3,5,7]^-1", [0, 2, 4, 6, 1, 3, 5, 7]),
    ("monge", [7, 5, 3, 1, 0, 2, 4, 6]),
    ("milk", [3, 4, 2, 5, 1, 6, 0, 7]),
    ("down-under", [7, 3, 5, 1, 6, 4, 2, 0]),
    ("faro:3", [0, 3, 1, 4, 2, 5, 6, 7]),
    ("faro:5", [0, 5, 1, 6, 2, 7, 3, 4]),
    ("faro:3:in", [3, 0, 4, 1, 5, 2, 6, 7]),
    ("faro:5:in", [5, 0, 6, 1, 7, 2, 3, 4]),
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
        assert!(
            DECKS_OF_8.iter().any(|(text, _)| text == shown),
            "{shown} is shown, and checked"
        );
    }
}

/// Names of the craft, beside the names of the language.
#[test]
fn other_names_are_understood() {
    for (other, name) in [
        ("out-faro in-shuffle^3", "out in^3"),
        ("klondike", "milk"),
        ("(mongean cut:2)^-1", "(monge cut:2)^-1"),
        ("australian", "down-under"),
        ("weave:18", "faro:18"),
        ("incomplete-faro:18:in", "faro:18:in"),
        ("partial-faro:18:bottom", "faro:18:bottom"),
    ] {
        assert_eq!(word(other).to_string(), name);
    }
    for entry in moves() {
        for other in entry.also() {
            let example = entry.examples()[0];
            assert_eq!(
                word(&example.replace(entry.name(), other)),
                word(example),
                "{other}"
            );
        }
    }
}

#[test]
fn faros_of_a_half_are_out_and_in() {
    for cards in [2, 5, 8, 51, 52] {
        assert_eq!(
            deck(&format!("faro:{}", cards - cards / 2), cards),
            deck("out", cards),
            "{cards}"
        );
        assert_eq!(
            deck(&format!("faro:{}:in", cards / 2), cards),
            deck("in", cards),
            "{cards}"
        );
    }
}

/// A deck in hand; the top card is the first.
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

/// Deals the top cards into a pile and puts it back on top.
fn by_hand_reverse(cards: usize, top: usize) -> Vec<u32> {
    let (mut hand, mut pile) = (hand(cards), VecDeque::new());
    hand.drain(..top).for_each(|card| pile.push_front(card));
    pile.extend(hand);
    pile.into()
}

/// Deals each card to a free place, `step` places after the one before, or returns `None` if a place is taken.
fn by_hand_increment(cards: usize, step: usize) -> Option<Vec<u32>> {
    let (mut table, mut place) = (vec![None; cards], 0);
    for card in hand(cards) {
        if table[place].replace(card).is_some() {
            return None;
        }
        place = (place + step) % cards;
    }
    table.into_iter().collect()
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
            rest.pop_back()
                .into_iter()
                .for_each(|card| woven.push_front(card));
            taken
                .pop_back()
                .into_iter()
                .for_each(|card| woven.push_front(card));
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
        assert_eq!(
            deck("reverse", cards),
            hand(cards).into_iter().rev().collect::<Vec<_>>()
        );
        for top in 1..=cards {
            assert_eq!(
                deck(&format!("reverse:{top}"), cards),
                by_hand_reverse(cards, top)
            );
        }
        for step in 1..=2 * cards {
            let text = format!("increment:{step}");
            match by_hand_increment(cards, step) {
                Some(dealt) => assert_eq!(deck(&text, cards), dealt, "{step}"),
                None => assert!(word(&text).fits(&cards.into()).is_err(), "{step}, {cards}"),
            }
        }
        assert_eq!(deck("monge", cards), by_hand_monge(cards));
        assert_eq!(deck("milk", cards), by_hand_milk(cards));
        assert_eq!(deck("down-under", cards), by_hand_down_under(cards));
        for (kind, name) in [(Kind::Out, "out"), (Kind::In, "in")] {
            assert_eq!(deck(name, cards), dealt(kind, &new_deck(cards), 2));
            for packets in (1..=cards).filter(|packets| cards % packets == 0) {
                let text = format!("packets:{packets}:{name}");
                assert_eq!(
                    deck(&text, cards),
                    dealt(kind, &new_deck(cards), packets),
                    "{text}"
                );
            }
        }
        for count in 1..=cards {
            assert_eq!(
                deck(&format!("deal:{count}"), cards),
                by_hand_deal(cards, count)
            );
            assert_eq!(
                deck(&format!("faro:{count}"), cards),
                by_hand_faro(cards, count, false)
            );
            assert_eq!(
                deck(&format!("faro:{count}:bottom"), cards),
                by_hand_faro(cards, count, true)
            );
            for sign in [1, -1] {
                let count = sign * count as isize;
                assert_eq!(
                    deck(&format!("cut:{count}"), cards),
                    by_hand_cut(cards, count)
                );
            }
            let packets = [count / 2 + 1, (cards - count / 2 - 1).min(3)];
            if packets[1] > 0 {
                let text = format!("overhand:{}:{}", packets[0], packets[1]);
                assert_eq!(
                    deck(&text, cards),
                    by_hand_overhand(cards, &packets),
                    "{text}"
                );
            }
        }
    }
}

/// Orders of the Monge shuffle of 2 to 20 cards and of 52, by brute force in two systems.
#[test]
fn monge_orders() {
    let orders = [
        2, 2, 3, 3, 6, 6, 4, 4, 6, 6, 10, 10, 14, 14, 5, 5, 18, 18, 10u32,
    ];
    for (cards, order) in (2..).zip(orders).chain([(52, 12)]) {
        assert_eq!(
            word("monge").permutation(cards).unwrap().order(),
            order.into(),
            "{cards}"
        );
    }
}

#[test]
fn milk_undoes_monge() {
    for cards in 0..60 {
        let undone = if cards % 2 == 1 {
            "monge milk"
        } else {
            "monge reverse milk"
        };
        assert!(
            word(undone).permutation(cards).unwrap().is_identity(),
            "{cards}"
        );
    }
}

/// Returns the product, factor by factor and repetition by repetition.
#[test]
fn words_are_read_from_left_to_right() {
    let (out, cut) = (
        word("out").permutation(10).unwrap(),
        word("cut:3").permutation(10).unwrap(),
    );
    let twice = out.then(&cut).then(&cut);
    let group = twice.then(&twice).then(&twice).inverse();
    assert_eq!(word("out cut:3^2").permutation(10).unwrap(), twice);
    assert_eq!(
        word("cut:3 (out cut:3^2)^-3 out").permutation(10).unwrap(),
        cut.then(&group).then(&out)
    );
    let literal = Permutation::from_cycles(10, [[0, 1], [2, 3]]).unwrap();
    assert_eq!(word("(0 1)(2 3)").permutation(10).unwrap(), literal);
    assert!(word("(0 1)(2 3)^2").permutation(10).unwrap().is_identity());
    assert_eq!(
        word("(0 1) (2 3)^2").permutation(10).unwrap().to_string(),
        "(0 1)"
    );
    assert_eq!(
        word("(0 1) (1 2)").permutation(10).unwrap().to_string(),
        "(0 2 1)"
    );
}

#[test]
fn nested_groups_keep_their_order() {
    let text = "in (cut:1 (out (milk cut:2)^2 monge)^3 (in out)^2)^-1 deal:3";
    let parts = [
        "in",
        "((in out)^-2 (out milk cut:2 milk cut:2 monge)^-3 cut:-1)",
        "deal:3",
    ];
    let by_parts = parts.map(|part| word(part).permutation(12).unwrap());
    assert_eq!(
        word(text).permutation(12).unwrap(),
        by_parts[0].then(&by_parts[1]).then(&by_parts[2])
    );
}

/// Groups that begin and end alike, and do not commute.
#[test]
fn groups_are_turned_round() {
    let mixed = [
        "cut:1 in reverse",
        "reverse in cut:2 out cut:1",
        "in out in",
        "cut:1 in cut:2 in reverse",
    ];
    let reversed = [
        "reverse:2 in reverse:2",
        "reverse:3 out cut:1 reverse:3",
        "reverse:1 in",
        "in reverse:3 in",
    ];
    let cancelled = [
        "reverse:3",
        "in reverse:3 reverse:3 in",
        "(reverse:2 in)^2 (in reverse:2)^-1",
    ];
    for text in [&mixed[..], &reversed, &cancelled].concat() {
        for (cards, times) in
            (3..20usize).flat_map(|cards| (-4..5i32).map(move |times| (cards, times)))
        {
            let formula = word(text).formula(&cards.into(), &times.into()).unwrap();
            let power = word(text).permutation(cards).unwrap().pow(times);
            for card in 0..cards as u32 {
                assert_eq!(
                    formula.position(&card.into()),
                    power.image(card).into(),
                    "({text})^{times} of {cards}"
                );
            }
        }
    }
}

#[test]
fn huge_exponents_are_powers() {
    let tens = "9".repeat(1000);
    let reduced = tens.parse::<BigInt>().unwrap() % 8;
    assert_eq!(
        deck(&format!("(out)^{tens}"), 52),
        deck(&format!("out^{reduced}"), 52)
    );
}

/// A move or a permutation, as text; all fit a deck of 12 cards.
fn letter() -> impl Strategy<Value = String> {
    let fixed = [
        "monge",
        "milk",
        "down-under",
        "[3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 2, 1]",
        "[1 3 2 12 5 6 7 8 9 10 11 4]",
        "()",
        "(0)",
        "(1 2 4)(3 6 5)",
        "( 0,11 )",
    ];
    let faro = |(count, bottom)| format!("faro:{count}{}", if bottom { ":bottom" } else { "" });
    prop_oneof![
        4 => letter_with_formula(),
        2 => select(fixed.to_vec()).prop_map(String::from),
        1 => (1u32..=12).prop_map(|count| format!("deal:{count}")),
        1 => (1u32..=12, any::<bool>()).prop_map(faro),
        1 => (1u32..=6, 1u32..=6).prop_map(|(first, second)| format!("overhand:{first}:{second}")),
    ]
}

/// A move that has a formula for decks of any size.
fn letter_with_formula() -> impl Strategy<Value = String> {
    let fixed = [
        "out",
        "in",
        "O",
        "I",
        "packets:3:out",
        "packets:4:in",
        "packets:6:in",
        "reverse",
        "increment:5",
        "increment:19",
        "()",
    ];
    prop_oneof![
        4 => select(fixed.to_vec()).prop_map(String::from),
        1 => (-12i32..=12).prop_map(|count| format!("cut:{count}")),
        1 => (1u32..=12).prop_map(|count| format!("reverse:{count}")),
    ]
}

/// A few factors, with nested groups.
fn word_of(letter: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = String> {
    let power = (letter, exponent()).prop_map(|(letter, exponent)| letter + &exponent);
    let group = |inner| {
        (vec(inner, 1..4), exponent())
            .prop_map(|(factors, power)| format!("({}){power}", factors.join("  ")))
    };
    vec(power.prop_recursive(4, 24, 4, group), 1..4).prop_map(|factors| factors.join(" "))
}

fn exponent() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        2 => (-4i32..6).prop_map(|exponent| format!("^{exponent}")),
        1 => any::<i128>().prop_map(|exponent| format!("^{exponent}")),
    ]
}

proptest! {
    #[test]
    fn printing_and_parsing_give_the_same_word(text in word_of(letter()), base in 0u32..3) {
        let first = word(&text);
        prop_assert_eq!(&word(&first.to_string()), &first);
        let printed = first.counting_from(base).to_string();
        prop_assert_eq!(&Word::parse_counting_from(&printed, base).unwrap(), &first);
    }

    #[test]
    fn the_inverse_undoes(text in word_of(letter())) {
        let (there, back) = (word(&text), word(&text).inverse());
        let product = there.permutation(12).unwrap().then(&back.permutation(12).unwrap());
        prop_assert!(product.is_identity());
        prop_assert_eq!(there.permutation(12).unwrap().inverse(), back.permutation(12).unwrap());
        prop_assert_eq!(back.inverse(), there);
    }

    #[test]
    fn exponents_are_powers(text in word_of(letter()), a in -30i64..30, b in any::<i128>()) {
        let once = word(&text).permutation(12).unwrap();
        let power = |exponent: BigInt| word(&format!("({text})^{exponent}")).permutation(12).unwrap();
        prop_assert_eq!(power(a.into()).then(&power(b.into())), power(BigInt::from(a) + b));
        let turns = vec![once.clone(); a.unsigned_abs() as usize];
        let product = turns.iter().fold(Permutation::identity(12), |product, turn| product.then(turn));
        prop_assert_eq!(power(a.into()), if a < 0 { product.inverse() } else { product });
    }

    /// Single cards move to the positions that the listed deck shows.
    #[test]
    fn formulas_agree_with_decks(text in word_of(letter_with_formula()), cards in prop_oneof![12usize..40, select(vec![12, 24, 36, 48, 15, 51])], times in -9i64..9) {
        let word = word(&text);
        let Ok(permutation) = word.permutation(cards) else { return Ok(()) };
        let formula = match word.formula(&cards.into(), &times.into()) {
            Err(FormulaError::TooManySteps { .. }) => return Ok(()),
            formula => formula.unwrap(),
        };
        let power = permutation.pow(times);
        for card in 0..cards as u32 {
            prop_assert_eq!(formula.position(&card.into()), power.image(card).into(), "{} of {}", text, cards);
        }
        if cards % 2 == 1 && !text.contains("packets") && !text.contains("reverse:") {
            prop_assert!(formula.steps() <= 1u32.into());
        }
    }

    #[test]
    fn powers_of_one_weave_are_seen(text in word_of(select(vec!["packets:4:in".to_string()])), quarter in 0usize..12) {
        let (word, cards) = (word(&text), 4 * quarter);
        let power = word.weave_power(&cards.into()).unwrap().unwrap();
        let permutation = word.permutation(cards).unwrap();
        prop_assert_eq!(&power.to_permutation().unwrap(), &permutation);
        prop_assert_eq!(power.cycle_type_from(&power.weave().orders_within(&Budget::default()).unwrap()).unwrap(), permutation.cycle_type());
    }

    #[test]
    fn parsing_never_panics(text in "[()\\[\\]^:, 0-9a-zOI\u{e9}\u{4e00}-]{0,24}") {
        if let Err(error) = text.parse::<Word>() {
            prop_assert!(text.get(error.span).is_some());
        }
    }

    #[test]
    fn parsing_tokens_never_panics(tokens in vec(select(TOKENS.to_vec()), 0..14)) {
        let text = tokens.concat();
        match text.parse::<Word>() {
            Ok(word) => prop_assert_eq!(word.to_string().parse::<Word>().unwrap(), word),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }

    #[test]
    fn reversals_are_found(cards in 0usize..12, seed in any::<u64>()) {
        let keys = (0..cards as u64).map(|card| (card + 1).wrapping_mul(seed | 1).rotate_left(17)).collect::<Vec<_>>();
        let mut images: Vec<u32> = (0..cards as u32).collect();
        images.sort_by_key(|&position| (keys[position as usize], position));
        let p = Permutation::from_images(images).unwrap();
        let reversed = word("reverse").permutation(cards).unwrap();
        let searched = (1..=p.order().try_into().unwrap()).find(|&times: &u32| p.pow(times) == reversed);
        prop_assert_eq!(p.reversed_after(), searched.map(Into::into));
    }
}

const TOKENS: [&str; 25] = [
    "[",
    "]",
    "1,2,0",
    "0",
    "increment:5",
    "out",
    "in",
    "O",
    " ",
    " ",
    "(",
    "(",
    ")",
    ")",
    "^",
    "-",
    "3",
    ":",
    ",",
    "cut",
    "deal:",
    "overhand",
    "faro:2",
    "bottom",
    "packets:3:in",
];

#[test]
fn lists_that_are_no_permutations() {
    for (text, why) in [
        (
            "[]",
            "the list is empty; expected the position to which each card goes, such as [2,3,1]",
        ),
        (
            "[1,2,2]",
            "2 occurs twice in the list; expected each number from 1 to 3 once",
        ),
        (
            "[1 2 4]",
            "4 is none of the positions of this list of 3; expected each number from 1 to 3 once",
        ),
        (
            "[3 4 5]",
            "4 is none of the positions of this list of 3; expected each number from 1 to 3 once",
        ),
        (
            "[0 2]",
            "2 is none of the positions of this list of 2; expected each number from 0 to 1 once",
        ),
        (
            "[1 99999999999999999999999]",
            "99999999999999999999… is none of the positions of this list of 2; expected each number from 1 to 2 once",
        ),
        ("[1 2", "found the end; expected a number or ']'"),
        ("[1 -2]", "found '-'; expected a number or ']'"),
    ] {
        assert_eq!(text.parse::<Word>().unwrap_err().to_string(), why, "{text}");
    }
    let error = |text: &str, cards: u32| word(text).fits(&cards.into()).unwrap_err().to_string();
    assert_eq!(
        error("[2,3,1]", 4),
        "the list has 3 numbers, and the deck 4 cards"
    );
    assert_eq!(
        error("increment:4", 10),
        "4 and 10, the number of cards, have the common divisor 2"
    );
}

/// The deck and the number of shuffles of Advent of Code 2019, day 22; the product of affine maps is from Python.
#[test]
fn increments_of_large_decks() {
    let (cards, times) = (119_315_717_514_047u64, 101_741_582_076_661u64);
    let text = word("increment:64 reverse cut:1004 increment:31");
    let formula = text.formula(&cards.into(), &times.into()).unwrap();
    assert_eq!(formula.steps(), 1u32.into());
    assert_eq!(
        formula.position(&2020u32.into()),
        116_384_764_765_896u64.into()
    );
}

#[test]
fn bounds() {
    use faro::word::WordErrorKind;
    const MAX_DEPTH: usize = 64;
    const MAX_DIGITS: usize = 1000;
    const MAX_LENGTH: usize = 10_000;
    let kind = |text: &str| text.parse::<Word>().unwrap_err().kind;
    let nested = |depth: usize| format!("{}in{}", "(".repeat(depth), ")".repeat(depth));
    assert!(nested(MAX_DEPTH).parse::<Word>().is_ok());
    assert_eq!(kind(&nested(MAX_DEPTH + 1)), WordErrorKind::TooDeep);
    assert_eq!(kind(&"(".repeat(1_000_000)), WordErrorKind::TooDeep);
    let long = |length: usize| "O ".repeat(length);
    assert!(
        long(MAX_LENGTH)
            .parse::<Word>()
            .unwrap()
            .to_string()
            .parse::<Word>()
            .is_ok()
    );
    assert_eq!(kind(&long(MAX_LENGTH + 1)), WordErrorKind::TooLong);
    for text in ["in^", "in^-", "cut:", "cut:-", "(1)"] {
        let digits = |count: usize| text.replace([')', '1'], "") + &"9".repeat(count);
        match text {
            "(1)" => assert!(matches!(
                kind(&digits(MAX_DIGITS)),
                WordErrorKind::NoPoint { .. }
            )),
            _ => assert!(digits(MAX_DIGITS).parse::<Word>().is_ok()),
        }
        assert_eq!(
            kind(&digits(MAX_DIGITS + 1)),
            WordErrorKind::TooManyDigits,
            "{text}"
        );
    }
}
