use super::detectable::POWER;
use faro_math::statistics::{Law, SumTail};

/// No fair sum is beyond this number of standard deviations, at any significance level that is accepted.
const REACH: f64 = 40.0;

/// Beyond this number of standard deviations a tail counts as 1 or 0.
const SURE: f64 = 6.0;

/// The law of a statistic that is summed over decks.
pub struct Sum {
    mean: f64,
    deviation: f64,
    /// One more than the largest value.
    values: u64,
    /// None if there is only one value.
    tails: Option<SumTail>,
}

impl Sum {
    pub fn from_law(law: &Law) -> Sum {
        let (mean, deviation) = (law.mean(), law.variance().sqrt());
        Sum { mean, deviation, values: law.probabilities().len() as u64, tails: SumTail::new(law) }
    }

    /// Returns whether the sum over the given number of decks of the `wrong` law is significant at this level with
    /// 99 % power, if `self` is the fair law.
    pub fn shows(&self, wrong: &Sum, decks: u64, level: f64) -> bool {
        let Some(tails) = &self.tails else { return false };
        let above = wrong.mean > self.mean;
        let is_significant =
            |sum: u64| 2.0 * (if above { tails.upper(sum, decks) } else { tails.lower(sum, decks) }) <= level;
        // The significant sum nearest to the mean; far out the tails underflow.
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

    /// The range of sums within reach.
    fn range(&self, decks: u64) -> (u64, u64) {
        let (middle, reach) = (self.mean * decks as f64, REACH * self.deviation * (decks as f64).sqrt());
        let most = decks.saturating_mul(self.values);
        ((middle - reach).max(0.0) as u64, (middle + reach).min(most as f64) as u64)
    }

    /// Returns whether the sum is at or beyond a bound with probability 99 %.
    fn comes(&self, bound: u64, decks: u64, above: bool) -> bool {
        let side = if above { 1.0 } else { -1.0 };
        let distance = side * (self.mean * decks as f64 - bound as f64);
        // Far from the bound no tail is computed.
        match &self.tails {
            Some(tails) if distance.abs() < SURE * self.deviation * (decks as f64).sqrt() => {
                POWER <= if above { tails.upper(bound, decks) } else { tails.lower(bound, decks) }
            }
            _ => distance >= 0.0,
        }
    }
}
