//! Causes are named as far as the decks decide, with numbers that are exact or have an interval; and the closest candidate
//! is shown if none is named.

mod support;

use std::cell::Cell;
use std::fs;

use faro::shuffle::{Choices, Generator, Seed, Shuffle};
use faro::zoo::Transpositions;
use faro_audit::{Cause, Diagnosis, Estimate, Evidence, judge};
use support::{InTime, faro};

/// Shuffles a new deck.
type Deal<'a> = &'a dyn Fn(&mut [u32], &mut Generator);

fn decks(cards: usize, number: usize, deal: Deal) -> Vec<Vec<u32>> {
    let mut generator = Generator::unit(&Seed::from(3), 0);
    let deck = |_| {
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        deal(&mut deck, &mut generator);
        deck
    };
    (0..number).map(deck).collect()
}

fn diagnose(cards: usize, number: usize, deal: Deal) -> Diagnosis {
    let mut evidence = Evidence::new(cards).unwrap();
    decks(cards, number, deal)
        .iter()
        .for_each(|deck| evidence.add(deck).unwrap());
    let judgement = judge(&mut evidence, 0.001);
    faro_audit::diagnose(&mut evidence, &judgement)
}

/// Shuffles by `x % (i + 1)` and returns the last state of the generator.
fn by_modulo(deck: &mut [u32], mut state: u64, next: impl Fn(u64) -> u64) -> u64 {
    for place in (1..deck.len()).rev() {
        state = next(state);
        deck.swap(place, (state % (place as u64 + 1)) as usize);
    }
    state
}

/// The cards that never move show how many are shuffled.
#[test]
fn a_part_of_the_deck() {
    for (cards, shuffled, decks) in [(52, 39, 500), (52, 30, 300), (26, 13, 200), (16, 11, 2000)] {
        let found = diagnose(cards, decks, &|deck, generator| {
            Transpositions::FisherYates.shuffle(&mut deck[..shuffled], generator);
        });
        let part = found
            .candidates
            .iter()
            .find(|one| one.cause == Cause::PartShuffled)
            .unwrap();
        let Estimate { value, interval } = part.estimate.unwrap();
        let [low, high] = interval.unwrap();
        assert_eq!(
            [value, low, high],
            [shuffled as f64; 3],
            "{shuffled} of {cards}"
        );
        assert_eq!(found.closest(), Some(part));
    }
}

/// Sorted by keys of 500 values: 8.97 bits, not 8.
#[test]
fn keys_of_any_number_of_values() {
    for (values, decks) in [(500, 3000), (40, 300), (6, 200)] {
        let found = diagnose(52, decks, &|deck, generator| {
            let mut keyed: Vec<(u32, u32)> = deck
                .iter()
                .map(|&card| (generator.below(values), card))
                .collect();
            keyed.sort_by_key(|(key, _)| *key);
            deck.iter_mut()
                .zip(keyed)
                .for_each(|(to, (_, card))| *to = card);
        });
        let keys = found.closest().unwrap();
        let Estimate { value, interval } = keys.values().unwrap();
        let [low, high] = interval.unwrap();
        let values = f64::from(values);
        assert_eq!(keys.cause, Cause::ShortKeys);
        // Half of a 95 % interval is about two standard errors; these are three.
        let errors = 1.5 * f64::ln(high / low) / 2.0;
        assert!(
            f64::ln(value / values).abs() <= errors && high <= 1.5 * low,
            "{keys:?}"
        );
    }
}

/// A generator of 500 seeds, of which 200 decks show some, and 5,000 decks all.
#[test]
fn seeds_of_any_number_of_values() {
    for (decks, within) in [(200, 0.3), (5000, 0.0)] {
        let found = diagnose(16, decks, &|deck, generator| {
            let seed = Seed::from(u64::from(generator.below(500)));
            Transpositions::FisherYates.shuffle(deck, &mut Generator::unit(&seed, 0));
        });
        let seed = found.closest().unwrap();
        let Estimate { value, interval } = seed.values().unwrap();
        let [low, high] = interval.unwrap();
        assert_eq!(seed.cause, Cause::ShortSeed);
        assert!(
            low <= 500.0 && 500.0 <= high && (value - 500.0).abs() <= 500.0 * within,
            "{seed:?}"
        );
        assert!((high - low) <= 3.0 * 500.0 * within, "{seed:?}");
    }
}

/// A linear congruential generator (Numerical Recipes), drawn by `x % (i + 1)`: never seeded again, or anew for each deck.
#[test]
fn low_bits_and_successive_seeds() {
    let shuffle = |deck: &mut [u32], state| {
        by_modulo(deck, state, |state| {
            (state * 1_664_525 + 1_013_904_223) & 0xffff_ffff
        })
    };
    for decks in [500, 3000] {
        let state = Cell::new(1);
        let stream = diagnose(52, decks, &|deck, _| state.set(shuffle(deck, state.get())));
        assert_eq!(stream.known().unwrap().cause, Cause::LowBits, "{decks}");
        let number = Cell::new(0);
        let seeds = diagnose(52, decks, &|deck, _| {
            number.set(number.get() + 1);
            shuffle(deck, number.get());
        });
        assert_eq!(
            seeds.known().unwrap().cause,
            Cause::SuccessiveSeeds,
            "{decks}"
        );
    }
}

