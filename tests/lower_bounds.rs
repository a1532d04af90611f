//! Lower bounds of total variation: never above the exact one, but for the stated part, and near to it for riffles.

use std::num::NonZero;

use faro::Word;
use faro::mixing::{LowerBounds, Method, MixingOptions, RoutineMixing};
use faro::riffle::Mixing;
use faro::word::Routine;
use faro_sample::shuffle::Seed;

fn bound(word: &str, cards: usize, times: u32, decks: u32, seed: u64) -> f64 {
    let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
    after(
        &LowerBounds::new(cards).unwrap(),
        &routine,
        times,
        decks,
        seed,
    )
}

fn after(bounds: &LowerBounds, routine: &Routine, times: u32, decks: u32, seed: u64) -> f64 {
    let threads = NonZero::new(2).unwrap();
    let row = bounds
        .after(routine, times, decks, &Seed::from(seed), threads, |_| true)
        .unwrap();
    row.total_variation.unwrap().to_f64()
}

/// The number of rising sequences has the whole distance of riffles.
#[test]
fn riffles_are_bounded_closely() {
    let mixing = Mixing::new(52).unwrap();
    for riffles in 3..=9 {
        let (exact, found) = (
            mixing.after_riffles(riffles).unwrap().total_variation,
            bound("gsr", 52, riffles, 10_000, 1),
        );
        assert!(
            found <= exact && found > exact - 0.08,
            "{riffles}: {found} {exact}"
        );
    }
}

/// Of 500 bounds at 99 % confidence at most 12 are wrong, but with a probability below 0.2 %. The exact distance of six
/// cards is known, and rising sequences attain it.
#[test]
fn bounds_hold_as_often_as_stated() {
    let exact = Mixing::new(6)
        .unwrap()
        .after_riffles(3)
        .unwrap()
        .total_variation;
    let wrong = (0..500)
        .filter(|&seed| bound("gsr", 6, 3, 400, seed) > exact)
        .count();
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
        let routine = word.parse::<Word>().unwrap().routine(6).unwrap();
        let mut mixing = RoutineMixing::new(routine, &MixingOptions::default()).unwrap();
        for times in 1..=6 {
            let row = mixing.after(times, &mut |_| true).unwrap();
            assert_eq!(row.method, Method::Exact);
            let (exact, found) = (
                row.total_variation.unwrap().to_f64(),
                bound(word, 6, times as u32, 2000, 7),
            );
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

/// Returns whether all orders of small decks are equally likely.
fn has_uniform_law(word: &str) -> bool {
    let law = |cards| {
        word.parse::<Word>()
            .unwrap()
            .routine(cards)
            .unwrap()
            .law()
            .unwrap()
    };
    (4..=5).all(|cards| law(cards).levels().len() == 1)
}

/// A single shuffle is known to be uniform if and only if its exact law is.
#[test]
fn the_uniform_shuffles_are_known() {
    for example in faro::word::shuffles().flat_map(|shuffle| shuffle.examples().to_vec()) {
        let is_known = example
            .parse::<Word>()
            .unwrap()
            .routine(5)
            .unwrap()
            .is_uniform();
        assert_eq!(is_known, has_uniform_law(example), "{example}");
    }
}

/// Whatever is independent of a uniform shuffle leaves it uniform.
#[test]
fn products_with_a_uniform_shuffle_are_uniform() {
    for uniform in [
        "fisher-yates",
        "fisher-yates:up",
        "inside-out",
        "sort-keys",
        "rejection",
        "insertion",
    ] {
        for word in [
            format!("{uniform} cut:2 naive"),
            format!("gsr^2 {uniform}"),
            format!("(out {uniform})^2 sattolo"),
        ] {
            assert!(
                word.parse::<Word>()
                    .unwrap()
                    .routine(52)
                    .unwrap()
                    .is_uniform(),
                "{word}"
            );
            assert!(has_uniform_law(&word), "{word}");
        }
    }
    assert!(
        !"fisher-yates^0 naive"
            .parse::<Word>()
            .unwrap()
            .routine(5)
            .unwrap()
            .is_uniform()
    );
}

/// Twenty bounds that share a risk of 1 % are all right for 99 of 100 seeds: more than 6 of 100 have a probability below
/// 0.01 %. This shuffle is uniform, so that each positive bound is wrong.
#[test]
fn bounds_with_a_shared_risk_hold_together() {
    let routine = "off-by-one:first top-to-random"
        .parse::<Word>()
        .unwrap()
        .routine(6)
        .unwrap();
    let mut bounds = LowerBounds::new(6).unwrap();
    bounds.set_risk(0.01 / 20.0);
    let is_wrong = |seed: u64, times: u32| after(&bounds, &routine, times, 400, seed) > 0.0;
    let wrong = (0..100)
        .filter(|&seed| (1..=20).any(|times| is_wrong(seed, times)))
        .count();
    assert!(wrong <= 6, "{wrong}");
}

/// A smaller risk costs some of the bound.
#[test]
fn a_smaller_risk_gives_a_smaller_bound() {
    let routine = "overhand:0.2".parse::<Word>().unwrap().routine(52).unwrap();
    let mut bounds = LowerBounds::new(52).unwrap();
    let mut bound = |risk| {
        bounds.set_risk(risk);
        after(&bounds, &routine, 15, 2000, 1)
    };
    let (usual, careful) = (bound(0.01), bound(0.0005));
    assert!(
        careful < usual && careful > usual - 0.1,
        "{careful} {usual}"
    );
}

#[test]
fn refused_decks_and_stopped_work() {
    assert!(LowerBounds::new(1).is_err() && LowerBounds::new(10_001).is_err());
    let thorp = "thorp".parse::<Word>().unwrap().routine(8).unwrap();
    let bounds = LowerBounds::new(8).unwrap();
    assert!(
        bounds
            .after(
                &thorp,
                1,
                100,
                &Seed::from(1),
                NonZero::<usize>::MIN,
                |_| false
            )
            .is_none()
    );
}
