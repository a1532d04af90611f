use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::tree::{Atom, Factor, Word};

impl Word {
    /// Returns the word's moves one by one, with all powers and groups written out.
    ///
    /// They are in the order in which they are applied. Each is a move or a permutation, or the inverse of one.
    /// Returns `None` if there are more than `most`.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "(out^2 cut:9)^2 in^-1".parse()?;
    /// let moves: Vec<String> = word.expanded(10).unwrap().iter().map(Word::to_string).collect();
    /// assert_eq!(moves, ["out", "out", "cut:9", "out", "out", "cut:9", "in^-1"]);
    /// assert_eq!(word.expanded(6), None);
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn expanded(&self, most: usize) -> Option<Vec<Word>> {
        let mut moves = Vec::new();
        for factor in &self.factors {
            let one = match &factor.atom {
                Atom::Group(word) if factor.exponent.is_negative() => word.inverse().expanded(most)?,
                Atom::Group(word) => word.expanded(most)?,
                letter => vec![Word { factors: vec![single(letter, &factor.exponent)] }],
            };
            if one.is_empty() {
                continue;
            }
            let times = factor.exponent.magnitude().to_usize()?;
            if one.len().checked_mul(times)? > most - moves.len() {
                return None;
            }
            (0..times).for_each(|_| moves.extend_from_slice(&one));
        }
        Some(moves)
    }
}

/// Returns a letter, or its inverse if `exponent` is negative.
fn single(letter: &Atom, exponent: &BigInt) -> Factor {
    Factor { atom: letter.clone(), exponent: if exponent.is_negative() { -1 } else { 1 }.into() }
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
        assert_eq!("out in".parse::<Word>().unwrap().expanded(2).unwrap().len(), 2);
        assert_eq!("out in".parse::<Word>().unwrap().expanded(1), None);
    }
}
