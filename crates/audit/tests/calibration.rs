//! Error rates of audits of fair decks, over a grid of designs: no cell may call more of them unfair than its alpha allows.
//!
//! `cargo test --release -p faro-audit --test calibration` makes 10^4 audits in each cell, in five minutes on two cores.
//! With `FARO_AUDITS=1000000` and `-- --nocapture` it prints the counts of docs/calibration.md; that takes hours.
//! `FARO_CELLS='52 cards'` runs only the cells whose names begin with these words.

use std::fmt::Write as _;

use std::num::NonZero;

use faro_audit::{
    Calibration, Candidate, Cause, Design, Diagnosis, Evidence, Fair, Judgement, Look, Observed,
    Stream, Trials, diagnose_while, judge, judge_by,
};
use faro_math::statistics::binomial_upper_tail;
use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};
use faro_sample::simulate::{Merge, over_units};
use faro_sample::zoo::Transpositions::FisherYates;

/// The levels at which audits are judged.
const LEVELS: [f64; 3] = [1e-2, 1e-3, 1e-5];

/// The probability with which a right audit fails the whole test.
const FALSE_ALARM: f64 = 1e-4;

/// Number of decks at the first look of an audit that judges as decks arrive. It doubles from look to look.
const FIRST_LOOK: u64 = 64;

const CARDS: [usize; 11] = [2, 3, 5, 7, 10, 13, 22, 52, 78, 104, 312];

const DECKS: [u64; 8] = [10, 20, 30, 60, 100, 300, 1000, 3000];

/// Maximum number of cards in all decks of an audit of a part of each deck.
const MAX_CARDS_OF_AUDIT: u64 = 6500;

/// The decks of the audits of a cell.
enum Sample {
    Fixed(Observed),
    /// Whole decks of a number of cards, judged as they arrive.
    UntilDecided(usize),
}

/// Audits of fair decks of one design.
struct Cell {
    name: String,
    sample: Sample,
    decks: u64,
}

impl Cell {
    fn run(&self, audits: u64) -> Calibration {
        let (seed, threads) = (Seed::from(1), std::thread::available_parallelism().unwrap());
        let empty = Calibration::new(LEVELS.to_vec());
        match &self.sample {
            Sample::Fixed(observed) => {
                let trials =
                    Trials::new(observed.clone(), self.decks, &FisherYates, 0.001).unwrap();
                let judge = |run: u64, sum: &mut Calibration| sum.add(&trials.judge(&seed, run));
                over_units(0..audits, threads, &empty, judge, |_| true).0
            }
            Sample::UntilDecided(cards) => {
                let fair = Fair::new(*cards);
                let judge = |run: u64, sum: &mut Calibration| {
                    sum.add(&self.least_of_looks(*cards, &fair, &mut Generator::unit(&seed, run)));
                };
                over_units(0..audits, threads, &empty, judge, |_| true).0
            }
        }
    }

    /// Returns the judgement with the smallest p-value of all looks.
    fn least_of_looks(&self, cards: usize, fair: &Fair, generator: &mut Generator) -> Judgement {
        let mut evidence = Evidence::new(cards).unwrap();
        let mut judged: Vec<Judgement> = Vec::new();
        let mut next = FIRST_LOOK;
        for decks in 1..=self.decks {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            FisherYates.shuffle(&mut deck, generator);
            evidence.add(&deck).unwrap();
            if decks == next {
                next *= 2;
                judged.push(judge_by(
                    &mut evidence,
                    fair,
                    0.001,
                    Look::Interim(judged.len() as u32 + 1),
                ));
            }
        }
        let least = |judgement: &Judgement| judgement.findings[0].adjusted_p_value;
        judged
            .into_iter()
            .min_by(|a, b| least(a).total_cmp(&least(b)))
            .unwrap()
    }
}

