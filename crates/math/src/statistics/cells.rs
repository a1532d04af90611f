//! Tests of counts in cells against given probabilities, also for few draws in many cells.

use super::{PairSum, pairs};
use crate::number::elementary::{exp, ln};

/// Maximum number of outcomes that are enumerated.
const MAX_OUTCOMES: f64 = 100_000.0;

/// Tests counts of independent draws in cells against the probabilities of the cells.
///
/// The statistic is Σ count·(count − 1)/probability. For equal probabilities it orders the outcomes as Pearson's
/// chi-square does. The p-value is the probability of a statistic at least as large: a sum over all outcomes if there
/// are at most 100,000, else the upper tail of [`PairSum`]. The result also has the statistic in standard deviations
/// and an estimate of Σ (p − q)²/q, where p is the law of the draws and q is `chances`.
///
/// Returns `None` if there are fewer than two cells or fewer than two draws.
///
/// # Panics
///
/// If `counts` and `chances` have different lengths.
///
/// ```
/// # use faro_math::statistics::cells_test;
/// // Ten tosses of a coin, all heads or all tails: 2 of 1024.
/// let test = cells_test(&[10, 0], &[0.5, 0.5]).unwrap();
/// assert!((test.p_value - 2.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn cells_test(counts: &[u64], chances: &[f64]) -> Option<CellsTest> {
    assert_eq!(counts.len(), chances.len(), "counts and chances");
    let draws: u64 = counts.iter().sum();
    if counts.len() < 2 || draws < 2 {
        return None;
    }
    let agree = agreement(counts, chances);
    let law = PairSum::from_cells(chances);
    let sum = agree - pairs(draws);
    let p_value = match are_few(draws, counts.len()) {
        true => Outcomes::new(draws, chances).tail(agree),
        false => law.upper_tail(sum, draws),
    };
    Some(CellsTest {
        statistic: sum / law.deviation(draws),
        p_value,
        distance: sum / pairs(draws),
    })
}

/// The result of [`cells_test`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellsTest {
    /// Difference between the statistic and its mean, in standard deviations.
    pub statistic: f64,
    /// Probability of a statistic at least as large, if the probabilities of the cells are right.
    pub p_value: f64,
    /// Unbiased estimate of the chi-square distance Σ (p − q)²/q. Here p is the law of the draws and q the tested law.
    /// The mean of the estimate is 0 if the laws are equal.
    pub distance: f64,
}

/// Returns P(X ≥ `coincidences`) for X coincidences of `draws` draws in `cells` equally likely cells. The
/// result is exact, or `None` if there are too many outcomes to enumerate. `cells` may have rounding errors.
fn exact_tail(coincidences: f64, draws: u64, cells: f64) -> Option<f64> {
    let whole = cells.round();
    let is_whole = (cells - whole).abs() < 1e-9 * whole;
    let computable = is_whole && whole < MAX_OUTCOMES && are_few(draws, whole as usize);
    computable.then(|| {
        Outcomes::new(draws, &vec![1.0 / whole; whole as usize]).tail(whole * coincidences)
    })
}

fn agreement(counts: &[u64], chances: &[f64]) -> f64 {
    let term =
        |(&count, chance): (&u64, &f64)| count as f64 * (count as f64 - 1.0) / (2.0 * chance);
    counts.iter().zip(chances).map(term).sum()
}

/// Returns whether `draws` draws in `cells` cells have at most [`MAX_OUTCOMES`] outcomes. Their number is C(draws +
/// cells − 1, cells − 1).
fn are_few(draws: u64, cells: usize) -> bool {
    let mut ways = 1.0;
    (1..cells).all(|cell| {
        ways *= (draws as f64 + cell as f64) / cell as f64;
        ways <= MAX_OUTCOMES
    })
}

/// All outcomes of `draws` draws, with their multinomial probabilities.
struct Outcomes<'a> {
    chances: &'a [f64],
    draws: usize,
    /// ln k! for k = 0 … `draws`.
    factorials: Vec<f64>,
}

