//! The power of an audit: the smallest bias of each kind that can be found in a number of decks.

mod plan;

use std::fmt;

use faro_math::number::Bound;
use faro_math::number::elementary::{log2, log10};

use self::plan::{MOST_DECKS, Plan};
use crate::limits::MAX_CARDS;
use crate::words::{counted, number};

/// Approximate number of checks in an audit of decks of a common size.
const CHECKS: usize = 70;

/// Returns, for each kind of bias, the smallest size that can be found in `decks` decks.
///
/// Kinds that decks of `cards` cards cannot have are left out.
///
/// Each size is computed from the law of one check alone, at `alpha` divided by `checks`. Other checks may be more
/// sensitive. Binomial tails are exact, and tails of means are saddlepoint approximations.
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
    assert!((2..=MAX_CARDS).contains(&cards) && checks > 0, "{cards} cards, {checks} checks");
    let plan = Plan { cards, level: alpha / checks as f64 };
    let packets = plan.packets(decks);
    Alternative::ALL.into_iter().filter_map(|alternative| plan.of(alternative, decks, &packets)).collect()
}

/// Returns the number of decks below which no verdict is "fair", at the level `alpha`.
///
/// Fewer decks do not show both of two faults with 99 % power, each by one check alone: ⌈log2 n⌉ + 1 riffles of n cards
/// (7 for 52 cards), and the naive shuffle, which swaps each position with a random one.
pub fn fewest_decks(cards: usize, alpha: f64) -> u64 {
    let riffles = log2(cards as f64).ceil() as u32 + 1;
    let plan = Plan { cards, level: alpha / CHECKS as f64 };
    let riffled = plan.decks_for_packets(riffles).unwrap_or(MOST_DECKS);
    plan.decks_for_naive().map_or(riffled, |naive| naive.max(riffled))
}

/// A kind of bias: the alternative hypothesis of a power calculation. One number measures its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Alternative {
    /// A number of riffles (Gilbert, Shannon, Reeds), found by the mean number of rising sequences.
    Riffles,
    /// Sorting by keys with a number of bits, found by the mean number of descents.
    KeyBits,
    /// A generator whose state has a number of bits, found by repeated decks.
    SeedBits,
    /// A card that is at one position too often, measured by the ratio to the fair frequency.
    CardInPlace,
    /// One card directly below another too often, measured by the ratio to the fair frequency.
    Neighbours,
    /// One card before another, measured by its probability, which is 1/2 if fair.
    OrderOfTwo,
    /// Even orders, measured by their probability, which is 1/2 if fair.
    EvenOrders,
    /// A Fisher–Yates pass that skips each swap with a probability, found by the mean number of cycles.
    SkippedSwaps,
}

impl Alternative {
    /// All kinds of bias.
    pub const ALL: [Alternative; 8] = [
        Alternative::Riffles,
        Alternative::KeyBits,
        Alternative::SeedBits,
        Alternative::CardInPlace,
        Alternative::Neighbours,
        Alternative::OrderOfTwo,
        Alternative::EvenOrders,
        Alternative::SkippedSwaps,
    ];

    /// Returns the name of the kind of bias, in words separated by underscores.
    pub fn name(self) -> &'static str {
        match self {
            Alternative::Riffles => "riffles",
            Alternative::KeyBits => "key_bits",
            Alternative::SeedBits => "seed_bits",
            Alternative::CardInPlace => "card_in_place",
            Alternative::Neighbours => "neighbours",
            Alternative::OrderOfTwo => "order_of_two",
            Alternative::EvenOrders => "even_orders",
            Alternative::SkippedSwaps => "skipped_swaps",
        }
    }
}

/// Probability with which an audit of enough decks finds a bias. It defines how many decks are enough.
const POWER: f64 = 0.99;

/// Maximum number of riffles and of bits of keys that are considered. For bits of seeds the maximum is twice this
/// number.
const MAX_BITS: u32 = 40;

