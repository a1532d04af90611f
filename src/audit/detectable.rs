use super::tables::MAX_CARDS;
use crate::simulate::MAX_ORDERED;
use crate::statistics::{Law, SumTail, binomial_lower_tail, binomial_upper_tail, least_of, pairs, two_sided};

/// About so many checks an audit makes of decks of a common size.
const CHECKS: usize = 70;

/// What is called seen is seen with this chance.
const POWER: f64 = 0.99;

/// Beyond so many decks nobody goes.
const MOST_DECKS: u64 = 1 << 40;

/// Beyond so many standard deviations no fair sum is, at any level that is asked for.
const REACH: f64 = 40.0;

/// Beyond so many standard deviations the chance is 1 or 0.
const SURE: f64 = 6.0;

/// The most riffles, bits of keys and bits of seeds that are asked about.
const MOST_BITS: u32 = 40;

/// Something wrong with a shuffler that an audit may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// So many riffles (Gilbert, Shannon, Reeds), by the mean of the rising sequences.
    Riffles,
    /// Sorted by keys of so many bits, by the mean of the descents.
    KeyBits,
    /// A generator that knows so many bits, by repeated decks.
    SeedBits,
    /// A card so many times as often in one place as is fair.
    CardInPlace,
    /// Two cards so many times as often one below the other as is fair.
    Neighbours,
    /// One card before another with this chance, where a half is fair.
    OrderOfTwo,
    /// Even orders with this chance, where a half is fair.
    EvenOrders,
    /// Each swap of a Fisher–Yates pass left out with this chance, by the mean of the cycles.
    SkippedSwaps,
}

/// The smallest fault of a kind that so many decks show, and what more decks would show.
#[derive(Clone, Debug, PartialEq)]
pub struct Detectable {
    /// The kind.
    pub fault: Fault,
    /// The smallest that would have been seen with 99 % power; none where no size would have been.
    pub seen: Option<f64>,
    /// Smaller ones, each with the decks that it takes.
    pub next: Vec<(f64, u64)>,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 8] = [
        Fault::Riffles,
        Fault::KeyBits,
        Fault::SeedBits,
        Fault::CardInPlace,
        Fault::Neighbours,
        Fault::OrderOfTwo,
        Fault::EvenOrders,
        Fault::SkippedSwaps,
    ];

    /// What it is called, in words parted by underscores.
    pub fn name(self) -> &'static str {
        match self {
            Fault::Riffles => "riffles",
            Fault::KeyBits => "key_bits",
            Fault::SeedBits => "seed_bits",
            Fault::CardInPlace => "card_in_place",
            Fault::Neighbours => "neighbours",
            Fault::OrderOfTwo => "order_of_two",
            Fault::EvenOrders => "even_orders",
            Fault::SkippedSwaps => "skipped_swaps",
        }
    }
}

/// A deck of so many cards, and what each check's p-value may be at most: alpha over the number of checks
/// (Bonferroni), which the audit's own correction never falls short of.
#[derive(Clone, Copy, Debug)]
struct Question {
    cards: usize,
    level: f64,
}

/// What so many decks could have shown, of each kind that decks of this size can have.
///
/// Each is worked out from the law of one check alone, at alpha over `checks`: other checks may see it
/// earlier. Binomial tails are exact, those of means are by saddlepoint.
///
/// ```
/// use faro::audit::{Fault, detectable};
/// let found = detectable(52, 1000, 0.001, 70);
/// let riffles = found.iter().find(|one| one.fault == Fault::Riffles).unwrap();
/// assert_eq!(riffles.seen, Some(9.0)); // nine riffles would have been seen, ten would not
/// assert_eq!(riffles.next[0], (10.0, 3905)); // that takes 3905 decks
/// ```
///
/// # Panics
///
/// If there are fewer than two cards or more than [`MAX_CARDS`](super::MAX_CARDS), or no checks.
pub fn detectable(cards: usize, decks: u64, alpha: f64, checks: usize) -> Vec<Detectable> {
    assert!((2..=MAX_CARDS).contains(&cards) && checks > 0, "{cards} cards, {checks} checks");
    let question = Question { cards, level: alpha / checks as f64 };
    Fault::ALL.into_iter().filter_map(|fault| question.of(fault, decks)).collect()
}

