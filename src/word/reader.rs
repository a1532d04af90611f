//! Reads a text piece by piece: names, numbers, brackets.

use std::ops::Range;

use winnow::combinator::{opt, peek, preceded};
use winnow::error::ParserError;
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, take_while};

use super::error::{WordError, WordErrorKind};
use super::tree::{MAX_DIGITS, MAX_LENGTH};

pub type Input<'a> = Stateful<LocatingSlice<&'a str>, State>;

/// The base of points, and the counts of nested groups and of pieces read so far.
#[derive(Debug)]
pub struct State {
    pub base: u32,
    pub depth: usize,
    pub length: usize,
}

/// Returns the input at the beginning of `text`.
pub fn reader(text: &str, base: u32) -> Input<'_> {
    Input { input: LocatingSlice::new(text), state: State { base, depth: 0, length: 0 } }
}

pub type Parsed<T> = Result<T, WordError>;

/// The error of the combinators. It is never shown: the caller knows the expected text and creates its own
/// error.
impl ParserError<Input<'_>> for WordError {
    type Inner = WordError;

    fn from_input(input: &Input<'_>) -> WordError {
        let at = input.current_token_start();
        WordErrorKind::Unexpected { found: "this".into(), expected: "something else" }.at(at..at)
    }

    fn into_inner(self) -> Result<WordError, WordError> {
        Ok(self)
    }
}

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
    let (text, span) =
        take_while(0.., belongs).with_span().parse_next(input).unwrap_or_else(|never: WordError| {
            unreachable!("nothing is enough: {never}");
        });
    (text, span)
}

/// Counts a piece of the word towards the maximum length.
pub fn longer(input: &mut Input, span: &Range<usize>) -> Parsed<()> {
    input.state.length += 1;
    if input.state.length > MAX_LENGTH { Err(WordErrorKind::TooLong.at(span.clone())) } else { Ok(()) }
}

/// Reads the opening bracket.
pub fn bracket(input: &mut Input) -> Range<usize> {
    let at = input.current_token_start();
    found(input, '(');
    at..at + 1
}

/// Applies the parser `it`, and returns `None` if it does not match.
pub fn found<'a, T>(input: &mut Input<'a>, it: impl Parser<Input<'a>, T, WordError>) -> Option<T> {
    opt(it).parse_next(input).unwrap_or(None)
}

pub fn spaces<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
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
    WordErrorKind::Unexpected { found: "the end".into(), expected }.at(at..at)
}

/// Shortens a text for a message.
pub fn brief(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
