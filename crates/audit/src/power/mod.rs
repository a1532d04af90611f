//! The power of an audit: the smallest bias of each kind that a given number of decks can show.

mod alternative;
pub(crate) mod plan;

use faro_math::number::elementary::log2;

use self::plan::{MOST_DECKS, PlannedAudit};
use crate::limits::MAX_CARDS;

pub use self::alternative::{Alternative, Power};

/// Approximate number of checks in an audit of decks of a common size.
const CHECKS: usize = 70;

/// Returns, for each kind of bias, the smallest size that `decks` decks of `cards` cards can show.
///
/// Kinds of bias that decks of `cards` cards cannot have are left out.
///
/// Each size is computed from the law of one check, at the level `alpha` divided by `checks`, the number of checks.
/// Another check may be more sensitive. Binomial tails are exact, and tails of means are saddlepoint approximations.
///
/// ```
/// use faro_audit::{Alternative, power};
/// let found = power(52, 1000, 0.001, 70);
/// let riffles = found.iter().find(|one| one.alternative == Alternative::Riffles).unwrap();
/// assert_eq!(riffles.seen, Some(9.0)); // nine riffles are shown, ten are not
/// assert_eq!(riffles.next[0], (10.0, 3905)); // ten riffles take 3905 decks
/// ```
///
/// # Panics
///
/// If `cards` is less than 2 or more than [`MAX_CARDS`](super::MAX_CARDS), or if `checks` is 0.
pub fn power(cards: usize, decks: u64, alpha: f64, checks: usize) -> Vec<Power> {
    assert!(
        (2..=MAX_CARDS).contains(&cards) && checks > 0,
        "{cards} cards, {checks} checks"
    );
    let plan = PlannedAudit {
        cards,
        level: alpha / checks as f64,
    };
    let packets = plan.packets(decks);
    Alternative::ALL
        .into_iter()
        .filter_map(|alternative| plan.of(alternative, decks, &packets))
        .collect()
}

/// Returns the number of decks of n = `cards` cards below which no verdict is "fair", at the level `alpha`.
///
/// Fewer decks do not show each of two faults by one check with 99 % power. The faults are ⌈log2 n⌉ + 1 riffles (7 for
/// 52 cards), and the naive shuffle, which swaps each position with a random one.
///
/// ```
/// assert_eq!(faro_audit::fewest_decks(52, 0.001), 308);
/// ```
pub fn fewest_decks(cards: usize, alpha: f64) -> u64 {
    let riffles = log2(cards as f64).ceil() as u32 + 1;
    let plan = PlannedAudit {
        cards,
        level: alpha / CHECKS as f64,
    };
    let riffled = plan.decks_for_packets(riffles).unwrap_or(MOST_DECKS);
    plan.decks_for_naive()
        .map_or(riffled, |naive| naive.max(riffled))
}

/// Returns the number of decks below which no verdict is "fair", if equal cards were distinguished at random.
///
/// Fewer decks do not show the naive shuffle by one check with 99 % power. If it leaves the kinds in a fair order, the
/// distinct cards give the number. `start` has the kind of each card in the starting order.
pub(crate) fn fewest_decks_of_kinds(start: &[u32], alpha: f64) -> u64 {
    let plan = PlannedAudit {
        cards: start.len(),
        level: alpha / CHECKS as f64,
    };
    plan.decks_for_naive_of(start)
        .unwrap_or_else(|| fewest_decks(start.len(), alpha))
}