/// With fewer decks than these not even a rough shuffle would be seen: ⌈log2 n⌉ + 1 riffles of n cards, 7
/// of 52.
pub fn fewest_decks(cards: usize, alpha: f64) -> u64 {
    let riffles = (cards as f64).log2().ceil() as u32 + 1;
    let question = Question { cards, level: alpha / CHECKS as f64 };
    question.decks_for_packets(riffles).unwrap_or(MOST_DECKS)
}

impl Question {
    fn of(&self, fault: Fault, decks: u64) -> Option<Detectable> {
        match fault {
            Fault::Riffles | Fault::KeyBits => Some(self.packets(fault, decks)),
            Fault::SeedBits => (self.cards >= MAX_ORDERED).then(|| seeds(self, decks)),
            Fault::CardInPlace => Some(self.cell(fault, decks, self.square())),
            Fault::Neighbours => (self.cards > 2).then(|| self.cell(fault, decks, self.neighbours())),
            Fault::OrderOfTwo => Some(self.half(fault, decks, self.neighbours() / 2.0)),
            Fault::EvenOrders => Some(self.half(fault, decks, 1.0)),
            Fault::SkippedSwaps => (self.cards > 2).then(|| self.skipped(decks)),
        }
    }

    fn square(&self) -> f64 {
        (self.cards * self.cards) as f64
    }

    fn neighbours(&self) -> f64 {
        (self.cards * (self.cards - 1)) as f64
    }

    /// Riffles and bits of keys: both make 2^k packets, of which the law of rising sequences or descents
    /// is known.
    fn packets(&self, fault: Fault, decks: u64) -> Detectable {
        let needed = |bits| self.decks_for_packets(bits);
        let seen =
            (1..=MOST_BITS).take_while(|&bits| needed(bits).is_some_and(|least| least <= decks)).last();
        let first = seen.map_or(1, |bits| bits + 1);
        let next = (first..first + 3).filter_map(|bits| Some((f64::from(bits), needed(bits)?)));
        Detectable { fault, seen: seen.map(f64::from), next: next.collect() }
    }

    /// Rising sequences are one more than the descents of where cards went, and have the same tails.
    fn decks_for_packets(&self, bits: u32) -> Option<u64> {
        let wrong = Sum::of(&descents_after_packets(self.cards, f64::from(bits).exp2()));
        let fair = Sum::of(&Law::descents(self.cards));
        fewest(|decks| self.mean_is_seen(&fair, &wrong, decks))
    }

    /// Whether the sum of a statistic over so many decks gives it away.
    fn mean_is_seen(&self, fair: &Sum, wrong: &Sum, decks: u64) -> bool {
        let Some(tails) = &fair.tails else { return false };
        let above = wrong.mean > fair.mean;
        let told = |sum: u64| {
            2.0 * (if above { tails.upper(sum, decks) } else { tails.lower(sum, decks) }) <= self.level
        };
        // The sum nearest to the middle that is told; far out the tails have no weights left.
        let (low, high) = fair.range(decks);
        let (mut far, mut near) = if above { (high, low) } else { (low, high) };
        if !told(far) {
            return false;
        }
        while far.abs_diff(near) > 1 {
            let middle = far.min(near) + far.abs_diff(near) / 2;
            *(if told(middle) { &mut far } else { &mut near }) = middle;
        }
        wrong.comes(far, decks, above)
    }

    /// A cell of a table with so many cells, each of chance 1/n.
    fn cell(&self, fault: Fault, decks: u64, cells: f64) -> Detectable {
        let fair = 1.0 / self.cards as f64;
        let seen = |times: &f64, decks| self.chance_is_seen(fair, times * fair, cells, decks);
        smallest(fault, decks, (1.0, self.cards as f64), |times| times, seen)
    }

    /// One of two that are as likely, in a table with so many.
    fn half(&self, fault: Fault, decks: u64, cells: f64) -> Detectable {
        let seen = |chance: &f64, decks| self.chance_is_seen(0.5, *chance, cells, decks);
        smallest(fault, decks, (0.5, 1.0), |chance| chance, seen)
    }

    fn chance_is_seen(&self, fair: f64, chance: f64, cells: f64, decks: u64) -> bool {
        let told = |count| {
            let above = least_of(binomial_upper_tail(count, decks, fair), cells);
            two_sided(1.0, above) <= self.level
        };
        if !told(decks) {
            return false;
        }
        let least = first(0, decks, told);
        // The chance of less: a tail near 1 is not told from 1.
        least == 0 || binomial_lower_tail(least - 1, decks, chance) <= 1.0 - POWER
    }

