use super::repeated_cards::cards_of;
use crate::Error;
use faro_sample::shuffle::{Choices, Generator, Seed};

/// Maximum number of arrangements that are enumerated.
const ENUMERATED: f64 = 100_000.0;

/// Numbers of marks and of samples between two calls of `goes_on`: some milliseconds each.
const MARKS_AT_ONCE: u32 = 64;
const SAMPLES_AT_ONCE: u32 = 1 << 12;

/// A deck of two kinds of cards, sorted by kind before it is riffled, and its total variation distance.
///
/// The deck has D cards of the first kind and E of the other. The inverse of a riffle with a packets marks each
/// card with its packet, from 0 to a − 1, and sorts the cards by these marks. It sorts an arrangement by kind
/// if no card of the first kind comes after a card of the other. The probability of this is a sum over the card
/// of the first kind that comes last. For a card with i cards of its kind and j of the other above it in the
/// arrangement, the summand is Σ (l + 1)^i l^(D − 1 − i) (a − 1 − l)^j (a − l)^(E − j) over its marks l,
/// divided by a^n.
///
/// ```
/// use faro::riffle::TwoKinds;
/// use faro_sample::shuffle::Seed;
/// // One riffle of A A B: AAB, ABA, BAA have the probabilities 5, 2, 1 of 8.
/// let deck = TwoKinds::new(2, 1)?;
/// let found = deck.total_variation(2, 1, &Seed::from(0), |_| true).unwrap();
/// assert!((found.value - 7.0 / 24.0).abs() < 1e-15);
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct TwoKinds {
    first: u32,
    second: u32,
}

/// A value that was computed or estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The standard error of the value, or `None` if it is exact apart from rounding.
    pub standard_error: Option<f64>,
}

impl Estimate {
    /// Returns the estimate of a probability from the mean of `samples` numbers from 0 to 1, with its standard error.
    ///
    /// A value that no sample has may shift the mean by 1/`samples`. So the error is at least 1/`samples` if
    /// all samples are equal, or if the mean is so near to 1 that the samples cannot distinguish it from 1.
    pub(crate) fn of_mean(mean: f64, error: f64, samples: u32) -> Estimate {
        let unseen = 1.0 / f64::from(samples);
        if error > 0.0 && mean < 1.0 - unseen {
            return Estimate { value: mean, standard_error: Some(error) };
        }
        Estimate {
            value: mean.clamp(unseen.min(0.5), 1.0 - unseen.min(0.5)),
            standard_error: Some(error.max(unseen)),
        }
    }
}

impl TwoKinds {
    /// Maximum number of packets.
    pub const MAX_PACKETS: u32 = 1 << 16;

    /// Returns the deck with `first` cards of the upper kind and `second` cards of the lower kind.
    ///
    /// # Errors
    ///
    /// [`Error`] if a kind has no cards, or there are too many cards.
    pub fn new(first: u32, second: u32) -> Result<TwoKinds, Error> {
        cards_of(&[first, second])?;
        Ok(TwoKinds { first, second })
    }