#[cfg(test)]
mod tests {
    use faro::Word;
    use faro_permutation::Statistic;
    use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};

    use super::*;
    use crate::{Check, Evidence, Judgement, Verdict, judge};

    const ALPHA: f64 = 0.001;

    const RUNS: u64 = 150;

    fn of(alternative: Alternative, cards: usize, decks: u64) -> Power {
        let found = power(cards, decks, ALPHA, CHECKS);
        found
            .into_iter()
            .find(|power| power.alternative == alternative)
            .unwrap()
    }

    /// Returns the judgements of independent sets of decks from the same shuffle.
    fn judged(
        cards: usize,
        decks: u64,
        make: impl Fn(&mut [u32], &mut Generator),
    ) -> Vec<Judgement> {
        let judged = |run| {
            let mut generator = Generator::unit(&Seed::from(run), 5);
            let mut evidence = Evidence::new(cards).unwrap();
            for _ in 0..decks {
                let mut deck: Vec<u32> = (0..cards as u32).collect();
                make(&mut deck, &mut generator);
                evidence.add(&deck).unwrap();
            }
            judge(&mut evidence, ALPHA)
        };
        (0..RUNS).map(judged).collect()
    }

    /// If each of 150 runs has power 0.99, the probability that fewer than 143 find the bias is 0.0002.
    fn assert_power(judged: &[Judgement], check: Check) {
        let level = ALPHA / CHECKS as f64;
        let is_significant = |judgement: &&Judgement| {
            judgement
                .findings
                .iter()
                .any(|finding| finding.check == check && finding.p_value <= level)
        };
        let significant = judged.iter().filter(is_significant).count();
        assert!(significant >= 143, "{check}: {significant} of {RUNS}");
    }

    fn by_word(cards: usize, decks: u64, word: &str) -> Vec<Judgement> {
        let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
        judged(cards, decks, |deck, generator| {
            routine.shuffle(deck, generator);
        })
    }

    /// The first bias in `next` is found in its number of decks, and skipped swaps with the probability `seen` are
    /// found in 300 decks.
    #[test]
    fn means_are_seen_at_the_given_decks() {
        let (riffles, decks) = of(Alternative::Riffles, 20, 100).next[0];
        let riffled = by_word(20, decks, &format!("gsr^{riffles}"));
        assert_power(&riffled, Check::Mean(Statistic::RisingSequences));
        let (bits, decks) = of(Alternative::KeyBits, 20, 100).next[0];
        let sorted = by_word(20, decks, &format!("short-keys:{bits}"));
        assert_power(&sorted, Check::Mean(Statistic::Descents));
        let chance = of(Alternative::SkippedSwaps, 20, 300).seen.unwrap();
        let skipped = by_word(20, 300, &format!("skip:{chance:.5}"));
        assert_power(&skipped, Check::Mean(Statistic::Cycles));
    }

    #[test]
    fn seeds_are_seen_at_the_given_decks() {
        let bits = of(Alternative::SeedBits, 12, 300).seen.unwrap();
        assert_power(
            &by_word(12, 300, &format!("state:{bits}")),
            Check::Collisions,
        );
    }

    fn comes(chance: f64, generator: &mut Generator) -> bool {
        f64::from(generator.below(1 << 30)) < chance * f64::from(1 << 30)
    }

    fn place(deck: &[u32], card: u32) -> usize {
        deck.iter().position(|&lies| lies == card).unwrap()
    }

    /// Card 3 is moved to position 5 with a probability p for which its probability there, 1/10 + 9/10·p, is the
    /// required one.
    #[test]
    fn cells_are_seen_at_the_given_size() {
        let times = of(Alternative::CardInPlace, 10, 400).seen.unwrap();
        let placed = judged(10, 400, |deck, generator| {
            faro_sample::zoo::Transpositions::FisherYates.shuffle(deck, generator);
            if comes((times - 1.0) / 9.0, generator) {
                deck.swap(place(deck, 3), 5);
            }
        });
        assert_power(&placed, Check::CardPositionCell);
    }

    /// The rarer outcome is replaced by the other outcome with the probability for which the latter has the required
    /// one.
    #[test]
    fn halves_are_seen_at_the_given_size() {
        let chance = of(Alternative::OrderOfTwo, 10, 400).seen.unwrap();
        let ordered = judged(10, 400, |deck, generator| {
            faro_sample::zoo::Transpositions::FisherYates.shuffle(deck, generator);
            let (place_of_2, place_of_7) = (place(deck, 2), place(deck, 7));
            if place_of_2 > place_of_7 && comes(2.0 * chance - 1.0, generator) {
                deck.swap(place_of_2, place_of_7);
            }
        });
        assert_power(&ordered, Check::PrecedenceCell);
        let chance = of(Alternative::EvenOrders, 10, 400).seen.unwrap();
        let even = judged(10, 400, |deck, generator| {
            faro_sample::zoo::Transpositions::FisherYates.shuffle(deck, generator);
            let odd = faro_permutation::Permutation::from_deck(deck.to_vec())
                .unwrap()
                .sign()
                < 0;
            if odd && comes(2.0 * chance - 1.0, generator) {
                deck.swap(0, 1);
            }
        });
        assert_power(&even, Check::Sign);
    }

    /// The numbers of decks that show each number of riffles of 52 cards. Common deck sizes need fewer than 6000 decks
    /// for the verdict "fair".
    #[test]
    fn riffles_of_common_decks() {
        let (riffles, decks): (Vec<f64>, Vec<u64>) =
            of(Alternative::Riffles, 52, 60).next.into_iter().unzip();
        assert_eq!((riffles, decks), (vec![7.0, 8.0, 9.0], vec![62, 244, 978]));
        assert!(
            [2, 3, 5, 10, 52, 200, MAX_CARDS]
                .iter()
                .all(|&cards| fewest_decks(cards, ALPHA) < 6000)
        );
    }

    /// The smallest number of decks for the verdict "fair" is enough to find the naive shuffle. It is found by the
    /// orders of three cards, the positions of few cards, or the distance that many cards move. If each of 150 audits
    /// has power 0.99, the probability that fewer than 143 find it is 0.0002.
    #[test]
    fn enough_decks_show_the_naive_shuffle() {
        for (cards, expected) in [(3, 5077), (6, 1738), (52, 308)] {
            let decks = fewest_decks(cards, ALPHA);
            assert_eq!(decks, expected, "{cards} cards");
            let judged = by_word(cards, decks, "naive");
            let found = judged
                .iter()
                .filter(|judgement| judgement.verdict == Verdict::Unfair)
                .count();
            assert!(
                found >= 143,
                "{decks} decks of {cards} cards: {found} of {RUNS}"
            );
        }
    }

    /// Equal cards of two packs, jokers, and two of three cards are distinguished at random. The naive shuffle then shows in more decks.
    #[test]
    fn enough_decks_show_the_naive_shuffle_of_equal_cards() {
        let packs: Vec<u32> = (0..2).flat_map(|_| 0..26).collect();
        let jokers: Vec<u32> = (0..26).chain([26, 26]).collect();
        let naive = "naive".parse::<Word>().unwrap();
        for (start, expected) in [(packs, 2965), (jokers, 670), (vec![0, 0, 1], 7613)] {
            let cards = start.len();
            let decks = fewest_decks_of_kinds(&start, ALPHA);
            assert_eq!(decks, expected, "{cards} cards");
            let routine = naive.routine(cards).unwrap();
            let judged = judged(cards, decks, |deck, generator| {
                routine.shuffle(deck, generator);
                for card in 0..cards {
                    let equal: Vec<usize> = (0..cards)
                        .filter(|&other| start[other] == start[card])
                        .collect();
                    let other = equal[generator.below(equal.len() as u32) as usize];
                    let [one, other] = [card, other].map(|card| place(deck, card as u32));
                    deck.swap(one, other);
                }
            });
            let found = judged
                .iter()
                .filter(|judgement| judgement.verdict == Verdict::Unfair);
            assert!(found.count() >= 143, "{decks} decks of {cards} cards");
        }
        // The naive shuffle moves the first card to any position.
        let first: Vec<u32> = [vec![0], vec![1; 51]].concat();
        assert_eq!(fewest_decks_of_kinds(&first, ALPHA), 308);
    }

    /// A set of decks that is too small to find a fault is never called fair. For two cards the naive shuffle is fair,
    /// so riffles decide.
    #[test]
    fn few_decks_are_not_called_fair() {
        let judged = by_word(52, 65, "naive");
        assert!(
            judged
                .iter()
                .all(|judgement| judgement.verdict != Verdict::Fair)
        );
        let plan = PlannedAudit {
            cards: 2,
            level: ALPHA / CHECKS as f64,
        };
        assert_eq!(
            (plan.decks_for_naive(), fewest_decks(2, ALPHA)),
            (None, 700)
        );
    }

    /// The sizes in `next` need more decks than the given number.
    #[test]
    fn what_is_next_takes_more_decks() {
        for (cards, decks) in [2, 5, 52, 512]
            .into_iter()
            .flat_map(|cards| [0, 1, 3, 60, 1000].map(|m| (cards, m)))
        {
            for found in power(cards, decks, ALPHA, CHECKS) {
                assert!(
                    found.next.iter().all(|&(_, needed)| needed > decks),
                    "{cards} {decks} {found:?}"
                );
                assert!(found.seen.is_none() || decks > 0, "{found:?}");
            }
        }
    }
}
