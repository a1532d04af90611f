//! TimSort (Peters 2002).

use super::by_insertion::{bisect, insert, natural_run};
use super::compared::Compared;
use crate::shuffle::Choices;

/// TimSort as a language implements it.
#[derive(Clone, Copy)]
pub(super) struct Tim {
    /// Minimum number of cards that are split into several runs.
    least: usize,
    /// Whether this is Java's version: it also asks whether a card is greater, and stops if comparisons contradict each
    /// other.
    is_java: bool,
}

pub(super) const V8: Tim = Tim {
    least: 64,
    is_java: false,
};

pub(super) const JAVA: Tim = Tim {
    least: 32,
    is_java: true,
};

/// Minimum length of a stretch that makes galloping worthwhile.
const MIN_GALLOP: usize = 7;

pub(super) fn sort<C: Choices + ?Sized>(deck: &mut [u32], tim: Tim, by: &mut Compared<C>) {
    let (mut least, mut odd) = (deck.len(), 0);
    while least >= tim.least {
        (least, odd) = (least / 2, odd | (least % 2));
    }
    let mut runs = PendingRuns {
        tim,
        lengths: Vec::new(),
        patience: MIN_GALLOP,
    };
    let mut start = 0;
    while start < deck.len() {
        let run = natural_run(&mut deck[start..], &mut || by.less());
        let end = start + run.max((least + odd).min(deck.len() - start));
        insert(&mut deck[start..end], run, &mut || by.less());
        runs.lengths.push(end - start);
        start = end;
        while let Some(number) = runs.unbalanced() {
            if !runs.merge(&mut deck[..end], number, by) {
                return;
            }
        }
    }
    while let Some(last) = runs.lengths.len().checked_sub(2) {
        let earlier = last > 0 && runs.lengths[last - 1] < runs.lengths[last + 1];
        if !runs.merge(deck, last - usize::from(earlier), by) {
            return;
        }
    }
}

/// Returns the result of [`bisect`] among `cards` cards, after an exponential search from `hint` on.
fn gallop(cards: usize, hint: usize, mut before: impl FnMut() -> bool) -> usize {
    let (mut last, mut step) = (0, 1);
    let is_after = before();
    let max = if is_after { cards - hint } else { hint + 1 };
    while step < max && before() == is_after {
        (last, step) = (step, 2 * step + 1);
    }
    step = step.min(max);
    let [low, high] = if is_after {
        [hint + last + 1, hint + step]
    } else {
        [hint + 1 - step, hint - last]
    };
    bisect(low, high, &mut before)
}

/// The lengths of the sorted runs that are not merged yet, from the start of the deck.
struct PendingRuns {
    tim: Tim,
    lengths: Vec<usize>,
    /// Number of successive cards from one run after which the merge gallops.
    patience: usize,
}

impl PendingRuns {
    /// Returns the run to merge with the next one, if the lengths of the last runs violate TimSort's invariant.
    fn unbalanced(&self) -> Option<usize> {
        let (lengths, last) = (&self.lengths, self.lengths.len().checked_sub(2)?);
        let is_small = |number: usize| lengths[number - 1] <= lengths[number] + lengths[number + 1];
        if last > 0 && is_small(last) || last > 1 && is_small(last - 1) {
            return Some(if lengths[last - 1] < lengths[last + 1] {
                last - 1
            } else {
                last
            });
        }
        (lengths[last] <= lengths[last + 1]).then_some(last)
    }

