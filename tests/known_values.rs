//! Numbers that others have published or computed, each with its source.

use faro::{Kind, Permutation, Weave};
use faro_math::number::multiplicative_order;
use faro_permutation::CycleType;
use num_bigint::BigUint;

fn order(kind: Kind, cards: u32) -> u32 {
    Weave::new(kind, cards).order().unwrap().try_into().unwrap()
}

/// Cards counted from 1, as they are printed.
fn deck(kind: Kind, cards: u32, times: i32) -> Vec<u64> {
    Weave::new(kind, cards)
        .deck_after(&times.into())
        .unwrap()
        .map(|card| card + 1)
        .collect()
}

/// Diaconis, Graham and Kantor, "The mathematics of perfect shuffles" (1983).
#[test]
fn fifty_two_cards() {
    assert_eq!(order(Kind::Out, 52), 8);
    assert_eq!(order(Kind::In, 52), 52);
    assert_eq!(
        Weave::new(Kind::In, 52u32).reversed_after().unwrap(),
        Some(26u32.into())
    );
    assert_eq!(
        Weave::new(Kind::Out, 52u32)
            .cycle_type()
            .unwrap()
            .to_string(),
        "1^2 2 8^6"
    );
    assert_eq!(
        Weave::new(Kind::In, 52u32)
            .cycle_type()
            .unwrap()
            .to_string(),
        "52"
    );
}

/// Computed by brute force and by GAP 4.12.
#[test]
fn decks_near_fifty_two() {
    assert_eq!([order(Kind::Out, 54), order(Kind::In, 54)], [52, 20]);
    assert_eq!([order(Kind::Out, 51), order(Kind::Out, 53)], [8, 52]);
}

/// The decks after some of 52 in-shuffles, as articles print them.
#[test]
fn in_shuffles_of_fifty_two_cards() {
    assert_eq!(deck(Kind::In, 52, 1)[..6], [27, 1, 28, 2, 29, 3]);
    assert_eq!(
        deck(Kind::In, 52, 2)[..10],
        [40, 27, 14, 1, 41, 28, 15, 2, 42, 29]
    );
    assert!(deck(Kind::In, 52, 26).into_iter().eq((1..=52).rev()));
    assert_eq!(
        deck(Kind::In, 52, 49)[..10],
        [8, 16, 24, 32, 40, 48, 3, 11, 19, 27]
    );
    assert!(
        deck(Kind::In, 52, 50)[..13]
            .iter()
            .copied()
            .eq((4..=52).step_by(4))
    );
    assert!(
        deck(Kind::In, 52, 51)[..26]
            .iter()
            .copied()
            .eq((2..=52).step_by(2))
    );
    assert!(deck(Kind::In, 52, 52).into_iter().eq(1..=52));
}

/// Rosetta Code, task "Perfect shuffle".
#[test]
fn rosetta_code() {
    let orders = [8, 24, 52, 100, 1020, 1024, 10_000].map(|cards| order(Kind::Out, cards));
    assert_eq!(orders, [3, 11, 8, 30, 1018, 10, 300]);
}

/// OEIS A002326, the order of 2 modulo 2n + 1: of 2n + 2 cards by out-shuffles, of 2n by in-.
#[test]
fn oeis_a002326() {
    let known = [
        1, 2, 4, 3, 6, 10, 12, 4, 8, 18, 6, 11, 20, 18, 28, 5, 10, 12, 36, 12, 20, 14, 12, 23, 21,
        8, 52, 20, 18, 58, 60,
    ];
    for (n, known) in (0..).zip(known) {
        assert_eq!(order(Kind::Out, 2 * n + 2), known);
        assert_eq!(order(Kind::In, 2 * n), known);
        assert_eq!(
            multiplicative_order(&2u64, &u64::from(2 * n + 1)).unwrap(),
            known.into()
        );
    }
}

/// Ellis, Krahn and Fan, "Computing the cycles in the perfect shuffle permutation" (2000).
#[test]
fn eight_cards() {
    assert_eq!(
        Weave::new(Kind::Out, 8u32)
            .to_permutation()
            .unwrap()
            .to_string(),
        "(1 2 4)(3 6 5)"
    );
}

/// Jain, "A simple in-place algorithm for in-shuffle" (2004): 2 is a primitive root of 3^k.
#[test]
fn powers_of_three() {
    for k in 1..40 {
        let modulus = 3u64.pow(k);
        assert_eq!(multiplicative_order(&2, &modulus).unwrap(), modulus / 3 * 2);
    }
}

