//! Computes how many decks an audit needs to find a bias of a given size, and the smallest bias that a given number of
//! decks can show.

use super::alternative::{Alternative, MAX_BITS, POWER, Power};
use crate::checks::positions_law;
use crate::partial::laws;

use faro::riffle::Mixing;
use faro_math::number::{boundary, elementary::exp2, first_number, log2_factorial};
use faro_math::statistics::{
    Law, PairSum, SumTail, binomial_lower_tail, binomial_upper_tail, chi_square_quantile,
    coincidences_bound, least_of, pairs, poisson_lower_tail, two_sided,
};
use faro_permutation::Statistic;
use faro_sample::simulate::MAX_ORDERED;

/// The number of cards in a deck of the audit (`cards`), and the significance level of each check (`level`).
///
/// The level is alpha divided by the number of checks (Bonferroni). The correction in an audit (Holm) is at least as
/// powerful.
#[derive(Clone, Copy, Debug)]
pub struct PlannedAudit {
    pub cards: usize,
    pub level: f64,
}

impl PlannedAudit {
    /// Returns the power of `decks` decks against `alternative`. Returns `None` if decks with this number of cards
    /// cannot have the bias. `packets` is the result of [`PlannedAudit::packets`].
    pub fn of(&self, alternative: Alternative, decks: u64, packets: &Power) -> Option<Power> {
        match alternative {
            Alternative::Riffles | Alternative::KeyBits => Some(Power {
                alternative,
                ..packets.clone()
            }),
            Alternative::SeedBits => {
                (self.cards >= MAX_ORDERED).then(|| seeds(self.cards, self.level, decks))
            }
            Alternative::CardInPlace => Some(self.cell(alternative, decks, self.square())),
            Alternative::Neighbours => {
                (self.cards > 2).then(|| self.cell(alternative, decks, self.neighbours()))
            }
            Alternative::OrderOfTwo => Some(self.half(alternative, decks, self.neighbours() / 2.0)),
            Alternative::EvenOrders => Some(self.half(alternative, decks, 1.0)),
            Alternative::SkippedSwaps => (self.cards > 2).then(|| self.skipped(decks)),
        }
    }

    fn square(&self) -> f64 {
        (self.cards * self.cards) as f64
    }

    fn neighbours(&self) -> f64 {
        (self.cards * (self.cards - 1)) as f64
    }

    /// Returns the power of `decks` decks against riffles, which equals the power against short sort keys. k riffles,
    /// and keys of k bits, make 2^k packets, for which the law of rising sequences or descents is known.
    pub fn packets(&self, decks: u64) -> Power {
        let mut needed = (1..)
            .map(|bits| (bits, self.decks_for_packets(bits)))
            .peekable();
        let is_seen = |(bits, least): &(u32, Option<u64>)| {
            *bits <= MAX_BITS && least.is_some_and(|least| least <= decks)
        };
        let seen = std::iter::from_fn(|| needed.next_if(is_seen)).last();
        let next = needed
            .take(3)
            .filter_map(|(bits, least)| Some((f64::from(bits), least?)));
        Power {
            alternative: Alternative::Riffles,
            seen: seen.map(|(bits, _)| bits.into()),
            next: next.collect(),
        }
    }

    /// Returns the number of decks that show 2^`bits` packets, or `None` if no considered number does. The number of
    /// rising sequences is one more than the number of descents of the inverse order, so both laws have the same tails.
    pub fn decks_for_packets(&self, bits: u32) -> Option<u64> {
        let wrong = SumLaw::from_law(&Mixing::descents(self.cards, exp2(bits.into())));
        let fair = SumLaw::from_law(&Law::descents(self.cards));
        fewest(|decks| fair.shows(&wrong, decks, self.level))
    }

    /// Returns the smallest detectable excess of a cell with the fair probability 1/n, among `cells` cells, in `decks`
    /// decks. It is given as a ratio to 1/n.
    fn cell(&self, alternative: Alternative, decks: u64, cells: f64) -> Power {
        let fair = 1.0 / self.cards as f64;
        let is_seen = |times: &f64, decks| self.chance_is_seen(fair, times * fair, cells, decks);
        smallest(
            alternative,
            decks,
            (1.0, self.cards as f64),
            |times| times,
            is_seen,
        )
    }

    /// Returns the smallest detectable probability above 1/2 of an event with the fair probability 1/2, among `cells`
    /// events, in `decks` decks.
    fn half(&self, alternative: Alternative, decks: u64, cells: f64) -> Power {
        let is_seen = |chance: &f64, decks| self.chance_is_seen(0.5, *chance, cells, decks);
        smallest(alternative, decks, (0.5, 1.0), |chance| chance, is_seen)
    }

