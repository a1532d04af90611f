//! Words that a search found, and words that the group of the moves provides.

use faro::Permutation;
use faro::group::Letter;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::Signed;

use super::integer::Integer;
use super::moves::Moves;
use super::plural::counted;

/// The most moves of a word in text that is not shortest, without `--long`.
const MAX_PRINTED: u32 = 100;

/// The most images of cards that the search among powers computes.
const MAX_IMAGES: usize = 10_000_000;

/// A word for a permutation.
pub struct FoundWord {
    pub text: String,
    pub length: Integer,
    pub is_shortest: bool,
}

/// A word as powers of moves, given by their indices.
type Powers = Vec<(usize, BigInt)>;

impl FoundWord {
    fn new(moves: &Moves, powers: Powers, is_shortest: bool) -> FoundWord {
        let length: BigInt = powers.iter().map(|(_, exponent)| exponent.abs()).sum();
        FoundWord { text: moves.product(powers), length: length.into(), is_shortest }
    }

    /// Creates the word of a shortest path, which is given by the indices of its moves.
    pub fn shortest(moves: &Moves, path: &[usize]) -> FoundWord {
        let runs = path.chunk_by(|one, next| one == next).map(|run| (run[0], run.len().into()));
        FoundWord::new(moves, runs.collect(), true)
    }

    /// Creates the word of letters, with as few moves as their powers allow.
    pub fn from_letters(moves: &Moves, tables: &[Permutation], letters: &[Letter]) -> FoundWord {
        FoundWord::new(moves, reduced(tables, letters), false)
    }

    /// Returns the power of a single move that is this permutation.
    pub fn power(moves: &Moves, tables: &[Permutation], goal: &Permutation) -> Option<FoundWord> {
        let most = MAX_IMAGES / goal.degree().max(1) / tables.len().max(1);
        tables.iter().enumerate().find_map(|(by, table)| {
            let powers = std::iter::successors(Some(table.clone()), |power| Some(power.then(table)));
            let until_back = powers.take_while(|power| !power.is_identity()).take(most);
            let exponent = 1 + until_back.into_iter().position(|power| power == *goal)?;
            let letters = vec![Letter { generator: by, inverse: false }; exponent];
            Some(FoundWord::from_letters(moves, tables, &letters))
        })
    }

    /// Returns whether text has only the length of the word.
    pub fn is_summed_up(&self, long: bool) -> bool {
        !long && !self.is_shortest && self.length > Integer::from(MAX_PRINTED)
    }

    /// Returns the sentence in the place of a long word.
    pub fn summary(&self) -> String {
        let moves = counted(&self.length, "move");
        format!("no short word was found; one of {moves} exists, --long prints it")
    }
}

/// Writes letters as powers with few moves: the inverse of a move is another move or a negative power, and powers
/// are reduced by the order of the move.
fn reduced(tables: &[Permutation], letters: &[Letter]) -> Powers {
    let inverses: Vec<Permutation> = tables.iter().map(Permutation::inverse).collect();
    let runs = letters.chunk_by(|one, next| one == next).map(|run| {
        let (by, length) = (run[0].generator, BigInt::from(run.len()));
        let undoing = tables.iter().position(|table| *table == inverses[by]);
        match undoing.filter(|_| run[0].inverse) {
            Some(undoing) => (undoing, length),
            None => {
                let order = BigInt::from(tables[by].order());
                let exponent = if run[0].inverse { -length } else { length }.mod_floor(&order);
                let least = if &exponent * 2 > order { exponent - order } else { exponent };
                (by, least)
            }
        }
    });
    runs.filter(|(_, exponent)| *exponent != BigInt::ZERO).collect()
}

#[cfg(test)]
mod tests {
    use super::super::argument::Text;
    use super::*;

    fn letters(inverse: bool, count: usize) -> Vec<Letter> {
        vec![Letter { generator: 0, inverse }; count]
    }

    fn moves(text: &str) -> (Moves, Vec<Permutation>) {
        let given = Text { text: text.into(), argument: "--allow <WORDS>" };
        Moves::read(given).unwrap().permutations(52).unwrap()
    }

    fn effect(word: &str) -> Permutation {
        word.parse::<faro::Word>().unwrap().permutation(52).unwrap()
    }

    #[test]
    fn an_inverse_is_one_move() {
        for (text, inverse, count, word) in [
            ("in", true, 1, "in^-1"),
            ("in", false, 40, "in^-12"),
            ("in", false, 26, "in^26"),
            ("in", true, 26, "in^26"),
            ("cut:1", true, 1, "cut:-1"),
            ("cut:1", true, 3, "cut:-1^3"),
            ("cut:-2", true, 1, "cut:2"),
            ("reverse", true, 1, "reverse"),
            ("reverse", false, 2, "()"),
            ("cut:1,cut:-1", true, 2, "cut:-1^2"),
            ("in cut:1", true, 1, "(in cut:1)^-1"),
        ] {
            let (moves, tables) = moves(text);
            let shown = FoundWord::from_letters(&moves, &tables, &letters(inverse, count)).text;
            assert_eq!(shown, word, "{text}");
            let direct = tables[0].pow(if inverse { -(count as i64) } else { count as i64 });
            assert_eq!(effect(&shown), direct, "{shown}");
        }
    }

    #[test]
    fn powers_of_a_move() {
        let (moves, tables) = moves("out,in,monge");
        for (goal, word) in [
            ("reverse", Some("in^26")),
            ("out^-2", Some("out^-2")),
            ("monge^5", Some("monge^5")),
            ("cut:1", None),
        ] {
            let found = FoundWord::power(&moves, &tables, &effect(goal));
            assert_eq!(found.map(|found| found.text).as_deref(), word, "{goal}");
        }
    }
}