impl Outcomes<'_> {
    fn new(draws: u64, chances: &[f64]) -> Outcomes<'_> {
        let add = |sum: &mut f64, number: u64| {
            *sum += if number > 0 { ln(number as f64) } else { 0.0 };
            Some(*sum)
        };
        Outcomes {
            chances,
            draws: draws as usize,
            factorials: (0..=draws).scan(0.0, add).collect(),
        }
    }

    fn tail(&self, agree: f64) -> f64 {
        // The tolerance keeps outcomes with equal statistics together, in spite of rounding errors.
        let bound = agree * (1.0 - 1e-12) - 1e-9;
        self.summed(
            self.chances,
            self.draws,
            self.factorials[self.draws],
            0.0,
            bound,
        )
        .min(1.0)
    }

    /// Sums the probabilities of the outcomes whose statistic is at least `bound`. The `left` remaining draws fall in
    /// `cells`. `log` and `agree` are the logarithm of the probability and the statistic of the cells before.
    fn summed(&self, cells: &[f64], left: usize, log: f64, agree: f64, bound: f64) -> f64 {
        let in_first = |count: usize| {
            let log = log + count as f64 * ln(cells[0]) - self.factorials[count];
            (
                log,
                agree + count as f64 * (count as f64 - 1.0) / (2.0 * cells[0]),
            )
        };
        if cells.len() == 1 {
            let (log, agree) = in_first(left);
            return if agree >= bound { exp(log) } else { 0.0 };
        }
        let rest = |count| {
            let (log, agree) = in_first(count);
            self.summed(&cells[1..], left - count, log, agree, bound)
        };
        (0..=left).map(rest).sum()
    }
}

/// Maximum number of products for an exact tail of any size.
const MAX_FAST_PRODUCTS: f64 = 1e5;

/// Maximum number of products for an exact tail below [`MAX_SMALL_TAIL`]. They take some ten milliseconds.
const MAX_PRODUCTS: f64 = 1e7;

/// Maximum number of draws for an exact tail. With more draws a compound Poisson law or the moments are accurate.
const MAX_EXACT_DRAWS: u64 = 20_000;

/// If an exact tail needs more than [`MAX_FAST_PRODUCTS`] products, a bound of at least this value is
/// returned instead. [`PairSum`] is close to the exact tail there.
const MAX_SMALL_TAIL: f64 = 0.05;

/// Minimum expected number of coincidences for which the bound is computed by [`PairSum`] if draws ≤ cells.
const MIN_MANY_PAIRS: f64 = 50.0;

/// Returns P(coincidences ≥ `coincidences`) for `draws` draws in `cells` equally likely cells.
///
/// This is the birthday problem: a coincidence is a pair of draws that fall in the same cell. The result is exact if
/// there are few draws. Otherwise it is meant to be an upper bound, from a compound Poisson law if few coincidences are
/// expected, else from [`PairSum`]. The bound is not proved: in comparisons it was never more than 5 % below the exact
/// probability.
///
/// ```
/// # use faro_math::statistics::coincidences_tail;
/// // 23 people: a common birthday is as likely as not.
/// assert!((coincidences_tail(1.0, 23, 365.0) - 0.507297).abs() < 1e-6);
/// ```
pub fn coincidences_tail(coincidences: f64, draws: u64, cells: f64) -> f64 {
    if coincidences <= 0.0 {
        return 1.0;
    }
    if let Some(exact) = exact_tail(coincidences, draws, cells) {
        return exact;
    }
    let products = draws as f64 * coincidences * (2.0 * coincidences).sqrt();
    let bound = || coincidences_bound(coincidences, draws, cells);
    let exact = || tail_of_many_cells(coincidences as usize, draws, cells);
    match draws as f64 <= cells && draws <= MAX_EXACT_DRAWS {
        true if products <= MAX_FAST_PRODUCTS => exact(),
        true if products <= MAX_PRODUCTS && bound() < MAX_SMALL_TAIL => exact(),
        _ => bound(),
    }
}

/// Returns an approximate upper bound of [`coincidences_tail`], in less time.
///
/// The bound is not proved: in comparisons it was never more than 5 % below the exact probability.
pub fn coincidences_bound(coincidences: f64, draws: u64, cells: f64) -> f64 {
    if draws as f64 <= cells && pairs(draws) / cells < MIN_MANY_PAIRS {
        return compound_poisson_tail(coincidences as usize, draws, cells);
    }
    PairSum::from_equal_cells(cells).upper_tail(cells * coincidences - pairs(draws), draws)
}

