//! Causes of repeated decks: short seeds, periods, generators that are restarted, and decks that repeat the
//! previous deck.
//!
//! A cause is accepted only if the repeats are distributed as it predicts.

use super::candidate::{Candidate, Estimate, LEAST_LEFT_OVER};
use super::cause::Cause;
use super::estimates::{DeckCounts, Likeliest};
use super::profile::{POSITIONS, Profile};
use crate::collisions::Recurrences;
use crate::finding::Stream;
use faro_math::number::elementary::{exp, exp_m1, exp2, ln, log2, powi};
use faro_math::number::ln_factorial;
use faro_math::statistics::{
    LEAST_EXPECTED, binomial_upper_tail, chi_square_survival, least_of, normal_survival, pairs,
    poisson_upper_tail, pooled,
};
use faro_permutation::Statistic;

/// Safety factor for the variance of a distance, since the features of a deck are slightly dependent.
const CAUTION: f64 = 2.0;

/// Minimum numbers of states, and of decks for each state, for a short seed with few cards. Any bias repeats
/// orders of few cards, and a small set of orders shows little of how it was chosen.
const FEWEST_STATES: (f64, f64) = (32.0, 7.0);

/// Minimum number of repeats for a cause. A single pair of equal decks has many possible causes.
const FEWEST: f64 = 3.0;

/// Largest p-value of equally likely decks for which decks are called not equally likely.
const UNEVEN: f64 = 1e-4;

/// Minimum number of repeats of few decks that are no fair sample of all orders.
const FEWEST_REPEATS: f64 = 20.0;

/// Minimum number of different decks of several generators. With eight states, the order of their numbers of occurrences is
/// that of their first occurrences with a probability below 1/8!.
const FEWEST_OF_STREAMS: f64 = 8.0;

/// The number of times that each deck occurred, and when.
#[derive(Clone, Debug)]
pub struct Repeats {
    pub counts: DeckCounts,
    /// The number of occurrences of each different deck, in the order of first occurrence if `recurrences` is known.
    pub multiplicities: Vec<u64>,
    /// The times of the repeats. `None` for few cards, whose orders are counted without times.
    pub recurrences: Option<Recurrences>,
}

impl Repeats {
    /// Returns the number of pairs of equal decks among the counted decks.
    fn pairs(&self) -> f64 {
        self.multiplicities.iter().map(|&count| pairs(count)).sum()
    }

    /// Returns an estimate of the number of pairs of equal decks among all decks.
    pub fn pairs_of_all(&self) -> f64 {
        self.pairs() * exp2(f64::from(self.counts.zeros))
    }

    /// Returns the factor by which repeats increase the variance of means, compared with random orders.
    pub fn inflation(&self) -> f64 {
        let squares: f64 = self
            .multiplicities
            .iter()
            .map(|&count| powi(count as f64, 2))
            .sum();
        let (decks, other_orders) = (self.counts.decks.max(1.0), -exp_m1(-self.counts.ln_orders));
        (squares / decks - decks * exp(-self.counts.ln_orders)) / other_orders
    }

    /// Returns the cause of the repeats. `others` is the p-value of all other evidence in the decks. `is_explained` says that
    /// a fault of the different decks explains it.
    pub fn candidate(
        &self,
        stream: Stream,
        seen: &Profile,
        most: f64,
        others: f64,
        is_explained: bool,
    ) -> Option<Candidate> {
        let many = self.counts.decks - self.counts.different >= FEWEST;
        let inflation = self.inflation();
        let otherwise_fair = match is_explained {
            true => 1.0,
            false if inflation < 1.01 => fair_but_repeated(seen, inflation).min(others),
            false => fair_but_repeated(seen, inflation),
        };
        if let Some((cause, estimate)) = self.cycle().filter(|_| many) {
            let score = (self.counts.decks - self.counts.different) * self.counts.ln_orders;
            let left_over = Some(otherwise_fair);
            return Some(Candidate {
                left_over,
                estimate,
                ..Candidate::new(cause, stream, score, 1.0)
            });
        }
        let (bits, nats) = self.counts.bits()?;
        // Decks from a small set deviate from fair in every table.
        let own: f64 = seen.parts.iter().map(|part| part.own).sum();
        let explained = match is_explained {
            true => most,
            false => most
                .min(1.5 * seen.halves[0].decks * own / exp(bits.value * std::f64::consts::LN_2)),
        };
        let rounded = bits.value.round().clamp(1.0, 31.0);
        let left_over = [self.by_birthdays(), self.by_ages(), otherwise_fair]
            .into_iter()
            .fold(1.0, f64::min);
        let of_states = self.counts.different >= FEWEST_STATES.0
            && self.counts.decks > FEWEST_STATES.1 * self.counts.different;
        let many = many && (self.recurrences.is_some() || of_states);
        if many && 3.0 * otherwise_fair <= LEAST_LEFT_OVER {
            return self.few_decks(stream, seen, bits, nats);
        }
        Some(Candidate {
            cause: Cause::ShortSeed,
            stream,
            word: (bits.value < 31.5).then(|| format!("state:{rounded}")),
            score: nats,
            fit: (nats + explained) / (nats + most),
            left_over: many.then_some((3.0 * left_over).min(1.0)),
            estimate: Some(bits.into()),
            share: None,
        })
    }

