//! Audits that judge the decks as they arrive.

use super::checks::Fair;
use super::error::{Error, check_alpha};
use super::evidence::Evidence;
use super::judge::judge_by;
use super::judgement::{Judgement, Look, Verdict};

/// Number of decks at the first interim look. The number doubles from look to look.
const FIRST_LOOK: u64 = 64;

/// An audit that judges the decks as they arrive and can stop as soon as they are unfair.
///
/// It looks at 64, 128, 256, … decks. The k-th look spends 1/(k·(k + 1)) of alpha (alpha spending: Lan and DeMets
/// 1983). So a fair shuffle is called unfair with probability at most alpha, regardless of when the audit stops.
///
/// ```
/// use faro_audit::{Evidence, SequentialAudit, Verdict};
/// use faro::shuffle::{Generator, Seed, Shuffle};
/// use faro::zoo::Transpositions;
///
/// let mut generator = Generator::unit(&Seed::from(1), 0);
/// let (mut evidence, mut audit) = (Evidence::new(52)?, SequentialAudit::new(0.001)?);
/// while !audit.is_decided(&mut evidence) {
///     let mut deck: Vec<u32> = (0..52).collect();
///     Transpositions::Sattolo.shuffle(&mut deck, &mut generator);
///     evidence.add(&deck)?;
/// }
/// assert_eq!(evidence.decks(), 64);
/// assert_eq!(audit.judge(&mut evidence).verdict, Verdict::Unfair);
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SequentialAudit {
    alpha: f64,
    /// The laws of a fair shuffle, computed at the first look.
    fair: Option<Fair>,
    looks: u32,
    /// Number of decks at which the audit judges the decks the next time.
    next: u64,
    last: Option<Judgement>,
}

impl SequentialAudit {
    /// Creates an audit that calls a fair shuffle unfair with probability at most `alpha`.
    ///
    /// # Errors
    ///
    /// If `alpha` is not between 0 and 1.
    pub fn new(alpha: f64) -> Result<SequentialAudit, Error> {
        check_alpha(alpha)?;
        Ok(SequentialAudit {
            alpha,
            fair: None,
            looks: 0,
            next: FIRST_LOOK,
            last: None,
        })
    }

    /// Returns whether a look is due at `decks` decks.
    pub fn is_due(&self, decks: u64) -> bool {
        decks >= self.next
    }

    /// Looks at the evidence if a look is due, and returns whether the decks are unfair. Must be called after every
    /// deck.
    pub fn is_decided(&mut self, evidence: &mut Evidence) -> bool {
        self.is_due(evidence.decks()) && self.look(evidence).verdict == Verdict::Unfair
    }

    /// Returns the judgement of all decks.
    ///
    /// If no deck was added since the last look, it is the judgement of that look. Otherwise one more look is made.
    pub fn judge(mut self, evidence: &mut Evidence) -> Judgement {
        match self.last.take() {
            Some(last) if last.decks == evidence.decks() => last,
            _ => self.look(evidence).clone(),
        }
    }

    fn look(&mut self, evidence: &mut Evidence) -> &Judgement {
        (self.looks, self.next) = (self.looks + 1, 2 * self.next);
        let fair = self.fair.get_or_insert_with(|| Fair::new(evidence.cards()));
        self.last.insert(judge_by(
            evidence,
            fair,
            self.alpha,
            Look::Interim(self.looks),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::zoo::Transpositions;

    /// Looks are at 64, 128, … decks, and each is corrected for the looks before it.
    #[test]
    fn looks_are_at_doubling_numbers_of_decks() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let (mut evidence, mut audit) = (
            Evidence::new(8).unwrap(),
            SequentialAudit::new(0.001).unwrap(),
        );
        let mut looks = Vec::new();
        for decks in 1..=300 {
            let mut deck: Vec<u32> = (0..8).collect();
            Transpositions::FisherYates.shuffle(&mut deck, &mut generator);
            evidence.add(&deck).unwrap();
            let before = audit.looks;
            assert!(!audit.is_decided(&mut evidence));
            looks.extend((audit.looks > before).then_some(decks));
        }
        assert_eq!(looks, [64, 128, 256]);
        let fair = Fair::new(8);
        assert_eq!(
            audit.judge(&mut evidence),
            judge_by(&mut evidence, &fair, 0.001, Look::Interim(4))
        );
    }

    /// The looks of an audit have less power than one look at all decks, and say so.
    #[test]
    fn looks_need_more_decks() {
        use crate::{Alternative, Conclusion, judge};
        let mut generator = Generator::unit(&Seed::from(2), 0);
        let (mut evidence, mut audit) = (
            Evidence::new(52).unwrap(),
            SequentialAudit::new(0.001).unwrap(),
        );
        for _ in 0..500 {
            let mut deck: Vec<u32> = (0..52).collect();
            Transpositions::FisherYates.shuffle(&mut deck, &mut generator);
            evidence.add(&deck).unwrap();
            assert!(!audit.is_decided(&mut evidence));
        }
        let even = |judgement: Judgement| {
            let judged = judgement.look;
            let conclusion = Conclusion::new(&mut evidence.clone(), judgement, None);
            let power = conclusion
                .detectable
                .into_iter()
                .find(|one| one.alternative == Alternative::EvenOrders);
            (judged, power.unwrap().seen.unwrap())
        };
        let (only, sequential) = (
            even(judge(&mut evidence.clone(), 0.001)),
            even(audit.judge(&mut evidence.clone())),
        );
        assert_eq!((only.0, sequential.0), (Look::Only, Look::Interim(4)));
        // The fourth look spends a twentieth of alpha.
        assert!(sequential.1 > only.1 + 0.01, "{only:?} {sequential:?}");
    }
}
