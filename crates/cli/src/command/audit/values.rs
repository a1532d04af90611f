//! Parses the values of arguments.

use std::time::Duration;

use faro_audit::lines::Pattern;
use num_traits::ToPrimitive;

use super::listen::Patience;
use faro_console::integer;

pub fn parse_cards(text: &str) -> Result<usize, String> {
    let most = faro_audit::MAX_CARDS;
    let cards = integer::parse(text)?.to_usize().filter(|cards| (2..=most).contains(cards));
    cards.ok_or_else(|| format!("expected 2 to {most} cards, for example 52"))
}

pub fn parse_decks(text: &str) -> Result<u64, String> {
    let decks = integer::parse_positive(text)?.to_u64();
    decks.ok_or_else(|| "expected a number from 1 to 2^64 - 1, for example 1000".into())
}

pub fn parse_pattern(text: &str) -> Result<Pattern, String> {
    text.parse().map_err(|error: faro_audit::lines::PatternError| error.to_string())
}

/// Parses the name of a field, or a path of names.
pub fn parse_field(text: &str) -> Result<String, String> {
    let expected = || "expected a name, or a path such as shuffle.deck".into();
    (!text.is_empty()).then(|| text.into()).ok_or_else(expected)
}

pub fn parse_bad(text: &str) -> Result<u64, String> {
    let number = integer::parse(text)?.to_u64();
    number.ok_or_else(|| "expected a number from 0 to 2^64 - 1".into())
}

/// Minimum level, because smaller p-values are not computed.
const LEAST_ALPHA: f64 = 1e-100;

pub fn parse_alpha(text: &str) -> Result<f64, String> {
    let alpha: Option<f64> = text.parse().ok().filter(|alpha| (LEAST_ALPHA..=0.5).contains(alpha));
    alpha.ok_or_else(|| format!("expected a probability from {LEAST_ALPHA:e} to 0.5, such as 0.001"))
}

pub fn parse_patience(text: &str) -> Result<Patience, String> {
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
