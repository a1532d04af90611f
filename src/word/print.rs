use std::fmt;

use num_traits::One;

use super::moves::{Argument, Move};
use super::{Atom, Factor, Word};

impl Word {
    /// The word as text, with the points of permutations counted from `base`.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "in (0 1)".parse()?;
    /// assert_eq!(word.counting_from(1).to_string(), "in (1 2)");
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn counting_from(&self, base: u32) -> impl fmt::Display {
        From { word: self, base }
    }
}

/// Points count from 0.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, self, 0)
    }
}

struct From<'a> {
    word: &'a Word,
    base: u32,
}

impl fmt::Display for From<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, self.word, self.base)
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &Word, base: u32) -> fmt::Result {
    for (index, Factor { atom, exponent }) in word.factors.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " " })?;
        write_atom(f, atom, base)?;
        if !exponent.is_one() {
            write!(f, "^{exponent}")?;
        }
    }
    Ok(())
}

fn write_atom(f: &mut fmt::Formatter<'_>, atom: &Atom, base: u32) -> fmt::Result {
    match atom {
        Atom::Move(one) => write!(f, "{one}"),
        Atom::Group(word) => {
            f.write_str("(")?;
            write_word(f, word, base)?;
            f.write_str(")")
        }
        Atom::Literal(cycles) if cycles.is_empty() => f.write_str("()"),
        Atom::Literal(cycles) => cycles.iter().try_for_each(|cycle| write_cycle(f, cycle, base)),
    }
}

fn write_cycle(f: &mut fmt::Formatter<'_>, cycle: &[u32], base: u32) -> fmt::Result {
    for (index, &point) in cycle.iter().enumerate() {
        f.write_str(if index == 0 { "(" } else { " " })?;
        write!(f, "{}", u64::from(point) + u64::from(base))?;
    }
    f.write_str(")")
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        self.arguments.iter().try_for_each(|argument| match argument {
            Argument::Number(number) => write!(f, ":{number}"),
            Argument::Choice(word) => write!(f, ":{word}"),
        })
    }
}