    fn chance_is_seen(&self, fair: f64, chance: f64, cells: f64, decks: u64) -> bool {
        let is_significant = |count| {
            let above = least_of(binomial_upper_tail(count, decks, fair), cells);
            two_sided(1.0, above) <= self.level
        };
        if !is_significant(decks) {
            return false;
        }
        let least = first_number(0, decks, is_significant);
        // The probability of smaller counts is compared, because an upper tail near 1 would round to 1.
        least == 0 || binomial_lower_tail(least - 1, decks, chance) <= 1.0 - POWER
    }

    fn skipped(&self, decks: u64) -> Power {
        let fair = SumLaw::from_law(&Law::cycles(self.cards));
        let wrong = |chance| SumLaw::from_law(&cycles_with_skips(self.cards, chance));
        let shows = |wrong: &SumLaw, decks| fair.shows(wrong, decks, self.level);
        smallest(Alternative::SkippedSwaps, decks, (0.0, 1.0), wrong, shows)
    }
}

/// Returns the law of the number of cycles after a Fisher–Yates shuffle that skips each swap with the probability
/// `chance`.
///
/// The number is one more than the number of positions that are not swapped, or are swapped with themselves.
fn cycles_with_skips(cards: usize, chance: f64) -> Law {
    let mut law = vec![0.0; cards + 1];
    law[1] = 1.0;
    for bound in 2..=cards {
        let stays = chance + (1.0 - chance) / bound as f64;
        for cycles in (1..=bound).rev() {
            law[cycles] = law[cycles] * (1.0 - stays) + law[cycles - 1] * stays;
        }
    }
    Law::new(law)
}

/// Number of standard deviations by which a normal sum must exceed its critical value for a power of 99 %.
const NORMAL_POWER: f64 = 2.326;

/// Σ (p − 1/6)²·6 over the six orders of three cards, where p is the probability of an order after the naive shuffle.
/// Three orders have the probability 4/27, and three have 5/27.
const DISTANCE_OF_THREE_CARDS: f64 = 1.0 / 81.0;

impl PlannedAudit {
    /// Returns the number of decks that show the naive shuffle with 99 % power. Two checks can find it: of the mean
    /// distance that cards move, and of cards at positions (of the orders for three cards). The one that needs fewer
    /// decks is used. Returns `None` for two cards, for which the naive shuffle is fair.
    pub fn decks_for_naive(&self) -> Option<u64> {
        self.decks_for(&laws::naive(self.cards), DISTANCE_OF_THREE_CARDS)
    }

    /// Returns the number of decks that show the naive shuffle if equal cards are distinguished at random. `start` has the
    /// kind of each card.
    pub fn decks_for_naive_of(&self, start: &[u32]) -> Option<u64> {
        let groups = vec![1; self.cards];
        let weights = laws::weights(&laws::naive(self.cards), start, &groups, false);
        let kinds = weights.len() / self.cards;
        // A card of a kind with the weight w at a position is there with the probability (1 + w)/n.
        let chance = |cell: usize| {
            let (card, position) = (cell / self.cards, cell % self.cards);
            let (weight, _) = weights[position * kinds + start[card] as usize];
            (1.0 + weight) / self.cards as f64
        };
        let chances: Vec<f64> = (0..self.cards * self.cards).map(chance).collect();
        // With equal cards among three, the place of the third card determines the kinds. Each order of the equal cards
        // is then equally likely.
        self.decks_for(&chances, 2.0 * distance(&chances))
    }

    /// Returns the number of decks that show a shuffle after which each card (row) is at each position with the
    /// probability `chances`. `of_three` is the distance of the orders of three cards, Σ (p − 1/6)²·6.
    fn decks_for(&self, chances: &[f64], of_three: f64) -> Option<u64> {
        [self.by_distance(chances), self.by_pairs(chances, of_three)]
            .into_iter()
            .flatten()
            .min()
    }

    /// Returns the number of decks that show the naive shuffle by the mean distance that cards move. The sum over many
    /// decks is nearly normal, with nearly the variance of fair decks.
    fn by_distance(&self, chances: &[f64]) -> Option<u64> {
        let (fair, variance) = Statistic::Displacement.moments(self.cards)?;
        let of_cell = |(cell, chance): (usize, &f64)| {
            chance * (cell / self.cards).abs_diff(cell % self.cards) as f64
        };
        let naive: f64 = chances.iter().enumerate().map(of_cell).sum();
        let deviations = (naive - fair).abs() / variance.sqrt();
        let needed = (chi_square_quantile(self.level, 1).sqrt() + NORMAL_POWER) / deviations;
        // If the naive shuffle does not change the statistic, the deviation is 0 except for rounding.
        (deviations > 1e-9).then(|| (needed * needed).ceil() as u64)
    }

