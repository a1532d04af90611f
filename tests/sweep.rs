//! Sweeps against a walk, against the order of each single modulus, and against published
//! numbers.

use std::num::NonZero;
use std::ops::RangeInclusive;

use faro_math::number::{OrderSweep, RangeTooLongError, multiplicative_order};

/// Returns the moduli and orders of a range.
fn swept(moduli: RangeInclusive<u64>, threads: usize) -> Vec<(u64, u64)> {
    let sweep = OrderSweep::with_threads(moduli, NonZero::new(threads).unwrap()).unwrap();
    sweep
        .flat_map(|segment| segment.iter().collect::<Vec<_>>())
        .collect()
}

fn odd(moduli: RangeInclusive<u64>) -> impl Iterator<Item = u64> {
    moduli.filter(|modulus| modulus % 2 == 1)
}

/// Returns the order by doubling until 1 is reached.
fn walked(modulus: u64) -> u64 {
    let (mut power, mut steps) = (2 % modulus, 1);
    while power != 1 % modulus {
        power *= 2;
        power -= if power >= modulus { modulus } else { 0 };
        steps += 1;
    }
    steps
}

fn alone(modulus: u64) -> u64 {
    multiplicative_order(&2, &modulus).unwrap()
}

#[test]
fn agrees_with_walking_to_100_000() {
    let walked = odd(1..=100_000).map(|modulus| (modulus, walked(modulus)));
    assert!(swept(1..=100_000, 1).into_iter().eq(walked));
}

#[test]
fn agrees_with_each_modulus_by_itself_to_a_million() {
    let alone: Vec<(u64, u64)> = odd(1..=1_000_000)
        .map(|modulus| (modulus, alone(modulus)))
        .collect();
    assert_eq!(swept(1..=1_000_000, 1), alone);
    assert_eq!(swept(1..=1_000_000, 3), alone);
}

/// Windows of large numbers.
#[test]
fn agrees_for_large_numbers() {
    let sweep =
        OrderSweep::with_threads(40_000_000..=41_000_000, NonZero::new(2).unwrap()).unwrap();
    let all: Vec<(u64, u64)> = sweep
        .flat_map(|segment| segment.iter().collect::<Vec<_>>())
        .collect();
    assert!(
        all.iter()
            .map(|pair| pair.0)
            .eq(odd(40_000_000..=41_000_000))
    );
    for &(modulus, order) in all.iter().step_by(31) {
        assert_eq!(order, alone(modulus), "{modulus}");
    }
}

/// The blocks of a sweep span 98,304 numbers.
#[test]
fn ranges_begin_and_end_anywhere() {
    let all = swept(1..=300_000, 1);
    let edges = [
        1, 2, 3, 4, 5, 98_301, 98_302, 98_303, 98_304, 98_305, 98_306, 98_307, 196_607, 196_609,
        250_000,
    ];
    for start in edges {
        for end in edges
            .into_iter()
            .chain([start, start + 1, start + 2])
            .filter(|&end| end >= start)
        {
            let within = |pair: &&(u64, u64)| (start..=end).contains(&pair.0);
            let expected: Vec<_> = all.iter().filter(within).copied().collect();
            assert_eq!(swept(start..=end, 1), expected, "{start}..={end}");
        }
    }
}

#[test]
#[expect(clippy::reversed_empty_ranges)]
fn ranges_without_odd_numbers() {
    for range in [
        0..=0,
        2..=2,
        1_000_000..=1_000_000,
        2..=1,
        100..=99,
        u64::MAX..=0,
        1 << 63..=1 << 63,
    ] {
        assert_eq!(swept(range.clone(), 2), [], "{range:?}");
    }
}

/// Segments are consecutive, and none is empty.
#[test]
fn segments_are_in_order() {
    for (start, end, threads) in [
        (1, 3_000_000, 1),
        (1, 3_000_000, 4),
        (1_000_000_001, 1_000_020_000, 3),
    ] {
        let mut next = start;
        for segment in
            OrderSweep::with_threads(start..=end, NonZero::new(threads).unwrap()).unwrap()
        {
            assert!(segment.first() == next && !segment.orders().is_empty());
            next += 2 * segment.orders().len() as u64;
        }
        assert_eq!(next, end + 1);
    }
}

/// OEIS A002326.
#[test]
fn oeis_a002326() {
    let known = [
        1, 2, 4, 3, 6, 10, 12, 4, 8, 18, 6, 11, 20, 18, 28, 5, 10, 12, 36, 12, 20, 14, 12, 23, 21,
        8, 52, 20, 18, 58, 60, 6, 12, 66, 22, 35, 9, 20, 30, 39, 54, 82, 8, 28, 11, 12, 10, 36, 48,
        30, 100, 51, 12, 106, 36, 36, 28, 44, 12, 24, 110, 20, 100, 7, 14, 130, 18, 36, 68, 138,
        46, 60, 28,
    ];
    assert!(swept(1..=145, 1).into_iter().map(|pair| pair.1).eq(known));
}

/// The squares and cubes of the Wieferich primes (Meissner 1913, Beeger 1922) and of neighbours.
#[test]
fn wieferich_primes() {
    let all = swept(1..=14_000_000, 2);
    let order = |modulus: u64| all[modulus as usize / 2].1;
    for (prime, expected) in [(1093, 364), (3511, 1755)] {
        assert_eq!((order(prime), order(prime * prime)), (expected, expected));
    }
    assert_eq!(order(1093 * 1093 * 11), alone(1093 * 1093 * 11));
    assert_eq!(order(1091 * 1091), 1090 * 1091);
    for modulus in [
        3u64.pow(14),
        5u64.pow(10),
        7u64.pow(8),
        11u64.pow(6),
        239u64.pow(2) * 241,
        13u64.pow(6),
    ] {
        assert_eq!(order(modulus), alone(modulus), "{modulus}");
    }
}

/// PARI/GP 2.15, `znorder(Mod(2, m))` for the odd m from 10^18 on.
#[test]
fn a_window_at_a_quintillion() {
    let start = 1_000_000_000_000_000_000;
    let orders: Vec<u64> = swept(start..=start + 12, 2)
        .into_iter()
        .map(|pair| pair.1)
        .collect();
    assert_eq!(orders, QUINTILLION);
}

const QUINTILLION: [u64; 6] = [
    249999750000,
    1000000000000000002,
    833312845021860,
    71428519311030420,
    250000000000000002,
    5096926484615940,
];

#[test]
fn the_last_words() {
    assert_eq!(swept(u64::MAX - 1..=u64::MAX, 1), [(u64::MAX, 64)]);
    assert_eq!(swept((1 << 63) - 1..=(1 << 63) + 1, 1).len(), 2);
    let (below, above) = ((1 << 30) - 1, (1 << 30) + 1);
    assert_eq!(swept(below..=above, 1), [(below, 30), (above, 60)]); // 2^30 = ±1
}

#[test]
fn too_long_a_range_is_refused() {
    let long = OrderSweep::new((1 << 40)..=(1 << 40) + (1 << 27)).err();
    assert_eq!(
        long,
        Some(RangeTooLongError {
            length: (1 << 27) + 1,
            at_most: 1 << 27
        })
    );
    let said =
        "a range that ends above 2^30 may have at most 134217728 numbers; this one has 134217729";
    assert_eq!(long.unwrap().to_string(), said);
    assert!(OrderSweep::new((1 << 40)..=(1 << 40) + (1 << 27) - 1).is_ok());
    assert!(OrderSweep::new(0..=u64::MAX).is_err());
}
