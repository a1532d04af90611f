//! The audit's error rates: how often it calls a fair shuffle unfair, and how many decks it needs to find an unfair
//! one.

use std::collections::BTreeMap;

use faro::Word;
use faro::shuffle::{Choices, Generator, Seed, Shuffle};
use faro::zoo::Transpositions;
use faro_audit::{Evidence, Fair, Judgement, Look, Verdict, judge_by};

/// Replaces a deck by the next one.
type Maker = Box<dyn Fn(&mut Vec<u32>, &mut Generator)>;

fn new_deck(deck: &mut [u32]) {
    deck.iter_mut()
        .zip(0..)
        .for_each(|(card, place)| *card = place);
}

/// Shuffles a new deck with a word of the language.
fn word(text: &'static str) -> Maker {
    chained(text, true)
}

fn chained(text: &'static str, anew: bool) -> Maker {
    let word: Word = text.parse().unwrap();
    Box::new(move |deck, choices| {
        if anew {
            new_deck(deck);
        }
        word.routine(deck.len()).unwrap().shuffle(deck, choices);
    })
}

/// Shuffles a new deck with a function.
fn made(by: impl Fn(&mut [u32], &mut Generator) + 'static) -> Maker {
    Box::new(move |deck, choices| {
        new_deck(deck);
        by(deck, choices);
    })
}

fn cut_after(text: &'static str) -> Maker {
    let riffles = word(text);
    Box::new(move |deck, choices| {
        riffles(deck, choices);
        let cut = choices.below(deck.len() as u32) as usize;
        deck.rotate_left(cut);
    })
}

/// Prints the position of each card and continues from the deck, or continues from the printed positions.
fn positions_after(text: &'static str, printed: bool) -> Maker {
    let riffles = chained(text, false);
    let inverse = |deck: &[u32]| {
        faro::Permutation::from_deck(deck.to_vec())
            .unwrap()
            .images()
            .to_vec()
    };
    Box::new(move |deck, choices| {
        *deck = inverse(deck);
        riffles(deck, choices);
        if printed {
            *deck = inverse(deck);
        }
    })
}

fn skipping(deck: &mut [u32], choices: &mut Generator) {
    for place in (1..deck.len()).rev() {
        let other = choices.below(place as u32 + 1) as usize;
        if choices.below(100) > 0 {
            deck.swap(place, other);
        }
    }
}

fn even(deck: &mut [u32], choices: &mut Generator) {
    Transpositions::FisherYates.shuffle(deck, choices);
    if faro::Permutation::from_deck(deck.to_vec())
        .unwrap()
        .inversions()
        % 2
        == 1
    {
        deck.swap(0, 1);
    }
}

/// Shuffles by Fisher–Yates with a generator that is seeded for each deck with `bits` random bits.
fn seeded(bits: u32, deck: &mut [u32], choices: &mut Generator) {
    let seed = u64::from(choices.below(1 << 16)) | u64::from(choices.below(1 << 16)) << 16;
    let seed = Seed::from(seed & ((1 << bits) - 1));
    Transpositions::FisherYates.shuffle(deck, &mut Generator::unit(&seed, 1 << 40));
}

/// Unfair shuffles, each with the number of decks at which nine of ten runs are called unfair at alpha 0.001.
fn unfair() -> Vec<(&'static str, u64, Maker)> {
    vec![
        ("Sattolo", 25, word("sattolo")),
        ("naive", 300, word("naive")),
        ("coin sort: insertion", 700, word("coin-sort:insertion")),
        ("coin sort: merge", 700, word("coin-sort:merge")),
        ("coin sort: quick", 700, word("coin-sort:quick")),
        ("coin sort: heap", 700, word("coin-sort:heap")),
        ("7 riffles", 60, word("gsr^7")),
        ("8 riffles", 250, word("gsr^8")),
        ("9 riffles", 1000, word("gsr^9")),
        ("10 riffles", 4000, word("gsr^10")),
        ("7 riffles and a cut", 60, cut_after("gsr^7")),
        (
            "each from the last by 8 riffles",
            250,
            chained("gsr^8", false),
        ),
        (
            "each card's position, from the last by 8 riffles",
            250,
            positions_after("gsr^8", true),
        ),
        (
            "the positions in the last deck, by 8 riffles",
            250,
            positions_after("gsr^8", false),
        ),
        ("8-bit sort keys", 250, word("short-keys:8")),
        ("8-bit modulo", 500, word("modulo:8")),
        ("a swap skipped in a hundred", 650, made(skipping)),
        (
            "16-bit seeds",
            850,
            made(|deck, choices| seeded(16, deck, choices)),
        ),
        ("205 top-to-random moves", 1200, word("top-to-random^205")),
        ("only even orders", 100, made(even)),
        ("12 riffles", 65_000, word("riffle:4096")),
        (
            "32-bit seeds",
            200_000,
            made(|deck, choices| seeded(32, deck, choices)),
        ),
    ]
}

fn judged(
    cards: usize,
    decks: u64,
    alpha: f64,
    fair: &Fair,
    maker: &Maker,
    seed: u64,
) -> Judgement {
    let mut generator = Generator::unit(&Seed::from(seed), 0);
    let mut evidence = Evidence::new(cards).unwrap();
    let mut deck: Vec<u32> = (0..cards as u32).collect();
    for _ in 0..decks {
        maker(&mut deck, &mut generator);
        evidence.add(&deck).unwrap();
    }
    judge_by(&mut evidence, fair, alpha, Look::Only)
}

