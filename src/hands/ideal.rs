//! Tests whether recorded riffles agree with the model of Gilbert, Shannon and Reeds.

use std::collections::{BTreeMap, BTreeSet};

use super::Recorded;
use faro_math::number::elementary::{exp, ln_gamma, powi};
use faro_math::statistics::{binomial_lower_tail, binomial_upper_tail, normal_survival, two_sided};

/// Number of p-values from which the p-value of an [`IdealTest`] is computed.
const TEST_PARTS: f64 = 3.0;

/// A test of the Gilbert–Shannon–Reeds model: do the recorded riffles look like ideal ones?
///
/// In an ideal riffle of n cards the cut is binomial, and all arrangements of the two packets are equally
/// likely. So the test of m riffles has three parts, each with a two-sided p-value:
///
/// - The sum of the cuts is binomial with m·n fair trials.
/// - The sum of (cut − n/2)² has a known law.
/// - Given the cuts, the number of runs is a sum of independent variables with Wald and Wolfowitz's law.
///
/// The p-value of the test is three times the smallest of the three, and at most 1 (Bonferroni). An ideal
/// person gets a p-value of at most α with probability at most α, however the parts depend on each other.
///
/// No p-value is 0: tail probabilities below 10^-12, which have no correct digits, count as 10^-12.
///
/// ```
/// use faro::hands::{IdealTest, Recorded};
/// // A perfect shuffle has 52 runs; an ideal riffle with this cut has 27 in the mean.
/// let perfect: Recorded = "RL".repeat(26).parse()?;
/// assert!(IdealTest::new(&[perfect]).runs < 1e-11);
/// # Ok::<(), faro::hands::RecordedError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdealTest {
    /// The p-value of the whole test, at least 6·10^-12.
    pub p_value: f64,
    /// The p-value of the mean of the cuts.
    pub cut_mean: f64,
    /// The p-value of the spread of the cuts about n/2.
    pub cut_spread: f64,
    /// The p-value of the number of runs.
    pub runs: f64,
}

impl IdealTest {
    /// Tests riffles that all have the same number of cards.
    ///
    /// # Panics
    ///
    /// If there are no riffles, or they differ in the number of cards.
    pub fn new(riffles: &[Recorded]) -> IdealTest {
        let cards = riffles.first().map_or(0, Recorded::cards);
        assert!(
            riffles.iter().all(|riffle| riffle.cards() == cards) && cards > 0,
            "riffles of one deck size"
        );
        let [cut_mean, cut_spread, runs] = [
            cut_mean(riffles),
            cut_spread(riffles, cards),
            runs(riffles, cards),
        ]
        .map(|[a, b]| two_sided(a.max(MIN_TAIL), b.max(MIN_TAIL)));
        let p_value = (TEST_PARTS * cut_mean.min(cut_spread).min(runs)).min(1.0);
        IdealTest {
            p_value,
            cut_mean,
            cut_spread,
            runs,
        }
    }
}

fn cut_mean(riffles: &[Recorded]) -> [f64; 2] {
    let [cuts, cards] = [Recorded::cut, Recorded::cards]
        .map(|count| riffles.iter().map(count).sum::<usize>() as u64);
    [
        binomial_lower_tail(cuts, cards, 0.5),
        binomial_upper_tail(cuts, cards, 0.5),
    ]
}

fn cut_spread(riffles: &[Recorded], cards: usize) -> [f64; 2] {
    let law = spread_law(cards);
    let sum = riffles
        .iter()
        .map(|riffle| spread(riffle.cut(), cards))
        .sum();
    tails(&vec![&law; riffles.len()], sum)
}

fn runs(riffles: &[Recorded], cards: usize) -> [f64; 2] {
    let cuts: BTreeSet<usize> = riffles.iter().map(Recorded::cut).collect();
    let laws: BTreeMap<usize, _> = cuts
        .into_iter()
        .map(|cut| (cut, runs_law(cut, cards - cut)))
        .collect();
    let given: Vec<_> = riffles.iter().map(|riffle| &laws[&riffle.cut()]).collect();
    tails(&given, riffles.iter().map(Recorded::runs).sum())
}

/// Maximum number of additions of an exact convolution: some tenths of a second.
const MAX_ADDITIONS: usize = 100_000_000;

/// The minimum tail probability. The upper tail is computed as 1 minus a sum, which has no correct digits below
/// it.
pub(super) const MIN_TAIL: f64 = 1e-12;

/// The law of an integer: its values with their probabilities.
pub type WeightedCounts = Vec<(usize, f64)>;

