use super::checks::{Fair, Found};
use super::evidence::Evidence;
use super::finding::{Finding, Stream};

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

impl Evidence {
    /// Judges what was seen: unfair if any check's p-value, corrected for all of them, is alpha or less.
    /// O(n²) for n cards, and the laws of a fair shuffle.
    pub fn judge(&mut self, alpha: f64) -> Judgement {
        let fair = Fair::new(self.cards());
        self.judge_by(&fair, alpha)
    }

    /// The same with the laws at hand.
    pub fn judge_by(&mut self, fair: &Fair, alpha: f64) -> Judgement {
        let findings = corrected(self.found(fair));
        let unfair = findings.first().is_some_and(|first| first.adjusted_p_value <= alpha);
        let verdict = match unfair {
            true => Verdict::Unfair,
            false if self.decks() < super::detectable::fewest_decks(self.cards(), alpha) => {
                Verdict::TooFewDecks
            }
            false => Verdict::Fair,
        };
        Judgement { verdict, alpha, decks: self.decks(), findings }
    }
}

/// All checks in view: the k-th smallest of K p-values counts K − k + 1 times, and no less than those
/// before it (Holm, *A simple sequentially rejective multiple test procedure*, 1979). It holds however the
/// checks hang together.
fn corrected(mut found: Vec<(Stream, Found)>) -> Vec<Finding> {
    found.sort_by(|one, other| one.1.p_value.total_cmp(&other.1.p_value));
    let checks = found.len();
    let mut least = 0.0f64;
    let finding = |(index, (stream, found)): (usize, (Stream, Found))| {
        least = least.max(found.p_value * (checks - index) as f64).min(1.0);
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

/// What may be spent at the k-th look at a growing sample, from 1: α/(k·(k + 1)), which sums to α however
/// often one looks.
pub fn alpha_at_look(alpha: f64, look: u32) -> f64 {
    alpha / (f64::from(look) * (f64::from(look) + 1.0))
}
