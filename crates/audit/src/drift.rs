//! Finds changes of the decks over the run, such as a fault that begins in the middle of it.

use super::check::Check;
use super::checks::{Fair, Found};
use super::finding::Effect;
use super::tables::{PairCounts, Tables};
use faro_math::number::elementary::powi;
use faro_math::statistics::{chi_square_survival, least_of, spread_survival};
use faro_permutation::Statistic;
use faro_sample::simulate::Histogram;

/// Maximum number of parts into which the run is split.
const MAX_PARTS: usize = 16;

/// Maximum number of cards for which the parts have card × position tables. Larger tables would take too much memory.
const MAX_TABLE: usize = 128;

/// Minimum expected count of a part's cell for which tables are compared.
pub const MIN_EXPECTED: f64 = 5.0;

/// Cumulative counts at equidistant moments of the run, to find changes over the run. If there are too many moments,
/// every second one is dropped.
#[derive(Clone, Debug)]
pub struct Drift {
    /// Number of decks between two moments. The moments are at the multiples of this number.
    grain: u64,
    moments: Vec<Moment>,
}

#[derive(Clone, Debug)]
pub struct Moment {
    /// Number of decks of the run so far.
    pub decks: u64,
    /// The sum of each statistic so far.
    pub sums: Vec<(Statistic, f64)>,
    pub positions: Option<PairCounts>,
}

impl Moment {
    pub fn new(tables: &Tables) -> Moment {
        let sum = |(statistic, histogram): (Statistic, &Histogram)| {
            (statistic, histogram.moments().sum as f64)
        };
        Moment {
            decks: tables.decks(),
            sums: tables.statistics().each().map(sum).collect(),
            positions: (tables.cards() <= MAX_TABLE).then(|| tables.positions()),
        }
    }

    /// Adds the counts that another thread recorded at the same moment.
    fn plus(mut self, more: &Moment) -> Moment {
        self.sums
            .iter_mut()
            .zip(&more.sums)
            .for_each(|((_, sum), (_, more))| *sum += more);
        if let (Some(table), Some(more)) = (&mut self.positions, &more.positions) {
            table.merge(more);
        }
        self
    }
}

impl Drift {
    /// Creates counts whose parts have at least `grain` decks.
    pub fn new(grain: u64) -> Drift {
        Drift {
            grain,
            moments: Vec::new(),
        }
    }

    /// Records the counts so far if the number of decks has passed the next multiple of the grain.
    pub fn note(&mut self, tables: &Tables) {
        let decks = tables.decks();
        self.coarsen(decks);
        let last = self.moments.last().map_or(0, |moment| moment.decks);
        if decks / self.grain > last / self.grain {
            self.moments.push(Moment::new(tables));
        }
    }

    /// Doubles the grain until `decks` decks have at most [`MAX_PARTS`] parts, and drops the moments between them.
    fn coarsen(&mut self, decks: u64) {
        while decks / self.grain > MAX_PARTS as u64 {
            self.grain *= 2;
        }
        self.moments
            .retain(|moment| moment.decks.is_multiple_of(self.grain));
    }

    /// Returns the number of decks between two moments at which the counts are recorded.
    pub fn grain(&self) -> u64 {
        self.grain
    }

    /// Returns the grain if threads must record their counts at `decks` decks.
    pub fn is_due(&mut self, decks: u64) -> Option<u64> {
        self.coarsen(decks);
        decks.is_multiple_of(self.grain).then_some(self.grain)
    }

    /// Adds the moments of all threads to the counts of the earlier decks.
    ///
    /// The moments of the threads are at the same numbers of decks.
    pub fn absorb(&mut self, tables: &Tables, shares: &[Vec<Moment>]) {
        let base = Moment::new(tables);
        for (index, moment) in shares.first().into_iter().flatten().enumerate() {
            let sum = shares
                .iter()
                .fold(base.clone(), |sum, share| sum.plus(&share[index]));
            self.moments.push(Moment {
                decks: moment.decks,
                ..sum
            });
        }
        self.moments
            .retain(|moment| moment.decks.is_multiple_of(self.grain));
    }

    /// Compares the parts of the run with each other, and returns the results. A bias that all parts have in common
    /// does not matter.
    pub fn check(&self, tables: &Tables, fair: &Fair) -> Vec<Found> {
        let moments = self.moments_until(tables);
        if moments.len() < 4 {
            return Vec::new();
        }
        drift(&moments, fair)
            .into_iter()
            .chain(positions(&moments, tables.cards()))
            .collect()
    }

