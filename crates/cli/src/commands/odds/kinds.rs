//! The kinds of cards that count, as they are typed.

use std::ops::RangeInclusive;

use faro_render::numbers::counted;
use serde::Serialize;

use crate::arguments::integer::{self, Range};
use crate::output;

/// Maximum number of cards and of games.
pub const MAX: u64 = 1_000_000;

pub fn count(text: &str) -> Result<u64, String> {
    integer::within(
        integer::parse(text)?,
        ..=MAX,
        format_args!("a whole number from 0 to {MAX}"),
    )
}

/// Kinds of equal size, any of which counts.
#[derive(Clone, Copy, Debug)]
pub struct Of {
    pub kinds: u64,
    pub each: u64,
}

impl Of {
    pub fn parse(text: &str) -> Result<Of, String> {
        let (kinds, each) = text.split_once(['x', '×']).unwrap_or(("1", text));
        if let Some((of, _)) = text.split_once('/') {
            return Err(format!("expected a number of cards alone, such as {of}"));
        }
        let example = "expected a number of cards such as 24, or 13 for a suit, or 9x4 for any of nine kinds of four";
        let number = |text| count(text).map_err(|_| format!("{example}, up to {MAX}"));
        match (number(kinds)?, number(each)?) {
            (0, _) => Err(example.into()),
            (kinds, each) => Ok(Of { kinds, each }),
        }
    }
}

/// A number for one kind, otherwise `{"kinds": 9, "each": 4}`.
impl Serialize for Of {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Kinds {
            kinds: u64,
            each: u64,
        }
        let Of { kinds, each } = *self;
        match kinds {
            1 => serializer.serialize_u64(each),
            _ => Kinds { kinds, each }.serialize(serializer),
        }
    }
}

/// A condition on one kind.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Wanted {
    pub low: u64,
    pub high: u64,
    pub of: u64,
}

impl Wanted {
    pub fn parse(text: &str) -> Result<Wanted, String> {
        const EXPECTED: &str =
            "expected numbers of seen cards and the cards of the kind, such as 2..=4/24 or 1../8";
        let (numbers, of) = text.split_once('/').ok_or(EXPECTED)?;
        if of.contains('/') {
            return Err(
                "this is more than one condition; give each with a --want of its own".into(),
            );
        }
        let of = count(of)?;
        let (low, high) = match (numbers.strip_suffix(".."), numbers.strip_prefix("..=")) {
            (Some(low), _) => (count(low)?, of),
            (_, Some(high)) => (0, count(high)?),
            _ => {
                let range = Range::of_counts(numbers).map_err(|_| EXPECTED)?;
                range.note().iter().for_each(|text| output::note(text));
                range.numbers.into_inner()
            }
        };
        if low > high {
            return Err(format!("a kind of {} has no {low}", counted(of, "card")));
        }
        Ok(Wanted { low, high, of })
    }

    pub fn range(&self) -> RangeInclusive<u64> {
        self.low..=self.high
    }

    pub fn condition(&self) -> String {
        let Wanted { low, high, of } = self;
        let numbers = match (low, high) {
            _ if low == high => format!("exactly {low}"),
            (0, _) => format!("at most {high}"),
            _ if high >= of => format!("at least {low}"),
            _ => format!("{low} to {high}"),
        };
        format!("{numbers} of {of}")
    }
}
