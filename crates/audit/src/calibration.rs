//! Measures how often audits call fair and unfair shuffles unfair, by audits of simulated decks.

use std::collections::BTreeMap;

use super::checks::Fair;
use super::design::Design;
use super::error::{Error, check_alpha, check_kinds, check_size};
use super::evidence::Evidence;
use super::finding::{Finding, Stream};
use super::judge::{judge, judge_by};
use super::judgement::{Judgement, Look, Verdict};
use super::partial::{PartialEvidence, judge_partial};
use faro_sample::shuffle::{Generator, Seed, Shuffle};
use faro_sample::simulate::Merge;

/// The part of each deck that an audit reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Whole decks, each shuffled from the starting order; the value is the number of cards.
    Decks(usize),
    /// Whole decks, each shuffled from the previous one; the value is the number of cards.
    Chain(usize),
    /// Decks of which a design shows a part; the vector has the card or kind at each starting position.
    Partial(Design, Vec<u32>),
}

/// Audits of simulated decks, to measure error rates and power.
#[derive(Debug)]
pub struct Trials<'a, S> {
    observed: Observed,
    decks: u64,
    shuffle: &'a S,
    alpha: f64,
    /// The laws of a fair shuffle of whole decks.
    fair: Option<Fair>,
}

/// Counts of small p-values in many audits.
///
/// ```
/// use faro_audit::{Calibration, Observed, Trials};
/// use faro::shuffle::Seed;
/// use faro::zoo::Transpositions;
///
/// let trials = Trials::new(Observed::Decks(5), 40, &Transpositions::Sattolo, 0.001)?;
/// let mut calibration = Calibration::new(vec![0.001]);
/// (0..20).for_each(|run| calibration.add(&trials.judge(&Seed::from(1), run)));
/// assert_eq!((calibration.audits(), calibration.unfair()), (20, 20));
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    levels: Vec<f64>,
    audits: u64,
    unfair: u64,
    /// Number of audits whose smallest corrected p-value is at most each level.
    flagged: Vec<u64>,
    checks: BTreeMap<(&'static str, String), CheckCounts>,
}

/// Counts of the p-values of one check in many audits, not corrected for the number of checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckCounts {
    /// Number of p-values.
    pub audits: u64,
    /// Number of p-values that are at most each level.
    pub at_most: Vec<u64>,
}

impl Observed {
    /// Returns the number of cards of a deck.
    pub fn cards(&self) -> usize {
        match self {
            Observed::Decks(cards) | Observed::Chain(cards) => *cards,
            Observed::Partial(design, _) => design.cards(),
        }
    }
}

impl<'a, S: Shuffle> Trials<'a, S> {
    /// Creates audits of `decks` decks that `shuffle` makes, judged at level `alpha`.
    ///
    /// # Errors
    ///
    /// If `alpha`, the number of cards, or the kinds of the starting order are out of range.
    pub fn new(
        observed: Observed,
        decks: u64,
        shuffle: &'a S,
        alpha: f64,
    ) -> Result<Trials<'a, S>, Error> {
        check_alpha(alpha)?;
        check_size(observed.cards())?;
        if let Observed::Partial(design, start) = &observed {
            check_kinds(start, design.cards(), &design.all_kinds())?;
        }
        let is_whole = !matches!(observed, Observed::Partial(..));
        let fair = is_whole.then(|| Fair::new(observed.cards()));
        Ok(Trials {
            observed,
            decks,
            shuffle,
            alpha,
            fair,
        })
    }

    /// Simulates the decks of the audit with number `run`, and judges them. Each audit has its own random stream of
    /// `seed`.
    pub fn judge(&self, seed: &Seed, run: u64) -> Judgement {
        let mut generator = Generator::unit(seed, run);
        match (&self.observed, &self.fair) {
            (Observed::Partial(design, start), _) => self.judge_seen(design, start, &mut generator),
            (observed, fair) => {
                let is_chain = matches!(observed, Observed::Chain(_));
                let first = if is_chain {
                    Stream::Steps
                } else {
                    Stream::Decks
                };
                let mut evidence = Evidence::with_first(observed.cards(), first);
                self.each_deck(is_chain, &mut generator, |deck| evidence.add_valid(deck));
                match fair {
                    Some(fair) => judge_by(&mut evidence, fair, self.alpha, Look::Only),
                    None => judge(&mut evidence, self.alpha),
                }
            }
        }
    }

    fn judge_seen(&self, design: &Design, start: &[u32], generator: &mut Generator) -> Judgement {
        let mut evidence = PartialEvidence::new(design.clone()).with_start(start);
        let mut seen = Vec::new();
        self.each_deck(false, generator, |deck| {
            seen.clear();
            seen.extend(
                deck[..design.seen()]
                    .iter()
                    .map(|&card| start[card as usize]),
            );
            evidence.add_valid(&seen);
        });
        judge_partial(&mut evidence, self.alpha)
    }

    fn each_deck(&self, is_chain: bool, generator: &mut Generator, mut add: impl FnMut(&[u32])) {
        let new_deck: Vec<u32> = (0..self.observed.cards() as u32).collect();
        let mut deck = new_deck.clone();
        for _ in 0..self.decks {
            if !is_chain {
                deck.copy_from_slice(&new_deck);
            }
            self.shuffle.shuffle(&mut deck, generator);
            add(&deck);
        }
    }
}