/// Returns what `faro audit` prints.
fn audited(name: &str, decks: &[Vec<u32>], options: &[&str]) -> String {
    let path = format!("{}/{name}.txt", env!("CARGO_TARGET_TMPDIR"));
    let line = |deck: &Vec<u32>| {
        deck.iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" ")
            + "\n"
    };
    fs::write(&path, decks.iter().map(line).collect::<String>()).unwrap();
    let output = faro().arg("audit").arg(path).args(options).output_in_time();
    String::from_utf8(output.stdout).unwrap()
}

fn line<'a>(text: &'a str, head: &str) -> &'a str {
    text.lines()
        .find(|line| line.starts_with(head))
        .unwrap_or_else(|| panic!("no {head:?} in {text}"))
}

/// Squares of random numbers favour small ones.
#[test]
fn an_index_that_is_not_uniform() {
    let squares = decks(10, 200, &|deck, generator| {
        for place in (1..deck.len()).rev() {
            let number = f64::from(generator.below(1 << 30)) / f64::from(1 << 30);
            deck.swap(place, (number * number * (place + 1) as f64) as usize);
        }
    });
    let text = audited("squares", &squares, &[]);
    assert!(
        line(&text, "likeliest cause: ").contains("random index is not uniform"),
        "{text}"
    );
}

/// Halves that are shuffled apart before one swap are no known cause: the closest candidate is shown, and not called the cause.
/// Of two cards that are glued together no known cause explains half: none is shown, but what the decks have in common.
#[test]
fn the_closest_candidate_is_shown() {
    let halves = decks(10, 200, &|deck, generator| {
        for half in deck.chunks_mut(5) {
            Transpositions::FisherYates.shuffle(half, generator);
        }
        let [one, other] = [0; 2].map(|_| generator.below(10) as usize);
        deck.swap(one, other);
    });
    let text = audited("halves", &halves, &[]);
    assert!(
        line(&text, "likeliest cause: ").contains("unknown"),
        "{text}"
    );
    let closest = line(&text, "closest candidate: ");
    assert!(
        closest.contains(" of the evidence, but is not called the cause: what is left over"),
        "{closest}"
    );
    let html = format!("{}/halves.html", env!("CARGO_TARGET_TMPDIR"));
    let json = audited("halves", &halves, &["--format", "json", "--html", &html]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let diagnosis = &report["diagnosis"];
    assert_eq!(diagnosis["known"], false);
    let name = diagnosis["closest"].as_str().unwrap();
    assert!(
        closest.starts_with(&format!("closest candidate: {name}")),
        "{closest}"
    );
    assert!(
        diagnosis["candidates"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["cause"] == name)
    );
    assert!(
        fs::read_to_string(html)
            .unwrap()
            .contains("<th>closest candidate</th>")
    );
    let glued = decks(10, 400, &|deck, generator| {
        let mut others: Vec<u32> = deck.iter().copied().filter(|&card| card != 8).collect();
        Transpositions::FisherYates.shuffle(&mut others, generator);
        let place = others.iter().position(|&card| card == 3).unwrap();
        others.insert(place + 1, 8);
        deck.copy_from_slice(&others);
    });
    let text = audited("glued", &glued, &[]);
    assert!(
        line(&text, "likeliest cause: ").contains("unknown"),
        "{text}"
    );
    assert!(!text.contains("closest candidate: "), "{text}");
    assert!(
        line(&text, "these decks show: ").contains("is directly below"),
        "{text}"
    );
}

/// All of 500 seeds came: their number is exact, in the text and in JSON.
#[test]
fn a_number_of_seeds_is_written_out() {
    let seeded = decks(13, 5000, &|deck, generator| {
        let seed = Seed::from(1000 + u64::from(generator.below(500)));
        Transpositions::FisherYates.shuffle(deck, &mut Generator::unit(&seed, 0));
    });
    let text = audited("seeds", &seeded, &[]);
    assert!(
        line(&text, "likeliest cause: ").contains("a seed of too few bits: 500 values, 8.97 bits;"),
        "{text}"
    );
    let report: serde_json::Value =
        serde_json::from_str(&audited("seeds", &seeded, &["--format", "json"])).unwrap();
    let first = &report["diagnosis"]["candidates"][0];
    assert_eq!(
        ["estimate", "low", "high"].map(|field| first["values"][field].as_u64()),
        [Some(500); 3]
    );
    assert_eq!(first["unit"], "bits");
    assert_eq!(report["diagnosis"]["closest"], first["cause"]);
}

/// A counter that is never set again, by `x % (i + 1)`: it may as well be successive seeds. What decides is said.
#[test]
fn what_decides_is_said() {
    let state = Cell::new(12_345);
    let counted = decks(52, 3000, &|deck, _| {
        state.set(by_modulo(deck, state.get(), |state| {
            (state + 0x6d2b_79f5) & 0xffff_ffff
        }));
    });
    let text = audited("counter", &counted, &[]);
    assert!(
        line(&text, "likeliest cause: ").contains("undecided"),
        "{text}"
    );
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("possible: "))
            .count(),
        2,
        "{text}"
    );
    assert!(line(&text, "to decide: ").contains("draw one number more after each deck"));
}