/// Returns the law of the number of runs of a random arrangement of `a` letters L and `b` letters R.
///
/// All arrangements are equally likely (Wald and Wolfowitz, *On a test whether two samples are from the
/// same population*, 1940).
pub fn runs_law(a: usize, b: usize) -> WeightedCounts {
    if a == 0 || b == 0 {
        return vec![(1, 1.0)];
    }
    let choose = |n: usize, k: usize| {
        if k > n {
            f64::NEG_INFINITY
        } else {
            ln_choose(n, k)
        }
    };
    let all = choose(a + b, a);
    let ways =
        |left: usize, right: usize| exp(choose(a - 1, left - 1) + choose(b - 1, right - 1) - all);
    let even = |pairs: usize| (2 * pairs, 2.0 * ways(pairs, pairs));
    let odd = |pairs: usize| {
        (
            2 * pairs + 1,
            ways(pairs, pairs + 1) + ways(pairs + 1, pairs),
        )
    };
    let least = a.min(b);
    let laws = (1..=least).flat_map(|pairs| [even(pairs), odd(pairs)]);
    laws.filter(|(_, chance)| *chance > 0.0).collect()
}

/// Returns the law of the squared distance of a binomial cut from the middle.
///
/// Each card is in the top packet with probability 1/2. The values are integers: (c − n/2)² for an even
/// number of cards n, and (c − n/2)² − 1/4 for an odd one.
pub fn spread_law(cards: usize) -> WeightedCounts {
    let chance = |cut: usize| exp(ln_choose(cards, cut) - cards as f64 * std::f64::consts::LN_2);
    let upper = (cards.div_ceil(2)..=cards).map(|cut| {
        let is_middle = 2 * cut == cards;
        (
            spread(cut, cards),
            chance(cut) * if is_middle { 1.0 } else { 2.0 },
        )
    });
    upper.filter(|(_, chance)| *chance > 0.0).collect()
}

/// Returns the squared distance of a cut from the middle, as in [`spread_law`].
pub fn spread(cut: usize, cards: usize) -> usize {
    let doubled = (2 * cut).abs_diff(cards);
    doubled * doubled / 4
}

/// Returns P(X ≤ `sum`) and P(X ≥ `sum`) for a sum X of independent variables with laws `laws`.
///
/// They are exact by convolution, or by Edgeworth's expansion if the convolution would take too long.
pub fn tails(laws: &[&WeightedCounts], sum: usize) -> [f64; 2] {
    let work: usize = laws.iter().map(|law| law.len().saturating_mul(sum)).sum();
    let [lower, upper] = if work <= MAX_ADDITIONS {
        convolved(laws, sum)
    } else {
        expanded(laws, sum)
    };
    [lower, upper].map(|tail| tail.clamp(MIN_TAIL, 1.0))
}

fn convolved(laws: &[&WeightedCounts], sum: usize) -> [f64; 2] {
    let mut chances = vec![0.0; sum + 1];
    chances[0] = 1.0;
    let mut last = 0;
    for law in laws {
        let mut next = vec![0.0; sum + 1];
        for &(value, chance) in law.iter().filter(|(value, _)| *value <= sum) {
            let reached = last.min(sum - value);
            for (to, from) in next[value..].iter_mut().zip(&chances[..=reached]) {
                *to += chance * from;
            }
        }
        last = sum.min(last + law.iter().map(|(value, _)| *value).max().unwrap_or(0));
        chances = next;
    }
    let below: f64 = chances[..sum].iter().sum();
    [below + chances[sum], 1.0 - below]
}

