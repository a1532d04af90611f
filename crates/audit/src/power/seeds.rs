use super::alternative::Alternative;
use super::detectable::{MOST_BITS, POWER, Power};
use super::search::fewest;
use faro_math::number::elementary::exp2;
use faro_math::number::log2_factorial;
use faro_math::statistics::{coincidences_bound, pairs, poisson_lower_tail};

/// Returns the power of the check of repeated decks against short seeds: the birthday problem.
pub fn seeds(cards: usize, level: f64, decks: u64) -> Power {
    let orders = exp2(log2_factorial(cards as f64));
    // `expected` finds the smallest significant number of pairs, and then the mean for which this number is reached
    // with 99 % power.
    let is_significant = |decks, count| coincidences_bound(count, decks, orders) <= level;
    let expected = |decks: u64| {
        let count = (1..=200).map(f64::from).find(|&count| is_significant(decks, count))?;
        (1..4000)
            .map(|tenths| f64::from(tenths) / 10.0)
            .find(|&mean| poisson_lower_tail(count - 1.0, mean) <= 1.0 - POWER)
    };
    let seen = |bits: u32, decks| {
        let cells = exp2(bits.into());
        cells < orders && expected(decks).is_some_and(|mean| pairs(decks) / cells >= mean)
    };
    let most = (1..=2 * MOST_BITS).take_while(|&bits| seen(bits, decks)).last();
    let first = most.map_or(1, |bits| bits + 1);
    let next = [first, first.next_multiple_of(8), first.next_multiple_of(16), 32, 48, 64];
    let mut next: Vec<u32> = next.into_iter().filter(|&bits| bits >= first).collect();
    next.sort_unstable();
    next.dedup();
    let needed = |bits| Some((f64::from(bits), fewest(|decks| seen(bits, decks))?));
    let next = next.into_iter().filter_map(needed).take(3).collect();
    Power { alternative: Alternative::SeedBits, seen: most.map(f64::from), next }
}
