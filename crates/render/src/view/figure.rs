/// A plot of dots or curves.
pub struct Figure {
    pub title: String,
    pub across: Axis,
    pub up: Axis,
    pub series: Vec<Series>,
}

pub struct Axis {
    pub name: String,
    pub from: u64,
    pub to: u64,
}

/// One series of dots, or one curve.
pub struct Series {
    pub name: String,
    pub marks: Marks,
}

pub enum Marks {
    /// Dots, counted in the cells of a grid so that memory is bounded.
    Dots(Grid),
    /// The points of a line from left to right.
    Curve(Vec<Point>),
}

/// A point of a curve, in fractions of the plot's width and height.
#[derive(Clone, Copy)]
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
const SINGLE: u64 = 100_000;

/// Numbers of columns and rows of the grid, for single dots and for densities.
const FINE: (usize, usize) = (2800, 1520);
const COARSE: (usize, usize) = (350, 190);

/// The number of dots in each cell, row by row from the bottom left.
pub struct Grid {
    columns: usize,
    rows: usize,
    counts: Vec<u32>,
    dots: u64,
}

impl Grid {
    pub fn new(dots: u64) -> Grid {
        let (columns, rows) = if dots <= SINGLE { FINE } else { COARSE };
        Grid { columns, rows, counts: vec![0; columns * rows], dots }
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
        self.dots <= SINGLE
    }

    /// Returns the width of a cell as a fraction of the plot.
    pub fn width(&self) -> f64 {
        1.0 / self.columns as f64
    }

    /// Returns the height of a cell as a fraction of the plot.
    pub fn height(&self) -> f64 {
        1.0 / self.rows as f64
    }

    /// Returns the runs of neighbouring cells in a row that have `least` to `most` dots each.
    ///
    /// Each run is its begin, its end and the height of its middle, as fractions of the plot.
    pub fn filled(&self, least: u32, most: u32) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        let chosen = move |count: &u32| (least..=most).contains(count);
        let rows = self.counts.chunks(self.columns).enumerate();
        rows.flat_map(move |(row, counts)| {
            let up = (row as f64 + 0.5) / self.rows as f64;
            let across = |column: usize| column as f64 / self.columns as f64;
            let runs = counts.chunk_by(move |a, b| chosen(a) == chosen(b)).scan(0, |column, run| {
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
    /// These are all integers if there are at most `most`, otherwise four to ten multiples of 1, 2 or 5 times a
    /// power of ten.
    pub fn ticks(&self, most: u64) -> Vec<u64> {
        if self.to - self.from < most {
            return (self.from..=self.to).collect();
        }
        let steps = (0..19).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10u64.pow(exponent)));
        let most = most.clamp(1, 8);
        let step = steps.into_iter().find(|step| self.length() / step <= most).unwrap_or(u64::MAX);
        let first = self.from.div_ceil(step);
        (first..=self.to / step).map(|multiple| multiple * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(from: u64, to: u64) -> Axis {
        Axis { name: String::new(), from, to }
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
        let runs: Vec<_> = grid.filled(1, 1).map(|(from, to, _)| (from * 350.0, to * 350.0)).collect();
        let runs: Vec<_> = runs.into_iter().map(|(from, to)| (from.round(), to.round())).collect();
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
}
