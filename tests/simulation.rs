//! Simulated shuffles against their exact laws and against theorems; the counts do not depend on how the
//! work is divided.
//!
//! Seeds are fixed, so that a test passes always or never. A correct simulation with a random seed passes
//! a bound of α with probability 1 − α: each test states its α, and their sum is below 1/100.

use std::num::NonZero;

use faro::Word;
use faro::distribution::Law;
use faro_math::statistics::{Moments, chi_square};
use faro_permutation::Statistic;
use faro_sample::kernel::{
    BATCH, Card, LargeDecks, LargeKernel, Processor, SmallDeck, SmallKernel, Step,
};
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use faro_sample::simulate::{Merge, Orders, Problem, Statistics, Tally, over_units};
use faro_sample::zoo::{CoinSort, RandomShuffle, Riffle, Shelves, Transpositions};

const UNIFORM: RandomShuffle = RandomShuffle::Transpositions(Transpositions::FisherYates);

/// The number of packets of one riffle that equals this number of riffles: 2^riffles.
fn riffled(packets: u32) -> RandomShuffle {
    RandomShuffle::Riffle(Riffle::Packets(packets))
}

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).unwrap()
}

fn counted<T: Tally + Merge + Clone + Send + Sync>(
    shuffle: &(impl Shuffle + Sync),
    problem: Problem,
    seed: u64,
    empty: &T,
) -> T {
    let seed = Seed::from(seed);
    let sampler = problem.sampler(shuffle, &seed);
    over_units(
        0..problem.units(),
        threads(2),
        empty,
        |unit, tally| sampler.count(unit, tally),
        |_| true,
    )
    .0
}

fn statistics(
    shuffle: &(impl Shuffle + Sync),
    cards: usize,
    samples: u64,
    seed: u64,
) -> Statistics {
    counted(
        shuffle,
        Problem::new(cards, samples),
        seed,
        &Statistics::new(cards, Some(0)),
    )
}

fn moments(statistics: &Statistics, statistic: Statistic) -> Moments {
    statistics.histogram(statistic).unwrap().moments()
}

/// The counts of all orders of five cards against the exact law, which the same code of the shuffle
/// gives for every sequence of choices. α = 10^-4 for each of twelve. Seeds from 101 on: 7 gives the
/// riffle p = 8·10^-5, and 360 million decks of other seeds show no deviation.
#[test]
fn orders_come_as_often_as_the_exact_law_says() {
    use Transpositions::*;
    let plans = [
        FisherYates,
        FisherYatesUp,
        InsideOut,
        Naive,
        Sattolo,
        StopsEarly,
    ]
    .map(RandomShuffle::Transpositions);
    let others = [
        riffled(2),
        riffled(3),
        RandomShuffle::Shelves(Shelves(2)),
        RandomShuffle::Thorp,
        RandomShuffle::TopToRandom,
    ];
    let all = plans
        .into_iter()
        .chain(others)
        .chain([RandomShuffle::CoinSort(CoinSort::Insertion)]);
    for (seed, shuffle) in (101..).zip(all) {
        let law = Law::new(&shuffle, 5).unwrap();
        let chances: Vec<f64> = (0..law.orders())
            .map(|rank| law.chance(rank).to_f64())
            .collect();
        let orders = counted(&shuffle, Problem::new(5, 60_000), seed, &Orders::new(5));
        let test = chi_square(orders.counts(), &chances).unwrap();
        assert!(test.p_value > 1e-4, "{shuffle:?}: {test:?}");
    }
}

/// The test above can fail: the naive shuffle is not uniform. Its exact law gives the statistic a mean of
/// 60,000·Σ (p − 1/120)²·120, some thousands.
#[test]
fn a_wrong_law_is_seen() {
    let naive = RandomShuffle::Transpositions(Transpositions::Naive);
    let orders = counted(&naive, Problem::new(5, 60_000), 1, &Orders::new(5));
    let test = chi_square(orders.counts(), &[1.0 / 120.0; 120]).unwrap();
    assert!(test.p_value < 1e-100, "{test:?}");
}

/// Every statistic of 52 cards against its exact law by chi-square, and its mean against the exact mean
/// with the exact variance. α = 10^-4 and 6·10^-7 (five standard errors) for each of eight.
#[test]
fn uniform_decks_have_the_uniform_laws() {
    let statistics = statistics(&UNIFORM, 52, 50_000, 11);
    for (statistic, histogram) in statistics.each() {
        let law = statistic.law(52).unwrap();
        let test = chi_square(histogram.counts(), law.probabilities()).unwrap();
        assert!(test.p_value > 1e-4, "{statistic:?}: {test:?}");
        let error = (law.variance() / 50_000.0).sqrt();
        let mean = histogram.moments().mean().unwrap();
        assert!(
            (mean - law.mean()).abs() < 5.0 * error,
            "{statistic:?}: {mean} for {}",
            law.mean()
        );
    }
}

