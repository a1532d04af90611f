//! The time limits of reading what a program prints.

use std::time::Duration;

/// The time limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// For the next item.
    pub silence: Option<Duration>,
    /// For all items.
    pub whole: Option<Duration>,
}

impl Patience {
    /// Parses seconds of silence, and after a comma those in total: `10` or `10,300`.
    ///
    /// # Errors
    ///
    /// If a number is not above 0.
    pub fn parse(text: &str) -> Result<Patience, String> {
        let seconds = |text: &str| {
            let seconds: Option<f64> = text.trim().parse().ok().filter(|&seconds| seconds > 0.0);
            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        };
        let expected =
            || "expected seconds above 0, for example 10, or 10,300 for silence and in total".to_string();
        let (silence, whole) =
            text.split_once(',').map_or((text, None), |(silence, whole)| (silence, Some(whole)));
        let whole = whole.map(|whole| seconds(whole).ok_or_else(expected)).transpose()?;
        Ok(Patience { silence: Some(seconds(silence).ok_or_else(expected)?), whole })
    }
}