/// The compositions of a deck, with their names, or `None` if there are too few cards. An empty one has distinct cards.
const COMPOSITIONS: [(&str, fn(usize) -> Option<Vec<usize>>); 9] = [
    ("distinct", |_| Some(Vec::new())),
    ("one card and the rest", |cards| Some(vec![1, cards - 1])),
    ("two alike and the rest", |cards| {
        Some(vec![2, cards.checked_sub(2).filter(|&rest| rest > 0)?])
    }),
    ("two cards and the rest", |cards| {
        Some(vec![1, 1, cards.checked_sub(2).filter(|&rest| rest > 0)?])
    }),
    ("four aces", |cards| {
        Some(vec![4, cards.checked_sub(4).filter(|&rest| rest > 0)?])
    }),
    ("two colours", |cards| {
        Some(vec![cards / 2, cards - cards / 2])
    }),
    ("four suits", |cards| {
        let suit = Some(cards / 4).filter(|&suit| suit > 0)?;
        Some(vec![suit, suit, suit, cards - 3 * suit])
    }),
    ("two alike, the rest distinct", |cards| {
        Some(
            [
                vec![2],
                vec![1; cards.checked_sub(2).filter(|&rest| rest > 0)?],
            ]
            .concat(),
        )
    }),
    ("thirteen ranks", |cards| {
        let rank = Some(cards / 13).filter(|&rank| rank > 1)?;
        Some([vec![rank; 12], vec![cards - 12 * rank]].concat())
    }),
];

/// The visible part of each deck, with its name: the sizes of hands, or the number of the first cards.
enum Visible {
    First(usize),
    Hands(Vec<usize>),
}

const SHAPES: [(&str, fn(usize) -> Visible); 12] = [
    ("the first card", |_| Visible::First(1)),
    ("the first 2", |_| Visible::First(2)),
    ("the first 3", |_| Visible::First(3)),
    ("the first 7", |_| Visible::First(7)),
    ("all cards", Visible::First),
    ("hands 1, n-1", |cards| Visible::Hands(vec![1, cards - 1])),
    ("hands n-1, 1", |cards| Visible::Hands(vec![cards - 1, 1])),
    ("hands 2, n-2", |cards| {
        Visible::Hands(vec![2, cards.saturating_sub(2)])
    }),
    ("thirds", |cards| {
        Visible::Hands(vec![cards / 3, cards / 3, cards - 2 * (cards / 3)])
    }),
    ("five hands of 1", |_| Visible::Hands(vec![1; 5])),
    ("a hand of 2", |_| Visible::Hands(vec![2])),
    ("a hand of 5", |_| Visible::Hands(vec![5])),
];

/// Returns the audits of a part of each deck, or `None` if a deck of `cards` cards has no such part.
fn of_part(cards: usize, composition: usize, shape: usize) -> Option<(Observed, String)> {
    let ((of_kinds, kinds), (of_shape, visible)) = (COMPOSITIONS[composition], SHAPES[shape]);
    let (kinds, visible) = (kinds(cards)?, visible(cards));
    let design = match &visible {
        Visible::First(seen) if kinds.is_empty() && *seen == cards => return None,
        Visible::First(seen) => Design::first_cards(cards, *seen).ok()?,
        Visible::Hands(hands) => Design::hands(cards, hands).ok()?,
    };
    let observed = match kinds.is_empty() {
        true => Observed::Partial(design, (0..cards as u32).collect()),
        false => {
            let start = kinds
                .iter()
                .zip(0..)
                .flat_map(|(&size, kind)| vec![kind; size])
                .collect();
            Observed::Partial(design.with_kinds(&kinds).ok()?, start)
        }
    };
    Some((observed, format!("{of_kinds}, {of_shape}")))
}

fn grid() -> Vec<Cell> {
    let mut cells = Vec::new();
    for (cards, decks) in [
        (2, 30),
        (3, 10),
        (4, 10),
        (5, 10),
        (8, 100),
        (13, 100),
        (26, 100),
    ] {
        let observed = Sample::Fixed(Observed::Decks(cards));
        cells.push(Cell {
            name: format!("{cards} cards, whole decks"),
            sample: observed,
            decks,
        });
    }
    for (cards, decks) in [(2, 1000), (3, 30), (8, 20), (13, 300)] {
        let observed = Sample::Fixed(Observed::Chain(cards));
        cells.push(Cell {
            name: format!("{cards} cards, chain"),
            sample: observed,
            decks,
        });
    }
    let until_decided = Cell {
        name: "2 cards, whole decks until decided".into(),
        sample: Sample::UntilDecided(2),
        decks: 2048,
    };
    cells.push(until_decided);
    cells.extend(cells_of_rare_kinds());
    cells.extend(cells_of_parts());
    cells
}

