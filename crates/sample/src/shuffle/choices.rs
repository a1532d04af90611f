//! The interface of a source of random choices, and exact decimal probabilities.

use std::fmt;
use std::str::FromStr;

use num_integer::Integer;

use crate::SampleError;

/// A source of choices, each among a given number of possibilities, such as a random generator.
pub trait Choices {
    /// Draws a number from 0 to `bound` − 1, all equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    fn below(&mut self, bound: u32) -> u32;

    /// Fills `numbers` with independent choices [below](Self::below) `bound`.
    ///
    /// A source may draw many numbers at once, so the numbers may differ from the results of single calls.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        numbers
            .iter_mut()
            .for_each(|number| *number = self.below(bound));
    }

    /// Fills `numbers` with independent choices, the i-th below `first` + i·`step`.
    ///
    /// The numbers equal the results of single calls of [`below`](Self::below).
    ///
    /// # Panics
    ///
    /// If a bound is 0.
    fn below_each(&mut self, first: u32, step: i32, numbers: &mut [u32]) {
        let mut bound = first;
        for number in numbers {
            *number = self.below(bound);
            bound = bound.wrapping_add_signed(step);
        }
    }

    /// Draws `count` choices below 2 as [`fill_below`](Self::fill_below) does.
    ///
    /// The choices are the bits of the result, from the lowest bit on.
    ///
    /// # Panics
    ///
    /// If `count` is more than 64.
    fn bits(&mut self, count: usize) -> u64 {
        let mut bits = [0; 64];
        self.fill_below(2, &mut bits[..count]);
        bits.iter()
            .rev()
            .fold(0, |all, &bit| all << 1 | u64::from(bit))
    }

    /// Draws an index i with probability `weights[i]` / Σ `weights`.
    ///
    /// # Panics
    ///
    /// If the sum of `weights` is 0 or does not fit 32 bits.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let sum = weights
            .iter()
            .try_fold(0u32, |sum, &weight| sum.checked_add(weight));
        let mut left = self.below(sum.expect("weights whose sum fits 32 bits"));
        let within = |weight: &u32| {
            let within = left < *weight;
            left = left.wrapping_sub(*weight);
            within
        };
        weights
            .iter()
            .position(within)
            .expect("the number is below the sum")
    }

    /// Fills `indices` with independent draws by `weights`.
    ///
    /// The draws equal the results of single calls of [`weighted`](Self::weighted).
    ///
    /// # Panics
    ///
    /// If the sum of `weights` is 0 or does not fit 32 bits.
    fn weighted_each(&mut self, weights: [u32; 2], indices: &mut [u32]) {
        indices
            .iter_mut()
            .for_each(|index| *index = self.weighted(&weights) as u32);
    }
}

impl<C: Choices + ?Sized> Choices for &mut C {
    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }

    fn fill_below(&mut self, bound: u32, numbers: &mut [u32]) {
        (**self).fill_below(bound, numbers);
    }

    fn below_each(&mut self, first: u32, step: i32, numbers: &mut [u32]) {
        (**self).below_each(first, step, numbers);
    }

    fn bits(&mut self, count: usize) -> u64 {
        (**self).bits(count)
    }

    fn weighted(&mut self, weights: &[u32]) -> usize {
        (**self).weighted(weights)
    }

    fn weighted_each(&mut self, weights: [u32; 2], indices: &mut [u32]) {
        (**self).weighted_each(weights, indices);
    }
}

/// A probability from 0 to 1, stored exactly as a decimal of at most six places.
///
/// ```
/// # use faro_sample as faro;
/// use faro::shuffle::Chance;
/// let chance: Chance = "0.35".parse()?;
/// assert_eq!(chance.odds(), [7, 13]); // 7 for, 13 against
/// assert_eq!(chance.to_string(), "0.35");
/// # Ok::<(), faro_sample::SampleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    /// The odds for and against, in lowest terms. Their sum divides 10^6.
    odds: [u32; 2],
}

const DECIMAL_PLACES: usize = 6;
const MILLION: u32 = 1_000_000;