    /// Returns the number of decks that show the naive shuffle by cards at positions, or by the orders for three cards.
    fn by_pairs(&self, chances: &[f64], of_three: f64) -> Option<u64> {
        let (law, mean_of_pair, eigenvalue) = match self.cards {
            ..=2 => return None,
            3 => (PairSum::from_equal_cells(6.0), of_three, 1.0),
            cards => (
                positions_law(cards),
                distance(chances),
                1.0 / (cards as f64 - 1.0),
            ),
        };
        decks_for_pairs(law, mean_of_pair, eigenvalue, self.level)
    }
}

/// Returns Σ p² − 1 over the probabilities p of all cards at all positions: 0 after a fair shuffle.
fn distance(chances: &[f64]) -> f64 {
    chances.iter().map(|chance| chance * chance).sum::<f64>() - 1.0
}

/// Returns the number of decks that show a bias by a sum over pairs of decks with the law `law`.
///
/// After the biased shuffle a pair has the mean `mean_of_pair`. The variance of the sum is increased by the variance of
/// the mean given one deck of the pair, which is `mean_of_pair` times the eigenvalue of the features.
pub fn decks_for_pairs(
    law: PairSum,
    mean_of_pair: f64,
    eigenvalue: f64,
    level: f64,
) -> Option<u64> {
    fewest(|decks| {
        let (mean, others) = (pairs(decks) * mean_of_pair, (decks - 1) as f64);
        let variance = pairs(decks) * law.variance
            + decks as f64 * others * others * mean_of_pair * eigenvalue;
        law.upper_tail(mean - NORMAL_POWER * variance.sqrt(), decks) <= level
    })
}

/// Returns the power of `decks` decks against short seeds, by the check of repeated decks. This is the birthday
/// problem.
pub fn seeds(cards: usize, level: f64, decks: u64) -> Power {
    let orders = exp2(log2_factorial(cards as f64));
    // `expected` returns the mean number of pairs of equal decks at which the check finds the bias. It determines the
    // smallest significant number of pairs, and then the mean with which this number is reached with 99 % power.
    let is_significant = |decks, count| coincidences_bound(count, decks, orders) <= level;
    let expected = |decks: u64| {
        let count = (1..=200)
            .map(f64::from)
            .find(|&count| is_significant(decks, count))?;
        (1..4000)
            .map(|tenths| f64::from(tenths) / 10.0)
            .find(|&mean| poisson_lower_tail(count - 1.0, mean) <= 1.0 - POWER)
    };
    let is_seen = |bits: u32, decks| {
        let cells = exp2(bits.into());
        cells < orders && expected(decks).is_some_and(|mean| pairs(decks) / cells >= mean)
    };
    let max_bits = (1..=2 * MAX_BITS)
        .take_while(|&bits| is_seen(bits, decks))
        .last();
    // Smaller biases have larger states: the next number of bits, and round numbers of bits.
    let first = max_bits.map_or(1, |bits| bits + 1);
    let next = [
        first,
        first.next_multiple_of(8),
        first.next_multiple_of(16),
        32,
        48,
        64,
    ];
    let mut next: Vec<u32> = next.into_iter().filter(|&bits| bits >= first).collect();
    next.sort_unstable();
    next.dedup();
    let needed = |bits| Some((f64::from(bits), fewest(|decks| is_seen(bits, decks))?));
    let next = next.into_iter().filter_map(needed).take(3).collect();
    Power {
        alternative: Alternative::SeedBits,
        seen: max_bits.map(f64::from),
        next,
    }
}

/// Number of standard deviations from the mean within which the critical value of every accepted significance level
/// lies.
const MAX_DEVIATIONS: f64 = 40.0;

/// Number of standard deviations beyond which a tail probability is taken as 0 or 1.
const CERTAIN_DEVIATIONS: f64 = 6.0;

/// The law of a sum over decks of a statistic with values from 0.
pub struct SumLaw {
    mean: f64,
    deviation: f64,
    /// The number of possible values of the statistic: the maximum plus 1.
    values: u64,
    /// The tails of the sum, or `None` if the statistic is constant.
    tails: Option<SumTail>,
}

impl SumLaw {
    pub fn from_law(law: &Law) -> SumLaw {
        let (mean, deviation) = (law.mean(), law.variance().sqrt());
        SumLaw {
            mean,
            deviation,
            values: law.probabilities().len() as u64,
            tails: SumTail::new(law).ok(),
        }
    }

