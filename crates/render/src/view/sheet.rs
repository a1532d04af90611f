/// The size of a picture on paper or on a screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheet {
    pub width: f64,
    pub height: f64,
    /// The unit of the width and the height in SVG: `mm`, or nothing for pixels.
    pub unit: &'static str,
}

impl Sheet {
    /// The part of the sheet that a drawing may fill. The rest is the margin.
    const FILLED: f64 = 0.96;

    /// Returns the size of the sheet in pixels of a drawing that is scaled to it.
    pub fn around(self, drawing: [f64; 2]) -> [f64; 2] {
        let scale = self.scale(drawing);
        [self.width / scale, self.height / scale]
    }

    /// Returns the factor by which a drawing is scaled to the sheet.
    pub fn scale(self, [width, height]: [f64; 2]) -> f64 {
        Self::FILLED * (self.width / width).min(self.height / height)
    }

    /// Returns the height divided by the width, limited so that the layout of a drawing stays readable.
    pub fn ratio(self) -> f64 {
        (self.height / self.width).clamp(0.3, 3.0)
    }

    /// Returns a width and a height in the ratio of the sheet whose product is `area`.
    pub fn of_area(self, area: f64) -> [f64; 2] {
        let width = (area / self.ratio()).sqrt();
        [width, width * self.ratio()]
    }

    /// Returns the width and the height that a drawing lacks to have the ratio of the sheet. One of them is 0.
    pub fn missing(self, [width, height]: [f64; 2]) -> [f64; 2] {
        let [more_width, more_height] =
            [height / self.ratio() - width, width * self.ratio() - height];
        [more_width.max(0.0), more_height.max(0.0)]
    }

    /// Returns whether the sheet is higher than wide.
    pub fn is_upright(self) -> bool {
        self.height > self.width
    }

    /// Returns the layout with the largest text, given the sizes of the layouts' drawings.
    ///
    /// Each drawing is scaled to fill the sheet.
    ///
    /// A drawing that is too narrow for the shorter side counts less, in proportion.
    pub fn best<T: Copy>(
        self,
        layouts: impl IntoIterator<Item = T>,
        size: impl Fn(T) -> [f64; 2],
    ) -> T {
        let worth = |layout: &T| {
            let [width, height] = size(*layout);
            let scale = self.scale([width, height]);
            let filled = match self.is_upright() {
                true => width * scale / self.width,
                false => height * scale / self.height,
            };
            scale * filled
        };
        let best = layouts
            .into_iter()
            .max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.expect("at least one layout")
    }
}
