use std::collections::HashSet;
use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::One;
use winnow::combinator::peek;
use winnow::token::one_of;

use super::arguments::one_move;
use super::error::{WordError, WordErrorKind};
use super::reader::{
    Input, Parsed, at_end, bracket, brief, digits, found, next, next_letter, reader, spaces, unexpected,
};
use super::tree::{Atom, Factor, MAX_DEPTH, Word};
use faro_permutation::MAX_DEGREE;

/// The expected texts, in the words of error messages.
const FACTOR: &str = "a move, a permutation like (1 2) or a group like (in out)";
const EXPONENT: &str = "an exponent, such as 2 or -1";
const POINT: &str = "a point or ')'";

/// Parses a word whose points are counted from 0.
///
/// ```
/// use faro::Word;
/// assert_eq!("(in  O^2)^5(0,1)".parse::<Word>()?.to_string(), "(in out^2)^5 (0 1)");
/// for (text, error) in [
///     ("out inn", "there is no move 'inn'; did you mean 'in'?"),
///     ("(in out", "this '(' is never closed; expected a matching ')'"),
///     ("in^2^3", "found '^'; expected a move, a permutation like (1 2) or a group like (in out)"),
///     ("cut", "cut needs an argument; expected cut:N: moves N cards from the top to the bottom, or -N from the bottom to the top"),
/// ] {
///     assert_eq!(text.parse::<Word>().unwrap_err().to_string(), error);
/// }
/// # Ok::<(), faro::word::WordError>(())
/// ```
impl FromStr for Word {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Word, WordError> {
        Word::parse_counting_from(text, 0)
    }
}

impl Word {
    /// Parses a word whose points are counted from `base`. The program `faro` uses 1.
    ///
    /// # Errors
    ///
    /// [`WordError`], with the reason and the place. A word may have up to 10,000 moves, points and arguments, 64 levels
    /// of groups, and numbers of 1000 digits.
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!(Word::parse_counting_from("in (1 2)", 1)?, "in (0 1)".parse()?);
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn parse_counting_from(text: &str, base: u32) -> Result<Word, WordError> {
        let mut input = reader(text, base);
        let word = word(&mut input)?;
        match next(&mut input) {
            Some(found) => Err(unexpected(&input, found, FACTOR)),
            None if word.factors.is_empty() => Err(WordErrorKind::Empty.at(0..text.len())),
            None => Ok(word),
        }
    }
}

/// Parses factors up to a closing bracket or the end.
fn word(input: &mut Input) -> Parsed<Word> {
    let mut factors = Vec::new();
    while next(input).is_some_and(|next| next != ')') {
        factors.push(factor(input)?);
    }
    Ok(Word { factors })
}

fn factor(input: &mut Input) -> Parsed<Factor> {
    let atom = match next(input) {
        Some('(') if before_cycle(input) => literal(input)?,
        Some('(') => group(input)?,
        Some(letter) if letter.is_alphabetic() => Atom::Move(one_move(input)?),
        Some(found) => return Err(unexpected(input, found, FACTOR)),
        None => unreachable!("the caller checked that the text goes on"),
    };
    Ok(Factor { atom, exponent: exponent(input)? })
}

/// Returns whether the next bracket opens a cycle, with points or nothing inside, and not a group.
fn before_cycle(input: &mut Input) -> bool {
    let inside = one_of(|letter: char| letter.is_ascii_digit() || letter == ')');
    found(input, peek(('(', spaces, inside))).is_some()
}

fn group(input: &mut Input) -> Parsed<Atom> {
    let open = bracket(input);
    input.state.depth += 1;
    if input.state.depth > MAX_DEPTH {
        return Err(WordErrorKind::TooDeep.at(open));
    }
    let word = word(input)?;
    input.state.depth -= 1;
    match found(input, ')') {
        Some(_) if word.factors.is_empty() => unreachable!("() is a permutation"),
        Some(_) => Ok(Atom::Group(word)),
        None => Err(WordErrorKind::Unclosed.at(open)),
    }
}

/// Parses cycles without a space between them.
fn literal(input: &mut Input) -> Parsed<Atom> {
    let (mut cycles, mut seen) = (Vec::new(), HashSet::new());
    while before_cycle(input) {
        let cycle = cycle(input, &mut seen)?;
        cycles.extend((!cycle.is_empty()).then_some(cycle));
    }
    Ok(Atom::Literal(cycles))
}

fn cycle(input: &mut Input, seen: &mut HashSet<u32>) -> Parsed<Vec<u32>> {
    let open = bracket(input);
    let mut points = Vec::new();
    loop {
        match next(input) {
            Some(')') => {
                found(input, ')');
                return Ok(points);
            }
            Some(digit) if digit.is_ascii_digit() => points.push(point(input, seen)?),
            Some(found) => return Err(unexpected(input, found, POINT)),
            None => return Err(WordErrorKind::Unclosed.at(open)),
        }
        found(input, (spaces, ','));
    }
}

fn point(input: &mut Input, seen: &mut HashSet<u32>) -> Parsed<u32> {
    let (text, span) = digits(input)?;
    let base = input.state.base;
    let last = u64::from(base) + MAX_DEGREE as u64 - 1;
    let named = text.parse().ok().filter(|&point| (u64::from(base)..=last).contains(&point));
    let Some(point) = named.map(|point| (point - u64::from(base)) as u32) else {
        return Err(WordErrorKind::NoPoint { point: brief(text), first: base.into(), last }.at(span));
    };
    if !seen.insert(point) {
        return Err(WordErrorKind::Repeated { point: brief(text) }.at(span));
    }
    Ok(point)
}

fn exponent(input: &mut Input) -> Parsed<BigInt> {
    if found(input, '^').is_none() {
        return Ok(BigInt::one());
    }
    let negative = found(input, '-').is_some();
    match next_letter(input) {
        Some(digit) if digit.is_ascii_digit() => {}
        Some(found) => return Err(unexpected(input, found, EXPONENT)),
        None => return Err(at_end(input, EXPONENT)),
    }
    let (text, _) = digits(input)?;
    let exponent: BigInt = text.parse().expect("digits");
    Ok(if negative { -exponent } else { exponent })
}
