//! The parser of the language of shuffles.

use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::One;
use winnow::combinator::{opt, peek, preceded};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, one_of, take_while};

use super::error::{WordError, WordErrorKind, closest_name, other_name};
use super::moves::{Argument, Entry, Move, Slot};
use super::tree::{Atom, Factor, MAX_DEPTH, MAX_DIGITS, MAX_LENGTH, Word};
use super::{moves, shuffles};
use crate::stacks::Face;
use faro_permutation::MAX_DEGREE;

/// The expected texts, in the words of error messages.
const FACTOR: &str = "a move, a permutation like (1 2) or a group like (in out)";
const EXPONENT: &str = "an exponent, such as 2 or -1";
const POINT: &str = "a point or ')'";
const LISTED: &str = "a number or ']'";

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
    /// [`WordError`], with the reason and the place. A word may have up to 10,000 moves, points and arguments,
    /// 64 levels of groups, and numbers of 1000 digits.
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
        Some('[') => list(input)?,
        Some(letter) if letter.is_alphabetic() => Atom::Move(one_move(input)?),
        Some(found) => return Err(unexpected(input, found, FACTOR)),
        None => unreachable!("the caller checked that the text goes on"),
    };
    Ok(Factor {
        atom,
        exponent: exponent(input)?,
    })
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

/// Parses a list of positions: the card at the first position moves to the first number, and so on. The smallest number
/// says from where they are counted: 0, 1 or the base of the points.
fn list(input: &mut Input) -> Parsed<Atom> {
    let start = input.current_token_start();
    found(input, '[');
    let mut listed = Vec::new();
    while found(input, (spaces, ']')).is_none() {
        match next(input) {
            Some(digit) if digit.is_ascii_digit() => {
                let (text, span) = digits(input)?;
                listed.push((text, text.parse().unwrap_or(u64::MAX), span));
            }
            Some(found) => return Err(unexpected(input, found, LISTED)),
            None => return Err(at_end(input, LISTED)),
        }
        found(input, (spaces, ','));
    }
    let last_base = u64::from(input.state.base.max(1));
    let first = listed.iter().map(|&(_, number, _)| number).min();
    let first = first
        .filter(|&first| first < 2 || first == last_base)
        .unwrap_or(last_base);
    let last = (first + listed.len() as u64).saturating_sub(1);
    let mut seen = vec![false; listed.len()];
    for (text, number, span) in &listed {
        let point = brief(text);
        if !(first..=last).contains(number) {
            return Err(WordErrorKind::NotListed { point, first, last }.at(span.clone()));
        }
        if std::mem::replace(&mut seen[(number - first) as usize], true) {
            return Err(WordErrorKind::ListedTwice { point, first, last }.at(span.clone()));
        }
    }
    if listed.is_empty() {
        let end = input.current_token_start();
        return Err(WordErrorKind::EmptyList.at(start..end));
    }
    let images = listed
        .into_iter()
        .map(|(_, number, _)| (number - first) as u32);
    Ok(Atom::List(images.collect()))
}

fn point(input: &mut Input, seen: &mut HashSet<u32>) -> Parsed<u32> {
    let (text, span) = digits(input)?;
    let base = input.state.base;
    let last = u64::from(base) + MAX_DEGREE as u64 - 1;
    let named = text
        .parse()
        .ok()
        .filter(|&point| (u64::from(base)..=last).contains(&point));
    let Some(point) = named.map(|point| (point - u64::from(base)) as u32) else {
        return Err(WordErrorKind::NoPoint {
            point: brief(text),
            first: base.into(),
            last,
        }
        .at(span));
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

pub type Input<'a> = Stateful<LocatingSlice<&'a str>, ParserState>;

/// The base of points, and the counts of nested groups and of pieces read so far.
#[derive(Debug)]
pub struct ParserState {
    pub base: u32,
    pub depth: usize,
    pub length: usize,
}

/// Returns the input at the beginning of `text`.
pub fn reader(text: &str, base: u32) -> Input<'_> {
    Input {
        input: LocatingSlice::new(text),
        state: ParserState {
            base,
            depth: 0,
            length: 0,
        },
    }
}

pub type Parsed<T> = Result<T, WordError>;

pub fn digits<'a>(input: &mut Input<'a>) -> Parsed<(&'a str, Range<usize>)> {
    let (text, span) = text(input, |letter| letter.is_ascii_digit());
    longer(input, &span)?;
    if text.len() > MAX_DIGITS {
        return Err(WordErrorKind::TooManyDigits.at(span));
    }
    Ok((text, span))
}

