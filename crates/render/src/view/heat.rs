//! Heat maps, independent of the output format.

/// A heat map of a square matrix. The colour of a cell shows its distance from the fair level.
#[derive(Debug)]
pub struct HeatMap {
    pub title: String,
    /// The names of rows and columns.
    pub axes: [&'static str; 2],
    /// How rows and columns are numbered or named.
    pub labels: [AxisLabels; 2],
    /// Number of rows, which equals the number of columns.
    pub side: usize,
    /// The cells row by row, in units of the fair level.
    pub cells: Vec<f64>,
    /// Two standard errors of a fair cell, or `None` if the cells are exact.
    pub noise: Option<f64>,
    /// Distance from 1 at which the palette ends: the largest distance of a cell, but at most 1. The limit
    /// keeps a few cells that are many times too likely from making all others look fair.
    pub reach: f64,
    /// Whether the palette is pale for differences that chance explains. `reach` is then [`PALE_END_ERRORS`]
    /// standard errors.
    pale: bool,
    /// A text for each cell, or an empty list.
    pub tips: Vec<String>,
}

/// How the rows or the columns of a map are labelled.
#[derive(Clone, Debug)]
pub enum AxisLabels {
    /// By consecutive numbers, with the number of the first row or column.
    From(usize),
    /// By names.
    Names(Vec<String>),
}

impl AxisLabels {
    /// Returns the number of the first row, which is 1 if rows have names.
    pub fn first(&self) -> usize {
        match self {
            AxisLabels::From(first) => *first,
            AxisLabels::Names(_) => 1,
        }
    }

    /// Returns the label of row `number`, shortened to `letters` letters.
    pub fn of(&self, number: usize, letters: usize) -> String {
        let name = match self {
            AxisLabels::Names(names) => number.checked_sub(1).and_then(|index| names.get(index)),
            AxisLabels::From(_) => None,
        };
        match name {
            None => number.to_string(),
            Some(name) if name.chars().count() <= letters => name.clone(),
            Some(name) => name
                .chars()
                .take(letters.saturating_sub(1))
                .chain(['…'])
                .collect(),
        }
    }
}

/// Number of standard errors of a fair cell at which the pale palette ends.
const PALE_END_ERRORS: f64 = 5.0;

impl HeatMap {
    pub fn new(title: String, side: usize, cells: Vec<f64>, noise: Option<f64>) -> HeatMap {
        let farthest = cells
            .iter()
            .map(|cell| (cell - 1.0).abs())
            .fold(0.0, f64::max);
        let reach = if farthest < 1e-9 {
            1.0
        } else {
            farthest.min(1.0)
        };
        let axes = ["card", "position"];
        let labels = [AxisLabels::From(1), AxisLabels::From(1)];
        HeatMap {
            title,
            axes,
            labels,
            side,
            cells,
            noise,
            reach,
            pale: false,
            tips: Vec::new(),
        }
    }

    /// Returns the map with a palette that is pale for chance and ends at five standard errors.
    pub fn with_pale_chance(self) -> HeatMap {
        let reach = self
            .noise
            .map_or(self.reach, |noise| PALE_END_ERRORS * noise / 2.0);
        HeatMap {
            reach,
            pale: self.noise.is_some(),
            ..self
        }
    }

    /// Returns the map with a text for each cell, row by row.
    pub fn with_tips(self, tips: Vec<String>) -> HeatMap {
        HeatMap { tips, ..self }
    }

