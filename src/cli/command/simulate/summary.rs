use faro::simulate::{Histogram, Statistic};
use faro::statistics::{ChiSquare, Law, Moments, chi_square, normal_survival};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::outcome::Outcome;
use crate::cli::one_based;
use crate::cli::view::{Bins, Sequence};

/// What was counted of one statistic, and what is known of it for a uniform order.
pub struct Summary<'a> {
    pub statistic: Statistic,
    /// The card that is followed, from 0.
    card: Option<u32>,
    histogram: &'a Histogram,
    against: Option<&'a Histogram>,
    /// What is added to values for people, who count positions from 1.
    first: u64,
    /// The exact law of the bins of the histogram.
    law: Option<Vec<f64>>,
    /// What is known of all orders.
    uniform: Uniform,
    pub mean: Mean,
    pub against_mean: Option<Mean>,
    pub chi_square: Option<ChiSquare>,
}

/// A mean of decks that were drawn.
#[derive(Clone, Copy)]
pub struct Mean {
    pub mean: Option<f64>,
    pub std_error: Option<f64>,
    pub variance: Option<f64>,
}

/// The mean over all orders.
#[derive(Clone, Copy)]
enum Uniform {
    Exact { mean: f64, variance: f64 },
    About(f64),
    Unknown,
}

impl Uniform {
    fn of(statistic: Statistic, cards: usize, law: Option<&Law>) -> Uniform {
        let exact = statistic.moments(cards).or_else(|| law.map(|law| (law.mean(), law.variance())));
        match (exact, statistic.approximate_mean(cards)) {
            (Some((mean, variance)), _) => Uniform::Exact { mean, variance },
            (None, Some(mean)) => Uniform::About(mean),
            (None, None) => Uniform::Unknown,
        }
    }
}

impl Mean {
    /// Of values that are counted from `first`.
    fn of(moments: &Moments, first: u64) -> Mean {
        let mean = moments.mean().map(|mean| mean + first as f64);
        Mean { mean, std_error: moments.std_error(), variance: moments.variance() }
    }
}

impl<'a> Summary<'a> {
    pub fn all(outcome: &'a Outcome) -> Vec<Summary<'a>> {
        let counted = outcome.counts.0.each();
        counted.map(|(statistic, histogram)| Summary::of(outcome, statistic, histogram)).collect()
    }

    fn of(outcome: &'a Outcome, statistic: Statistic, histogram: &'a Histogram) -> Summary<'a> {
        let cards = outcome.question.problem.cards();
        let against = outcome.against.as_ref().and_then(|(counts, _)| counts.histogram(statistic));
        let first = if statistic == Statistic::Position { one_based::number(0) } else { 0 };
        let law = statistic.law(cards);
        let uniform = Uniform::of(statistic, cards, law.as_ref());
        let law = law.map(|law| binned(&law, histogram));
        Summary {
            statistic,
            card: outcome.question.card,
            histogram,
            against,
            first,
            uniform,
            mean: Mean::of(&histogram.moments(), first),
            against_mean: against.map(|against| Mean::of(&against.moments(), first)),
            chi_square: law.as_ref().and_then(|law| chi_square(histogram.counts(), law)),
            law,
        }
    }

    /// The name in words.
    pub fn title(&self) -> String {
        let name = self.statistic.name().replace('_', " ");
        match self.card.filter(|_| self.statistic == Statistic::Position) {
            Some(card) => format!("{name} of card {}", one_based::number(card)),
            None => name,
        }
    }

    /// The mean over all orders, exact or about.
    pub fn uniform_mean(&self) -> Option<f64> {
        match self.uniform {
            Uniform::Exact { mean, .. } | Uniform::About(mean) => Some(mean + self.first as f64),
            Uniform::Unknown => None,
        }
    }

    /// The exact variance over all orders.
    pub fn uniform_variance(&self) -> Option<f64> {
        match self.uniform {
            Uniform::Exact { variance, .. } => Some(variance),
            _ => None,
        }
    }

    /// Whether the mean over all orders is known exactly.
    pub fn is_exact(&self) -> bool {
        matches!(self.uniform, Uniform::Exact { .. })
    }

