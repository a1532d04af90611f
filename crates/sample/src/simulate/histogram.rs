use crate::SampleError;
use faro_math::statistics::Moments;

/// Maximum number of bins of a histogram: half a megabyte.
const MAX_BINS: u64 = 1 << 16;

/// The number of occurrences of each value from 0 to a maximum.
///
/// Up to 65,536 values have a bin each. More values share bins of 2, 4, 8, … values. In that case the exact
/// sums of the values are also stored.
///
/// ```
/// # use faro_sample::simulate::Histogram;
/// let mut histogram = Histogram::new(3);
/// [1, 3, 1].map(|value| histogram.add(value));
/// assert_eq!((histogram.counts(), histogram.moments().mean()), ([0, 2, 0, 1].as_slice(), Some(5.0 / 3.0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    largest: u64,
    shift: u32,
    counts: Vec<u64>,
    /// The exact sums of the values if values share bins. Otherwise the sums follow from the counts, and this
    /// is unused.
    moments: Moments,
}

impl Histogram {
    /// Creates an empty histogram of the values 0 … `largest`.
    pub fn new(largest: u64) -> Histogram {
        let shift = (0..).find(|&shift| largest >> shift < MAX_BINS).expect("a few shifts are enough");
        let counts = vec![0; (largest >> shift) as usize + 1];
        Histogram { largest, shift, counts, moments: Moments::default() }
    }

    /// Counts a value.
    ///
    /// # Panics
    ///
    /// If `value` is above the last bin.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.counts[(value >> self.shift) as usize] += 1;
        if self.shift > 0 {
            self.moments.add(value);
        }
    }

    /// Returns the count of each value, for a caller that counts many values in one loop.
    ///
    /// # Panics
    ///
    /// If values share bins.
    pub(super) fn bins(&mut self) -> &mut [u64] {
        assert_eq!(self.shift, 0, "a bin for each value");
        &mut self.counts
    }

    /// Adds the counts of another histogram with the same range.
    ///
    /// # Panics
    ///
    /// If the ranges of the histograms differ.
    pub fn merge(&mut self, other: &Histogram) {
        assert_eq!(self.largest, other.largest, "histograms of the same values");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.moments = self.moments.checked_add(&other.moments).expect("sums of bounded samples");
    }

    /// Returns the number of values that share a bin.
    pub fn width(&self) -> u64 {
        1 << self.shift
    }

    /// Returns the count of each bin. Bin i starts at the value i·[`width`](Self::width).
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of values, their exact sum and the exact sum of their squares.
    pub fn moments(&self) -> Moments {
        if self.shift > 0 {
            return self.moments;
        }
        let values = self.counts.iter().zip(0u128..);
        let mut moments = Moments::default();
        for (&count, value) in values {
            moments.count += count;
            moments.sum += u128::from(count) * value;
            moments.squares += u128::from(count) * value * value;
        }
        moments
    }

    /// Returns the indices of the non-empty bins, with their counts.
    pub fn filled(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..).zip(self.counts.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// Restores a histogram of the values 0 … `largest` from its counts and sums.
    ///
    /// `samples` is the number of counted values. `filled` has the index and the count of each non-empty bin.
    /// `sums` has the sum of the values and the sum of their squares.
    ///
    /// # Errors
    ///
    /// [`SampleError::Inconsistent`] if a bin is out of range or occurs twice, if the counts do not add up to
    /// `samples`, or if the sums are outside the range that the bins allow.
    pub fn restored(
        largest: u64,
        samples: u64,
        filled: impl IntoIterator<Item = (u64, u64)>,
        sums: (u128, u128),
    ) -> Result<Histogram, SampleError> {
        let mut histogram = Histogram::new(largest);
        for (bin, count) in filled {
            let place = usize::try_from(bin).ok().and_then(|bin| histogram.counts.get_mut(bin));
            let place = place.filter(|place| **place == 0).ok_or(SampleError::Inconsistent)?;
            *place = count;
        }
        let total = histogram.counts.iter().try_fold(0u64, |total, &count| total.checked_add(count));
        let moments = Moments { count: samples, sum: sums.0, squares: sums.1 };
        if histogram.shift > 0 {
            histogram.moments = moments;
        }
        (total == Some(samples) && histogram.could_have(&moments))
            .then_some(histogram)
            .ok_or(SampleError::Inconsistent)
    }

    /// Returns whether the sums in `moments` are in the range that the bins allow.
    fn could_have(&self, moments: &Moments) -> bool {
        if self.shift == 0 {
            return self.moments() == *moments;
        }
        let within = |sum: u128, power: u32| {
            let (mut least, mut most) = (0u128, 0u128);
            for (bin, count) in self.filled() {
                let lowest = u128::from(bin) << self.shift;
                let highest = (lowest + u128::from(self.width()) - 1).min(self.largest.into());
                least = least.saturating_add(lowest.pow(power).saturating_mul(count.into()));
                most = most.saturating_add(highest.pow(power).saturating_mul(count.into()));
            }
            (least..=most).contains(&sum)
        };
        within(moments.sum, 1) && within(moments.squares, 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(largest: u64, values: &[u64]) -> Histogram {
        let mut histogram = Histogram::new(largest);
        values.iter().for_each(|&value| histogram.add(value));
        histogram
    }

    #[test]
    fn moments_do_not_depend_on_bins() {
        let values = [0, 1, 5, 1000, 65535, 17];
        let (fine, coarse) = (of(65535, &values), of(1 << 40, &values));
        assert_eq!((fine.width(), coarse.width()), (1, 1 << 25));
        assert_eq!(fine.moments(), coarse.moments());
        assert_eq!(coarse.counts()[0], 6);
    }

    #[test]
    fn parts_add_up() {
        for largest in [100, 1_000_000] {
            let mut parts = of(largest, &[1, 2]);
            parts.merge(&of(largest, &[100, 2]));
            assert_eq!(parts, of(largest, &[1, 2, 2, 100]));
        }
    }

    #[test]
    fn what_is_written_is_restored() {
        for largest in [100, 1_000_000] {
            let histogram = of(largest, &[1, 2, 99]);
            let Moments { count, sum, squares } = histogram.moments();
            let filled: Vec<_> = histogram.filled().collect();
            let restored = |count, filled: &[(u64, u64)], sums| {
                Histogram::restored(largest, count, filled.iter().copied(), sums)
            };
            assert_eq!(restored(count, &filled, (sum, squares)), Ok(histogram));
            assert!(restored(4, &filled, (sum, squares)).is_err());
            assert!(restored(count, &filled, (sum + (1 << 30), squares)).is_err());
            assert!(restored(count, &[filled.as_slice(), &[(1 << 20, 0)]].concat(), (sum, squares)).is_err());
            assert!(restored(1, &[(0, u64::MAX), (1, 2)], (2, 2)).is_err());
        }
    }
}
