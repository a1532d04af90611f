//! Draws of floating-point numbers, and words.

use super::*;

/// A program that draws floating-point numbers: multiples of 2^-53.
struct Floats {
    cards: usize,
    shuffle: fn(&mut [u32], &mut dyn FnMut() -> f64),
}

impl Program for Floats {
    fn cards(&self) -> usize {
        self.cards
    }

    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        let run = |list: &Vec<u64>| {
            let mut run = Run::default();
            let mut deck: Vec<u32> = (0..self.cards as u32).collect();
            let mut draw = || {
                let value = list.get(run.draws.len()).copied().unwrap_or(0);
                run.draws.push(faro_prove::Draw {
                    bound: 1 << 53,
                    value,
                });
                value as f64 / (1u64 << 53) as f64
            };
            (self.shuffle)(&mut deck, &mut draw);
            run.deck = deck;
            Outcome::Ran(run)
        };
        Ok(lists.iter().map(run).collect())
    }
}

fn by_floor(deck: &mut [u32], draw: &mut dyn FnMut() -> f64) {
    for i in (1..deck.len()).rev() {
        deck.swap(i, (draw() * (i + 1) as f64) as usize);
    }
}

#[test]
fn rounding_of_floats_is_counted_exactly() {
    let walked = walk(
        &mut Floats {
            cards: 4,
            shuffle: by_floor,
        },
        &settings(2000),
    )
    .unwrap();
    let WalkEnd::Law(law) = walked.end else {
        panic!("24 runs")
    };
    assert_eq!(walked.compared, Some(2000));
    let distance = law.total_variation().to_f64();
    assert!(distance > 0.0 && distance < 1e-15, "{distance}");
    // One draw is multiplied by 3. Since 2^53 = 3·q + 2, the pieces have q + 1, q + 1 and q values.
    let third = Floats {
        cards: 3,
        shuffle: |deck, draw| deck.rotate_left((draw() * 3.0) as usize),
    };
    let law = self::law(&mut { third });
    let grid = 1u64 << 53;
    let counts: Vec<String> = [0, 3, 4]
        .iter()
        .map(|&rank| law.chance(rank).to_string())
        .collect();
    let fraction = |count: u64| faro::number::Fraction::new(count, grid).to_string();
    let mut expected = vec![
        fraction(grid / 3 + 1),
        fraction(grid / 3 + 1),
        fraction(grid / 3),
    ];
    let mut counts = counts;
    counts.sort();
    expected.sort();
    assert_eq!(counts, expected);
}

#[test]
fn floats_are_certified_up_to_their_rounding() {
    let mut program = Floats {
        cards: 52,
        shuffle: by_floor,
    };
    let certificate = certify(&mut program, &settings(2000)).unwrap();
    let up_to = certificate.fair_up_to().unwrap();
    assert!(up_to >= bound(2000, 1e-6) && up_to < bound(2000, 1e-6) + 1e-12);
    let mut naive = Floats {
        cards: 20,
        shuffle: |deck, draw| (0..20).for_each(|i| deck.swap(i, (draw() * 20.0) as usize)),
    };
    let certificate = certify(&mut naive, &settings(2000)).unwrap();
    assert!(
        matches!(certificate.conclusion, Conclusion::UnfairBy(_)),
        "{:?}",
        certificate.conclusion
    );
}

/// `Math.round` gives the first and the last index half of the probability of the others.
#[test]
fn pieces_of_unequal_size() {
    let mut round = Floats {
        cards: 3,
        shuffle: |deck, draw| {
            for i in (1..3).rev() {
                deck.swap(i, (draw() * i as f64).round() as usize);
            }
        },
    };
    let law = law(&mut round);
    let near = |rank: usize, chance: f64| (law.chance(rank).to_f64() - chance).abs() < 1e-15;
    assert!(
        (0..6).all(|rank| near(rank, 0.125) || near(rank, 0.25)),
        "{:?}",
        law.levels()
    );
}

/// The effect of a draw depends on later draws: its groups are the same for most of their values, but not for all.
#[test]
fn an_effect_that_is_rarely_seen_gives_no_wrong_law() {
    for cards in [2, 3, 4, 5] {
        let hidden = |deck: &mut [u32], draw: &mut dyn FnMut() -> f64| {
            let coin = draw() < 0.5;
            by_floor(deck, draw);
            if coin && deck[0] == 0 && deck[1] == 1 {
                deck.reverse();
            }
        };
        let walked = walk(
            &mut Floats {
                cards,
                shuffle: hidden,
            },
            &settings(2000),
        );
        let Ok(walked) = walked else { continue };
        let WalkEnd::Law(law) = walked.end else {
            continue;
        };
        // Half of the decks that start with 0 and 1 are reversed.
        let distance = law.total_variation().to_f64();
        let expected = 0.5 / (cards * (cards - 1)) as f64;
        let expected = if cards == 2 { 0.25 } else { expected };
        assert!(
            (distance - expected).abs() < 1e-9,
            "{cards} cards: {distance}"
        );
    }
}

/// `rand() % n`: the first residues of 2^53 have one value more than the others.
#[test]
fn words_modulo_a_bound() {
    let modulo = |deck: &mut [u32], draw: &mut dyn FnMut() -> f64| {
        for i in (1..deck.len()).rev() {
            let word = (draw() * (1u64 << 53) as f64) as u64;
            deck.swap(i, (word % (i as u64 + 1)) as usize);
        }
    };
    let walked = walk(
        &mut Floats {
            cards: 4,
            shuffle: modulo,
        },
        &settings(2000),
    )
    .unwrap();
    let WalkEnd::Law(law) = walked.end else {
        panic!("24 runs")
    };
    // Draws of 4, 3 and 2 values from 2^53 words. Only the bound 3 leaves a remainder.
    let distance = law.total_variation();
    let grid = 1u64 << 53;
    let third = [grid / 3 + 1, grid / 3 + 1, grid / 3]
        .map(|count| (3 * count).abs_diff(grid))
        .iter()
        .sum::<u64>();
    assert_eq!(
        distance,
        faro::number::Fraction::new(third, 6u128 * u128::from(grid))
    );
    let certificate = certify(
        &mut Floats {
            cards: 30,
            shuffle: modulo,
        },
        &settings(1000),
    )
    .unwrap();
    assert!(
        certificate.fair_up_to().is_some(),
        "{:?}",
        certificate.conclusion
    );
}
