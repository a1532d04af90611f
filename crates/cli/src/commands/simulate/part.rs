//! The numbered parts of a simulation that is split among machines, and the list of those that are missing.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};

use faro_render::numbers::joined;
use faro_render::one_based;
use faro_render::view::{Page, Report, Table};
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::arguments::integer;

/// Part `index` of `parts`, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardPart {
    pub index: u64,
    pub parts: u64,
}

impl ShardPart {
    /// Returns part `number` of `parts`, counted from 1, or `None` if there is no such part.
    pub fn numbered((number, parts): (u64, u64)) -> Option<ShardPart> {
        (1..=parts).contains(&number).then(|| ShardPart {
            index: one_based::index(number),
            parts,
        })
    }

    /// Returns the number, counted from 1, and the number of parts.
    pub fn number(self) -> (u64, u64) {
        (one_based::number(self.index), self.parts)
    }
}

impl fmt::Display for ShardPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, parts) = self.number();
        write!(f, "part {number} of {parts}")
    }
}

/// Parses `I/N`. I is counted from 1.
pub fn parse_part(text: &str) -> Result<ShardPart, String> {
    let expected = || "expected I/N with I from 1 to N, such as 3/8".to_string();
    let (index, parts) = text.split_once('/').ok_or_else(expected)?;
    let number = |text| {
        integer::parse_positive(text)
            .ok()
            .and_then(|number| number.to_u64())
    };
    number(index)
        .zip(number(parts))
        .and_then(ShardPart::numbered)
        .ok_or_else(expected)
}

/// A run of consecutive missing parts, from the first to the last, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct MissingRange {
    first: u64,
    last: u64,
}

/// The parts of a run that are missing.
#[derive(Debug, Serialize)]
pub struct MissingParts {
    parts: u64,
    missing: Vec<MissingRange>,
    /// The missing parts in the syntax of Slurm's `--array`.
    array: String,
}

impl MissingParts {
    /// Creates the list of the parts that are not in `present`.
    pub fn new(parts: u64, present: impl Iterator<Item = ShardPart>) -> MissingParts {
        let present: BTreeSet<u64> = present.map(|part| part.index).collect();
        let (mut missing, mut next) = (Vec::new(), 0);
        for end in present.into_iter().chain([parts]) {
            if next < end {
                missing.push(MissingRange {
                    first: one_based::number(next),
                    last: end,
                });
            }
            next = end.saturating_add(1);
        }
        let array = joined(&missing, ",");
        MissingParts {
            parts,
            missing,
            array,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.missing.is_empty()
    }

    /// Returns a text such as `parts 3,7-9 of 16`.
    pub fn in_words(&self) -> String {
        let is_single = matches!(self.missing[..], [run] if run.first == run.last);
        format!(
            "{} {} of {}",
            if is_single { "part" } else { "parts" },
            self.array,
            self.parts
        )
    }
}

impl fmt::Display for MissingRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}", self.first),
            false => write!(f, "{}-{}", self.first, self.last),
        }
    }
}

impl Report for MissingParts {
    fn table(&self) -> Table<'_> {
        Table::with_records(["first", "last"], " ", &self.missing)
    }

    /// Writes only a line end if nothing is missing.
    fn text(&self, _: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.array)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_missing_parts() {
        let array = |parts: u64, present: &[u64]| {
            let present = present.iter().map(|&index| ShardPart { index, parts });
            MissingParts::new(parts, present).array
        };
        assert_eq!(array(1, &[0]), "");
        assert_eq!(array(1, &[]), "1");
        assert_eq!(array(9, &[]), "1-9");
        assert_eq!(array(9, &[4, 0, 1, 3, 5]), "3,7-9");
        assert_eq!(array(9, &[8, 6]), "1-6,8");
        assert_eq!(array(u64::MAX, &[1]), format!("1,3-{}", u64::MAX));
        // For each of the 256 sets of eight parts, the list has exactly the parts that are not in the set.
        for set in 0..256u32 {
            let present: Vec<u64> = (0..8).filter(|bit| set >> bit & 1 == 1).collect();
            let missing = MissingParts::new(
                8,
                present.iter().map(|&index| ShardPart { index, parts: 8 }),
            );
            let listed: Vec<u64> = missing
                .missing
                .iter()
                .flat_map(|run| run.first..=run.last)
                .collect();
            let expected: Vec<u64> = (1..=8)
                .filter(|part| !present.contains(&(part - 1)))
                .collect();
            assert_eq!(listed, expected);
            assert!(
                missing
                    .missing
                    .windows(2)
                    .all(|pair| pair[0].last + 1 < pair[1].first)
            );
        }
    }
}
