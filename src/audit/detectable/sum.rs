use super::POWER;
use crate::statistics::{Law, SumTail};

/// Beyond so many standard deviations no fair sum is, at any level that is asked for.
const REACH: f64 = 40.0;

/// Beyond so many standard deviations the chance is 1 or 0.
const SURE: f64 = 6.0;

/// A statistic that is summed over decks.
pub struct Sum {
    mean: f64,
    deviation: f64,
    /// One more than the largest value.
    values: u64,
    /// None where there is one value alone.
    tails: Option<SumTail>,
}

impl Sum {
    pub fn of(law: &Law) -> Sum {
        let (mean, deviation) = (law.mean(), law.variance().sqrt());
        Sum { mean, deviation, values: law.probabilities().len() as u64, tails: SumTail::new(law) }
    }

    /// Whether the sum over so many decks of the `wrong` law gives it away, where p-values are told up to
    /// this level and this is the fair law.
    pub fn tells(&self, wrong: &Sum, decks: u64, level: f64) -> bool {
        let Some(tails) = &self.tails else { return false };
        let above = wrong.mean > self.mean;
        let told =
            |sum: u64| 2.0 * (if above { tails.upper(sum, decks) } else { tails.lower(sum, decks) }) <= level;
        // The sum nearest to the middle that is told; far out the tails have no weights left.
        let (low, high) = self.range(decks);
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
