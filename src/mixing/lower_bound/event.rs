//! Chooses the event whose probabilities after a shuffle and in random decks differ most.

use faro_math::statistics::{Law, deranged, normal_survival};
use faro_permutation::Statistic;
use faro_sample::simulate::{Merge, Statistics, Tally};

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
    /// Whether each value of the statistic belongs to the event.
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
            let law = if slow && cards > MAX_SLOW_LAW {
                None
            } else {
                statistic.law(cards).ok()
            };
            Some((statistic, law?))
        });
        Laws {
            statistics: statistics.collect(),
            pairs: pairs(cards),
        }
    }

    /// Returns the event whose frequency in `decks` decks promises the largest lower bound.
    pub fn event(&self, observed: &EventCounts, decks: u64) -> Option<Event> {
        let laws = self
            .statistics
            .iter()
            .map(|(statistic, law)| (statistic.name(), law));
        let all = laws.chain(PAIRS.map(|name| (name, &self.pairs)));
        let events = all.enumerate().map(|(index, (name, law))| {
            let counts = counts(observed, index, &self.statistics);
            Event::new(name, index, counts, law, decks as f64)
        });
        events.max_by(|a, b| a.gain().total_cmp(&b.gain()))
    }

    /// Returns the number of observed decks in which the event happens.
    pub fn hits(&self, event: &Event, observed: &EventCounts) -> u64 {
        let counts = counts(observed, event.index, &self.statistics);
        counts
            .iter()
            .zip(&event.values)
            .filter(|(_, within)| **within)
            .map(|(count, _)| count)
            .sum()
    }
}

/// Returns the number of observed decks with each value of the statistic at `index`.
fn counts<'a>(
    observed: &'a EventCounts,
    index: usize,
    statistics: &[(Statistic, Law)],
) -> &'a [u64] {
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
        let clear = |(count, chance): (&u64, &f64)| {
            *count as f64 > chance * decks + (chance * decks).sqrt()
        };
        let values: Vec<bool> = counts.iter().zip(law.probabilities()).map(clear).collect();
        let within = |index: &usize| values[*index];
        let frequency = (0..values.len())
            .filter(within)
            .map(|value| counts[value] as f64)
            .sum::<f64>()
            / decks;
        let chance = (0..values.len())
            .filter(within)
            .map(|value| law.probability(value))
            .sum::<f64>()
            .min(1.0);
        Event {
            name,
            index,
            values,
            chance,
            frequency,
            decks,
        }
    }

    /// Returns a cautious estimate of the bound that other decks will show.
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
    let deranged = deranged(cards);
    let mut factorial = 1.0;
    let law = (0..cards).map(|j| {
        factorial *= j.max(1) as f64;
        let left = cards - j;
        left as f64 / n * (deranged[left] + deranged[left - 1] / left as f64) / factorial
    });
    Law::new(law.collect::<Vec<f64>>())
}

/// The counts of shuffled decks from which an event is chosen.
#[derive(Clone)]
pub struct EventCounts {
    pub statistics: Statistics,
    pub pairs: Pairs,
    pub places: GroupTable,
}

impl EventCounts {
    pub fn new(cards: usize) -> EventCounts {
        let pairs = Pairs {
            counts: [vec![0; cards], vec![0; cards]],
        };
        EventCounts {
            statistics: Statistics::new(cards, None),
            pairs,
            places: GroupTable::new(cards),
        }
    }
}

impl Tally for EventCounts {
    fn add(&mut self, decks: &[u32], cards: usize) {
        self.statistics.add(decks, cards);
        decks.chunks_exact(cards).for_each(|deck| {
            self.pairs.add(deck);
            self.places.add(deck);
        });
    }
}

impl Merge for EventCounts {
    fn merge(&mut self, other: EventCounts) {
        self.statistics.merge(other.statistics);
        for (counts, more) in self.pairs.counts.iter_mut().zip(&other.pairs.counts) {
            add(counts, more);
        }
        add(&mut self.places.counts, &other.places.counts);
    }
}

fn add(counts: &mut [u64], more: &[u64]) {
    counts
        .iter_mut()
        .zip(more)
        .for_each(|(count, more)| *count += more);
}

/// Counts the decks by the number of cards directly above the next card, and directly below it.
#[derive(Clone)]
pub struct Pairs {
    pub counts: [Vec<u64>; 2],
}

impl Pairs {
    fn add(&mut self, deck: &[u32]) {
        let mut pairs = [0; 2];
        for pair in deck.windows(2) {
            pairs[0] += usize::from(pair[1] == pair[0] + 1);
            pairs[1] += usize::from(pair[0] == pair[1] + 1);
        }
        self.counts
            .iter_mut()
            .zip(pairs)
            .for_each(|(counts, pairs)| counts[pairs] += 1);
    }
}

