use faro::group::Letter;
use faro::{Permutation, Word};

use crate::cli::refusal::invalid;

/// Positions in words count as people count.
const FIRST: u32 = 1;

/// The most moves: as many as the letters of a word need names.
const MAX_MOVES: usize = 100;

/// The moves that generate a group, as they were written.
pub struct Moves(Vec<Word>);

impl Moves {
    /// Words, parted by the commas that stand in no bracket.
    pub fn read(text: &str) -> anyhow::Result<Moves> {
        let parts = parted(text);
        if parts.len() > MAX_MOVES {
            return Err(invalid(
                MOVES,
                text,
                format!("{} are too many moves; up to {MAX_MOVES} would do", parts.len()),
            ));
        }
        Ok(Moves(parts.into_iter().map(|part| word(MOVES, text, part)).collect::<Result<_, _>>()?))
    }

    pub fn are_out_and_in(&self) -> bool {
        let names = self.names();
        let (out, inn) = (names.contains(&"out".into()), names.contains(&"in".into()));
        out && inn && names.iter().all(|name| ["out", "in"].contains(&name.as_str()))
    }

    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|word| word.counting_from(FIRST).to_string()).collect()
    }

    pub fn permutations(&self, text: &str, cards: usize) -> anyhow::Result<Vec<Permutation>> {
        self.0.iter().map(|word| evaluated(MOVES, text, word, cards)).collect()
    }

    /// Letters as a word of the language, the same ones in a row as powers.
    pub fn spelled(&self, letters: &[Letter]) -> String {
        if letters.is_empty() {
            return "()".into();
        }
        let factors = letters.chunk_by(|one, next| one == next).map(|run| {
            let count = run.len() as i64 * if run[0].inverse { -1 } else { 1 };
            let name = self.0[run[0].generator].counting_from(FIRST).to_string();
            let plain = name.chars().all(|letter| letter.is_alphanumeric() || letter == ':' || letter == '-');
            match (count, plain) {
                (1, _) => name,
                (_, true) => format!("{name}^{count}"),
                (_, false) => format!("({name})^{count}"),
            }
        });
        factors.collect::<Vec<_>>().join(" ")
    }
}

const MOVES: &str = "--moves <WORDS>";

/// The text between the commas that stand in no bracket.
fn parted(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_comma = |letter: char| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        letter == ',' && depth <= 0
    };
    text.split(is_comma).collect()
}

fn word(argument: &str, text: &str, part: &str) -> anyhow::Result<Word> {
    Word::parse_counting_from(part, FIRST).map_err(|error| invalid(argument, text, error))
}

fn evaluated(argument: &str, text: &str, word: &Word, cards: usize) -> anyhow::Result<Permutation> {
    word.permutation(cards).map_err(|misfit| invalid(argument, text, misfit))
}

/// The permutation that a text stands for.
pub fn permutation(argument: &str, text: &str, part: &str, cards: usize) -> anyhow::Result<Permutation> {
    evaluated(argument, text, &word(argument, text, part)?, cards)
}

/// The text as the language prints it.
pub fn name(text: &str) -> String {
    word("", text, text).map_or_else(|_| text.into(), |word| word.counting_from(FIRST).to_string())
}