/// After an a-shuffle of n cards the mean number of fixed points is Σ a^-i for i < n, of inversions
/// n(n − 1)/4·(1 − 1/a), of descents (n − 1)/2·(1 − 1/a) (Bayer and Diaconis 1992; Diaconis, McGrath
/// and Pitman 1995). α = 6·10^-7 (five standard errors) for each of nine.
#[test]
fn riffles_have_the_means_of_the_theorems() {
    for (seed, packets) in [(1, 2), (2, 8), (3, 128)] {
        let statistics = statistics(&riffled(packets), 52, 40_000, seed);
        let (n, a) = (52.0, f64::from(packets));
        let fixed = (0..52).map(|i| a.powi(-i)).sum::<f64>();
        let less = 1.0 - 1.0 / a;
        let means = [
            (Statistic::FixedPoints, fixed),
            (Statistic::Inversions, n * (n - 1.0) / 4.0 * less),
            (Statistic::Descents, (n - 1.0) / 2.0 * less),
        ];
        for (statistic, mean) in means {
            let drawn = moments(&statistics, statistic);
            let away = (drawn.mean().unwrap() - mean).abs() / drawn.std_error().unwrap();
            assert!(
                away < 5.0,
                "{statistic:?} of {packets}: {away} standard errors"
            );
        }
    }
}

/// An a-shuffle gives each deck of r rising sequences with probability C(a + n − r, n)/a^n (Bayer and
/// Diaconis 1992, theorem 1), and their number is Eulerian. α = 10^-4 for each of four.
#[test]
fn rising_sequences_have_the_law_of_the_theorem() {
    for (seed, packets) in [(1, 2), (2, 8), (3, 16), (4, 128)] {
        let law = rising_law(52, packets);
        assert!(
            (law.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "the theorem's chances are all"
        );
        let statistics = statistics(&riffled(packets), 52, 40_000, seed);
        let rising = statistics.histogram(Statistic::RisingSequences).unwrap();
        let beyond = rising.filled().any(|(value, _)| value > u64::from(packets));
        assert!(!beyond, "no more rising sequences than packets");
        // With two packets only one deck in 2^52/53 has one rising sequence: there is nothing to test.
        match chi_square(rising.counts(), &law) {
            Some(test) => assert!(test.p_value > 1e-4, "{packets}: {test:?}"),
            None => assert_eq!((packets, rising.counts()[2]), (2, 40_000)),
        }
    }
}

/// Returns the probabilities of r = 0, 1, … n rising sequences: the number of such orders times the probability of
/// each.
fn rising_law(n: u32, packets: u32) -> Vec<f64> {
    let orders = Statistic::RisingSequences.law(n as usize).unwrap();
    let (n, a) = (f64::from(n), f64::from(packets));
    let chance = |(rising, part): (usize, &f64)| {
        // n!·C(a + n − r, n)/a^n = Π (a − r + i)/a for i = 1 … n
        let factors = (1..=n as u32).map(|i| (a - rising as f64 + f64::from(i)) / a);
        part * factors.map(|factor| factor.max(0.0)).product::<f64>()
    };
    orders
        .probabilities()
        .iter()
        .enumerate()
        .map(chance)
        .collect()
}

/// One riffle has two rising sequences, random orders have 26.5 on average; seven riffles are near, with the mean
/// of the theorem. α = 6·10^-7 for each of five.
#[test]
fn seven_riffles_come_near() {
    let means = [2, 8, 32, 128, 1024].map(|packets| {
        let drawn = moments(
            &statistics(&riffled(packets), 52, 20_000, 5),
            Statistic::RisingSequences,
        );
        let theorem: f64 = (0..)
            .zip(rising_law(52, packets))
            .map(|(rising, part)| f64::from(rising) * part)
            .sum();
        let error = drawn.std_error().unwrap();
        assert!(
            (drawn.mean().unwrap() - theorem).abs() <= 5.0 * error + 1e-9,
            "{packets}: {theorem}"
        );
        theorem
    });
    assert!(
        (means[0] - 2.0).abs() < 1e-9 && means.is_sorted(),
        "{means:?}"
    );
    assert!(
        means[1] < 8.0 && means[3] > 24.5 && means[4] > 26.25,
        "{means:?}"
    );
}

fn folded(
    problem: Problem,
    units: std::ops::Range<u64>,
    number: usize,
) -> (Statistics, Option<Orders>) {
    let (seed, shuffle) = (Seed::from(3), riffled(2));
    let sampler = problem.sampler(&shuffle, &seed);
    let empty = (Statistics::new(9, Some(4)), Some(Orders::new(9)));
    over_units(
        units,
        threads(number),
        &empty,
        |unit, tally| sampler.count(unit, tally),
        |_| true,
    )
    .0
}

/// One thread, many threads, and parts merged in any order give the same counts.
#[test]
fn counts_do_not_depend_on_the_division_of_work() {
    let problem = Problem::new(9, 100_000);
    let alone = folded(problem, 0..problem.units(), 1);
    for number in [2, 7] {
        assert_eq!(folded(problem, 0..problem.units(), number), alone);
    }
    for parts in [2, 3, 50] {
        let parts = (0..parts)
            .rev()
            .map(|part| folded(problem, problem.part(part, parts), 2));
        let merged = parts.reduce(|mut sum, part| {
            sum.merge(part);
            sum
        });
        assert_eq!(merged.unwrap(), alone);
    }
}

/// Decks of more than 64 cards are counted by other algorithms.
#[test]
fn large_decks_are_counted() {
    let statistics = statistics(&UNIFORM, 2000, 60, 2);
    for (statistic, histogram) in statistics.each() {
        let drawn = histogram.moments();
        assert_eq!(drawn.count, 60);
        let Some((mean, variance)) = statistic.moments(2000) else {
            continue;
        };
        let away = (drawn.mean().unwrap() - mean).abs() / (variance / 60.0).sqrt();
        assert!(away < 5.0, "{statistic:?}: {away} standard errors");
    }
}

/// The two shuffles of a comparison share no random numbers.
#[test]
fn other_draws_are_other_decks() {
    let (problem, seed) = (Problem::new(52, 100), Seed::from(1));
    let tally = |sampler: faro_sample::simulate::Sampler<RandomShuffle>| {
        let mut statistics = Statistics::new(52, None);
        sampler.count(0, &mut statistics);
        statistics
    };
    let first = tally(problem.sampler(&UNIFORM, &seed));
    assert_ne!(
        first,
        tally(problem.sampler(&UNIFORM, &seed).on_other_draws())
    );
    assert_eq!(first, tally(problem.sampler(&UNIFORM, &seed)));
}

/// A shuffle defined here, so that these values depend on units, generator and tallies alone.
struct TopToRandom;

impl Shuffle for TopToRandom {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let place = choices.below(deck.len() as u32) as usize;
        deck[..=place].rotate_left(1);
    }
}

