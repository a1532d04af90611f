//! The audit of decks of which only a part is visible: p-values of fair decks, and unfair shuffles that are found.

use faro::Word;
use faro::shuffle::{Choices, Generator, Seed, Shuffle};
use faro_audit::{
    CardNames, Check, Conclusion, Design, Judgement, PartialEvidence, Verdict, judge_partial,
};
use faro_sample::zoo::Transpositions;

/// A design, with the kind of each card in the starting order.
struct Case {
    name: &'static str,
    design: Design,
    kinds: Vec<u32>,
}

impl Case {
    fn distinct(name: &'static str, design: Design) -> Case {
        Case {
            name,
            kinds: (0..design.cards() as u32).collect(),
            design,
        }
    }

    fn alike(name: &'static str, design: Design, kinds: &[usize]) -> Case {
        let of = kinds
            .iter()
            .zip(0..)
            .flat_map(|(&cards, kind)| vec![kind; cards])
            .collect();
        Case {
            name,
            kinds: of,
            design: design.with_kinds(kinds).unwrap(),
        }
    }

    /// Packs of distinct cards, one on top of the other.
    fn packs(name: &'static str, packs: usize, cards: u32, design: Design) -> Case {
        let kinds = (0..packs).flat_map(|_| 0..cards).collect();
        Case {
            name,
            kinds,
            design: design.with_kinds(&vec![packs; cards as usize]).unwrap(),
        }
    }

    fn judged(&self, decks: u64, run: u64, shuffle: &impl Shuffle) -> Judgement {
        let mut generator = Generator::unit(&Seed::from(run), 11);
        let mut evidence = PartialEvidence::new(self.design.clone())
            .starting_with(&self.kinds)
            .unwrap();
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..self.kinds.len() as u32).collect();
            shuffle.shuffle(&mut deck, &mut generator);
            let mut seen: Vec<u32> = deck[..self.design.seen()]
                .iter()
                .map(|&card| self.kinds[card as usize])
                .collect();
            // The cards of a hand have no order. Here they are sorted.
            let mut rest = &mut seen[..];
            for &places in self.design.groups() {
                let (hand, others) = rest.split_at_mut(places);
                hand.sort_unstable();
                rest = others;
            }
            evidence.add(&seen).unwrap();
        }
        judge_partial(&mut evidence, 0.05)
    }
}

fn word(text: &str, cards: usize) -> impl Shuffle {
    text.parse::<Word>().unwrap().routine(cards).unwrap()
}

/// A list of 24 cards of one kind and of four cards of nine other kinds each.
fn list() -> Vec<usize> {
    [vec![24], vec![4; 9]].concat()
}

fn cases() -> Vec<Case> {
    let first = |cards, seen| Design::first_cards(cards, seen).unwrap();
    vec![
        Case::distinct("7 of 60", first(60, 7)),
        Case::distinct("1 of 52", first(52, 1)),
        Case::distinct("26 of 52", first(52, 26)),
        Case::distinct("four hands of 13", Design::hands(52, &[13; 4]).unwrap()),
        Case::distinct(
            "hands of 6, 6 and 1 of 52",
            Design::hands(52, &[6, 6, 1]).unwrap(),
        ),
        Case::alike("7 of 60 with copies", first(60, 7), &list()),
        Case::alike("whole decks of two kinds", first(40, 40), &[17, 23]),
        Case::packs("10 of a shoe of 4 packs", 4, 52, first(208, 10)),
        Case::alike(
            "a hand of 7 of 60 with copies",
            Design::hands(60, &[7]).unwrap(),
            &list(),
        ),
        Case::distinct("a hand of 7 of 60", Design::hands(60, &[7]).unwrap()),
        // Each audit has equal decks: there are 70 orders.
        Case::alike("whole decks of 70 orders", first(8, 8), &[4, 4]),
    ]
}