    /// Returns the map with other names of rows and columns.
    pub fn with_axes(self, axes: [&'static str; 2]) -> HeatMap {
        HeatMap { axes, ..self }
    }

    /// Returns the map with other labels of rows and columns.
    pub fn with_labels(self, labels: [AxisLabels; 2]) -> HeatMap {
        HeatMap { labels, ..self }
    }

    /// Returns whether some cells are more frequent than the end of the palette.
    pub fn is_clipped(&self) -> bool {
        self.cells
            .iter()
            .any(|&cell| cell > 1.0 + self.reach + 1e-9)
    }

    /// Returns the lower end of the scale, in units of the fair level.
    pub fn least(&self) -> f64 {
        (1.0 - self.reach).max(0.0)
    }

    /// Returns the shade of a cell, from -1 (the lower end of the palette) to 1 (the upper end).
    pub fn shade(&self, cell: f64) -> f64 {
        let part = ((cell - 1.0) / self.reach).clamp(-1.0, 1.0);
        if self.pale { part * part.abs() } else { part }
    }

    /// Reduces the map to at most `max` rows and columns.
    ///
    /// Each cell of the reduced map is the mean of a block of cells, and has less noise.
    pub fn coarse(&self, max: usize) -> HeatMap {
        let side = self.side.min(max);
        let tips = if side == self.side {
            self.tips.clone()
        } else {
            Vec::new()
        };
        let block = |index: usize| index * self.side / side..(index + 1) * self.side / side;
        let mut cells = Vec::with_capacity(side * side);
        for (row, column) in (0..side * side).map(|cell| (cell / side, cell % side)) {
            let (rows, columns) = (block(row), block(column));
            let count = rows.len() * columns.len();
            let sum: f64 = rows
                .map(|row| {
                    self.cells[row * self.side..][columns.clone()]
                        .iter()
                        .sum::<f64>()
                })
                .sum();
            cells.push(sum / count as f64);
        }
        let noise = self
            .noise
            .map(|noise| noise * side as f64 / self.side as f64);
        let coarse = HeatMap::new(self.title.clone(), side, cells, noise)
            .with_axes(self.axes)
            .with_tips(tips);
        let coarse = coarse.with_labels(self.labels.clone());
        if self.pale {
            coarse.with_pale_chance()
        } else {
            coarse
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(side: usize, cells: Vec<f64>) -> HeatMap {
        HeatMap::new(String::new(), side, cells, None)
    }

    #[test]
    fn blocks_have_their_means() {
        let coarse = map(3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]).coarse(2);
        assert_eq!(coarse.cells, [1.0, 2.5, 5.5, 7.0]);
    }

    #[test]
    fn the_palette_ends_at_the_farthest_cell_or_at_twice_the_fair_level() {
        assert_eq!(map(1, vec![1.25]).shade(1.25), 1.0);
        let peaked = map(2, vec![30.0, 0.0, 1.5, 1.0]);
        assert_eq!((peaked.reach, peaked.is_clipped()), (1.0, true));
        assert_eq!(
            [0.0, 30.0, 1.5].map(|cell| peaked.shade(cell)),
            [-1.0, 1.0, 0.5]
        );
        assert_eq!(map(1, vec![1.0]).shade(1.0), 0.0);
    }

    #[test]
    fn labels_are_short() {
        let names = AxisLabels::Names(["A♠", "Ace of Cups"].map(String::from).to_vec());
        assert_eq!(
            [names.of(1, 4), names.of(2, 4), names.of(3, 4)],
            ["A♠", "Ace…", "3"]
        );
        assert_eq!(
            (
                AxisLabels::From(0).of(51, 1),
                AxisLabels::From(0).first(),
                names.first()
            ),
            ("51".into(), 0, 1)
        );
    }

    /// Two standard errors are 0.2, so the palette ends at 0.5 from the fair level.
    #[test]
    fn chance_is_pale() {
        let map = HeatMap::new(String::new(), 1, vec![1.6], Some(0.2)).with_pale_chance();
        assert!((map.reach - 0.5).abs() < 1e-15 && map.is_clipped());
        assert!(
            [0.8, 1.2].iter().all(|&cell| map.shade(cell).abs() < 0.17),
            "two standard errors"
        );
        assert_eq!(
            [0.4, 0.5, 1.5, 1.6].map(|cell| map.shade(cell)),
            [-1.0, -1.0, 1.0, 1.0]
        );
        let wide = HeatMap::new(String::new(), 2, vec![1.0; 4], Some(2.0)).with_pale_chance();
        assert_eq!((wide.least(), wide.coarse(1).reach), (0.0, 2.5));
    }
}
