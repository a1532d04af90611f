//! Parses words of the language of shuffles from the command line. Errors show the word with carets under the
//! wrong part.

use std::fmt::{self, Display};

use faro::perfect::WeavePower;
use faro::stacks::Stack;
use faro::word::{FitError, FitErrorKind, WordError, WordErrorKind};
use faro::{Permutation, Word};
use faro_permutation::group::Letter;
use faro_render::numbers::counted;
use faro_render::one_based::{self, FIRST};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One, Signed};

use crate::arguments::argument::Text;
use crate::arguments::integer::Integer;
use crate::output::error::{brief, invalid, with_caret};
use crate::output::note;

/// Parses a word, and also returns it in the normal form of the language.
pub fn read(argument: &str, text: &str) -> anyhow::Result<(Word, String)> {
    let word = read_part(argument, text, 0, text)?;
    let name = word.counting_from(one_based::FIRST).to_string();
    Ok((word, name))
}

/// Parses a word that is the part of `text` from byte `start` on.
pub fn read_part(argument: &str, text: &str, start: usize, part: &str) -> anyhow::Result<Word> {
    Word::parse_counting_from(part, one_based::FIRST).map_err(|error| {
        if Stack::named(part).is_some() {
            let why = format!("this is a stack, not a shuffle; try `faro deck --start {part}`");
            return invalid(argument, text, why);
        }
        let tip = tip(part, &error).map_or_else(String::new, |tip| format!("; {tip}"));
        let span = start + error.span.start..start + error.span.end;
        let mut why = format!("{}{tip}", error.kind);
        if !argument.to_uppercase().contains("SHUFFLE") {
            why = why.replace(", or a random shuffle such as gsr or fisher-yates", "");
        }
        invalid(argument, text, with_caret(why, text, span))
    })
}

/// Returns a guess at what the user meant by a text that is not a word of the language.
fn tip(text: &str, error: &WordError) -> Option<String> {
    let is_factor = |word: &str| word.parse::<Word>().is_ok_and(|word| word.length() == 1);
    let [before, after] = [&text[..error.span.start], &text[error.span.start..]];
    let digits = after.len()
        - after
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let (number, rest) = after.split_at(digits);
    let last = before
        .split_whitespace()
        .next_back()
        .filter(|last| is_factor(last));
    let next = rest
        .trim_start_matches([' ', 'x', '*'])
        .split_whitespace()
        .next()
        .filter(|next| is_factor(next));
    match (&error.kind, last, next) {
        (WordErrorKind::Unexpected { .. }, _, _) if !number.is_empty() && digits == text.len() => {
            Some(format!(
                "the number of shuffles is an option: --times {number}, or --riffles {number} of `faro mix`"
            ))
        }
        (WordErrorKind::Unexpected { .. }, Some(last), _) if !number.is_empty() => {
            // The number is meant as an argument if the move before it takes one, otherwise as an exponent.
            let is_argument = format!("{last}:{number}").parse::<Word>().is_ok();
            Some(format!(
                "did you mean '{last}{}{number}'?",
                if is_argument { ':' } else { '^' }
            ))
        }
        (WordErrorKind::Unexpected { .. }, None, Some(next)) if !number.is_empty() => {
            Some(format!("did you mean '{next}^{number}'?"))
        }
        (WordErrorKind::Unexpected { found, .. }, ..)
            if "',' ';' '+' '*' '>' '-' '→'".contains(found.as_str()) =>
        {
            Some("moves are separated by spaces, and a power is written in^3".into())
        }
        (WordErrorKind::Unexpected { .. }, ..) if !number.is_empty() => {
            Some("`faro list shuffles` has examples".into())
        }
        _ => None,
    }
}

