//! Shortest words against a breadth-first search from one end, and against the routes of one card.

use std::collections::HashMap;

use faro::{Kind, Permutation, Route, Weave, Word};
use faro_math::number::Budget;
use faro_permutation::cayley::{self, Bounds, Limit, Obstacle, Outcome};

fn moves(words: &[&str], cards: usize) -> Vec<Permutation> {
    words
        .iter()
        .map(|word| word.parse::<Word>().unwrap().permutation(cards).unwrap())
        .collect()
}

type Words = Vec<Vec<usize>>;

/// Returns all shortest words from one placing to every reachable one, in lexicographic order: a breadth-first
/// search that keeps whole words.
fn searched(moves: &[Permutation], from: &[u32]) -> HashMap<Vec<u32>, Words> {
    let mut found = HashMap::from([(from.to_vec(), vec![Vec::new()])]);
    let mut level = found.clone();
    while !level.is_empty() {
        let mut next: HashMap<Vec<u32>, Words> = HashMap::new();
        for (places, words) in level {
            for (by, permutation) in moves.iter().enumerate() {
                let image = places
                    .iter()
                    .map(|&place| permutation.image(place))
                    .collect();
                next.entry(image)
                    .or_default()
                    .extend(words.iter().map(|word| [word.as_slice(), &[by]].concat()));
            }
        }
        next.retain(|places, _| !found.contains_key(places));
        found.extend(next.clone());
        level = next;
    }
    found.values_mut().for_each(|words| words.sort());
    found
}

/// Bounds without a limit of time.
fn no_time_limit() -> Bounds {
    Bounds {
        budget: Budget::unlimited(),
        ..Bounds::default()
    }
}

/// Returns every ordered choice of this number of positions.
fn placings(cards: u32, chosen: usize) -> Vec<Vec<u32>> {
    (0..chosen).fold(vec![Vec::new()], |placings, _| {
        let longer = |placing: Vec<u32>| {
            let free = (0..cards)
                .filter(|card| !placing.contains(card))
                .collect::<Vec<_>>();
            free.into_iter()
                .map(move |card| [placing.as_slice(), &[card]].concat())
        };
        placings.into_iter().flat_map(longer).collect()
    })
}

fn check_all(moves: &[Permutation], cards: u32, chosen: usize) {
    let placings = placings(cards, chosen);
    for from in placings.iter().step_by(7) {
        let searched = searched(moves, from);
        for to in &placings {
            let outcome = cayley::route(moves, from, to, &no_time_limit());
            match (searched.get(to), outcome) {
                (Some(words), Outcome::Found(paths)) => {
                    assert_eq!(
                        &paths.words().collect::<Vec<_>>(),
                        words,
                        "{from:?} to {to:?}"
                    );
                    assert_eq!(
                        (paths.first(), paths.length()),
                        (words[0].clone(), words[0].len())
                    );
                    assert_eq!(paths.count(), words.len().into());
                }
                (None, Outcome::Unreachable(_)) => {}
                (words, outcome) => panic!("{from:?} to {to:?}: {words:?}, but {outcome:?}"),
            }
        }
    }
}

#[test]
fn every_placing_of_small_decks() {
    let languages: [&[&str]; 6] = [
        &["in", "out"],
        &["in", "out", "in^-1", "out^-1"],
        &["out"],
        &["cut:1", "out"],
        &["in out", "reverse"],
        &["out", "out", "()"],
    ];
    for words in languages {
        for cards in 2..=7 {
            for chosen in 1..=2.min(cards) {
                check_all(&moves(words, cards), cards as u32, chosen);
            }
        }
        check_all(&moves(words, 8), 8, 3);
    }
}

#[test]
fn every_arrangement_of_five_cards() {
    for words in [&["in", "out"][..], &["cut:1", "in"], &["monge", "reverse"]] {
        check_all(&moves(words, 5), 5, 5);
    }
}

/// The routes of one card are those of the affine maps, on decks of each width of row.
#[test]
fn one_card_agrees_with_its_closed_form() {
    let kinds = [Kind::In, Kind::Out];
    for cards in [1u32, 2, 3, 52, 53, 256, 257, 1000, 65_537] {
        let moves = kinds.map(|kind| Weave::new(kind, cards).to_permutation().unwrap());
        let step = (cards / 23).max(1) as usize;
        for (from, to) in (0..cards)
            .step_by(step)
            .flat_map(|from| (0..cards).step_by(step + 1).map(move |to| (from, to)))
        {
            let Outcome::Found(paths) = cayley::route(&moves, &[from], &[to], &no_time_limit())
            else {
                panic!("every card can reach every position");
            };
            let routes = Route::all_shortest(&cards.into(), &from.into(), &to.into());
            let words = paths
                .words()
                .map(|word| word.iter().map(|&by| kinds[by]).collect::<Vec<_>>());
            assert!(
                words.eq(routes.iter().map(|route| route.kinds().to_vec())),
                "{cards}: {from} to {to}"
            );
        }
    }
}