/// Audits fair decks of one design. Returns how many audits have a corrected p-value of at most 0.05, and the numbers
/// of p-values of at most 0.01 and 0.001, divided by the expected numbers.
fn rates(case: &Case, decks: u64, runs: u64) -> (u64, [f64; 2]) {
    let (mut flagged, mut small, mut checks) = (0, [0u64; 2], 0u64);
    let shuffle = word("fisher-yates", case.kinds.len());
    for run in 0..runs {
        let judgement = case.judged(decks, 1000 * decks + run, &shuffle);
        flagged += u64::from(judgement.verdict == Verdict::Unfair);
        checks += judgement.findings.len() as u64;
        for (count, bound) in small.iter_mut().zip([0.01, 0.001]) {
            *count += judgement
                .findings
                .iter()
                .filter(|one| one.p_value <= bound)
                .count() as u64;
        }
    }
    let share = |count: u64, bound: f64| count as f64 / (checks as f64 * bound);
    (flagged, [share(small[0], 0.01), share(small[1], 0.001)])
}

/// Each fair audit is flagged with probability 0.05. With probability 0.001, more than 54 of 600 audits would be
/// flagged for one of eleven designs.
#[test]
fn fair_decks_are_fair_in_every_design() {
    for case in cases() {
        let (flagged, [at_01, _]) = rates(&case, 40, 600);
        assert!(flagged <= 54, "{}: {flagged} of 600", case.name);
        assert!(
            at_01 < 1.5,
            "{}: {at_01} times as many p-values up to 0.01",
            case.name
        );
    }
}

/// At a position to which the naive shuffle moves every card with probability 1/n, its check has no variance. With
/// probability 0.0002, one of these audits calls fair decks unfair.
#[test]
fn checks_without_variance_are_left_out() {
    for cards in (2..=80).chain([104, 312]) {
        for design in [
            Design::hands(cards, &[1, cards - 1]).unwrap(),
            Design::first_cards(cards, 1).unwrap(),
        ] {
            let judged =
                Case::distinct("one card", design).judged(60, 7, &word("fisher-yates", cards));
            let least = judged
                .findings
                .first()
                .map_or(1.0, |finding| finding.adjusted_p_value);
            assert!(least > 1e-6, "{cards} cards: {:?}", judged.findings.first());
            assert!(
                judged
                    .findings
                    .iter()
                    .all(|finding| finding.statistic.is_finite()),
                "{cards} cards"
            );
        }
    }
}

/// Each shuffle is called unfair in at least nine of ten runs, if seven of sixty cards are visible in the given number
/// of decks.
#[test]
fn unfair_shuffles_are_found_through_seven_of_sixty() {
    let case = &cases()[0];
    for (text, decks) in [
        ("naive", 160),
        ("sattolo", 90),
        ("gsr^5", 40),
        ("gsr^6", 150),
        ("gsr^7", 600),
        ("skip:0.1", 250),
    ] {
        let shuffle = word(text, 60);
        let found = (0..10)
            .filter(|&run| case.judged(decks, run, &shuffle).verdict == Verdict::Unfair)
            .count();
        assert!(found >= 9, "{text} at {decks}: {found} of 10");
    }
}

/// Each shuffle is called unfair in other designs.
#[test]
fn unfair_shuffles_are_found_in_hands_and_kinds() {
    let cases = cases();
    for (case, text, decks) in [
        (3, "gsr^6", 300),
        (3, "naive", 2000),
        (5, "gsr^4", 500),
        (6, "gsr^4", 700),
        (9, "sattolo", 1200),
        (9, "gsr^5", 110),
        (9, "gsr^6", 350),
    ] {
        let case = &cases[case];
        let shuffle = word(text, case.kinds.len());
        let found = (0..5)
            .filter(|&run| case.judged(decks, run, &shuffle).verdict == Verdict::Unfair)
            .count();
        assert!(found >= 4, "{}, {text} at {decks}: {found} of 5", case.name);
    }
}

/// A generator with seeds of 12 bits shuffles two equal packs.
#[test]
fn repeated_decks_are_found_in_packs() {
    let design = Design::first_cards(104, 104).unwrap();
    let mut evidence = PartialEvidence::new(design.with_kinds(&[2; 52]).unwrap());
    let mut seeds = Generator::unit(&Seed::from(1), 0);
    for _ in 0..300 {
        let seed = Seed::from(u64::from(seeds.below(1 << 12)));
        let mut deck: Vec<u32> = (0..104).map(|card| card / 2).collect();
        word("fisher-yates", 104).shuffle(&mut deck, &mut Generator::unit(&seed, 0));
        evidence.add(&deck).unwrap();
    }
    let judgement = judge_partial(&mut evidence, 0.001);
    let found: Vec<Check> = judgement
        .significant()
        .iter()
        .map(|one| one.check)
        .collect();
    assert_eq!(found.first(), Some(&Check::Collisions), "{found:?}");
}