    fn skipped(&self, decks: u64) -> Detectable {
        let fair = Sum::of(&Law::cycles(self.cards));
        let wrong = |chance| Sum::of(&cycles_with_skips(self.cards, chance));
        let seen = |wrong: &Sum, decks| self.mean_is_seen(&fair, wrong, decks);
        smallest(Fault::SkippedSwaps, decks, (0.0, 1.0), wrong, seen)
    }
}

/// A statistic that is summed over decks.
struct Sum {
    mean: f64,
    deviation: f64,
    /// One more than the largest value.
    values: u64,
    /// None where there is one value alone.
    tails: Option<SumTail>,
}

impl Sum {
    fn of(law: &Law) -> Sum {
        let (mean, deviation) = (law.mean(), law.variance().sqrt());
        Sum { mean, deviation, values: law.probabilities().len() as u64, tails: SumTail::new(law) }
    }

    /// Where any sum is, as far as an audit can ask.
    fn range(&self, decks: u64) -> (u64, u64) {
        let (middle, reach) = (self.mean * decks as f64, REACH * self.deviation * (decks as f64).sqrt());
        let most = decks.saturating_mul(self.values);
        ((middle - reach).max(0.0) as u64, (middle + reach).min(most as f64) as u64)
    }

    /// Whether the sum comes with 99 % power to a bound or beyond it.
    fn comes(&self, bound: u64, decks: u64, above: bool) -> bool {
        let side = if above { 1.0 } else { -1.0 };
        let distance = side * (self.mean * decks as f64 - bound as f64);
        // Far from the bound on either side no tail is needed.
        match &self.tails {
            Some(tails) if distance.abs() < SURE * self.deviation * (decks as f64).sqrt() => {
                POWER <= if above { tails.upper(bound, decks) } else { tails.lower(bound, decks) }
            }
            _ => distance >= 0.0,
        }
    }
}

/// A repeated deck is expected nowhere: the birthday problem, where even one pair gives it away.
fn seeds(question: &Question, decks: u64) -> Detectable {
    let orders: f64 = (1..=question.cards).map(|card| card as f64).product();
    // So many pairs are enough, and come with 99 % power where λ is expected.
    let told = |decks, count| crate::statistics::coincidences_tail(count, decks, orders) <= question.level;
    let expected = |decks: u64| {
        let count = (1..=200).map(f64::from).find(|&count| told(decks, count))?;
        (1..4000)
            .map(|tenths| f64::from(tenths) / 10.0)
            .find(|&mean| poisson_below(count, mean) <= 1.0 - POWER)
    };
    let seen = |bits: u32, decks| {
        let cells = f64::from(bits).exp2();
        cells < orders && expected(decks).is_some_and(|mean| pairs(decks) / cells >= mean)
    };
    let most = (1..=2 * MOST_BITS).take_while(|&bits| seen(bits, decks)).last();
    let first = most.map_or(1, |bits| bits + 1);
    let next = [first, first.next_multiple_of(8), first.next_multiple_of(16), 32, 48, 64];
    let mut next: Vec<u32> = next.into_iter().filter(|&bits| bits >= first).collect();
    next.sort_unstable();
    next.dedup();
    let needed = |bits| Some((f64::from(bits), fewest(|decks| seen(bits, decks))?));
    let next = next.into_iter().filter_map(needed).take(3).collect();
    Detectable { fault: Fault::SeedBits, seen: most.map(f64::from), next }
}

/// The chance that a Poisson number is below `count`.
fn poisson_below(count: f64, mean: f64) -> f64 {
    let mut term = f64::exp(-mean);
    let mut sum = 0.0;
    for index in 0..count as u32 {
        sum += term;
        term *= mean / f64::from(index + 1);
    }
    sum
}

/// The smallest size from `fair` to `worst` that is seen, and what half and a quarter of its distance from
/// `fair` would take.
fn smallest<W>(
    fault: Fault,
    decks: u64,
    (fair, worst): (f64, f64),
    wrong: impl Fn(f64) -> W,
    seen: impl Fn(&W, u64) -> bool,
) -> Detectable {
    let of =
        |decks| seen(&wrong(worst), decks).then(|| boundary(fair, worst, |size| seen(&wrong(size), decks)));
    let found = if decks > 0 { of(decks) } else { None };
    let size = |part: f64| fair + (found.unwrap_or(worst) - fair) * part;
    let parts: &[f64] = if found.is_some() { &[0.5, 0.25] } else { &[1.0, 0.5] };
    let needed = |wrong: W| fewest(|decks| seen(&wrong, decks));
    let next = parts.iter().filter_map(|&part| Some((size(part), needed(wrong(size(part)))?)));
    Detectable { fault, seen: found, next: next.collect() }
}