/// Value stability: what seed 7 gives for 3000 decks of 52 cards, in three units. No release may change
/// it; if one must, the shard format gets a new number.
#[test]
fn values_are_stable() {
    let problem = Problem::new(52, 3000);
    let tally = counted(&TopToRandom, problem, 7, &Statistics::new(52, Some(0)));
    let positions = tally.histogram(Statistic::Position).unwrap();
    assert_eq!(positions.counts()[..8], PINNED_POSITIONS);
    let moments = positions.moments();
    assert_eq!(
        (moments.count, moments.sum, moments.squares),
        PINNED_MOMENTS
    );
    let mut generator = Generator::unit(&Seed::from(7), 2);
    assert_eq!(
        [52, 52, 3, 1 << 31].map(|bound| generator.below(bound)),
        PINNED_DRAWS
    );
}

const PINNED_POSITIONS: [u64; 8] = [59, 50, 62, 56, 59, 51, 65, 40];
const PINNED_MOMENTS: (u64, u128, u128) = (3000, 75956, 2585976);
const PINNED_DRAWS: [u32; 4] = [38, 41, 2, 328148272];

/// The same of what is shuffled 64 decks at a time: the first deck and the last of the first block, after
/// two riffles and after a uniform shuffle, on every processor.
#[test]
fn values_of_kernels_are_stable() {
    let pinned = [
        (Step::Riffles(2), PINNED_RIFFLES),
        (Step::Uniform, PINNED_UNIFORM),
    ];
    for ((step, expected), processor) in pinned.iter().flat_map(|pinned| {
        Processor::available()
            .into_iter()
            .map(move |processor| (pinned, processor))
    }) {
        let mut random = Generator::unit(&Seed::from(7), 2).into_rows();
        let mut decks = [SmallDeck::NEW; BATCH];
        SmallKernel::new(12, std::slice::from_ref(step))
            .unwrap()
            .with_processor(processor)
            .shuffle(&mut decks, &mut random);
        assert_eq!(
            [0, 63].map(|deck: usize| decks[deck].cards()[..12].to_vec()),
            *expected,
            "{processor:?}"
        );
    }
}

const PINNED_RIFFLES: [[u8; 12]; 2] = [
    [5, 9, 0, 1, 2, 6, 3, 4, 7, 10, 8, 11],
    [0, 3, 9, 10, 1, 4, 5, 6, 11, 7, 8, 2],
];
const PINNED_UNIFORM: [[u8; 12]; 2] = [
    [2, 4, 9, 3, 11, 1, 7, 6, 10, 8, 5, 0],
    [1, 2, 8, 3, 10, 7, 4, 0, 11, 9, 5, 6],
];