/// A shoe of four packs in order, riffled seven times, of which ten cards are visible. Successive kinds are still in
/// order.
#[test]
fn riffled_shoes_are_found() {
    let case = Case::packs("shoe", 4, 52, Design::first_cards(208, 10).unwrap());
    let shuffle = word("gsr^7", 208);
    let found = (0..5).filter(|&run| {
        let judgement = case.judged(300, run, &shuffle);
        judgement
            .significant()
            .iter()
            .any(|finding| finding.check == Check::Rises)
    });
    let found = found.count();
    assert!(found >= 4, "{found} of 5");
}

/// Hands of five cards, of which two are often equal.
#[test]
fn pairs_in_hands_are_found() {
    let design = Design::hands(52, &[5, 5])
        .unwrap()
        .with_kinds(&[4; 13])
        .unwrap();
    let mut generator = Generator::unit(&Seed::from(1), 0);
    let mut evidence = PartialEvidence::new(design);
    for _ in 0..400 {
        let mut deck: Vec<u32> = (0..52).map(|card| card % 13).collect();
        word("fisher-yates", 52).shuffle(&mut deck, &mut generator);
        if generator.below(3) == 0 {
            // Another card of the same kind moves to the second hand.
            let same = deck.iter().rposition(|&kind| kind == deck[5]).unwrap();
            deck.swap(same, 6);
        }
        evidence.add(&deck[..10]).unwrap();
    }
    let judgement = judge_partial(&mut evidence, 0.001);
    assert!(
        judgement
            .significant()
            .iter()
            .any(|finding| finding.check == Check::Pairs),
        "{judgement:?}"
    );
}

/// A shuffler that becomes fair in the middle of the run.
#[test]
fn changes_over_the_run_are_found() {
    for case in [&cases()[0], &cases()[5], &cases()[8]] {
        let cards = case.kinds.len();
        let (first, then) = (word("gsr^3", cards), word("fisher-yates", cards));
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let mut evidence = PartialEvidence::new(case.design.clone())
            .starting_with(&case.kinds)
            .unwrap();
        for number in 0..4000 {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            match number < 2000 {
                true => first.shuffle(&mut deck, &mut generator),
                false => then.shuffle(&mut deck, &mut generator),
            }
            let kinds = deck[..case.design.seen()]
                .iter()
                .map(|&card| case.kinds[card as usize]);
            evidence.add(&kinds.collect::<Vec<u32>>()).unwrap();
        }
        let judgement = judge_partial(&mut evidence, 0.001);
        let found = judgement
            .significant()
            .iter()
            .any(|finding| finding.check == Check::CardPositionDrift);
        assert!(found, "{}", case.name);
    }
}

/// The comparison of successive decks finds decks that are each shuffled from the previous one.
#[test]
fn successive_decks_are_compared() {
    let shuffle = word("gsr^4", 52);
    for case in [&cases()[2], &cases()[3]] {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let mut evidence = PartialEvidence::new(case.design.clone());
        let mut deck: Vec<u32> = (0..52).collect();
        for _ in 0..2000 {
            shuffle.shuffle(&mut deck, &mut generator);
            evidence.add(&deck[..case.design.seen()]).unwrap();
        }
        let judgement = judge_partial(&mut evidence, 0.001);
        assert!(
            judgement.is_significant(faro_audit::Stream::Steps),
            "{}",
            case.name
        );
    }
}

