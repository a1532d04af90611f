//! Choices that programs derive from random keys and words: several from one word, with a second word, or by rejection.

use std::convert::Infallible;

use faro::Word;
use faro::distribution::Law;
use faro::shuffle::Seed;
use faro_prove::{
    Conclusion, Draw, Method, Outcome, Program, ProgramError, Reading, Run, Settings, Walk,
    WalkEnd, bound, certify, walk,
};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, TryRng};

/// A program whose draws all have the same bound.
struct Drawn<F> {
    cards: usize,
    bound: u64,
    shuffle: F,
}

/// The draws of a run.
struct Script<'a> {
    list: &'a [u64],
    bound: u64,
    draws: Vec<Draw>,
}

impl Script<'_> {
    fn draw(&mut self) -> u64 {
        // The values that end a loop are no longer read: the run is refused.
        let rest = if self.draws.len() < MAX_DRAWS {
            0
        } else {
            self.bound - 1
        };
        let value = self.list.get(self.draws.len()).copied().unwrap_or(rest);
        self.draws.push(Draw {
            bound: self.bound,
            value,
        });
        value
    }

    /// Draws a number below `bound` as rand 0.8 does.
    fn rejected(&mut self, bound: u32) -> usize {
        loop {
            let product = self.draw() * u64::from(bound);
            if (product as u32) < bound << bound.leading_zeros() {
                return (product >> 32) as usize;
            }
        }
    }
}

/// A generator of rand with words of 32 bits.
impl TryRng for Script<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.draw() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let low = self.draw();
        Ok(self.draw() << 32 | low)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.iter_mut().for_each(|byte| *byte = self.draw() as u8);
        Ok(())
    }
}

impl<F: FnMut(&mut Vec<u32>, &mut Script)> Program for Drawn<F> {
    fn cards(&self) -> usize {
        self.cards
    }

    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        let run = |list: &Vec<u64>| {
            let mut script = Script {
                list,
                bound: self.bound,
                draws: Vec::new(),
            };
            let mut deck: Vec<u32> = (0..self.cards as u32).collect();
            (self.shuffle)(&mut deck, &mut script);
            match script.draws.len() {
                ..=MAX_DRAWS => Ok(Outcome::Ran(Run {
                    draws: script.draws,
                    deck,
                    ..Run::default()
                })),
                _ => Err(ProgramError::TooManyDraws),
            }
        };
        lists.iter().map(run).collect()
    }
}

const MAX_DRAWS: usize = 2000;
const WORD: u64 = 1 << 32;
const FLOAT: u64 = 1 << 53;

fn settings(samples: u64) -> Settings {
    Settings {
        max_runs: 1_000_000,
        samples,
        confidence: 1e-6,
        seed: Seed::from(17),
    }
}

fn walked(program: &mut dyn Program) -> Walk {
    walk(program, &settings(5000)).unwrap()
}

fn law(walk: &Walk) -> &Law {
    let WalkEnd::Law(law) = &walk.end else {
        panic!("{walk:?}")
    };
    law
}

fn check_law(walk: &Walk, word: &str) {
    let cards = law(walk).cards();
    let known = word
        .parse::<Word>()
        .unwrap()
        .routine(cards)
        .unwrap()
        .law()
        .unwrap();
    assert!(
        (0..known.orders()).all(|rank| known.chance(rank) == law(walk).chance(rank)),
        "{word} of {cards}"
    );
    assert_eq!(walk.compared, Some(5000));
    let distance = walk.distance(1e-6);
    assert!(
        distance >= bound(5000, 1e-6) && distance < bound(5000, 1e-6) + 1e-6,
        "{distance}"
    );
}

/// Draws a number of 64 bits, the high half first.
fn pair(script: &mut Script) -> u128 {
    let high = u128::from(script.draw());
    high << 32 | u128::from(script.draw())
}

