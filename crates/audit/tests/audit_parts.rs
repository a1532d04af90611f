//! Parts of a run that are counted separately and merged give the judgement of the whole run.

use std::num::NonZero;

use faro::shuffle::{Choices, Generator, Seed, Shuffle};
use faro::zoo::Transpositions;
use faro_audit::{
    Check, Counter, Design, Error, Evidence, Finding, Judgement, Part, PartialEvidence, Verdict,
};
use proptest::prelude::*;

/// Decks of a fair shuffle, some of which may repeat earlier ones, or of a biased shuffle.
fn decks(cards: usize, decks: usize, plan: Transpositions, repeats: bool, seed: u64) -> Vec<Vec<u32>> {
    let mut generator = Generator::unit(&Seed::from(seed), 0);
    let mut made: Vec<Vec<u32>> = Vec::new();
    for number in 0..decks {
        let again = repeats && number > 0 && generator.below(50) == 0;
        let deck = if again {
            made[generator.below(number as u32) as usize].clone()
        } else {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            plan.shuffle(&mut deck, &mut generator);
            deck
        };
        made.push(deck);
    }
    made
}

/// Splits before each of the given decks.
fn split<'a>(decks: &'a [Vec<u32>], at: &[usize]) -> Vec<&'a [Vec<u32>]> {
    let mut ends: Vec<usize> = at.iter().map(|&at| at % (decks.len() + 1)).chain([0, decks.len()]).collect();
    ends.sort_unstable();
    ends.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| &decks[pair[0]..pair[1]]).collect()
}

fn merged(new: impl Fn() -> Evidence, parts: &[&[Vec<u32>]]) -> Evidence {
    let mut merged = new();
    for decks in parts {
        let mut part = new().into_part();
        decks.iter().for_each(|deck| part.add(deck).unwrap());
        assert_eq!(part.decks(), decks.len() as u64);
        merged.append(&part.save()).unwrap();
    }
    merged
}

fn whole(new: impl Fn() -> Evidence, decks: &[Vec<u32>]) -> Evidence {
    let mut evidence = new();
    decks.iter().for_each(|deck| evidence.add(deck).unwrap());
    evidence
}

/// The findings that do not compare parts of the run, in a fixed order. The others need changes recorded at the same
/// decks, which parts with arbitrary ends do not have. Such a finding may even be absent.
fn independent_of_parts(judgement: &Judgement) -> Vec<String> {
    let of_parts = |one: &&Finding| !matches!(one.check, Check::Drift | Check::CardPositionDrift);
    let each = judgement.findings.iter().filter(of_parts);
    let mut each: Vec<String> = each
        .map(|one| {
            format!("{:?} {} {} {} {:?}", one.stream, one.check, one.statistic, one.p_value, one.effect)
        })
        .collect();
    each.sort_unstable();
    each
}

