//! The assertion for tests of shuffles.

use faro_audit::{FairnessTest, TestRng, Verdict, assert_fair};

fn fair(rng: &mut TestRng, deck: &mut [u32]) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, rng.below(last + 1));
    }
}

fn sattolo(rng: &mut TestRng, deck: &mut [u32]) {
    for last in (1..deck.len()).rev() {
        deck.swap(last, rng.below(last));
    }
}

/// Returns the message with which a test of a shuffle fails.
fn message(test: FairnessTest, shuffle: fn(&mut TestRng, &mut [u32])) -> String {
    let failed =
        std::panic::catch_unwind(|| test.assert(shuffle)).expect_err("the shuffle is unfair");
    failed.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn fair_shuffles_pass() {
    assert_fair(fair);
    assert_fair(|rng, deck| deck.sort_by_cached_key(|_| rng.next_u64()));
    for cards in [2, 13, 104] {
        FairnessTest {
            cards,
            ..FairnessTest::default()
        }
        .assert(fair);
    }
}

/// At an error rate of 5 %, about 3 % of 200 fair tests fail (the audit's bound is an upper one). More than 22 failures have
/// a probability below 10^-3 at 5 %.
#[test]
fn the_error_rate_holds() {
    let test = FairnessTest {
        cards: 8,
        decks: 500,
        error_rate: 0.05,
        seed: 0,
    };
    let unfair = |seed: &u64| {
        FairnessTest {
            seed: *seed,
            ..test
        }
        .run(fair)
        .unwrap()
        .judgement
        .verdict
            == Verdict::Unfair
    };
    assert!((1..=200).filter(unfair).count() <= 22);
}

#[test]
fn failures_say_what_is_wrong() {
    let text = message(FairnessTest::default(), sattolo);
    assert!(
        text.starts_with("unfair: a fair shuffler gives such decks with probability at most"),
        "{text}"
    );
    assert!(
        text.contains("sattolo") || text.contains("Sattolo"),
        "{text}"
    );
    assert!(
        text.ends_with("5000 decks of 52 cards, error rate 1e-6, seed 1"),
        "{text}"
    );
    let naive = message(FairnessTest::default(), |rng, deck| {
        (0..deck.len()).for_each(|i| deck.swap(i, rng.below(deck.len())));
    });
    assert!(naive.contains("naive"), "{naive}");
    let few = message(
        FairnessTest {
            decks: 20,
            ..FairnessTest::default()
        },
        fair,
    );
    assert!(few.contains("too few decks"), "{few}");
    let lost = message(FairnessTest::default(), |_, deck| deck[0] = deck[1]);
    assert!(lost.starts_with("the shuffle cannot be tested: "), "{lost}");
    let other = message(FairnessTest::default(), |_, deck| {
        deck.iter_mut().for_each(|card| *card += 1);
    });
    assert!(
        other.starts_with("the shuffle cannot be tested: "),
        "{other}"
    );
    let cards = message(
        FairnessTest {
            cards: 0,
            ..FairnessTest::default()
        },
        fair,
    );
    assert!(
        cards.starts_with("the shuffle cannot be tested: "),
        "{cards}"
    );
}

#[cfg(feature = "rand")]
#[test]
fn shuffles_of_rand_pass() {
    use rand::seq::SliceRandom;
    assert_fair(|rng, deck| deck.shuffle(rng));
}