/// Maximum number of groups of neighbouring cards.
const MAX_GROUPS: usize = 64;

/// A table that counts the cards of each group at the positions of each group. Up to 64 cards, each card is a
/// group.
#[derive(Clone)]
pub struct GroupTable {
    pub cards: usize,
    pub groups: usize,
    pub counts: Vec<u64>,
}

impl GroupTable {
    fn new(cards: usize) -> GroupTable {
        let groups = cards.min(MAX_GROUPS);
        GroupTable {
            cards,
            groups,
            counts: vec![0; groups * groups],
        }
    }

    /// Returns the group of neighbouring cards or positions to which `index` belongs.
    pub fn group(&self, index: usize) -> usize {
        index * self.groups / self.cards
    }

    fn add(&mut self, deck: &[u32]) {
        for (position, &card) in deck.iter().enumerate() {
            let cell = self.group(card as usize) * self.groups + self.group(position);
            self.counts[cell] += 1;
        }
    }
}

/// A score of the positions of all cards.
///
/// It is the sum over the cards of a weight for the card and its position. The weight is the relative
/// excess of the cell's frequency over its frequency in a random deck, so that its mean is 0 in random
/// decks.
pub struct Placement {
    places: GroupTable,
    weights: Vec<f64>,
    /// The mean score of the shuffled decks, and the standard deviation of the score in random decks.
    mean: f64,
    deviation: f64,
    /// The number of shuffled decks.
    decks: f64,
}

impl Placement {
    pub fn new(places: &GroupTable) -> Placement {
        let (n, groups) = (places.cards as f64, places.groups);
        let mut sizes = vec![0.0; groups];
        (0..places.cards).for_each(|card| sizes[places.group(card)] += 1.0);
        let decks = places.counts.iter().sum::<u64>() as f64 / n;
        let cells =
            (0..groups * groups).map(|cell| (cell, sizes[cell / groups] * sizes[cell % groups]));
        let excess =
            |(cell, size): (usize, f64)| n * places.counts[cell] as f64 / (decks * size) - 1.0;
        let weights: Vec<f64> = cells.clone().map(excess).collect();
        // Rows and columns of the weights have mean 0, so that the variance is the sum of squares over n − 1.
        let squares: f64 = cells
            .map(|(cell, size)| size * weights[cell] * weights[cell])
            .sum();
        let noise = (groups as f64 - 1.0).powi(2) / decks;
        // The noise of the weights increases the mean only in the decks that the weights come from, so it is
        // subtracted.
        let mean = (squares / n - noise).max(0.0);
        Placement {
            places: places.clone(),
            weights,
            mean,
            deviation: (squares / (n - 1.0)).sqrt(),
            decks,
        }
    }

    /// Returns the event that the score is above half of its mean.
    ///
    /// Returns `None` if the mean is not above the noise.
    pub fn above(self) -> Option<Above> {
        let beyond = normal_survival(self.mean / self.deviation / 2.0);
        let error = (beyond * (1.0 - beyond) / self.decks).sqrt();
        (self.mean > 0.0).then(|| Above {
            gain: 1.0 - 2.0 * beyond - 5.2 * error,
            threshold: self.mean / 2.0,
            places: GroupTable {
                counts: Vec::new(),
                ..self.places
            },
            weights: self.weights,
            hits: 0,
        })
    }
}

/// Counts the decks whose score is above a threshold.
#[derive(Clone)]
pub struct Above {
    places: GroupTable,
    weights: Vec<f64>,
    threshold: f64,
    /// An estimate of the bound that other decks will show.
    ///
    /// It is the distance between two normal laws, minus sampling errors.
    pub gain: f64,
    pub hits: u64,
}

impl Tally for Above {
    fn add(&mut self, decks: &[u32], cards: usize) {
        for deck in decks.chunks_exact(cards) {
            let weight = |(position, &card): (usize, &u32)| {
                let (card, position) = (
                    self.places.group(card as usize),
                    self.places.group(position),
                );
                self.weights[card * self.places.groups + position]
            };
            let score: f64 = deck.iter().enumerate().map(weight).sum();
            self.hits += u64::from(score > self.threshold);
        }
    }
}

impl Merge for Above {
    fn merge(&mut self, other: Above) {
        self.hits += other.hits;
    }
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
                counts[deck
                    .windows(2)
                    .filter(|pair| pair[1] == pair[0] + 1)
                    .count()] += 1;
            }
            for (count, chance) in counts.iter().zip(law.probabilities()) {
                assert!(
                    (f64::from(*count) / orders as f64 - chance).abs() < 1e-14,
                    "{cards}"
                );
            }
        }
        assert!((pairs(1000).probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-13);
    }
}
