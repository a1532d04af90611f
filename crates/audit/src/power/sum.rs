use super::detectable::POWER;
use faro_math::statistics::{Law, SumTail};

/// Number of standard deviations that no fair sum exceeds, at any significance level that is accepted.
const REACH: f64 = 40.0;

/// Number of standard deviations beyond which a tail is taken as 1 or 0.
const SURE: f64 = 6.0;

/// The law of a statistic that is summed over decks.
pub struct Sum {
    mean: f64,
    deviation: f64,
    /// One more than the maximum value.
    values: u64,
    /// `None` if there is only one value.
    tails: Option<SumTail>,
}

impl Sum {
    pub fn from_law(law: &Law) -> Sum {
        let (mean, deviation) = (law.mean(), law.variance().sqrt());
        Sum { mean, deviation, values: law.probabilities().len() as u64, tails: SumTail::new(law).ok() }
    }

    /// Returns whether a sum of values of the law `wrong` is significant with 99 % power.
    ///
    /// The sum has `decks` values, the significance level is `level`, and `self` is the fair law.
    pub fn shows(&self, wrong: &Sum, decks: u64, level: f64) -> bool {
        let Some(tails) = &self.tails else { return false };
        let above = wrong.mean > self.mean;
        let is_significant =
            |sum: u64| 2.0 * (if above { tails.upper(sum, decks) } else { tails.lower(sum, decks) }) <= level;
        // Finds the significant sum that is nearest to the mean. The search starts within `REACH`, because tails
        // farther out underflow.
        let (low, high) = self.range(decks);
        let (mut far, mut near) = if above { (high, low) } else { (low, high) };
        if !is_significant(far) {
            return false;
        }
        while far.abs_diff(near) > 1 {
            let middle = far.min(near) + far.abs_diff(near) / 2;
            *(if is_significant(middle) { &mut far } else { &mut near }) = middle;
        }
        wrong.comes(far, decks, above)
    }

    /// The range of sums within `REACH` of the mean.
    fn range(&self, decks: u64) -> (u64, u64) {
        let (middle, reach) = (self.mean * decks as f64, REACH * self.deviation * (decks as f64).sqrt());
        let most = decks.saturating_mul(self.values);
        ((middle - reach).max(0.0) as u64, (middle + reach).min(most as f64) as u64)
    }

    /// Returns whether the sum is at `bound` or beyond it with 99 % probability.
    fn comes(&self, bound: u64, decks: u64, above: bool) -> bool {
        let side = if above { 1.0 } else { -1.0 };
        let distance = side * (self.mean * decks as f64 - bound as f64);
        // Far from the mean, the tail is 0 or 1 and is not computed.
        match &self.tails {
            Some(tails) if distance.abs() < SURE * self.deviation * (decks as f64).sqrt() => {
                POWER <= if above { tails.upper(bound, decks) } else { tails.lower(bound, decks) }
            }
            _ => distance >= 0.0,
        }
    }
}
