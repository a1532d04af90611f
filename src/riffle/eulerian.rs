use super::tilt::Tilt;
use faro_math::number::eulerian_row;

/// Maximum number of cards for which no share is below the smallest normal `f64`: 170! has 307 digits.
const DIRECT: u64 = 170;

/// Range of the shares that are kept, in standard deviations to the left and to the right of the middle. On the
/// right they are needed only as far as the uniform deck itself reaches.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 11.0;

/// The probabilities A(n, r)/n! that a random deck of n cards has r rising sequences, r = 1..n.
///
/// They are kept as natural logarithms; A(n, r) are the Eulerian numbers. Up to 170 cards they come from
/// the recurrence, all of whose terms are positive. For more cards, A(n, r)/n! is the density, at r, of the
/// sum of n + 1 uniform numbers (Laplace; Tanny 1973). It is computed in blocks of a standard deviation,
/// each with its own exponential tilt.
#[derive(Debug)]
pub struct Eulerian {
    pub cards: u64,
    /// The first r whose probability is kept; `kept` has the logarithms from there.
    first: u64,
    kept: Vec<f64>,
}

impl Eulerian {
    pub fn new(cards: u64) -> Eulerian {
        if cards <= DIRECT {
            let kept = shares(cards as u32).into_iter().map(f64::ln).collect();
            return Eulerian { cards, first: 1, kept };
        }
        let (middle, deviation) = (middle(cards), deviation(cards));
        let first = (middle - LEFT * deviation).max(1.0) as u64;
        let last = (middle + RIGHT * deviation).min(cards as f64) as u64;
        Eulerian { cards, first, kept: far(cards, first, last) }
    }

    /// Returns the first and the last r whose probabilities are kept.
    pub fn kept(&self) -> (u64, u64) {
        (self.first, self.first + self.kept.len() as u64 - 1)
    }

    /// Returns the logarithms of the probabilities of r = `first`..=`last`, within 1..=n.
    pub fn ln_shares(&self, first: u64, last: u64) -> Vec<f64> {
        let (from, to) = self.kept();
        if from <= first && last <= to {
            return self.kept[(first - from) as usize..=(last - from) as usize].to_vec();
        }
        far(self.cards, first, last)
    }
}

pub fn middle(cards: u64) -> f64 {
    (cards as f64 + 1.0) / 2.0
}

/// Returns the standard deviation of the number of rising sequences of a random deck.
pub fn deviation(cards: u64) -> f64 {
    ((cards as f64 + 1.0) / 12.0).sqrt()
}

/// Returns A(n, r)/n! for r = 1..n.
fn shares(cards: u32) -> Vec<f64> {
    eulerian_row(cards, |n, [(a, below), (b, before)]| {
        (f64::from(a) * below + f64::from(b) * before) / f64::from(n)
    })
}

fn far(cards: u64, first: u64, last: u64) -> Vec<f64> {
    let mut found = Vec::with_capacity((last - first + 1) as usize);
    let mut next = first;
    while next <= last {
        let width = Tilt::to(cards as f64 + 1.0, next as f64).deviation.max(1.0) as u64;
        let block = width.min(last - next + 1);
        let centre = next as f64 + (block - 1) as f64 / 2.0;
        found.extend(Tilt::to(cards as f64 + 1.0, centre).ln_density(next as f64, block as usize));
        next += block;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_rows() {
        assert_eq!(shares(1), [1.0]);
        assert_eq!(shares(4).iter().map(|share| share * 24.0).collect::<Vec<_>>(), [1.0, 11.0, 11.0, 1.0]);
    }

    /// Compares the logarithms from the density with those from the recurrence, an independent computation.
    #[test]
    fn the_density_is_the_recurrence() {
        for cards in [40, 100, 169, 170] {
            let direct: Vec<f64> = shares(cards as u32).into_iter().map(f64::ln).collect();
            for (r, (far, direct)) in (1..).zip(far(cards, 1, cards).iter().zip(&direct)) {
                // The error is relative to the logarithm, whose last place limits the digits.
                assert!(
                    (far - direct).abs() < 2e-15 * direct.abs().max(40.0),
                    "{cards} cards, {r}: {far} {direct}"
                );
            }
        }
    }

    #[test]
    fn shares_of_large_decks_add_up() {
        for cards in [171, 1000, 10_000, 1_000_000] {
            let reach = 10.0 * deviation(cards);
            let (first, last) = ((middle(cards) - reach).max(1.0) as u64, (middle(cards) + reach) as u64);
            let sum: f64 = far(cards, first, last.min(cards)).into_iter().map(f64::exp).sum();
            assert!((sum - 1.0).abs() < 3e-14, "{cards}: {sum:e}");
        }
    }
}