/// All 2652 · 2652 pairs of two cards of 52. A mirror pair stays one: it has 52 placings,
/// the others have 52 · 50.
#[test]
fn two_cards_of_52() {
    let moves = moves(&["in", "out"], 52);
    let (mut pairs, mut others, mut longest) = (0, 0, 0);
    for from in placings(52, 2).into_iter().step_by(101) {
        for to in placings(52, 2) {
            match cayley::route(&moves, &from, &to, &no_time_limit()) {
                Outcome::Found(paths) => {
                    longest = longest.max(paths.length());
                    if from[0] + from[1] == 51 {
                        pairs += 1;
                    } else {
                        others += 1;
                    }
                }
                Outcome::Unreachable(Obstacle::MirrorPair { .. }) => {
                    assert_ne!(from[0] + from[1] == 51, to[0] + to[1] == 51);
                }
                outcome => panic!("{from:?} to {to:?}: {outcome:?}"),
            }
        }
    }
    let starts = placings(52, 2).into_iter().step_by(101);
    let (mirrored, rest): (Vec<_>, Vec<_>) = starts.partition(|from| from[0] + from[1] == 51);
    assert_eq!((pairs, others), (mirrored.len() * 52, rest.len() * 52 * 50));
    assert!((11..=20).contains(&longest), "{longest}");
}

/// From each of the 2652 placings to all reachable ones.
#[test]
fn all_pairs_of_52() {
    let moves = moves(&["in", "out"], 52);
    for from in placings(52, 2) {
        let sizes = cayley::growth_from(&moves, &from, &no_time_limit()).unwrap();
        let reached = if from[0] + from[1] == 51 { 52 } else { 52 * 50 };
        assert_eq!(sizes.iter().sum::<usize>(), reached, "{from:?}");
    }
}

/// Counts at each distance are those of the search for words.
#[test]
fn growth_counts_distances() {
    for words in [&["in", "out"][..], &["out"], &["cut:1", "monge"]] {
        let moves = moves(words, 9);
        for from in placings(9, 2).iter().step_by(11) {
            let mut sizes = Vec::new();
            for words in searched(&moves, from).into_values() {
                sizes.resize(sizes.len().max(words[0].len() + 1), 0);
                sizes[words[0].len()] += 1;
            }
            assert_eq!(
                cayley::growth_from(&moves, from, &no_time_limit()),
                Ok(sizes.clone())
            );
            let bounds = Bounds {
                depth: sizes.len() - 2,
                ..no_time_limit()
            };
            assert_eq!(
                cayley::growth_from(&moves, from, &bounds),
                Err(Limit::Depth)
            );
        }
    }
}

#[test]
fn moves_of_no_cards_reach_the_empty_deck() {
    let moves = [Permutation::identity(0)];
    let Outcome::Found(paths) = cayley::route(&moves, &[], &[], &Bounds::default()) else {
        panic!("the empty deck is where it has to be");
    };
    assert_eq!(paths.first(), []);
}

#[test]
fn exceeded_bounds_are_reported() {
    let moves = moves(&["in", "out"], 52);
    let goal = moves[0]
        .pow(3)
        .then(&moves[1].pow(2))
        .then(&moves[0].pow(9))
        .then(&moves[1]);
    let all: Vec<u32> = (0..52).collect();
    let within = |bounds: Bounds| cayley::route(&moves, &all, goal.images(), &bounds);
    assert!(matches!(within(no_time_limit()), Outcome::Found(paths) if paths.length() == 15));
    let bounds = Bounds {
        depth: 14,
        ..no_time_limit()
    };
    assert!(matches!(
        within(bounds),
        Outcome::Stopped {
            none_to: 14,
            limit: Limit::Depth
        }
    ));
    let bounds = Bounds {
        bytes: 1000,
        ..no_time_limit()
    };
    assert!(matches!(
        within(bounds),
        Outcome::Stopped {
            none_to: 1..,
            limit: Limit::Memory
        }
    ));
    let bounds = Bounds {
        budget: Budget::new(std::time::Duration::ZERO),
        ..no_time_limit()
    };
    assert!(matches!(
        within(bounds),
        Outcome::Stopped {
            limit: Limit::Time,
            ..
        }
    ));
}
