use super::*;
use crate::evidence::Chain;
use faro_sample::simulate::Tally;

fn of(decks: impl Iterator<Item = Vec<u32>>) -> Option<&'static [Cause]> {
    let (mut tables, mut steps, mut chain): (Option<Tables>, Option<Tables>, _) =
        (None, None, Chain::default());
    for deck in decks {
        let cards = deck.len();
        tables
            .get_or_insert_with(|| Tables::new(cards))
            .add(&deck, cards);
        steps
            .get_or_insert_with(|| Tables::for_steps(cards))
            .add(chain.step(&deck), cards);
    }
    serial_dependence(&tables.unwrap(), &steps.unwrap()).map(|found| found.causes)
}

/// Common generators, each as one step of its state.
type Next = fn(&mut u64) -> u64;

/// Numerical Recipes (1992), all 32 bits.
const LCG: Next = |state| {
    *state = (*state * 1_664_525 + 1_013_904_223) & 0xffff_ffff;
    *state
};
/// ANSI C's example of `rand`, with all 31 bits.
const ANSI: Next = |state| {
    *state = (*state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    *state
};
/// Java's `Random`, 31 bits; its seed is mixed with a constant that changes nothing here.
const JAVA: Next = |state| {
    *state = state.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & ((1 << 48) - 1);
    *state >> 17
};
/// Park and Miller's, modulo a prime number.
const MINSTD: Next = |state| {
    *state = *state * 48_271 % 2_147_483_647;
    *state
};
/// Marsaglia's xorshift of 32 bits.
const XORSHIFT: Next = |state| {
    let mut x = *state as u32;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x.into();
    *state
};
/// The counter of mulberry32, without the mixing that follows.
const COUNTER: Next = |state| {
    *state = (*state + 0x6d2b_79f5) & 0xffff_ffff;
    *state
};
/// mulberry32.
const MULBERRY: Next = |state| {
    let a = COUNTER(state) as u32;
    let t = (a ^ (a >> 15)).wrapping_mul(a | 1);
    let t = t ^ t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
    (t ^ (t >> 14)).into()
};

/// Which pass of swaps the draws are used for.
#[derive(Clone, Copy, Debug)]
enum Loop {
    Down,
    Up,
    InsideOut,
    Sattolo,
}

fn deck(cards: usize, pass: Loop, mut below: impl FnMut(usize) -> usize) -> Vec<u32> {
    let mut deck: Vec<u32> = (0..cards as u32).collect();
    match pass {
        Loop::Down => (1..cards)
            .rev()
            .for_each(|place| deck.swap(place, below(place + 1))),
        Loop::Up => {
            (0..cards - 1).for_each(|place| deck.swap(place, place + below(cards - place)));
        }
        Loop::InsideOut => (1..cards).for_each(|place| deck.swap(place, below(place + 1))),
        Loop::Sattolo => (1..cards)
            .rev()
            .for_each(|place| deck.swap(place, below(place))),
    }
    deck
}

/// Decks of one generator, by `x % bound`.
fn stream(next: Next, cards: usize, pass: Loop) -> impl Iterator<Item = Vec<u32>> {
    let mut state = 12_345;
    std::iter::repeat_with(move || {
        deck(cards, pass, |bound| {
            (next(&mut state) % bound as u64) as usize
        })
    })
}

/// Decks of a generator that is seeded anew with 1, 2, 3, …, by `x % bound`.
fn seeds(next: Next, cards: usize, pass: Loop) -> impl Iterator<Item = Vec<u32>> {
    (1..).map(move |mut state: u64| {
        deck(cards, pass, |bound| {
            (next(&mut state) % bound as u64) as usize
        })
    })
}

const LOOPS: [Loop; 3] = [Loop::Down, Loop::Up, Loop::InsideOut];

/// Seeds of five linear and xorshift generators are recognised. With few cards or decks the cause may stay unknown,
/// but successive seeds are never taken for one generator.
#[test]
fn successive_seeds_are_seen() {
    for (number, next) in [LCG, ANSI, JAVA, MINSTD, XORSHIFT].into_iter().enumerate() {
        for (cards, decks) in [(8, 1000), (13, 500), (13, 3000), (52, 500), (52, 3000)] {
            let pass = LOOPS[(number + cards + decks / 1000) % 3];
            let found = of(seeds(next, cards, pass).take(decks));
            let may_be_none = cards < 52 || decks < 1000;
            let is_right = found == Some(SEEDS) || may_be_none && found.is_none();
            assert!(
                is_right,
                "{number}: {decks} of {cards} cards, {pass:?}: {found:?}"
            );
        }
    }
    let mixed = |seed: u64| (seed ^ seed << 21).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16;
    let decks = (1..1000).map(|number| {
        let mut state = mixed(mixed(number));
        deck(13, Loop::Down, |bound| {
            (JAVA(&mut state) % bound as u64) as usize
        })
    });
    assert_eq!(of(decks), None);
}

/// The first number of a small seed is small, so that the first draw is nearly constant.
#[test]
fn seeds_of_constant_first_draws() {
    for (cards, decks) in [(13, 500), (13, 3000), (52, 500), (52, 3000)] {
        let of_seed = |mut state: u64| {
            deck(cards, Loop::Down, |bound| {
                ((XORSHIFT(&mut state) * bound as u64) >> 32) as usize
            })
        };
        let found = of((1..).map(of_seed).take(decks));
        assert_eq!(found, Some(SEEDS), "{decks} of {cards} cards");
    }
}

/// The low bits of one generator are recognised. A deck of 13 cards takes 12 numbers, a multiple of 4, so that the
/// two lowest bits repeat from deck to deck. Then the differences of draws show no dependence.
#[test]
fn low_bits_of_one_generator_are_no_seeds() {
    for next in [LCG, ANSI] {
        for (cards, pass) in [8, 20, 40, 52].into_iter().zip(LOOPS.into_iter().cycle()) {
            for decks in [500, 1000, 3000] {
                let found = of(stream(next, cards, pass).take(decks));
                assert_eq!(found, Some(LOW_BITS), "{decks} of {cards} cards, {pass:?}");
            }
        }
        assert_eq!(of(stream(next, 13, Loop::Down).take(2000)), None);
    }
}

/// A counter has dependent draws at odd bounds, like successive seeds, and within decks, like low bits. Sattolo's
/// algorithm draws below i instead of i + 1, so that its low bits show at odd bounds of the table.
#[test]
fn either_is_not_decided() {
    for (cards, decks) in [(20, 1000), (40, 1000), (52, 1000), (52, 3000)] {
        let found = of(stream(COUNTER, cards, Loop::Down).take(decks));
        assert!(
            found.is_none_or(|found| found == EITHER),
            "{decks} of {cards}: {found:?}"
        );
    }
    assert_eq!(of(stream(COUNTER, 52, Loop::Down).take(3000)), Some(EITHER));
    assert_eq!(of(stream(LCG, 52, Loop::Sattolo).take(3000)), Some(EITHER));
}

/// mulberry32 mixes its counter well, so that a deck says nothing about the next one.
#[test]
fn mixed_numbers_are_independent() {
    for (cards, pass) in [13, 40, 52, 65].into_iter().zip(LOOPS.into_iter().cycle()) {
        assert_eq!(
            of(stream(MULBERRY, cards, pass).take(3000)),
            None,
            "{cards} cards"
        );
    }
}

/// Each deck is made from the one before, by a cut of a few cards or anywhere, and a swap; of all cards, or of all but the
/// last one.
#[test]
fn chains_have_other_causes() {
    for (places, cards) in [(4, 13), (13, 13), (4, 12), (12, 12)] {
        let (mut deck, mut state) = ((0..13).collect::<Vec<u32>>(), 1);
        let mut below = |bound: usize| (JAVA(&mut state) % bound as u64) as usize;
        let decks = (0..1000).map(|_| {
            deck[..cards].rotate_left(below(places));
            deck.swap(below(cards), below(cards));
            deck.clone()
        });
        assert_eq!(of(decks), None);
    }
}
