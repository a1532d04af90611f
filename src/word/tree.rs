//! A word of the language of shuffles as a tree of factors, and how it is printed.

use std::fmt::{self, Write};
use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use super::moves::{Argument, Move};

/// Maximum number of moves, points and arguments of a word, taken together.
pub(super) const MAX_LENGTH: usize = 10_000;

/// Maximum depth of nested groups.
pub(super) const MAX_DEPTH: usize = 64;

/// Maximum number of random shuffles that a word applies, repetitions by exponents included.
pub(super) const MAX_DRAWS: u32 = 1_000_000;

/// Maximum number of digits of an argument or an exponent.
pub(super) const MAX_DIGITS: usize = 1000;

/// A shuffle in the language of shuffles: a product of powers of moves, groups and permutations.
///
/// It is parsed by [`FromStr`](std::str::FromStr) and printed by [`Display`](std::fmt::Display), with points
/// counted from 0. Two words are equal if they are written in the same way, apart from spaces and short forms.
/// To compare their effects on a deck, compare their [`permutation`](Word::permutation)s.
///
/// ```
/// use faro::Word;
/// let there: Word = "in (out cut:3)^2".parse()?;
/// assert_eq!(there.inverse().to_string(), "(out cut:3)^-2 in^-1");
/// assert_eq!(there.permutation(8)?.inverse(), there.inverse().permutation(8)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    pub(super) factors: Vec<Factor>,
}

/// A power of an atom: `atom^exponent`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Factor {
    pub atom: Atom,
    pub exponent: BigInt,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Atom {
    Move(Move),
    Group(Word),
    /// Disjoint cycles, none of them empty.
    Literal(Vec<Vec<u32>>),
    /// For each position of the deck the position to which its card moves.
    List(Vec<u32>),
}

impl Word {
    /// Returns the number of moves and permutations. A repeated group counts once.
    pub fn length(&self) -> usize {
        self.letters().len()
    }

    /// Returns the inverse: the factors in reverse order, with negated exponents.
    pub fn inverse(&self) -> Word {
        let inverted = |factor: &Factor| Factor {
            atom: factor.atom.clone(),
            exponent: -&factor.exponent,
        };
        Word {
            factors: self.factors.iter().rev().map(inverted).collect(),
        }
    }

    /// Returns the moves and permutations, in reading order.
    pub(super) fn letters(&self) -> Vec<&Atom> {
        let mut letters = Vec::new();
        for factor in &self.factors {
            match &factor.atom {
                Atom::Group(word) => letters.extend(word.letters()),
                letter => letters.push(letter),
            }
        }
        letters
    }
}

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
        printed
            .word(self, base)
            .expect("text grows without failing");
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
                Atom::List(images) => {
                    let points = images
                        .iter()
                        .map(|&image| u64::from(image) + u64::from(base));
                    let points: Vec<String> = points.map(|point| point.to_string()).collect();
                    write!(self.text, "[{}]", points.join(" "))?;
                }
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
    cycles
        .iter()
        .try_for_each(|cycle| write_cycle(out, cycle, base))
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
        self.arguments
            .iter()
            .try_for_each(|argument| match argument {
                Argument::Number(number) => write!(f, ":{number}"),
                Argument::Choice(word) => write!(f, ":{word}"),
                Argument::Chance(chance) => write!(f, ":{chance}"),
                Argument::Setting(name, chance) => write!(f, ":{name}={chance}"),
            })
    }
}

impl Word {
    /// Returns the word's moves one by one, with all powers and groups written out.
    ///
    /// They are in the order in which they are applied. Each is a move or a permutation, or the inverse of one.
    /// Returns `None` if there are more than `max`.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "(out^2 cut:9)^2 in^-1".parse()?;
    /// let moves: Vec<String> = word.expanded(10).unwrap().iter().map(Word::to_string).collect();
    /// assert_eq!(moves, ["out", "out", "cut:9", "out", "out", "cut:9", "in^-1"]);
    /// assert_eq!(word.expanded(6), None);
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn expanded(&self, max: usize) -> Option<Vec<Word>> {
        let mut moves = Vec::new();
        for factor in &self.factors {
            let once = match &factor.atom {
                Atom::Group(word) if factor.exponent.is_negative() => {
                    word.inverse().expanded(max)?
                }
                Atom::Group(word) => word.expanded(max)?,
                letter => vec![Word {
                    factors: vec![single(letter, &factor.exponent)],
                }],
            };
            if once.is_empty() {
                continue;
            }
            let times = factor.exponent.magnitude().to_usize()?;
            if once.len().checked_mul(times)? > max - moves.len() {
                return None;
            }
            (0..times).for_each(|_| moves.extend_from_slice(&once));
        }
        Some(moves)
    }
}

/// Returns a letter, or its inverse if `exponent` is negative.
fn single(letter: &Atom, exponent: &BigInt) -> Factor {
    Factor {
        atom: letter.clone(),
        exponent: if exponent.is_negative() { -1 } else { 1 }.into(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Permutation, Word};

    /// The moves, applied one after another, have the same effect as the word.
    #[test]
    fn the_product_of_the_moves_is_the_word() {
        for text in [
            "out",
            "()",
            "in^0 out",
            "(in out^2)^3 cut:3",
            "((in^-2 cut:1)^-2 (1 2 3)^2)^-3 reverse^4",
            "(()^7)^9",
        ] {
            let word: Word = text.parse().unwrap();
            let moves = word.expanded(1000).unwrap();
            let product = moves.iter().fold(Permutation::identity(8), |product, by| {
                assert_eq!(by.expanded(1), Some(vec![by.clone()]));
                product.then(&by.permutation(8).unwrap())
            });
            assert_eq!(product, word.permutation(8).unwrap(), "{text}");
        }
    }

    #[test]
    fn too_many_moves() {
        let word: Word = "out^1000000000000000000000000000".parse().unwrap();
        assert_eq!(word.expanded(1_000_000), None);
        let word: Word = "((((in^1000)^1000)^1000)^1000)^1000".parse().unwrap();
        assert_eq!(word.expanded(1_000_000), None);
        assert_eq!(
            "out in".parse::<Word>().unwrap().expanded(2).unwrap().len(),
            2
        );
        assert_eq!("out in".parse::<Word>().unwrap().expanded(1), None);
    }
}
