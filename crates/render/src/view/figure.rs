//! Plots of dots, curves and histograms, independent of the output format.

/// A plot of dots or curves.
#[derive(Debug)]
pub struct Figure {
    pub title: String,
    pub across: Axis,
    pub up: Axis,
    pub series: Vec<Series>,
}

#[derive(Debug)]
pub struct Axis {
    pub name: String,
    pub from: u64,
    pub to: u64,
}

/// One series of dots, or one curve.
#[derive(Debug)]
pub struct Series {
    pub name: String,
    pub marks: Marks,
}

#[derive(Debug)]
pub enum Marks {
    /// Dots, counted in the cells of a grid so that memory is bounded.
    Dots(Grid),
    /// The points of a line from left to right.
    Curve(Vec<Point>),
}

/// A point of a curve, in fractions of the plot's width and height.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub across: f64,
    pub up: f64,
    /// Half the length of the error bar, 0 for an exact value.
    pub error: f64,
}

impl Point {
    /// Returns the lower and the upper end of the error bar, or `None` for an exact value.
    pub fn error_bar(&self) -> Option<[f64; 2]> {
        (self.error > 0.0)
            .then(|| [self.up - self.error, self.up + self.error].map(|end| end.clamp(0.0, 1.0)))
    }
}

/// Maximum number of dots that are drawn one by one. More are counted in wider cells and drawn as densities.
const MAX_SINGLE_DOTS: u64 = 100_000;

/// Number of columns and rows of the grid for single dots.
const FINE: (usize, usize) = (2800, 1520);

/// Number of columns and rows of the grid for densities.
const COARSE: (usize, usize) = (350, 190);

/// The number of dots in each cell, row by row from the bottom left.
#[derive(Debug)]
pub struct Grid {
    columns: usize,
    rows: usize,
    counts: Vec<u32>,
    dots: u64,
}

impl Grid {
    pub fn new(dots: u64) -> Grid {
        let (columns, rows) = if dots <= MAX_SINGLE_DOTS {
            FINE
        } else {
            COARSE
        };
        Grid {
            columns,
            rows,
            counts: vec![0; columns * rows],
            dots,
        }
    }

    pub fn add(&mut self, across: &Axis, x: u64, up: &Axis, y: u64) {
        let cell = up.cell(y, self.rows) * self.columns + across.cell(x, self.columns);
        self.counts[cell] = self.counts[cell].saturating_add(1);
    }

    /// Returns the number of dots that the grid was created for.
    pub fn dots(&self) -> u64 {
        self.dots
    }

    /// Returns whether the dots are drawn one by one.
    pub fn is_fine(&self) -> bool {
        self.dots <= MAX_SINGLE_DOTS
    }

    /// Returns the width of a cell as a fraction of the plot.
    pub fn width(&self) -> f64 {
        1.0 / self.columns as f64
    }

    /// Returns the height of a cell as a fraction of the plot.
    pub fn height(&self) -> f64 {
        1.0 / self.rows as f64
    }

    /// Returns the runs of neighbouring cells in a row that have `least` to `max` dots each.
    ///
    /// Each run is its begin, its end and the height of its middle, as fractions of the plot.
    pub fn filled(&self, least: u32, max: u32) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        let chosen = move |count: &u32| (least..=max).contains(count);
        let rows = self.counts.chunks(self.columns).enumerate();
        rows.flat_map(move |(row, counts)| {
            let up = (row as f64 + 0.5) / self.rows as f64;
            let across = |column: usize| column as f64 / self.columns as f64;
            let runs =
                counts
                    .chunk_by(move |a, b| chosen(a) == chosen(b))
                    .scan(0, |column, run| {
                        let from = std::mem::replace(column, *column + run.len());
                        Some((from, run))
                    });
            let runs = runs.filter(move |(_, run)| chosen(&run[0]));
            runs.map(move |(from, run)| (across(from), across(from + run.len()), up))
        })
    }

    /// Returns the largest number of dots in a cell.
    pub fn densest(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

impl Axis {
    fn length(&self) -> u64 {
        (self.to - self.from).max(1)
    }

    /// Returns the index of the cell that contains `value` if the axis has `cells` cells.
    fn cell(&self, value: u64, cells: usize) -> usize {
        let product = u128::from(value - self.from) * cells as u128;
        ((product / u128::from(self.length())) as usize).min(cells - 1)
    }

    /// Returns the place of `value` along the axis, from 0 to 1.
    pub fn part(&self, value: u64) -> f64 {
        (value - self.from) as f64 / self.length() as f64
    }

    /// Returns the values of an axis that have a tick.
    ///
    /// These are all integers if there are at most `max`, otherwise four to ten multiples of 1, 2 or 5 times
    /// a power of ten.
    pub fn ticks(&self, max: u64) -> Vec<u64> {
        if self.to - self.from < max {
            return (self.from..=self.to).collect();
        }
        let steps = (0..19).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10u64.pow(exponent)));
        let max = max.clamp(1, 8);
        let step = steps
            .into_iter()
            .find(|step| self.length() / step <= max)
            .unwrap_or(u64::MAX);
        let first = self.from.div_ceil(step);
        (first..=self.to / step)
            .map(|multiple| multiple * step)
            .collect()
    }
}