/// The same of large decks, a byte or two a card: the positions of the first cards of the last deck; unused words
/// serve the next step.
#[test]
fn values_of_large_kernels_are_stable() {
    fn shuffled<C: Card>(cards: usize, processor: Processor) -> [Vec<u32>; 2] {
        let mut random = Generator::unit(&Seed::from(7), 2).into_rows();
        [Step::Riffles(2), Step::Uniform].map(|step| {
            let mut decks = LargeDecks::<C>::new(cards);
            LargeKernel::new(cards, &[step])
                .unwrap()
                .with_processor(processor)
                .shuffle(&mut decks, &mut random);
            decks.deck(decks.count() - 1)[..10]
                .iter()
                .map(|&card| card.into())
                .collect()
        })
    }
    for processor in Processor::available() {
        assert_eq!(
            shuffled::<u8>(104, processor),
            PINNED_BYTES,
            "{processor:?}"
        );
        assert_eq!(
            shuffled::<u16>(416, processor),
            PINNED_SHORTS,
            "{processor:?}"
        );
    }
}

const PINNED_BYTES: [[u32; 10]; 2] = [
    [80, 29, 81, 0, 82, 83, 30, 84, 85, 31],
    [77, 30, 64, 22, 63, 84, 25, 72, 91, 28],
];
const PINNED_SHORTS: [[u32; 10]; 2] = [
    [312, 118, 221, 119, 222, 120, 313, 0, 314, 223],
    [23, 120, 166, 373, 26, 98, 368, 225, 235, 165],
];

/// Decks of two packs and of eight, riffled and in any order: means of the theorems, and exact laws if
/// there are any, as for 52 cards above. α = 10^-4 for each chi-square and 6·10^-7 for each mean, some
/// thirty in all.
#[test]
fn large_kernels_have_the_laws() {
    for (seed, cards, samples) in [(1, 104, 20_000), (2, 416, 4_000)] {
        let uniform = statistics(&UNIFORM, cards, samples, seed);
        for (statistic, histogram) in uniform.each() {
            if let Some(law) = statistic.law(cards).ok().filter(|_| cards <= 104) {
                let test = chi_square(histogram.counts(), law.probabilities()).unwrap();
                assert!(test.p_value > 1e-4, "{statistic:?} of {cards}: {test:?}");
            }
            let Some((mean, variance)) = statistic.moments(cards) else {
                continue;
            };
            let away = histogram.moments().mean().unwrap() - mean;
            assert!(
                away.abs() < 5.0 * (variance / samples as f64).sqrt(),
                "{statistic:?} of {cards}"
            );
        }
        let riffled = statistics(&riffled(8), cards, samples, seed);
        let n = cards as f64;
        for (statistic, mean) in [
            (Statistic::FixedPoints, 8.0 / 7.0),
            (Statistic::Inversions, n * (n - 1.0) / 4.0 * 7.0 / 8.0),
            (Statistic::Descents, (n - 1.0) / 2.0 * 7.0 / 8.0),
        ] {
            let drawn = moments(&riffled, statistic);
            let away = (drawn.mean().unwrap() - mean).abs() / drawn.std_error().unwrap();
            assert!(
                away < 5.0,
                "{statistic:?} of {cards} cards: {away} standard errors"
            );
        }
        let rising = riffled.histogram(Statistic::RisingSequences).unwrap();
        assert!(rising.filled().all(|(value, _)| value <= 8));
    }
}

/// Words with a kernel for many decks have the exact laws, by chi-square over the orders of five cards. α = 10^-4 for each of five.
#[test]
fn kernels_have_the_exact_laws() {
    for (seed, text) in (1..).zip([
        "gsr",
        "gsr^3 cut:2",
        "(gsr reverse)^2",
        "riffle:4",
        "in gsr sort-keys",
    ]) {
        let routine = text.parse::<Word>().unwrap().routine(5).unwrap();
        assert!(routine.kernel(5).is_some(), "{text}");
        let law = routine.law().unwrap();
        let chances: Vec<f64> = (0..law.orders())
            .map(|rank| law.chance(rank).to_f64())
            .collect();
        let orders = counted(&routine, Problem::new(5, 60_000), seed, &Orders::new(5));
        let possible = |(&count, &chance): (&u64, &f64)| count == 0 || chance > 0.0;
        assert!(orders.counts().iter().zip(&chances).all(possible), "{text}");
        let test = chi_square(orders.counts(), &chances).unwrap();
        assert!(test.p_value > 1e-4, "{text}: {test:?}");
    }
}
