//! The methods by which programs draw an index below a bound, correct and flawed.

use crate::shuffle::{Choices, Generator};

/// The way in which an index is drawn from random numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// All indices are equally likely.
    Exact,
    /// A random number below the field's value, taken modulo the bound.
    Modulo(u32),
    /// A number of random bits, modulo the bound. The parameter is the number of bits.
    ModuloBits,
    /// ⌊x·bound/n⌋ for a random number x below n, where n is the field's value.
    Scaled(u32),
    /// A random fraction times the bound − 1, rounded: both ends of the range are half as likely.
    Rounded,
    /// A random number from 0 to the bound, clamped to the bound − 1: the last index is twice as likely.
    Clamped,
    /// Random numbers of the fewest bits that hold the bound, drawn until one is below the bound.
    ///
    /// The first field is the maximum number of tries.
    Tries(u32, Fallback),
    /// A random index other than the position itself.
    NotItself,
    /// A random index other than the far end of the range, the end that is not the position itself.
    NotFar,
    /// The position itself with the probability of the parameter, otherwise any index, all equally likely.
    Skip,
}

/// The index that is used if the number is still too large after the last try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The position itself.
    Itself,
    /// The end of the range that is not the position itself.
    Far,
    /// The last number modulo the bound.
    Modulo,
}

impl Numbers {
    /// Draws an index below `bound`. `itself` is the index of the loop's own position, and `parameter` is the number of
    /// bits or the probability, for variants that have a parameter.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn draw(self, bound: u32, itself: u32, parameter: f64, generator: &mut Generator) -> u32 {
        match self {
            Numbers::Exact => generator.below(bound),
            Numbers::Modulo(values) => generator.below(values) % bound,
            Numbers::ModuloBits => generator.below(1 << (parameter as u32).min(31)) % bound,
            Numbers::Scaled(values) => scale(generator.below(values), bound, values),
            Numbers::Rounded if bound == 1 => 0,
            Numbers::Rounded => generator.below(2 * (bound - 1)).div_ceil(2),
            Numbers::Clamped => generator.below(bound + 1).min(bound - 1),
            Numbers::Tries(tries, fallback) => {
                let (range, mut last) = (bound.next_power_of_two(), 0);
                let mut draws = (0..tries)
                    .map(|_| generator.below(range))
                    .inspect(|&drawn| last = drawn);
                let drawn = draws.find(|&drawn| drawn < bound);
                drawn.unwrap_or_else(|| match fallback {
                    Fallback::Itself => itself,
                    Fallback::Far => other_end(bound, itself),
                    Fallback::Modulo => last % bound,
                })
            }
            Numbers::NotItself | Numbers::NotFar if bound == 1 => 0,
            Numbers::NotItself | Numbers::NotFar => {
                let drawn = generator.below(bound - 1);
                drawn + u32::from(drawn >= self.excluded(bound, itself))
            }
            Numbers::Skip if happens(parameter, generator) => itself,
            Numbers::Skip => generator.below(bound),
        }
    }

    /// Returns the index that a draw by `NotItself` or `NotFar` never gives.
    fn excluded(self, bound: u32, itself: u32) -> u32 {
        match self {
            Numbers::NotFar => other_end(bound, itself),
            _ => itself,
        }
    }

    /// Returns the weight of an index and the sum of all weights, whose ratio is the index's probability.
    ///
    /// Variants with a parameter have equal weights here. Weights of [`Numbers::Tries`] are exact for at most 4 tries
    /// and bounds of at most 1024.
    pub fn weight(self, drawn: u32, bound: u32, itself: u32) -> (u64, u64) {
        let (index, all) = (u64::from(drawn), u64::from(bound));
        match self {
            Numbers::Exact | Numbers::ModuloBits | Numbers::Skip => (1, all),
            _ if bound == 1 => (1, 1),
            Numbers::Modulo(values) => {
                let more = u64::from(drawn < values % bound);
                (u64::from(values / bound) + more, values.into())
            }
            Numbers::Scaled(values) => {
                let below = |index: u64| (index * u64::from(values)).div_ceil(all);
                (below(index + 1) - below(index), values.into())
            }
            Numbers::Rounded => (
                if drawn == 0 || drawn == bound - 1 {
                    1
                } else {
                    2
                },
                2 * u64::from(bound - 1),
            ),
            Numbers::Clamped => (if drawn == bound - 1 { 2 } else { 1 }, all + 1),
            Numbers::Tries(tries, fallback) => {
                let range = u64::from(bound.next_power_of_two());
                let [every, none, too_large] = [
                    range.pow(tries),
                    (range - all).pow(tries),
                    (range - all).max(1),
                ];
                let (is_fallback, indices) = match fallback {
                    Fallback::Itself => (drawn == itself, 1),
                    Fallback::Far => (drawn == other_end(bound, itself), 1),
                    Fallback::Modulo => (index < range - all, too_large),
                };
                let more = if is_fallback { all * none } else { 0 };
                ((every - none) * indices + more, all * every * indices)
            }
            Numbers::NotItself | Numbers::NotFar => {
                (u64::from(drawn != self.excluded(bound, itself)), all - 1)
            }
        }
    }
}

/// Returns the end of the range that is not the position itself.
fn other_end(bound: u32, itself: u32) -> u32 {
    if itself == 0 { bound - 1 } else { 0 }
}

/// Returns `value`·`bound`/`values`, rounded down.
fn scale(value: u32, bound: u32, values: u32) -> u32 {
    (u64::from(value) * u64::from(bound) / u64::from(values)) as u32
}

/// Returns `true` with the given probability, to within 2^-32.
pub(super) fn happens(chance: f64, generator: &mut Generator) -> bool {
    let [high, low] = [0; 2].map(|_| generator.below(1 << 16));
    f64::from((high << 16) + low) < chance * 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::Seed;

    /// In 60,000 draws the frequency of each index agrees with its weight.
    #[test]
    fn draws_have_their_weights() {
        use Numbers::*;
        let tries = [Fallback::Itself, Fallback::Far, Fallback::Modulo].map(|then| Tries(2, then));
        let all = [
            Exact,
            Modulo(10),
            Scaled(10),
            Rounded,
            Clamped,
            NotItself,
            NotFar,
        ];
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for (numbers, (bound, itself)) in all
            .into_iter()
            .chain(tries)
            .flat_map(|one| [(1, 0), (2, 1), (6, 5), (6, 0), (9, 8)].map(|row| (one, row)))
        {
            let mut counts = vec![0.0; bound as usize];
            for _ in 0..60_000 {
                counts[numbers.draw(bound, itself, 0.0, &mut generator) as usize] += 1.0;
            }
            let mut sum = 0;
            for (drawn, count) in (0..bound).zip(counts) {
                let (weight, all) = numbers.weight(drawn, bound, itself);
                sum += weight;
                let expected = 60_000.0 * weight as f64 / all as f64;
                assert!(
                    (expected - count).abs() < 600.0,
                    "{numbers:?} {drawn} below {bound}: {count}"
                );
                assert!(
                    drawn < bound - 1 || sum == all,
                    "{numbers:?} below {bound}: {sum} of {all}"
                );
            }
        }
    }
}