    /// Returns whether a sum over decks from a biased shuffle is significant with 99 % power.
    ///
    /// `self` is the law of the statistic after a fair shuffle, and `wrong` after the biased shuffle. The sum is over
    /// `decks` decks, and `level` is the significance level.
    pub fn shows(&self, wrong: &SumLaw, decks: u64, level: f64) -> bool {
        let Some(tails) = &self.tails else {
            return false;
        };
        let above = wrong.mean > self.mean;
        let is_significant = |sum: u64| {
            2.0 * (if above {
                tails.upper(sum, decks)
            } else {
                tails.lower(sum, decks)
            }) <= level
        };
        // Finds the significant sum closest to the mean. The search starts within `MAX_DEVIATIONS`, because tails
        // farther out underflow.
        let (low, high) = self.range(decks);
        let (mut outer, mut inner) = if above { (high, low) } else { (low, high) };
        if !is_significant(outer) {
            return false;
        }
        while outer.abs_diff(inner) > 1 {
            let middle = outer.min(inner) + outer.abs_diff(inner) / 2;
            *(if is_significant(middle) {
                &mut outer
            } else {
                &mut inner
            }) = middle;
        }
        wrong.reaches(outer, decks, above)
    }

    /// Returns the smallest and the largest sum over `decks` decks within [`MAX_DEVIATIONS`] standard deviations of the
    /// mean.
    fn range(&self, decks: u64) -> (u64, u64) {
        let (middle, reach) = (
            self.mean * decks as f64,
            MAX_DEVIATIONS * self.deviation * (decks as f64).sqrt(),
        );
        let max = decks.saturating_mul(self.values);
        (
            (middle - reach).max(0.0) as u64,
            (middle + reach).min(max as f64) as u64,
        )
    }

    /// Returns whether the sum over `decks` decks reaches `bound` with 99 % probability: whether it is at least `bound`
    /// if `above`, otherwise at most `bound`.
    fn reaches(&self, bound: u64, decks: u64, above: bool) -> bool {
        let side = if above { 1.0 } else { -1.0 };
        let distance = side * (self.mean * decks as f64 - bound as f64);
        // Far from the mean, the tail probability is taken as 0 or 1 and is not computed.
        match &self.tails {
            Some(tails)
                if distance.abs() < CERTAIN_DEVIATIONS * self.deviation * (decks as f64).sqrt() =>
            {
                POWER
                    <= if above {
                        tails.upper(bound, decks)
                    } else {
                        tails.lower(bound, decks)
                    }
            }
            _ => distance >= 0.0,
        }
    }
}

/// Maximum number of decks that is considered.
pub const MOST_DECKS: u64 = 1 << 40;

/// Returns the smallest size of a bias that `decks` decks show, with numbers of decks for smaller sizes.
///
/// Sizes are between `fair` and `worst`. `wrong` returns the law of a size, and `shows` tells whether a number of decks
/// shows a law. If a size is found, the smaller sizes are at half and at a quarter of its distance from `fair`.
/// Otherwise they are `worst` and the size halfway to it.
pub fn smallest<W>(
    alternative: Alternative,
    decks: u64,
    (fair, worst): (f64, f64),
    wrong: impl Fn(f64) -> W,
    shows: impl Fn(&W, u64) -> bool,
) -> Power {
    let smallest_in = |decks| {
        shows(&wrong(worst), decks)
            .then(|| boundary(fair, worst, |size| shows(&wrong(size), decks)))
    };
    let found = if decks > 0 { smallest_in(decks) } else { None };
    let size = |part: f64| fair + (found.unwrap_or(worst) - fair) * part;
    let parts: &[f64] = if found.is_some() {
        &[0.5, 0.25]
    } else {
        &[1.0, 0.5]
    };
    let needed = |wrong: W| fewest(|decks| shows(&wrong, decks));
    let next = parts
        .iter()
        .filter_map(|&part| Some((size(part), needed(wrong(size(part)))?)));
    Power {
        alternative,
        seen: found,
        next: next.collect(),
    }
}

/// Returns the smallest number of decks, up to [`MOST_DECKS`], for which `holds` is true. Returns `None` if there is
/// none.
pub fn fewest(holds: impl Fn(u64) -> bool) -> Option<u64> {
    let sufficient = (0..=MOST_DECKS.ilog2())
        .map(|power| 1u64 << power)
        .find(|&decks| holds(decks))?;
    Some(first_number(sufficient / 2, sufficient, holds))
}
