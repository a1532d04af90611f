//! Indices of too few bits: the number of values that are reduced modulo the range, from the draws.

use super::candidate::Estimate;
use super::cause::Cause;
use super::family::{Family, Pattern};
use super::flawed_pass::FlawedPass;
use super::likeliest::LIKELY;
use crate::tables::{PairCounts, Pass, Tables};
use faro_math::number::elementary::{exp2, ln, log2};

/// The numbers of draws of which all numbers of values are tried, as a choice of about 20 ms; beyond, powers of 2.
const TRIED: usize = 1 << 23;

/// The bits of the largest number of values beyond those of the number of cards (tuned).
const MORE_BITS: f64 = 12.0;

/// The nats by which a number of values is likelier than uniform draws at least.
const LEAST_NATS: f64 = 4.0;

/// Returns the family of passes from the last card down whose index is one of a number of equally likely values, reduced
/// modulo the range.
pub fn modulo(tables: &Tables) -> Option<Family> {
    let Estimate { value, low, high } = values(tables.draw_tables().draws.of(Pass::Down))?;
    let [bits, low, high] = [value, low, high].map(log2);
    let is_whole = bits.fract() == 0.0;
    let pattern = if is_whole { Pattern::With("modulo") } else { Pattern::Pass(FlawedPass::DownModulo) };
    Some(Family { cause: Cause::Modulo, pattern, grid: vec![bits], known: Some([low, high]) })
}

/// Returns the likeliest number of values by the exact law of the draws: of N = qb + r values, the r smallest of b numbers
/// come with probability (q + 1)/N, the others with q/N. Its log-likelihood jumps from one N to the next.
fn values(draws: &PairCounts) -> Option<Estimate> {
    let cards = draws.side();
    let below: Vec<Vec<u64>> =
        (2..=cards).map(|bound| sums(&draws.counts()[(bound - 1) * cards..][..bound])).collect();
    let largest = below.iter().map(|sums| sums.partition_point(|sum| *sum < sums[sums.len() - 1])).max()?;
    let all = (TRIED / cards).max(largest);
    let most = exp2(log2(cards as f64).ceil() + MORE_BITS) as usize;
    let powers = (0..).map(|bits| 1 << bits).skip_while(|&power| power <= all);
    let tried: Vec<usize> =
        (largest.max(2)..=all.min(most)).chain(powers.take_while(|&power| power <= most)).collect();
    let logarithms: Vec<f64> = (0..=all / 2 + 1).map(|number| ln(number as f64)).collect();
    let nats: Vec<f64> = tried.iter().map(|&values| nats(values, &below, &logarithms)).collect();
    let best = (0..tried.len()).max_by(|&one, &other| nats[one].total_cmp(&nats[other]))?;
    let mut likely =
        tried.iter().zip(&nats).filter(|(_, one)| **one > nats[best] - LIKELY).map(|(values, _)| *values);
    let low = likely.next()?;
    let high = likely.next_back().unwrap_or(low);
    let [value, low, high] = [tried[best], low, high].map(|values| values as f64);
    (nats[best] > LEAST_NATS && high < most as f64).then_some(Estimate { value, low, high })
}

/// Returns the sums of the first 0, 1, 2, … counts.
fn sums(counts: &[u64]) -> Vec<u64> {
    let mut sums = vec![0];
    sums.extend(counts.iter().scan(0, |sum, count| {
        *sum += count;
        Some(*sum)
    }));
    sums
}

/// Returns the log-likelihood ratio to uniform draws, given for each bound from 2 on how many draws were below each number.
fn nats(values: usize, below: &[Vec<u64>], logarithms: &[f64]) -> f64 {
    let logarithm = |number: usize| logarithms.get(number).copied().unwrap_or_else(|| ln(number as f64));
    let of_bound = |(bound, below): (usize, &Vec<u64>)| {
        let (quotient, rest) = (values / bound, values % bound);
        let (small, others) = (below[rest], below[bound] - below[rest]);
        let fair = (small + others) as f64 * logarithm(bound);
        let term = |count: u64, times| if count == 0 { 0.0 } else { count as f64 * logarithm(times) };
        fair + term(small, quotient + 1) + term(others, quotient)
            - (small + others) as f64 * logarithm(values)
    };
    (2..).zip(below).map(of_bound).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Generator, Seed};
    use faro_sample::simulate::Tally;

    fn of(numbers: f64, decks: usize) -> Option<Estimate> {
        let mut tables = Tables::new(20);
        let mut generator = Generator::unit(&Seed::from(5), 0);
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..20).collect();
            FlawedPass::DownModulo.shuffle(numbers.log2(), &mut deck, &mut generator);
            tables.add(&deck, 20);
        }
        values(tables.draw_tables().draws.of(Pass::Down))
    }

    /// Numbers of values that are no power of 2, at decks that show them exactly and at decks that do not.
    #[test]
    fn numbers_of_values() {
        for (numbers, decks) in [(100.0, 5000), (37.0, 1000), (64.0, 5000), (15.0, 200)] {
            assert_eq!(of(numbers, decks), Some(Estimate { value: numbers, low: numbers, high: numbers }));
        }
        for (numbers, decks) in [(100.0, 100), (90.0, 200), (150.0, 400)] {
            let found = of(numbers, decks).unwrap();
            assert!(found.low <= numbers && numbers <= found.high, "{found:?}");
        }
        let found = of(90.0, 30).unwrap();
        assert!(found.low < found.high, "{found:?}");
        assert_eq!(of(f64::from(1 << 30), 2000), None);
    }

    /// Of three values, the draws among two: 0 comes twice as often.
    #[test]
    fn nats_of_three_values() {
        let logarithms: Vec<f64> = (0..4).map(|number| ln(f64::from(number))).collect();
        let found = nats(3, &[vec![0, 7, 10]], &logarithms);
        let expected = 7.0 * f64::ln(2.0 / 3.0) + 3.0 * f64::ln(1.0 / 3.0) + 10.0 * f64::ln(2.0);
        assert!((found - expected).abs() < 1e-12);
        // One value never gives 1.
        assert_eq!(nats(1, &[vec![0, 7, 10]], &logarithms), f64::NEG_INFINITY);
    }
}
