//! The verdict of an audit.
//!
//! The p-values of all checks are corrected for their number and for the number of looks.

use super::check::Check;
use super::checks::Found;
use super::finding::{Effect, Finding, Stream};

/// The verdict of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Verdict {
    /// No check is significant. This does not prove fairness.
    Fair,
    /// A check is significant.
    Unfair,
    /// No check is significant, but there are fewer than [`fewest_decks`](super::fewest_decks).
    #[cfg_attr(feature = "serde", serde(rename = "too few decks"))]
    TooFewDecks,
}

/// A verdict and the findings that lead to it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Maximum probability with which a fair shuffle is called unfair.
    pub alpha: f64,
    /// Number of decks.
    pub decks: u64,
    /// The number of decks below which no verdict is "fair".
    #[cfg_attr(feature = "serde", serde(skip))]
    pub enough: u64,
    /// The look at which the decks were judged.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub look: Look,
    /// The result of every check, the most significant first.
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// Corrects the p-values of the checks, each with its weight, and judges. Fewer
    /// decks than `enough` can show only strong biases.
    pub(super) fn of(
        found: Vec<(Stream, Found)>,
        weight: fn(Stream, Check) -> f64,
        (alpha, look): (f64, Look),
        decks: u64,
        enough: u64,
    ) -> Judgement {
        assert!(alpha > 0.0 && alpha < 1.0, "alpha {alpha}");
        let findings = corrected(found, weight, look.factor());
        let unfair = findings
            .first()
            .is_some_and(|first| first.adjusted_p_value <= alpha);
        let verdict = match (unfair, decks < enough) {
            (true, _) => Verdict::Unfair,
            (false, true) => Verdict::TooFewDecks,
            (false, false) => Verdict::Fair,
        };
        Judgement {
            verdict,
            alpha,
            decks,
            enough,
            look,
            findings,
        }
    }

    /// Returns the share of alpha that the look spends.
    ///
    /// It is the level at which the look's smallest p-value is tested, after the correction for the number of
    /// checks.
    pub fn level(&self) -> f64 {
        self.look.level(self.alpha)
    }

    /// Returns the significant findings: all whose corrected p-values are at most alpha.
    pub fn significant(&self) -> &[Finding] {
        &self.findings[..self
            .findings
            .partition_point(|finding| finding.adjusted_p_value <= self.alpha)]
    }

    /// Returns whether a finding in `stream` is significant.
    pub fn is_significant(&self, stream: Stream) -> bool {
        self.significant()
            .iter()
            .any(|finding| finding.stream == stream)
    }
}

/// A look at a growing sample, for which p-values are corrected.
///
/// They are corrected for the number of looks in the same way as for the number of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The only look, at the end.
    Only,
    /// The k-th interim look, from 1, if the number of looks is unknown.
    ///
    /// It spends 1/(k·(k + 1)) of alpha, so that all looks together spend at most alpha.
    Interim(u32),
}

impl Look {
    /// Returns the part of the significance level `alpha` that the look may spend.
    pub(super) fn level(self, alpha: f64) -> f64 {
        alpha / self.factor()
    }

    /// Returns the factor by which p-values are multiplied at the look, to correct for earlier and later looks.
    fn factor(self) -> f64 {
        match self {
            Look::Only => 1.0,
            Look::Interim(look) => f64::from(look) * (f64::from(look) + 1.0),
        }
    }
}

/// Corrects p-values for the number of checks, and multiplies them by `factor` for the look. Each p-value is divided by
/// its weight. The k-th smallest quotient is multiplied by the sum of all weights except the k − 1 before it, and is
/// raised to its predecessor if it is smaller (Holm, *A simple sequentially rejective multiple test procedure*, 1979).
/// This is valid for dependent checks.
///
/// A check without a p-value is left out.
fn corrected(
    mut found: Vec<(Stream, Found)>,
    weight: fn(Stream, Check) -> f64,
    factor: f64,
) -> Vec<Finding> {
    found.retain(|(_, found)| !found.p_value.is_nan());
    // Among p-values that underflow to the same number, collisions come first, since they show the cause.
    let after_collisions = |found: &Found| !matches!(found.effect, Effect::Collisions { .. });
    let weighted = |(stream, found): &(Stream, Found)| found.p_value / weight(*stream, found.check);
    found.sort_by(|a, b| {
        let by_p_value = weighted(a).total_cmp(&weighted(b));
        by_p_value.then_with(|| after_collisions(&a.1).cmp(&after_collisions(&b.1)))
    });
    let mut left: f64 = found
        .iter()
        .map(|(stream, found)| weight(*stream, found.check))
        .sum();
    let mut least = 0.0f64;
    let finding = |(stream, found): (Stream, Found)| {
        // A p-value that underflows is below `f64::MIN_POSITIVE`.
        let p_value = found.p_value.max(f64::MIN_POSITIVE);
        let weight = weight(stream, found.check);
        least = least.max(factor * p_value * left / weight).min(1.0);
        left -= weight;
        Finding {
            check: found.check,
            stream,
            statistic: found.statistic,
            p_value,
            adjusted_p_value: least,
            effect: found.effect,
        }
    };
    found.into_iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All weights are 1.
    fn equally(_: Stream, _: Check) -> f64 {
        1.0
    }

    fn found(p_value: f64) -> (Stream, Found) {
        (
            Stream::Decks,
            Found {
                check: Check::Sign,
                statistic: 0.0,
                p_value,
                effect: Effect::Distance(0.0),
            },
        )
    }

    /// The steps of Holm's method for four p-values.
    #[test]
    fn p_values_are_corrected() {
        let findings = corrected([0.04, 0.01, 0.03, 0.005].map(found).to_vec(), equally, 1.0);
        let adjusted: Vec<f64> = findings
            .iter()
            .map(|finding| finding.adjusted_p_value)
            .collect();
        assert_eq!(adjusted, [0.02, 0.03, 0.06, 0.06]);
    }

    /// A check of weight 3 and two of weight 1: 0.03·5/3, then 0.02·2 and 0.5.
    #[test]
    fn weights_are_shares_of_the_level() {
        let weight = |stream, _| if stream == Stream::Steps { 3.0 } else { 1.0 };
        let mut checks = [0.5, 0.03, 0.02].map(found).to_vec();
        checks[1].0 = Stream::Steps;
        let findings = corrected(checks, weight, 1.0);
        let adjusted = findings
            .iter()
            .map(|finding| (finding.p_value, finding.adjusted_p_value));
        let expected = [(0.03, 0.05), (0.02, 0.05), (0.5, 0.5)];
        assert!(
            adjusted
                .zip(expected)
                .all(|(found, (p, q))| found.0 == p && (found.1 - q).abs() < 1e-12)
        );
    }

    /// A probability that underflows is reported as the smallest positive number.
    #[test]
    fn p_values_are_positive() {
        let finding = corrected(vec![found(0.0)], equally, 1.0)[0];
        assert_eq!(
            (finding.p_value, finding.adjusted_p_value),
            (f64::MIN_POSITIVE, f64::MIN_POSITIVE)
        );
    }

    /// All looks together spend at most alpha.
    #[test]
    fn looks_share_alpha() {
        let spent: f64 = (1..10_000)
            .map(|look| 1.0 / Look::Interim(look).factor())
            .sum();
        assert!(spent < 1.0 && spent > 0.999);
        assert_eq!(
            corrected(vec![found(0.001)], equally, Look::Interim(3).factor())[0].adjusted_p_value,
            0.012
        );
    }
}