/// Reads characters as long as `belongs` holds.
pub fn text<'a>(input: &mut Input<'a>, belongs: fn(char) -> bool) -> (&'a str, Range<usize>) {
    let (text, span) = take_while(0.., belongs)
        .with_span()
        .parse_next(input)
        .unwrap_or_else(|_: EmptyError| unreachable!("nothing is enough"));
    (text, span)
}

/// Counts a piece of the word towards the maximum length.
pub fn longer(input: &mut Input, span: &Range<usize>) -> Parsed<()> {
    input.state.length += 1;
    if input.state.length > MAX_LENGTH {
        Err(WordErrorKind::TooLong.at(span.clone()))
    } else {
        Ok(())
    }
}

/// Reads the opening bracket.
pub fn bracket(input: &mut Input) -> Range<usize> {
    let at = input.current_token_start();
    found(input, '(');
    at..at + 1
}

/// Applies the parser `it`, and returns `None` if it does not match.
pub fn found<'a, T>(input: &mut Input<'a>, it: impl Parser<Input<'a>, T, EmptyError>) -> Option<T> {
    opt(it).parse_next(input).unwrap_or(None)
}

pub fn spaces<'a>(input: &mut Input<'a>) -> Result<&'a str, EmptyError> {
    take_while(0.., char::is_whitespace).parse_next(input)
}

/// Skips white space and returns the next character without reading it.
pub fn next(input: &mut Input) -> Option<char> {
    found(input, preceded(spaces, peek(any)))
}

/// Returns the next character without reading it.
pub fn next_letter(input: &mut Input) -> Option<char> {
    found(input, peek(any))
}

pub fn unexpected(input: &Input, found: char, expected: &'static str) -> WordError {
    let at = input.current_token_start();
    let found = format!("'{found}'");
    WordErrorKind::Unexpected { found, expected }.at(at..at + found_len(input))
}

fn found_len(input: &Input) -> usize {
    input.input.chars().next().map_or(0, char::len_utf8)
}

pub fn at_end(input: &Input, expected: &'static str) -> WordError {
    let at = input.current_token_start();
    WordErrorKind::Unexpected {
        found: "the end".into(),
        expected,
    }
    .at(at..at)
}

/// Shortens a text for a message.
pub fn brief(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

pub fn one_move(input: &mut Input) -> Parsed<Move> {
    let (name, span) = text(input, |letter| letter.is_alphanumeric() || letter == '-');
    longer(input, &span)?;
    // The puzzle that made this move known writes its argument after a space.
    let is_spelled_out = name == "deal" && found(input, " with increment ").is_some();
    let name = if is_spelled_out { "increment" } else { name };
    let mut texts = Vec::new();
    let mut has_argument = is_spelled_out;
    while std::mem::take(&mut has_argument) || found(input, ':').is_some() {
        let (text, span) = text(input, |letter| {
            !letter.is_whitespace() && !"():^,".contains(letter)
        });
        longer(input, &span)?;
        texts.push((text, span));
    }
    let with_chance = texts.iter().any(|(text, _)| text.contains('.'));
    let entry = named(name, with_chance).ok_or_else(|| unknown(name).at(span.clone()))?;
    let mut arguments = Vec::new();
    let mut slots = entry.slots.iter().peekable();
    for (text, span) in texts {
        arguments.push(argument(entry, slots.peek().copied(), text, span)?);
        slots.next_if(|slot| !matches!(slot, Slot::Counts(_)));
    }
    let given = arguments.len();
    match slots.next() {
        None | Some(Slot::MaybeCount(_) | Slot::Option(_) | Slot::Settings(_)) => {}
        Some(Slot::Counts(_)) if given > 0 => {}
        Some(_) => return Err(missing(entry, given).at(span.start..input.current_token_start())),
    }
    Ok(Move { entry, arguments })
}

/// Finds an entry by one of its names or its short form. If a fixed move and a random shuffle have the same name, a
/// decimal argument selects the random one: `overhand:3:2`, `overhand:0.5`.
fn named(name: &str, with_chance: bool) -> Option<&'static Entry> {
    let called = |entry: &&Entry| {
        entry.name == name || entry.short == Some(name) || entry.also.contains(&name)
    };
    let fixed = moves::TABLE.iter().find(called);
    let random = shuffles::TABLE.iter().find(called);
    if with_chance {
        random.or(fixed)
    } else {
        fixed.or(random)
    }
}

