//! Laws that hold for every permutation and every shuffle, on cases drawn at random.

use std::collections::BTreeMap;

use faro::{Kind, Permutation, Weave};
use faro_math::number::{Budget, Natural, PrimePowerOrders, multiplicative_order};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use proptest::collection::vec;
use proptest::prelude::*;

/// Any permutation of the degree: positions in the order of random keys.
fn of_degree(degree: usize) -> impl Strategy<Value = Permutation> {
    vec(any::<u64>(), degree).prop_map(|keys| {
        let mut images: Vec<u32> = (0..keys.len() as u32).collect();
        images.sort_by_key(|&position| (keys[position as usize], position));
        Permutation::from_images(images).unwrap()
    })
}

fn orbit_lengths<T: Natural>(base: &T, modulus: &T) -> BTreeMap<T, T> {
    let orders = PrimePowerOrders::new(base, modulus, &Budget::default()).unwrap();
    orders.orbit_lengths().unwrap()
}

fn permutation() -> impl Strategy<Value = Permutation> {
    (0..80usize).prop_flat_map(of_degree)
}

fn three_permutations() -> impl Strategy<Value = [Permutation; 3]> {
    (0..40usize).prop_flat_map(|degree| [of_degree(degree), of_degree(degree), of_degree(degree)])
}

/// Exponents of all sizes, to beyond ±10^40.
fn exponent() -> impl Strategy<Value = BigInt> {
    prop_oneof![
        (-50i64..50).prop_map(BigInt::from),
        any::<i64>().prop_map(BigInt::from),
        (any::<i128>(), 0u32..5)
            .prop_map(|(mantissa, tens)| BigInt::from(mantissa) * BigInt::from(10).pow(tens)),
    ]
}

/// A weave of up to `packets·size` cards.
fn weave(size: u128) -> impl Strategy<Value = Weave> {
    let kind = prop_oneof![Just(Kind::Out), Just(Kind::In)];
    (kind, 0..size, 1u32..9, any::<bool>()).prop_map(|(kind, size, packets, odd)| match odd {
        true => Weave::new(kind, 2 * size + 1),
        false => Weave::with_packets(kind, BigUint::from(packets) * size, packets).unwrap(),
    })
}

