use super::definition::Design;
use super::{alike, score};
use faro_math::number::elementary::log2;
use faro_math::statistics::normal_survival;

/// The number of standard deviations for a power of 99 %.
const POWER: f64 = 2.326;

/// About the number of checks of an audit.
const CHECKS: f64 = 70.0;

impl Design {
    /// Returns the number of decks below which not even a rough shuffle is shown: ⌈log2 n⌉ + 1 riffles of n different cards,
    /// by the score of cards in order; of cards that look alike, a tenth more neighbours of the same kind or, without
    /// an order, half as many again of a kind in a hand.
    pub fn fewest_decks(&self, alpha: f64) -> u64 {
        let cards = self.cards() as f64;
        let deviations = match self.kinds() {
            None => score::deviations(self.cards(), &self.all_groups(), log2(cards).ceil() as u32 + 1),
            Some(kinds) if self.is_ordered() && self.seen() > 1 => {
                let [mean, variance, _] = alike::moments(kinds, self.seen());
                0.1 * mean / variance.sqrt()
            }
            Some(kinds) => {
                let most = kinds.iter().max().map_or(1.0, |&most| most as f64 / cards);
                let hand = self.groups().iter().max().map_or(1.0, |&hand| hand as f64);
                0.5 * (most * hand).sqrt() / ((1.0 - most) * (1.0 - hand / cards)).sqrt().max(1e-3)
            }
        };
        let needed = (critical(alpha / CHECKS / 2.0) + POWER) / deviations;
        (needed * needed).ceil().clamp(2.0, (1u64 << 40) as f64) as u64
    }
}

/// The number of standard deviations that a normal value exceeds with this probability.
fn critical(chance: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        *(if normal_survival(middle) > chance { &mut low } else { &mut high }) = middle;
    }
    high
}
