/// A histogram with a limited number of bars.
///
/// Neighbouring bins share a bar if there are many. Bins at either end are left out if they have no counted
/// deck and less than half an expected deck.
pub struct Bins {
    /// The first bin of the first bar.
    first: usize,
    /// Number of bins per bar.
    pub bins: usize,
    pub counts: Vec<u64>,
    /// The expected counts under a law, if it is known.
    pub expected: Option<Vec<f64>>,
    /// The counts of another shuffle, if there is one.
    pub others: Option<Vec<u64>>,
}

/// Maximum length of a bar, in characters.
const COLUMNS: usize = 40;

impl Bins {
    /// Creates a histogram from counts by bin.
    ///
    /// `law` is the law of the bins, and `others` has the counts of another shuffle. There are at most `most`
    /// bars, and the number of bins per bar is a multiple of `step`.
    pub fn new(
        counts: &[u64],
        law: Option<&[f64]>,
        others: Option<&[u64]>,
        (most, step): (usize, usize),
    ) -> Bins {
        let decks = counts.iter().sum::<u64>() as f64;
        let shown = |&bin: &usize| {
            let expected = law.map_or(0.0, |law| decks * law[bin]);
            counts[bin] > 0 || expected >= 0.5 || others.is_some_and(|others| others[bin] > 0)
        };
        let first = (0..counts.len()).find(shown).unwrap_or(0);
        let last = (0..counts.len()).rev().find(shown).unwrap_or(0);
        let first = first - first % step;
        let bins = (last + 1 - first).div_ceil(most).next_multiple_of(step);
        let joined = |counts: &[u64]| counts[first..=last].chunks(bins).map(|bar| bar.iter().sum()).collect();
        let expected =
            |law: &[f64]| law[first..=last].chunks(bins).map(|bar| decks * bar.iter().sum::<f64>()).collect();
        let others = others.map(joined);
        Bins { first, bins, counts: joined(counts), expected: law.map(expected), others }
    }

    /// Returns the first bin of each bar.
    pub fn begins(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.counts.len()).map(|bar| self.first + bar * self.bins)
    }

    /// Returns the height of the highest bar or line.
    pub fn highest(&self) -> f64 {
        let counts = self.counts.iter().chain(self.others.iter().flatten()).map(|&count| count as f64);
        counts.chain(self.expected.iter().flatten().copied()).fold(1.0, f64::max)
    }

    /// Draws each bar in block characters, with a mark at the expected count.
    pub fn drawn(&self) -> Vec<String> {
        let columns = |height: f64| (height / self.highest() * COLUMNS as f64).round() as usize;
        let bar = |(bar, &count): (usize, &u64)| {
            // A count above 0 is always visible.
            let length = columns(count as f64).max(usize::from(count > 0));
            let mark = self.expected.as_ref().map(|expected| columns(expected[bar]));
            marked(length, mark.filter(|&mark| mark > 0))
        };
        self.counts.iter().enumerate().map(bar).collect()
    }
}

/// Draws a bar of `length` blocks, with a mark in or after it.
fn marked(length: usize, mark: Option<usize>) -> String {
    let letter = |column: usize| match mark {
        Some(mark) if mark == column + 1 => '┃',
        _ if column < length => '█',
        _ => ' ',
    };
    (0..length.max(mark.unwrap_or(0))).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_ends_are_left_out() {
        let bars = Bins::new(&[0, 0, 3, 0, 1, 0], None, None, (10, 1));
        assert_eq!((bars.begins().collect::<Vec<_>>(), bars.counts), (vec![2, 3, 4], vec![3, 0, 1]));
        assert_eq!(Bins::new(&[0, 0], None, None, (10, 1)).counts, [0]);
        let bars = Bins::new(&[0, 4, 0], Some(&[0.1, 0.7, 0.2]), Some(&[0, 0, 2]), (10, 1));
        assert_eq!((bars.counts, bars.others), (vec![4, 0], Some(vec![0, 2])));
    }

    #[test]
    fn neighbours_share_bars() {
        let bars = Bins::new(&[1; 25], Some(&[0.04; 25]), None, (10, 1));
        assert_eq!(bars.counts, [3, 3, 3, 3, 3, 3, 3, 3, 1]);
        assert_eq!(bars.begins().last(), Some(24));
        assert_eq!(Bins::new(&[1; 25], None, None, (10, 2)).counts, [4, 4, 4, 4, 4, 4, 1]);
        assert!((bars.expected.unwrap()[0] - 3.0).abs() < 1e-12);
    }

    #[test]
    fn marks() {
        assert_eq!([marked(3, None), marked(3, Some(2)), marked(1, Some(3))], ["███", "█┃█", "█ ┃"]);
    }
}
