use std::fmt::{self, Write};
use std::ops::Range;

use num_traits::One;

use super::entry::{Argument, Move};
use super::tree::{Atom, Factor, Word};

impl Word {
    /// Returns the word for printing, with points counted from `base`.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "in (0 1)".parse()?;
    /// assert_eq!(word.counting_from(1).to_string(), "in (1 2)");
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn counting_from(&self, base: u32) -> impl fmt::Display {
        CountingFrom { word: self, base }
    }

    /// Returns the range of bytes of one letter (a move or a permutation) in the printed text.
    ///
    /// `letter` is its index in reading order from 0, as in [`FitError`](super::FitError). The text is printed
    /// with points counted from `base`.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "in (out cut:3)^2".parse()?;
    /// assert_eq!(word.span(2, 0).map(|span| word.to_string()[span].to_owned()), Some("cut:3".into()));
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn span(&self, letter: usize, base: u32) -> Option<Range<usize>> {
        let mut printed = Printed::default();
        printed.word(self, base).expect("text grows without failing");
        printed.letters.get(letter).cloned()
    }
}

/// Prints the word with points counted from 0.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counting_from(0).fmt(f)
    }
}

struct CountingFrom<'a> {
    word: &'a Word,
    base: u32,
}

impl fmt::Display for CountingFrom<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = Printed::default();
        printed.word(self.word, self.base)?;
        f.write_str(&printed.text)
    }
}

/// The text of a word, and the ranges of its letters.
#[derive(Default)]
struct Printed {
    text: String,
    letters: Vec<Range<usize>>,
}

impl Printed {
    fn word(&mut self, word: &Word, base: u32) -> fmt::Result {
        for (index, Factor { atom, exponent }) in word.factors.iter().enumerate() {
            self.text += if index == 0 { "" } else { " " };
            let start = self.text.len();
            match atom {
                Atom::Move(one) => write!(self.text, "{one}")?,
                Atom::Literal(cycles) => write_cycles(&mut self.text, cycles, base)?,
                Atom::Group(word) => {
                    self.text += "(";
                    self.word(word, base)?;
                    self.text += ")";
                }
            }
            if !matches!(atom, Atom::Group(_)) {
                self.letters.push(start..self.text.len());
            }
            if !exponent.is_one() {
                write!(self.text, "^{exponent}")?;
            }
        }
        Ok(())
    }
}

fn write_cycles(out: &mut dyn Write, cycles: &[Vec<u32>], base: u32) -> fmt::Result {
    if cycles.is_empty() {
        return out.write_str("()");
    }
    cycles.iter().try_for_each(|cycle| write_cycle(out, cycle, base))
}

fn write_cycle(out: &mut dyn Write, cycle: &[u32], base: u32) -> fmt::Result {
    for (index, &point) in cycle.iter().enumerate() {
        out.write_str(if index == 0 { "(" } else { " " })?;
        write!(out, "{}", u64::from(point) + u64::from(base))?;
    }
    out.write_str(")")
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        self.arguments.iter().try_for_each(|argument| match argument {
            Argument::Number(number) => write!(f, ":{number}"),
            Argument::Choice(word) => write!(f, ":{word}"),
            Argument::Chance(chance) => write!(f, ":{chance}"),
            Argument::Setting(name, chance) => write!(f, ":{name}={chance}"),
        })
    }
}
