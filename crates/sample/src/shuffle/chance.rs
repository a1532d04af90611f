use std::fmt;
use std::str::FromStr;

use crate::SampleError;
use num_integer::Integer;

use super::Choices;

/// A probability from 0 to 1, stored exactly as a decimal of at most six places.
///
/// ```
/// use faro_sample::shuffle::Chance;
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

const PLACES: usize = 6;
const ONE: u32 = 1_000_000;

impl Chance {
    /// The probability 1/2.
    pub const HALF: Chance = Chance { odds: [1, 1] };

    /// Returns the multiple of 10^-6 that is nearest to `value`, clamped to the range from 0 to 1.
    pub fn nearest(value: f64) -> Chance {
        Chance::from_millionths((value.clamp(0.0, 1.0) * f64::from(ONE)).round() as u32)
    }

    fn from_millionths(millionths: u32) -> Chance {
        let common = millionths.gcd(&ONE);
        Chance { odds: [millionths / common, (ONE - millionths) / common] }
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
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !["0", "1"].contains(&whole) || !digits(places) || places.len() > PLACES {
            return Err(SampleError::NoChance);
        }
        let places: u32 = format!("{places:0<PLACES$}").parse().map_err(|_| SampleError::NoChance)?;
        let millionths = places + if whole == "1" { ONE } else { 0 };
        if millionths <= ONE { Ok(Chance::from_millionths(millionths)) } else { Err(SampleError::NoChance) }
    }
}

/// Writes a decimal point and at least one place, so that a reader does not take the number for an integer.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millionths = self.odds[0] * (ONE / (self.odds[0] + self.odds[1]));
        let places = format!("{:06}", millionths % ONE);
        let shown = places.trim_end_matches('0');
        write!(f, "{}.{}", millionths / ONE, if shown.is_empty() { "0" } else { shown })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_from_0_to_1() {
        for (text, odds) in [("0.5", [1, 1]), ("0", [0, 1]), ("1.0", [1, 0]), ("0.000001", [1, 999_999])] {
            let chance: Chance = text.parse().unwrap();
            assert_eq!(chance.odds(), odds);
            assert_eq!(chance.to_string().parse(), Ok(chance));
        }
        for text in ["", ".5", "0.", "1.000001", "2", "-0.5", "0.1234567", "1/2", "0.5e", "+0.5"] {
            assert_eq!(text.parse::<Chance>(), Err(SampleError::NoChance), "{text}");
        }
    }

    /// The nearest chance equals the parsed decimal of six places.
    #[test]
    fn nearest_chances_are_those_of_the_decimal() {
        for value in
            (0..=3003).map(|step| f64::from(step * 333) / 1e6).chain([-1.0, 2.0, 0.92 / 1.4, 0.1 * 1.4])
        {
            let decimal = format!("{:.6}", value.clamp(0.0, 1.0));
            assert_eq!(Ok(Chance::nearest(value)), decimal.parse(), "{value}");
        }
    }
}
