//! Counts how often the diagnosis ranks the right cause first, for every wrong shuffle, with two times the number of
//! decks that its verdict needs.
//!
//! `cargo bench -p faro-benches --bench diagnosis -- [SEEDS [FIRST SEED [PART OF A WORD]]]`
//!
//! The settings of the diagnosis were found with seeds from 1 on, so a test on new seeds must start higher. With
//! `needed` as the first argument it prints the number of decks at which 9 of 10 verdicts are "unfair".

use std::ops::Range;
use std::time::Instant;

use faro::word::Routine;
use faro::{Permutation, Word};
use faro_audit::{
    Cause, Diagnosis, Evidence, Fair, Look, Stream, Verdict, diagnose, judge, judge_by,
};
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use faro_sample::zoo::{CoinSort, Transpositions};

/// The way in which a word makes decks.
#[derive(Clone, Copy, PartialEq)]
enum DeckOrigin {
    /// Each deck is shuffled from a new deck.
    Anew,
    /// Each deck is shuffled from a new deck, and cut at a random position.
    AndCut,
    /// Each deck is shuffled from the previous one.
    FromTheLast,
}

struct DiagnosisCase(&'static str, DeckOrigin, usize, u64, Cause);

use DeckOrigin::{AndCut, Anew, FromTheLast};

#[rustfmt::skip]
const TABLE: &[DiagnosisCase] = &[
    DiagnosisCase("()", Anew, 52, 8, Cause::Unchanged),
    DiagnosisCase("reused-seed", Anew, 52, 8, Cause::SameOrder),
    DiagnosisCase("()", AndCut, 52, 8, Cause::Cut),
    DiagnosisCase("even", Anew, 52, 200, Cause::EvenOrders),
    DiagnosisCase("sattolo", Anew, 52, 50, Cause::Sattolo),
    DiagnosisCase("naive", Anew, 52, 600, Cause::Naive),
    DiagnosisCase("off-by-one:last", Anew, 52, 10, Cause::LastStays),
    DiagnosisCase("off-by-one:first", Anew, 52, 10, Cause::FirstStays),
    DiagnosisCase("off-by-one:early", Anew, 52, 570, Cause::StopsEarly),
    DiagnosisCase("coin-sort:insertion", Anew, 52, 8, Cause::CoinSort(CoinSort::Insertion)),
    DiagnosisCase("coin-sort:merge", Anew, 52, 1400, Cause::CoinSort(CoinSort::Merge)),
    DiagnosisCase("coin-sort:quick", Anew, 52, 132, Cause::CoinSort(CoinSort::Quick)),
    DiagnosisCase("coin-sort:heap", Anew, 52, 8, Cause::CoinSort(CoinSort::Heap)),
    DiagnosisCase("coin-sort:binary", Anew, 52, 1400, Cause::CoinSort(CoinSort::Binary)),
    DiagnosisCase("gsr", Anew, 52, 8, Cause::Riffles),
    DiagnosisCase("gsr^3", Anew, 52, 8, Cause::Riffles),
    DiagnosisCase("gsr^5", Anew, 52, 8, Cause::Riffles),
    DiagnosisCase("gsr^7", Anew, 52, 120, Cause::Riffles),
    DiagnosisCase("gsr^8", Anew, 52, 500, Cause::Riffles),
    DiagnosisCase("gsr^9", Anew, 52, 2_000, Cause::Riffles),
    DiagnosisCase("gsr^10", Anew, 52, 8_000, Cause::Riffles),
    DiagnosisCase("gsr^12", Anew, 52, 130_000, Cause::Riffles),
    DiagnosisCase("gsr^3", AndCut, 52, 8, Cause::RifflesAndCut),
    DiagnosisCase("gsr^7", AndCut, 52, 120, Cause::RifflesAndCut),
    DiagnosisCase("gsr^7 cut:26", Anew, 52, 120, Cause::RifflesAndCut),
    DiagnosisCase("gsr^3 cut:26", Anew, 52, 8, Cause::RifflesAndCut),
    DiagnosisCase("gsr^8 cut:26", Anew, 52, 500, Cause::RifflesAndCut),
    DiagnosisCase("gsr^8", AndCut, 52, 500, Cause::RifflesAndCut),
    DiagnosisCase("riffle:3", Anew, 52, 8, Cause::Riffles),
    DiagnosisCase("riffle:100", Anew, 52, 54, Cause::Riffles),
    DiagnosisCase("gsr:cut=0.3", Anew, 52, 8, Cause::UnevenRiffles),
    DiagnosisCase("gsr:cut=0.3^5", Anew, 52, 8, Cause::UnevenRiffles),
    DiagnosisCase("gsr:cut=0.3^7", Anew, 52, 14, Cause::UnevenRiffles),
    DiagnosisCase("gsr:cut=0.4^7", Anew, 52, 54, Cause::UnevenRiffles),
    DiagnosisCase("gsr:clump=0.7", Anew, 52, 8, Cause::ClumpedRiffles),
    DiagnosisCase("gsr:clump=0.7^7", Anew, 52, 8, Cause::ClumpedRiffles),
    DiagnosisCase("gsr:clump=0.3^7", Anew, 52, 190, Cause::ClumpedRiffles),
    DiagnosisCase("gsr:clump=0.9^10", Anew, 52, 8, Cause::ClumpedRiffles),
    DiagnosisCase("random-transposition^100", Anew, 52, 76, Cause::Swaps),
    DiagnosisCase("gsr^8", FromTheLast, 52, 500, Cause::Riffles),
    DiagnosisCase("short-keys:4", Anew, 52, 8, Cause::ShortKeys),
    DiagnosisCase("short-keys:8", Anew, 52, 500, Cause::ShortKeys),
    DiagnosisCase("modulo:8", Anew, 52, 6_000, Cause::Modulo),
    DiagnosisCase("modulo:6", Anew, 52, 132, Cause::Modulo),
    DiagnosisCase("skip:0.01", Anew, 52, 1_300, Cause::Skip),
    DiagnosisCase("skip:0.1", Anew, 52, 14, Cause::Skip),
    DiagnosisCase("state:8", Anew, 52, 64, Cause::ShortSeed),
    DiagnosisCase("state:16", Anew, 52, 1_700, Cause::ShortSeed),
    DiagnosisCase("state:31", Anew, 52, 300_000, Cause::ShortSeed),
    DiagnosisCase("top-to-random^52", Anew, 52, 8, Cause::TopToRandom),
    DiagnosisCase("top-to-random^205", Anew, 52, 2_400, Cause::TopToRandom),
    DiagnosisCase("swap-pairs:52", Anew, 52, 8, Cause::Swaps),
    DiagnosisCase("swap-pairs:120", Anew, 52, 400, Cause::Swaps),
    DiagnosisCase("overhand:0.2^10", Anew, 52, 8, Cause::Overhand),
    DiagnosisCase("overhand:0.3^60", Anew, 52, 36, Cause::Overhand),
    DiagnosisCase("thorp^3", Anew, 52, 8, Cause::Thorp),
    DiagnosisCase("thorp^5", Anew, 52, 12, Cause::Thorp),
    DiagnosisCase("shelf:10", Anew, 52, 64, Cause::Shelves),
    DiagnosisCase("shelf:3", Anew, 52, 8, Cause::Shelves),
    DiagnosisCase("naive", FromTheLast, 52, 600, Cause::Naive),
    DiagnosisCase("naive", Anew, 5, 2450, Cause::Naive),
    DiagnosisCase("sattolo", Anew, 5, 18, Cause::Sattolo),
    DiagnosisCase("gsr^3", Anew, 5, 228, Cause::Riffles),
    DiagnosisCase("coin-sort:insertion", Anew, 5, 92, Cause::CoinSort(CoinSort::Insertion)),
    DiagnosisCase("naive", Anew, 10, 1420, Cause::Naive),
    DiagnosisCase("gsr^5", Anew, 10, 684, Cause::Riffles),
    DiagnosisCase("short-keys:5", Anew, 10, 684, Cause::ShortKeys),
    DiagnosisCase("naive", Anew, 200, 92, Cause::Naive),
    DiagnosisCase("gsr^9", Anew, 200, 26, Cause::Riffles),
    DiagnosisCase("sattolo", Anew, 200, 8, Cause::Sattolo),
    DiagnosisCase("coin-sort:merge", Anew, 200, 800, Cause::CoinSort(CoinSort::Merge)),
    DiagnosisCase("coin-sort:merge", Anew, 200, 44, Cause::CoinSort(CoinSort::Merge)),
    DiagnosisCase("skip:0.01", Anew, 200, 92, Cause::Skip),
];

impl DiagnosisCase {
    fn stream(&self) -> Stream {
        if self.1 == FromTheLast {
            Stream::Steps
        } else {
            Stream::Decks
        }
    }

    /// Returns whether `cause` is the row's cause. For riffles, a cause that leaves the cut open is right too.
    fn is_right(&self, cause: Cause) -> bool {
        let riffles = matches!(self.4, Cause::Riffles | Cause::RifflesAndCut);
        cause == self.4 || riffles && cause == Cause::RifflesPerhapsCut
    }

    fn name(&self) -> String {
        let how = match self.1 {
            Anew => "",
            AndCut => ", cut anywhere",
            FromTheLast => ", from the last",
        };
        format!("{}{how}: {} cards", self.0, self.2)
    }

    /// Shuffles decks as the row says, and passes them on one by one.
    fn deal(&self, seed: u64, decks: u64, mut show: impl FnMut(u64, &[u32])) {
        let &DiagnosisCase(word, how, cards, ..) = self;
        let routine =
            (word != "even").then(|| word.parse::<Word>().unwrap().routine(cards).unwrap());
        let mut generator = Generator::unit(&Seed::from(seed), 77);
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        for number in 1..=decks {
            if how != FromTheLast {
                deck = (0..cards as u32).collect();
            }
            shuffle(routine.as_ref(), &mut deck, &mut generator);
            if how == AndCut {
                let place = generator.below(cards as u32) as usize;
                deck.rotate_left(place);
            }
            show(number, &deck);
        }
    }

    fn diagnose(&self, seed: u64) -> Option<(Diagnosis, f64)> {
        let mut evidence = Evidence::new(self.2).unwrap();
        self.deal(seed, self.3, |_, deck| evidence.add(deck).unwrap());
        let judgement = judge(&mut evidence, 0.001);
        let start = Instant::now();
        let diagnosis = diagnose(&mut evidence, &judgement);
        (judgement.verdict == Verdict::Unfair).then(|| (diagnosis, start.elapsed().as_secs_f64()))
    }

    /// Returns the smallest number of decks, in steps of a fifth, at which 9 of 10 verdicts are unfair. The result is
    /// at most the row's number of decks.
    fn needed(&self, seeds: Range<u64>) -> Option<u64> {
        let fair = Fair::new(self.2);
        let steps: Vec<u64> = (5..80)
            .map(|step| 1.2f64.powi(step).round() as u64)
            .collect();
        let steps: Vec<u64> = steps.into_iter().filter(|&decks| decks <= self.3).collect();
        let mut unfair = vec![0; steps.len()];
        for seed in seeds.clone() {
            let mut evidence = Evidence::new(self.2).unwrap();
            self.deal(seed, self.3, |number, deck| {
                evidence.add(deck).unwrap();
                if let Ok(step) = steps.binary_search(&number) {
                    let judgement = judge_by(&mut evidence, &fair, 0.001, Look::Only);
                    unfair[step] += u64::from(judgement.verdict == Verdict::Unfair);
                }
            });
        }
        let enough = (9 * (seeds.end - seeds.start)).div_ceil(10);
        let last = unfair
            .iter()
            .rposition(|&unfair| unfair < enough)
            .map_or(0, |few| few + 1);
        steps.get(last).copied()
    }

    fn report(&self, seeds: Range<u64>) {
        let of = seeds.end - seeds.start;
        let mut row = RowResults::default();
        seeds
            .filter_map(|seed| self.diagnose(seed))
            .for_each(|one| row.add(self, &one));
        let RowResults {
            seen,
            right,
            open,
            unknown,
            fits,
            slowest,
            estimates,
            others,
        } = row;
        println!(
            "{right:>2}/{seen}/{of} {}, {} decks; {open} open, {unknown} unknown; fit {:.2}; {slowest:.1} s; {} {}",
            self.name(),
            self.3,
            fits / f64::from(right.max(1)),
            estimates.join(" "),
            others.join(", ")
        );
    }
}

/// The results of a row over all seeds.
#[derive(Default)]
struct RowResults {
    /// Number of unfair verdicts.
    seen: u32,
    /// Number of diagnoses with the right cause first.
    right: u32,
    /// Number of these diagnoses that leave open whether there was a cut.
    open: u32,
    /// Number of diagnoses with the right cause first that still call the cause unknown.
    unknown: u32,
    fits: f64,
    slowest: f64,
    estimates: Vec<String>,
    others: Vec<String>,
}

impl RowResults {
    fn add(&mut self, row: &DiagnosisCase, (diagnosis, seconds): &(Diagnosis, f64)) {
        self.seen += 1;
        self.slowest = self.slowest.max(*seconds);
        let Some(first) = diagnosis.candidates.first() else {
            return self.others.push("nothing".into());
        };
        let open = first.cause == Cause::RifflesPerhapsCut && row.is_right(first.cause);
        if row.is_right(first.cause) && first.stream == row.stream() {
            self.right += 1;
            self.open += u32::from(open);
            self.unknown += u32::from(diagnosis.known().is_none());
            self.fits += first.fit;
            let rounded = |value: f64| format!("{}", (1000.0 * value).round() / 1000.0);
            self.estimates
                .extend(first.estimate.map(|found| rounded(found.value)));
        } else {
            let of = diagnosis
                .candidates
                .iter()
                .find(|other| row.is_right(other.cause));
            let behind = of.map_or(f64::NAN, |of| first.score - of.score);
            self.others
                .push(format!("{:?}/{:?} {behind:.1}", first.cause, first.stream));
        }
    }
}

fn shuffle(routine: Option<&Routine>, deck: &mut [u32], generator: &mut Generator) {
    if let Some(routine) = routine {
        return routine.shuffle(deck, generator);
    }
    Transpositions::FisherYates.shuffle(deck, generator);
    if Permutation::from_deck(deck.to_vec()).unwrap().sign() < 0 {
        deck.swap(0, 1);
    }
}

fn main() {
    let mut arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|text| !text.starts_with('-'))
        .collect();
    let needed = arguments.first().is_some_and(|first| first == "needed");
    arguments.drain(..usize::from(needed));
    let number = |index: usize, or: u64| {
        arguments
            .get(index)
            .map_or(or, |text| text.parse().expect("a number"))
    };
    let (seeds, first) = (number(0, 20), number(1, 1));
    let part = arguments.get(2).map_or("", String::as_str);
    for row in TABLE.iter().filter(|row| row.name().contains(part)) {
        match needed {
            true => println!(
                "{}, {} decks: {:?}",
                row.name(),
                row.3,
                row.needed(first..first + seeds)
            ),
            false => row.report(first..first + seeds),
        }
    }
}
