//! The habits of a person who riffles: cuts, runs of cards, and first and last drops.
//!
//! They are estimated from recorded riffles.

use super::{Recorded, Side};
use faro_math::number::elementary::{exp, ln};
use faro_math::statistics::{chi_square_quantile, student_quantile};

/// The habits of a person who riffles, each with its 95 % interval.
///
/// An ideal (GSR) riffle of n cards has a cut of mean n/2 and standard deviation √n/2. While both packets have
/// cards, it drops from the same side again with probability 1/2. Its mean number of cards per run is 2n/(n +
/// 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// The number of cards of the left packet, the former top of the deck.
    pub cut: IntervalEstimate,
    /// The standard deviation of the cut, or `None` for one riffle.
    pub cut_deviation: Option<IntervalEstimate>,
    /// The probability that a card drops from the same side as the card before.
    ///
    /// While both packets have cards, a drop has a choice; so only the drops between the first run and the last run are
    /// counted. `None` if no riffle has two such drops.
    pub same_side: Option<IntervalEstimate>,
    /// The mean number of cards that drop from one side in a row: the length of a packet.
    pub packet: Option<IntervalEstimate>,
    /// The number of cards per packet of the left side, the former top of the deck, and of the right side.
    pub packet_by_side: [Option<IntervalEstimate>; 2],
    /// The number of cards per packet of the left side minus the number of the right side.
    pub packet_difference: Option<IntervalEstimate>,
    /// The proportion of riffles whose first drop, the bottom card, is from the left side.
    pub left_first: Option<IntervalEstimate>,
    /// The proportion of riffles whose last drop, the top card, is from the left side.
    pub left_last: Option<IntervalEstimate>,
}

impl Habits {
    /// Estimates the habits from recorded riffles. O(cards · riffles).
    ///
    /// # Panics
    ///
    /// If there are no riffles.
    pub fn new(riffles: &[Recorded]) -> Habits {
        assert!(!riffles.is_empty(), "expected at least one riffle");
        let cuts: Vec<f64> = riffles.iter().map(|riffle| riffle.cut() as f64).collect();
        let [all, left, right] =
            [None, Some(Side::Left), Some(Side::Right)].map(|side| runs(riffles, side));
        let [cards_left, cards_right] = [&left, &right].map(|runs| swapped(runs));
        Habits {
            cut: IntervalEstimate::mean(&cuts),
            cut_deviation: IntervalEstimate::deviation(&cuts),
            same_side: IntervalEstimate::proportion(&same_sides(riffles)),
            packet: packet(&all),
            packet_by_side: [packet(&left), packet(&right)],
            packet_difference: IntervalEstimate::difference(&cards_left, &cards_right),
            left_first: left_share(riffles, <[Side]>::first),
            left_last: left_share(riffles, <[Side]>::last),
        }
    }
}

/// Returns, for each riffle, the numbers of drops from the same side as before and of all drops.
///
/// A drop is counted only if it is between the first run and the last run, and if another such drop precedes it. At
/// other drops one packet may be empty. The proportion is unbiased for ideal riffles. It is also unbiased for riffles
/// whose drops keep the side with a fixed probability while both packets have cards, read from either end.
pub fn same_sides(riffles: &[Recorded]) -> Vec<[f64; 2]> {
    let count = |riffle: &Recorded| {
        let pairs = riffle.inner_drops().windows(2);
        [
            pairs.clone().filter(|pair| pair[0] == pair[1]).count() as f64,
            pairs.len() as f64,
        ]
    };
    riffles.iter().map(count).collect()
}

/// Returns the number of runs and of cards of each riffle, for one side or for both.
fn runs(riffles: &[Recorded], side: Option<Side>) -> Vec<[f64; 2]> {
    let count = |riffle: &Recorded| match side {
        Some(side) => [riffle.runs_of(side) as f64, riffle.count(side) as f64],
        None => [riffle.runs() as f64, riffle.cards() as f64],
    };
    riffles.iter().map(count).collect()
}

fn swapped(counts: &[[f64; 2]]) -> Vec<[f64; 2]> {
    counts.iter().map(|&[a, b]| [b, a]).collect()
}

/// Returns the cards per run, as the inverse of the runs per card: a proportion, whose interval is known.
fn packet(runs: &[[f64; 2]]) -> Option<IntervalEstimate> {
    IntervalEstimate::proportion(runs).map(IntervalEstimate::inverse)
}

fn left_share(
    riffles: &[Recorded],
    end: impl Fn(&[Side]) -> Option<&Side>,
) -> Option<IntervalEstimate> {
    let left = riffles
        .iter()
        .filter(|riffle| end(riffle.drops()) == Some(&Side::Left))
        .count();
    IntervalEstimate::share(left, riffles.len())
}

/// The probability beyond each end of an interval.
pub const TAIL: f64 = 0.025;

/// The 97.5 % quantile of the standard normal law.
const NORMAL_QUANTILE: f64 = 1.959963984540054;

