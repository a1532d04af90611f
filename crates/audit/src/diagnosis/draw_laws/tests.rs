use super::*;
use faro_sample::shuffle::{Generator, Seed};
use faro_sample::simulate::Tally;

/// Returns the causes and values that are read off decks of a loop.
fn found(places: Vec<u32>, range: DrawRange, numbers: Numbers, decks: u32) -> Vec<(Cause, Family)> {
    let one = Program::swaps(places, range, numbers);
    let (mut tables, mut generator) = (Tables::new(20), Generator::unit(&Seed::from(5), 0));
    for _ in 0..decks {
        let mut deck: Vec<u32> = (0..20).collect();
        one.shuffle(0.0, &mut deck, &mut generator);
        tables.add(&deck, 20);
    }
    by_draws(&tables, NonZero::<usize>::MIN, &mut |_| true)
        .into_iter()
        .map(|family| (family.cause, family))
        .collect()
}

/// Random numbers modulo, of which the position itself is no choice.
#[test]
fn cyclic_laws_are_read_off() {
    let ranges = [DrawRange::Before, DrawRange::After, DrawRange::Before];
    for ((places, _), range) in loops().into_iter().zip(ranges) {
        let of = |numbers| found(places.clone(), range, numbers, 4000);
        let families = of(Numbers::Modulo(64));
        let of_two = |(cause, family): &(Cause, Family)| {
            let Recipe::Program(Program::Loop(one)) = &family.pattern else {
                return false;
            };
            *cause == Cause::Sattolo && (one.range, one.numbers) == (range, Numbers::Modulo(64))
        };
        assert!(families.iter().any(of_two), "{range:?}: {families:?}");
        assert!(!of(Numbers::Exact).iter().any(|(_, family)| {
            matches!(&family.pattern, Recipe::Program(Program::Loop(one)) if one.range == range)
        }));
    }
}

/// Loops down, up, and inside out.
fn loops() -> [(Vec<u32>, DrawRange); 3] {
    [
        ((1..20).rev().collect(), DrawRange::UpTo),
        ((0..19).collect(), DrawRange::From),
        ((1..20).collect(), DrawRange::UpTo),
    ]
}

#[test]
fn laws_are_read_off() {
    for (places, range) in loops() {
        let of = |numbers| found(places.clone(), range, numbers, 4000);
        for (numbers, cause, values) in [
            (Numbers::Modulo(100), Cause::Modulo, 100.0),
            (Numbers::Modulo(64), Cause::Modulo, 64.0),
            (Numbers::Scaled(64), Cause::FewValues, 64.0),
        ] {
            let families = of(numbers);
            let is_wanted = |(one, _): &&(Cause, Family)| *one == cause;
            let (_, family) = families.iter().find(is_wanted).unwrap();
            let [low, high] = family.known.unwrap();
            assert!(
                low <= f64::log2(values) && f64::log2(values) <= high,
                "{numbers:?}: {low} {high}"
            );
            assert!(
                (family.grid[0] - f64::log2(values)).abs() < 1e-9,
                "{numbers:?}: {:?}",
                family.grid
            );
        }
        assert!(
            of(Numbers::Rounded)
                .iter()
                .any(|(cause, _)| *cause == Cause::Rounded)
        );
        assert!(
            of(Numbers::Clamped)
                .iter()
                .any(|(cause, _)| *cause == Cause::Clamped)
        );
        assert!(
            of(Numbers::Tries(2, Fallback::Itself))
                .iter()
                .any(|(cause, _)| *cause == Cause::Skip)
        );
        assert!(of(Numbers::Exact).is_empty());
    }
}

/// Draws that never draw the last index are none of few values.
#[test]
fn a_smaller_range_is_no_small_number() {
    for (places, range) in loops() {
        for numbers in [Numbers::NotItself, Numbers::NotFar] {
            let families = found(places.clone(), range, numbers, 500);
            assert!(
                families.iter().all(|(cause, _)| *cause != Cause::FewValues),
                "{families:?}"
            );
        }
    }
}

#[test]
fn swaps_that_are_left_out() {
    let of = |places, range, cause| {
        let families = found(places, range, Numbers::Exact, 60);
        families
            .iter()
            .find(|(one, _)| *one == cause)
            .unwrap()
            .1
            .grid[0]
    };
    let [down, up, _] = loops();
    for ((places, range), made) in [(down, 6), (up, 4)] {
        assert_eq!(
            of(places[..made].to_vec(), range, Cause::StopsAfter),
            made as f64
        );
    }
    let every_other = (1..20).step_by(2).collect();
    assert_eq!(of(every_other, DrawRange::UpTo, Cause::MissedPlaces), 10.0);
}

/// The likelihood of numbers modulo the bound by cumulative counts is the sum over all indices.
#[test]
fn likelihoods_of_numbers_modulo() {
    let one = Program::swaps(
        (1..20).rev().collect(),
        DrawRange::UpTo,
        Numbers::Modulo(37),
    );
    let (mut tables, mut generator) = (Tables::new(20), Generator::unit(&Seed::from(3), 0));
    for _ in 0..50 {
        let mut deck: Vec<u32> = (0..20).collect();
        one.shuffle(0.0, &mut deck, &mut generator);
        tables.add(&deck, 20);
    }
    let drawn = Drawn::new(&tables, Pass::Down, false).unwrap();
    for values in [4, 19, 20, 37, 64, 1000] {
        let numbers = Numbers::Modulo(values);
        let by_row = drawn.rows.iter().map(|row| drawn.nats_of_row(row, numbers));
        let (expected, found) = (by_row.sum::<f64>(), drawn.nats(numbers, usize::MAX));
        assert!(
            expected == found || (expected - found).abs() < 1e-9 * expected.abs(),
            "{values}: {found} instead of {expected}"
        );
    }
}
