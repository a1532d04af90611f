//! The audit's error rates: how seldom it calls a fair shuffle unfair, and how few decks it needs to see
//! what is wrong with the others.

use faro::Word;
use faro::audit::{Evidence, Fair, Judgement, Verdict};
use faro::shuffle::{Choices, Generator, Seed, Shuffle};
use faro::zoo::Transpositions;

/// Makes the next deck from the last.
type Maker = Box<dyn Fn(&mut Vec<u32>, &mut Generator)>;

fn new_deck(deck: &mut [u32]) {
    deck.iter_mut().zip(0..).for_each(|(card, place)| *card = place);
}

/// A word of the language, from a new deck.
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

/// What needs no word.
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

fn skipping(deck: &mut [u32], choices: &mut Generator) {
    for place in (1..deck.len()).rev() {
        let other = choices.below(place as u32 + 1) as usize;
        if choices.below(100) > 0 {
            deck.swap(place, other);
        }
    }
}

fn even(deck: &mut [u32], choices: &mut Generator) {
    Transpositions::Down.shuffle(deck, choices);
    if faro::Permutation::from_deck(deck.to_vec()).unwrap().inversions() % 2 == 1 {
        deck.swap(0, 1);
    }
}

/// Seeded anew for each deck with so many bits.
fn seeded(bits: u32, deck: &mut [u32], choices: &mut Generator) {
    let seed = u64::from(choices.below(1 << 16)) | u64::from(choices.below(1 << 16)) << 16;
    let seed = Seed::from(seed & ((1 << bits) - 1));
    Transpositions::Down.shuffle(deck, &mut Generator::unit(&seed, 1 << 40));
}

/// Each with the decks that are enough to call it unfair in nine of ten runs, at alpha 0.001.
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
        ("each from the last by 8 riffles", 250, chained("gsr^8", false)),
        ("8-bit sort keys", 250, word("short-keys:8")),
        ("8-bit modulo", 3000, word("modulo:8")),
        ("a swap skipped in a hundred", 650, made(skipping)),
        ("16-bit seeds", 850, made(|deck, choices| seeded(16, deck, choices))),
        ("205 top-to-random moves", 1200, word("top-to-random^205")),
        ("only even orders", 100, made(even)),
        ("12 riffles", 65_000, word("riffle:4096")),
        ("32-bit seeds", 200_000, made(|deck, choices| seeded(32, deck, choices))),
    ]
}

fn judged(cards: usize, decks: u64, alpha: f64, fair: &Fair, maker: &Maker, seed: u64) -> Judgement {
    let mut generator = Generator::unit(&Seed::from(seed), 0);
    let mut evidence = Evidence::new(cards);
    let mut deck: Vec<u32> = (0..cards as u32).collect();
    for _ in 0..decks {
        maker(&mut deck, &mut generator);
        evidence.add(&deck);
    }
    evidence.judge_by(fair, alpha)
}

/// Over twenty seeds each; prints which check spoke first.
#[test]
#[ignore = "minutes: the table of CONTRIBUTING.md"]
fn decks_that_are_enough() {
    let fair = Fair::new(52);
    let mut missed = Vec::new();
    for (name, decks, maker) in unfair() {
        let judgements: Vec<Judgement> =
            (0..20).map(|seed| judged(52, decks, 0.001, &fair, &maker, 100 + seed)).collect();
        let seen = judgements.iter().filter(|one| one.verdict == Verdict::Unfair).count();
        let mut first: Vec<String> = judgements
            .iter()
            .map(|one| format!("{}/{}", one.findings[0].stream.name(), one.findings[0].check.name()))
            .collect();
        first.sort();
        first.dedup();
        let mut p: Vec<f64> = judgements.iter().map(|one| one.findings[0].adjusted_p_value).collect();
        p.sort_by(f64::total_cmp);
        println!(
            "{name:34} {decks:7} {seen:2} of 20  median {:.1e} worst-but-two {:.1e} {first:?}",
            p[10], p[17]
        );
        if seen < 18 {
            missed.push(name);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

fn fisher_yates() -> Maker {
    word("fisher-yates")
}

/// How often p-values of each check are below a few levels, over many fair runs.
#[test]
#[ignore = "minutes: the table of CONTRIBUTING.md"]
fn fair_shuffles_are_fair() {
    let runs: u64 = std::env::var("FARO_RUNS").map_or(2000, |runs| runs.parse().unwrap());
    for (cards, decks) in [(52, 200), (52, 30), (2, 100), (3, 100), (5, 100), (200, 50), (10, 300)] {
        let fair = Fair::new(cards);
        let maker = fisher_yates();
        let mut values: std::collections::BTreeMap<String, Vec<f64>> = Default::default();
        let mut unfair = 0;
        for seed in 0..runs {
            let judgement = judged(cards, decks, 0.01, &fair, &maker, seed);
            unfair += u64::from(judgement.verdict == Verdict::Unfair);
            for finding in judgement.findings {
                let name = format!("{}/{}", finding.stream.name(), finding.check.name());
                values.entry(name).or_default().push(finding.p_value);
            }
        }
        println!("{cards} cards, {decks} decks: {unfair} of {runs} unfair");
        for (name, mut p) in values {
            p.sort_by(f64::total_cmp);
            let runs = p.len() as f64;
            let above = p.iter().enumerate().map(|(i, p)| (i + 1) as f64 / runs - p).fold(0.0, f64::max);
            let below = p.iter().enumerate().map(|(i, p)| p - i as f64 / runs).fold(0.0, f64::max);
            let rate = |level: f64| p.partition_point(|&p| p <= level) as f64 / runs / level;
            println!(
                "  {name:44} D+ {:5.2} D- {:5.2}  rates {:.2} {:.2} {:.2}",
                above * runs.sqrt(),
                below * runs.sqrt(),
                rate(0.1),
                rate(0.01),
                rate(0.001)
            );
        }
    }
}
