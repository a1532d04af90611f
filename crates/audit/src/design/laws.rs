use crate::check::Check;
use crate::checks::Found;
use crate::finding::Effect;
use faro_math::number::elementary::exp2;
use faro_math::number::log2_factorial;
use faro_math::statistics::{
    Law, SumTail, binomial_lower_tail, binomial_upper_tail, least_of, skewed_upper_tail, two_sided,
};

/// Tests the least probable of several binomial counts.
///
/// Each count is given with its row, its column and its probability.
pub fn least_probable(check: Check, counted: Vec<(usize, usize, u64, f64)>, decks: u64) -> Option<Found> {
    let tests = 2.0 * counted.len() as f64;
    let tail = |(row, column, count, chance): (usize, usize, u64, f64)| {
        let (above, below) =
            (binomial_upper_tail(count, decks, chance), binomial_lower_tail(count, decks, chance));
        let effect = Effect::Cell { row, column, count, times: count as f64 / (decks as f64 * chance) };
        (above.min(below), count, effect)
    };
    let (p_value, count, effect) =
        counted.into_iter().map(tail).min_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    Some(Found { check, statistic: count as f64, p_value: least_of(p_value, tests), effect })
}

/// Tests the sum of `draws` independent values of an exact law, two-sided.
pub fn by_law(check: Check, law: &Law, sum: u64, draws: u64) -> Option<Found> {
    let (mean, variance, tail) = (law.mean(), law.variance(), SumTail::new(law).ok()?);
    let observed = sum as f64 / draws as f64;
    let deviations = (observed - mean) / variance.sqrt();
    Some(Found {
        check,
        statistic: deviations * (draws as f64).sqrt(),
        p_value: two_sided(tail.lower(sum, draws), tail.upper(sum, draws)),
        effect: Effect::Mean { observed, fair: mean, deviations },
    })
}

/// Tests a sum of independent values of an exact law that starts at `least` instead of 0. The effect is divided by
/// `unit`.
pub fn by_law_from(
    check: Check,
    (least, unit): (i64, f64),
    law: &Law,
    sum: i64,
    draws: u64,
) -> Option<Found> {
    let found = by_law(check, law, (sum - least * draws as i64) as u64, draws)?;
    let Effect::Mean { observed, fair, deviations } = found.effect else { return Some(found) };
    let [observed, fair] = [observed, fair].map(|mean| (mean + least as f64) / unit);
    Some(Found { effect: Effect::Mean { observed, fair, deviations }, ..found })
}

/// Tests the sum of `draws` independent values with known moments, two-sided.
///
/// The moments are the mean, the variance and the third central moment.
pub fn mean_of(check: Check, sum: f64, draws: u64, [mean, variance, third]: [f64; 3]) -> Option<Found> {
    if draws == 0 || variance < 1e-12 {
        return None;
    }
    let (number, deviation) = (draws as f64, variance.sqrt());
    let observed = sum / number;
    let deviations = (observed - mean) / deviation;
    let statistic = deviations * number.sqrt();
    let skewness = third / (variance * deviation) / number.sqrt();
    let p_value = two_sided(skewed_upper_tail(-statistic, -skewness), skewed_upper_tail(statistic, skewness));
    Some(Found { check, statistic, p_value, effect: Effect::Mean { observed, fair: mean, deviations } })
}

/// Returns the law of the number of matches among the first `seen` cards.
///
/// Matches are cards at prescribed positions. The expected number of sets of k matches is C(seen, k)·(n − k)!/n!.
pub fn matches(cards: usize, seen: usize) -> Law {
    let mut sets = vec![1.0];
    for k in 0..seen {
        let factor = (seen - k) as f64 / ((k + 1) as f64 * (cards - k) as f64);
        sets.push(sets[k] * factor);
    }
    let chance = |matches: usize| {
        let mut choose = 1.0;
        let mut sum = 0.0;
        for (k, expected) in sets.iter().enumerate().skip(matches) {
            sum += if (k - matches).is_multiple_of(2) { choose * expected } else { -choose * expected };
            choose *= (k + 1) as f64 / (k + 1 - matches) as f64;
        }
        sum.max(0.0)
    };
    Law::new((0..=seen).map(chance).collect::<Vec<f64>>())
}

/// Returns the hypergeometric law: the number of marked cards among `drawn` cards of a deck.
///
/// The deck has `cards` cards, of which `marked` are marked.
pub fn hypergeometric(cards: usize, marked: usize, drawn: usize) -> Law {
    let log = |n: usize, k: usize| {
        log2_factorial(n as f64) - log2_factorial(k as f64) - log2_factorial((n - k) as f64)
    };
    let chance = |both: usize| {
        let others = drawn - both;
        let is_possible = both <= marked && others <= cards - marked;
        if is_possible {
            exp2(log(marked, both) + log(cards - marked, others) - log(cards, drawn))
        } else {
            0.0
        }
    };
    Law::new((0..=drawn).map(chance).collect::<Vec<f64>>())
}