    /// Returns the cause if there are few different decks that are no fair sample of all orders, and that come in any order.
    /// Returns `None` if the decks are hardly shuffled: shuffles that move few cards repeat decks too.
    fn few_decks(
        &self,
        stream: Stream,
        seen: &Profile,
        bits: Likeliest,
        nats: f64,
    ) -> Option<Candidate> {
        let recurrences = self.recurrences?;
        let (decks, repeats) = (self.counts.decks, self.counts.decks - self.counts.different);
        let mean = |statistic| {
            let place = Statistic::OF_DECKS.iter().position(|&one| one == statistic);
            place.map_or(0.0, |place| seen.values[place].mean)
        };
        let cards = seen.parts[POSITIONS].own.sqrt() + 1.0;
        let is_shuffled = mean(Statistic::FixedPoints) < cards / 8.0
            && (0.25..0.75).contains(&(mean(Statistic::Descents) / (cards - 1.0)));
        // Decks in random order follow their own kind as often as pairs are equal.
        let of_the_deck_before = 2.0 * self.pairs() / decks.max(1.0);
        let is_mixed = recurrences.same as f64 <= 2.0 * of_the_deck_before + 10.0;
        if !is_shuffled || !is_mixed || repeats < FEWEST_REPEATS {
            return None;
        }
        let by_times = 2.0 * self.by_birthdays().min(self.by_ages());
        let candidate = |cause, left_over, estimate: Likeliest| Candidate {
            left_over: Some(f64::min(left_over, 1.0)),
            estimate: Some(estimate.into()),
            ..Candidate::new(cause, stream, nats, 1.0)
        };
        if by_times > UNEVEN {
            return Some(candidate(Cause::FewDecks, by_times, bits));
        }
        // At least half of the decks are repeats, so that most of the decks that can come did come.
        let is_most = 2.0 * repeats >= decks;
        let at_least = Likeliest {
            low: log2(self.counts.different),
            high: f64::INFINITY,
            ..bits
        };
        is_most.then(|| candidate(Cause::UnevenDecks, 1.0, at_least))
    }

    /// Returns the cause if decks repeat in the order of their first occurrence, or `None` if they do not.
    ///
    /// It is a period if all distances between occurrences are equal, and a generator that is restarted
    /// otherwise.
    fn cycle(&self) -> Option<(Cause, Option<Estimate>)> {
        let Recurrences {
            same,
            restarts,
            others,
            distances,
            ..
        } = self.recurrences?;
        if same + others > 0 || restarts == 0 {
            return self.are_of_streams().then_some((Cause::Restarted, None));
        }
        let [least, most] = distances?.map(|distance| distance as f64);
        let all = self.counts.zeros > 0 || self.counts.different == least;
        Some(if least == most && all {
            (Cause::Period, Some(Likeliest::exact(least).into()))
        } else {
            (Cause::Restarted, None)
        })
    }

    /// Returns whether the decks can be those of several generators with one seed, as in processes, mixed in any way.
    ///
    /// Each generator makes the same decks and stops somewhere. So no deck came more often than one that first came before
    /// it. This says nothing of decks that only repeat the deck before, or the first one.
    fn are_of_streams(&self) -> bool {
        let repeats = self.counts.decks - self.counts.different;
        let first = self
            .multiplicities
            .first()
            .map_or(0.0, |&count| count as f64 - 1.0);
        let same = self
            .recurrences
            .map_or(0.0, |recurrences| recurrences.same as f64);
        self.counts.different >= FEWEST_OF_STREAMS
            && repeats - same >= FEWEST
            && 2.0 * first <= repeats
            && self.multiplicities.is_sorted_by(|one, next| one >= next)
    }

    /// Returns the p-value if decks repeat only the previous deck, and are fair otherwise.
    ///
    /// `same` is the number of decks that equal the previous one. Other repeats occur only as often as among random
    /// orders: their number is at most a Poisson variable. The result is `None` if decks of few cards repeat more often
    /// by chance.
    pub fn of_the_deck_before(&self, same: f64) -> Option<f64> {
        if let Some(recurrences) = self.recurrences {
            let others = recurrences.repeats() - recurrences.same;
            return Some(if recurrences.same > 0 && 20 * others <= recurrences.same {
                1.0
            } else {
                0.0
            });
        }
        let (others, orders) = (self.counts.decks - same, exp(self.counts.ln_orders));
        let by_chance = others + orders * exp_m1(-others / orders);
        let repeats = (others - self.counts.different).max(0.0);
        (by_chance < same).then(|| poisson_upper_tail(repeats, by_chance))
    }