    /// Returns the counts from the first deck to the end of each part. The last counts are `tables`, of the whole run.
    pub fn moments_until(&self, tables: &Tables) -> Vec<Moment> {
        let mut moments = self.moments.clone();
        // A last part with fewer decks than the grain is joined to the part before.
        if moments
            .last()
            .is_some_and(|last| tables.decks() < last.decks + self.grain)
        {
            moments.pop();
        }
        moments.push(Moment::new(tables));
        moments
    }
}

/// Returns Σ d·(m − `mean`)² over parts of d decks with the mean m.
pub fn spread(parts: &[(f64, f64)], mean: f64) -> f64 {
    parts
        .iter()
        .map(|(decks, part)| decks * powi(part - mean, 2))
        .sum()
}

/// Returns the smallest p-value of the statistics, corrected for their number. For each statistic, the spread of the
/// parts' means has nearly the chi-square law.
fn drift(moments: &[Moment], fair: &Fair) -> Option<Found> {
    let last = moments.last()?;
    let degrees = moments.len() as u64 - 1;
    let tested = last
        .sums
        .iter()
        .enumerate()
        .filter_map(|(index, &(statistic, sum))| {
            let mean = sum / last.decks as f64;
            let parts = means(moments, index);
            let spread = spread(&parts, mean);
            let law = fair.of(statistic)?;
            let reciprocals = parts.iter().map(|(decks, _)| decks.recip()).sum();
            let tail = spread_survival(spread / law.variance, degrees, law.shape, reciprocals);
            let effect = Effect::Drift {
                statistic,
                first: parts.first()?.1,
                last: parts.last()?.1,
            };
            Some((tail, spread / law.variance, effect))
        });
    let tested: Vec<_> = tested.collect();
    let tests = tested.len() as f64;
    let (least, statistic, effect) = tested.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Found {
        check: Check::Drift,
        statistic,
        p_value: least_of(least, tests),
        effect,
    })
}

/// Returns for each part the number of decks, and the mean of the statistic at `index`.
pub fn means(moments: &[Moment], index: usize) -> Vec<(f64, f64)> {
    means_of(
        moments
            .iter()
            .map(|moment| (moment.decks, moment.sums[index].1)),
    )
}

/// Returns the decks and the mean of each part, from the numbers of decks and the sums until the end of each part.
pub fn means_of(sums: impl Iterator<Item = (u64, f64)>) -> Vec<(f64, f64)> {
    let mut before = (0, 0.0);
    let part = |(decks, sum): (u64, f64)| {
        let (more, added) = ((decks - before.0) as f64, sum - before.1);
        before = (decks, sum);
        (more, added / more)
    };
    sums.map(part).collect()
}

/// Compares the card × position table of each part with the table of the whole run.
///
/// The statistic is (n − 1)/n of Pearson's, with (n − 1)² degrees of freedom for each part but one.
fn positions(moments: &[Moment], cards: usize) -> Option<Found> {
    let n = cards as f64;
    let last = moments.last()?;
    let whole = last.positions.as_ref()?.counts();
    let (mut statistic, mut before) = (0.0, None::<&Moment>);
    for moment in moments {
        let decks = (moment.decks - before.map_or(0, |before| before.decks)) as f64;
        if decks / n < MIN_EXPECTED {
            return None;
        }
        let share = decks / last.decks as f64;
        let earlier = before
            .and_then(|before| before.positions.as_ref())
            .map(PairCounts::counts);
        for (cell, &count) in moment.positions.as_ref()?.counts().iter().enumerate() {
            let added = count as f64 - earlier.map_or(0, |earlier| earlier[cell]) as f64;
            statistic += powi(added - share * whole[cell] as f64, 2) * n / decks;
        }
        before = Some(moment);
    }
    let degrees = (moments.len() as u64 - 1) * (cards as u64 - 1).pow(2);
    Some(of_tables(statistic * (n - 1.0) / n, degrees, last.decks))
}

/// Returns the result of a comparison of the tables of all parts, from a statistic with the chi-square law.
pub fn of_tables(statistic: f64, degrees: u64, decks: u64) -> Found {
    let excess = statistic - degrees as f64;
    Found {
        check: Check::CardPositionDrift,
        statistic: excess / (2.0 * degrees as f64).sqrt(),
        p_value: chi_square_survival(statistic, degrees),
        effect: Effect::Distance(excess / decks as f64),
    }
}
