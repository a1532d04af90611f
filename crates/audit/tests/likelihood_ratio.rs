//! Numbers of decks that an audit needs to find unfair shuffles in hands, compared with the likelihood ratio, which
//! needs the fewest.

mod laws;
mod naive;

use faro::Word;
use faro::distribution::Law;
use faro::shuffle::{Choices, Generator, Seed};
use faro::word::Routine;
use faro_audit::{Design, Observed, Trials, Verdict};
use laws::{Ratios, Unfair};

/// The default significance level of an audit.
const ALPHA: f64 = 0.001;
const POWER: f64 = 0.9;

fn routine(word: &str, cards: usize) -> Routine {
    word.parse::<Word>().unwrap().routine(cards).unwrap()
}

/// An unfair shuffle and its word.
fn alternatives() -> Vec<(&'static str, Unfair)> {
    vec![
        ("naive", Unfair::Naive),
        ("sattolo", Unfair::Sattolo),
        ("skip:0.1", Unfair::Skip(0.1)),
        ("gsr^5", Unfair::Riffle(32)),
        ("gsr^6", Unfair::Riffle(64)),
        ("gsr^7", Unfair::Riffle(128)),
        ("gsr^8", Unfair::Riffle(256)),
    ]
}

/// The probability of each hand of a few cards is equal to its probability under the exact law of the decks.
#[test]
fn ratios_are_those_of_exact_laws() {
    let small = [("naive", 0), ("sattolo", 1), ("skip:0.1", 2), ("gsr^2", 3)];
    for ((word, index), cards, seen) in small
        .into_iter()
        .flat_map(|one| [(one, 5, 3), (one, 6, 2), (one, 4, 4), (one, 4, 1)])
    {
        let unfair = || {
            if index == 3 {
                Unfair::Riffle(4)
            } else {
                alternatives().swap_remove(index).1
            }
        };
        let law = Law::new(&routine(word, cards), cards).unwrap();
        for is_ordered in [true, false] {
            let mut ratios = Ratios::new(unfair(), cards, seen, is_ordered);
            let hand = |rank: usize| {
                let mut hand: Vec<usize> = law.deck(rank)[..seen]
                    .iter()
                    .map(|&card| card as usize)
                    .collect();
                if !is_ordered {
                    hand.sort_unstable();
                }
                hand
            };
            let hands: Vec<(Vec<usize>, f64)> = (0..law.orders())
                .map(|rank| (hand(rank), law.chance(rank).to_f64()))
                .collect();
            for (hand, _) in &hands {
                let same = || hands.iter().filter(|(other, _)| other == hand);
                let expected =
                    same().map(|(_, chance)| chance).sum::<f64>() / same().count() as f64;
                let found = ratios.ratio(hand) / law.orders() as f64;
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{word} {hand:?} of {cards}: {found} {expected}"
                );
            }
        }
    }
}

/// Number of fair hands for the likelihood ratio.
const HANDS: usize = 60_000;

/// Number of audits, and of sums of log-likelihood ratios, for each tried number of decks.
const AUDITS: u64 = 200;
const SUMS: usize = 40_000;

/// Returns the logarithms of the ratios of fair hands, and of hands resampled with their ratios as weights.
fn logarithms(ratios: &mut Ratios, cards: u32, seen: usize) -> [Vec<f64>; 2] {
    let mut generator = Generator::unit(&Seed::from(1), 0);
    let fisher_yates = routine("fisher-yates", cards as usize);
    let mut ratio = || {
        let mut deck: Vec<u32> = (0..cards).collect();
        faro::shuffle::Shuffle::shuffle(&fisher_yates, &mut deck, &mut generator);
        ratios.ratio(
            &deck[..seen]
                .iter()
                .map(|&card| card as usize)
                .collect::<Vec<_>>(),
        )
    };
    let fair: Vec<f64> = (0..HANDS).map(|_| ratio()).collect();
    let whole: f64 = fair.iter().sum();
    assert!(
        (whole / HANDS as f64 - 1.0).abs() < 0.05,
        "mean ratio {}",
        whole / HANDS as f64
    );
    let (mut sum, mut unfair) = (0.0, Vec::new());
    for ratio in &fair {
        sum += ratio / whole * HANDS as f64;
        while (unfair.len() as f64) + 0.5 < sum {
            unfair.push(ratio.ln());
        }
    }
    [fair.into_iter().map(f64::ln).collect(), unfair]
}

/// Returns the share of sums of `decks` unfair logarithms that are above the quantile of the sums of fair ones.
fn power([fair, unfair]: &[Vec<f64>; 2], decks: usize) -> f64 {
    let mut generator = Generator::unit(&Seed::from(2), decks as u64);
    let mut sums = |of: &[f64]| {
        let mut sum = || {
            (0..decks)
                .map(|_| of[generator.below(of.len() as u32) as usize])
                .sum::<f64>()
        };
        let mut sums: Vec<f64> = (0..SUMS).map(|_| sum()).collect();
        sums.sort_by(f64::total_cmp);
        sums
    };
    let (fair, unfair) = (sums(fair), sums(unfair));
    let bound = fair[SUMS - (ALPHA * SUMS as f64) as usize];
    unfair.iter().filter(|sum| **sum > bound).count() as f64 / SUMS as f64
}

/// Returns the smallest number of decks for which `has` is true, up to an error of 2 %.
fn least(has: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, 2);
    while !has(high) {
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 + high / 50 {
        let middle = (low + high) / 2;
        *(if has(middle) { &mut high } else { &mut low }) = middle;
    }
    high
}

/// Prints the numbers of decks that the likelihood ratio and the audit need. The environment variable ROWS selects a
/// word.
#[test]
#[ignore = "minutes; see CONTRIBUTING.md"]
fn decks_needed_through_seven_of_sixty() {
    let rows = std::env::var("ROWS").unwrap_or_default();
    println!("| seen | shuffle | likelihood ratio | audit | times |\n|---|---|---|---|---|");
    for (name, is_ordered) in [("in order", true), ("as a set", false)] {
        let design = if is_ordered {
            Design::first_cards(60, 7)
        } else {
            Design::hands(60, &[7])
        }
        .unwrap();
        for (word, unfair) in alternatives()
            .into_iter()
            .filter(|(word, _)| word.contains(&rows))
        {
            let mut ratios = Ratios::new(unfair, 60, 7, is_ordered);
            let logarithms = logarithms(&mut ratios, 60, 7);
            let best = least(|decks| power(&logarithms, decks) >= POWER);
            let shuffle = routine(word, 60);
            let seen = Observed::Partial(design.clone(), (0..60).collect());
            let audits = least(|decks| {
                let trials = Trials::new(seen.clone(), decks as u64, &shuffle, ALPHA).unwrap();
                let is_found =
                    |run: &u64| trials.judge(&Seed::from(3), *run).verdict == Verdict::Unfair;
                (0..AUDITS).filter(is_found).count() as f64 >= POWER * AUDITS as f64
            });
            println!(
                "| {name} | `{word}` | {best} | {audits} | {:.2} |",
                audits as f64 / best as f64
            );
        }
    }
}