/// The same decks, numbered from 0 and from 1, have the same findings.
#[test]
fn the_first_number_does_not_matter() {
    let design = Design::first_cards(20, 5).unwrap();
    let judged = |first: u32, counted: bool| {
        let mut evidence = if counted {
            PartialEvidence::counted(design.clone())
        } else {
            PartialEvidence::new(design.clone())
        };
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let shuffle = word("naive", 20);
        for _ in 0..300 {
            let mut deck: Vec<u32> = (0..20).collect();
            shuffle.shuffle(&mut deck, &mut generator);
            let seen: Vec<u32> = deck[..5].iter().map(|card| card + first).collect();
            evidence.add(&seen).unwrap();
        }
        evidence.count_from(first).unwrap();
        judge_partial(&mut evidence, 0.001).findings
    };
    let expected = judged(0, false);
    for found in [judged(0, true), judged(1, true)] {
        assert_eq!(found.len(), expected.len());
        for (one, other) in found.iter().zip(&expected) {
            assert_eq!((one.check, one.stream), (other.check, other.stream));
            // Collisions differ by the fingerprints, and sums by rounding.
            assert!(
                (one.p_value - other.p_value).abs() < 1e-9,
                "{one:?} {other:?}"
            );
        }
    }
}

/// Decks are equal if the counts of all visible cards are equal. For hands of kinds, the squares decide.
#[test]
fn equal_decks_are_seen() {
    let kinds = |design: Design| design.with_kinds(&[3, 2, 1]).unwrap();
    for (design, decks, expected) in [
        (Design::first_cards(6, 2).unwrap(), [[4, 2], [4, 2]], true),
        (Design::first_cards(6, 2).unwrap(), [[4, 2], [2, 4]], false),
        (Design::hands(6, &[2]).unwrap(), [[4, 2], [2, 4]], true),
        (Design::hands(6, &[2]).unwrap(), [[4, 2], [2, 5]], false),
        (
            kinds(Design::first_cards(6, 2).unwrap()),
            [[0, 1], [0, 1]],
            true,
        ),
        (
            kinds(Design::hands(6, &[2]).unwrap()),
            [[0, 1], [1, 0]],
            true,
        ),
        // The hand has two cards of the first kind, and then none: one on average.
        (
            kinds(Design::hands(6, &[2]).unwrap()),
            [[0, 0], [1, 1]],
            false,
        ),
    ] {
        let mut evidence = PartialEvidence::new(design.clone());
        decks.iter().for_each(|deck| evidence.add(deck).unwrap());
        assert_eq!(evidence.are_all_equal(), expected, "{design} {decks:?}");
    }
}

/// A server deals two hands of 7 of 40 cards and keeps the one nearer to the share of lands. The first sentence names the
/// numbers of lands that are too frequent, and the expected counts are 3000 times C(17, k)·C(23, 7 − k)/C(40, 7).
#[test]
fn the_first_sentence_names_the_kind_that_is_too_frequent() {
    let design = Design::first_cards(40, 7)
        .unwrap()
        .with_kinds(&[17, 23])
        .unwrap();
    let mut evidence = PartialEvidence::new(design);
    let mut generator = Generator::unit(&Seed::from(7), 0);
    for _ in 0..3000 {
        let mut pile: Vec<u32> = (0..40).map(|card| u32::from(card >= 17)).collect();
        Transpositions::FisherYates.shuffle(&mut pile, &mut generator);
        let off = |hand: &[u32]| {
            (hand.iter().filter(|&&card| card == 0).count() as f64 / 7.0 - 17.0 / 40.0).abs()
        };
        let (one, other) = (&pile[..7], &pile[7..14]);
        let kept = if off(one) <= off(other) { one } else { other };
        evidence.add(kept).unwrap();
    }
    let judgement = judge_partial(&mut evidence, 0.001);
    assert_eq!(judgement.verdict, Verdict::Unfair);
    let names = CardNames::Names(["land", "spell"].map(String::from).to_vec());
    let conclusion = Conclusion::of_partial(&evidence, judgement).with_names(names, true);
    let first = &conclusion.effects()[0];
    assert!(
        first.starts_with(
            "land in a hand of 7 cards: 2 and 3 too often, 0, 1, 4, 5 and 6 too rarely; 3: "
        ),
        "{first}"
    );
    assert!(first.ends_with("of 3000 hands, fair is 969"), "{first}");
    let lands = &conclusion.kinds_in_hands[0];
    assert!((lands.expected(2) - 3000.0 * 136.0 * 33649.0 / 18_643_560.0).abs() < 1e-6);
}