/// Between what does not hold and what does, to a thousandth of the way.
fn boundary(mut without: f64, mut with: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let start = without;
    while with - without > 1e-3 * (with - start) {
        let middle = (without + with) / 2.0;
        *(if holds(middle) { &mut with } else { &mut without }) = middle;
    }
    with
}

/// The fewest decks for which it holds, if it holds for any.
fn fewest(holds: impl Fn(u64) -> bool) -> Option<u64> {
    let enough = (0..=MOST_DECKS.ilog2()).map(|power| 1u64 << power).find(|&decks| holds(decks))?;
    Some(first(enough / 2, enough, holds))
}

/// The first number for which it holds, in a range at whose start it does not, and at whose end it does.
fn first(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        *(if holds(middle) { &mut high } else { &mut low }) = middle;
    }
    high
}

/// The descents of where cards went, after one shuffle with so many packets: one less than the rising
/// sequences. An order with r of these has chance C(a + n − r, n)/aⁿ (Bayer and Diaconis, *Trailing the
/// dovetail shuffle to its lair*, 1992). The descents of a deck sorted by keys of a values have the same
/// law. O(n²).
pub(super) fn descents_after_packets(cards: usize, packets: f64) -> Law {
    let fair = Law::descents(cards);
    let descents = cards.min(packets as usize);
    let weigh =
        |(descents, &chance): (usize, &f64)| (chance.ln() + ln_ratio(cards, packets, descents + 1)).exp();
    Law::new(fair.probabilities().iter().take(descents).enumerate().map(weigh).collect::<Vec<f64>>())
}

/// How many times likelier than fair each order with so many rising sequences is, as a logarithm:
/// C(a + n − r, n)·n!/aⁿ, factor by factor; none is left if there are fewer packets than rising sequences.
pub(super) fn ln_ratio(cards: usize, packets: f64, rising: usize) -> f64 {
    let factor = |i: usize| ((packets + 1.0 + i as f64 - rising as f64) / packets).max(0.0);
    (0..cards).map(factor).map(f64::ln).sum()
}

