use super::checks::{Fair, Found};
use super::evidence::Evidence;
use super::finding::{Effect, Finding, Stream};

/// What an audit says of a shuffler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No check saw more than chance would show: fair so far, and no more than that.
    Fair,
    /// A check saw what a fair shuffle shows less often than alpha.
    Unfair,
    /// No check saw anything, but a rough shuffle would not have been seen either.
    TooFewDecks,
}

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// A fair shuffle is called unfair with this chance at most.
    pub alpha: f64,
    /// The decks that were judged.
    pub decks: u64,
    /// What every check found, the most telling first.
    pub findings: Vec<Finding>,
}

impl Judgement {
    /// The findings that are evidence: those whose corrected p-values are alpha or less.
    pub fn told(&self) -> &[Finding] {
        &self.findings[..self.findings.partition_point(|one| one.adjusted_p_value <= self.alpha)]
    }

    /// Whether there is evidence in this stream.
    pub fn tells_of(&self, stream: Stream) -> bool {
        self.told().iter().any(|one| one.stream == stream)
    }
}

impl Evidence {
    /// Judges what was seen: unfair if any check's p-value, corrected for all of them, is alpha or less.
    /// O(n²) for n cards, and the laws of a fair shuffle.
    ///
    /// # Panics
    ///
    /// If alpha is no chance between 0 and 1.
    pub fn judge(&mut self, alpha: f64) -> Judgement {
        self.judge_by(&Fair::new(self.cards()), alpha, Looks::Once)
    }

    /// The same with the laws at hand, and with all looks in view.
    ///
    /// # Panics
    ///
    /// If alpha is no chance between 0 and 1.
    pub fn judge_by(&mut self, fair: &Fair, alpha: f64, looks: Looks) -> Judgement {
        assert!(alpha > 0.0 && alpha < 1.0, "alpha {alpha}");
        let findings = corrected(self.found(fair), looks.factor());
        let unfair = findings.first().is_some_and(|first| first.adjusted_p_value <= alpha);
        let few = self.decks() < super::detectable::fewest_decks(self.cards(), alpha);
        let verdict = match (unfair, few) {
            (true, _) => Verdict::Unfair,
            (false, true) => Verdict::TooFewDecks,
            (false, false) => Verdict::Fair,
        };
        Judgement { verdict, alpha, decks: self.decks(), findings }
    }
}

/// How often a growing sample is looked at, which is corrected for as the number of checks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// At the end alone.
    Once,
    /// This is the k-th look, from 1, and nobody knows how many there will be: it spends 1/(k·(k + 1)) of
    /// alpha, and all of them together no more than alpha.
    Again(u32),
}

impl Looks {
    /// What p-values are multiplied with.
    fn factor(self) -> f64 {
        match self {
            Looks::Once => 1.0,
            Looks::Again(look) => f64::from(look) * (f64::from(look) + 1.0),
        }
    }
}

/// All checks in view: the k-th smallest of K p-values counts K − k + 1 times, and no less than those
/// before it (Holm, *A simple sequentially rejective multiple test procedure*, 1979). It holds however the
/// checks hang together.
fn corrected(mut found: Vec<(Stream, Found)>, factor: f64) -> Vec<Finding> {
    let plain = |found: &Found| !matches!(found.effect, Effect::Repeats { .. });
    // Where p-values are too small to be told apart, equal decks say the most.
    found.sort_by(|(_, one), (_, other)| {
        one.p_value.total_cmp(&other.p_value).then_with(|| plain(one).cmp(&plain(other)))
    });
    let checks = found.len();
    let mut least = 0.0f64;
    let finding = |(index, (stream, found)): (usize, (Stream, Found))| {
        least = least.max(factor * found.p_value * (checks - index) as f64).min(1.0);
        Finding {
            check: found.check,
            stream,
            statistic: found.statistic,
            p_value: found.p_value,
            adjusted_p_value: least,
            effect: found.effect,
        }
    };
    found.into_iter().enumerate().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::check::Check;

    fn found(p_value: f64) -> (Stream, Found) {
        (Stream::Decks, Found { check: Check::Sign, statistic: 0.0, p_value, effect: Effect::Distance(0.0) })
    }

    /// Holm's own steps for four p-values.
    #[test]
    fn p_values_are_corrected() {
        let findings = corrected([0.04, 0.01, 0.03, 0.005].map(found).to_vec(), 1.0);
        let adjusted: Vec<f64> = findings.iter().map(|finding| finding.adjusted_p_value).collect();
        assert_eq!(adjusted, [0.02, 0.03, 0.06, 0.06]);
    }

    /// However often one looks, no more than alpha is spent.
    #[test]
    fn looks_share_alpha() {
        let spent: f64 = (1..10_000).map(|look| 1.0 / Looks::Again(look).factor()).sum();
        assert!(spent < 1.0 && spent > 0.999);
        assert_eq!(corrected(vec![found(0.001)], Looks::Again(3).factor())[0].adjusted_p_value, 0.012);
    }
}
