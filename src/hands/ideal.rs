use std::collections::{BTreeMap, BTreeSet};

use super::Recorded;
use super::runs::{LEAST_TAIL, runs_law, spread, spread_law, tails};
use faro_math::statistics::{binomial_lower_tail, binomial_upper_tail, two_sided};

/// Number of parts of the test.
const PARTS: f64 = 3.0;

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
        let [cut_mean, cut_spread, runs] =
            [cut_mean(riffles), cut_spread(riffles, cards), runs(riffles, cards)]
                .map(|[a, b]| two_sided(a.max(LEAST_TAIL), b.max(LEAST_TAIL)));
        let p_value = (PARTS * cut_mean.min(cut_spread).min(runs)).min(1.0);
        IdealTest { p_value, cut_mean, cut_spread, runs }
    }
}

fn cut_mean(riffles: &[Recorded]) -> [f64; 2] {
    let [cuts, cards] =
        [Recorded::cut, Recorded::cards].map(|count| riffles.iter().map(count).sum::<usize>() as u64);
    [binomial_lower_tail(cuts, cards, 0.5), binomial_upper_tail(cuts, cards, 0.5)]
}

fn cut_spread(riffles: &[Recorded], cards: usize) -> [f64; 2] {
    let law = spread_law(cards);
    let sum = riffles.iter().map(|riffle| spread(riffle.cut(), cards)).sum();
    tails(&vec![&law; riffles.len()], sum)
}

fn runs(riffles: &[Recorded], cards: usize) -> [f64; 2] {
    let cuts: BTreeSet<usize> = riffles.iter().map(Recorded::cut).collect();
    let laws: BTreeMap<usize, _> = cuts.into_iter().map(|cut| (cut, runs_law(cut, cards - cut))).collect();
    let given: Vec<_> = riffles.iter().map(|riffle| &laws[&riffle.cut()]).collect();
    tails(&given, riffles.iter().map(Recorded::runs).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::Side;

    /// Over all pairs of riffles of five cards, no p-value is at most α with a probability above α.
    #[test]
    fn the_error_rate_is_at_most_alpha() {
        let riffle = |bits: u32| {
            let side = |place: u32| if bits >> place & 1 == 0 { Side::Left } else { Side::Right };
            Recorded::new((0..5).map(side).collect()).unwrap()
        };
        let test = |pair: u32| IdealTest::new(&[riffle(pair % 32), riffle(pair / 32)]);
        let tests: Vec<IdealTest> = (0..1024).map(test).collect();
        for alpha in [0.01, 0.05, 0.1, 0.3, 0.6] {
            let small = |p_value: f64| usize::from(p_value <= alpha);
            let counts = tests.iter().fold([0; 4], |[a, b, c, d], test| {
                let IdealTest { p_value, cut_mean, cut_spread, runs } = *test;
                [a + small(p_value), b + small(cut_mean), c + small(cut_spread), d + small(runs)]
            });
            let most = alpha * 1024.0;
            assert!(counts.iter().all(|&count| count as f64 <= most), "{counts:?} of 1024 at {alpha}");
        }
    }

    #[test]
    fn each_part_finds_its_fault() {
        let test = |texts: [&str; 2]| IdealTest::new(&texts.map(|text| text.parse().unwrap()));
        let (high, bunched) = ("LRLLLRLLLLRLLLLLRLLL", "LLLLLLLLLLRRRRRRRRRR");
        assert!(test([high, high]).cut_mean < 0.01 && test([high, high]).runs > 0.1);
        assert!(test([bunched, bunched]).runs < 1e-6 && test([bunched, bunched]).cut_mean == 1.0);
    }
}
