use num_bigint::BigInt;

use super::entry::Move;

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
}

impl Word {
    /// Returns the number of moves and permutations. Those in groups count once.
    pub fn length(&self) -> usize {
        self.letters().len()
    }

    /// Returns the inverse: the factors in reverse order, with negated exponents.
    pub fn inverse(&self) -> Word {
        let inverted = |factor: &Factor| Factor { atom: factor.atom.clone(), exponent: -&factor.exponent };
        Word { factors: self.factors.iter().rev().map(inverted).collect() }
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