fn plans() -> impl Strategy<Value = Transpositions> {
    prop_oneof![Just(Transpositions::FisherYates), Just(Transpositions::Naive), Just(Transpositions::Sattolo)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Tests whole decks and chains, split at arbitrary decks.
    #[test]
    fn parts_of_whole_decks(
        cards in prop_oneof![2..=12usize, Just(52), Just(66)],
        count in 1..22_000usize,
        plan in plans(),
        (repeats, chain, seed) in any::<(bool, bool, u64)>(),
        at in proptest::collection::vec(any::<usize>(), 0..4),
    ) {
        let decks = decks(cards, count, plan, repeats, seed);
        let new = || if chain { Evidence::for_chain(cards).unwrap() } else { Evidence::new(cards).unwrap() };
        let judged = whole(new, &decks).judge(0.001);
        let parts = merged(new, &split(&decks, &at)).judge(0.001);
        prop_assert_eq!(independent_of_parts(&parts), independent_of_parts(&judged));
        prop_assert_eq!(parts.decks, judged.decks);
    }

    /// Tests every design, split at arbitrary decks.
    #[test]
    fn parts_of_seen_decks(
        design in 0..designs().len(),
        count in 1..22_000usize,
        plan in plans(),
        (repeats, seed) in any::<(bool, u64)>(),
        at in proptest::collection::vec(any::<usize>(), 0..4),
    ) {
        let (design, start) = designs().swap_remove(design);
        let decks: Vec<Vec<u32>> = decks(design.cards(), count, plan, repeats, seed)
            .into_iter()
            .map(|deck| deck[..design.seen()].iter().map(|&card| start[card as usize]).collect())
            .collect();
        let new = || PartialEvidence::new(design.clone()).starting_with(&start).unwrap();
        let (mut whole, mut merged) = (new(), new());
        decks.iter().for_each(|deck| whole.add(deck).unwrap());
        for decks in split(&decks, &at) {
            let mut part = new().into_part();
            decks.iter().for_each(|deck| part.add(deck).unwrap());
            merged.append(&part.save()).unwrap();
        }
        let (parts, judged) = (merged.judge(0.001), whole.judge(0.001));
        prop_assert_eq!(independent_of_parts(&parts), independent_of_parts(&judged));
        prop_assert_eq!(parts.decks, judged.decks);
    }
}

/// Designs, with the kind of each card in the starting order.
fn designs() -> Vec<(Design, Vec<u32>)> {
    let distinct = |cards: u32| (0..cards).collect::<Vec<_>>();
    let alike: Vec<u32> = (0..24).map(|card| card % 3).collect();
    vec![
        (Design::first_cards(60, 7).unwrap(), distinct(60)),
        (Design::first_cards(40, 40).unwrap(), distinct(40)),
        (Design::first_cards(12, 1).unwrap(), distinct(12)),
        (Design::hands(52, &[13; 4]).unwrap(), distinct(52)),
        (Design::hands(52, &[6, 6, 1]).unwrap(), distinct(52)),
        (Design::first_cards(24, 7).unwrap().with_kinds(&[8; 3]).unwrap(), alike.clone()),
        (Design::first_cards(24, 24).unwrap().with_kinds(&[8; 3]).unwrap(), alike.clone()),
        (Design::hands(24, &[5, 5]).unwrap().with_kinds(&[8; 3]).unwrap(), alike),
    ]
}

/// Parts that end at multiples of a power of 2 give the whole result, including changes over the run and causes.
#[test]
fn aligned_parts_give_the_same_in_full() {
    for (cards, plan) in [(52, Transpositions::FisherYates), (13, Transpositions::Sattolo)] {
        for size in [4096, 16_384, 32_768] {
            let decks = decks(cards, 70_000, plan, false, 3);
            let parts: Vec<&[Vec<u32>]> = decks.chunks(size).collect();
            let (mut parts, mut whole) = (
                merged(|| Evidence::new(cards).unwrap(), &parts),
                whole(|| Evidence::new(cards).unwrap(), &decks),
            );
            let (judged, expected) = (parts.judge(0.001), whole.judge(0.001));
            assert_eq!(judged, expected, "{cards} {size}");
            if expected.verdict == Verdict::Unfair {
                let threads = NonZero::new(2).unwrap();
                let explained = parts.diagnose(&judged, threads, |_| true);
                assert_eq!(explained, whole.diagnose(&expected, threads, |_| true));
            }
        }
    }
}

/// Several threads count the same as one thread, also if the evidence is judged before the end, and also for the decks
/// of a part.
#[test]
fn threads_count_the_same() {
    for (cards, chain, count) in
        [(3, false, 30_000), (52, false, 21_111), (10, true, 20_000), (130, false, 9_700)]
    {
        let decks = decks(cards, count, Transpositions::Naive, true, 7);
        let new = || if chain { Evidence::for_chain(cards).unwrap() } else { Evidence::new(cards).unwrap() };
        for threads in [2, 5] {
            let threads = NonZero::new(threads).unwrap();
            let (mut one, mut counter) = (new(), Counter::new(new(), threads));
            let mut part = Counter::new(new().into_part(), threads);
            for (number, deck) in decks.iter().enumerate() {
                one.add(deck).unwrap();
                counter.add(deck).unwrap();
                part.add(deck).unwrap();
                if [300, 16_384, 20_001].contains(&number) {
                    assert_eq!(counter.evidence().judge(0.001), one.judge(0.001), "{cards} {number}");
                }
            }
            assert_eq!(counter.decks(), one.decks());
            let mut several = counter.into_evidence();
            let (judged, expected) = (several.judge(0.001), one.judge(0.001));
            assert_eq!(judged, expected, "{cards}");
            assert_eq!(
                several.diagnose(&judged, threads, |_| true),
                one.diagnose(&expected, threads, |_| true)
            );
            let mut of_one = new().into_part();
            decks.iter().for_each(|deck| of_one.add(deck).unwrap());
            assert!(part.into_evidence().save() == of_one.save(), "{cards}");
        }
    }
}

/// A part of another kind of audit is refused.
#[test]
fn other_parts_are_refused() {
    let part = |cards: usize, chain: bool| -> Part {
        let mut part =
            if chain { Evidence::for_chain(cards).unwrap() } else { Evidence::new(cards).unwrap() }
                .into_part();
        decks(cards, 9_000, Transpositions::FisherYates, false, 1)
            .iter()
            .for_each(|deck| part.add(deck).unwrap());
        part.save()
    };
    assert!(Evidence::new(5).unwrap().append(&part(5, false)).is_ok());
    assert!(matches!(Evidence::new(6).unwrap().append(&part(5, false)), Err(Error::Inconsistent(_))));
    assert!(matches!(Evidence::new(10).unwrap().append(&part(5, false)), Err(Error::Inconsistent(_))));
    let mut seen = PartialEvidence::new(Design::first_cards(5, 5).unwrap());
    assert!(matches!(seen.append(&part(5, false)), Err(Error::Inconsistent(_))));
}