/// Returns the exact tail if `draws` ≤ `cells`.
///
/// For k cells, let f(x, y) = Σ y^(c(c−1)/2)·x^c/c!, the sum over the counts c of one cell. The probability of s
/// coincidences of n draws is n!/k^n times the coefficient of x^n·y^s in f^k. The coefficients of a power obey Euler's
/// recurrence (Knuth, *The art of computer programming* 2, 4.7), whose terms are all positive here. The recurrence is
/// applied to tails instead of probabilities.
fn tail_of_many_cells(least: usize, draws: u64, cells: f64) -> f64 {
    // `groups` is the smallest number of draws that have at least `least` coincidences in one cell. Only the last
    // `groups` rows are needed.
    let groups = (1..)
        .find(|group| group * (group - 1) / 2 >= least)
        .unwrap_or(1);
    // Row n has the probabilities of at least 0, 1, …, `least` coincidences of n draws. Older rows are overwritten.
    let mut rows = vec![vec![0.0; least + 1]; groups + 1];
    rows[0][0] = 1.0;
    for drawn in 1..=draws {
        let (mut row, n) = (vec![0.0; least + 1], drawn as f64);
        // C(n, c)/k^c, for c of n draws in one of k cells.
        let mut subsets = 1.0;
        for group in 1..=drawn {
            let c = group as f64;
            subsets *= (n - c + 1.0) / (c * cells);
            let weight = (c * (cells + 1.0) - n) / n * subsets;
            if weight < f64::MIN_POSITIVE {
                break;
            }
            let pairs = (group * (group - 1) / 2) as usize;
            if pairs >= least {
                row[1..].iter_mut().for_each(|tail| *tail += weight);
                continue;
            }
            let rest = &rows[((drawn - group) % (groups as u64 + 1)) as usize];
            row[1..=pairs].iter_mut().for_each(|tail| *tail += weight);
            row[pairs + 1..]
                .iter_mut()
                .zip(&rest[1..])
                .for_each(|(tail, rest)| *tail += weight * rest);
        }
        row[0] = 1.0;
        rows[(drawn % (groups as u64 + 1)) as usize] = row;
    }
    rows[(draws % (groups as u64 + 1)) as usize][least].min(1.0)
}

/// Returns the tail of a compound Poisson law that approximates the number of coincidences.
///
/// Groups of c draws in one cell count as independent events. With M draws and k cells there are C(M, c)/k^(c−1) of
/// them on average, with c(c−1)/2 coincidences each. A group within a larger group is counted again, so that the tail
/// is too large, by little if there are many cells.
fn compound_poisson_tail(least: usize, draws: u64, cells: f64) -> f64 {
    let groups = (2..=draws.min(2 + least as u64)).scan(draws as f64, |rate, group| {
        *rate *= (draws as f64 - group as f64 + 1.0) / (group as f64 * cells);
        Some(((group * (group - 1) / 2) as usize, *rate))
    });
    let rates: Vec<(usize, f64)> = groups
        .take_while(|&(_, rate)| rate > f64::MIN_POSITIVE)
        .collect();
    let total: f64 = rates.iter().map(|(_, rate)| rate).sum();
    let reach = rates.last().map_or(0, |&(coincidences, _)| coincidences);
    // Panjer's recursion (*Recursive evaluation of a family of compound distributions*, 1981).
    let mut chances = vec![exp(-total)];
    let (mut tail, mut count) = (0.0, 0);
    loop {
        count += 1;
        let chance = next_chance(&rates, &chances);
        chances.push(chance);
        if count >= least {
            tail += chance;
            if chance <= 1e-17 * tail && count as f64 > total {
                return (tail * (1.0 + 1.0 / draws as f64)).min(1.0);
            }
        } else if chance == 0.0
            && chances[count.saturating_sub(reach)..]
                .iter()
                .all(|&chance| chance == 0.0)
        {
            // Each probability depends on the previous `reach` probabilities. If these underflow, so do all later ones.
            return 0.0;
        }
    }
}