/// The variance of rounding a number to an integer. Equal integers in a sample do not show that the numbers
/// before rounding are equal.
const ROUNDING_VARIANCE: f64 = 1.0 / 12.0;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalEstimate {
    /// The estimate.
    pub value: f64,
    /// The ends of the interval, or `None` if there are too few riffles for one.
    pub interval: Option<[f64; 2]>,
}

impl IntervalEstimate {
    /// Returns the mean of `values`, of which there must be at least one, with Student's interval.
    pub fn mean(values: &[f64]) -> IntervalEstimate {
        let [mean, variance] = moments(values);
        let half_width = |degrees| {
            student_quantile(TAIL, degrees)
                * (variance.max(ROUNDING_VARIANCE) / values.len() as f64).sqrt()
        };
        IntervalEstimate {
            value: mean,
            interval: degrees(values)
                .map(half_width)
                .map(|half_width| [mean - half_width, mean + half_width]),
        }
    }

    /// Returns the standard deviation of `values`, with the interval of a normal law.
    ///
    /// For m values of a normal law, (m − 1)·s²/σ² has the chi-square law with m − 1 degrees of freedom.
    /// Returns `None` for fewer than two values.
    pub fn deviation(values: &[f64]) -> Option<IntervalEstimate> {
        let freedom = degrees(values)?;
        let [_, variance] = moments(values);
        let end = |variance: f64, tail| {
            (freedom as f64 * variance / chi_square_quantile(tail, freedom)).sqrt()
        };
        let interval = Some([
            end(variance, TAIL),
            end(variance.max(ROUNDING_VARIANCE), 1.0 - TAIL),
        ]);
        Some(IntervalEstimate {
            value: variance.sqrt(),
            interval,
        })
    }

    /// Returns the proportion Σ successes / Σ trials, given both counts of each riffle.
    ///
    /// Riffles are independent; the trials of one riffle need not be. The interval is Student's for a ratio of
    /// sums (Cochran, *Sampling Techniques*, 1977, section 6.3), on the scale of log odds, where it stays
    /// between 0 and 1. If the riffles do not differ, it is Wilson's. Returns `None` without trials.
    pub fn proportion(counts: &[[f64; 2]]) -> Option<IntervalEstimate> {
        let [successes, trials] = sums(counts);
        if trials == 0.0 {
            return None;
        }
        let value = successes / trials;
        let error = ratio_error(counts);
        let interval = degrees(counts).map(|degrees| {
            if error == 0.0 || value <= 0.0 || value >= 1.0 {
                return wilson(successes, trials);
            }
            let half_width = student_quantile(TAIL, degrees) * error / (value * (1.0 - value));
            let odds = ln(value / (1.0 - value));
            [odds - half_width, odds + half_width].map(|odds| 1.0 / (1.0 + exp(-odds)))
        });
        Some(IntervalEstimate { value, interval })
    }

    /// Returns the proportion of independent successes, with the interval of Wilson (1927).
    ///
    /// Returns `None` without trials.
    pub fn share(successes: usize, trials: usize) -> Option<IntervalEstimate> {
        let (successes, trials) = (successes as f64, trials as f64);
        (trials > 0.0).then(|| IntervalEstimate {
            value: successes / trials,
            interval: Some(wilson(successes, trials)),
        })
    }

    /// Returns the estimate of 1/x, given the estimate of x.
    pub fn inverse(self) -> IntervalEstimate {
        let interval = self.interval.map(|[low, high]| [1.0 / high, 1.0 / low]);
        IntervalEstimate {
            value: 1.0 / self.value,
            interval,
        }
    }

    /// Returns the difference of two ratios of sums over the same riffles.
    ///
    /// Returns `None` if one of the ratios has no trials. The estimate has no interval if all riffles have the
    /// same ratios.
    pub fn difference(first: &[[f64; 2]], second: &[[f64; 2]]) -> Option<IntervalEstimate> {
        let [first_sums, second_sums] = [first, second].map(sums);
        if first_sums[1] == 0.0 || second_sums[1] == 0.0 {
            return None;
        }
        let value = first_sums[0] / first_sums[1] - second_sums[0] / second_sums[1];
        let residuals: Vec<f64> = (residuals(first).zip(residuals(second)))
            .map(|(a, b)| a - b)
            .collect();
        // If all riffles are alike, they do not show how much other riffles would differ.
        let error = Some(total_error(&residuals)).filter(|&error| error > 1e-12);
        let interval = degrees(first).zip(error).map(|(degrees, error)| {
            let half_width = student_quantile(TAIL, degrees) * error;
            [value - half_width, value + half_width]
        });
        Some(IntervalEstimate { value, interval })
    }
}

/// Returns the mean and the variance of `values`. The variance of one value is 0.
pub fn moments(values: &[f64]) -> [f64; 2] {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    [mean, squares / (count - 1.0).max(1.0)]
}

/// Returns the standard error of a ratio of sums.
pub fn ratio_error(counts: &[[f64; 2]]) -> f64 {
    total_error(&residuals(counts).collect::<Vec<_>>())
}

/// Returns the degrees of freedom of a sample, or `None` for fewer than two values.
fn degrees<T>(values: &[T]) -> Option<u64> {
    (values.len() as u64)
        .checked_sub(1)
        .filter(|&degrees| degrees > 0)
}