    /// Returns the p-value of the ages of repeated decks, if all ages are equally likely. It tests the most
    /// frequent class and the mean.
    fn by_ages(&self) -> f64 {
        let Some(recurrences) = self
            .recurrences
            .filter(|recurrences| recurrences.repeats() > 0)
        else {
            return 1.0;
        };
        let (repeats, classes) = (recurrences.repeats(), recurrences.ages.len());
        let chances = class_chances(self.counts.different, classes);
        let tail = |(&count, &chance): (&u64, &f64)| binomial_upper_tail(count, repeats, chance);
        let tails = recurrences.ages.iter().zip(&chances).map(tail);
        let most = least_of(tails.fold(1.0, f64::min), classes as f64);
        let mean: f64 = (0..classes)
            .map(|class| class as f64 * chances[class])
            .sum();
        let moment = |power, weights: &[f64]| -> f64 {
            let terms = weights.iter().enumerate();
            terms
                .map(|(class, weight)| powi(class as f64 - mean, power) * weight)
                .sum()
        };
        let counts: Vec<f64> = recurrences.ages.iter().map(|&count| count as f64).collect();
        let deviations = moment(1, &counts).abs() / (repeats as f64 * moment(2, &chances)).sqrt();
        least_of(most.min(2.0 * normal_survival(deviations)), 2.0)
    }

    /// Returns the p-value of the numbers of occurrences if all states are equally likely, when they are
    /// positive Poisson variables.
    fn by_birthdays(&self) -> f64 {
        let Some((bits, _)) = self.counts.bits() else {
            return 1.0;
        };
        let DeckCounts {
            decks,
            different,
            zeros,
            ..
        } = self.counts;
        let mean = decks * exp2(f64::from(zeros) - bits.value);
        let above_none = -exp_m1(-mean);
        let chance = |count: u64| {
            exp(count as f64 * ln(mean) - mean - ln_factorial(count as f64)) / above_none
        };
        let most = self.multiplicities.iter().copied().max().unwrap_or(1);
        // A table indexed by count would be too large: few different decks can each occur a billion times.
        let mut sorted = self.multiplicities.clone();
        sorted.sort_unstable();
        let mut equal = sorted.chunk_by(|one, other| one == other).peekable();
        let (mut tail, mut p_value) = (1.0, 1.0f64);
        let mut cells = Vec::new();
        let mut beyond = different;
        for count in 1..=most + 1 {
            let seen = equal
                .next_if(|equal| equal[0] == count)
                .map_or(0, <[u64]>::len);
            if count > 2 && beyond > 0.0 {
                let by_tail = poisson_upper_tail(beyond, different * f64::max(tail, 0.0));
                p_value = p_value.min(by_tail * most as f64);
            }
            let chance = chance(count);
            (tail, beyond) = (tail - chance, beyond - seen as f64);
            cells.push((seen as u64, chance * different));
        }
        cells.push((0, tail.max(0.0) * different));
        let cells = pooled(cells.into_iter(), LEAST_EXPECTED);
        if cells.len() > 2 {
            let square: f64 = cells
                .iter()
                .map(|&(seen, expected)| powi(seen as f64 - expected, 2) / expected)
                .sum();
            p_value = p_value.min(2.0 * chi_square_survival(square, cells.len() as u64 - 2));
        }
        p_value.min(1.0)
    }
}

/// Returns the share of each class of ages if all of `different` decks are equally likely. Few decks do not fill the classes
/// evenly. For more decks than classes the shares differ little while the number of different decks grows.
fn class_chances(different: f64, classes: usize) -> Vec<f64> {
    let first = |class: usize| (class as f64 * different / classes as f64).ceil();
    let share = |class| ((first(class + 1) - first(class)) / different).clamp(1e-9, 1.0);
    (0..classes).map(share).collect()
}

/// Returns the p-value of the distances from a fair profile, given repeats.
///
/// Repeats multiply the variance of all means by `inflation`. The test is two-sided, because systematically
/// chosen decks, such as all cuts of one order, have too small distances.
pub fn fair_but_repeated(seen: &Profile, inflation: f64) -> f64 {
    let decks = seen.halves[0].decks;
    let parts = seen
        .parts
        .iter()
        .filter(|part| part.own > 0.0 && part.decks == decks);
    let p_values = parts.map(|part| {
        let distance: f64 = part.mean.iter().map(|mean| mean * mean).sum();
        let degrees = (part.own / CAUTION).round().max(1.0);
        let scaled = degrees * distance * decks / (part.own * inflation.max(1.0));
        let above = chi_square_survival(scaled, degrees as u64);
        2.0 * above.min(1.0 - above)
    });
    (p_values.fold(1.0, f64::min) * seen.parts.len() as f64).min(1.0)
}

#[cfg(test)]
mod tests;
