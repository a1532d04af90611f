//! Decks of a given order, against the orders of all decks.

use std::collections::BTreeMap;

use faro::perfect::Sizes;
use faro::{Kind, Weave};
use faro_math::number::{
    Budget, Moduli, ModuliError, Natural, cyclotomic_at_two, multiplicative_order,
};
use num_bigint::BigUint;
use num_traits::One;

/// A short time limit: orders with hard factors are skipped.
fn brief() -> Budget {
    Budget::new(std::time::Duration::from_millis(20))
}

const KINDS: [Kind; 2] = [Kind::Out, Kind::In];

/// The largest deck whose order is listed.
const CARDS: u32 = 20_000;

fn listed(sizes: &Sizes) -> Vec<BigUint> {
    sizes.ascending().unwrap().collect()
}

/// The decks up to [`CARDS`] by order.
fn by_order(kind: Kind) -> BTreeMap<u32, Vec<BigUint>> {
    let mut decks: BTreeMap<u32, Vec<BigUint>> = BTreeMap::new();
    for cards in 1..=CARDS {
        let order = Weave::new(kind, cards).order().unwrap();
        decks
            .entry(order.try_into().unwrap())
            .or_default()
            .push(cards.into());
    }
    decks
}

/// Returns the sizes up to [`CARDS`].
fn small(sizes: impl Iterator<Item = BigUint>) -> Vec<BigUint> {
    sizes.take_while(|cards| cards <= &CARDS.into()).collect()
}

#[test]
fn all_decks_of_each_order_and_no_others() {
    for kind in KINDS {
        let decks = by_order(kind);
        let mut answered = 0;
        // All orders that are always answered, and some of the larger ones.
        for order in (1..=300).chain((301..=640).step_by(7)) {
            let Ok(sizes) = Sizes::with_order(kind, order, &brief()) else {
                continue;
            };
            let Ok(sizes) = sizes.ascending() else {
                continue;
            };
            assert_eq!(
                small(sizes),
                decks.get(&order).cloned().unwrap_or_default(),
                "{kind} {order}"
            );
            answered += 1;
        }
        assert!(answered > 300, "{answered} orders were compared");
    }
}

#[test]
fn decks_whose_order_divides_a_number() {
    for kind in KINDS {
        let decks = by_order(kind);
        for order in 1..=128u32 {
            let sooner = decks
                .iter()
                .filter(|(sooner, _)| order.is_multiple_of(**sooner));
            let mut expected: Vec<BigUint> = sooner.flat_map(|(_, decks)| decks.clone()).collect();
            expected.sort();
            assert_eq!(
                small(
                    Sizes::with_order_dividing(kind, order, &brief())
                        .unwrap()
                        .ascending()
                        .unwrap()
                ),
                expected,
                "{kind} {order}"
            );
        }
    }
}

#[test]
fn a_listing_has_as_many_as_are_counted_ascending() {
    for kind in KINDS {
        for order in (1..=150u32).chain([200]) {
            for sizes in [
                Sizes::with_order(kind, order, &brief()),
                Sizes::with_order_dividing(kind, order, &brief()),
            ] {
                let sizes = sizes.unwrap();
                if sizes.count() < 1_100_000u32.into() {
                    let listed = listed(&sizes);
                    assert_eq!(sizes.count(), listed.len().into(), "{kind} {order}");
                    assert!(
                        listed.windows(2).all(|pair| pair[0] < pair[1]),
                        "{kind} {order}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_orders_of_what_is_listed() {
    for order in 1..=60u32 {
        for modulus in Moduli::with_order(order, &brief())
            .unwrap()
            .ascending()
            .unwrap()
        {
            let modulus: u64 = modulus.try_into().unwrap();
            assert_eq!(
                multiplicative_order(&2, &modulus).unwrap(),
                order.into(),
                "{modulus}"
            );
        }
    }
}

/// The sum over d | K of the numbers of decks of order d is the number of decks that K shuffles restore: two for every
/// divisor of 2^K − 1, without the empty deck.
#[test]
fn exact_orders_add_up() {
    for order in 1..=300u32 {
        let mersenne = (BigUint::one() << order) - 1u32;
        let factors = mersenne.factor().unwrap();
        let divisors: BigUint = factors
            .powers()
            .iter()
            .map(|power| BigUint::from(power.exponent + 1))
            .product();
        for kind in KINDS {
            let sooner = (1..=order).filter(|&sooner| order.is_multiple_of(sooner));
            let exact: BigUint = sooner
                .map(|sooner| Sizes::with_order(kind, sooner, &brief()).unwrap().count())
                .sum();
            let dividing = Sizes::with_order_dividing(kind, order, &brief())
                .unwrap()
                .count();
            assert_eq!(exact, dividing, "{kind} {order}");
            assert_eq!(
                dividing,
                &divisors * 2u32 - u32::from(kind == Kind::In),
                "{kind} {order}"
            );
        }
    }
}

#[test]
fn the_smallest_orders() {
    let known = |kind, order| {
        let sizes = small(
            Sizes::with_order(kind, order, &brief())
                .unwrap()
                .ascending()
                .unwrap(),
        );
        sizes
            .into_iter()
            .map(|cards| cards.try_into().unwrap())
            .collect::<Vec<u32>>()
    };
    assert_eq!(
        [known(Kind::Out, 1), known(Kind::In, 1)],
        [vec![1, 2], vec![1]]
    );
    assert_eq!([known(Kind::Out, 2), known(Kind::In, 2)], [[3, 4], [2, 3]]);
    assert!(known(Kind::Out, 8).contains(&52) && known(Kind::In, 52).contains(&52));
}

/// Wieferich's primes (Meissner 1913, Beeger 1922) turn up twice at once.
#[test]
fn squares_of_wieferich_primes() {
    for (prime, order) in [(1093u32, 364), (1091, 1090)] {
        let squared = BigUint::from(prime).pow(2);
        let divides = (&cyclotomic_at_two(order) % &squared) == BigUint::ZERO;
        assert_eq!(divides, prime == 1093, "{prime}");
    }
    let count = |order| {
        Moduli::with_order_dividing(order, &brief())
            .unwrap()
            .count()
    };
    assert_eq!(count(364) % 3u32, BigUint::ZERO);
}

#[test]
fn orders_out_of_range() {
    for order in [0, 641, u32::MAX] {
        let refused = ModuliError::OutOfRange {
            given: order,
            at_most: 640,
        };
        assert_eq!(Moduli::with_order(order, &brief()).unwrap_err(), refused);
        assert_eq!(
            Sizes::with_order_dividing(Kind::In, order, &brief()).unwrap_err(),
            refused
        );
    }
}

/// Numbers 2^k ± 1 are factored by their form.
#[test]
fn special_forms_factor() {
    let power = |k: u32| BigUint::one() << k;
    for number in [power(300) - 1u32, power(150) + 1u32, power(250) + 1u32] {
        let factors = number.factor().unwrap();
        assert_eq!(factors.value(), number);
        assert!(factors.powers().iter().all(|power| power.prime.is_prime()));
    }
}
