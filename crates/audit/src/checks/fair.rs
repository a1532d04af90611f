use faro_math::statistics::{Law, SumTail};
use faro_permutation::Statistic;

/// The laws of the statistics under a fair shuffle, for decks of one size.
#[derive(Clone, Debug)]
pub struct Fair {
    values: Vec<FairStatistic>,
}

/// A statistic with its moments, and with its law if it is known.
#[derive(Clone, Debug)]
pub(super) struct FairStatistic {
    pub statistic: Statistic,
    pub law: Option<(Law, SumTail)>,
    pub mean: f64,
    pub variance: f64,
}

impl Fair {
    /// Computes the laws for decks of `cards` cards. This takes some milliseconds for 52 cards.
    pub fn new(cards: usize) -> Fair {
        Fair {
            values: Statistic::OF_DECKS.into_iter().filter_map(|statistic| value(statistic, cards)).collect(),
        }
    }

    pub(super) fn values(&self) -> &[FairStatistic] {
        &self.values
    }

    /// Returns the variance of a statistic over fair decks, if it is known and not 0.
    pub(crate) fn variance(&self, statistic: Statistic) -> Option<f64> {
        let value = self.values.iter().find(|value| value.statistic == statistic)?;
        (value.variance > 0.0).then_some(value.variance)
    }
}

/// Returns `None` if neither the law nor the moments are known.
fn value(statistic: Statistic, cards: usize) -> Option<FairStatistic> {
    let law = statistic.law(cards).and_then(|law| SumTail::new(&law).map(|tail| (law, tail)));
    let moments = match &law {
        Some((law, _)) => Some((law.mean(), law.variance())),
        None => statistic.moments(cards),
    };
    moments.map(|(mean, variance)| FairStatistic { statistic, law, mean, variance })
}
