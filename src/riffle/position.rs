use thiserror::Error;

/// The most cards of a deck that a [`CardPosition`] is followed through: half a triangle of so many
/// rows is kept.
pub const MAX_FOLLOWED: usize = 2000;

/// Why a card is not followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The card is not in the deck.
    #[error("there is no card {card} among {cards}, counted from 0")]
    NoCard {
        /// The card that was asked for, counted from 0.
        card: usize,
        /// The number of cards.
        cards: usize,
    },
    /// More than [`MAX_FOLLOWED`] cards.
    #[error("one card is followed through up to {MAX_FOLLOWED} cards")]
    TooManyCards,
}

/// Where one card lies after riffles: the law of its position, and how far that is from uniform.
///
/// A card's position is a chain of its own: of the positions above the one it comes to, as many hold
/// cards of its packet as lay before it there, so that a card at i comes to j with the chance
/// C(j, i)/2^(j + 1) from the top packet and C(n − 1 − j, i − j)/2^(n − j) from the bottom one
/// (Gilbert, Shannon, Reeds). Kept is what the law differs from uniform by, so that small distances
/// have their digits too. O(n²) a riffle.
///
/// ```
/// use faro::riffle::CardPosition;
/// // The card at the bottom of 52, after one riffle.
/// let mut card = CardPosition::of(52, 51)?;
/// card.riffle();
/// assert_eq!(format!("{:.4}", card.total_variation()), "0.8726");
/// # Ok::<(), faro::riffle::PositionError>(())
/// ```
pub struct CardPosition {
    /// The chances less 1/n, which sum to 0.
    excess: Vec<f64>,
    /// C(j, i)/2^j, the rows one after another.
    tosses: Vec<f64>,
}

impl CardPosition {
    /// The card that lies at a position, counted from 0, of a deck.
    ///
    /// # Errors
    ///
    /// [`PositionError`].
    pub fn of(cards: usize, card: usize) -> Result<CardPosition, PositionError> {
        if card >= cards {
            return Err(PositionError::NoCard { card, cards });
        }
        if cards > MAX_FOLLOWED {
            return Err(PositionError::TooManyCards);
        }
        let even = 1.0 / cards as f64;
        let mut excess = vec![-even; cards];
        excess[card] = 1.0 - even;
        Ok(CardPosition { excess, tosses: tosses(cards) })
    }

    /// Riffles once more.
    pub fn riffle(&mut self) {
        let n = self.excess.len();
        let mut next: Vec<f64> = (0..n).map(|position| self.arriving(position)).collect();
        // Rounding leaves a sum, which no riffle would make smaller.
        let mean = next.iter().sum::<f64>() / n as f64;
        next.iter_mut().for_each(|excess| *excess -= mean);
        if n > 1 {
            // Top less bottom is exactly halved, and 0 for a card from between, whose distance falls
            // to a quarter: there rounding would be left over in the end.
            let (ends, gap) = (next[0] + next[n - 1], (self.excess[0] - self.excess[n - 1]) / 2.0);
            (next[0], next[n - 1]) = ((ends + gap) / 2.0, (ends - gap) / 2.0);
        }
        self.excess = next;
    }

    fn arriving(&self, position: usize) -> f64 {
        let row = |heads: usize| &self.tosses[heads * (heads + 1) / 2..][..=heads];
        let dot = |row: &[f64], from: &[f64]| row.iter().zip(from).map(|(a, b)| a * b).sum::<f64>();
        let last = self.excess.len() - 1;
        let from_top = dot(row(position), &self.excess);
        let from_bottom = dot(row(last - position), &self.excess[position..]);
        (from_top + from_bottom) / 2.0
    }

    /// The chance of each position, the top first.
    pub fn chances(&self) -> impl Iterator<Item = f64> + '_ {
        let even = 1.0 / self.excess.len() as f64;
        self.excess.iter().map(move |excess| (even + excess).max(0.0))
    }

    /// The most by which the chance of any set of positions differs, from 0 to 1.
    pub fn total_variation(&self) -> f64 {
        self.excess.iter().map(|excess| excess.abs()).sum::<f64>() / 2.0
    }

    /// The largest 1 − n·chance, from 0 to 1.
    pub fn separation(&self) -> f64 {
        let least = self.excess.iter().copied().fold(0.0, f64::min);
        (-least * self.excess.len() as f64).min(1.0)
    }

    /// The largest |n·chance − 1|.
    pub fn l_infinity(&self) -> f64 {
        self.excess.iter().map(|excess| excess.abs()).fold(0.0, f64::max) * self.excess.len() as f64
    }

    /// The mean of (n·chance − 1)² over the positions.
    pub fn chi_square(&self) -> f64 {
        self.excess.iter().map(|excess| excess * excess).sum::<f64>() * self.excess.len() as f64
    }
}

/// The chances of i heads in j tosses, for j below `rows`.
fn tosses(rows: usize) -> Vec<f64> {
    let mut triangle = Vec::with_capacity(rows * (rows + 1) / 2);
    for j in 0..rows {
        for i in 0..=j {
            let above = |i: usize| triangle[j * (j - 1) / 2 + i];
            let chance: f64 = match i {
                _ if j == 0 => 1.0,
                0 => above(0) / 2.0,
                _ if i == j => above(j - 1) / 2.0,
                _ => (above(i - 1) + above(i)) / 2.0,
            };
            triangle.push(chance);
        }
    }
    triangle
}
