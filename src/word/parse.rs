use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::One;
use winnow::combinator::{opt, peek, preceded};
use winnow::error::ParserError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, one_of, take_while};

use super::error::{WordError, WordErrorKind};
use super::moves::{Argument, Entry, Move, Slot, TABLE};
use super::{Atom, Factor, MAX_DEPTH, MAX_DIGITS, MAX_LENGTH, Word};
use crate::permutation::MAX_DEGREE;

/// What can stand where, as an error says it.
const FACTOR: &str = "a move, a permutation like (1 2) or a group like (in out)";
const EXPONENT: &str = "an exponent, such as 2 or -1";
const POINT: &str = "a point or ')'";

/// Points count from 0.
///
/// ```
/// use faro::Word;
/// assert_eq!("(in  O^2)^5(0,1)".parse::<Word>()?.to_string(), "(in out^2)^5 (0 1)");
/// for (text, error) in [
///     ("out inn", "there is no move 'inn'; did you mean 'in'?"),
///     ("(in out", "this '(' is never closed; expected ')' behind it"),
///     ("in^2^3", "found '^'; expected a move, a permutation like (1 2) or a group like (in out)"),
///     ("cut", "nothing stands behind cut; expected cut:N, N cards from the top to the bottom; negative, from the bottom to the top"),
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
    /// Reads a word whose permutations count their points from `base`: 1 where people write.
    ///
    /// # Errors
    ///
    /// [`WordError`], which says what is wrong and where. Words are bounded by
    /// [`MAX_LENGTH`], [`MAX_DEPTH`] and [`MAX_DIGITS`].
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!(Word::parse_counting_from("in (1 2)", 1)?, "in (0 1)".parse()?);
    /// # Ok::<(), faro::word::WordError>(())
    /// ```
    pub fn parse_counting_from(text: &str, base: u32) -> Result<Word, WordError> {
        let state = State { base, depth: 0, length: 0 };
        let mut input = Input { input: LocatingSlice::new(text), state };
        let word = word(&mut input)?;
        match next(&mut input) {
            Some(found) => Err(unexpected(&input, found, FACTOR)),
            None if word.factors.is_empty() => Err(WordErrorKind::Empty.at(0..text.len())),
            None => Ok(word),
        }
    }
}

type Input<'a> = Stateful<LocatingSlice<&'a str>, State>;

/// What is counted on the way.
#[derive(Debug)]
struct State {
    base: u32,
    depth: usize,
    length: usize,
}

type Parsed<T> = Result<T, WordError>;

/// The combinators below cannot fail but by finding nothing, which is asked for with `opt`.
impl ParserError<Input<'_>> for WordError {
    type Inner = WordError;

    fn from_input(input: &Input<'_>) -> WordError {
        let at = input.current_token_start();
        WordErrorKind::Unexpected { found: "this".into(), expected: FACTOR }.at(at..at)
    }

    fn into_inner(self) -> Result<WordError, WordError> {
        Ok(self)
    }
}

/// Factors up to a closing bracket or the end.
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
        None => unreachable!("a factor is read where something stands"),
    };
    Ok(Factor { atom, exponent: exponent(input)? })
}

/// Whether points follow, or nothing, between the brackets.
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

/// Cycles without a space between them.
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

fn one_move(input: &mut Input) -> Parsed<Move> {
    let (name, span) = text(input, |letter| letter.is_alphanumeric() || letter == '-');
    longer(input, &span)?;
    let entry = Entry::named(name).ok_or_else(|| unknown(name).at(span.clone()))?;
    let mut arguments = Vec::new();
    let mut slots = entry.slots.iter().peekable();
    while found(input, ':').is_some() {
        let (text, span) = text(input, |letter| !letter.is_whitespace() && !"():^,".contains(letter));
        longer(input, &span)?;
        arguments.push(argument(entry, slots.peek().copied(), text, span)?);
        slots.next_if(|slot| !matches!(slot, Slot::Counts(_)));
    }
    let given = arguments.len();
    match slots.next() {
        None | Some(Slot::Option(_)) => {}
        Some(Slot::Counts(_)) if given > 0 => {}
        Some(_) => return Err(missing(entry, given).at(span.start..input.current_token_start())),
    }
    Ok(Move { entry, arguments })
}

