mod chain;
mod excess;
mod series;

use std::borrow::Cow;

use super::Magnitude;
use chain::Chain;
use excess::Excess;
use series::Series;

use crate::Error;

/// The law of one card's position after riffles, and its distances from uniform.
///
/// The first riffles, of up to about 4n packets, are a Markov chain in fixed point. For more riffles, and where
/// the distance is below 10^-12, the law is a series in 1/2^k. The series is computed in integers, with enough
/// bits that the result has 64 correct ones. So the distances have all digits of an `f64` after any number of
/// riffles. After many riffles, the distance of the card at i falls by a factor of 2^(min(i, n − 1 − i) + 1)
/// per riffle.
///
/// ```
/// use faro::riffle::CardPosition;
/// // The card at the bottom of 52, after one riffle.
/// let mut card = CardPosition::new(52, 51)?;
/// card.riffle();
/// assert_eq!(format!("{:.4}", card.distance().total_variation.to_f64()), "0.8726");
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct CardPosition {
    cards: usize,
    card: usize,
    riffles: u64,
    /// The chain, or `None` as soon as it is not accurate enough.
    chain: Option<Chain>,
}

/// The distances of the law of a card's position from uniform: see [`CardPosition`].
#[derive(Clone, Debug, PartialEq)]
pub struct CardDistance {
    /// The total variation distance, from 0 to 1.
    ///
    /// It is the largest difference between the probabilities of any set of positions.
    pub total_variation: Magnitude,
    /// The separation: the largest 1 − n·probability, from 0 to 1.
    pub separation: Magnitude,
    /// 1 minus the separation: n times the smallest probability.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |n·probability − 1|.
    pub l_infinity: Magnitude,
    /// The chi-square distance: the mean of (n·probability − 1)² over the positions.
    pub chi_square: Magnitude,
}

impl CardPosition {
    /// Maximum number of cards.
    ///
    /// The slowest case, a middle card of 2000 after seven riffles, takes about two seconds.
    pub const MAX_CARDS: usize = 2000;

    /// Returns the law of the card at position `card`, counted from 0, before the first riffle.
    ///
    /// # Errors
    ///
    /// [`Error::NoCard`] if `card` is not below `cards`, and [`Error::TooManyCards`] if `cards` exceeds
    /// [`CardPosition::MAX_CARDS`].
    pub fn new(cards: usize, card: usize) -> Result<CardPosition, Error> {
        if card >= cards {
            return Err(Error::NoCard { card, cards });
        }
        Error::check_cards(cards as u64, 1..=CardPosition::MAX_CARDS as u64)?;
        Ok(CardPosition { cards, card, riffles: 0, chain: Some(Chain::new(cards, card)) })
    }

    /// Makes one more riffle.
    pub fn riffle(&mut self) {
        self.riffles += 1;
        // With more than 4n packets the series takes few bits.
        let few_packets = self.riffles <= 2 + u64::from(self.cards.ilog2());
        let riffled = |mut chain: Chain| {
            chain.riffle();
            chain
        };
        self.chain = self.chain.take().filter(|_| few_packets).map(riffled).filter(Chain::is_accurate);
    }

    /// Returns the distances of the card's position from uniform after the riffles so far.
    pub fn distance(&self) -> CardDistance {
        let excess = self.excess();
        let separation = excess.separation();
        let complement = match &self.chain {
            Some(chain) => chain.rarest() * self.cards as f64,
            None => 1.0 - separation.to_f64(),
        };
        CardDistance {
            total_variation: excess.total_variation(),
            separation,
            separation_complement: Magnitude::scaled(complement, 0),
            l_infinity: excess.l_infinity(),
            chi_square: excess.chi_square(),
        }
    }

    /// Returns the probability of each position, the top first.
    pub fn chances(&self) -> Vec<f64> {
        let (excess, even) = (self.excess(), 1.0 / self.cards as f64);
        let unit = Magnitude::scaled(1.0, excess.exponent).to_f64();
        excess.parts.iter().map(|&part| (even + part as f64 * unit).max(0.0)).collect()
    }

    fn excess(&self) -> Cow<'_, Excess> {
        match &self.chain {
            Some(chain) => Cow::Borrowed(&chain.excess),
            None => Cow::Owned(Series::new(self.cards, self.card, self.riffles).excess()),
        }
    }
}