/// Returns the probability of `chances.len()` coincidences, given the probabilities `chances` of all smaller numbers.
/// `rates` has the number of coincidences of each kind of group, and the rate of such groups.
fn next_chance(rates: &[(usize, f64)], chances: &[f64]) -> f64 {
    let count = chances.len();
    let before = rates
        .iter()
        .filter(|(coincidences, _)| *coincidences <= count);
    let sum: f64 = before
        .map(|&(coincidences, rate)| coincidences as f64 * rate * chances[count - coincidences])
        .sum();
    sum / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With many outcomes, the exact tail and the tail of `PairSum` agree within 10 %.
    #[test]
    fn exact_tails_are_near_those_of_the_moments() {
        let chances = [0.2, 0.3, 0.5];
        for counts in [
            [60u64, 105, 185],
            [90, 100, 160],
            [95, 85, 170],
            [70, 85, 195],
        ] {
            let test = cells_test(&counts, &chances).unwrap();
            let sum = agreement(&counts, &chances) - pairs(350);
            let other = PairSum::from_cells(&chances).upper_tail(sum, 350);
            assert!(
                (test.p_value / other - 1.0).abs() < 0.1,
                "{counts:?}: {} {other}",
                test.p_value
            );
        }
    }

    /// A number of cells that is computed from logarithms is not truncated.
    #[test]
    fn numbers_of_cells_have_rounding_errors() {
        for cells in [7.0, 10.0] {
            assert_eq!(
                coincidences_tail(12.0, 10, cells - 1e-14),
                coincidences_tail(12.0, 10, cells)
            );
        }
    }

    #[test]
    fn all_outcomes_have_chance_one() {
        let chances = [0.1, 0.2, 0.3, 0.4];
        assert!((Outcomes::new(20, &chances).tail(f64::MIN) - 1.0).abs() < 1e-12);
        assert_eq!(cells_test(&[1, 0], &[0.5, 0.5]), None);
    }

    /// Returns P(coincidences ≥ s) for each s, by adding one cell after another.
    fn naive(draws: usize, cells: usize) -> Vec<f64> {
        let max = draws * (draws - 1) / 2;
        let factorial = |n: usize| (1..=n).map(|i| i as f64).product::<f64>();
        let mut ways = vec![vec![0.0; max + 1]; draws + 1];
        ways[0][0] = 1.0;
        for _ in 0..cells {
            let mut next = vec![vec![0.0; max + 1]; draws + 1];
            for drawn in 0..=draws {
                for count in 0..=draws - drawn {
                    for rest in 0..=max - count * count.saturating_sub(1) / 2 {
                        next[drawn + count][rest + count * count.saturating_sub(1) / 2] +=
                            ways[drawn][rest] / factorial(count);
                    }
                }
            }
            ways = next;
        }
        let scale = factorial(draws) / (cells as f64).powi(draws as i32);
        let mut tail = 0.0;
        let mut tails: Vec<f64> = ways[draws]
            .iter()
            .rev()
            .map(|way| (tail += way * scale, tail).1)
            .collect();
        tails.reverse();
        tails
    }

    #[test]
    fn few_draws_are_exact() {
        for (draws, cells) in [(2, 2), (3, 7), (5, 5), (6, 10), (8, 24), (12, 12), (9, 100)] {
            for (least, exact) in naive(draws, cells).into_iter().enumerate().skip(1) {
                let tail = coincidences_tail(least as f64, draws as u64, cells as f64);
                assert!(
                    (tail - exact).abs() <= 1e-10 * exact,
                    "{least} of {draws}, {cells}: {tail} {exact}"
                );
                if cells >= draws {
                    let many = tail_of_many_cells(least, draws as u64, cells as f64);
                    assert!(
                        (many - exact).abs() <= 1e-10 * exact,
                        "{least} of {draws}, {cells}: {many} {exact}"
                    );
                }
            }
        }
    }

    /// Twenty decks of three cards, with six orders that occur 13, 2, 2, 1, 1 and 1 times, have 80 coincidences.
    #[test]
    fn a_deck_that_comes_thirteen_times() {
        let tail = coincidences_tail(80.0, 20, 6.0);
        assert!((tail / 1.2e-5 - 1.0).abs() < 0.05, "{tail}");
    }

    /// All draws in one cell: the memory does not grow with the pairs, of which 10^9 draws have 5·10^17.
    #[test]
    fn all_coincide() {
        for (draws, cells) in [
            (2_000, 1e12),
            (1_000_000, 8e67),
            (1_000_000_000, 8e67),
            (100, 100.0),
        ] {
            let bound = compound_poisson_tail(pairs(draws) as usize, draws, cells);
            assert!(bound < 1e-190, "{draws} in {cells}: {bound}");
            assert!(coincidences_tail(pairs(draws), draws, cells) < 1e-190);
        }
    }

    /// The approximate tails are at most 5 % below the exact ones, down to 10^-12, and not far above them.
    #[test]
    fn other_tails_are_too_large() {
        for (draws, cells) in [(30, 20), (24, 12), (30, 30)] {
            let law = PairSum::from_equal_cells(cells as f64);
            let exact = naive(draws, cells);
            for (least, exact) in exact
                .into_iter()
                .enumerate()
                .filter(|(_, tail)| *tail > 1e-12)
            {
                let tail = law.upper_tail(
                    cells as f64 * least as f64 - pairs(draws as u64),
                    draws as u64,
                );
                assert!(
                    tail > 0.95 * exact,
                    "{least} of {draws} in {cells}: {tail} for {exact}"
                );
                assert!(
                    exact < 1e-3 || tail < 1.8 * exact,
                    "{least} of {draws} in {cells}: {tail} for {exact}"
                );
            }
        }
        for (draws, cells) in [(2000u64, 1e7), (4000, 1e9)] {
            for least in 1..20 {
                let exact = tail_of_many_cells(least, draws, cells);
                let tail = compound_poisson_tail(least, draws, cells);
                assert!(
                    tail > exact && tail < 1.2 * exact,
                    "{least} of {draws}: {tail} {exact}"
                );
            }
        }
        let law = PairSum::from_equal_cells(1e5);
        for least in (80..190).step_by(10) {
            let exact = tail_of_many_cells(least, 4000, 1e5);
            let tail = law.upper_tail(1e5 * least as f64 - pairs(4000), 4000);
            assert!(tail > 0.95 * exact, "{least}: {tail} {exact}");
        }
    }
}
