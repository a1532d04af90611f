//! Tests whether decks were shuffled with random numbers of few bits, as with `rand() % n`.

use super::found::Found;
use crate::check::Check;
use crate::finding::Effect;
use crate::tables::{Pass, Tables};
use faro_math::number::elementary::{ln, ln_1p, powi};
use faro_math::statistics::BinomialSum;

/// Maximum number of bits of a random number that is tried. With more bits, the bias of a draw is too small to be
/// found.
const MAX_BITS: u32 = 31;

/// Excess of a sum over its mean, in standard deviations, at which a number of bits is near the limit of a verdict.
const DECISIVE_EXCESS: f64 = 6.0;

/// Tests the draws of the passes for random numbers of few bits modulo the number of choices.
///
/// The statistic is the likelihood ratio.
///
/// Each pass and each number of bits has a share of the significance level (weighted Bonferroni; Roeder and Wasserman,
/// *Genome-wide significance levels and weighted hypothesis testing*, 2009). The share depends only on the number of
/// decks and of cards. It is largest for the number of bits whose bias would be just large enough for a verdict.
pub fn check(tables: &Tables) -> Option<Found> {
    let (draws, cards, decks) = (tables.draws()?, tables.cards(), tables.decks());
    let rows = Pass::ALL.map(|pass| sums_below(draws.of(pass).counts(), cards));
    let bits: Vec<ShortDraws> = (least_bits(cards)..=MAX_BITS)
        .map(|bits| ShortDraws::new(bits, cards, decks))
        .collect();
    let shares: f64 = bits.iter().map(|draws| draws.share).sum();
    let each = bits
        .iter()
        .flat_map(|draws| rows.iter().map(move |sums| (draws, draws.excess(sums))));
    let score = |(draws, excess): &(&ShortDraws, f64)| {
        powi(excess.max(0.0) / draws.deviation, 2) / 2.0 + ln(draws.share)
    };
    let (draws, excess) = each.max_by(|a, b| score(a).total_cmp(&score(b)))?;
    let p_value = draws.sum.upper_tail(excess) * Pass::ALL.len() as f64 * shares / draws.share;
    let nats = draws.sum.log_ratio(excess);
    Some(Found {
        check: Check::ShortDraws,
        statistic: excess / draws.deviation,
        p_value: p_value.min(1.0),
        effect: Effect::Distance(2.0 * nats.max(0.0) / decks as f64),
    })
}
/// Returns the minimum number of bits with which each card can be drawn.
fn least_bits(cards: usize) -> u32 {
    usize::BITS - (cards - 1).leading_zeros()
}

/// Returns, for each draw, the numbers of decks in which it is below 0, 1, 2, ….
fn sums_below(counts: &[u64], cards: usize) -> Vec<Vec<u64>> {
    let sums = |index: usize| {
        let row = counts[index * cards..][..=index].iter();
        std::iter::once(0)
            .chain(row.scan(0, |sum, count| Some(add(sum, *count))))
            .collect()
    };
    (1..cards).map(sums).collect()
}

fn add(sum: &mut u64, count: u64) -> u64 {
    *sum += count;
    *sum
}

/// The test for draws from random numbers of `bits` bits. Let 2^bits = q·b + r. Then q + 1 numbers give each of the r
/// draws below r, and q numbers give each other draw. The log-likelihood ratio to uniform draws is a constant plus a
/// sum over all draws of ln(1 + 1/q) for each draw below r.
struct ShortDraws {
    bits: u32,
    /// The law, under a fair shuffle, of the sum over all draws, and its standard deviation.
    sum: BinomialSum,
    deviation: f64,
    /// The share of the significance level that the test for this number of bits gets.
    share: f64,
}

impl ShortDraws {
    fn new(bits: u32, cards: usize, decks: u64) -> ShortDraws {
        let term = |choices: usize| {
            let (rest, weight) = split(bits, choices);
            (rest as f64 / choices as f64, weight)
        };
        let sum = BinomialSum::new(decks, (2..=cards).map(term).collect());
        let deviation = sum.deviation();
        let share = powi(
            (deviation / DECISIVE_EXCESS).min(DECISIVE_EXCESS / deviation),
            2,
        );
        ShortDraws {
            bits,
            sum,
            deviation,
            share,
        }
    }

    /// Returns the sum over all draws less its mean, given the counts of [`sums_below`].
    fn excess(&self, sums: &[Vec<u64>]) -> f64 {
        let row = |sums: &Vec<u64>| {
            let choices = sums.len() - 1;
            let (rest, weight) = split(self.bits, choices);
            weight * (sums[rest] as f64 - sums[choices] as f64 * (rest as f64 / choices as f64))
        };
        sums.iter().map(row).sum()
    }
}

/// Returns r and ln(1 + 1/q), where q and r are the quotient and remainder of 2^`bits` by `choices`.
fn split(bits: u32, choices: usize) -> (usize, f64) {
    let (quotient, rest) = (
        (1u64 << bits) / choices as u64,
        (1u64 << bits) % choices as u64,
    );
    (rest as usize, ln_1p(1.0 / quotient as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::simulate::Tally;

    fn p_value(cards: usize, decks: u32, bits: u32) -> f64 {
        let (mut tables, mut state) = (Tables::new(cards), 1u64);
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            for place in (1..cards).rev() {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let number = (state >> 11 ^ state >> 33) & ((1 << bits) - 1);
                deck.swap(place, number as usize % (place + 1));
            }
            tables.add(&deck, cards);
        }
        check(&tables).unwrap().p_value
    }

    #[test]
    fn few_bits_are_seen() {
        assert!(p_value(52, 500, 8) < 1e-6);
        assert!(p_value(13, 500, 5) < 1e-6);
        assert!(p_value(52, 4000, 10) < 1e-6);
        assert!(p_value(52, 500, 40) > 0.01);
    }

    /// The mean of the likelihood ratio over all orders of four cards is 1, for each pass.
    #[test]
    fn ratios_have_the_expectation_one() {
        for (bits, pass) in (2..6).flat_map(|bits| Pass::ALL.map(|pass| (bits, pass))) {
            let draws = ShortDraws::new(bits, 4, 1);
            let ratio = |rank: u32| {
                let mut tables = Tables::new(4);
                tables.add(
                    &faro_permutation::Permutation::unrank(4, rank)
                        .unwrap()
                        .to_deck(),
                    4,
                );
                let excess =
                    draws.excess(&sums_below(tables.draws().unwrap().of(pass).counts(), 4));
                draws.sum.log_ratio(excess).exp()
            };
            let mean = (0..24).map(ratio).sum::<f64>() / 24.0;
            assert!((mean - 1.0).abs() < 1e-12, "{bits} {pass:?} {mean}");
        }
    }
}