/// Returns cells of rare kinds in few decks, in which fitted laws called up to 30 % of the fair audits unfair.
fn cells_of_rare_kinds() -> Vec<Cell> {
    let hands = |hands: &[usize], kinds: &[usize], decks| {
        let cards = kinds.iter().sum();
        (Design::hands(cards, hands).unwrap(), kinds.to_vec(), decks)
    };
    let rare = [
        (Design::first_cards(100, 7).unwrap(), vec![1, 99], 60),
        hands(&[2], &[1, 99], 20),
        hands(&[3], &[2, 2, 96], 10),
        hands(&[3], &[2, 2, 96], 30),
        hands(&[3], &[2, 2, 96], 100),
        hands(&[5], &[2, 52], 20),
        hands(&[5], &[4, 48], 30),
        hands(&[1, 1], &[1, 1, 50], 10),
        hands(&[1, 1], &[1, 1, 50], 20),
    ];
    let cell = |(design, kinds, decks): (Design, Vec<usize>, u64)| {
        let start = kinds
            .iter()
            .zip(0..)
            .flat_map(|(&size, kind)| vec![kind; size])
            .collect();
        let name = format!("{design} ({kinds:?})");
        let design = design.with_kinds(&kinds).unwrap();
        Cell {
            name,
            sample: Sample::Fixed(Observed::Partial(design, start)),
            decks,
        }
    };
    rare.into_iter().map(cell).collect()
}

/// Returns a cell for each composition and each part of the deck that some number of cards has. The numbers of cards and of
/// decks run through all values.
fn cells_of_parts() -> Vec<Cell> {
    let mut cells = Vec::new();
    let pairs = (0..COMPOSITIONS.len())
        .flat_map(|of_kinds| (0..SHAPES.len()).map(move |shape| (of_kinds, shape)));
    for (turn, (of_kinds, shape)) in (0..).step_by(5).zip(pairs) {
        let numbers = (turn..turn + CARDS.len()).map(|step| CARDS[step % CARDS.len()]);
        // Many distinct cards take too long.
        let mut numbers =
            numbers.filter(|&cards| cards <= 22 || COMPOSITIONS[of_kinds].0 != "distinct");
        let found = numbers.find_map(|cards| Some((cards, of_part(cards, of_kinds, shape)?)));
        // All of the distinct cards are whole decks.
        let Some((cards, (observed, name))) = found else {
            continue;
        };
        let possible = DECKS
            .iter()
            .filter(|&decks| decks * cards as u64 <= MAX_CARDS_OF_AUDIT)
            .count();
        let name = format!("{cards} cards, {name}");
        cells.push(Cell {
            name,
            sample: Sample::Fixed(observed),
            decks: DECKS[turn % possible],
        });
    }
    cells
}

/// Returns the checks of an audit whose p-values are too often small, in words.
fn suspects(found: &Calibration) -> String {
    let mut words = String::new();
    for ((stream, check), counts) in found.checks() {
        for (&count, level) in counts.at_most.iter().zip(LEVELS) {
            if binomial_upper_tail(count, counts.audits, level) < 1e-6 {
                write!(
                    words,
                    "; {stream} {check} {count} of {} at {level}",
                    counts.audits
                )
                .unwrap();
            }
        }
    }
    words
}

