//! How often the diagnosis names the right cause first: every wrong shuffle at twice the decks that its
//! verdict needs.
//!
//! `cargo bench --bench diagnosis -- [SEEDS] [PART OF A WORD]`

use std::time::Instant;

use faro::audit::{Cause, Diagnosis, Evidence, Stream};
use faro::shuffle::{Choices, Generator, Seed, Shuffle};
use faro::word::Routine;
use faro::zoo::{CoinSort, Transpositions};
use faro::{Permutation, Word};

/// How decks are made of a word.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// Each from a new deck.
    Anew,
    /// The same, cut anywhere.
    AndCut,
    /// Each from the last.
    FromTheLast,
}

struct Row(&'static str, How, usize, u64, Cause);

use How::{AndCut, Anew, FromTheLast};

#[rustfmt::skip]
const TABLE: &[Row] = &[
    Row("()", Anew, 52, 20, Cause::Unchanged),
    Row("reused-seed", Anew, 52, 20, Cause::SameOrder),
    Row("()", AndCut, 52, 20, Cause::Cut),
    Row("even", Anew, 52, 200, Cause::EvenOrders),
    Row("sattolo", Anew, 52, 50, Cause::Sattolo),
    Row("naive", Anew, 52, 600, Cause::Naive),
    Row("off-by-one:last", Anew, 52, 100, Cause::LastStays),
    Row("off-by-one:first", Anew, 52, 100, Cause::FirstStays),
    Row("off-by-one:early", Anew, 52, 400, Cause::StopsEarly),
    Row("coin-sort:insertion", Anew, 52, 50, Cause::CoinSort(CoinSort::Insertion)),
    Row("coin-sort:merge", Anew, 52, 1400, Cause::CoinSort(CoinSort::Merge)),
    Row("coin-sort:quick", Anew, 52, 200, Cause::CoinSort(CoinSort::Quick)),
    Row("coin-sort:heap", Anew, 52, 200, Cause::CoinSort(CoinSort::Heap)),
    Row("coin-sort:binary", Anew, 52, 1400, Cause::CoinSort(CoinSort::Binary)),
    Row("gsr", Anew, 52, 20, Cause::Riffles),
    Row("gsr^3", Anew, 52, 20, Cause::Riffles),
    Row("gsr^5", Anew, 52, 30, Cause::Riffles),
    Row("gsr^7", Anew, 52, 120, Cause::Riffles),
    Row("gsr^8", Anew, 52, 500, Cause::Riffles),
    Row("gsr^9", Anew, 52, 2_000, Cause::Riffles),
    Row("gsr^10", Anew, 52, 8_000, Cause::Riffles),
    Row("gsr^12", Anew, 52, 130_000, Cause::Riffles),
    Row("gsr^3", AndCut, 52, 40, Cause::RifflesAndCut),
    Row("gsr^7", AndCut, 52, 120, Cause::RifflesAndCut),
    Row("gsr^7 cut:26", Anew, 52, 120, Cause::RifflesAndCut),
    Row("gsr^8", FromTheLast, 52, 500, Cause::Riffles),
    Row("short-keys:4", Anew, 52, 30, Cause::ShortKeys),
    Row("short-keys:8", Anew, 52, 500, Cause::ShortKeys),
    Row("modulo:8", Anew, 52, 6_000, Cause::Modulo),
    Row("modulo:6", Anew, 52, 200, Cause::Modulo),
    Row("skip:0.01", Anew, 52, 1_300, Cause::Skip),
    Row("skip:0.1", Anew, 52, 60, Cause::Skip),
    Row("state:8", Anew, 52, 60, Cause::ShortSeed),
    Row("state:16", Anew, 52, 1_700, Cause::ShortSeed),
    Row("state:31", Anew, 52, 300_000, Cause::ShortSeed),
    Row("top-to-random^52", Anew, 52, 50, Cause::TopToRandom),
    Row("top-to-random^205", Anew, 52, 2_400, Cause::TopToRandom),
    Row("swap-pairs:52", Anew, 52, 50, Cause::Swaps),
    Row("swap-pairs:120", Anew, 52, 1_000, Cause::Swaps),
    Row("overhand:0.2^10", Anew, 52, 50, Cause::Overhand),
    Row("overhand:0.3^60", Anew, 52, 200, Cause::Overhand),
    Row("thorp^3", Anew, 52, 50, Cause::Thorp),
    Row("thorp^5", Anew, 52, 200, Cause::Thorp),
    Row("shelf:10", Anew, 52, 400, Cause::Shelves),
    Row("shelf:3", Anew, 52, 50, Cause::Shelves),
    Row("naive", FromTheLast, 52, 600, Cause::Naive),
    Row("naive", Anew, 5, 2_000, Cause::Naive),
    Row("sattolo", Anew, 5, 300, Cause::Sattolo),
    Row("gsr^3", Anew, 5, 1_000, Cause::Riffles),
    Row("coin-sort:insertion", Anew, 5, 500, Cause::CoinSort(CoinSort::Insertion)),
    Row("naive", Anew, 10, 1_000, Cause::Naive),
    Row("gsr^5", Anew, 10, 500, Cause::Riffles),
    Row("short-keys:5", Anew, 10, 500, Cause::ShortKeys),
    Row("naive", Anew, 200, 300, Cause::Naive),
    Row("gsr^9", Anew, 200, 100, Cause::Riffles),
    Row("sattolo", Anew, 200, 30, Cause::Sattolo),
    Row("coin-sort:merge", Anew, 200, 800, Cause::CoinSort(CoinSort::Merge)),
    Row("skip:0.01", Anew, 200, 300, Cause::Skip),
];

impl Row {
    fn diagnose(&self, seed: u64) -> Option<(Diagnosis, f64)> {
        let &Row(word, how, cards, decks, _) = self;
        let routine = (word != "even").then(|| word.parse::<Word>().unwrap().routine(cards).unwrap());
        let mut generator = Generator::unit(&Seed::from(seed), 77);
        let (mut evidence, mut deck) = (Evidence::new(cards), Vec::new());
        for _ in 0..decks {
            if how != FromTheLast || deck.is_empty() {
                deck = (0..cards as u32).collect();
            }
            shuffle(routine.as_ref(), &mut deck, &mut generator);
            if how == AndCut {
                let place = generator.below(cards as u32) as usize;
                deck.rotate_left(place);
            }
            evidence.add(&deck);
        }
        let judgement = evidence.judge(0.001);
        let start = Instant::now();
        let diagnosis = evidence.diagnose(&judgement, false, |_| true);
        (judgement.verdict == faro::audit::Verdict::Unfair)
            .then(|| (diagnosis, start.elapsed().as_secs_f64()))
    }
}

fn shuffle(routine: Option<&Routine>, deck: &mut [u32], generator: &mut Generator) {
    if let Some(routine) = routine {
        return routine.shuffle(deck, generator);
    }
    Transpositions::Down.shuffle(deck, generator);
    if Permutation::from_deck(deck.to_vec()).unwrap().sign() < 0 {
        deck.swap(0, 1);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|text| !text.starts_with('-')).collect();
    let seeds: u64 = arguments.first().and_then(|seeds| seeds.parse().ok()).unwrap_or(20);
    let part = arguments.get(1).map_or("", String::as_str);
    println!("right of seeds seen, cards, decks, fit, slowest; the estimates; what else was named first");
    for row in TABLE.iter().filter(|row| row.0.contains(part)) {
        report(row, seeds);
    }
}

fn report(row: &Row, seeds: u64) {
    let &Row(word, how, cards, decks, cause) = row;
    let (mut right, mut seen, mut slowest, mut fits) = (0, 0, 0f64, 0.0);
    let (mut others, mut estimates) = (Vec::new(), Vec::new());
    for (diagnosis, seconds) in (1..=seeds).filter_map(|seed| row.diagnose(seed)) {
        (seen, slowest) = (seen + 1, slowest.max(seconds));
        let stream = if how == FromTheLast { Stream::Steps } else { Stream::Decks };
        match diagnosis.candidates.first() {
            Some(first) if (first.cause, first.stream) == (cause, stream) => {
                (right, fits) = (right + usize::from(diagnosis.known().is_some()), fits + first.fit);
                estimates.extend(
                    first.estimate.map(|found| format!("{}", (1000.0 * found.value).round() / 1000.0)),
                );
            }
            Some(first) => {
                let of = diagnosis.candidates.iter().find(|other| other.cause == cause);
                let behind = of.map_or(f64::NAN, |of| first.score - of.score);
                others.push(format!("{:?}/{:?} {behind:.1}", first.cause, first.stream));
            }
            None => others.push("nothing".into()),
        }
    }
    let how = match how {
        Anew => "",
        AndCut => ", cut",
        FromTheLast => ", from the last",
    };
    let fit = fits / f64::from(right.max(1) as u32);
    println!(
        "{right:>2}/{seen:<2}/{seeds:<3} {word}{how}: {cards} cards, {decks} decks; fit {fit:.2}; {slowest:.1} s; {} {}",
        estimates.join(" "),
        others.join(", ")
    );
}