/// The digits of every p-value and of every detectable effect are the same in every build and on every processor. Run
/// it with `--release`, and with `FARO_SIMD=avx2` and `FARO_SIMD=none` too.
#[test]
fn p_values_have_the_same_digits_everywhere() {
    let pinned = [
        (3, "naive", 0x52de72fbd089c447),
        (4, "fisher-yates", 0x643075eb01ee9b6b),
        (5, "gsr^3", 0xabbeaf16f9f3cf7d),
        (9, "overhand:0.2^20", 0x0c36fcd29672cf60),
        (52, "gsr^8", 0x2fd838e731d1fc5b),
        (52, "fisher-yates", 0x21bad699da68d672),
        (70, "naive", 0xacbfa04b39811930),
    ];
    let found = pinned.map(|(cards, text, _)| {
        let judgement = judged(cards, 300, 0.001, &Fair::new(cards), &word(text), 1);
        let digits = |number: f64| number.to_bits();
        let numbers = judgement
            .findings
            .iter()
            .flat_map(|one| [one.statistic, one.p_value, one.adjusted_p_value]);
        let seen = faro_audit::power(cards, 300, 0.001, 50);
        let sizes = seen
            .iter()
            .flat_map(|one| one.next.iter().map(|next| next.0).chain(one.seen));
        let bits = numbers.chain(sizes).map(digits);
        (
            cards,
            text,
            bits.fold(0, |hash: u64, bits| {
                hash.wrapping_mul(0x100_0000_01b3) ^ bits
            }),
        )
    });
    assert_eq!(found, pinned);
}

/// The fast shuffles of the table, with three fixed seeds each, are all called unfair.
#[test]
fn unfair_shuffles_are_found() {
    let fair = Fair::new(52);
    for (name, decks, maker) in unfair().into_iter().filter(|(_, decks, _)| *decks <= 1200) {
        for seed in 0..3 {
            let judgement = judged(52, decks, 0.001, &fair, &maker, seed);
            assert_eq!(judgement.verdict, Verdict::Unfair, "{name}, seed {seed}");
        }
    }
}

/// Returns the p-values of every check over fair runs, by stream and name, and the number of runs that are called
/// unfair at level `alpha`.
fn fair_runs(cards: usize, decks: u64, runs: u64, alpha: f64) -> (BTreeMap<String, Vec<f64>>, u64) {
    let (fair, maker) = (Fair::new(cards), word("fisher-yates"));
    let (mut values, mut unfair) = (BTreeMap::<String, Vec<f64>>::new(), 0);
    for seed in 0..runs {
        let judgement = judged(cards, decks, alpha, &fair, &maker, seed);
        let least = judgement
            .findings
            .iter()
            .map(|finding| finding.adjusted_p_value)
            .fold(1.0, f64::min);
        assert_eq!(
            judgement.verdict == Verdict::Unfair,
            least <= alpha,
            "{cards} cards, seed {seed}"
        );
        unfair += u64::from(least <= alpha);
        for finding in judgement.findings {
            let name = format!("{}/{}", finding.stream.name(), finding.check.name());
            values.entry(name).or_default().push(finding.p_value);
        }
    }
    values.values_mut().for_each(|p| p.sort_by(f64::total_cmp));
    (values, unfair)
}

/// Returns the one-sided Kolmogorov–Smirnov distances of the p-values from the uniform law, times the square root of
/// their number: for too small and for too large p-values. Each is above 1.86 with probability at most 0.001.
fn too_small_and_too_large(sorted: &[f64]) -> (f64, f64) {
    let runs = sorted.len() as f64;
    let too_small = sorted
        .iter()
        .enumerate()
        .map(|(index, p)| (index + 1) as f64 / runs - p);
    let too_large = sorted
        .iter()
        .enumerate()
        .map(|(index, p)| p - index as f64 / runs);
    (
        too_small.fold(0.0, f64::max) * runs.sqrt(),
        too_large.fold(0.0, f64::max) * runs.sqrt(),
    )
}

/// Returns whether the p-values of a check may be too large, though never too small: the statistic is an integer, so
/// that p-values have steps, or the check combines dependent statistics or bounds its p-value.
fn may_be_large(check: &str) -> bool {
    let steps = [
        "cell",
        "sign",
        "short_draws",
        "repeats",
        "drift",
        "first",
        "fixed_points",
        "cycles",
        "longest",
        "descents",
        "rising",
    ];
    steps.iter().any(|step| check.contains(step))
}

/// With about fifty checks, one such test in sixteen has a distance above 1.86 by chance. With these fixed seeds no
/// distance is above 2.2 (probability 6·10^-5 each).
fn assert_uniform(values: &BTreeMap<String, Vec<f64>>) {
    for (name, p) in values {
        let (too_small, too_large) = too_small_and_too_large(p);
        assert!(too_small < 2.2, "{name}: p-values too small by {too_small}");
        assert!(
            may_be_large(name) || too_large < 2.2,
            "{name}: p-values too large by {too_large}"
        );
    }
}

#[test]
fn p_values_of_fair_shuffles_are_uniform() {
    let (values, unfair) = fair_runs(52, 100, 1500, 0.01);
    assert!(values.len() > 50, "{} checks", values.len());
    assert_uniform(&values);
    // 1 % is expected. More than 1.5 % of 1500 runs has probability 0.03.
    assert!(unfair <= 22, "{unfair} of 1500 fair shuffles called unfair");
}
