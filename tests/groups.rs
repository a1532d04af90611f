//! Groups: published orders, and a closure so simple that it is unlikely to be wrong.

mod support;

use std::collections::HashSet;

use faro::group::{GroupError, Letter, Order, Proof, WordError};
use faro::number::Budget;
use faro::perfect::FaroGroup;
use faro::{Group, Kind, Permutation, Weave};
use num_bigint::BigUint;
use proptest::prelude::*;
use support::all_permutations;

fn perfect(cards: usize) -> Vec<Permutation> {
    [Kind::Out, Kind::In].map(|kind| Weave::new(kind, cards).to_permutation().unwrap()).into()
}

/// Every product of the generators, found by multiplying until nothing is new.
fn closure(generators: &[Permutation]) -> HashSet<Permutation> {
    let identity = Permutation::identity(generators[0].degree());
    let (mut found, mut waiting) = (HashSet::from([identity.clone()]), vec![identity]);
    while let Some(element) = waiting.pop() {
        for product in generators.iter().map(|generator| element.then(generator)) {
            if found.insert(product.clone()) {
                waiting.push(product);
            }
        }
    }
    found
}

/// GAP 4.12, orders of the groups of 2, 4, … 52 cards; the theorem is of Diaconis, Graham and
/// Kantor, "The mathematics of perfect shuffles" (1983).
#[test]
fn orders_to_fifty_two_cards() {
    let known = [
        "2",
        "8",
        "24",
        "24",
        "1920",
        "7680",
        "322560",
        "64",
        "92897280",
        "3715891200",
        "40874803200",
        "194641920",
        "25505877196800",
        "1428329123020800",
        "21424936845312000",
        "160",
        "23310331287699456000",
        "1678343852714360832000",
        "31888533201572855808000",
        "637770664031457116160000",
        "53572735778642397757440000",
        "4714400748520531002654720000",
        "108431217215972213061058560000",
        "2602349213183333113465405440000",
        "260234921318333311346540544000000",
        "27064431817106664380040216576000000",
    ];
    for (cards, known) in (2..).step_by(2).zip(known) {
        for group in [Group::generated_by(&perfect(cards)), Group::generated_by_chain(&perfect(cards))] {
            assert_eq!(group.unwrap().order().value().unwrap().to_string(), known, "{cards} cards");
        }
    }
}

/// Every even deck to 128 cards and every odd one to 127, by the chain of stabilisers.
#[test]
fn the_theorem_is_what_the_chain_finds() {
    for cards in 1..=128usize {
        let (theorem, chain) =
            (FaroGroup::new(cards).unwrap(), Group::generated_by_chain(&perfect(cards)).unwrap());
        let order = theorem.order().value().unwrap();
        assert_eq!(order, chain.order().value().unwrap(), "{cards} cards");
        let pairs = cards as u32 / 2;
        let mirror = Order::with_factorial(pairs, pairs).value().unwrap();
        let index = (cards % 2 == 0 || cards == 1).then(|| mirror / &order);
        assert_eq!(theorem.index().map(|index| index.value().unwrap()), index, "{cards} cards");
    }
}

/// Larger decks, by certificate.
#[test]
fn the_theorem_is_what_certificates_prove() {
    for cards in (130..=2000usize).step_by(2).chain((40_000..40_100).step_by(2)).chain([99_998, 100_000]) {
        let (theorem, group) =
            (FaroGroup::new(cards).unwrap(), Group::generated_by(&perfect(cards)).unwrap());
        let proof = if cards.is_power_of_two() { Proof::Affine } else { Proof::Giant };
        assert_eq!(group.proof(), proof);
        assert_eq!(group.order().to_string(), theorem.order().to_string(), "{cards} cards");
    }
}

/// Both ways of proving agree, and each is what the other is not.
#[test]
fn certificates_and_chains() {
    let group = Group::generated_by(&perfect(52)).unwrap();
    assert_eq!((group.proof(), group.order().to_string().as_str()), (Proof::Giant, "2^26 · 26!"));
    assert_eq!(Group::generated_by_chain(&perfect(52)).unwrap().proof(), Proof::Chain);
    assert_eq!(Group::generated_by(&perfect(24)).unwrap().proof(), Proof::Chain);
}

/// All groups that two permutations of up to five positions generate.
#[test]
fn groups_of_up_to_five_positions() {
    for degree in 0..=5 {
        let all = all_permutations(degree);
        for one in &all {
            for other in &all {
                let generators = [one.clone(), other.clone()];
                let (group, elements) = (Group::generated_by(&generators).unwrap(), closure(&generators));
                assert_eq!(group.order().value().unwrap(), BigUint::from(elements.len()), "{generators:?}");
                assert!(degree == 5 || all.iter().all(|p| group.contains(p) == elements.contains(p)));
                assert_eq!(group.is_symmetric(), elements.len() == all.len());
                assert_eq!(
                    group.is_transitive(),
                    (0..degree).all(|to| elements.iter().any(|p| p.image(0) as usize == to))
                );
            }
        }
    }
}

