//! Words that may be done one after another, as they are listed on the command line.

use faro::group::Letter;
use faro::{Permutation, Word};
use num_bigint::BigInt;
use num_traits::One;

use super::error::invalid;
use super::one_based::FIRST;
use super::word;

/// The most moves: as many as the letters of a word need names.
const MAX_MOVES: usize = 100;

/// Moves, as they were written.
pub struct Moves {
    /// The argument that lists them, as refusals name it.
    argument: &'static str,
    words: Vec<Word>,
}

impl Moves {
    /// Words, parted by the commas that stand in no bracket.
    pub fn read(argument: &'static str, text: &str) -> anyhow::Result<Moves> {
        let parts = parted(text);
        if parts.len() > MAX_MOVES {
            let why = format!("{} are too many moves; up to {MAX_MOVES} would do", parts.len());
            return Err(invalid(argument, text, why));
        }
        let read = |(start, part)| word::read_part(argument, text, start, part);
        let mut words: Vec<Word> = Vec::new();
        for word in parts.into_iter().map(read) {
            let word = word?;
            if !words.contains(&word) {
                words.push(word);
            }
        }
        Ok(Moves { argument, words })
    }

    /// Drops every move that does the same to the deck as one before it: both are spellings of one
    /// move. `effects` says what each does.
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

    /// The moves that differ on a deck of this size, with their permutations.
    pub fn permutations(self, text: &str, cards: usize) -> anyhow::Result<(Moves, Vec<Permutation>)> {
        let evaluated = |word| evaluated(self.argument, text, word, cards);
        let permutations = self.words.iter().map(evaluated).collect::<anyhow::Result<_>>()?;
        Ok(self.distinct(permutations))
    }

    /// Letters as a word of the language, the same ones in a row as powers.
    pub fn spelled(&self, letters: &[Letter]) -> String {
        let runs = letters.chunk_by(|one, next| one == next);
        let sign = |letter: &Letter| if letter.inverse { -1 } else { 1 };
        self.product(runs.map(|run| (run[0].generator, BigInt::from(run.len()) * sign(&run[0]))))
    }

    /// A word of powers of moves, by their numbers.
    pub fn product(&self, powers: impl IntoIterator<Item = (usize, BigInt)>) -> String {
        let names = self.names();
        let factors = powers.into_iter().map(|(by, exponent)| power(&names[by], &exponent));
        let product = factors.collect::<Vec<_>>().join(" ");
        if product.is_empty() { "()".into() } else { product }
    }
}

/// A power of a word: of in^-1 the second is in^-2.
fn power(name: &str, exponent: &BigInt) -> String {
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

/// What stands between the commas that stand in no bracket, and from which byte on.
fn parted<'a>(text: &'a str) -> Vec<(usize, &'a str)> {
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

/// The permutation that a text stands for.
pub fn permutation(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    evaluated(argument, text, &word::read(argument, text)?.0, cards)
}

/// The text as the language prints it.
pub fn name(text: &str) -> String {
    word::read("", text).map_or_else(|_| text.into(), |(_, name)| name)
}
