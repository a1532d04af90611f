use super::observed::Places;
use crate::simulate::{Merge, Tally};
use crate::statistics::normal_survival;

/// A score of where all cards lie: the sum over the cards of a weight for the card and its position. The weight is the
/// excess of the cell's frequency over that of a random deck, so that the mean in random decks is 0.
pub struct Placement {
    places: Places,
    weights: Vec<f64>,
    /// The mean over the shuffled decks, and the standard deviation in random decks.
    mean: f64,
    deviation: f64,
    /// The number of shuffled decks.
    decks: f64,
}

impl Placement {
    pub fn new(places: &Places) -> Placement {
        let (n, groups) = (places.cards as f64, places.groups);
        let mut sizes = vec![0.0; groups];
        (0..places.cards).for_each(|card| sizes[places.group(card)] += 1.0);
        let decks = places.counts.iter().sum::<u64>() as f64 / n;
        let cells = (0..groups * groups).map(|cell| (cell, sizes[cell / groups] * sizes[cell % groups]));
        let excess = |(cell, size): (usize, f64)| n * places.counts[cell] as f64 / (decks * size) - 1.0;
        let weights: Vec<f64> = cells.clone().map(excess).collect();
        // Rows and columns of the weights have the mean 0, so that the variance is the sum of squares over n − 1.
        let squares: f64 = cells.map(|(cell, size)| size * weights[cell] * weights[cell]).sum();
        let noise = (groups as f64 - 1.0).powi(2) / decks;
        // In other shuffled decks the weights' own noise has no part in the mean.
        let mean = (squares / n - noise).max(0.0);
        Placement { places: places.clone(), weights, mean, deviation: (squares / (n - 1.0)).sqrt(), decks }
    }

    /// Returns the event that the score is above half of its mean; none if the score says nothing.
    pub fn above(self) -> Option<Above> {
        let beyond = normal_survival(self.mean / self.deviation / 2.0);
        let error = (beyond * (1.0 - beyond) / self.decks).sqrt();
        (self.mean > 0.0).then(|| Above {
            gain: 1.0 - 2.0 * beyond - 5.2 * error,
            threshold: self.mean / 2.0,
            places: Places { counts: Vec::new(), ..self.places },
            weights: self.weights,
            hits: 0,
        })
    }
}

/// The decks with a score above a threshold.
#[derive(Clone)]
pub struct Above {
    places: Places,
    weights: Vec<f64>,
    threshold: f64,
    gain: f64,
    pub hits: u64,
}

impl Above {
    /// Returns about the bound that other decks will give: the distance of two normal laws, less their errors.
    pub fn gain(&self) -> f64 {
        self.gain
    }
}

impl Tally for Above {
    fn add(&mut self, decks: &[u32], cards: usize) {
        for deck in decks.chunks_exact(cards) {
            let weight = |(position, &card): (usize, &u32)| {
                let (card, position) = (self.places.group(card as usize), self.places.group(position));
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