/// Ways to derive a number from words, which differ for one word in 10^8 or fewer: each is told from the others.
#[test]
fn methods_are_told_apart() {
    let down = |draw: fn(&mut Script, u64) -> usize| Drawn {
        cards: 5,
        bound: WORD,
        shuffle: move |deck: &mut Vec<u32>, script: &mut Script| {
            (1..5)
                .rev()
                .for_each(|i| deck.swap(i, draw(script, i as u64 + 1)));
        },
    };
    let threshold = |script: &mut Script, bound: u64| loop {
        let product = script.draw() * bound;
        if product % WORD >= WORD % bound {
            return (product >> 32) as usize;
        }
    };
    let high = |script: &mut Script, bound: u64| loop {
        let product = script.draw() * bound;
        script.draw();
        if product % WORD >= WORD % bound {
            return (product >> 32) as usize;
        }
    };
    type DrawBelow = fn(&mut Script, u64) -> usize;
    let draws: [(DrawBelow, Method); 5] = [
        (threshold, Method::Threshold),
        (high, Method::ThresholdOfHigh),
        (
            |script, bound| ((pair(script) * u128::from(bound)) >> 64) as usize,
            Method::Double,
        ),
        (
            |script, bound| (pair(script) % u128::from(bound)) as usize,
            Method::DoubleModulo,
        ),
        (
            |script, bound| script.random_range(0..bound as usize),
            Method::Extend,
        ),
    ];
    for (draw, expected) in draws {
        let walk = walked(&mut down(draw));
        check_law(&walk, "fisher-yates");
        assert!(
            matches!(&walk.reading, Some(Reading::Words { method, .. }) if *method == expected),
            "{expected:?}"
        );
    }
}

/// Sattolo's algorithm for three cards reads two words, of which the second has no effect. They are one choice below 2, and
/// not the two choices of one number below 6.
#[test]
fn two_words_are_not_one_number() {
    let threshold = |script: &mut Script, bound: u64| loop {
        let product = script.draw() * bound;
        if product % WORD >= WORD % bound {
            return (product >> 32) as usize;
        }
    };
    let shuffle = move |deck: &mut Vec<u32>, script: &mut Script| {
        (1..3)
            .rev()
            .for_each(|i| deck.swap(i, threshold(script, i as u64)));
    };
    let walk = walked(&mut Drawn {
        cards: 3,
        bound: WORD,
        shuffle,
    });
    check_law(&walk, "sattolo");
    let Some(Reading::Words { method, parts }) = &walk.reading else {
        panic!("{walk:?}")
    };
    assert_eq!(
        (parts[0].bound, parts.len(), parts.len() * method.words()),
        (2, 1, 2),
        "{walk:?}"
    );
}

/// The shuffles of rand, and shuffles that are written with its `random_range`.
#[test]
fn laws_of_choices_from_words() {
    let swap = |deck: &mut Vec<u32>, i: usize, j: usize| deck.swap(i, j);
    for cards in 2..=6 {
        let mut own = Drawn {
            cards,
            bound: WORD,
            shuffle: |deck: &mut Vec<u32>, script: &mut Script| deck.shuffle(script),
        };
        let walk = walked(&mut own);
        check_law(&walk, "fisher-yates");
        assert!(
            matches!(&walk.reading, Some(Reading::Words { method: Method::Extend, parts }) if parts.len() == 1)
        );
        let mut naive = Drawn {
            cards,
            bound: WORD,
            shuffle: |deck: &mut Vec<u32>, script: &mut Script| {
                (0..cards).for_each(|i| swap(deck, i, script.random_range(0..cards)));
            },
        };
        check_law(&walked(&mut naive), "naive");
        let mut sattolo = Drawn {
            cards,
            bound: WORD,
            shuffle: |deck: &mut Vec<u32>, script: &mut Script| {
                (1..cards)
                    .rev()
                    .for_each(|i| swap(deck, i, script.random_range(0..i)));
            },
        };
        check_law(&walked(&mut sattolo), "sattolo");
        let mut older = Drawn {
            cards,
            bound: WORD,
            shuffle: |deck: &mut Vec<u32>, script: &mut Script| {
                (1..cards)
                    .rev()
                    .for_each(|i| swap(deck, i, script.rejected(i as u32 + 1)));
            },
        };
        let walk = walked(&mut older);
        check_law(&walk, "fisher-yates");
        assert_eq!(walk.name, Some("fisher-yates"));
    }
}

