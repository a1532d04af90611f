//! Every closed form against dealing real packets, and every statistic against its definition.

use std::collections::BTreeSet;

use crate::support::{all_permutations, dealt, new_deck};
use faro::{Kind, Permutation, Weave};
use faro_permutation::CycleType;
use num_bigint::{BigInt, BigUint};

const KINDS: [Kind; 2] = [Kind::Out, Kind::In];

/// Returns every shuffle of up to `cards` cards in up to `packets` packets.
fn shuffles(cards: usize, packets: usize) -> impl Iterator<Item = (Weave, Kind, usize, usize)> {
    let sizes =
        (0..=cards).flat_map(move |cards| (1..=packets).map(move |packets| (cards, packets)));
    sizes.flat_map(|(cards, packets)| {
        KINDS.into_iter().filter_map(move |kind| {
            Some((
                Weave::with_packets(kind, cards, packets).ok()?,
                kind,
                cards,
                packets,
            ))
        })
    })
}

fn listed(weave: &Weave, times: i64) -> Vec<u32> {
    weave
        .deck_after(&times.into())
        .unwrap()
        .map(|card| card as u32)
        .collect()
}

#[test]
fn the_map_is_what_dealing_does() {
    for (weave, kind, cards, packets) in shuffles(200, 6) {
        let deck = dealt(kind, &new_deck(cards), packets);
        assert_eq!(listed(&weave, 1), deck, "{weave} of {cards}");
        assert_eq!(weave.to_permutation().unwrap().to_deck(), deck);
        for (position, card) in deck.into_iter().enumerate() {
            let (position, card) = (BigUint::from(position), BigUint::from(card));
            assert_eq!(
                weave.position_after(&card, &1.into()),
                position,
                "{weave} of {cards}"
            );
            assert_eq!(
                weave.card_at(&position, &1.into()),
                card,
                "{weave} of {cards}"
            );
        }
    }
}

#[test]
fn only_equal_packets_are_cut() {
    for cards in 0..=200usize {
        for packets in 0..=12usize {
            let cut = packets == 2 || (packets > 0 && cards % packets == 0);
            assert_eq!(Weave::with_packets(Kind::Out, cards, packets).is_ok(), cut);
        }
    }
}

#[test]
fn a_deck_is_followed_through_its_whole_period() {
    for (weave, kind, cards, packets) in shuffles(60, 6) {
        let order = u64::try_from(weave.order().unwrap()).unwrap();
        let reversed: Vec<u32> = new_deck(cards).into_iter().rev().collect();
        let mut deck = new_deck(cards);
        let mut reversed_after = None;
        for times in 1..=order {
            deck = dealt(kind, &deck, packets);
            assert_eq!(
                listed(&weave, times as i64),
                deck,
                "{weave}^{times} of {cards}"
            );
            assert_eq!(listed(&weave, times as i64 - order as i64), deck);
            assert_eq!(
                deck == new_deck(cards),
                times == order || cards < 2,
                "{weave}^{times} of {cards}"
            );
            if deck == reversed {
                reversed_after = reversed_after.or(Some(times.into()));
            }
        }
        assert_eq!(
            weave.reversed_after().unwrap(),
            reversed_after,
            "{weave} of {cards}"
        );
    }
}

#[test]
fn periods_without_a_deck_agree_with_walked_cycles() {
    for (weave, _, cards, _) in shuffles(200, 6) {
        let walked = weave.to_permutation().unwrap().cycle_type();
        let closed = weave.cycle_type().unwrap();
        assert_eq!(closed, walked, "{weave} of {cards}");
        assert_eq!(closed.degree(), cards.into());
        assert_eq!(closed.order(), weave.order().unwrap());
        assert_eq!(closed.sign(), walked.sign());
    }
}

/// The definitions of the statistics, as in the literature.
mod definition {
    use super::*;

    pub fn pairs(p: &Permutation) -> impl Iterator<Item = (u32, u32)> {
        let n = p.degree() as u32;
        (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)))
    }

    pub fn inversions(p: &Permutation) -> u64 {
        pairs(p).filter(|&(i, j)| p.image(i) > p.image(j)).count() as u64
    }

    pub fn descents(p: &Permutation) -> Vec<u32> {
        (1..p.degree() as u32)
            .filter(|&i| p.image(i - 1) > p.image(i))
            .collect()
    }

    /// Returns how many passes through the deck, from the top, pick up all cards in order.
    pub fn rising_sequences(p: &Permutation) -> usize {
        let (deck, mut wanted, mut passes) = (p.to_deck(), 0, 0);
        while wanted < deck.len() as u32 {
            passes += 1;
            for &card in &deck {
                wanted += u32::from(card == wanted);
            }
        }
        passes
    }

    pub fn longest_increasing_subsequence(p: &Permutation) -> usize {
        let rises = |chosen: &[u32]| chosen.windows(2).all(|pair| pair[0] < pair[1]);
        let chosen = |subset: u32| {
            (0..p.degree() as u32)
                .filter(|i| subset >> i & 1 == 1)
                .map(|i| p.image(i))
                .collect::<Vec<_>>()
        };
        (0..1u32 << p.degree())
            .map(chosen)
            .filter(|chosen| rises(chosen))
            .map(|chosen| chosen.len())
            .max()
            .unwrap()
    }

    pub fn order(p: &Permutation) -> u32 {
        let mut power = p.clone();
        let mut order = 1;
        while !power.is_identity() {
            power = power.then(p);
            order += 1;
        }
        order
    }
}

