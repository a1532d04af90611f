//! Tails of the laws of all orders that are too small for an `f64`.
//!
//! The recurrences are those of [`Law`](faro_math::statistics::Law), with numbers whose exponents have 64 bits.

use faro_math::number::ln_factorial;
use faro_math::statistics::deranged;
use faro_permutation::Statistic;

use crate::riffle::Extended;

/// Maximum number of steps of a recurrence, which take about a second.
const MAX_STEPS: u64 = 100_000_000;

/// Returns the natural logarithm of the smaller tail at `value`.
///
/// Returns `None` if only a bound of it is known.
///
/// The tail is that of a value far from the middle. It contains `value`.
pub fn ln_tail(statistic: Statistic, cards: usize, value: usize) -> Option<f64> {
    let of_one_order = || Some(-ln_factorial(cards as f64));
    let tail = match statistic {
        // Few cycles are not that unlikely: all cards are in one cycle with probability 1/n.
        Statistic::Cycles => sum(&cycles(cards)[value..]),
        Statistic::FixedPoints => sum(&fixed_points(cards)[value..]),
        Statistic::Descents => sum(&descents(cards)[..1 + value.min(cards - 1 - value)]),
        Statistic::RisingSequences => return ln_tail(Statistic::Descents, cards, value - 1),
        Statistic::Inversions => sum(&inversions(
            cards,
            value.min(cards * (cards - 1) / 2 - value),
        )?),
        Statistic::Displacement if value == 0 => return of_one_order(),
        Statistic::LongestIncreasing if value == cards || value == 1 => return of_one_order(),
        _ => return None,
    };
    Some(tail.ln())
}

fn sum(terms: &[Extended]) -> Extended {
    terms.iter().copied().sum()
}

/// Returns the law of the number of cycles: item i closes a cycle with probability 1/i.
fn cycles(cards: usize) -> Vec<Extended> {
    let mut law = vec![Extended::ZERO; cards + 1];
    law[0] = Extended::ONE;
    for count in 1..=cards {
        let (one, rest) = (1.0 / count as f64, (count - 1) as f64 / count as f64);
        for cycles in (1..=count).rev() {
            law[cycles] = law[cycles] * rest + law[cycles - 1] * one;
        }
        law[0] = Extended::ZERO;
    }
    law
}

/// Returns the law of the number of fixed points: D(m)/m!/k! for m = n − k moved cards.
fn fixed_points(cards: usize) -> Vec<Extended> {
    let deranged = deranged(cards);
    let of_count =
        |count: usize| Extended::exp(-ln_factorial(count as f64)) * deranged[cards - count];
    (0..=cards).map(of_count).collect()
}

/// Returns the law of the number of descents, by the recurrence of Euler's numbers.
fn descents(cards: usize) -> Vec<Extended> {
    let mut law = vec![Extended::ONE];
    for count in 2..=cards {
        law.push(Extended::ZERO);
        for descents in (0..count).rev() {
            let fewer = if descents > 0 {
                law[descents - 1]
            } else {
                Extended::ZERO
            };
            let [stays, grows] =
                [descents + 1, count - descents].map(|ways| ways as f64 / count as f64);
            law[descents] = law[descents] * stays + fewer * grows;
        }
    }
    law
}

/// Returns the probabilities of 0 to `last` inversions: a sum of uniform numbers below 1, 2, …, n.
fn inversions(cards: usize, last: usize) -> Option<Vec<Extended>> {
    if (cards * (last + 1)) as u64 > MAX_STEPS {
        return None;
    }
    let mut law = vec![Extended::ZERO; last + 1];
    law[0] = Extended::ONE;
    for count in 2..=cards {
        let (before, part) = (law.clone(), 1.0 / count as f64);
        let mut window = Extended::ZERO;
        for (value, probability) in law.iter_mut().enumerate() {
            window = window + before[value];
            if value >= count {
                window = window - before[value - count];
            }
            *probability = window * part;
        }
    }
    Some(law)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extreme values belong to one order of 300, and moderate tails agree with those of the laws.
    #[test]
    fn tails_are_those_of_the_laws() {
        let one = -ln_factorial(300.0);
        let extremes = [
            (Statistic::Cycles, 300),
            (Statistic::FixedPoints, 300),
            (Statistic::Descents, 0),
            (Statistic::Descents, 299),
            (Statistic::RisingSequences, 1),
            (Statistic::Inversions, 0),
            (Statistic::Inversions, 300 * 299 / 2),
            (Statistic::LongestIncreasing, 300),
            (Statistic::Displacement, 0),
        ];
        for (statistic, value) in extremes {
            let tail = ln_tail(statistic, 300, value).unwrap();
            assert!(
                (tail / one - 1.0).abs() < 1e-12,
                "{statistic:?} {value}: {tail} for {one}"
            );
        }
        for (statistic, value) in [
            (Statistic::Cycles, 20),
            (Statistic::FixedPoints, 9),
            (Statistic::Descents, 15),
            (Statistic::RisingSequences, 40),
            (Statistic::Inversions, 300),
        ] {
            let law = statistic.law(52).unwrap();
            let lower: f64 = law.probabilities()[..=value].iter().sum();
            let upper: f64 = law.probabilities()[value..].iter().sum();
            let (tail, expected) = (
                ln_tail(statistic, 52, value).unwrap(),
                lower.min(upper).ln(),
            );
            assert!(
                (tail - expected).abs() < 1e-10,
                "{statistic:?}: {tail} for {expected}"
            );
        }
        assert_eq!(ln_tail(Statistic::Displacement, 300, 2), None);
    }
}
