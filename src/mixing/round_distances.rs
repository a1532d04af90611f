//! The distances after a number of rounds, and how they are known.

use super::distances::Distances;
use crate::riffle::Magnitude;
use faro_math::number::Fraction;

/// How the total variation distance of a row is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
pub enum Method {
    /// Exact, apart from rounding.
    #[default]
    Exact,
    /// Estimated from random decks, with a standard error.
    Estimate,
    /// An upper bound, like all distances of the row.
    UpperBound,
    /// A lower bound that holds with a confidence.
    LowerBound,
}

/// The distances of a shuffled deck from a random one. A number that is unknown is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundDistances {
    /// The method of `total_variation`.
    pub method: Method,
    /// The total variation distance, from 0 to 1.
    pub total_variation: Option<Magnitude>,
    /// 1 minus the total variation distance. For an upper bound, 1 minus the bound.
    pub total_variation_complement: Option<Magnitude>,
    /// The standard error of an estimated total variation distance.
    pub standard_error: Option<Magnitude>,
    /// The confidence of a lower bound, such as 0.99.
    pub confidence: Option<f64>,
    /// The statistic whose law shows a lower bound. `None` if the bound is 0.
    pub statistic: Option<&'static str>,
    /// The separation, from 0 to 1.
    pub separation: Option<Magnitude>,
    /// 1 minus the separation. For an upper bound, 1 minus the bound.
    pub separation_complement: Option<Magnitude>,
    /// The L-infinity distance.
    pub l_infinity: Option<Magnitude>,
    /// The chi-square distance.
    pub chi_square: Option<Magnitude>,
    /// The Kullback–Leibler divergence in bits.
    pub kl_bits: Option<Magnitude>,
    /// The entropy in bits.
    pub entropy_bits: Option<Magnitude>,
    /// The mean number of rising sequences of riffles.
    pub rising_sequences: Option<Magnitude>,
    /// The rational distances as fractions, with their names, if fractions are wanted and known.
    pub fractions: Vec<(&'static str, Option<Fraction>)>,
}

impl From<Distances> for RoundDistances {
    fn from(row: Distances) -> RoundDistances {
        RoundDistances {
            total_variation: Some(row.total_variation),
            total_variation_complement: Some(row.total_variation_complement),
            separation: Some(row.separation),
            separation_complement: Some(row.separation_complement),
            l_infinity: Some(row.l_infinity),
            chi_square: Some(row.chi_square),
            kl_bits: Some(row.kl_bits),
            entropy_bits: Some(row.entropy_bits),
            ..RoundDistances::default()
        }
    }
}

impl RoundDistances {
    /// Returns the row of an unshuffled deck, which has the total variation distance and no other distance.
    pub(super) fn unshuffled(cards: usize) -> RoundDistances {
        let row = Distances::certain(cards);
        RoundDistances {
            total_variation: Some(row.total_variation),
            total_variation_complement: Some(row.total_variation_complement),
            ..RoundDistances::default()
        }
    }
}