impl Calibration {
    /// Creates counts without audits, for p-values of at most each of `levels`.
    pub fn new(levels: Vec<f64>) -> Calibration {
        let flagged = vec![0; levels.len()];
        Calibration {
            levels,
            audits: 0,
            unfair: 0,
            flagged,
            checks: BTreeMap::new(),
        }
    }

    /// Counts an audit.
    pub fn add(&mut self, judgement: &Judgement) {
        self.audits += 1;
        self.unfair += u64::from(judgement.verdict == Verdict::Unfair);
        let least = judgement
            .findings
            .first()
            .map_or(1.0, |first| first.adjusted_p_value);
        count(&mut self.flagged, &self.levels, least);
        for Finding {
            stream,
            check,
            p_value,
            ..
        } in &judgement.findings
        {
            let counts = self
                .checks
                .entry((stream.name(), check.name()))
                .or_default();
            counts.audits += 1;
            counts.at_most.resize(self.levels.len(), 0);
            count(&mut counts.at_most, &self.levels, *p_value);
        }
    }

    /// Returns the number of audits.
    pub fn audits(&self) -> u64 {
        self.audits
    }

    /// Returns the number of audits whose verdict is unfair.
    pub fn unfair(&self) -> u64 {
        self.unfair
    }

    /// Returns each level with the number of audits that call the shuffle unfair at it.
    pub fn flagged(&self) -> impl Iterator<Item = (f64, u64)> {
        self.levels
            .iter()
            .copied()
            .zip(self.flagged.iter().copied())
    }

    /// Returns the counts of each check, by stream and name.
    pub fn checks(&self) -> impl Iterator<Item = ((&'static str, &str), &CheckCounts)> {
        self.checks
            .iter()
            .map(|((stream, check), counts)| ((*stream, check.as_str()), counts))
    }
}

fn count(counts: &mut [u64], levels: &[f64], p_value: f64) {
    counts
        .iter_mut()
        .zip(levels)
        .for_each(|(count, level)| *count += u64::from(p_value <= *level));
}

impl Merge for Calibration {
    fn merge(&mut self, other: Calibration) {
        let add = |sums: &mut Vec<u64>, counts: Vec<u64>| {
            sums.resize(counts.len(), 0);
            sums.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        };
        self.audits += other.audits;
        self.unfair += other.unfair;
        add(&mut self.flagged, other.flagged);
        for (check, counts) in other.checks {
            let sums = self.checks.entry(check).or_default();
            sums.audits += counts.audits;
            add(&mut sums.at_most, counts.at_most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::zoo::Transpositions;

    /// Merging the counts of two ranges of audits gives the counts of the whole range, for each way of reading decks.
    #[test]
    fn parts_add_up() {
        let hands = Design::hands(8, &[3, 2])
            .unwrap()
            .with_kinds(&[2, 6])
            .unwrap();
        let hands = Observed::Partial(hands, vec![1, 1, 0, 1, 1, 0, 1, 1]);
        for observed in [Observed::Decks(4), Observed::Chain(4), hands] {
            let trials = Trials::new(observed, 30, &Transpositions::FisherYates, 0.05).unwrap();
            let counted = |runs: std::ops::Range<u64>| {
                let mut calibration = Calibration::new(vec![0.05, 0.5]);
                runs.for_each(|run| calibration.add(&trials.judge(&Seed::from(1), run)));
                calibration
            };
            let mut sum = counted(0..7);
            sum.merge(counted(7..40));
            assert_eq!(sum, counted(0..40));
            assert!(
                sum.checks()
                    .all(|(_, counts)| counts.at_most[0] <= counts.at_most[1])
            );
        }
    }
}