fn argument(entry: &Entry, slot: Option<&Slot>, text: &str, span: Range<usize>) -> Parsed<Argument> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && digits.len() > MAX_DIGITS {
        return Err(WordErrorKind::TooManyDigits.at(span));
    }
    let number = is_number.then(|| text.parse::<BigInt>().expect("a sign and digits"));
    let trouble = match slot {
        None => format!("{} takes nothing more behind ':'", entry.name),
        Some(_) if text.is_empty() => "nothing stands behind ':'".into(),
        Some(slot) => format!("'{}' is not {}", brief(text), slot.expected()),
    };
    let wrong = || arguments(entry, trouble).at(span);
    slot.and_then(|slot| slot.read(text, number)).ok_or_else(wrong)
}

fn missing(entry: &Entry, given: usize) -> WordErrorKind {
    let trouble = if given == 0 { "nothing stands" } else { "too little stands" };
    arguments(entry, format!("{trouble} behind {}", entry.name))
}

fn arguments(entry: &Entry, trouble: String) -> WordErrorKind {
    WordErrorKind::Arguments { trouble, usage: entry.usage(), meaning: entry.meaning }
}

/// The moves that people may have meant.
fn unknown(name: &str) -> WordErrorKind {
    let letters = |kind| TABLE.iter().any(|entry| entry.short.is_some_and(|short| short.starts_with(kind)));
    let remedy = if name.chars().all(letters) {
        let apart: Vec<String> = name.chars().take(20).map(String::from).collect();
        format!("expected spaces between moves: {}", apart.join(" "))
    } else if let Some(near) = nearest(name) {
        format!("did you mean '{near}'?")
    } else {
        let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
        format!("expected one of {}", names.join(", "))
    };
    WordErrorKind::UnknownMove { name: brief(name), remedy }
}

fn nearest(name: &str) -> Option<&'static str> {
    if name.len() > 40 {
        return None;
    }
    let name = name.to_lowercase();
    let names = TABLE.iter().flat_map(|entry| std::iter::once(entry.name).chain(entry.short));
    let measured = names.map(|known| (strsim::jaro_winkler(&name, &known.to_lowercase()), known));
    let (near, known) = measured.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (near > 0.75).then_some(known)
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

fn digits<'a>(input: &mut Input<'a>) -> Parsed<(&'a str, Range<usize>)> {
    let (text, span) = text(input, |letter| letter.is_ascii_digit());
    longer(input, &span)?;
    if text.len() > MAX_DIGITS {
        return Err(WordErrorKind::TooManyDigits.at(span));
    }
    Ok((text, span))
}

/// The letters that follow, as many as belong together.
fn text<'a>(input: &mut Input<'a>, belongs: fn(char) -> bool) -> (&'a str, Range<usize>) {
    let (text, span) =
        take_while(0.., belongs).with_span().parse_next(input).unwrap_or_else(|never: WordError| {
            unreachable!("nothing is enough: {never}");
        });
    (text, span)
}

/// Counts what was read.
fn longer(input: &mut Input, span: &Range<usize>) -> Parsed<()> {
    input.state.length += 1;
    if input.state.length > MAX_LENGTH { Err(WordErrorKind::TooLong.at(span.clone())) } else { Ok(()) }
}

/// Reads the opening bracket.
fn bracket(input: &mut Input) -> Range<usize> {
    let at = input.current_token_start();
    found(input, '(');
    at..at + 1
}

/// Reads it if it is there.
fn found<'a, T>(input: &mut Input<'a>, it: impl Parser<Input<'a>, T, WordError>) -> Option<T> {
    opt(it).parse_next(input).unwrap_or(None)
}

fn spaces<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    take_while(0.., char::is_whitespace).parse_next(input)
}

/// The next character behind white space.
fn next(input: &mut Input) -> Option<char> {
    found(input, preceded(spaces, peek(any)))
}

/// The next character.
fn next_letter(input: &mut Input) -> Option<char> {
    found(input, peek(any))
}

fn unexpected(input: &Input, found: char, expected: &'static str) -> WordError {
    let at = input.current_token_start();
    let found = format!("'{found}'");
    WordErrorKind::Unexpected { found, expected }.at(at..at + found_len(input))
}

fn found_len(input: &Input) -> usize {
    input.input.chars().next().map_or(0, char::len_utf8)
}

fn at_end(input: &Input, expected: &'static str) -> WordError {
    let at = input.current_token_start();
    WordErrorKind::Unexpected { found: "the end".into(), expected }.at(at..at)
}

/// A text in a message, cut where it is long.
fn brief(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