    /// Returns the total variation distance after one shuffle with `packets` packets.
    ///
    /// It is computed over all arrangements if there are at most 100,000. Otherwise it is estimated from
    /// `samples` random ones, which depend only on the seed. `goes_on` receives the number of samples drawn
    /// since its last call. If it returns false, the result is `None`.
    ///
    /// # Panics
    ///
    /// If there are no packets or more than [`TwoKinds::MAX_PACKETS`], or if there are no samples.
    pub fn total_variation(
        &self,
        packets: u32,
        samples: u32,
        seed: &Seed,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate> {
        assert!((1..=TwoKinds::MAX_PACKETS).contains(&packets), "{packets} packets");
        assert!(samples > 0, "expected at least one sample");
        let arrangements = self.arrangements();
        let addends = self.addends(packets, arrangements, &mut goes_on)?;
        if arrangements > ENUMERATED {
            return self.estimated(&addends, samples, seed, goes_on);
        }
        let value = self.missing(&addends, 0, 0, 0.0) / arrangements;
        Some(Estimate { value, standard_error: None })
    }

    /// Returns the number of arrangements, C(n, D).
    fn arrangements(&self) -> f64 {
        (1..=self.first).fold(1.0, |product, i| product * f64::from(self.second + i) / f64::from(i))
    }

    /// Returns the contribution to Q/U of a card of the first kind, by the numbers i and j of cards above it: i
    /// of its own kind and j of the other. Returns `None` if `goes_on` returned false.
    fn addends(
        &self,
        packets: u32,
        arrangements: f64,
        goes_on: &mut impl FnMut(u64) -> bool,
    ) -> Option<Vec<Vec<f64>>> {
        let (rows, columns) = (self.first as usize, self.second as usize + 1);
        let mut addends = vec![vec![0.0; columns]; rows];
        for mark in 0..packets {
            if mark % MARKS_AT_ONCE == 0 && !goes_on(0) {
                return None;
            }
            let part = |count: u32| f64::from(count) / f64::from(packets);
            let own = products(part(mark + 1), part(mark), rows - 1);
            let other = products(part(packets - 1 - mark), part(packets - mark), columns - 1);
            let scale = arrangements / f64::from(packets);
            for (row, own) in addends.iter_mut().zip(&own) {
                row.iter_mut().zip(&other).for_each(|(sum, other)| *sum += scale * own * other);
            }
        }
        Some(addends)
    }

    /// Returns the sum of 1 − Q/U, where it is positive, over all arrangements that begin with i cards of the
    /// first kind and j of the second.
    fn missing(&self, addends: &[Vec<f64>], i: u32, j: u32, ratio: f64) -> f64 {
        if i == self.first {
            // All remaining cards are of the second kind.
            return (1.0 - ratio).max(0.0);
        }
        let with_first = self.missing(addends, i + 1, j, ratio + addends[i as usize][j as usize]);
        with_first + if j < self.second { self.missing(addends, i, j + 1, ratio) } else { 0.0 }
    }

    fn estimated(
        &self,
        addends: &[Vec<f64>],
        samples: u32,
        seed: &Seed,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Estimate> {
        let mut choices = Generator::unit(seed, 0);
        let (mut sum, mut squares) = (0.0, 0.0);
        for sample in 0..samples {
            if sample % SAMPLES_AT_ONCE == 0 && !goes_on(SAMPLES_AT_ONCE.min(samples - sample).into()) {
                return None;
            }
            let missing = (1.0 - self.sampled(addends, &mut choices)).max(0.0);
            sum += missing;
            squares += missing * missing;
        }
        let count = f64::from(samples);
        let value = sum / count;
        let variance = (squares / count - value * value).max(0.0) / (count - 1.0).max(1.0);
        Some(Estimate::of_mean(value, variance.sqrt(), samples))
    }

    /// Returns Q/U of a random arrangement.
    fn sampled(&self, addends: &[Vec<f64>], choices: &mut Generator) -> f64 {
        let (mut i, mut j, mut ratio) = (0, 0, 0.0);
        while i < self.first {
            let (first, second) = (self.first - i, self.second - j);
            if choices.below(first + second) < first {
                ratio += addends[i as usize][j as usize];
                i += 1;
            } else {
                j += 1;
            }
        }
        ratio
    }
}

/// Returns x^i y^(n − i) for i = 0..=n.
fn products(x: f64, y: f64, n: usize) -> Vec<f64> {
    (0..=n).map(|i| x.powi(i as i32) * y.powi((n - i) as i32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_never_certain() {
        let of = |mean, error| Estimate::of_mean(mean, error, 1000);
        let estimate = |value, error| Estimate { value, standard_error: Some(error) };
        assert_eq!(of(0.3, 1e-5), estimate(0.3, 1e-5));
        assert_eq!(of(1e-20, 1e-22), estimate(1e-20, 1e-22));
        assert_eq!([of(1.0, 0.0), of(1.0 - 1e-7, 1e-8)], [estimate(0.999, 0.001); 2]);
        assert_eq!([of(0.0, 0.0), of(0.3, 0.0)], [estimate(0.001, 0.001), estimate(0.3, 0.001)]);
    }
}