impl Chance {
    /// The probability 1/2.
    pub const HALF: Chance = Chance { odds: [1, 1] };

    /// Returns the multiple of 10^-6 that is nearest to `value`, clamped to the range from 0 to 1.
    pub fn nearest(value: f64) -> Chance {
        Chance::from_millionths((value.clamp(0.0, 1.0) * f64::from(MILLION)).round() as u32)
    }

    fn from_millionths(millionths: u32) -> Chance {
        let common = millionths.gcd(&MILLION);
        Chance {
            odds: [millionths / common, (MILLION - millionths) / common],
        }
    }

    /// Returns the odds for and against, in lowest terms. Their sum is the denominator.
    pub fn odds(self) -> [u32; 2] {
        self.odds
    }

    /// Draws whether an event with this probability happens. Returns true if it does.
    pub fn comes<C: Choices + ?Sized>(self, choices: &mut C) -> bool {
        match self.odds {
            [1, 1] => choices.below(2) == 0,
            odds => choices.weighted(&odds) == 0,
        }
    }
}

impl FromStr for Chance {
    type Err = SampleError;

    fn from_str(text: &str) -> Result<Chance, SampleError> {
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !["0", "1"].contains(&whole) || !digits(places) || places.len() > DECIMAL_PLACES {
            return Err(SampleError::NoChance);
        }
        let places: u32 = format!("{places:0<DECIMAL_PLACES$}")
            .parse()
            .map_err(|_| SampleError::NoChance)?;
        let millionths = places + if whole == "1" { MILLION } else { 0 };
        if millionths <= MILLION {
            Ok(Chance::from_millionths(millionths))
        } else {
            Err(SampleError::NoChance)
        }
    }
}

/// Writes a decimal point and at least one place, so that a reader does not take the number for an integer.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millionths = self.odds[0] * (MILLION / (self.odds[0] + self.odds[1]));
        let places = format!("{:06}", millionths % MILLION);
        let shown = places.trim_end_matches('0');
        write!(
            f,
            "{}.{}",
            millionths / MILLION,
            if shown.is_empty() { "0" } else { shown }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns the numbers of a list.
    struct Scripted(Vec<u32>);

    impl Choices for Scripted {
        fn below(&mut self, bound: u32) -> u32 {
            let number = self.0.remove(0);
            assert!(number < bound);
            number
        }
    }

    #[test]
    fn weights_split_the_numbers_below_their_sum() {
        let drawn: Vec<usize> = (0..6)
            .map(|number| Scripted(vec![number]).weighted(&[2, 0, 1, 3]))
            .collect();
        assert_eq!(drawn, [0, 0, 2, 3, 3, 3]);
    }

    #[test]
    #[should_panic(expected = "fits 32 bits")]
    fn weights_beyond_32_bits_panic() {
        Scripted(vec![0]).weighted(&[u32::MAX, 1]);
    }

    #[test]
    fn decimals_from_0_to_1() {
        for (text, odds) in [
            ("0.5", [1, 1]),
            ("0", [0, 1]),
            ("1.0", [1, 0]),
            ("0.000001", [1, 999_999]),
        ] {
            let chance: Chance = text.parse().unwrap();
            assert_eq!(chance.odds(), odds);
            assert_eq!(chance.to_string().parse(), Ok(chance));
        }
        for text in [
            "",
            ".5",
            "0.",
            "1.000001",
            "2",
            "-0.5",
            "0.1234567",
            "1/2",
            "0.5e",
            "+0.5",
        ] {
            assert_eq!(text.parse::<Chance>(), Err(SampleError::NoChance), "{text}");
        }
    }

    /// The nearest chance equals the parsed decimal of six places.
    #[test]
    fn nearest_chances_are_those_of_the_decimal() {
        for value in (0..=3003).map(|step| f64::from(step * 333) / 1e6).chain([
            -1.0,
            2.0,
            0.92 / 1.4,
            0.1 * 1.4,
        ]) {
            let decimal = format!("{:.6}", value.clamp(0.0, 1.0));
            assert_eq!(Ok(Chance::nearest(value)), decimal.parse(), "{value}");
        }
    }
}
