mod chain;
mod excess;
mod series;

use std::borrow::Cow;

use thiserror::Error;

use super::Magnitude;
use chain::Chain;
use excess::Excess;
use series::Series;

/// The largest number of cards of a deck that a [`CardPosition`] is followed through. The slowest row, a middle card of
/// 2000 after seven riffles, takes about two seconds.
pub const MAX_FOLLOWED: usize = 2000;

/// Why a card is not followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The card is not in the deck.
    #[error("card {card} is out of range: expected a card below {cards}")]
    NoCard {
        /// The card that was asked for, counted from 0.
        card: usize,
        /// The number of cards.
        cards: usize,
    },
    /// More than [`MAX_FOLLOWED`] cards.
    #[error("one card is followed in decks of at most {MAX_FOLLOWED} cards")]
    TooManyCards,
}

/// The law of one card's position after riffles, and how far it is from uniform.
///
/// The first riffles, of up to about 4n packets, are a chain in fixed point. Beyond, and where the distance
/// is below 10^-12, the law is a series in 1/2^k in integers, with as many bits as it takes for the result to
/// have 64 of them left. So the distances have all digits of an `f64` at any number of riffles: the card at
/// i falls by a factor of 2^(min(i, n − 1 − i) + 1) a riffle in the end.
///
/// ```
/// use faro::riffle::CardPosition;
/// // The card at the bottom of 52, after one riffle.
/// let mut card = CardPosition::new(52, 51)?;
/// card.riffle();
/// assert_eq!(format!("{:.4}", card.distance().total_variation.to_f64()), "0.8726");
/// # Ok::<(), faro::riffle::PositionError>(())
/// ```
pub struct CardPosition {
    cards: usize,
    card: usize,
    riffles: u64,
    /// As long as it is accurate.
    chain: Option<Chain>,
}

/// How far the law of a card's position is from uniform: see [`CardPosition`].
#[derive(Clone, Debug, PartialEq)]
pub struct CardDistance {
    /// The most by which the probability of any set of positions differs, from 0 to 1.
    pub total_variation: Magnitude,
    /// The largest 1 − n·probability, from 0 to 1.
    pub separation: Magnitude,
    /// 1 minus the separation: n times the smallest probability.
    pub separation_complement: Magnitude,
    /// The largest |n·probability − 1|.
    pub l_infinity: Magnitude,
    /// The mean of (n·probability − 1)² over the positions.
    pub chi_square: Magnitude,
}

impl CardPosition {
    /// The card that lies at a position, counted from 0, of a deck.
    ///
    /// # Errors
    ///
    /// [`PositionError`].
    pub fn new(cards: usize, card: usize) -> Result<CardPosition, PositionError> {
        if card >= cards {
            return Err(PositionError::NoCard { card, cards });
        }
        if cards > MAX_FOLLOWED {
            return Err(PositionError::TooManyCards);
        }
        Ok(CardPosition { cards, card, riffles: 0, chain: Some(Chain::new(cards, card)) })
    }

    /// Riffles once more.
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

    /// Returns the distances from uniform.
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
