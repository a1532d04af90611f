use crate::Error;
use crate::mixing::classes::Distances;
use crate::riffle::{Extended, Magnitude};
use faro_math::number::ln_factorial;

/// Maximum number of cards.
const MAX_CARDS: u64 = 1_000_000;

/// Number of digits of a bound, and the factor that keeps rounding from making the bound too small.
const DIGITS: u32 = 6;
const ADDED: f64 = 1.00001;

/// Upper bounds of the distances of decks of n cards from random after random transpositions.
///
/// They follow from the upper bound lemma (Diaconis and Shahshahani, *Generating a random permutation with
/// random transpositions*, 1981). The chi-square distance after k shuffles is Σ f²β^2k over all partitions
/// of n but n itself, and L-infinity is at most Σ f²|β|^k. Here f is the dimension of the representation,
/// and its eigenvalue is β = 1/n + (n − 1)/n·r, where r is the mean of the contents over (n − 1)/2.
/// Partitions with the largest part n − j have Σ f² ≤ C(n, j)² j!, and among them r is largest for the
/// partition with the maximum number of parts n − j. Where r is negative, the conjugate partition has −r.
///
/// O(n) for each number of shuffles.
///
/// ```
/// use faro::mixing::TranspositionBound;
/// let bound = TranspositionBound::new(1000)?.after(5454); // n log n/2 + 2n
/// assert!(bound.total_variation.to_f64() < 0.02);
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct TranspositionBound {
    cards: usize,
}

impl TranspositionBound {
    /// Returns the bounds for decks of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is less than 2, and [`Error::TooManyCards`] if it exceeds 1,000,000.
    pub fn new(cards: usize) -> Result<TranspositionBound, Error> {
        Error::check_cards(cards as u64, 2..=MAX_CARDS)?;
        Ok(TranspositionBound { cards })
    }

    /// Returns upper bounds of the distances after `times` shuffles.
    ///
    /// The complements and the entropy are lower bounds.
    pub fn after(&self, times: u64) -> Distances {
        let most = (self.sum(2.0 * times as f64) * ADDED, self.sum(times as f64) * ADDED);
        let (chi_square, l_infinity) = most;
        let root = Extended::from(0.0).max(chi_square).sqrt() * 0.5;
        let one = Extended::ONE;
        let part = |number: Extended| Magnitude::from(number.min(one)).to_digits(DIGITS);
        let rest = |number: Extended| Magnitude::from(one - number.min(one)).to_digits(DIGITS);
        let nats = ln_factorial(self.cards as f64);
        let divergence = if chi_square < one { chi_square.to_f64().ln_1p() } else { (one + chi_square).ln() };
        let divergence = divergence.min(nats) / std::f64::consts::LN_2;
        Distances {
            total_variation: part(root),
            total_variation_complement: rest(root),
            separation: part(l_infinity),
            separation_complement: rest(l_infinity),
            l_infinity: Magnitude::from(l_infinity).to_digits(DIGITS),
            chi_square: Magnitude::from(chi_square).to_digits(DIGITS),
            kl_bits: Magnitude::scaled(divergence, 0).to_digits(DIGITS),
            entropy_bits: Magnitude::scaled(nats / std::f64::consts::LN_2 - divergence, 0).to_digits(DIGITS),
        }
    }

    /// Returns an upper bound of Σ f²|β|^`exponent` over all partitions but n.
    fn sum(&self, exponent: f64) -> Extended {
        let n = self.cards as f64;
        let mut ln_squares = 0.0;
        let mut sum = Extended::ZERO;
        for j in 0..self.cards {
            if j > 0 {
                let left = (self.cards - j + 1) as f64;
                ln_squares += 2.0 * left.ln() - (j as f64).ln();
            }
            let contents = (n - 1.0) / n * self.largest_ratio(self.cards - j);
            let above = if j > 0 { contents + 1.0 / n } else { 0.0 };
            let below = (contents - 1.0 / n).max(1.0 / n);
            for eigenvalue in [above, below] {
                sum = sum + Extended::exp(ln_squares + exponent * eigenvalue.ln());
            }
        }
        sum
    }

    /// Returns the largest r of a partition with the largest part `part`, or 0 if it is negative.
    fn largest_ratio(&self, part: usize) -> f64 {
        let (n, a) = (self.cards as f64, part as f64);
        let (rows, rest) = ((self.cards / part) as f64, (self.cards % part) as f64);
        let full = rows * a * (a - rows) / 2.0;
        let last = rest * (rest - 1.0 - 2.0 * rows) / 2.0;
        ((full + last) / (n * (n - 1.0) / 2.0)).max(0.0)
    }
}
