//! Reads the list of allowed moves from the command line.

use std::fmt::Display;

use faro::{Permutation, Word};
use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::argument::Text;
use super::one_based::FIRST;
use super::word;

/// The most moves.
const MAX_MOVES: usize = 100;

/// A list of moves without repetitions.
pub struct Moves {
    given: Text,
    words: Vec<Word>,
}

impl Moves {
    /// Reads words separated by commas. Commas in brackets belong to a word.
    pub fn read(given: Text) -> anyhow::Result<Moves> {
        let Text { text, argument } = &given;
        let parts = split(text);
        if parts.len() > MAX_MOVES {
            let why = format!("{} moves are too many; expected at most {MAX_MOVES}", parts.len());
            return Err(given.error(why));
        }
        let read = |(start, part)| word::read_part(argument, text, start, part);
        let mut words: Vec<Word> = Vec::new();
        for word in parts.into_iter().map(read) {
            let word = word?;
            if !words.contains(&word) {
                words.push(word);
            }
        }
        Ok(Moves { given, words })
    }

    /// Drops every move that has the same effect as one before it. `effects` has the effect of each move.
    pub fn distinct<T: PartialEq>(self, effects: Vec<T>) -> (Moves, Vec<T>) {
        let (mut words, mut kept) = (Vec::new(), Vec::new());
        for (word, effect) in self.words.into_iter().zip(effects) {
            if !kept.contains(&effect) {
                words.push(word);
                kept.push(effect);
            }
        }
        (Moves { words, ..self }, kept)
    }

    /// Returns the error of unsuitable moves.
    pub fn error(&self, why: impl Display) -> anyhow::Error {
        self.given.error(why)
    }

    pub fn are_out_and_in(&self) -> bool {
        let names = self.names();
        let (out, inn) = (names.contains(&"out".into()), names.contains(&"in".into()));
        out && inn && names.iter().all(|name| ["out", "in"].contains(&name.as_str()))
    }

    pub fn words(&self) -> &[Word] {
        &self.words
    }

    pub fn names(&self) -> Vec<String> {
        self.words.iter().map(|word| word.counting_from(FIRST).to_string()).collect()
    }

    /// Returns the moves that differ on a deck of this size, with their permutations.
    pub fn permutations(self, cards: usize) -> anyhow::Result<(Moves, Vec<Permutation>)> {
        let evaluated = |word| evaluated(self.given.argument, &self.given.text, word, cards);
        let permutations = self.words.iter().map(evaluated).collect::<anyhow::Result<_>>()?;
        Ok(self.distinct(permutations))
    }

    /// Writes a product of powers of moves, which are given by their indices.
    pub fn product(&self, powers: impl IntoIterator<Item = (usize, BigInt)>) -> String {
        let names = self.names();
        let factors = powers.into_iter().map(|(by, exponent)| power(&names[by], &exponent));
        let product = factors.collect::<Vec<_>>().join(" ");
        if product.is_empty() { "()".into() } else { product }
    }
}

/// Writes a power of a word: the square of `in^-1` is `in^-2`, the inverse of `cut:3` is `cut:-3`.
fn power(name: &str, exponent: &BigInt) -> String {
    if exponent.is_negative() {
        // The inverse of cut:3 is cut:-3.
        let count = name.strip_prefix("cut:").and_then(|count| count.parse::<BigInt>().ok());
        if let Some(count) = count {
            return power(&format!("cut:{}", -count), &-exponent);
        }
    }
    let plain =
        |text: &str| text.chars().all(|letter| letter.is_alphanumeric() || letter == ':' || letter == '-');
    let single = name.rsplit_once('^').filter(|(base, _)| plain(base));
    let own = single.and_then(|(base, own)| Some((base, own.parse::<BigInt>().ok()?)));
    let (base, own) = own.unwrap_or((name, BigInt::one()));
    let product = own * exponent;
    match (product.is_one(), plain(base)) {
        (true, true) => base.into(),
        (false, true) => format!("{base}^{product}"),
        (_, false) if exponent.is_one() => name.into(),
        (_, false) => format!("({name})^{exponent}"),
    }
}

/// Splits a text at the commas outside of brackets. Each part comes with its first byte's index.
fn split<'a>(text: &'a str) -> Vec<(usize, &'a str)> {
    let mut depth = 0;
    let is_comma = |letter: char| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        letter == ',' && depth <= 0
    };
    let mut start = 0;
    let placed = |part: &'a str| {
        let begins = start;
        start += part.len() + 1; // the comma
        (begins, part)
    };
    text.split(is_comma).map(placed).collect()
}

fn evaluated(argument: &str, text: &str, word: &Word, cards: usize) -> anyhow::Result<Permutation> {
    word.permutation(cards).map_err(|error| word::fit_error(argument, text, word, &error))
}

/// Reads the word of a permutation.
pub fn permutation(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    evaluated(argument, text, &word::read(argument, text)?.0, cards)
}

/// Returns a word as the language prints it, or the text itself if it is not a word.
pub fn name(text: &str) -> String {
    word::read("", text).map_or_else(|_| text.into(), |(_, name)| name)
}