#[test]
fn statistics_of_all_small_permutations() {
    for p in (0..=6).flat_map(all_permutations) {
        assert_eq!(p.descents(), definition::descents(&p).len());
        assert_eq!(
            p.rising_sequences(),
            definition::rising_sequences(&p),
            "{p}"
        );
        assert_eq!(p.inversions(), definition::inversions(&p));
        assert_eq!(
            p.longest_increasing_subsequence(),
            definition::longest_increasing_subsequence(&p)
        );
        let moves: Vec<(i64, i64)> = (0..)
            .zip(p.images().iter().map(|&image| image.into()))
            .collect();
        assert_eq!(
            p.fixed_points(),
            moves.iter().filter(|(i, j)| i == j).count()
        );
        assert_eq!(
            p.displacement(),
            moves
                .iter()
                .map(|(i, j)| (i - j).unsigned_abs())
                .sum::<u64>()
        );
        assert_eq!(p.order(), definition::order(&p).into());
        assert_eq!(
            p.sign(),
            if definition::inversions(&p).is_multiple_of(2) {
                1
            } else {
                -1
            }
        );
        assert_eq!(p.cycle_type().fixed_points(), p.fixed_points().into());
        assert_eq!(p.cycle_type().cycles(), p.cycles().len().into());
    }
}

#[test]
fn ranks_count_through_all_small_permutations() {
    for degree in 0..=6 {
        for (rank, p) in all_permutations(degree).into_iter().enumerate() {
            assert_eq!(p.rank(), rank.into());
            assert_eq!(Permutation::unrank(degree, rank).unwrap(), p);
        }
        let factorial: usize = (1..=degree).product();
        let refused = Permutation::unrank(degree, factorial).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("the rank {factorial} is too large: expected a rank below {degree}!")
        );
    }
}

#[test]
fn cycles_start_at_their_least_points() {
    for p in (0..=6).flat_map(all_permutations) {
        let cycles = p.cycles();
        let starts: Vec<u32> = cycles.iter().map(|cycle| cycle[0]).collect();
        assert!(starts.is_sorted());
        let mut points = BTreeSet::new();
        for cycle in cycles.iter() {
            assert_eq!(cycle.iter().min(), cycle.first());
            for (place, &point) in cycle.iter().enumerate() {
                assert_eq!(p.image(point), cycle[(place + 1) % cycle.len()]);
                assert!(points.insert(point));
            }
        }
        assert_eq!(points.len(), p.degree());
        assert_eq!(
            Permutation::from_cycles(p.degree(), cycles.iter()).unwrap(),
            p
        );
        let lengths = CycleType::from_counts(cycles.iter().map(|cycle| (cycle.len(), 1u32)));
        assert_eq!(lengths, p.cycle_type());
    }
}

#[test]
fn powers_of_small_permutations_are_repeated_products() {
    for p in (0..=5).flat_map(all_permutations) {
        let mut power = Permutation::identity(p.degree());
        for exponent in 0..=12 {
            assert_eq!(p.pow(exponent), power);
            assert_eq!(p.pow(-exponent), power.inverse());
            power = power.then(&p);
        }
    }
}

#[test]
fn all_of_s4_is_a_group() {
    let all = all_permutations(4);
    let items = ['a', 'b', 'c', 'd'];
    for p in &all {
        for q in &all {
            let both = p.then(q);
            assert_eq!(both.apply(&items), q.apply(&p.apply(&items)));
            assert_eq!(both.inverse(), q.inverse().then(&p.inverse()));
            for i in 0..4 {
                assert_eq!(both.image(i), q.image(p.image(i)));
                assert_eq!(p.conjugate(q).image(q.image(i)), q.image(p.image(i)));
            }
        }
    }
}

#[test]
fn shuffles_of_no_and_one_card_change_nothing() {
    for (weave, _, cards, _) in shuffles(1, 2) {
        for times in [-7, -1, 0, 1, 7] {
            assert_eq!(listed(&weave, times), new_deck(cards));
        }
        assert_eq!(weave.order().unwrap(), 1u32.into());
        assert_eq!(weave.reversed_after().unwrap(), Some(1u32.into()));
        assert_eq!(weave.cycle_type().unwrap().degree(), BigUint::from(cards));
    }
}

#[test]
fn times_beyond_any_word_count_modulo_the_order() {
    for (weave, _, cards, _) in shuffles(60, 6) {
        let huge = BigInt::from(weave.order().unwrap()) * BigInt::from(10).pow(40) + 1;
        let deck = |times: &BigInt| weave.deck_after(times).unwrap().collect::<Vec<_>>();
        assert_eq!(deck(&huge), deck(&1.into()), "{weave} of {cards}");
        assert_eq!(deck(&-huge), deck(&(-1).into()), "{weave} of {cards}");
    }
}
