use super::found::Found;
use crate::audit::check::Check;
use crate::audit::finding::Effect;
use crate::audit::tables::{Pass, Tables};
use crate::number::elementary::{exp, ln};

/// The most bits of a random number that are tried: with more, the bias of a draw is too small to be seen.
const MOST_BITS: u32 = 31;

/// Tests the draws of the passes by their likelihood ratio, if each is a random number of few bits modulo the number of
/// choices.
///
/// The ratio is averaged over the passes and the numbers of bits. Its expectation under a fair shuffle is 1, so that it
/// is at least x with probability at most 1/x, for any number of decks (Markov's inequality).
pub fn check(tables: &Tables) -> Option<Found> {
    let (draws, cards) = (tables.draws()?, tables.cards());
    let rows = Pass::ALL.map(|pass| sums_below(draws.of(pass).counts(), cards));
    let ratios = |bits: u32| rows.iter().map(move |sums| nats(sums, bits));
    let nats: Vec<f64> = (least_bits(cards)..=MOST_BITS).flat_map(ratios).collect();
    let most = nats.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = nats.iter().map(|nats| exp(nats - most)).sum();
    let ln_mean = most + ln(sum / nats.len() as f64);
    Some(Found {
        check: Check::ShortDraws,
        statistic: ln_mean,
        p_value: exp(-ln_mean).min(1.0),
        effect: Effect::Distance(2.0 * ln_mean.max(0.0) / tables.decks() as f64),
    })
}

/// Returns the fewest bits that can draw each card.
fn least_bits(cards: usize) -> u32 {
    usize::BITS - (cards - 1).leading_zeros()
}

/// Returns for each draw the numbers of draws below 0, 1, 2, ….
fn sums_below(counts: &[u64], cards: usize) -> Vec<Vec<u64>> {
    let sums = |index: usize| {
        let row = counts[index * cards..][..=index].iter();
        std::iter::once(0).chain(row.scan(0, |sum, count| Some(add(sum, *count)))).collect()
    };
    (1..cards).map(sums).collect()
}

fn add(sum: &mut u64, count: u64) -> u64 {
    *sum += count;
    *sum
}

/// Returns the log-likelihood ratio of draws by this number of bits to uniform ones. Of 2^bits = q·b + r numbers, q + 1 give
/// each draw below r, and q each other one.
fn nats(sums: &[Vec<u64>], bits: u32) -> f64 {
    let numbers = 1u64 << bits;
    let row = |sums: &Vec<u64>| {
        let choices = sums.len() as u64 - 1;
        let (each, rest) = (numbers / choices, numbers % choices);
        let (below, all) = (sums[rest as usize], sums[choices as usize]);
        let ratio = |each: u64| ln(each as f64 * choices as f64 / numbers as f64);
        let nats = |count: u64, each: u64| if count > 0 { count as f64 * ratio(each) } else { 0.0 };
        nats(below, each + 1) + nats(all - below, each)
    };
    sums.iter().map(row).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Tally;

    fn p_value(cards: usize, decks: u32, bits: u32) -> f64 {
        let (mut tables, mut state) = (Tables::new(cards), 1u64);
        for _ in 0..decks {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            for place in (1..cards).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
        assert!(p_value(52, 500, 40) > 0.01);
    }

    /// Over all orders of four cards the likelihoods of each pass have the sum 1.
    #[test]
    fn ratios_have_the_expectation_one() {
        for (bits, pass) in (2..6).flat_map(|bits| Pass::ALL.map(|pass| (bits, pass))) {
            let ratio = |rank: u32| {
                let mut tables = Tables::new(4);
                tables.add(&crate::Permutation::unrank(4, rank).unwrap().to_deck(), 4);
                exp(nats(&sums_below(tables.draws().unwrap().of(pass).counts(), 4), bits))
            };
            let mean = (0..24).map(ratio).sum::<f64>() / 24.0;
            assert!((mean - 1.0).abs() < 1e-12, "{bits} {pass:?} {mean}");
        }
    }
}
