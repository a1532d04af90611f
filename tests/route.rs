//! Shortest routes against breadth-first search over dealt decks, and against published results.

use std::collections::{BTreeMap, HashMap};

use crate::support::{dealt, new_deck};
use faro::{Kind, Route};
use num_bigint::BigUint;

/// In before out.
const KINDS: [Kind; 2] = [Kind::In, Kind::Out];

/// Returns the new position of each card when the deck is dealt, in and out.
fn goes(cards: usize) -> [Vec<usize>; 2] {
    KINDS.map(|kind| {
        let mut goes = vec![0; cards];
        for (position, card) in dealt(kind, &new_deck(cards), 2).into_iter().enumerate() {
            goes[card as usize] = position;
        }
        goes
    })
}

/// Returns all shortest sequences from a position to every other, in lexicographic order, by breadth-first
/// search.
fn searched(goes: &[Vec<usize>; 2], from: usize) -> BTreeMap<usize, Vec<Vec<Kind>>> {
    let mut found = BTreeMap::from([(from, vec![Vec::new()])]);
    let mut level = found.clone();
    while !level.is_empty() {
        let mut next: BTreeMap<usize, Vec<Vec<Kind>>> = BTreeMap::new();
        for (position, sequences) in level {
            for (kind, goes) in KINDS.iter().zip(goes) {
                let longer = sequences
                    .iter()
                    .map(|sequence| [sequence.as_slice(), &[*kind]].concat());
                next.entry(goes[position]).or_default().extend(longer);
            }
        }
        next.retain(|position, _| !found.contains_key(position));
        found.extend(next.clone());
        level = next;
    }
    for sequences in found.values_mut() {
        sequences.sort_by_key(|sequence| {
            sequence
                .iter()
                .map(|kind| *kind == Kind::Out)
                .collect::<Vec<_>>()
        });
    }
    found
}

fn all_shortest(cards: usize, from: usize, to: usize) -> Vec<Route> {
    Route::all_shortest(&cards.into(), &from.into(), &to.into())
}

#[test]
fn every_pair_of_positions_of_up_to_64_cards() {
    for cards in 1..=64 {
        let goes = goes(cards);
        for from in 0..cards {
            let searched = searched(&goes, from);
            assert_eq!(searched.len(), cards, "every card gets everywhere");
            for (to, sequences) in searched {
                let routes = all_shortest(cards, from, to);
                assert!(
                    routes.iter().map(Route::kinds).eq(&sequences),
                    "{cards}: {from} to {to}"
                );
                let first = Route::shortest(&cards.into(), &from.into(), &to.into());
                assert_eq!(first, routes[0]);
                for route in routes {
                    follow(&goes, from, to, &route);
                }
            }
        }
    }
}

/// The positions along a route are those of a dealt deck.
fn follow(goes: &[Vec<usize>; 2], from: usize, to: usize, route: &Route) {
    let mut position = from;
    let mut visited = vec![BigUint::from(from)];
    for kind in route.kinds() {
        position = goes[usize::from(*kind == Kind::Out)][position];
        visited.push(position.into());
    }
    assert!(route.positions().eq(visited));
    assert_eq!(position, to);
}

/// Elmsley: the binary digits of the position are the shuffles that move the top card there, 1 for in.
#[test]
fn the_top_card_goes_by_binary_digits() {
    for cards in [1, 2, 7, 8, 51, 52, 64, 1000, 1001] {
        for to in 0..cards {
            let digits = if to == 0 {
                String::new()
            } else {
                format!("{to:b}")
            };
            let shuffles: String = all_shortest(cards, 0, to)[0]
                .kinds()
                .iter()
                .map(|kind| if *kind == Kind::In { '1' } else { '0' })
                .collect();
            assert_eq!(shuffles, digits, "{cards} cards, to {to}");
        }
    }
}

/// At most 3 shuffles for 8 cards, 4 for 10 to 16, 5 for 20 to 32, 6 for 36 to 64; on average
/// 4.213 for 52. The method is of Diaconis and Graham (2007), the numbers are from a breadth-first search.
#[test]
fn longest_and_mean_distance() {
    let lengths = |cards: usize| -> HashMap<(usize, usize), usize> {
        let pairs = (0..cards).flat_map(|from| (0..cards).map(move |to| (from, to)));
        pairs
            .map(|(from, to)| ((from, to), all_shortest(cards, from, to)[0].kinds().len()))
            .collect()
    };
    let longest = |cards: usize| lengths(cards).into_values().max().unwrap();
    assert_eq!(longest(8), 3);
    assert!((10..=16).step_by(2).all(|cards| longest(cards) == 4));
    assert!((20..=32).step_by(4).all(|cards| longest(cards) == 5));
    assert!((36..=64).step_by(4).all(|cards| longest(cards) == 6));
    let total: usize = lengths(52).into_values().sum();
    assert_eq!((total as f64 / (52.0 * 52.0) * 1000.0).round(), 4213.0);
}

/// No deck is built: the route is followed by the closed form of each shuffle.
#[test]
fn routes_of_decks_too_large_to_build() {
    for cards in [
        BigUint::from(10u32).pow(18),
        BigUint::from(10u32).pow(18) + 1u32,
        BigUint::from(7u32).pow(1100),
    ] {
        let (from, to) = (&cards / 3u32, &cards / 7u32 * 5u32);
        for route in Route::all_shortest(&cards, &from, &to) {
            assert!(route.kinds().len() as u64 <= cards.bits());
            let mut position = from.clone();
            for (kind, next) in route.kinds().iter().zip(route.positions().skip(1)) {
                position =
                    faro::Weave::new(*kind, cards.clone()).position_after(&position, &1.into());
                assert_eq!(position, next);
            }
            assert_eq!(position, to);
        }
    }
}
