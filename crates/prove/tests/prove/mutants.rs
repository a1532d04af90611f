//! Faulty shuffles whose draws are numbers below a bound.

use super::*;

/// Faults in shuffles that people write. None is certified, and most are proved unfair.
const UNFAIR: [(&str, Body); 22] = [
    ("naive", |deck, choices| {
        let cards = deck.len();
        (0..cards).for_each(|i| deck.swap(i, choices.below(cards as u32) as usize));
    }),
    ("sattolo", |deck, choices| {
        (1..deck.len())
            .rev()
            .for_each(|i| deck.swap(i, choices.below(i as u32) as usize));
    }),
    ("bound one too large", |deck, choices| {
        let last = deck.len() - 1;
        (1..=last)
            .rev()
            .for_each(|i| deck.swap(i, (choices.below(i as u32 + 2) as usize).min(last)));
    }),
    ("starts too low", |deck, choices| {
        (1..deck.len() - 1)
            .rev()
            .for_each(|i| deck.swap(i, choices.below(i as u32 + 1) as usize));
    }),
    ("stops early", |deck, choices| {
        (2..deck.len())
            .rev()
            .for_each(|i| deck.swap(i, choices.below(i as u32 + 1) as usize));
    }),
    ("first stays", |deck, choices| {
        (1..deck.len())
            .rev()
            .for_each(|i| deck.swap(i, 1 + choices.below(i as u32) as usize));
    }),
    ("index off by one", |deck, choices| {
        (1..deck.len())
            .rev()
            .for_each(|i| deck.swap(i - 1, choices.below(i as u32 + 1) as usize));
    }),
    ("one skipped swap", |deck, choices| {
        for i in (1..deck.len()).rev() {
            let j = choices.below(i as u32 + 1) as usize;
            if i != 20 {
                deck.swap(i, j);
            }
        }
    }),
    ("one skipped value", |deck, choices| {
        for i in (1..deck.len()).rev() {
            let j = choices.below(i as u32 + 1) as usize;
            if (i, j) != (20, 7) {
                deck.swap(i, j);
            }
        }
    }),
    ("one wrong bound", |deck, choices| {
        for i in (1..deck.len()).rev() {
            let bound = if i == 30 { 30 } else { i as u32 + 1 };
            deck.swap(i, choices.below(bound) as usize);
        }
    }),
    ("six bits modulo", |deck, choices| {
        for i in (1..deck.len()).rev() {
            deck.swap(i, choices.below(64) as usize % (i + 1));
        }
    }),
    ("fault of two draws", |deck, choices| {
        let mut first = 99;
        for i in (1..deck.len()).rev() {
            let j = choices.below(i as u32 + 1) as usize;
            if i == 51 {
                first = j;
            }
            deck.swap(
                i,
                if i == 50 && first == 13 && j == 7 {
                    8
                } else {
                    j
                },
            );
        }
    }),
    ("fault in 1 of 100", |deck, choices| {
        let (mut sum, cards) = (0usize, deck.len());
        for i in (1..cards).rev() {
            let j = choices.below(i as u32 + 1) as usize;
            sum = (sum * 31 + j) % 1_000_003;
            deck.swap(i, if i == 1 && sum % 50 == 0 { 0 } else { j });
        }
    }),
    ("special case: the new deck", |deck, choices| {
        down(deck, choices);
        if deck.is_sorted() {
            deck.reverse();
        }
    }),
    ("special case: the reversed deck", |deck, choices| {
        down(deck, choices);
        if deck.iter().rev().is_sorted() {
            deck.reverse();
        }
    }),
    ("only even orders", |deck, choices| {
        (2..deck.len())
            .rev()
            .for_each(|i| deck[..=i].rotate_left(choices.below(i as u32 + 1) as usize));
        let last = deck.len() - 1;
        deck.swap(0, last);
    }),
    ("a random cut", |deck, choices| {
        let cards = deck.len();
        deck.rotate_left(choices.below(cards as u32) as usize);
    }),
    ("no choice", |deck, _| deck.reverse()),
    ("the deck, again", |deck, choices| {
        for i in (1..deck.len()).rev() {
            let j = choices.below(i as u32 + 1);
            let _ = choices.below(2);
            deck.swap(i, j as usize / 2);
        }
    }),
    ("bounds that depend on values", |deck, choices| {
        for i in (1..deck.len()).rev() {
            let j = choices.below(i as u32 + 1) as usize;
            if i == 25 && j == 3 {
                let _ = choices.below(7);
                deck.swap(0, 1);
            }
            deck.swap(i, j);
        }
    }),
    ("a last card that is preferred", |deck, choices| {
        down(deck, choices);
        if choices.below(64) == 0 && deck[0] != 51 {
            let place = deck.iter().position(|&card| card == 51).unwrap();
            deck.swap(0, place);
        }
    }),
    ("riffle", |deck, choices| {
        let (mut top, mut rest): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for &card in deck.iter() {
            if choices.below(2) == 0 {
                top.push(card);
            } else {
                rest.push(card);
            }
        }
        deck.copy_from_slice(&[top, rest].concat());
    }),
];

#[test]
fn mutants_are_not_certified() {
    let mut undecided = Vec::new();
    for (name, shuffle) in UNFAIR {
        let certificate = certify(&mut Rehearsed::new(Written(shuffle), 52), &settings(20_000));
        let certificate = certificate.unwrap();
        match certificate.conclusion {
            Conclusion::FairUpTo(bound) => panic!("{name} is certified up to {bound}"),
            Conclusion::Collision(collision) => assert!(collision.times_fair > 1.0, "{name}"),
            Conclusion::UnfairBy(distance) => assert!(distance > 0.0, "{name}"),
            _ => undecided.push(name),
        }
    }
    assert_eq!(
        undecided,
        [
            "bounds that depend on values",
            "a last card that is preferred"
        ]
    );
}