/// Returns both tails by the first two terms of Edgeworth's expansion, with a continuity correction.
fn expanded(laws: &[&WeightedCounts], sum: usize) -> [f64; 2] {
    let cumulants = laws
        .iter()
        .map(|law| cumulants(law))
        .fold([0.0; 3], |[a, b, c], [d, e, f]| [a + d, b + e, c + f]);
    let [mean, deviation] = [cumulants[0], cumulants[1].sqrt()];
    let skewness = cumulants[2] / powi(deviation, 3);
    let above = |z: f64| {
        let density = exp(-z * z / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
        normal_survival(z) + skewness / 6.0 * (z * z - 1.0) * density
    };
    let [low, high] = [-0.5, 0.5].map(|half| (sum as f64 + half - mean) / deviation);
    [1.0 - above(high), above(low)]
}

/// Returns the mean, the variance and the third central moment.
fn cumulants(law: &WeightedCounts) -> [f64; 3] {
    let expected = |f: &dyn Fn(f64) -> f64| {
        law.iter()
            .map(|&(value, chance)| chance * f(value as f64))
            .sum::<f64>()
    };
    let mean = expected(&|value| value);
    [
        mean,
        expected(&|value| powi(value - mean, 2)),
        expected(&|value| powi(value - mean, 3)),
    ]
}

fn ln_choose(n: usize, k: usize) -> f64 {
    let ln_factorial = |n: usize| ln_gamma(n as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::{Recorded, Side};

    /// Over all pairs of riffles of five cards, no p-value is at most α with a probability above α.
    #[test]
    fn the_error_rate_is_at_most_alpha() {
        let riffle = |bits: u32| {
            let side = |place: u32| {
                if bits >> place & 1 == 0 {
                    Side::Left
                } else {
                    Side::Right
                }
            };
            Recorded::new((0..5).map(side).collect()).unwrap()
        };
        let test = |pair: u32| IdealTest::new(&[riffle(pair % 32), riffle(pair / 32)]);
        let tests: Vec<IdealTest> = (0..1024).map(test).collect();
        for alpha in [0.01, 0.05, 0.1, 0.3, 0.6] {
            let small = |p_value: f64| usize::from(p_value <= alpha);
            let counts = tests.iter().fold([0; 4], |[a, b, c, d], test| {
                let IdealTest {
                    p_value,
                    cut_mean,
                    cut_spread,
                    runs,
                } = *test;
                [
                    a + small(p_value),
                    b + small(cut_mean),
                    c + small(cut_spread),
                    d + small(runs),
                ]
            });
            let bound = alpha * 1024.0;
            assert!(
                counts.iter().all(|&count| count as f64 <= bound),
                "{counts:?} of 1024 at {alpha}"
            );
        }
    }

    #[test]
    fn each_part_finds_its_fault() {
        let test = |texts: [&str; 2]| IdealTest::new(&texts.map(|text| text.parse().unwrap()));
        let (high, bunched) = ("LRLLLRLLLLRLLLLLRLLL", "LLLLLLLLLLRRRRRRRRRR");
        assert!(test([high, high]).cut_mean < 0.01 && test([high, high]).runs > 0.1);
        assert!(test([bunched, bunched]).runs < 1e-6 && test([bunched, bunched]).cut_mean == 1.0);
    }

    fn arrangements(cards: usize) -> impl Iterator<Item = Recorded> {
        let side = |bits: u32, place: usize| {
            if bits >> place & 1 == 0 {
                Side::Left
            } else {
                Side::Right
            }
        };
        (0..1u32 << cards).map(move |bits| {
            Recorded::new((0..cards).map(|place| side(bits, place)).collect()).unwrap()
        })
    }

    fn chance(law: &WeightedCounts, value: usize) -> f64 {
        law.iter()
            .find(|(other, _)| *other == value)
            .map_or(0.0, |(_, chance)| *chance)
    }

    /// Compares with the runs and the cuts of all arrangements.
    #[test]
    fn laws_are_those_of_all_arrangements() {
        for cards in 2..=12 {
            for cut in 0..=cards {
                let of_cut: Vec<usize> = arrangements(cards)
                    .filter(|riffle| riffle.cut() == cut)
                    .map(|riffle| riffle.runs())
                    .collect();
                for runs in 0..=cards + 1 {
                    let count = of_cut.iter().filter(|&&other| other == runs).count();
                    let expected = count as f64 / of_cut.len() as f64;
                    assert!((chance(&runs_law(cut, cards - cut), runs) - expected).abs() < 1e-12);
                }
            }
            for value in 0..=cards * cards / 4 {
                let count = arrangements(cards)
                    .filter(|riffle| spread(riffle.cut(), cards) == value)
                    .count();
                let expected = count as f64 / f64::powi(2.0, cards as i32);
                assert!(
                    (chance(&spread_law(cards), value) - expected).abs() < 1e-12,
                    "{cards} {value}"
                );
            }
        }
    }

    /// Three dice with faces 0 to 5 have 216 equally likely throws.
    #[test]
    fn tails_of_three_dice() {
        let die: WeightedCounts = (0..6).map(|face| (face, 1.0 / 6.0)).collect();
        for sum in 0..=15 {
            let throws = (0..216).map(|throw| throw % 6 + throw / 6 % 6 + throw / 36);
            let share =
                |bound: usize| throws.clone().filter(|&all| all <= bound).count() as f64 / 216.0;
            let [below, above] = [share(sum), share(15 - sum)];
            let [lower, upper] = tails(&[&die, &die, &die], sum);
            assert!(
                (lower - below).abs() < 1e-12 && (upper - above).abs() < 1e-12,
                "{sum}"
            );
        }
    }

    #[test]
    fn the_expansion_is_near_the_convolution() {
        let spread = spread_law(52);
        let runs = runs_law(24, 28);
        for (law, sums) in [(&spread, [3000, 3900, 5000]), (&runs, [7900, 8055, 8300])] {
            let laws = vec![law; 300];
            for sum in sums {
                let (exact, near) = (convolved(&laws, sum), expanded(&laws, sum));
                assert!(
                    (0..2).all(|tail| (exact[tail] - near[tail]).abs() < 1.5e-3),
                    "{sum}: {exact:?} {near:?}"
                );
            }
        }
    }
}
