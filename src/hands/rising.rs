use super::model::{Model, Riffler};
use faro_math::number::elementary::ln;
use faro_math::statistics::Law;
use faro_sample::shuffle::{Generator, Seed, Shuffle};

/// Maximum number of riffles that are simulated.
pub const MOST_RIFFLES: u32 = 150;

/// A lower bound of the total variation distance from a random deck, estimated by simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Distance {
    /// The number of riffles.
    pub riffles: u32,
    /// The estimate of the bound.
    pub total_variation: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
}

/// A lower bound of the distance after each number of riffles, down to a target distance.
pub struct Fall {
    /// The bound after 1, 2, … riffles. Only the last one may be at most the target.
    pub rows: Vec<Distance>,
    /// The number of riffles at which the bound equals the target, and its standard error.
    ///
    /// Between integers the logarithm of the bound is interpolated. The error is the error of the
    /// simulation. `None` if [`MOST_RIFFLES`] riffles do not reach the target.
    pub reached: Option<[f64; 2]>,
}

impl Fall {
    /// Simulates decks until the bound is at most `target`.
    ///
    /// The bound is the probability of at most t rising sequences, minus the same probability in a random deck.
    /// One half of the decks chooses the t with the largest difference, and the other half estimates the
    /// difference. So the estimate of a lower bound is unbiased, whichever t was chosen. For ideal riffles the
    /// bound is the total variation distance itself (Bayer and Diaconis 1992). O(cards · decks · riffles).
    pub fn new(model: &Model, target: f64, decks: usize, seed: &Seed) -> Fall {
        let (riffler, random) = (model.riffler(), cumulated(&Law::descents(model.cards)));
        let mut simulated = Simulated::new(model.cards, decks, seed);
        let (mut rows, mut before) = (Vec::new(), 1.0 - random[0]);
        for riffles in 1..=MOST_RIFFLES {
            let halves = simulated.next(&riffler);
            let [total_variation, standard_error] = bound(&halves, &random, decks / 2);
            rows.push(Distance { riffles, total_variation, standard_error });
            if total_variation <= target {
                let part = (ln(before / target) / ln(before / total_variation.max(1e-9))).clamp(0.0, 1.0);
                let slope = (before - total_variation).max(1e-9);
                let at = f64::from(riffles - 1) + part;
                return Fall { rows, reached: Some([at, standard_error / slope]) };
            }
            before = total_variation;
        }
        Fall { rows, reached: None }
    }
}

/// Returns the probabilities of at most 0, 1, … descents.
fn cumulated(law: &Law) -> Vec<f64> {
    let sum = |sum: &mut f64, chance: &f64| {
        *sum += chance;
        Some(*sum)
    };
    law.probabilities().iter().scan(0.0, sum).collect()
}

/// Returns the bound and its standard error, given the counts of decks by descents in the two halves.
fn bound(halves: &[Vec<u32>; 2], random: &[f64], decks: usize) -> [f64; 2] {
    let decks = decks as f64;
    let [choosing, estimating] = halves.each_ref().map(|counts| {
        let sum = |sum: &mut f64, &count: &u32| {
            *sum += f64::from(count);
            Some(*sum / decks)
        };
        counts.iter().scan(0.0, sum).collect::<Vec<f64>>()
    });
    let gain = |t: &usize| choosing[*t] - random[*t];
    let t = (0..random.len()).max_by(|a, b| gain(a).total_cmp(&gain(b))).unwrap_or(0);
    // Counting one more deck on each side keeps the error above 0 if all decks are alike.
    let share = (estimating[t] * decks + 1.0) / (decks + 2.0);
    [estimating[t] - random[t], (share * (1.0 - share) / decks).sqrt()]
}

/// Two halves of random decks that are riffled together.
struct Simulated {
    cards: usize,
    decks: Vec<u32>,
    choices: Vec<Generator>,
    places: Vec<u32>,
}

impl Simulated {
    fn new(cards: usize, decks: usize, seed: &Seed) -> Simulated {
        let new = (0..decks).flat_map(|_| 0..cards as u32);
        let choices = (0..2).map(|half| Generator::unit(seed, half)).collect();
        Simulated { cards, decks: new.collect(), choices, places: vec![0; cards] }
    }

    /// Riffles each deck once more. Returns, for each half, the counts of decks by the number of rising
    /// sequences minus 1: the descents of the cards' positions.
    fn next(&mut self, model: &Riffler) -> [Vec<u32>; 2] {
        let mut counts = [vec![0; self.cards], vec![0; self.cards]];
        let half = self.decks.len() / self.cards / 2;
        for (index, deck) in self.decks.chunks_exact_mut(self.cards).enumerate() {
            let half = usize::from(index >= half);
            model.shuffle(deck, &mut self.choices[half]);
            for (place, &card) in (0..).zip(deck.iter()) {
                self.places[card as usize] = place;
            }
            let descents = self.places.windows(2).filter(|pair| pair[1] < pair[0]).count();
            counts[half][descents] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riffle::Mixing;

    /// For ideal riffles the bound is the exact total variation distance.
    #[test]
    fn ideal_riffles_have_the_exact_distance() {
        let fall = Fall::new(&Model::ideal(52), 0.2, 4000, &Seed::from(1));
        assert_eq!(fall.rows.len(), 8);
        let mixing = Mixing::new(52).unwrap();
        for row in &fall.rows {
            let exact = mixing.after_riffles(row.riffles).unwrap().total_variation;
            let error = (row.total_variation - exact).abs();
            assert!(error < 4.0 * row.standard_error + 0.005, "{row:?}: {exact}");
        }
    }

    /// The bound is at most the distance from the counts of all orders of four cards, after up to three
    /// riffles.
    #[test]
    fn the_distance_of_few_cards() {
        let model = Model { persistence: 1.0, ..Model::ideal(4) };
        let (riffler, decks) = (model.riffler(), 40_000);
        let mut simulated = Simulated::new(4, decks, &Seed::from(3));
        for _ in 0..3 {
            let halves = simulated.next(&riffler);
            let [least, error] = bound(&halves, &cumulated(&Law::descents(4)), decks / 2);
            let mut counts = std::collections::HashMap::new();
            simulated.decks.chunks(4).for_each(|deck| *counts.entry(deck.to_vec()).or_insert(0.0) += 1.0);
            let total: f64 =
                counts.values().map(|count| f64::max(count / decks as f64 - 1.0 / 24.0, 0.0)).sum();
            assert!(least < total + 4.0 * error, "{least} {total}");
        }
    }
}