    /// How many standard errors the mean lies above that of uniform orders; the error is the one that
    /// decks in uniform order would have.
    pub fn z(&self) -> Option<f64> {
        let variance = self.uniform_variance().filter(|&variance| variance > 0.0)?;
        let error = (variance / self.histogram.moments().count as f64).sqrt();
        Some((self.mean.mean? - self.uniform_mean()?) / error)
    }

    /// How many standard errors of their difference the mean lies above that of the other shuffle.
    pub fn against_z(&self) -> Option<f64> {
        let against = self.against_mean?;
        let error = self.mean.std_error?.hypot(against.std_error?);
        let difference = self.mean.mean? - against.mean?;
        (error > 0.0).then_some(difference / error)
    }

    /// The first value of a bin, as people count.
    pub fn value(&self, bin: u64) -> u64 {
        bin * self.histogram.width() + self.first
    }

    /// The histogram in at most so many bars, on its own or with that of the other shuffle.
    pub fn bars(&self, most: usize, compared: bool) -> Bins {
        let against = self.against.filter(|_| compared).map(Histogram::counts);
        Bins::new(self.histogram.counts(), self.law.as_deref(), against, (most, self.step()))
    }

    /// Displacements are even: every second bin stays empty.
    fn step(&self) -> usize {
        if self.statistic == Statistic::Displacement && self.histogram.width() == 1 { 2 } else { 1 }
    }

    /// What a bar stands for: a value, or the first and the last of several.
    pub fn label(&self, bars: &Bins, begins: usize) -> String {
        let first = self.value(begins as u64);
        let end = (begins + bars.bins()).min(self.histogram.counts().len());
        let last = self.value(end as u64) - 1;
        let one = first == last || (bars.bins() == self.step() && self.histogram.width() == 1);
        if one { first.to_string() } else { format!("{first}-{last}") }
    }

    fn filled(&self, histogram: &'a Histogram) -> impl Iterator<Item = (u64, u64)> + '_ {
        histogram.filled().map(|(bin, count)| (self.value(bin), count))
    }
}

/// The law of the bins of a histogram.
fn binned(law: &Law, histogram: &Histogram) -> Vec<f64> {
    law.probabilities().chunks(histogram.width() as usize).map(|values| values.iter().sum()).collect()
}

impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let chances =
            |law: &'_ Vec<f64>| self.histogram.filled().map(|(bin, _)| law[bin as usize]).collect::<Vec<_>>();
        let z = self.z();
        let mut fields = serializer.serialize_struct("Statistic", 18)?;
        fields.serialize_field("name", self.statistic.name())?;
        fields.serialize_field("mean", &self.mean.mean)?;
        fields.serialize_field("std_error", &self.mean.std_error)?;
        fields.serialize_field("variance", &self.mean.variance)?;
        fields.serialize_field("uniform_mean", &self.uniform_mean())?;
        fields.serialize_field("uniform_variance", &self.uniform_variance())?;
        fields.serialize_field("uniform_exact", &self.is_exact())?;
        fields.serialize_field("z", &z)?;
        fields.serialize_field("z_p_value", &z.map(|z| 2.0 * normal_survival(z.abs())))?;
        fields.serialize_field("chi_square", &self.chi_square.map(Tested::from))?;
        if let (Some(mean), Some(histogram)) = (self.against_mean, self.against) {
            fields.serialize_field("against_mean", &mean.mean)?;
            fields.serialize_field("against_std_error", &mean.std_error)?;
            fields.serialize_field("against_variance", &mean.variance)?;
            fields.serialize_field("against_z", &self.against_z())?;
            fields.serialize_field("against_histogram", &Sequence::new(self.filled(histogram)))?;
        }
        fields.serialize_field("bin_width", &self.histogram.width())?;
        fields.serialize_field("histogram", &Sequence::new(self.filled(self.histogram)))?;
        fields.serialize_field("uniform_probabilities", &self.law.as_ref().map(chances))?;
        fields.end()
    }
}

/// A chi-square test as JSON.
#[derive(Serialize)]
pub struct Tested {
    statistic: f64,
    degrees: u64,
    p_value: f64,
}

impl From<ChiSquare> for Tested {
    fn from(test: ChiSquare) -> Tested {
        Tested { statistic: test.statistic, degrees: test.degrees, p_value: test.p_value }
    }
}