fn argument(
    entry: &Entry,
    slot: Option<&Slot>,
    text: &str,
    span: Range<usize>,
) -> Parsed<Argument> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && digits.len() > MAX_DIGITS {
        return Err(WordErrorKind::TooManyDigits.at(span));
    }
    let number = is_number.then(|| text.parse::<BigInt>().expect("a sign and digits"));
    let problem = match slot {
        None => format!("{} takes no further argument", entry.name),
        Some(_) if text.is_empty() => "an argument is missing after ':'".into(),
        Some(slot) => format!("'{}' is not {}", brief(text), slot.expected()),
    };
    let wrong = || arguments(entry, problem).at(span);
    slot.and_then(|slot| slot.read(text, number))
        .ok_or_else(wrong)
}

fn missing(entry: &Entry, given: usize) -> WordErrorKind {
    let problem = if given == 0 {
        "needs an argument"
    } else {
        "needs another argument"
    };
    let problem = format!("{} {problem}", entry.name);
    match shuffles::TABLE
        .iter()
        .find(|other| other.name == entry.name && !std::ptr::eq(*other, entry))
    {
        Some(random) => WordErrorKind::Arguments {
            problem,
            usage: format!(
                "{} such as {} for a random shuffle, or {}",
                random.usage(),
                random.examples[0],
                entry.usage()
            ),
            meaning: entry.meaning,
        },
        None => arguments(entry, problem),
    }
}

fn arguments(entry: &Entry, problem: String) -> WordErrorKind {
    WordErrorKind::Arguments {
        problem,
        usage: entry.usage(),
        meaning: entry.meaning,
    }
}

/// Returns the error for an unknown move, with a suggestion.
fn unknown(name: &str) -> WordErrorKind {
    let capitals = name.to_uppercase();
    let is_short = |letter: char| {
        moves::TABLE
            .iter()
            .any(|entry| entry.short.is_some_and(|short| short.starts_with(letter)))
    };
    let times = name
        .strip_prefix(['x', '*', '×'])
        .filter(|times| times.parse::<u64>().is_ok());
    let remedy = if Face::parse(name).is_some() {
        "this is a card; expected a shuffle such as out, in or cut:26".into()
    } else if let Some(times) = times {
        format!("a power is written out^{times}, or (in out)^{times}")
    } else if capitals.chars().all(is_short) {
        let apart: Vec<String> = capitals.chars().take(20).map(String::from).collect();
        match &apart[..] {
            [letter] => format!("did you mean '{letter}'?"),
            _ => format!("expected capital letters with spaces: {}", apart.join(" ")),
        }
    } else if let Some(remedy) = other_name(name) {
        remedy.into()
    } else if let Some(meant) = with_number(name) {
        format!("did you mean '{meant}'?")
    } else if let Some(near) = closest_name(name, names()) {
        format!("did you mean '{near}'?")
    } else {
        let names: Vec<&str> = moves::TABLE.iter().map(|entry| entry.name).collect();
        format!(
            "expected one of {}, or a random shuffle such as gsr or fisher-yates",
            names.join(", ")
        )
    };
    WordErrorKind::UnknownMove {
        name: brief(name),
        remedy,
    }
}

/// Returns the probable meaning of a name with a number, such as `in3` or `cut26`.
fn with_number(name: &str) -> Option<String> {
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = &name[letters.len()..];
    if letters == "riffle" && !number.is_empty() {
        return Some(format!("gsr^{number}"));
    }
    let entry = named(letters, false).filter(|_| !number.is_empty())?;
    let is_random = shuffles::TABLE
        .iter()
        .any(|random| random.name == entry.name);
    let is_power = entry.slots.is_empty() || is_random;
    let sign = if is_power { '^' } else { ':' };
    Some(format!("{letters}{sign}{number}"))
}

/// Returns all names, each followed by its short form.
fn names() -> impl Iterator<Item = &'static str> {
    let entries = moves::TABLE.iter().chain(shuffles::TABLE);
    entries.flat_map(|entry| {
        let others = entry.also.iter().copied();
        std::iter::once(entry.name).chain(entry.short).chain(others)
    })
}