#[test]
fn choices_from_words_are_certified() {
    let mut own = Drawn {
        cards: 52,
        bound: WORD,
        shuffle: |deck: &mut Vec<u32>, script: &mut Script| deck.shuffle(script),
    };
    let certificate = certify(&mut own, &settings(3000)).unwrap();
    let up_to = certificate.fair_up_to().unwrap();
    // There are eight words, each uneven by at most 2^32/2^66.
    assert!(
        up_to >= bound(3000, 1e-6) && up_to < bound(3000, 1e-6) + 8.0 / 2f64.powi(34),
        "{up_to}"
    );
    let mut older = Drawn {
        cards: 52,
        bound: WORD,
        shuffle: |deck: &mut Vec<u32>, script: &mut Script| {
            (1..52)
                .rev()
                .for_each(|i| deck.swap(i, script.rejected(i as u32 + 1)));
        },
    };
    let certificate = certify(&mut older, &settings(3000)).unwrap();
    assert_eq!(certificate.fair_up_to(), Some(bound(3000, 1e-6)));
    let mut naive = Drawn {
        cards: 52,
        bound: WORD,
        shuffle: |deck: &mut Vec<u32>, script: &mut Script| {
            (0..52).for_each(|i| deck.swap(i, script.random_range(0..52usize)));
        },
    };
    let certificate = certify(&mut naive, &settings(3000)).unwrap();
    assert!(
        matches!(certificate.conclusion, Conclusion::UnfairBy(_)),
        "{:?}",
        certificate.conclusion
    );
    assert_eq!(certificate.name, Some("naive"));
}

type Fault = fn(&mut Vec<u32>, &mut Script);

const FAULTS: [Fault; 5] = [
    |deck, script| {
        deck.shuffle(script);
        if deck[0] == 0 && deck[1] == 1 {
            deck.swap(0, 1);
        }
    },
    // A fault in one of 1000 words, independent of the choices that are read from it.
    |deck, script| {
        deck.shuffle(script);
        if script.draws[0].value % 1000 == 7 {
            deck.rotate_left(1);
        }
    },
    |deck, script| {
        let last = deck.len() - 1;
        deck[..last].shuffle(script);
    },
    |deck, script| {
        deck.shuffle(script);
        if script.next_u32() < 1 << 22 {
            deck.rotate_left(1);
        }
    },
    |deck, script| {
        let cards = deck.len() as u32;
        (1..cards)
            .rev()
            .for_each(|i| deck.swap(i as usize, (script.next_u32() % (i + 1)) as usize));
        if script.draws[0].value == 3 {
            deck.reverse();
        }
    },
];

/// Faults in rand's shuffle. None of them is certified, and no law is wrong.
#[test]
fn faulty_choices_from_words() {
    for (index, shuffle) in FAULTS.into_iter().enumerate() {
        let certificate = certify(
            &mut Drawn {
                cards: 20,
                bound: WORD,
                shuffle,
            },
            &settings(20_000),
        );
        let certified = certificate
            .ok()
            .and_then(|certificate| certificate.fair_up_to());
        // The last fault has probability 2^-32.
        assert!(certified.is_none() || index == 4, "{index}");
        let walk = walk(
            &mut Drawn {
                cards: 4,
                bound: WORD,
                shuffle,
            },
            &settings(20_000),
        );
        let Ok(walk) = walk else { continue };
        let distance = law(&walk).total_variation().to_f64();
        match index {
            0 => assert!((distance - 1.0 / 24.0 * 2.0).abs() < 1e-9, "{distance}"),
            2 => assert!((distance - 0.75).abs() < 1e-9),
            3 | 4 => assert!(distance < 1e-8),
            _ => panic!("the law {distance} of fault {index} is not that of the program"),
        }
    }
}