/// The cycles after a pass from the last card down that leaves each swap out with this chance: one more
/// than the positions that are not swapped, or are swapped with themselves.
fn cycles_with_skips(cards: usize, chance: f64) -> Law {
    let mut law = vec![0.0; cards + 1];
    law[1] = 1.0;
    for bound in 2..=cards {
        let stays = chance + (1.0 - chance) / bound as f64;
        for cycles in (1..=bound).rev() {
            law[cycles] = law[cycles] * (1.0 - stays) + law[cycles - 1] * stays;
        }
    }
    Law::new(law)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::Word;
    use crate::audit::{Check, Evidence, Judgement};
    use crate::shuffle::{Choices, Generator, Seed, Shuffle};
    use crate::simulate::Statistic;

    const ALPHA: f64 = 0.001;

    const RUNS: u64 = 150;

    fn of(fault: Fault, cards: usize, decks: u64) -> Detectable {
        let found = detectable(cards, decks, ALPHA, CHECKS);
        found.into_iter().find(|one| one.fault == fault).unwrap()
    }

    /// Some judgements, of so many decks each.
    fn judged(cards: usize, decks: u64, make: impl Fn(&mut [u32], &mut Generator)) -> Vec<Judgement> {
        let judge = |run| {
            let mut generator = Generator::unit(&Seed::from(run), 5);
            let mut evidence = Evidence::new(cards);
            for _ in 0..decks {
                let mut deck: Vec<u32> = (0..cards as u32).collect();
                make(&mut deck, &mut generator);
                evidence.add(&deck);
            }
            evidence.judge(ALPHA)
        };
        (0..RUNS).map(judge).collect()
    }

    /// Of 150 runs with power 0.99 each, fewer than 143 are seen with chance 0.0002.
    fn assert_power(judged: &[Judgement], check: Check) {
        let level = ALPHA / CHECKS as f64;
        let told = |judgement: &&Judgement| {
            judgement.findings.iter().any(|one| one.check == check && one.p_value <= level)
        };
        let seen = judged.iter().filter(told).count();
        assert!(seen >= 143, "{check}: {seen} of {RUNS}");
    }

    fn by_word(cards: usize, decks: u64, word: &str) -> Vec<Judgement> {
        let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
        judged(cards, decks, |deck, generator| routine.shuffle(deck, generator))
    }

    /// The next riffles and keys are seen at the decks that are told; skipped swaps at the chance.
    #[test]
    fn means_are_seen_at_the_decks_told() {
        let (riffles, decks) = of(Fault::Riffles, 20, 100).next[0];
        let riffled = by_word(20, decks, &format!("gsr^{riffles}"));
        assert_power(&riffled, Check::Mean(Statistic::RisingSequences));
        let (bits, decks) = of(Fault::KeyBits, 20, 100).next[0];
        let sorted = by_word(20, decks, &format!("short-keys:{bits}"));
        assert_power(&sorted, Check::Mean(Statistic::Descents));
        let chance = of(Fault::SkippedSwaps, 20, 300).seen.unwrap();
        let skipped = by_word(20, 300, &format!("skip:{chance:.5}"));
        assert_power(&skipped, Check::Mean(Statistic::Cycles));
    }

    #[test]
    fn seeds_are_seen_at_the_decks_told() {
        let bits = of(Fault::SeedBits, 12, 300).seen.unwrap();
        assert_power(&by_word(12, 300, &format!("state:{bits}")), Check::Repeats);
    }

    fn comes(chance: f64, generator: &mut Generator) -> bool {
        f64::from(generator.below(1 << 30)) < chance * f64::from(1 << 30)
    }

    fn place(deck: &[u32], card: u32) -> usize {
        deck.iter().position(|&lies| lies == card).unwrap()
    }

    /// Card 3 is brought to place 5 with the chance p for which 1/10 + 9/10·p is the one told.
    #[test]
    fn cells_are_seen_at_the_size_told() {
        let times = of(Fault::CardInPlace, 10, 400).seen.unwrap();
        let placed = judged(10, 400, |deck, generator| {
            crate::zoo::Transpositions::Down.shuffle(deck, generator);
            if comes((times - 1.0) / 9.0, generator) {
                deck.swap(place(deck, 3), 5);
            }
        });
        assert_power(&placed, Check::CardPositionCell);
    }

    /// Of the wrong half a share is put right.
    #[test]
    fn halves_are_seen_at_the_size_told() {
        let chance = of(Fault::OrderOfTwo, 10, 400).seen.unwrap();
        let ordered = judged(10, 400, |deck, generator| {
            crate::zoo::Transpositions::Down.shuffle(deck, generator);
            let (one, other) = (place(deck, 2), place(deck, 7));
            if one > other && comes(2.0 * chance - 1.0, generator) {
                deck.swap(one, other);
            }
        });
        assert_power(&ordered, Check::PrecedenceCell);
        let chance = of(Fault::EvenOrders, 10, 400).seen.unwrap();
        let even = judged(10, 400, |deck, generator| {
            crate::zoo::Transpositions::Down.shuffle(deck, generator);
            let odd = crate::Permutation::from_deck(deck.to_vec()).unwrap().sign() < 0;
            if odd && comes(2.0 * chance - 1.0, generator) {
                deck.swap(0, 1);
            }
        });
        assert_power(&even, Check::Sign);
    }

    /// A rough shuffle takes the more decks the fewer cards they have.
    #[test]
    fn riffles_of_common_decks() {
        let (riffles, decks): (Vec<f64>, Vec<u64>) = of(Fault::Riffles, 52, 60).next.into_iter().unzip();
        assert_eq!((riffles, decks), (vec![7.0, 8.0, 9.0], vec![62, 244, 978]));
        assert!([2, 3, 5, 10, 52, 200, MAX_CARDS].iter().all(|&cards| fewest_decks(cards, ALPHA) < 1000));
        assert_eq!(fewest_decks(52, ALPHA), 62);
    }

    /// What more decks would show is told of more decks alone.
    #[test]
    fn what_is_next_takes_more_decks() {
        for (cards, decks) in
            [2, 5, 52, 512].into_iter().flat_map(|cards| [0, 1, 3, 60, 1000].map(|m| (cards, m)))
        {
            for found in detectable(cards, decks, ALPHA, CHECKS) {
                assert!(found.next.iter().all(|&(_, needed)| needed > decks), "{cards} {decks} {found:?}");
                assert!(found.seen.is_none() || decks > 0, "{found:?}");
            }
        }
    }
}
