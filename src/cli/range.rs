//! Parses ranges of deck sizes.

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::integer;

/// The largest deck size of a range: the moduli beside it fit into 64 bits.
const MOST_CARDS: u64 = 1 << 63;

/// Parses `A..=B` with both ends or `A..B` without the last. Sizes start from 1; a range is not empty.
pub fn parse(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("expected a range such as 2..=1000")?;
    let (to, with_last) = to.strip_prefix('=').map_or((to, false), |to| (to, true));
    let from = integer::parse_positive(from)?;
    let past = integer::parse_positive(to)? + u32::from(with_last);
    if past <= from {
        return Err(format!("the range is empty; expected {from}..={from} for one deck size"));
    }
    Ok(word(&from)?..=word(&(past - 1u32))?)
}

fn word(cards: &BigUint) -> Result<u64, String> {
    let cards = cards.to_u64().filter(|&cards| cards <= MOST_CARDS);
    cards.ok_or_else(|| format!("expected a range that ends at {MOST_CARDS} cards or before"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_with_and_without_their_last_size() {
        assert_eq!(parse("2..=10"), Ok(2..=10));
        assert_eq!(parse("2..10"), Ok(2..=9));
        assert_eq!(parse("7..=7"), Ok(7..=7));
        assert_eq!(parse("1..=9223372036854775808"), Ok(1..=1 << 63));
    }

    #[test]
    fn other_text_is_an_error() {
        for text in
            ["", "..", "52", "2..", "..=5", "0..=5", "7..7", "5..=2", "a..=b", "2..=9223372036854775809"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