/// The letters, multiplied out.
fn multiplied(group: &Group, word: &[Letter]) -> Permutation {
    word.iter().fold(Permutation::identity(group.degree()), |product, letter| {
        let generator = &group.generators()[letter.generator];
        product.then(&if letter.inverse { generator.inverse() } else { generator.clone() })
    })
}

#[test]
fn words_multiply_out_to_the_element() {
    for cards in [8, 12, 20, 24, 30, 52] {
        let group = Group::generated_by(&perfect(cards)).unwrap();
        let reversal = Permutation::from_images((0..cards as u32).rev().collect::<Vec<_>>()).unwrap();
        let [out, inn] = perfect(cards).try_into().unwrap();
        for element in [reversal, out.pow(5).then(&inn.pow(-3)).then(&out.pow(2)).then(&inn)] {
            match group.word(&element) {
                Some(word) => assert_eq!(multiplied(&group, &word), element, "{cards} cards"),
                None => assert!(!group.contains(&element), "{cards} cards"),
            }
        }
    }
}

/// A budget that is spent at once is named as the reason, whatever the machine; without one the
/// same questions are answered.
#[test]
fn a_spent_budget_is_the_reason() {
    let at_once = Budget::new(std::time::Duration::ZERO);
    let cut = |cards: usize| (0..cards as u32).map(move |position| (position + 1) % cards as u32);
    let with_cut = |cards: usize| {
        let mut moves = perfect(cards);
        moves.push(Permutation::from_images(cut(cards).collect::<Vec<_>>()).unwrap());
        moves
    };
    let (all, swap) =
        (Group::generated_by(&with_cut(40)).unwrap(), Permutation::from_cycles(40, [[0, 1]]).unwrap());
    assert_eq!(all.word_within(&swap, &at_once), Err(WordError::OutOfTime));
    assert_eq!(multiplied(&all, &all.word(&swap).unwrap()), swap);
    let mirrored = Group::generated_by(&perfect(52)).unwrap();
    let swap = Permutation::from_cycles(52, [[0, 1]]).unwrap();
    assert_eq!(mirrored.word_within(&swap, &at_once), Err(WordError::NotInGroup));
    let large = Group::generated_by(&with_cut(70)).unwrap();
    let swap = Permutation::from_cycles(70, [[0, 1]]).unwrap();
    assert_eq!(large.word_within(&swap, &Budget::unlimited()), Err(WordError::TooLarge));

    let large = with_cut(100_000);
    let refused = Group::generated_within(&large, &at_once).err();
    assert_eq!(refused, Some(GroupError::OutOfTime { degree: 100_000 }));
    assert!(Group::generated_by(&large).unwrap().is_symmetric());
    assert_eq!(Group::generated_within(&perfect(24), &at_once).unwrap().proof(), Proof::Chain);
    // A chain of 500 positions in blocks of 50: some hundred million steps.
    let turned = |by: u32| (0..500u32).map(move |position| position / 50 * 50 + (position + by) % 50);
    let within = (0..500u32).map(|position| if position < 50 { 49 - position } else { position });
    let between = (0..500u32).map(|position| (position + 50) % 500);
    let blocks: Vec<Permutation> = [turned(1).collect(), within.collect(), between.collect::<Vec<_>>()]
        .map(|images| Permutation::from_images(images).unwrap())
        .into();
    let refused = Group::generated_within(&blocks, &at_once).err();
    assert_eq!(refused, Some(GroupError::OutOfTime { degree: 500 }));
    assert_eq!(Group::generated_by(&blocks).unwrap().proof(), Proof::Chain);
}

/// All affine maps over bits of 2^k positions, by pairs, against the closure.
#[test]
fn affine_groups_are_what_their_closures_are() {
    for cards in [2usize, 4, 8, 16] {
        let xor = |by: u32| (0..cards as u32).map(|position| position ^ by).collect::<Vec<_>>();
        let mut maps: Vec<Permutation> = perfect(cards);
        maps.extend((0..cards as u32).map(|by| Permutation::from_images(xor(by)).unwrap()));
        for one in &maps {
            for other in &maps {
                let generators = [one.then(other), other.clone()];
                let (group, elements) = (Group::generated_by(&generators).unwrap(), closure(&generators));
                assert_eq!(group.order().value().unwrap(), BigUint::from(elements.len()), "{generators:?}");
                assert!(elements.iter().all(|element| group.contains(element)));
                let outside = maps.iter().filter(|map| !elements.contains(map));
                assert!(outside.into_iter().all(|map| !group.contains(map)));
            }
        }
    }
    assert_eq!(Group::generated_by(&perfect(64)).unwrap().proof(), Proof::Affine);
}