#[test]
fn no_cell_calls_too_many_fair_audits_unfair() {
    let audits: u64 = std::env::var("FARO_AUDITS").map_or(10_000, |text| text.parse().unwrap());
    let wanted = std::env::var("FARO_CELLS").unwrap_or_default();
    let cells: Vec<Cell> = grid()
        .into_iter()
        .filter(|cell| cell.name.starts_with(&wanted))
        .collect();
    let tests = (LEVELS.len() * cells.len()) as f64;
    let mut wrong = Vec::new();
    for cell in &cells {
        let found = cell.run(audits);
        let counts: Vec<String> = found
            .flagged()
            .map(|(_, unfair)| unfair.to_string())
            .collect();
        let line = format!(
            "| {} | {} | {audits} | {} |",
            cell.name,
            cell.decks,
            counts.join(" | ")
        );
        println!("{line}");
        let is_above =
            |(alpha, unfair)| binomial_upper_tail(unfair, audits, alpha) * tests < FALSE_ALARM;
        if found.flagged().any(is_above) {
            wrong.push(line + &suspects(&found));
        }
    }
    assert!(
        wrong.is_empty(),
        "decks, audits, and those called unfair at {LEVELS:?}:\n{}",
        wrong.join("\n")
    );
}

/// Largest share of independent decks of an unfair shuffle that are said to change during the run, or to depend on the
/// decks before. The rule for changes has this probability of a false alarm.
const FALSE_CHANGES: f64 = 0.01;

/// Returns the diagnosis of 2,000 independent decks of 52 cards, each cut at a random place, of which the upper half is
/// then shuffled. Their means vary more than those of fair decks.
fn of_cut_halves(run: u64, goes_on: &mut dyn FnMut(u64) -> bool) -> Diagnosis {
    let mut generator = Generator::unit(&Seed::from(54), run);
    let mut evidence = Evidence::new(52).unwrap();
    for _ in 0..2000 {
        let mut deck: Vec<u32> = (0..52).collect();
        deck.rotate_left(generator.below(52) as usize);
        FisherYates.shuffle(&mut deck[..26], &mut generator);
        evidence.add(&deck).unwrap();
    }
    let judgement = judge(&mut evidence, 0.001);
    diagnose_while(&mut evidence, &judgement, NonZero::<usize>::MIN, goes_on)
}

/// `cargo test --release -p faro-audit --test calibration unfair_decks -- --ignored --nocapture` makes 1,000 runs. With
/// `FARO_RUNS=60 FARO_SIMULATE=1` it makes 60 runs that also compare the steps with simulated shuffles.
#[test]
#[ignore = "minutes"]
fn independent_unfair_decks_seldom_change_or_depend() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().unwrap());
    let runs: u64 = number("FARO_RUNS").unwrap_or(1000);
    let is_whole = number("FARO_SIMULATE").unwrap_or(0) == 1;
    let threads = std::thread::available_parallelism().unwrap();
    // Neither changes nor dependent draws need simulated decks.
    let run = |run: u64, alarms: &mut Alarms| {
        alarms.add(&of_cut_halves(run, &mut |_| is_whole));
    };
    let found = over_units(0..runs, threads, &Alarms::default(), run, |_| true).0;
    println!("{runs} runs: {found:?}");
    for count in [found.changes, found.steps] {
        assert!(
            binomial_upper_tail(count, runs, FALSE_CHANGES) > FALSE_ALARM,
            "{found:?}"
        );
    }
}

/// Numbers of diagnoses of independent decks that are wrong.
#[derive(Clone, Debug, Default)]
struct Alarms {
    /// The decks are said to change during the run.
    changes: u64,
    /// Each deck is said to follow from the one before.
    steps: u64,
}

impl Alarms {
    fn add(&mut self, diagnosis: &Diagnosis) {
        let has =
            |is_wrong: fn(&Candidate) -> bool| u64::from(diagnosis.candidates.iter().any(is_wrong));
        self.changes += has(|one| one.cause == Cause::Changes);
        self.steps += has(|one| {
            one.explains() && one.stream == Stream::Steps
                || matches!(one.cause, Cause::SuccessiveSeeds | Cause::LowBits)
        });
    }
}

impl Merge for Alarms {
    fn merge(&mut self, other: Alarms) {
        self.changes += other.changes;
        self.steps += other.steps;
    }
}