/// Ellis, Fan and Shallit, "The cycles of the multiway perfect shuffle permutation" (2002):
/// i → k·i modulo kn + 1, counted from 1.
#[test]
fn multiway_shuffles() {
    let weave = Weave::with_packets(Kind::In, 12u32, 3u32).unwrap();
    let deck: Vec<u64> = weave
        .deck_after(&1.into())
        .unwrap()
        .map(|card| card + 1)
        .collect();
    assert_eq!(deck, [9, 5, 1, 10, 6, 2, 11, 7, 3, 12, 8, 4]);
    assert_eq!(weave.order().unwrap(), 3u32.into()); // 3^3 = 27 = 2·13 + 1
}

/// Sizes whose period follows from the binary expansion: 2^k ≡ 1 modulo 2^k − 1.
#[test]
fn powers_of_two() {
    for k in 2..=64u32 {
        let cards = BigUint::from(1u32) << k;
        assert_eq!(
            Weave::new(Kind::Out, cards.clone()).order().unwrap(),
            k.into()
        );
        assert_eq!(
            Weave::new(Kind::In, cards - 2u32).order().unwrap(),
            k.into()
        );
    }
}

/// Orders by PARI/GP 2.15, `znorder(Mod(2, m))`.
#[test]
fn orders_of_large_moduli() {
    for (modulus, order) in PARI {
        let [modulus, order]: [BigUint; 2] = [modulus, order].map(|digits| digits.parse().unwrap());
        assert_eq!(
            multiplicative_order(&2u32.into(), &modulus).unwrap(),
            order,
            "{modulus}"
        );
        let cards = modulus.clone() + 1u32;
        assert_eq!(Weave::new(Kind::Out, cards).order().unwrap(), order);
    }
}

const PARI: [(&str, &str); 26] = [
    ("1839963", "8708"),
    ("1167371", "145464"),
    ("1588311", "126588"),
    ("1786024553743", "892929069020"),
    ("1496644700671", "15589993764"),
    ("1184751633283", "36924892404"),
    ("1525761915249605947", "20605487009734116"),
    ("1308852249374361231", "1009675078654356"),
    ("1962843010370407429", "12026517408360"),
    ("1262144482195141878495739", "39037544314727883821930"),
    ("2265631966353126670382183", "1239404794971524533800"),
    ("2150791899652117704383015", "107539594843849245604072"),
    ("18446744073709551615", "64"),
    ("18446744073709551617", "128"),
    ("18446743979220271189", "9223371985315168310"),
    ("18446744073709551557", "18446744073709551556"),
    ("1000000000000000009", "250000000000000002"),
    ("100000000000000000039", "50000000000000000019"),
    ("561", "40"),
    ("41041", "60"),
    ("1194649", "364"),
    ("43280521831", "6161805"),
    ("205891132094649", "137260754729766"),
    ("618970019642690137449562111", "89"),
    ("79228162514264337593543950337", "192"),
    ("1000000000000000000000007", "500000000000000000000003"),
];

/// Landau's function, OEIS A000793: the greatest order of a permutation of n positions.
#[test]
fn greatest_orders() {
    let known = [1u32, 1, 2, 3, 4, 6, 6, 12, 15, 20, 30];
    for (n, known) in known.into_iter().enumerate() {
        let greatest = partitions(n, n).into_iter().map(|parts| {
            CycleType::from_counts(parts.into_iter().map(|part| (part, 1u32))).order()
        });
        assert_eq!(greatest.max(), Some(known.into()));
    }
}

fn partitions(n: usize, largest: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let with = |part: usize| {
        partitions(n - part, part)
            .into_iter()
            .map(move |rest| [vec![part], rest].concat())
    };
    (1..=largest.min(n)).flat_map(with).collect()
}

/// Knuth, "The Art of Computer Programming" 3, §5.1.1: a reversed deck has all n(n − 1)/2.
#[test]
fn inversions_of_reversals() {
    for degree in [0u32, 1, 2, 52, 1000, 100_000] {
        let reversal = Permutation::from_images((0..degree).rev().collect::<Vec<_>>()).unwrap();
        let pairs = u64::from(degree) * u64::from(degree.saturating_sub(1)) / 2;
        assert_eq!(reversal.inversions(), pairs);
    }
}

/// 52! − 1, the last rank of a deck, is the reversal's; 52! from OEIS A000142.
#[test]
fn the_last_rank() {
    let orders: BigUint = "80658175170943878571660636856403766975289505440883277824000000000000"
        .parse()
        .unwrap();
    let last = Permutation::unrank(52, orders.clone() - 1u32).unwrap();
    assert!(last.images().iter().copied().eq((0..52).rev()));
    assert!(Permutation::unrank(52, orders).is_err());
}
