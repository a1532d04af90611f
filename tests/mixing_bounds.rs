//! Lower bounds of total variation: never above the exact one, but for the stated part, and near to it for riffles.

use std::num::NonZero;

use faro::Word;
use faro::mixing::{LowerBounds, MAX_LOWER_BOUND_CARDS};
use faro::riffle::Mixing;
use faro::shuffle::Seed;

fn bound(word: &str, cards: usize, times: u32, decks: u32, seed: u64) -> f64 {
    let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
    let bounds = LowerBounds::new(cards).unwrap();
    let threads = NonZero::new(2).unwrap();
    bounds.after(&routine, times, decks, &Seed::from(seed), threads, |_| true).unwrap().total_variation
}

/// The number of rising sequences has the whole distance of riffles.
#[test]
fn riffles_are_bounded_closely() {
    let mixing = Mixing::new(52).unwrap();
    for riffles in 3..=9 {
        let (exact, found) =
            (mixing.after_riffles(riffles).unwrap().total_variation, bound("gsr", 52, riffles, 10_000, 1));
        assert!(found <= exact && found > exact - 0.08, "{riffles}: {found} {exact}");
    }
}

/// Of 500 bounds at 99 % confidence at most 12 are wrong, but with a probability below 0.2 %. The exact distance of six
/// cards is known, and rising sequences attain it.
#[test]
fn bounds_hold_as_often_as_stated() {
    let exact = Mixing::new(6).unwrap().after_riffles(3).unwrap().total_variation;
    let wrong = (0..500).filter(|&seed| bound("gsr", 6, 3, 400, seed) > exact).count();
    assert!(wrong <= 12, "{wrong}");
}

/// The exact distances of small decks are not below the bounds. With 48 bounds at 99 %, two may be.
#[test]
fn words_of_small_decks_are_bounded() {
    let words = [
        "thorp",
        "overhand:0.3",
        "gsr:clump=0.8",
        "gsr^2 overhand:0.5 cut:3",
        "naive",
        "random-to-top",
        "skip:0.5",
        "swap-pairs:3",
    ];
    let (mut wrong, mut sum) = (0, 0.0);
    for word in words {
        let mut mixing = word.parse::<Word>().unwrap().routine(6).unwrap().small_mixing().unwrap();
        for times in 1..=6 {
            mixing.advance();
            let exact = mixing.distances().total_variation.to_f64();
            let found = bound(word, 6, times, 2000, 7);
            wrong += u32::from(found > exact);
            sum += found / exact;
        }
    }
    assert!(wrong <= 2 && sum > 16.0, "{wrong} {sum}");
}

/// Overhand shuffles leave neighbours together for many rounds, and the cards of a large deck near their places.
#[test]
fn slow_shuffles_are_far_from_random() {
    assert!(bound("overhand:0.2", 52, 8, 2000, 1) > 0.9);
    assert!(bound("overhand:0.05", 1000, 3, 200, 1) > 0.75);
    assert!(bound("gsr^3 overhand:0.1 gsr^2 cut:26", 52, 1, 2000, 1) > 0.3);
    assert_eq!(bound("fisher-yates", 52, 1, 2000, 1), 0.0);
}

#[test]
fn refused_decks_and_stopped_work() {
    assert!(LowerBounds::new(1).is_none() && LowerBounds::new(MAX_LOWER_BOUND_CARDS + 1).is_none());
    let thorp = "thorp".parse::<Word>().unwrap().routine(8).unwrap();
    let bounds = LowerBounds::new(8).unwrap();
    assert!(bounds.after(&thorp, 1, 100, &Seed::from(1), NonZero::<usize>::MIN, |_| false).is_none());
}