pub fn sums(counts: &[[f64; 2]]) -> [f64; 2] {
    counts
        .iter()
        .fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d])
}

/// Returns the contribution of each riffle to the error of a ratio r of sums: (a − r·b)/Σb.
fn residuals(counts: &[[f64; 2]]) -> impl Iterator<Item = f64> + '_ {
    let [above, below] = sums(counts);
    counts
        .iter()
        .map(move |[a, b]| (a - above / below * b) / below)
}

/// Returns the standard error of a sum of residuals, which add up to 0.
fn total_error(residuals: &[f64]) -> f64 {
    let count = residuals.len() as f64;
    let squares: f64 = residuals.iter().map(|part| part * part).sum();
    (squares * count / (count - 1.0).max(1.0)).sqrt()
}

fn wilson(successes: f64, trials: f64) -> [f64; 2] {
    let (share, square) = (successes / trials, NORMAL_QUANTILE * NORMAL_QUANTILE);
    let middle = (share + square / (2.0 * trials)) / (1.0 + square / trials);
    let variance = share * (1.0 - share) / trials + square / (4.0 * trials * trials);
    let half_width = NORMAL_QUANTILE * variance.sqrt() / (1.0 + square / trials);
    // Without these cases, rounding would make the ends of the interval differ from 0 and 1.
    let low = if successes == 0.0 {
        0.0
    } else {
        middle - half_width
    };
    let high = if successes == trials {
        1.0
    } else {
        middle + half_width
    };
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_of_two_riffles() {
        let riffles = ["LLRLRR", "RLLLRL"].map(|text| text.parse().unwrap());
        let habits = Habits::new(&riffles);
        assert_eq!(habits.cut.value, 3.5);
        // Between the first run and the last: R L has no pair from one side, L L L R has two of three.
        assert_eq!(habits.same_side.unwrap().value, 2.0 / 4.0);
        assert_eq!(habits.packet.unwrap().value, 12.0 / 8.0);
        let [left, right] = habits.packet_by_side;
        assert_eq!(
            (left.unwrap().value, right.unwrap().value),
            (7.0 / 4.0, 5.0 / 4.0)
        );
        assert_eq!(habits.packet_difference.unwrap().value, 0.5);
        assert_eq!(habits.left_first.unwrap().value, 0.5);
        assert_eq!(habits.left_last.unwrap().value, 0.5);
    }

    #[test]
    fn an_empty_packet_has_no_drops() {
        let habits = Habits::new(&["LLLL".parse().unwrap(), "LLLL".parse().unwrap()]);
        assert_eq!(
            (
                habits.same_side,
                habits.packet_by_side[1],
                habits.packet_difference
            ),
            (None, None, None)
        );
        assert_eq!(habits.packet.unwrap().value, 4.0);
    }

    fn near(estimate: IntervalEstimate, [value, low, high]: [f64; 3]) -> bool {
        let [a, b] = estimate.interval.unwrap();
        (estimate.value - value).abs() < 5e-4 && (a - low).abs() < 5e-4 && (b - high).abs() < 5e-4
    }

    /// Computed by hand: mean 26, s = √2.5, t(4) = 2.776, chi-square(4) from 0.4844 to 11.1433.
    #[test]
    fn five_cuts() {
        let cuts = [24.0, 25.0, 26.0, 27.0, 28.0];
        assert!(near(
            IntervalEstimate::mean(&cuts),
            [26.0, 24.0368, 27.9632]
        ));
        assert!(near(
            IntervalEstimate::deviation(&cuts).unwrap(),
            [1.5811, 0.9473, 4.5435]
        ));
    }

    #[test]
    fn one_riffle_has_no_interval() {
        assert_eq!(
            IntervalEstimate::mean(&[20.0]),
            IntervalEstimate {
                value: 20.0,
                interval: None
            }
        );
        assert_eq!(IntervalEstimate::deviation(&[20.0]), None);
        assert_eq!(
            IntervalEstimate::proportion(&[[3.0, 4.0]]),
            Some(IntervalEstimate {
                value: 0.75,
                interval: None
            })
        );
        assert_eq!(IntervalEstimate::proportion(&[[0.0, 0.0]]), None);
    }

    /// Equal cuts are known only up to their rounding.
    #[test]
    fn equal_values_have_an_interval() {
        let [low, high] = IntervalEstimate::mean(&[26.0; 5]).interval.unwrap();
        assert!(low < 25.9 && high > 26.1);
        let [low, high] = IntervalEstimate::proportion(&[[0.0, 10.0]; 5])
            .unwrap()
            .interval
            .unwrap();
        assert!(low == 0.0 && high > 0.05 && high < 0.1);
    }

    /// Wilson's interval of 8 of 10 (Brown, Cai and DasGupta 2001): 0.4902 to 0.9433.
    #[test]
    fn wilsons_interval() {
        assert!(near(
            IntervalEstimate::share(8, 10).unwrap(),
            [0.8, 0.4902, 0.9433]
        ));
    }
}