/// The smallest detectable bias of one kind, in the given number of decks and in more decks.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// The kind of bias.
    pub alternative: Alternative,
    /// The smallest size that is found with 99 % power, or `None` if no size is.
    pub seen: Option<f64>,
    /// Smaller biases, each with the number of decks with which it is found.
    pub next: Vec<(f64, u64)>,
}

impl Alternative {
    /// Returns the bias with the given size, in words.
    fn of_size(self, size: f64) -> String {
        match self {
            Alternative::Riffles => counted(size, "riffle"),
            Alternative::KeyBits => format!("sort keys of {}", counted(size, "bit")),
            Alternative::SeedBits => format!("seeds of {}", counted(size, "bit")),
            Alternative::CardInPlace => {
                format!("a card at a position {} times as often as expected", number(size))
            }
            Alternative::Neighbours => {
                format!("a card below another {} times as often as expected", number(size))
            }
            Alternative::OrderOfTwo => format!("a card above another in {} of the decks", percent(size)),
            Alternative::EvenOrders => format!("even orders in {} of the decks", percent(size)),
            Alternative::SkippedSwaps => format!("each swap left out with probability {}", number(size)),
        }
    }
}

/// Formats a share above one half, rounded up to at least one decimal, and to two digits of its difference from one half.
fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let places = (1.0 - log10(percent - 50.0).floor()).clamp(1.0, 12.0);
    let text = Bound::Upper.decimals(percent, places as usize);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Writes for example "9 riffles; with 3905 decks: 10 riffles".
impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_size = |size| self.alternative.of_size(size);
        match (self.seen, self.next.first()) {
            (Some(seen), None) => write!(f, "{}", of_size(seen)),
            (None, None) => f.write_str("none"),
            (seen, Some(&(size, decks))) => {
                let seen = seen.map_or("none yet".into(), of_size);
                write!(f, "{seen}; with {}: {}", counted(decks, "deck"), of_size(size))
            }
        }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::{Serialize, Serializer};

    use super::{Alternative, Power};

    #[derive(serde::Serialize)]
    #[serde(rename = "Power")]
    struct Fields {
        effect: Alternative,
        seen: Option<f64>,
        next: Vec<NextSize>,
        means: String,
    }

    #[derive(serde::Serialize)]
    struct NextSize {
        size: f64,
        decks: u64,
    }

    impl Serialize for Power {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let next = self.next.iter().map(|&(size, decks)| NextSize { size, decks }).collect();
            let Power { alternative: effect, seen, .. } = *self;
            Fields { effect, seen, next, means: self.to_string() }.serialize(serializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use faro::Word;
    use faro_permutation::Statistic;
    use faro_sample::shuffle::{Choices, Generator, Seed, Shuffle};

    use super::*;
    use crate::{Check, Evidence, Judgement, Verdict};

    const ALPHA: f64 = 0.001;

    const RUNS: u64 = 150;

    fn of(alternative: Alternative, cards: usize, decks: u64) -> Power {
        let found = power(cards, decks, ALPHA, CHECKS);
        found.into_iter().find(|power| power.alternative == alternative).unwrap()
    }

    /// Judgements of independent sets of decks.
    fn judged(cards: usize, decks: u64, make: impl Fn(&mut [u32], &mut Generator)) -> Vec<Judgement> {
        let judge = |run| {
            let mut generator = Generator::unit(&Seed::from(run), 5);
            let mut evidence = Evidence::new(cards).unwrap();
            for _ in 0..decks {
                let mut deck: Vec<u32> = (0..cards as u32).collect();
                make(&mut deck, &mut generator);
                evidence.add(&deck).unwrap();
            }
            evidence.judge(ALPHA)
        };
        (0..RUNS).map(judge).collect()
    }

    /// If each of 150 runs has power 0.99, fewer than 143 find the bias with probability 0.0002.
    fn assert_power(judged: &[Judgement], check: Check) {
        let level = ALPHA / CHECKS as f64;
        let is_significant = |judgement: &&Judgement| {
            judgement.findings.iter().any(|finding| finding.check == check && finding.p_value <= level)
        };
        let significant = judged.iter().filter(is_significant).count();
        assert!(significant >= 143, "{check}: {significant} of {RUNS}");
    }

    fn by_word(cards: usize, decks: u64, word: &str) -> Vec<Judgement> {
        let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
        judged(cards, decks, |deck, generator| routine.shuffle(deck, generator))
    }

    /// The first bias in `next` is found with its number of decks. Skipped swaps with the probability in `seen` are
    /// found with 300 decks.
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
        assert_power(&by_word(12, 300, &format!("state:{bits}")), Check::Collisions);
    }

    fn comes(chance: f64, generator: &mut Generator) -> bool {
        f64::from(generator.below(1 << 30)) < chance * f64::from(1 << 30)
    }

    fn place(deck: &[u32], card: u32) -> usize {
        deck.iter().position(|&lies| lies == card).unwrap()
    }

    /// Card 3 is moved to position 5 with probability p. Its probability there, 1/10 + 9/10·p, is the
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

    /// The less frequent outcome is replaced by the other one with a probability.
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
            let odd = faro_permutation::Permutation::from_deck(deck.to_vec()).unwrap().sign() < 0;
            if odd && comes(2.0 * chance - 1.0, generator) {
                deck.swap(0, 1);
            }
        });
        assert_power(&even, Check::Sign);
    }

    /// The numbers of decks that find riffles of 52 cards. Common deck sizes need fewer than 6000 decks for the verdict
    /// "fair".
    #[test]
    fn riffles_of_common_decks() {
        let (riffles, decks): (Vec<f64>, Vec<u64>) =
            of(Alternative::Riffles, 52, 60).next.into_iter().unzip();
        assert_eq!((riffles, decks), (vec![7.0, 8.0, 9.0], vec![62, 244, 978]));
        assert!([2, 3, 5, 10, 52, 200, MAX_CARDS].iter().all(|&cards| fewest_decks(cards, ALPHA) < 6000));
    }

    /// The fewest decks for the verdict "fair" are enough to find the naive shuffle. It is found by the
    /// orders of three cards, the positions of few cards, or the distance that many cards move. If each of
    /// 150 audits has power 0.99, fewer than 143 find it with probability 0.0002.
    #[test]
    fn enough_decks_show_the_naive_shuffle() {
        for (cards, expected) in [(3, 5077), (6, 1738), (52, 308)] {
            let decks = fewest_decks(cards, ALPHA);
            assert_eq!(decks, expected, "{cards} cards");
            let judged = by_word(cards, decks, "naive");
            let found = judged.iter().filter(|judgement| judgement.verdict == Verdict::Unfair).count();
            assert!(found >= 143, "{decks} decks of {cards} cards: {found} of {RUNS}");
        }
    }

    /// Decks that are too few to find a fault are never called fair. For two cards the naive shuffle is fair, so that
    /// riffles decide.
    #[test]
    fn few_decks_are_not_called_fair() {
        let judged = by_word(52, 65, "naive");
        assert!(judged.iter().all(|judgement| judgement.verdict != Verdict::Fair));
        let plan = Plan { cards: 2, level: ALPHA / CHECKS as f64 };
        assert_eq!((plan.decks_for_naive(), fewest_decks(2, ALPHA)), (None, 700));
    }

    /// The sizes in `next` need more decks than there are.
    #[test]
    fn what_is_next_takes_more_decks() {
        for (cards, decks) in
            [2, 5, 52, 512].into_iter().flat_map(|cards| [0, 1, 3, 60, 1000].map(|m| (cards, m)))
        {
            for found in power(cards, decks, ALPHA, CHECKS) {
                assert!(found.next.iter().all(|&(_, needed)| needed > decks), "{cards} {decks} {found:?}");
                assert!(found.seen.is_none() || decks > 0, "{found:?}");
            }
        }
    }
}