/// Sort keys: their order decides, and equal keys are counted.
#[test]
fn keys_are_read_by_their_order() {
    let keys = |deck: &mut Vec<u32>, script: &mut Script| {
        let keys: Vec<u64> = deck.iter().map(|_| script.draw()).collect();
        deck.sort_by_key(|&card| keys[card as usize]);
    };
    for (bound, cards) in [(FLOAT, 2), (FLOAT, 4), (FLOAT, 5), (WORD, 4), (1 << 40, 3)] {
        let walk = walked(&mut Drawn {
            cards,
            bound,
            shuffle: keys,
        });
        check_law(&walk, "fisher-yates");
        assert_eq!(walk.reading, Some(Reading::Keys { keys: cards, bound }));
    }
    let certificate = certify(
        &mut Drawn {
            cards: 52,
            bound: WORD,
            shuffle: keys,
        },
        &settings(2000),
    );
    let up_to = certificate.unwrap().fair_up_to().unwrap();
    let ties = 26.0 * 51.0 / WORD as f64;
    assert!((up_to - bound(2000, 1e-6) - ties).abs() < 1e-12, "{up_to}");
    // Keys have 20 bits. Two of 52 keys are equal in 1 of 800 sorts, and the sort is stable.
    let certificate = certify(
        &mut Drawn {
            cards: 52,
            bound: 1 << 20,
            shuffle: keys,
        },
        &settings(5000),
    );
    let up_to = certificate.unwrap().fair_up_to().unwrap();
    assert!(up_to > bound(5000, 1e-6) + 0.001, "{up_to}");
}

type Use = fn(&mut Vec<u32>, &mut Script);

const USES: [(Use, f64); 5] = [
    // The first key is larger than the others more often.
    (
        |deck, script| {
            let mut keys: Vec<u64> = deck.iter().map(|_| script.draw()).collect();
            keys[0] += FLOAT / 10;
            deck.sort_by_key(|&card| keys[card as usize]);
        },
        f64::NAN,
    ),
    (
        |deck, script| {
            let keys: Vec<u64> = deck.iter().map(|_| script.draw()).collect();
            deck.sort_by_key(|&card| keys[card as usize]);
            if keys[0] < FLOAT / 1000 {
                deck.reverse();
            }
        },
        f64::NAN,
    ),
    // The larger of two keys, which are not the keys of the cards.
    (
        |deck, script| {
            if script.draw() < script.draw() {
                deck.reverse();
            }
        },
        1.0 - 2.0 / 24.0,
    ),
    // The middle of three keys.
    (
        |deck, script| {
            let keys = [script.draw(), script.draw(), script.draw()];
            let middle = (0..3).find(|&i| keys.iter().filter(|&&key| key < keys[i]).count() == 1);
            deck.rotate_left(middle.unwrap_or_default());
        },
        1.0 - 3.0 / 24.0,
    ),
    (
        |deck, script| {
            let sum = script.draw() + script.draw();
            if sum < FLOAT {
                deck.reverse();
            }
        },
        f64::NAN,
    ),
];

/// No law is wrong if a program uses more than the order of the keys.
#[test]
fn keys_that_are_also_numbers() {
    for (index, (shuffle, distance)) in USES.into_iter().enumerate() {
        let walk = walk(
            &mut Drawn {
                cards: 4,
                bound: FLOAT,
                shuffle,
            },
            &settings(20_000),
        );
        match walk {
            Ok(walk) => assert!(
                (law(&walk).total_variation().to_f64() - distance).abs() < 1e-9,
                "{index}"
            ),
            Err(error) => {
                assert!(
                    distance.is_nan() && error == ProgramError::FloatCompare,
                    "{index}: {error}"
                );
            }
        }
    }
}