/// Returns the error for a word that does not fit the deck.
pub fn fit_error(
    argument: &str,
    value: impl Display,
    word: &Word,
    error: &FitError,
) -> anyhow::Error {
    let why = match &error.kind {
        FitErrorKind::UnequalPackets { cards, packets } => unequal_packets(cards, packets),
        FitErrorKind::NoPosition { point, cards } => {
            let point = one_based::number(BigUint::from(*point));
            format!(
                "there is no position {point} in a deck of {}; expected 1 to {cards}",
                counted(cards, "card")
            )
        }
        FitErrorKind::CommonDivisor {
            cards,
            step,
            divisor,
        } => format!(
            "{} and {}, the number of cards, have the common divisor {}, so that cards would share a place; expected an \
             increment without a common divisor",
            brief(step),
            brief(cards),
            brief(divisor)
        ),
        FitErrorKind::ListLength { cards, listed } => format!(
            "the list has {}, and the deck {}; expected a number for each card",
            counted(listed, "number"),
            counted(brief(cards), "card")
        ),
        FitErrorKind::MoreThanCards { asked, cards } => {
            let (asked, cards) = (brief(asked), brief(cards));
            format!(
                "{asked} is more than the {} of the deck; expected at most {cards}",
                counted(&cards, "card")
            )
        }
        FitErrorKind::Random { name } => {
            format!(
                "{name} is a random shuffle, which this command does not accept; expected moves such as out or cut:1 (`faro mix`, `faro law`, `faro matrix` and `faro simulate` are for random ones)"
            )
        }
        kind => kind.to_string(),
    };
    let name = word.counting_from(one_based::FIRST).to_string();
    let span = word
        .span(error.letter, one_based::FIRST)
        .unwrap_or_default();
    invalid(argument, value, with_caret(why, &name, span))
}

/// Returns the reason why `cards` cards cannot be cut into `packets` packets.
pub fn unequal_packets(cards: &BigUint, packets: &BigUint) -> String {
    let (cards, divisor) = (brief(cards), brief(&divisor_near(packets, cards)));
    format!(
        "{} cannot be cut into this number of equal packets; expected 2 or a divisor of {cards}, for example {divisor}",
        counted(&cards, "card")
    )
}

/// Returns a valid number of packets near `packets`.
///
/// It is the next smaller divisor of the number of cards if one is near, otherwise 2, which always divides.
fn divisor_near(packets: &BigUint, cards: &BigUint) -> BigUint {
    let below =
        (1..1000u32).map_while(|less| (*packets > BigUint::from(less + 2)).then(|| packets - less));
    below
        .into_iter()
        .find(|divisor| cards % divisor == BigUint::ZERO)
        .unwrap_or(2u32.into())
}

/// A fixed shuffle of a deck. It prints as a word of the language of shuffles.
#[derive(Debug)]
pub struct FixedShuffle {
    pub cards: BigUint,
    pub name: String,
    pub how: ShuffleMethod,
}

/// The method by which the results of a shuffle are computed.
#[derive(Debug)]
pub enum ShuffleMethod {
    /// In closed form, for decks of any size.
    Weave(WeavePower),
    /// From the listed deck. The position of one card comes from a formula if there is one.
    Word(Word),
}

impl fmt::Display for FixedShuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

const MAX_MOVES: usize = 100;

/// A list of distinct moves, such as those that a search may use.
#[derive(Debug)]
pub struct MoveList {
    given: Text,
    pub words: Vec<Word>,
}

