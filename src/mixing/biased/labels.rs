/// The packets of k riffles whose top packet gets each card with probability p: 2^k labels, k + 1 of them different.
pub struct Labels {
    /// The probabilities and the number of labels that have each, the largest probability first.
    pub classes: Vec<(f64, f64)>,
    top: f64,
    riffles: u32,
}

impl Labels {
    pub fn new(top: f64, riffles: u32) -> Labels {
        let (large, small) = (top.max(1.0 - top), top.min(1.0 - top));
        let mut count = 1.0;
        let mut classes = Vec::new();
        for i in 0..=riffles {
            let probability = large.powi((riffles - i) as i32) * small.powi(i as i32);
            // Labels without probability are never drawn.
            if probability > 0.0 {
                classes.push((probability, count));
            }
            count *= f64::from(riffles - i) / f64::from(i + 1);
        }
        Labels { classes, top, riffles }
    }

    /// Returns the largest probability.
    pub fn largest(&self) -> f64 {
        self.classes[0].0
    }

    /// Returns the number of labels.
    pub fn count(&self) -> f64 {
        self.classes.iter().map(|(_, count)| count).sum()
    }

    /// Returns the sum of the j-th powers of the probabilities.
    pub fn power_sum(&self, j: i32) -> f64 {
        (self.top.powi(j) + (1.0 - self.top).powi(j)).powi(self.riffles as i32)
    }
}