proptest! {
    #[test]
    fn permutations_form_a_group([p, q, r] in three_permutations()) {
        let identity = Permutation::identity(p.degree());
        prop_assert_eq!(p.then(&q).then(&r), p.then(&q.then(&r)));
        prop_assert_eq!(p.then(&identity), p.clone());
        prop_assert_eq!(identity.then(&p), p.clone());
        prop_assert!(p.then(&p.inverse()).is_identity());
        prop_assert!(p.inverse().then(&p).is_identity());
        prop_assert_eq!(p.conjugate(&q).conjugate(&r), p.conjugate(&q.then(&r)));
        prop_assert_eq!(p.conjugate(&q).cycle_type(), p.cycle_type());
        prop_assert_eq!(p.then(&q).sign(), p.sign() * q.sign());
    }

    #[test]
    fn exponents_add_and_multiply(p in permutation(), a in exponent(), b in exponent()) {
        prop_assert_eq!(p.pow(a.clone()).then(&p.pow(b.clone())), p.pow(&a + &b));
        prop_assert_eq!(p.pow(a.clone()).pow(b.clone()), p.pow(a * b));
        prop_assert!(p.pow(BigInt::from(p.order())).is_identity());
    }

    #[test]
    fn printing_then_parsing_gives_the_same(p in permutation()) {
        prop_assert_eq!(&p.one_line().to_string().parse::<Permutation>().unwrap(), &p);
        prop_assert_eq!(&Permutation::parse_cycles(&p.to_string(), p.degree()).unwrap(), &p);
        let shorter: Permutation = p.to_string().parse().unwrap();
        prop_assert_eq!(shorter.to_string(), p.to_string());
    }

    #[test]
    fn parsing_never_panics(text in "[\\[\\]() ,0-9a-z\u{e9}^-]{0,24}") {
        if let Ok(p) = text.parse::<Permutation>() {
            prop_assert_eq!(p.to_string().parse::<Permutation>().unwrap().to_string(), p.to_string());
        }
        let _ = Permutation::parse_cycles(&text, 5);
    }

    #[test]
    fn ranks_come_back(p in permutation()) {
        prop_assert_eq!(&Permutation::unrank(p.degree(), p.rank()).unwrap(), &p);
    }

    #[test]
    fn decks_and_images_are_inverses(p in permutation()) {
        prop_assert_eq!(&Permutation::from_deck(p.to_deck()).unwrap(), &p);
        let inverse = p.inverse();
        prop_assert_eq!(inverse.images().to_vec(), p.to_deck());
        prop_assert_eq!(p.apply(&crate::support::new_deck(p.degree())), p.to_deck());
    }

    #[test]
    fn statistics_and_inverses(p in permutation()) {
        let inverse = p.inverse();
        prop_assert_eq!(p.inversions(), inverse.inversions());
        prop_assert_eq!(p.displacement(), inverse.displacement());
        prop_assert_eq!(p.longest_increasing_subsequence(), inverse.longest_increasing_subsequence());
        prop_assert_eq!(p.cycle_type(), inverse.cycle_type());
        // Diaconis and Graham 1977: with I inversions and D the displacement, I + T ≤ D ≤ 2I,
        // where T, the transpositions needed, is n less the number of cycles.
        let transpositions = (p.degree() - p.cycles().len()) as u64;
        prop_assert!(p.inversions() + transpositions <= p.displacement());
        prop_assert!(p.displacement() <= 2 * p.inversions());
    }

    #[test]
    fn an_unshuffle_undoes_a_shuffle(weave in weave(1 << 100), card in any::<u128>(), times in exponent()) {
        if weave.cards() > &BigUint::ZERO {
            let card = BigUint::from(card) % weave.cards();
            let position = weave.position_after(&card, &times);
            prop_assert!(&position < weave.cards());
            prop_assert_eq!(&weave.position_after(&position, &-&times), &card);
            prop_assert_eq!(weave.card_at(&position, &times), card);
        }
    }

    #[test]
    fn shuffles_add_up(weave in weave(1 << 100), card in any::<u128>(), a in exponent(), b in exponent()) {
        if weave.cards() > &BigUint::ZERO {
            let card = BigUint::from(card) % weave.cards();
            let halfway = weave.position_after(&card, &a);
            prop_assert_eq!(weave.position_after(&halfway, &b), weave.position_after(&card, &(a + b)));
        }
    }

    #[test]
    fn a_listed_deck_agrees_with_single_cards(weave in weave(60), times in exponent()) {
        let deck = weave.deck_after(&times).unwrap();
        prop_assert_eq!(BigUint::from(deck.size_hint().0), weave.cards().clone());
        for (position, card) in deck.enumerate() {
            prop_assert_eq!(weave.card_at(&position.into(), &times), BigUint::from(card));
        }
        prop_assert_eq!(weave.to_permutation().unwrap().pow(times.clone()).to_deck(),
            weave.deck_after(&times).unwrap().map(|card| card as u32).collect::<Vec<_>>());
    }

    #[test]
    fn closed_forms_agree_with_walks(weave in weave(2_000)) {
        let walked = weave.to_permutation().unwrap().cycle_type();
        let closed = weave.cycle_type().unwrap();
        prop_assert_eq!(closed.order(), walked.order());
        prop_assert_eq!(closed.sign(), walked.sign());
        prop_assert_eq!(weave.order().unwrap(), walked.order());
        prop_assert_eq!(closed, walked);
    }

    #[test]
    fn periods_of_64_bits(cards in any::<u64>(), kind in prop_oneof![Just(Kind::Out), Just(Kind::In)]) {
        let weave = Weave::new(kind, cards);
        let cycle_type = weave.cycle_type().unwrap();
        prop_assert_eq!(cycle_type.degree(), cards.into());
        prop_assert_eq!(cycle_type.order(), weave.order().unwrap());
        if let Some(times) = weave.reversed_after().unwrap() {
            let top = weave.position_after(&BigUint::ZERO, &times.clone().into());
            prop_assert_eq!(top + 1u32, cards.into());
            prop_assert_eq!(times * 2u32, weave.order().unwrap());
        }
    }

    #[test]
    fn factors_multiply_back(n in 1u64..) {
        let factors = n.factor().unwrap();
        prop_assert_eq!(factors.value(), n);
        for power in factors.powers() {
            prop_assert!(power.prime.is_prime());
        }
        prop_assert_eq!(BigUint::from(n).factor().unwrap().to_string(), factors.to_string());
    }

    #[test]
    fn products_of_two_words_factor(a in 1u64.., b in 1u64..1 << 36) {
        let n = BigUint::from(a) * b;
        if let Ok(factors) = n.factor() {
            prop_assert_eq!(factors.value(), n);
            prop_assert!(factors.powers().iter().all(|power| power.prime.is_prime()));
        }
    }

    #[test]
    fn words_and_big_integers_have_the_same_orders(base in 2u64..1000, modulus in 1u64..1 << 40) {
        prop_assume!(base.gcd(&modulus) == 1);
        let [big_base, big_modulus] = [base, modulus].map(BigUint::from);
        let order = multiplicative_order(&base, &modulus).unwrap();
        prop_assert_eq!(multiplicative_order(&big_base, &big_modulus).unwrap(), order.into());
        let lengths = orbit_lengths(&base, &modulus);
        prop_assert_eq!(lengths.values().sum::<u64>(), modulus);
        prop_assert_eq!(lengths.keys().next_back(), Some(&order));
        let big: BTreeMap<BigUint, BigUint> =
            lengths.into_iter().map(|(length, residues)| (length.into(), residues.into())).collect();
        prop_assert_eq!(orbit_lengths(&big_base, &big_modulus), big);
    }
}