impl MoveList {
    /// Parses words separated by commas. Commas in brackets belong to a word.
    pub fn read(given: Text) -> anyhow::Result<MoveList> {
        let Text { text, argument } = &given;
        let parts = split(text);
        if parts.len() > MAX_MOVES {
            let why = format!(
                "{} moves are too many; expected at most {MAX_MOVES}",
                parts.len()
            );
            return Err(given.error(why));
        }
        let read = |(start, part)| read_part(argument, text, start, part);
        let mut words: Vec<Word> = Vec::new();
        for word in parts.into_iter().map(read) {
            let word = word?;
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let first = text.split(' ').next().unwrap_or_default();
        if words.len() == 1
            && text.contains(' ')
            && words[0]
                .expanded(MAX_MOVES)
                .is_some_and(|moves| moves.len() > 1)
        {
            let listed = text.split_whitespace().collect::<Vec<_>>().join(",");
            note(&format!(
                "'{text}' is one move, which begins with {first}; several moves are written {listed}"
            ));
        }
        Ok(MoveList { given, words })
    }

    /// Drops each move whose effect equals the effect of an earlier move.
    ///
    /// `effects` has the effect of each move.
    pub fn distinct<T: PartialEq>(self, effects: Vec<T>) -> (MoveList, Vec<T>) {
        let (mut words, mut kept) = (Vec::new(), Vec::new());
        for (word, effect) in self.words.into_iter().zip(effects) {
            if !kept.contains(&effect) {
                words.push(word);
                kept.push(effect);
            }
        }
        (MoveList { words, ..self }, kept)
    }

    pub fn error(&self, why: impl Display) -> anyhow::Error {
        self.given.error(why)
    }

    pub fn are_out_and_in(&self) -> bool {
        let names = self.names();
        let (out, inn) = (names.contains(&"out".into()), names.contains(&"in".into()));
        out && inn
            && names
                .iter()
                .all(|name| ["out", "in"].contains(&name.as_str()))
    }

    pub fn names(&self) -> Vec<String> {
        self.words
            .iter()
            .map(|word| word.counting_from(FIRST).to_string())
            .collect()
    }

    /// Returns the moves that differ from each other on a deck of `cards` cards, with their permutations.
    pub fn permutations(self, cards: usize) -> anyhow::Result<(MoveList, Vec<Permutation>)> {
        let evaluated = |word| evaluated(self.given.argument, &self.given.text, word, cards);
        let permutations = self
            .words
            .iter()
            .map(evaluated)
            .collect::<anyhow::Result<_>>()?;
        Ok(self.distinct(permutations))
    }

    /// Formats a product of powers of moves. A move is given by its index.
    pub fn product(&self, powers: impl IntoIterator<Item = (usize, BigInt)>) -> String {
        let names = self.names();
        let factors = powers
            .into_iter()
            .map(|(by, exponent)| power(&names[by], &exponent));
        let product = factors.collect::<Vec<_>>().join(" ");
        if product.is_empty() {
            "()".into()
        } else {
            product
        }
    }
}

/// Formats a power of a word: the square of `in^-1` is `in^-2`, the inverse of `cut:3` is `cut:-3`.
fn power(name: &str, exponent: &BigInt) -> String {
    if exponent.is_negative() {
        let count = name
            .strip_prefix("cut:")
            .and_then(|count| count.parse::<BigInt>().ok());
        if let Some(count) = count {
            return power(&format!("cut:{}", -count), &-exponent);
        }
    }
    let plain = |text: &str| {
        text.chars()
            .all(|letter| letter.is_alphanumeric() || letter == ':' || letter == '-')
    };
    let single = name.rsplit_once('^').filter(|(base, _)| plain(base));
    let power = single.and_then(|(base, power)| Some((base, power.parse::<BigInt>().ok()?)));
    let (base, power) = power.unwrap_or((name, BigInt::one()));
    let product = power * exponent;
    match (product.is_one(), plain(base)) {
        (true, true) => base.into(),
        (false, true) => format!("{base}^{product}"),
        (_, false) if exponent.is_one() => name.into(),
        (_, false) => format!("({name})^{exponent}"),
    }
}

/// Splits a text at the commas outside of brackets. Each part comes with the index of its first byte.
fn split<'a>(text: &'a str) -> Vec<(usize, &'a str)> {
    let mut depth = 0;
    let is_comma = |letter: char| {
        depth += match letter {
            '(' | '[' => 1,
            ')' | ']' => -1,
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
    word.permutation(cards)
        .map_err(|error| fit_error(argument, text, word, &error))
}

pub fn permutation(argument: &str, text: &str, cards: usize) -> anyhow::Result<Permutation> {
    evaluated(argument, text, &read(argument, text)?.0, cards)
}

/// Returns a word in the normal form of the language, or the text itself if it is not a word.
pub fn name(text: &str) -> String {
    read("", text).map_or_else(|_| text.into(), |(_, name)| name)
}

/// Maximum number of moves for which text output prints a word that may not be shortest.
const MAX_PRINTED: u32 = 100;

/// Maximum number of images of cards that the search among powers computes.
const MAX_IMAGES: usize = 10_000_000;

#[derive(Debug)]
pub struct FoundWord {
    pub text: String,
    pub length: Integer,
    pub is_shortest: bool,
}

/// A word as a product of powers of moves. Each power is the index of a move and an exponent.
type Powers = Vec<(usize, BigInt)>;

impl FoundWord {
    fn new(moves: &MoveList, powers: Powers, is_shortest: bool) -> FoundWord {
        let length: BigInt = powers.iter().map(|(_, exponent)| exponent.abs()).sum();
        FoundWord {
            text: moves.product(powers),
            length: length.into(),
            is_shortest,
        }
    }

    /// Creates the word of a shortest path. `path` has the indices of its moves.
    pub fn shortest(moves: &MoveList, path: &[usize]) -> FoundWord {
        let runs = path
            .chunk_by(|a, b| a == b)
            .map(|run| (run[0], run.len().into()));
        FoundWord::new(moves, runs.collect(), true)
    }

    /// Creates the word of `letters`, with few moves. Each run of equal letters becomes the power with the
    /// fewest moves.
    pub fn from_letters(moves: &MoveList, tables: &[Permutation], letters: &[Letter]) -> FoundWord {
        FoundWord::new(moves, reduced(tables, letters), false)
    }

    pub fn power(
        moves: &MoveList,
        tables: &[Permutation],
        goal: &Permutation,
    ) -> Option<FoundWord> {
        let max = MAX_IMAGES / goal.degree().max(1) / tables.len().max(1);
        tables.iter().enumerate().find_map(|(by, table)| {
            let powers =
                std::iter::successors(Some(table.clone()), |power| Some(power.then(table)));
            let until_back = powers.take_while(|power| !power.is_identity()).take(max);
            let exponent = 1 + until_back.into_iter().position(|power| power == *goal)?;
            let letters = vec![
                Letter {
                    generator: by,
                    inverse: false
                };
                exponent
            ];
            Some(FoundWord::from_letters(moves, tables, &letters))
        })
    }

    /// Returns whether text output shows only the length of the word.
    pub fn is_summed_up(&self) -> bool {
        !self.is_shortest && self.length > Integer::from(MAX_PRINTED)
    }

    /// Returns the sentence that text output prints instead of the word, if the word is too long.
    pub fn summary(&self) -> String {
        let moves = counted(&self.length, "move");
        format!(
            "no short word was found; --format json has one of {moves}; with inverses in --allow, such as out^-1, there may be a shorter one"
        )
    }
}

/// Writes letters as powers with few moves. The inverse of a move becomes another move if there is one, and
/// powers are reduced modulo the order of the move.
fn reduced(tables: &[Permutation], letters: &[Letter]) -> Powers {
    let inverses: Vec<Permutation> = tables.iter().map(Permutation::inverse).collect();
    let runs = letters.chunk_by(|a, b| a == b).map(|run| {
        let (by, length) = (run[0].generator, BigInt::from(run.len()));
        let undoing = tables.iter().position(|table| *table == inverses[by]);
        match undoing.filter(|_| run[0].inverse) {
            Some(undoing) => (undoing, length),
            None => {
                let order = BigInt::from(tables[by].order());
                let exponent = if run[0].inverse { -length } else { length }.mod_floor(&order);
                let least = if &exponent * 2 > order {
                    exponent - order
                } else {
                    exponent
                };
                (by, least)
            }
        }
    });
    runs.filter(|(_, exponent)| *exponent != BigInt::ZERO)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::argument::Text;

    fn letters(inverse: bool, count: usize) -> Vec<Letter> {
        vec![
            Letter {
                generator: 0,
                inverse
            };
            count
        ]
    }

    fn moves(text: &str) -> (MoveList, Vec<Permutation>) {
        let given = Text {
            text: text.into(),
            argument: "--allow <WORDS>",
        };
        MoveList::read(given).unwrap().permutations(52).unwrap()
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
            let direct = tables[0].pow(if inverse {
                -(count as i64)
            } else {
                count as i64
            });
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