/// Of a composite odd deck the blocks are residues; of a prime one there are none.
#[test]
fn blocks_of_perfect_shuffles() {
    for cards in 2..=100usize {
        let theorem = FaroGroup::new(cards).unwrap();
        let group = Group::generated_by(&perfect(cards)).unwrap();
        let blocks = group.minimal_blocks().unwrap();
        let size = theorem.block(&Budget::unlimited()).unwrap();
        assert_eq!(blocks.as_ref().map(|blocks| BigUint::from(blocks.size())), size, "{cards} cards");
        assert!(group.is_transitive());
        if cards > 2 && cards.is_multiple_of(2) {
            assert!(blocks.unwrap().top().eq([0, cards as u32 - 1]));
        }
    }
}

/// Any few permutations of some positions.
fn generators(degree: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<Permutation>> {
    let shuffled = |degree: usize| Just((0..degree as u32).collect::<Vec<_>>()).prop_shuffle();
    let one = move |degree| shuffled(degree).prop_map(|images| Permutation::from_images(images).unwrap());
    degree.prop_flat_map(move |degree| proptest::collection::vec(one(degree), 1..4))
}

/// Products that keep a block system, so that groups are not all symmetric.
fn wreathed(blocks: usize, size: usize) -> impl Strategy<Value = Vec<Permutation>> {
    let within = generators(Just(size));
    let between = generators(Just(blocks));
    (within, between).prop_map(move |(within, between)| {
        let first_block = within.into_iter().map(|p| {
            let mut images: Vec<u32> = (0..(blocks * size) as u32).collect();
            images[..size].copy_from_slice(p.images());
            Permutation::from_images(images).unwrap()
        });
        let all_blocks = between.into_iter().map(|p| {
            let place = |i: usize| p.image((i / size) as u32) * size as u32 + (i % size) as u32;
            Permutation::from_images((0..blocks * size).map(place).collect::<Vec<_>>()).unwrap()
        });
        first_block.chain(all_blocks).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn small_groups_are_their_closures(
        generators in prop_oneof![generators(0usize..8), wreathed(2, 3), wreathed(3, 2), wreathed(4, 2)],
        others in generators(Just(8)),
    ) {
        let (group, elements) = (Group::generated_by(&generators).unwrap(), closure(&generators));
        prop_assert_eq!(group.order().value().unwrap(), BigUint::from(elements.len()));
        prop_assert!(elements.iter().all(|element| group.contains(element)));
        for other in others.iter().filter(|_| group.degree() == 8) {
            prop_assert_eq!(group.contains(other), elements.contains(other));
        }
        let element = elements.iter().max().unwrap();
        prop_assert_eq!(&multiplied(&group, &group.word(element).unwrap()), element);
    }

    #[test]
    fn certificates_are_what_chains_find(generators in generators(8usize..40), mirrored in any::<bool>()) {
        let fold = |p: &Permutation| {
            // The same on the other half of a deck twice as long, mirrored, with some pairs turned.
            let n = p.degree() as u32;
            let turned = |i: u32| p.image((i + 1) % n).is_multiple_of(3);
            let top = |i: u32| if turned(i) { 2 * n - 1 - p.image(i) } else { p.image(i) };
            let images = (0..2 * n).map(|i| if i < n { top(i) } else { 2 * n - 1 - top(2 * n - 1 - i) });
            Permutation::from_images(images.collect::<Vec<_>>()).unwrap()
        };
        let generators: Vec<Permutation> = generators.iter().map(|p| if mirrored { fold(p) } else { p.clone() }).collect();
        let (group, chain) = (Group::generated_by(&generators).unwrap(), Group::generated_by_chain(&generators).unwrap());
        prop_assert_eq!(group.order().value(), chain.order().value());
        let product = generators.iter().fold(generators[0].pow(2), |product, p| product.then(p));
        prop_assert!(group.contains(&product) && chain.contains(&product));
        for swap in [[0, 1], [0, group.degree() as u32 - 1]] {
            let swap = Permutation::from_cycles(group.degree(), [swap]).unwrap();
            prop_assert_eq!(group.contains(&swap), chain.contains(&swap));
        }
        prop_assert_eq!(group.is_symmetric(), chain.is_symmetric());
        prop_assert_eq!(group.is_alternating(), chain.is_alternating());
    }
}
