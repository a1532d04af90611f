use super::observed::Observed;
use faro_math::statistics::Law;
use faro_permutation::Statistic;

/// Maximum number of cards for which statistics whose exact law is slow to compute are used.
const MAX_SLOW_LAW: usize = 200;

/// The names of the counts of neighbouring cards: ascending pairs and descending pairs.
const PAIRS: [&str; 2] = ["adjacent_pairs", "reversed_pairs"];

/// The exact laws of statistics in random decks.
#[derive(Debug)]
pub struct Laws {
    statistics: Vec<(Statistic, Law)>,
    pairs: Law,
}

/// A set of values of a statistic that are more frequent after a shuffle than in random decks.
pub struct Event {
    pub name: &'static str,
    /// The index of the statistic.
    index: usize,
    /// Whether each value belongs to the event.
    values: Vec<bool>,
    /// The probability of the event in a random deck.
    pub chance: f64,
    /// The relative frequency of the event in the decks from which it was chosen, and their number.
    frequency: f64,
    decks: f64,
}

impl Laws {
    pub fn new(cards: usize) -> Laws {
        let statistics = Statistic::OF_DECKS.into_iter().filter_map(|statistic| {
            let slow = matches!(
                statistic,
                Statistic::Inversions | Statistic::Displacement | Statistic::LongestIncreasing
            );
            let law = if slow && cards > MAX_SLOW_LAW { None } else { statistic.law(cards).ok() };
            Some((statistic, law?))
        });
        Laws { statistics: statistics.collect(), pairs: pairs(cards) }
    }

    /// Returns the event that promises the largest bound.
    pub fn event(&self, observed: &Observed, decks: u64) -> Option<Event> {
        let laws = self.statistics.iter().map(|(statistic, law)| (statistic.name(), law));
        let all = laws.chain(PAIRS.map(|name| (name, &self.pairs)));
        let events = all.enumerate().map(|(index, (name, law))| {
            let counts = counts(observed, index, &self.statistics);
            Event::new(name, index, counts, law, decks as f64)
        });
        events.max_by(|a, b| a.gain().total_cmp(&b.gain()))
    }

    /// Returns the number of decks in an event.
    pub fn hits(&self, event: &Event, observed: &Observed) -> u64 {
        let counts = counts(observed, event.index, &self.statistics);
        counts.iter().zip(&event.values).filter(|(_, within)| **within).map(|(count, _)| count).sum()
    }
}

/// Returns the decks by the values of a statistic.
fn counts<'a>(observed: &'a Observed, index: usize, statistics: &[(Statistic, Law)]) -> &'a [u64] {
    match statistics.get(index) {
        Some((statistic, _)) => {
            let histogram = observed.statistics.histogram(*statistic);
            histogram.map_or(&[], |histogram| histogram.counts())
        }
        None => &observed.pairs.counts[index - statistics.len()],
    }
}

impl Event {
    /// Creates the event of the values that are clearly more frequent than in random decks.
    fn new(name: &'static str, index: usize, counts: &[u64], law: &Law, decks: f64) -> Event {
        let clear = |(count, chance): (&u64, &f64)| *count as f64 > chance * decks + (chance * decks).sqrt();
        let values: Vec<bool> = counts.iter().zip(law.probabilities()).map(clear).collect();
        let within = |index: &usize| values[*index];
        let frequency =
            (0..values.len()).filter(within).map(|value| counts[value] as f64).sum::<f64>() / decks;
        let chance =
            (0..values.len()).filter(within).map(|value| law.probability(value)).sum::<f64>().min(1.0);
        Event { name, index, values, chance, frequency, decks }
    }

    /// Returns an estimate of the bound from other decks.
    ///
    /// It is more than two standard errors below the observed difference.
    pub fn gain(&self) -> f64 {
        let error = (self.frequency * (1.0 - self.frequency) / self.decks).sqrt();
        let noise = self.values.iter().filter(|within| **within).count() as f64;
        self.frequency - self.chance - 2.3 * error - (noise * self.chance / self.decks).sqrt()
    }
}

/// Returns the law of the number of cards that lie directly above the next card in a random deck.
///
/// The probability of j is (n − j)/n · (d(n − j) + d(n − j − 1)/(n − j))/j!, where d(m) is the probability
/// that m items have no fixed point (Whitworth, *Choice and Chance*, 1901).
fn pairs(cards: usize) -> Law {
    let n = cards as f64;
    let mut deranged = vec![1.0, 0.0];
    for m in 2..=cards {
        let before: [f64; 2] = [deranged[m - 1], deranged[m - 2]];
        deranged.push(((m - 1) as f64 * before[0] + before[1]) / m as f64);
    }
    let mut factorial = 1.0;
    let law = (0..cards).map(|j| {
        factorial *= j.max(1) as f64;
        let left = cards - j;
        left as f64 / n * (deranged[left] + deranged[left - 1] / left as f64) / factorial
    });
    Law::new(law.collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    /// Counts the pairs of all decks of six cards.
    #[test]
    fn pairs_of_all_decks() {
        for cards in 2..=6 {
            let law = pairs(cards);
            let orders: usize = (1..=cards).product();
            let mut counts = vec![0; cards];
            for rank in 0..orders as u64 {
                let deck = Permutation::unrank(cards, rank).unwrap().to_deck();
                counts[deck.windows(2).filter(|pair| pair[1] == pair[0] + 1).count()] += 1;
            }
            for (count, chance) in counts.iter().zip(law.probabilities()) {
                assert!((f64::from(*count) / orders as f64 - chance).abs() < 1e-14, "{cards}");
            }
        }
        assert!((pairs(1000).probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-13);
    }
}