/// A histogram with a limited number of bars.
///
/// Neighbouring bins share a bar if there are many. Bins at either end are left out if they have no counted
/// deck and less than half an expected deck.
#[derive(Debug)]
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
    /// `law` is the law of the bins, and `others` has the counts of another shuffle. There are at most `max`
    /// bars, and the number of bins per bar is a multiple of `step`.
    pub fn new(
        counts: &[u64],
        law: Option<&[f64]>,
        others: Option<&[u64]>,
        (max, step): (usize, usize),
    ) -> Bins {
        let decks = counts.iter().sum::<u64>() as f64;
        let shown = |&bin: &usize| {
            let expected = law.map_or(0.0, |law| decks * law[bin]);
            counts[bin] > 0 || expected >= 0.5 || others.is_some_and(|others| others[bin] > 0)
        };
        let first = (0..counts.len()).find(shown).unwrap_or(0);
        let last = (0..counts.len()).rev().find(shown).unwrap_or(0);
        let first = first - first % step;
        let bins = (last + 1 - first).div_ceil(max).next_multiple_of(step);
        let joined = |counts: &[u64]| {
            counts[first..=last]
                .chunks(bins)
                .map(|bar| bar.iter().sum())
                .collect()
        };
        let expected = |law: &[f64]| {
            law[first..=last]
                .chunks(bins)
                .map(|bar| decks * bar.iter().sum::<f64>())
                .collect()
        };
        let others = others.map(joined);
        Bins {
            first,
            bins,
            counts: joined(counts),
            expected: law.map(expected),
            others,
        }
    }

    /// Returns the first bin of each bar.
    pub fn begins(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.counts.len()).map(|bar| self.first + bar * self.bins)
    }

    /// Returns the height of the highest bar or line.
    pub fn highest(&self) -> f64 {
        let counts = self
            .counts
            .iter()
            .chain(self.others.iter().flatten())
            .map(|&count| count as f64);
        counts
            .chain(self.expected.iter().flatten().copied())
            .fold(1.0, f64::max)
    }

    /// Draws each bar in block characters, with a mark at the expected count.
    pub fn drawn(&self) -> Vec<String> {
        let columns = |height: f64| (height / self.highest() * COLUMNS as f64).round() as usize;
        let bar = |(bar, &count): (usize, &u64)| {
            // A count above 0 is always visible.
            let length = columns(count as f64).max(usize::from(count > 0));
            let mark = self
                .expected
                .as_ref()
                .map(|expected| columns(expected[bar]));
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

    fn axis(from: u64, to: u64) -> Axis {
        Axis {
            name: String::new(),
            from,
            to,
        }
    }

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(axis(0, 1000).ticks(8), [0, 200, 400, 600, 800, 1000]);
        assert_eq!(axis(2, 9).ticks(8), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(axis(5, 5).ticks(8), [5]);
        assert_eq!(axis(1, 14).ticks(14), (1..=14).collect::<Vec<_>>());
        assert_eq!(axis(1, 14).ticks(13), [2, 4, 6, 8, 10, 12, 14]);
        assert_eq!(axis(1, 14).ticks(4), [5, 10]);
        let quintillion = 10u64.pow(18);
        assert_eq!(axis(quintillion, quintillion + 1000).ticks(8).len(), 6);
        assert!((1..=10).contains(&axis(0, u64::MAX).ticks(8).len()));
    }

    #[test]
    fn neighbours_are_joined() {
        let (across, up, mut grid) = (axis(0, 350), axis(0, 190), Grid::new(1_000_000));
        for x in [0, 1, 2, 7, 348, 349] {
            grid.add(&across, x, &up, 0);
        }
        grid.add(&across, 0, &up, 1);
        let runs: Vec<_> = grid
            .filled(1, 1)
            .map(|(from, to, _)| (from * 350.0, to * 350.0))
            .collect();
        let runs: Vec<_> = runs
            .into_iter()
            .map(|(from, to)| (from.round(), to.round()))
            .collect();
        assert_eq!(runs, [(0.0, 3.0), (7.0, 8.0), (348.0, 350.0), (0.0, 1.0)]);
    }

    #[test]
    fn every_value_has_a_cell() {
        for (from, to) in [(0, 0), (0, 1), (2, 1000), (0, u64::MAX)] {
            let axis = axis(from, to);
            assert_eq!(axis.cell(from, 100), 0);
            assert!(axis.cell(to, 100) == 99 || from == to);
        }
    }

    #[test]
    fn empty_ends_are_left_out() {
        let bars = Bins::new(&[0, 0, 3, 0, 1, 0], None, None, (10, 1));
        assert_eq!(
            (bars.begins().collect::<Vec<_>>(), bars.counts),
            (vec![2, 3, 4], vec![3, 0, 1])
        );
        assert_eq!(Bins::new(&[0, 0], None, None, (10, 1)).counts, [0]);
        let bars = Bins::new(
            &[0, 4, 0],
            Some(&[0.1, 0.7, 0.2]),
            Some(&[0, 0, 2]),
            (10, 1),
        );
        assert_eq!((bars.counts, bars.others), (vec![4, 0], Some(vec![0, 2])));
    }

    #[test]
    fn neighbours_share_bars() {
        let bars = Bins::new(&[1; 25], Some(&[0.04; 25]), None, (10, 1));
        assert_eq!(bars.counts, [3, 3, 3, 3, 3, 3, 3, 3, 1]);
        assert_eq!(bars.begins().last(), Some(24));
        assert_eq!(
            Bins::new(&[1; 25], None, None, (10, 2)).counts,
            [4, 4, 4, 4, 4, 4, 1]
        );
        assert!((bars.expected.unwrap()[0] - 3.0).abs() < 1e-12);
    }

    #[test]
    fn marks() {
        assert_eq!(
            [marked(3, None), marked(3, Some(2)), marked(1, Some(3))],
            ["███", "█┃█", "█ ┃"]
        );
    }
}