    /// Merges a run with the next one. The last run ends with the deck. Returns `false` if the sort must stop.
    fn merge<C: Choices + ?Sized>(
        &mut self,
        deck: &mut [u32],
        number: usize,
        by: &mut Compared<C>,
    ) -> bool {
        let after: usize = self.lengths[number + 2..].iter().sum();
        let second = self.lengths.remove(number + 1);
        let first = std::mem::replace(&mut self.lengths[number], 0);
        self.lengths[number] = first + second;
        let middle = deck.len() - after - second;
        // Cards at the start of the first run and at the end of the second are in place already.
        let start = middle - first + gallop(first, 0, || !by.less());
        if start == middle {
            return true;
        }
        let is_java = self.tim.is_java;
        let second = gallop(second, second - 1, || {
            if is_java { by.greater() } else { by.less() }
        });
        if second == 0 {
            return true;
        }
        // The shorter run is copied. If it is the second one, the merge goes from the end.
        let high = middle - start > second;
        let mut runs = [
            deck[start..middle].to_vec(),
            deck[middle..middle + second].to_vec(),
        ];
        if high {
            runs.reverse();
            runs.iter_mut().for_each(|run| run.reverse());
        }
        let mut merge = RunMerge {
            runs,
            taken: [0; 2],
            merged: Vec::new(),
            high,
            is_java,
        };
        merge.run(&mut self.patience, by);
        let is_consistent = !is_java || merge.left(0) > 0;
        deck[start..middle + second].copy_from_slice(&merge.finish());
        is_consistent
    }
}

/// A merge of two runs. The first is the shorter one, which is copied. If `high`, both are merged from their ends, and
/// are reversed for this.
struct RunMerge {
    runs: [Vec<u32>; 2],
    taken: [usize; 2],
    merged: Vec<u32>,
    high: bool,
    is_java: bool,
}

impl RunMerge {
    fn left(&self, run: usize) -> usize {
        self.runs[run].len() - self.taken[run]
    }

    /// Takes the next cards of a run. Returns whether the merge goes on.
    fn take(&mut self, run: usize, count: usize) -> bool {
        self.merged
            .extend_from_slice(&self.runs[run][self.taken[run]..][..count]);
        self.taken[run] += count;
        self.left(0) > 1 && self.left(1) > 0
    }

    fn run<C: Choices + ?Sized>(&mut self, patience: &mut usize, by: &mut Compared<C>) {
        if !self.take(1, 1) {
            return;
        }
        let is_java = self.is_java;
        while self.card_by_card(*patience, by) {
            *patience += usize::from(!is_java);
            loop {
                *patience -= usize::from(!is_java && *patience > 1);
                let Some(longest) = self.by_stretches(by) else {
                    *patience = (*patience).max(1);
                    return;
                };
                *patience = patience.saturating_sub(usize::from(is_java));
                if longest < MIN_GALLOP {
                    break;
                }
            }
            *patience += if is_java { 2 } else { 1 };
        }
    }

    /// Takes card by card until `patience` cards in a row came from one run. Returns whether the merge continues.
    fn card_by_card<C: Choices + ?Sized>(&mut self, patience: usize, by: &mut Compared<C>) -> bool {
        let mut wins = [0; 2];
        while wins.iter().all(|&wins| wins < patience.max(1)) {
            let run = usize::from(by.less());
            (wins[run], wins[1 - run]) = (wins[run] + 1, 0);
            if !self.take(run, 1) {
                return false;
            }
        }
        true
    }

    /// Takes cards of the two runs in turn: a stretch of one run, a card of the other, a stretch of the
    /// other, and a card of the first. Returns the length of the longer stretch, or `None` if the merge ends.
    fn by_stretches<C: Choices + ?Sized>(&mut self, by: &mut Compared<C>) -> Option<usize> {
        let run = usize::from(self.high);
        let first = self.cards_before(run, false, by);
        if first > 0 && !self.take(run, first) || !self.take(1 - run, 1) {
            return None;
        }
        let second = self.cards_before(1 - run, true, by);
        if second > 0 && !self.take(1 - run, second) || !self.take(run, 1) {
            return None;
        }
        Some(first.max(second))
    }

    /// Returns the number of cards of a run that come before the next card of the other run.
    fn cards_before<C: Choices + ?Sized>(
        &self,
        run: usize,
        is_left: bool,
        by: &mut Compared<C>,
    ) -> usize {
        let (cards, is_java) = (self.left(run), self.is_java);
        let before = || match (is_left, is_java) {
            (false, _) => !by.less(),
            (true, false) => by.less(),
            (true, true) => by.greater(),
        };
        if self.high {
            cards - gallop(cards, cards - 1, before)
        } else {
            gallop(cards, 0, before)
        }
    }

    fn finish(mut self) -> Vec<u32> {
        for run in [1, 0] {
            let rest = self.left(run);
            self.take(run, rest);
        }
        if self.high {
            self.merged.reverse();
        }
        self.merged
    }
}
